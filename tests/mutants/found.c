/* Which groups of calls find the mutants, and which of these nothing else finds:
 * tests/mutants/groups.txt.
 * SPDX-License-Identifier: MIT
 */
#include "mutants/found.h"

#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "mutants/runs.h"
#include "oracle/case.h"

static const char file[] = "tests/mutants/groups.txt",
                  command[] = "./crosslane test --mutants --groups";

enum { XL_NAME = 80 };

/* Of each group: mutants on ISAs that it finds, and mutants that nothing else finds. */
static struct {
    size_t found;
    struct xl_patterns alone;
} of_group[XL_MAX_GROUPS];

static bool has_word(struct json_object *array, const char *word)
{
    for (size_t i = 0; array && i < json_object_array_length(array); i++)
        if (strcmp(json_object_get_string(json_object_array_get_idx(array, i)), word) == 0)
            return true;
    return false;
}

/* A write to memory that is read-only is no crash, but ends the guest too: where it was is known.
 */
static bool is_cut(struct json_object *kernel)
{
    static const char *const ends[] = {"crash", "exit", "hang", "protocol"};
    struct json_object *findings = xl_json_array(kernel, "findings");
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        if (has_word(xl_json_array(kernel, "checks"), ends[i]))
            return true;
    for (size_t i = 0; findings && i < json_object_array_length(findings); i++)
        if (*xl_json_text(json_object_array_get_idx(findings, i), "pc"))
            return true;
    return false;
}

struct xl_found xl_found_read(struct json_object *kernel)
{
    struct xl_found found = {.is_cut = is_cut(kernel)};
    struct json_object *groups = xl_json_array(kernel, "groups");
    size_t differences = 0;
    for (size_t i = 0; groups && i < json_object_array_length(groups); i++) {
        struct json_object *o = json_object_array_get_idx(groups, i);
        found.in[xl_case_group_find(xl_json_text(o, "group"))] = true;
        differences += xl_json_number(o, "differences");
    }
    found.elsewhere = differences < xl_json_number(kernel, "differences");
    return found;
}

unsigned xl_found_only(const struct xl_found *found)
{
    unsigned only = XL_NO_GROUP, count = 0;
    for (unsigned g = 1; g < XL_MAX_GROUPS; g++)
        if (found->in[g]) {
            only = g;
            count++;
        }
    return count == 1 && !found->elsewhere ? only : (unsigned)XL_NO_GROUP;
}

void xl_found_add(const struct xl_found *found)
{
    for (unsigned g = 1; g < XL_MAX_GROUPS; g++)
        of_group[g].found += found->in[g];
}

void xl_found_alone(unsigned group, const char *mutant)
{
    xl_add_once(&of_group[group].alone, mutant);
}

int xl_found_write(void)
{
    struct xl_error err;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return 3;
    fprintf(out,
            "# Written by `%s`; do not edit.\n"
            "# A group of calls, the mutants that it finds, each on each ISA, and the mutants that "
            "nothing else finds on some ISA.\n",
            command);
    for (unsigned g = 1; g <= xl_case_groups(); g++) {
        fprintf(out, "%s %zu", xl_case_group_name(g), of_group[g].found);
        for (size_t i = 0; i < of_group[g].alone.count; i++)
            fprintf(out, " %s", of_group[g].alone.at[i]);
        fputc('\n', out);
    }
    fclose(out);
    const int failed = xl_file_update(file, text, size, &err);
    if (failed)
        fprintf(stderr, "mutants: error: %s\n", err.text);
    free(text);
    return failed ? 3 : 0;
}

/* What the file has of a group, from behind its count, or NULL. */
static char *line_of(const char *text, unsigned group)
{
    char name[XL_NAME];
    for (const char *at = text; *at; at += strcspn(at, "\n"), at += *at == '\n')
        if (sscanf(at, "%79s", name) == 1 && strcmp(name, xl_case_group_name(group)) == 0)
            return strndup(at, strcspn(at, "\n"));
    return strdup("");
}

/* The file says that only this group finds these mutants. */
static int check_said(unsigned group, const char *line,
                      bool (*is_open)(unsigned group, const char *mutant))
{
    char mutant[XL_NAME];
    int wrong = 0, used;
    for (int word = 0; sscanf(line, "%79s%n", mutant, &used) == 1; line += used, word++) {
        bool is_said = word < 2 || is_open(group, mutant);
        for (size_t i = 0; i < of_group[group].alone.count && !is_said; i++)
            is_said = strcmp(of_group[group].alone.at[i], mutant) == 0;
        if (is_said)
            continue;
        fprintf(stderr, "mutants: warning: %s: something else than '%s' finds %s\n", file,
                xl_case_group_name(group), mutant);
        wrong = 1;
    }
    return wrong;
}

int xl_found_check(bool (*is_open)(unsigned group, const char *mutant))
{
    struct xl_error err;
    size_t size;
    int wrong = 0;
    char *text = xl_generated_read(file, &size, &err);
    if (!text) {
        fprintf(stderr, "mutants: error: %s\n", err.text);
        return 1;
    }
    for (unsigned g = 1; g <= xl_case_groups(); g++) {
        char *line = line_of(text, g);
        wrong |= check_said(g, line, is_open);
        for (size_t i = 0; i < of_group[g].alone.count; i++)
            if (!xl_has_word(line, of_group[g].alone.at[i])) {
                fprintf(stderr, "mutants: warning: %s lacks %s, which only '%s' finds\n", file,
                        of_group[g].alone.at[i], xl_case_group_name(g));
                wrong = 1;
            }
        free(line);
    }
    free(text);
    if (wrong)
        fprintf(stderr, "mutants: %s writes it anew\n", command);
    return wrong;
}

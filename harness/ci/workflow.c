/* Makes workflows of CI systems from templates.
 * SPDX-License-Identifier: MIT
 */
#include "ci/plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* The smallest tier that needs a build; XL_TIERS if no row does. */
static enum xl_tier tier_of_build(const struct xl_row_list *list, const struct xl_build_spec *build)
{
    enum xl_tier least = XL_TIERS;
    for (size_t i = 0; i < list->count; i++)
        if (list->rows[i].build == build->name && list->rows[i].tier < least)
            least = list->rows[i].tier;
    return least;
}

static void put_tiers(struct xl_text *out, const char *indent, const struct xl_row_list *list)
{
    for (enum xl_tier tier = 0; tier < XL_TIERS; tier++) {
        size_t rows = 0, builds = 0;
        for (size_t i = 0; i < list->count; i++)
            rows += list->rows[i].tier <= tier;
        for (size_t i = 0; i < list->build_count; i++)
            builds += tier_of_build(list, &list->builds[i]) <= tier;
        xl_text_add(out, "%s# %-5s  %zu of %zu rows, %zu of %zu builds\n", indent,
                    xl_tier_name(tier), rows, list->count, builds, list->build_count);
    }
}

static void put_cpus(struct xl_text *out, const char *indent, const struct xl_row_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct xl_row *row = &list->rows[i];
        bool first = true;
        for (size_t k = 0; k < i && first; k++)
            first = list->rows[k].arch != row->arch || strcmp(list->rows[k].cpu, row->cpu) != 0;
        if (first)
            xl_text_add(out, "%s- %s-%s\n", indent, row->arch->name, row->cpu);
    }
}

/* Whether a build before has the same compiler, or the same level. */
static bool has_same_before(const struct xl_row_list *list, size_t i, bool is_level)
{
    const struct xl_build_spec *b = list->builds;
    size_t k = 0;
    while (k < i &&
           strcmp(is_level ? b[k].opt : b[k].compiler, is_level ? b[i].opt : b[i].compiler) != 0)
        k++;
    return k < i;
}

/* Compilers with their levels. */
static void put_builds(struct xl_text *out, const char *indent, const struct xl_row_list *list)
{
    for (size_t c = 0; c < list->build_count; c++)
        for (size_t o = 0; o < list->build_count && !has_same_before(list, c, false); o++)
            if (!has_same_before(list, o, true))
                xl_text_add(out, "%s- %s-%s\n", indent, list->builds[c].compiler,
                            list->builds[o].opt);
}

/* Adds a line of the template. Returns -1 if its word is unknown. */
static int put_line(struct xl_text *out, const char *line, size_t length,
                    const struct xl_row_list *list)
{
    char indent[64];
    size_t blanks = strspn(line, " ");
    if (blanks >= sizeof indent || line[blanks] != '@') {
        xl_text_add_bytes(out, line, length);
        return 0;
    }
    memcpy(indent, line, blanks);
    indent[blanks] = '\0';
    if (strncmp(line + blanks, "@TIERS@\n", 8) == 0)
        put_tiers(out, indent, list);
    else if (strncmp(line + blanks, "@CPUS@\n", 7) == 0)
        put_cpus(out, indent, list);
    else if (strncmp(line + blanks, "@BUILDS@\n", 9) == 0)
        put_builds(out, indent, list);
    else
        return -1;
    return 0;
}

char *xl_workflow(const char *file, const char *text, const struct xl_row_list *list, size_t *size,
                  struct xl_error *err)
{
    struct xl_text out = {0};
    int status = 0;
    xl_text_add_bytes(&out, "", 0);
    for (unsigned number = 1; !status && *text; number++) {
        size_t length = strcspn(text, "\n");
        length += text[length] == '\n';
        status = put_line(&out, text, length, list);
        if (status)
            xl_error_set(err, "%s:%u:1: error: unknown word of a template: %.*s", file, number,
                         (int)strcspn(text, "\n"), text);
        text += length;
    }
    *size = out.used;
    if (!status)
        return out.at;
    free(out.at);
    return NULL;
}

/* The results of a run: rows, kernels, findings.
 * SPDX-License-Identifier: MIT
 */
#include "results/results.h"

#include <json-c/json.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/processes.h"
#include "base/text.h"

static const char *const outcomes[XL_OUTCOMES] = {"pass",    "fail",    "skip",
                                                  "emu-bug", "not-run", "flaky"};

const char *xl_outcome_name(enum xl_outcome outcome)
{
    return outcomes[outcome];
}

int xl_outcome_find(const char *name)
{
    int outcome = XL_OUTCOMES - 1;
    while (outcome >= 0 && strcmp(outcomes[outcome], name) != 0)
        outcome--;
    return outcome;
}

bool xl_is_checked(int outcome, uint64_t elements)
{
    return elements && (outcome == XL_PASS || outcome == XL_FAIL || outcome == XL_EMU_BUG);
}

size_t xl_kernels_checked(const struct xl_row_result *row)
{
    size_t checked = 0;
    for (size_t i = 0; i < row->kernel_count; i++)
        checked += xl_is_checked((int)row->kernels[i].outcome, row->kernels[i].checked);
    return checked;
}

size_t xl_kernels_cached(const struct xl_row_result *row)
{
    size_t cached = 0;
    for (size_t i = 0; i < row->kernel_count; i++)
        cached += row->kernels[i].cached[0] != '\0';
    return cached;
}

static void put_word(FILE *f, const char *before, const char *word)
{
    if (!word)
        return;
    fputs(before, f);
    xl_put_quoted(f, word);
}

char *xl_repro_command(const struct xl_results *results, const char *row, const char *other,
                       const char *kernel, const char *before)
{
    const char *tools = getenv("CROSSLANE_TOOLS");
    char *text = NULL;
    size_t size;
    FILE *f = xl_checked_memory(open_memstream(&text, &size));
    if (tools && strcmp(tools, "host") == 0)
        fputs("CROSSLANE_TOOLS=host ", f);
    put_word(f, "CROSSLANE_DEFINE=", results->define);
    fprintf(f, "%s%s run --row ", results->define ? " " : "", xl_program());
    xl_put_quoted(f, row);
    put_word(f, " --row ", other);
    put_word(f, " --kernel ", kernel);
    put_word(f, " --kernel ", before && strcmp(before, kernel) != 0 ? before : NULL);
    fprintf(f, " --seed %llu", (unsigned long long)results->seed);
    fputs(results->repeated ? results->repeated : "", f);
    fclose(f);
    return text;
}

void xl_row_note(struct xl_row_result *row, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *line = xl_vformat(format, args);
    va_end(args);
    char *all = xl_format("%s%s\n", row->notes ? row->notes : "", line);
    free(line);
    free(row->notes);
    row->notes = all;
}

void xl_row_forget_kernels(struct xl_row_result *row)
{
    while (row->kernel_count) {
        struct xl_kernel_result *k = &row->kernels[--row->kernel_count];
        free(k->code);
        free(k->loop.code);
    }
}

void xl_results_free(struct xl_results *results)
{
    for (size_t i = 0; i < results->row_count; i++) {
        xl_row_forget_kernels(&results->rows[i]);
        xl_free_mapped(results->rows[i].kernels);
        free(results->rows[i].notes);
    }
    free(results->rows);
    json_object_put(results->disagreements);
    json_object_put(results->notable);
    json_object_put(results->sources);
    json_object_put(results->shard);
    free(results->improved_baselines);
    *results = (struct xl_results){0};
}

struct xl_finding *xl_result_add_finding(struct xl_kernel_result *k, enum xl_check check)
{
    k->outcome = XL_FAIL;
    k->differences++;
    k->failed_checks[check] = true;
    if (k->finding_count == XL_MAX_FINDINGS)
        return NULL;
    struct xl_finding *f = &k->findings[k->finding_count++];
    *f = (struct xl_finding){.check = check};
    return f;
}

void xl_result_add_finding_for(struct xl_kernel_result *k, enum xl_check check, const char *why)
{
    struct xl_finding *f = xl_result_add_finding(k, check);
    if (f)
        snprintf(f->message, sizeof f->message, "%s", why);
    snprintf(k->reason, sizeof k->reason, "%s", why);
}

/* Which Crosslane this is: its version, and the commit of its checkout. */

enum { XL_GIT_MS = 5000 };

const char xl_tool_version[] = XL_VERSION;

char *xl_commit_of(const char *dir)
{
    const char *const argv[] = {"git",     "-C",        dir, "describe", "--always",
                                "--dirty", "--exclude", "*", NULL};
    struct xl_error err;
    char *said = NULL;
    const bool is_known = xl_command(argv, XL_GIT_MS, &said, &err) == 0;
    char *commit = xl_format("%.*s", is_known ? (int)strcspn(said, "\n") : 0, is_known ? said : "");
    free(said);
    return commit;
}

/* An installed Crosslane can lie in somebody else's repository. */
char *xl_tool_commit(void)
{
    char *git = xl_join_path(xl_root(), ".git");
    const bool is_checkout = access(git, F_OK) == 0;
    free(git);
    return is_checkout ? xl_commit_of(xl_root()) : xl_copy_text("");
}

/* Expected outcomes: skips that matrix.yml lists, and failures that a known bug explains.
 * SPDX-License-Identifier: MIT
 */
#include "run/expect.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#include "base/signals.h"
#include "base/text.h"
#include "results/results.h"

static bool is_of(const struct xl_skip *skip, const struct xl_row *row, const char *kernel)
{
    return fnmatch(skip->row, row->name, 0) == 0 &&
           (kernel ? skip->kernel && fnmatch(skip->kernel, kernel, 0) == 0 : !skip->kernel);
}

static bool is_listed(const struct xl_expectations *e, const struct xl_row *row, const char *kernel,
                      const char *reason)
{
    for (size_t i = 0; i < e->list->skip_count; i++)
        if (is_of(&e->list->skips[i], row, kernel) && strstr(reason, e->list->skips[i].reason))
            return true;
    return false;
}

static struct xl_bug_versions versions_of(const struct xl_row_result *row)
{
    return (struct xl_bug_versions){row->qemu, row->compiler_version, row->library};
}

/* The version of the compiler, emulator or library that has the bug: 14.2.0 of "GNU 14.2.0". */
static const char *version_of(const struct xl_known_bug *bug, const struct xl_bug_versions *v)
{
    const char *blank = strchr(v->compiler, ' ');
    if (bug->kind == XL_BUG_LIBRARY)
        return v->library;
    return bug->kind == XL_BUG_EMULATOR ? v->qemu : blank ? blank + 1 : v->compiler;
}

/* Whether the bug explains every failed check, also those whose findings were dropped. */
static bool explains_all(const struct xl_known_bug *bug, const struct xl_kernel_result *k)
{
    bool some = false;
    for (int check = 0; check < XL_CHECKS; check++) {
        if (k->failed_checks[check] &&
            !xl_known_bug_explains(bug, xl_check_name((enum xl_check)check), k->max_ulp))
            return false;
        some |= k->failed_checks[check];
    }
    return some;
}

/* Whether each finding is a crash at an instruction of the bug. Then `checks` and `kernels` do not
 * matter. */
static bool is_of_instructions(const struct xl_known_bug *bug, const struct xl_row_result *row,
                               const struct xl_kernel_result *k)
{
    bool is = k->finding_count > 0 && k->differences == k->finding_count; /* all are known */
    for (int check = 0; check < XL_CHECKS; check++)
        is &= !k->failed_checks[check] || check == XL_CHECK_crash;
    for (unsigned i = 0; i < k->finding_count && is; i++)
        is = xl_known_bug_has_instruction(bug, row->row, k->findings[i].instruction, row->qemu);
    return is;
}

/* Entries for kernels apply to Crosslane's kernels, those for a library to its functions: not to
 * other kernels with the same name. */
static bool applies_to(const struct xl_expectations *e, const struct xl_known_bug *bug,
                       const struct xl_row *row, const char *kernel,
                       const struct xl_bug_versions *versions)
{
    return (e->own_kernels || bug->kind == XL_BUG_LIBRARY) &&
           xl_known_bug_matches(bug, row, kernel, version_of(bug, versions));
}

struct xl_digest xl_expected_bugs(const struct xl_expectations *e, const struct xl_row *row,
                                  const char *kernel, const struct xl_bug_versions *versions)
{
    struct xl_digest all = {0, 0};
    for (size_t i = 0; i < e->bugs->count; i++) {
        const struct xl_known_bug *bug = &e->bugs->bugs[i];
        if (!applies_to(e, bug, row, kernel, versions))
            continue;
        all = xl_digest_combine(all, bug->digest);
        all = xl_digest_combine(all, xl_digest_text(version_of(bug, versions)));
    }
    return all;
}

bool xl_is_expected_failure(const struct xl_expectations *e, const struct xl_row_result *row,
                            const struct xl_kernel_result *k)
{
    const struct xl_bug_versions versions = versions_of(row);
    bool is = false;
    for (size_t i = 0; i < e->bugs->count && k->outcome == XL_FAIL; i++)
        is |= is_of_instructions(&e->bugs->bugs[i], row, k) ||
              (applies_to(e, &e->bugs->bugs[i], row->row, k->kernel, &versions) &&
               explains_all(&e->bugs->bugs[i], k));
    return is;
}

static void expect_bugs(const struct xl_expectations *e, struct xl_row_result *row,
                        struct xl_kernel_result *k)
{
    const struct xl_bug_versions versions = versions_of(row);
    for (size_t i = 0; i < e->bugs->count; i++) {
        const struct xl_known_bug *bug = &e->bugs->bugs[i];
        const bool applies = applies_to(e, bug, row->row, k->kernel, &versions);
        if (k->outcome == XL_FAIL &&
            (is_of_instructions(bug, row, k) || (applies && explains_all(bug, k)))) {
            char reason[XL_TEXT];
            snprintf(reason, sizeof reason, "known bug %s (%s): %.300s", bug->id, bug->link,
                     k->reason);
            memcpy(k->reason, reason, sizeof reason);
            k->outcome = XL_EMU_BUG;
            snprintf(k->known_bug, sizeof k->known_bug, "%s", bug->id);
        } else if (applies && k->outcome == XL_PASS) {
            xl_row_note(row, "%s: %s did not occur in %s; narrow or remove it", bug->where, bug->id,
                        k->kernel);
        }
    }
}

static void fail_skip(struct xl_kernel_result *k)
{
    char reason[XL_TEXT];
    snprintf(reason, sizeof reason, "unexpected skip (not in 'skips'): %.400s", k->reason);
    xl_result_add_finding_for(k, XL_CHECK_skip, reason);
}

/* Whether all of a kernel ran: none of its variants was skipped. */
static bool ran_whole(const struct xl_row_result *row, const char *kernel)
{
    bool ran = true;
    for (size_t k = 0; k < row->kernel_count && ran; k++)
        ran = row->kernels[k].outcome != XL_SKIP || strcmp(row->kernels[k].kernel, kernel) != 0;
    return ran;
}

/* Notes expected skips that ran. The text is the same for each row, so the console prints it once.
 */
static void note_absent_skips(const struct xl_expectations *e, struct xl_row_result *row)
{
    for (size_t i = 0; i < e->list->skip_count; i++) {
        const struct xl_skip *skip = &e->list->skips[i];
        bool ran = !skip->kernel && is_of(skip, row->row, NULL) &&
                   (row->outcome == XL_PASS || row->outcome == XL_FAIL);
        for (size_t k = 0; skip->kernel && k < row->kernel_count; k++)
            ran |= is_of(skip, row->row, row->kernels[k].kernel) &&
                   row->kernels[k].outcome == XL_PASS && ran_whole(row, row->kernels[k].kernel);
        if (ran && !skip->depends_on_machine)
            xl_row_note(row, "%s: expected skip ran: %s%s%s (%s)", skip->where, skip->row,
                        skip->kernel ? ", " : "", skip->kernel ? skip->kernel : "", skip->reason);
    }
}

void xl_row_conclude(struct xl_row_result *result, const char *stopped)
{
    size_t failed = 0, not_run = 0;
    const char *why = "";
    char rest[400] = "";
    for (size_t i = 0; i < result->kernel_count; i++) {
        const struct xl_kernel_result *k = &result->kernels[i];
        failed += k->outcome == XL_FAIL;
        if (k->outcome == XL_NOT_RUN && !not_run++)
            why = k->reason;
    }
    if (failed || not_run || stopped[0])
        result->outcome = failed ? XL_FAIL : XL_NOT_RUN;
    if (stopped[0])
        snprintf(rest, sizeof rest, "; %s", stopped);
    else if (not_run)
        snprintf(rest, sizeof rest, "; %zu not run: %.300s", not_run, why);
    if (failed)
        snprintf(result->reason, sizeof result->reason, "%zu of %zu kernels failed%s", failed,
                 result->kernel_count, rest);
    else if (stopped[0])
        snprintf(result->reason, sizeof result->reason, "%s", stopped);
    else if (not_run)
        snprintf(result->reason, sizeof result->reason, "%zu of %zu kernels were not run: %.300s",
                 not_run, result->kernel_count, why);
    else if (result->control_failed) {
        result->outcome = XL_FAIL;
        snprintf(result->reason, sizeof result->reason, "control run: %.450s", result->control);
    } else if (result->lacks_evidence)
        snprintf(result->reason, sizeof result->reason, "evidence %.450s", result->evidence);
}

/* Sets the row's outcome again after its kernels' outcomes changed. */
static void conclude_row(struct xl_row_result *row)
{
    size_t counts[XL_OUTCOMES] = {0};
    for (size_t i = 0; i < row->kernel_count; i++)
        counts[row->kernels[i].outcome]++;
    row->outcome = XL_PASS;
    row->reason[0] = '\0';
    xl_row_conclude(row, counts[XL_NOT_RUN] ? xl_stop_reason() : "");
    if (row->outcome == XL_PASS && counts[XL_EMU_BUG]) {
        row->outcome = XL_EMU_BUG;
        snprintf(row->reason, sizeof row->reason, "%zu of %zu kernels meet a known bug",
                 counts[XL_EMU_BUG], row->kernel_count);
    }
}

/* A row that checked nothing does not pass. Skips of Crosslane's own kernels are expected; skips of
 * other kernels may be mistakes. */
static void refuse_idle(const struct xl_expectations *e, struct xl_row_result *row)
{
    bool has_features = false; /* that some kernel needs */
    for (size_t i = 0; i < row->kernel_count; i++) {
        has_features |= !row->kernels[i].lacks[0];
        if (row->kernels[i].outcome != XL_SKIP)
            return;
    }
    if (row->outcome != XL_PASS || !row->kernel_count)
        return;
    if (!has_features) {
        row->outcome = XL_SKIP;
        snprintf(row->reason, sizeof row->reason, "this CPU lacks what %zu %s: %s",
                 row->kernel_count, xl_plural(row->kernel_count, "kernel needs", "kernels need"),
                 row->kernels[0].lacks);
        return;
    }
    row->outcome = e->own_kernels ? XL_SKIP : XL_NOT_RUN;
    snprintf(row->reason, sizeof row->reason, "none of its %zu kernel%s has code for %s: %.300s",
             row->kernel_count, xl_s(row->kernel_count), row->row->isa->name,
             row->kernels[0].reason);
}

void xl_expect(const struct xl_expectations *e, struct xl_row_result *row)
{
    bool changed = false;
    if (row->outcome == XL_SKIP && !is_listed(e, row->row, NULL, row->reason)) {
        char reason[XL_TEXT];
        snprintf(reason, sizeof reason, "unexpected skip (not in 'skips'): %.400s", row->reason);
        memcpy(row->reason, reason, sizeof reason);
        row->outcome = XL_FAIL;
        return;
    }
    for (size_t i = 0; i < row->kernel_count; i++) {
        struct xl_kernel_result *k = &row->kernels[i];
        enum xl_outcome was = k->outcome;
        if (k->outcome == XL_SKIP && e->own_kernels &&
            !is_listed(e, row->row, k->kernel, k->reason))
            fail_skip(k);
        else
            expect_bugs(e, row, k);
        changed |= was != k->outcome;
    }
    if (changed)
        conclude_row(row);
    refuse_idle(e, row);
    note_absent_skips(e, row);
}

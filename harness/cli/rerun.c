/* What `repro` and `debug` have in common: a finding by its id, shown again as its run was made.
 * SPDX-License-Identifier: MIT
 */
#include "cli/rerun.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/common_options.h"
#include "results/results_json.h"

int xl_cli_rerun_parse(int argc, char **argv, const struct xl_cli_usage *usage,
                       struct xl_cli_rerun *f)
{
    size_t count;
    const int status = xl_cli_parse(argc, argv, usage, f, &count);
    f->id = argv[1];
    return status != -1 || count ? status : xl_cli_missing(argv[0], "ID");
}

/* Its lane, and whether it shows at all, are up to when a thread or a signal comes. */
static bool is_by_chance(enum xl_check check)
{
    return check == XL_CHECK_threads || check == XL_CHECK_signals;
}

/* The row's line can have changed since the finding's run. */
static void note_other_cpu(const struct xl_finding_ref *w, const struct xl_row *row)
{
    const char *was = xl_key_text(w->row, XL_KEY_row_qemu_cpu);
    if (*was && strcmp(was, row->qemu_cpu) != 0)
        fprintf(stderr,
                "crosslane: note: %s has QEMU_CPU \"%s\" now, and had \"%s\" in the run of the "
                "finding (%s)\n",
                row->name, row->qemu_cpu, was, row->where);
}

/* All calls were made: whether the finding is among what they showed. */
static void look(void *data, const struct xl_results *results, const struct xl_row_result *row)
{
    struct xl_cli_rerun *f = data;
    note_other_cpu(&f->wanted, row->row);
    f->is_there |= f->repro.is_reproduced;
    if (!f->is_there && (row->outcome == XL_NOT_RUN || row->bad_input))
        snprintf(f->why_not, sizeof f->why_not, "%s", row->reason);
    for (size_t i = 0; i < row->kernel_count; i++) {
        const struct xl_kernel_result *k = &row->kernels[i];
        f->is_other |= k->differences > 0;
        for (unsigned n = 0; n < k->finding_count; n++) {
            char id[XL_ID_TEXT];
            xl_finding_id(row->row->name, k, &k->findings[n], results->seed, id);
            f->is_there |=
                strcmp(id, f->wanted.id) == 0 ||
                (is_by_chance(f->wanted.check) && k->findings[n].check == f->wanted.check);
        }
    }
}

/* The environment that the run had, as far as it changes what is built. */
static void set_environment(const struct xl_finding_ref *w)
{
    if (w->tools)
        setenv("CROSSLANE_TOOLS", w->tools, 1);
    if (w->define)
        setenv("CROSSLANE_DEFINE", w->define, 1);
    else
        unsetenv("CROSSLANE_DEFINE");
}

/* The kernel whose calls come before; "": none. */
static const char *after_of(const struct xl_finding_ref *w)
{
    return xl_key_text(w->finding, XL_KEY_finding_after);
}

int xl_cli_rerun_run(struct xl_cli_rerun *f)
{
    struct xl_error err;
    struct xl_cli_selection s;
    const struct xl_run_callbacks watcher = {.data = f, .row = look};
    if (xl_finding_ref_find(f->from, f->id, &f->wanted, &err)) {
        fprintf(stderr, "%s\n", err.text);
        return XL_EXIT_USAGE;
    }
    if (f->wanted.alike > 1)
        fprintf(stderr, "crosslane: note: %zu findings have this id; using the first\n",
                f->wanted.alike);
    set_environment(&f->wanted);
    xl_cli_select_begin(&s);
    if (xl_cli_parse(f->wanted.word_count, f->wanted.words, &xl_cli_run_usage, &s, NULL) != -1)
        return XL_EXIT_USAGE;
    s.rows[0] = f->wanted.row_name;
    s.kernels[0] = f->wanted.kernel_name;
    s.run.row_count = s.run.kernel_count = 1;
    if (*after_of(&f->wanted) && strcmp(after_of(&f->wanted), f->wanted.kernel_name) != 0)
        s.kernels[s.run.kernel_count++] = after_of(&f->wanted);
    xl_cli_select_sleef(&s);
    s.run.json = NULL;
    s.run.no_evidence = f->wanted.has_case; /* else it may be of that, or of the code */
    s.run.no_cache = 1;
    s.run.mode = (struct xl_mode){XL_MODE_REPRO, .repeat = xl_repro_kernel, .data = &f->repro};
    f->repro.ref = &f->wanted;
    const int status = xl_run(&s.run, &watcher);
    if (f->why_not[0]) {
        fprintf(stderr, "crosslane: error: cannot repeat the call: %s\n", f->why_not);
        return status ? status : XL_EXIT_ENVIRONMENT;
    }
    return status == XL_EXIT_FINDING ? 0 : status;
}

int xl_cli_rerun_conclude(const struct xl_cli_rerun *f)
{
    const struct xl_finding_ref *w = &f->wanted;
    if (f->repro.is_reproduced)
        printf("finding %s shows again%s\n", w->id,
               f->repro.needs_earlier_calls ? ", after other calls" : "");
    else if (f->is_there && *after_of(w))
        printf("finding %s shows again: it needs earlier calls of %s\n", w->id, after_of(w));
    else if (f->is_there)
        printf("finding %s shows again among all calls of %s; %s\n", w->id, w->kernel_name,
               w->has_case ? "its call alone does not fail: it depends on earlier calls"
                           : "it has no call of its own");
    else
        printf("finding %s does not show %s: %s %s on %s\n", w->id,
               is_by_chance(w->check) ? "this time (intermittent)" : "any more", w->kernel_name,
               f->is_other ? "fails differently" : "passes", w->row_name);
    return f->is_there ? XL_EXIT_FINDING : XL_EXIT_OK;
}

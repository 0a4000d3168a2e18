/* crosslane repro, crosslane debug: one finding again, reduced, as a standalone program, and what
 * is to blame; or in gdb, stopped where the kernel begins.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/cli.h"
#include "cli/common_options.h"
#include "cli/options.h"
#include "repro/reproduction.h"
#include "repro/standalone.h"
#include "results/results_json.h"

/* ---- What both have in common ---- */

#define FINDING_FROM                                                                               \
    XL_VALUE_OPTION("from", "FILE", FILE, struct rerun, from,                                      \
                    "results to look in (default: the last 50 runs')")

/* A finding by its id, shown again as its run was made. The structs of both commands begin with it.
 */
struct rerun {
    const char *id, *from;
    struct xl_finding_ref wanted;
    struct xl_repro repro; /* the caller sets show and data */
    bool is_there;         /* set: the finding shows again, by its own call or among all of them */
    bool is_other;         /* set: it does not, and the kernel fails all the same */
    char why_not[600];     /* set: why nothing could be tried; "" */
};

/* Takes the options and the id. Returns -1 to go on, or the exit status. */
static int parse(int argc, char **argv, const struct xl_cli_usage *usage, struct rerun *f)
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
    struct rerun *f = data;
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

/* Looks the finding up and runs its row's kernel. Returns 0, or the exit status with the message on
 * standard error. The caller frees wanted. */
static int run(struct rerun *f)
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

/* Says whether the finding shows. Returns XL_EXIT_FINDING if it does, else XL_EXIT_OK. */
static int conclude(const struct rerun *f)
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

/* ---- repro ---- */

struct wanted {
    struct rerun finding;
    const char *standalone;
    bool blame;
    bool is_told; /* its call was shown, and what came of it */
    int status;   /* of what else was asked for */
};

const struct xl_cli_usage xl_cli_repro_usage = {
    .begin = "Usage: crosslane repro [OPTION]... ID\n"
             "Repeat a finding's call exactly, then reduce it while it fails.\n"
             "\n",
    .options =
        {
            FINDING_FROM,
            XL_VALUE_OPTION("standalone", "FILE.c", FILE, struct wanted, standalone,
                            "write the reduced call as C without Crosslane; compile and run it"),
            XL_FLAG_OPTION("blame", struct wanted, blame,
                           "try other compilers, levels, emulators and scalar code"),
        },
    .operands = 1,
    .end = "Exit status: 0 finding does not show, 1 it shows, 2 usage or unknown finding, "
           "3 environment\n",
};

static void make_standalone(struct wanted *w, const struct xl_reproduction *s,
                            const struct xl_captured_call *call)
{
    const struct xl_row *row = s->job->row;
    struct xl_standalone alone = {.reproduction = s,
                                  .call = call,
                                  .isa = row->isa->name,
                                  .compiler = row->compiler,
                                  .level = row->opt,
                                  .emulator = row->native ? NULL : s->job->emulator,
                                  .version = s->job->qemu};
    char said[400] = "";
    switch (xl_standalone_make(&alone, w->standalone, said, sizeof said)) {
    case XL_STANDALONE_FAILS:
        printf("%s fails too: %s\n", w->standalone, said);
        break;
    case XL_STANDALONE_PASSES:
        printf("%s does not fail: %s\n", w->standalone,
               s->needs_other_calls ? "it needs earlier calls, or is intermittent"
                                    : "it needs what Crosslane does around the call");
        break;
    case XL_STANDALONE_NOT_RUN:
        printf("%s does not finish: %s\n", w->standalone, said);
        break;
    case XL_STANDALONE_NOT_COMPILED:
        fprintf(stderr, "crosslane: error: cannot compile %s: %s\n", w->standalone, said);
        w->status = XL_EXIT_ENVIRONMENT;
    }
}

/* Whether nothing comes of what was asked for. */
static bool say_why_not(const struct wanted *w, enum xl_check check)
{
    const char *why = xl_standalone_refusal(check);
    if (!why || (!w->standalone && !w->blame))
        return false;
    printf("no standalone program for check %s: %s\n", xl_check_name(check), why);
    return true;
}

static void show_alone(struct wanted *w, const struct xl_reproduction *s,
                       const struct xl_captured_call *call)
{
    struct xl_blame blame;
    if (say_why_not(w, call->finding.check))
        return;
    if (s->job->row->runner && (w->standalone || w->blame)) {
        printf("no standalone program: runner %s runs agents only\n", s->job->row->runner);
        return;
    }
    if (s->earlier_calls->count > 1 && (w->standalone || w->blame)) {
        printf("no standalone program: it needs %zu earlier calls\n", s->earlier_calls->count);
        return;
    }
    if (w->standalone)
        make_standalone(w, s, call);
    if (w->blame) {
        xl_blame_run(s, call, &blame);
        xl_blame_print(stdout, &blame);
    }
}

static void show(void *data, const struct xl_reproduction *s)
{
    struct wanted *w = data;
    char title[80];
    w->is_told = true;
    printf("%s on %s, variant %s, VL %u\n", s->ctx->kernel->name, s->job->row->name,
           s->job->row->isa->name, s->ctx->vl_bits);
    if (s->needs_other_calls) {
        xl_print_call(stdout, "correct alone", s->original);
        show_alone(w, s, s->original);
        return;
    }
    if (s->earlier_calls->count) {
        char text[200];
        xl_earlier_calls_describe(s->ctx, s->earlier_calls, text, sizeof text);
        printf("shows only after %s: the result depends on earlier calls (static state)\n", text);
    }
    if (s->earlier_call && s->earlier_call->arg_count)
        xl_print_call(stdout, "earlier call", s->earlier_call);
    xl_print_call(stdout, "original call", s->original);
    if (!s->reduced->arg_count) {
        printf("did not fail when repeated: intermittent\n");
        return;
    }
    snprintf(title, sizeof title, "reduced call (%u attempt%s)", s->attempts, xl_s(s->attempts));
    xl_print_call(stdout, title, s->reduced);
    fflush(stdout);
    show_alone(w, s, s->reduced);
}

/* There was no call of its own to make a program of. */
static void tell_of_no_call(const struct wanted *w)
{
    if (!w->finding.is_there || say_why_not(w, w->finding.wanted.check) ||
        (!w->standalone && !w->blame))
        return;
    printf("no standalone program: the call fails only after others\n");
}

int xl_cli_repro(int argc, char **argv)
{
    struct wanted w = {.finding = {.repro = {.report = show}}};
    int status = parse(argc, argv, &xl_cli_repro_usage, &w.finding);
    if (status != -1)
        return status;
    if (xl_cli_writable("standalone", w.standalone))
        return XL_EXIT_USAGE;
    w.finding.repro.data = &w;
    status = run(&w.finding);
    if (!status && !w.is_told)
        tell_of_no_call(&w);
    if (!status)
        status = conclude(&w.finding);
    xl_finding_ref_free(&w.finding.wanted);
    return w.status ? w.status : status;
}

/* ---- debug ---- */

struct debugged {
    struct rerun finding;
    bool as_found, batch;
    bool is_told; /* its call was shown */
    int status;
};

const struct xl_cli_usage xl_cli_debug_usage = {
    .begin = "Usage: crosslane debug [OPTION]... ID\n"
             "Open a finding's reduced call in gdb, stopped where the kernel begins. Further\n"
             "commands there: `wrong`, `lanes`, `vectors`.\n"
             "\n",
    .options =
        {
            FINDING_FROM,
            XL_FLAG_OPTION("as-found", struct debugged, as_found, "the original call, not reduced"),
            XL_FLAG_OPTION("batch", struct debugged, batch,
                           "print the wrong instruction, registers and lanes, then exit"),
        },
    .operands = 1,
    .end = "Exit status: 0 finding does not show, 1 it shows, 2 usage or unknown finding, "
           "3 environment\n",
};

static void show_in_debugger(void *data, const struct xl_reproduction *s)
{
    struct debugged *w = data;
    struct xl_error err;
    struct xl_debugger debugger;
    if (s->needs_other_calls || s->earlier_calls->count)
        return;
    w->is_told = true;
    const bool is_small = s->reduced->arg_count && !w->as_found;
    const struct xl_captured_call *call = is_small ? s->reduced : s->original;
    printf("%s on %s, variant %s, VL %u\n", s->ctx->kernel->name, s->job->row->name,
           s->job->row->isa->name, s->ctx->vl_bits);
    xl_print_call(stdout, is_small ? "reduced call" : "original call", call);
    if (call->finding.check == XL_CHECK_reference) {
        printf("nothing to debug: the reference runs on the host, not in the guest\n");
        return;
    }
    if (s->job->row->runner) {
        printf("nothing to debug here: runner %s runs the kernel elsewhere\n", s->job->row->runner);
        return;
    }
    if (xl_debugger_find(s->job->row->native, &debugger, &err) ||
        xl_debug(s, call, &debugger, w->batch, &err)) {
        fflush(stdout);
        if (*err.text)
            fprintf(stderr, "%s\n", err.text);
        w->status = XL_EXIT_ENVIRONMENT;
    }
    xl_debugger_free(&debugger);
}

static void tell_of_nothing(const struct debugged *w)
{
    if (w->finding.is_there && !w->is_told)
        printf("nothing to debug: %s\n",
               w->finding.wanted.has_case ? "no call fails alone" : "the finding has no call");
}

int xl_cli_debug(int argc, char **argv)
{
    struct debugged w = {.finding = {.repro = {.report = show_in_debugger}}};
    int status = parse(argc, argv, &xl_cli_debug_usage, &w.finding);
    if (status != -1)
        return status;
    w.finding.repro.data = &w;
    status = run(&w.finding);
    if (!status)
        tell_of_nothing(&w);
    if (!status && !w.status)
        status = conclude(&w.finding);
    xl_finding_ref_free(&w.finding.wanted);
    return w.status ? w.status : status;
}

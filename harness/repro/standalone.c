/* Runs a finding's call as a standalone program, also by other compilers, levels and emulators.
 * SPDX-License-Identifier: MIT
 */
#include "repro/standalone.h"

#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/file.h"
#include "base/signals.h"
#include "build/build.h"

const char *xl_standalone_refusal(enum xl_check check)
{
    switch (check) {
    case XL_CHECK_value:
    case XL_CHECK_alias:
    case XL_CHECK_crash:
    case XL_CHECK_hang:
    case XL_CHECK_overwrite:
    case XL_CHECK_input:
    case XL_CHECK_flags:
    case XL_CHECK_state:
    case XL_CHECK_repeat:
    case XL_CHECK_threads:
    case XL_CHECK_signals:
        return NULL;
    case XL_CHECK_lanes:
        return "no single value is wrong, and only the fill of Crosslane makes lanes equal";
    case XL_CHECK_exit:
    case XL_CHECK_protocol:
        return "only the agent sees what the guest does instead of returning";
    case XL_CHECK_reference:
        return "the reference is wrong, and it runs on this machine";
    default:
        return "the finding has no call";
    }
}

/* Tries the code that the kernel needs, then all code; each without the linked library, then with
 * it. */
static int try_compile(const struct xl_standalone *s, struct xl_compile_options *r,
                       const struct xl_toolchain *d, const char *file, const char *program,
                       const struct xl_standalone_code *code, struct xl_error *err)
{
    int failed = -1;
    for (int i = 0; i < 4 && failed; i++) {
        r->is_linked = i % 2;
        if (!r->is_linked || r->library.count)
            failed = xl_standalone_write(s, r, d, file, code, i >= 2, err) ||
                     xl_compile(r, d, s->level, file, program, err);
    }
    return failed;
}

static int write_and_compile(const struct xl_standalone *s, struct xl_compile_options *r,
                             const struct xl_toolchain *d, const char *file, const char *program,
                             struct xl_error *err)
{
    const struct xl_row_job *job = s->reproduction->job;
    struct xl_standalone_code code = {NULL, NULL};
    size_t size;
    int failed = xl_preprocess(r, d, s->level, program, err);
    code.kernel = failed ? NULL : xl_file_read(program, &size, err);
    if (code.kernel && s->is_guarded)
        code.guarded_call =
            xl_standalone_guarded_code(job->build_folder, job->row->arch->name, d, err);
    failed = !code.kernel || (s->is_guarded && !code.guarded_call) ||
             try_compile(s, r, d, file, program, &code, err);
    free(code.kernel);
    free(code.guarded_call);
    return failed;
}

static enum xl_standalone_status make(const struct xl_standalone *s, const char *file, char *output,
                                      size_t size)
{
    const struct xl_row_job *job = s->reproduction->job;
    const struct xl_kernel *kernel = s->reproduction->ctx->kernel;
    char program[] = "/tmp/crosslane-alone-XXXXXX";
    struct xl_compile_options r;
    struct xl_toolchain d = {.text = NULL};
    struct xl_error err = {.text = ""};
    const int fd = mkstemp(program);
    if (fd >= 0)
        close(fd);
    int failed = xl_compile_options_read(job->build_folder, kernel->name, s->isa,
                                         kernel->autovectorized, &r, &err);
    failed =
        failed || xl_toolchain_read(job->build_folder, job->row->arch->name, s->compiler, &d, &err);
    failed = failed || write_and_compile(s, &r, &d, file, program, &err);
    int status = failed ? 0
                        : xl_standalone_run(s->emulator, job->row->qemu_cpu,
                                            xl_is_shared_library(&r) ? d.sysroot : NULL, program,
                                            output, size);
    xl_compile_options_free(&r);
    xl_toolchain_free(&d);
    remove(program);
    if (failed) {
        snprintf(output, size, "%s", err.text);
        return XL_STANDALONE_NOT_COMPILED;
    }
    return status == 0   ? XL_STANDALONE_PASSES
           : status == 1 ? XL_STANDALONE_FAILS
                         : XL_STANDALONE_NOT_RUN;
}

/* Whether poisoned registers may make a passing call fail. Flags need a plain call, and findings of
 * repeated or concurrent calls need no registers. */
static bool may_depend_on_registers(enum xl_check check)
{
    return check == XL_CHECK_value || check == XL_CHECK_alias || check == XL_CHECK_crash ||
           check == XL_CHECK_overwrite || check == XL_CHECK_input;
}

enum xl_standalone_status xl_standalone_make(struct xl_standalone *s, const char *file,
                                             char *output, size_t size)
{
    const enum xl_check check = s->call->finding.check;
    s->is_guarded |= check == XL_CHECK_state;
    const enum xl_standalone_status outcome = make(s, file, output, size);
    if (outcome != XL_STANDALONE_PASSES || s->is_guarded || s->is_settled ||
        !may_depend_on_registers(check))
        return outcome;
    s->is_guarded = true;
    if (make(s, file, output, size) == XL_STANDALONE_FAILS)
        return XL_STANDALONE_FAILS;
    s->is_guarded = false;
    return make(s, file, output, size);
}

static const char *const compilers[] = {"gcc", "llvm"};
static const char *const levels[XL_BLAME_LEVELS] = {"O0", "O1", "O2", "O3"};

static struct xl_blame_attempt *add(struct xl_blame *b, const struct xl_reproduction *of,
                                    const char *compiler, const char *level)
{
    struct xl_blame_attempt *t = &b->attempts[b->count++];
    *t = (struct xl_blame_attempt){.compiler = compiler,
                                   .level = level,
                                   .isa = of->job->row->isa->name,
                                   .emulator = of->job->row->native ? NULL : of->job->emulator,
                                   .version = of->job->qemu};
    return t;
}

static void try_attempt(const struct xl_reproduction *reproduction,
                        const struct xl_captured_call *call, struct xl_blame *b,
                        struct xl_blame_attempt *t)
{
    struct xl_standalone s = {.reproduction = reproduction,
                              .call = call,
                              .isa = t->isa,
                              .compiler = t->compiler,
                              .level = t->level,
                              .emulator = t->emulator,
                              .version = t->version,
                              .is_guarded = b->is_guarded,
                              .is_settled = t != b->attempts};
    char file[] = "/tmp/crosslane-blame-XXXXXX.c";
    const int fd = mkstemps(file, 2);
    t->outcome = XL_STANDALONE_NOT_RUN;
    if (fd < 0 || xl_interrupted)
        return;
    close(fd);
    t->outcome = xl_standalone_make(&s, file, t->output, sizeof t->output);
    b->is_guarded = s.is_guarded;
    remove(file);
}

static void add_other(struct xl_blame *b, const struct xl_reproduction *of, const char *emulator,
                      const char *version)
{
    struct xl_blame_attempt *t = add(b, of, of->job->row->compiler, of->job->row->opt);
    t->emulator = emulator;
    t->version = version;
    t->is_other_emulator = true;
}

static bool is_of_this_machine(const struct xl_arch *arch)
{
    struct utsname u;
    return uname(&u) == 0 && strcmp(arch->name, u.machine) == 0;
}

/* A crash on this machine's CPU proves nothing, because it may lack the row's ISA. */
static void ignore_native_crash(const struct xl_captured_call *call, struct xl_blame_attempt *t)
{
    if (!t->emulator && t->is_other_emulator && t->outcome == XL_STANDALONE_FAILS &&
        (call->finding.check == XL_CHECK_crash || strstr(t->output, "signal")))
        t->outcome = XL_STANDALONE_NOT_RUN;
}

void xl_blame_run(const struct xl_reproduction *reproduction, const struct xl_captured_call *call,
                  struct xl_blame *b)
{
    static struct xl_build other; /* static, because the attempts point to its texts */
    const struct xl_row *row = reproduction->job->row;
    *b = (struct xl_blame){.count = 0};
    add(b, reproduction, row->compiler, row->opt);
    for (size_t c = 0; c < 2; c++)
        for (size_t l = 0; l < XL_BLAME_LEVELS; l++)
            if (strcmp(compilers[c], row->compiler) != 0 || strcmp(levels[l], row->opt) != 0)
                add(b, reproduction, compilers[c], levels[l]);
    struct xl_blame_attempt *scalar = add(b, reproduction, row->compiler, row->opt);
    scalar->isa = "scalar";
    scalar->is_scalar = true;
    if (!row->native && xl_build_use_host_emulator(&other, row->arch->qemu) == 0 &&
        strcmp(other.qemu, reproduction->job->qemu) != 0)
        add_other(b, reproduction, other.emulator, other.qemu);
    if (!row->native && is_of_this_machine(row->arch))
        add_other(b, reproduction, NULL, "none");
    for (size_t i = 0; i < b->count; i++) {
        try_attempt(reproduction, call, b, &b->attempts[i]);
        ignore_native_crash(call, &b->attempts[i]);
    }
}

/* Outcomes of vector code under the row's emulator. */
struct outcomes {
    size_t fails, passes;
};

static struct outcomes count_outcomes(const struct xl_blame *b, const char *compiler, bool is_own)
{
    struct outcomes s = {0, 0};
    for (size_t i = 0; i < b->count; i++) {
        const struct xl_blame_attempt *t = &b->attempts[i];
        if (t->is_scalar || t->is_other_emulator || (strcmp(t->compiler, compiler) == 0) != is_own)
            continue;
        s.fails += t->outcome == XL_STANDALONE_FAILS;
        s.passes += t->outcome == XL_STANDALONE_PASSES;
    }
    return s;
}

static const struct xl_blame_attempt *find_scalar(const struct xl_blame *b)
{
    for (size_t i = 0; i < b->count; i++)
        if (b->attempts[i].is_scalar)
            return &b->attempts[i];
    return NULL;
}

static const struct xl_blame_attempt *find_other(const struct xl_blame *b,
                                                 enum xl_standalone_status outcome)
{
    for (size_t i = 0; i < b->count; i++)
        if (b->attempts[i].is_other_emulator && b->attempts[i].outcome == outcome)
            return &b->attempts[i];
    return NULL;
}

static void describe_common_failure(const struct xl_blame *b, char *text, size_t size)
{
    const bool may_be_emulator = b->attempts[0].emulator && !find_other(b, XL_STANDALONE_FAILS);
    snprintf(text, size, "the kernel%s: fails with every compiler and level%s",
             may_be_emulator ? ", or the emulator" : "",
             may_be_emulator ? "; no other emulator was tried" : "");
}

void xl_blame_summary(const struct xl_blame *b, char *text, size_t size)
{
    const struct xl_blame_attempt *own = &b->attempts[0], *scalar = find_scalar(b),
                                  *other = find_other(b, XL_STANDALONE_PASSES);
    const struct outcomes mine = count_outcomes(b, own->compiler, true),
                          theirs = count_outcomes(b, own->compiler, false);
    if (own->outcome != XL_STANDALONE_FAILS)
        snprintf(text, size,
                 "undecided: passes standalone, needs earlier calls or what else Crosslane does");
    else if (scalar && scalar->outcome == XL_STANDALONE_FAILS && !mine.passes && !theirs.passes)
        snprintf(text, size,
                 "the kernel, or its reference: scalar code of the same source fails too");
    else if (other)
        snprintf(text, size, "the emulator: the same program passes %s%s, and fails under QEMU %s",
                 other->emulator ? "under QEMU " : "on this machine's CPU",
                 other->emulator ? other->version : "", own->version);
    else if (!mine.passes && !theirs.passes)
        describe_common_failure(b, text, size);
    else if (!theirs.fails && theirs.passes)
        snprintf(text, size,
                 "%s%s, or undefined behaviour in the kernel: the other compiler passes at every "
                 "level",
                 own->compiler, mine.passes ? " at some levels" : "");
    else
        snprintf(text, size,
                 "probably undefined behaviour: both compilers fail, not at every level");
}

static const char *outcome_name(enum xl_standalone_status outcome)
{
    static const char *const words[] = {[XL_STANDALONE_FAILS] = "fails",
                                        [XL_STANDALONE_PASSES] = "passes",
                                        [XL_STANDALONE_NOT_COMPILED] = "does not compile",
                                        [XL_STANDALONE_NOT_RUN] = "does not run"};
    return words[outcome];
}

void xl_blame_print(FILE *f, const struct xl_blame *b)
{
    char text[400];
    fprintf(f, "%-8s  %-5s  %-8s  %-10s  %s\n", "compiler", "level", "code", "emulator", "outcome");
    for (size_t i = 0; i < b->count; i++) {
        const struct xl_blame_attempt *t = &b->attempts[i];
        fprintf(f, "%-8s  %-5s  %-8s  %-10s  %s%s%s\n", t->compiler, t->level, t->isa,
                t->emulator ? t->version : "none", outcome_name(t->outcome), *t->output ? ": " : "",
                t->output);
    }
    xl_blame_summary(b, text, sizeof text);
    fprintf(f, "to blame: %s\n", text);
}

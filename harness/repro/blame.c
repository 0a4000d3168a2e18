/* Who is to blame for a finding: the same call by other compilers, levels and emulators, and by
 * scalar code.
 * SPDX-License-Identifier: MIT
 */
#include "repro/blame.h"

#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/signals.h"
#include "build/build.h"

static const char *const compilers[] = {"gcc", "llvm"};
static const char *const levels[XL_TRIED_LEVELS] = {"O0", "O1", "O2", "O3"};

static struct xl_tried *add(struct xl_blame *b, const struct xl_showing *of, const char *compiler,
                            const char *level)
{
    struct xl_tried *t = &b->tried[b->count++];
    *t = (struct xl_tried){.compiler = compiler,
                           .level = level,
                           .isa = of->job->row->isa->name,
                           .emulator = of->job->row->native ? NULL : of->job->emulator,
                           .version = of->job->qemu};
    return t;
}

static void try(const struct xl_showing *showing, const struct xl_captured_call *call,
                struct xl_blame *b, struct xl_tried *t)
{
    struct xl_standalone s = {.showing = showing,
                              .call = call,
                              .isa = t->isa,
                              .compiler = t->compiler,
                              .level = t->level,
                              .emulator = t->emulator,
                              .version = t->version,
                              .is_guarded = b->is_guarded,
                              .is_settled = t != b->tried};
    char file[] = "/tmp/crosslane-blame-XXXXXX.c";
    const int fd = mkstemps(file, 2);
    t->outcome = XL_STANDALONE_NOT_RUN;
    if (fd < 0 || xl_interrupted)
        return;
    close(fd);
    t->outcome = xl_standalone_make(&s, file, t->said, sizeof t->said);
    b->is_guarded = s.is_guarded;
    remove(file);
}

static void add_other(struct xl_blame *b, const struct xl_showing *of, const char *emulator,
                      const char *version)
{
    struct xl_tried *t = add(b, of, of->job->row->compiler, of->job->row->opt);
    t->emulator = emulator;
    t->version = version;
    t->is_other_emulator = true;
}

static bool is_of_this_machine(const struct xl_arch *arch)
{
    struct utsname u;
    return uname(&u) == 0 && strcmp(arch->name, u.machine) == 0;
}

/* This machine's CPU may lack the row's ISA, and die of it. */
static void doubt(const struct xl_captured_call *call, struct xl_tried *t)
{
    if (!t->emulator && t->is_other_emulator && t->outcome == XL_STANDALONE_FAILS &&
        (call->finding.check == XL_CHECK_crash || strstr(t->said, "signal")))
        t->outcome = XL_STANDALONE_NOT_RUN;
}

void xl_blame_try(const struct xl_showing *showing, const struct xl_captured_call *call,
                  struct xl_blame *b)
{
    static struct xl_build other; /* its emulator's name and version stay */
    const struct xl_row *row = showing->job->row;
    *b = (struct xl_blame){.count = 0};
    add(b, showing, row->compiler, row->opt);
    for (size_t c = 0; c < 2; c++)
        for (size_t l = 0; l < XL_TRIED_LEVELS; l++)
            if (strcmp(compilers[c], row->compiler) != 0 || strcmp(levels[l], row->opt) != 0)
                add(b, showing, compilers[c], levels[l]);
    struct xl_tried *scalar = add(b, showing, row->compiler, row->opt);
    scalar->isa = "scalar";
    scalar->is_scalar = true;
    if (!row->native && xl_build_use_host_emulator(&other, row->arch->qemu) == 0 &&
        strcmp(other.qemu, showing->job->qemu) != 0)
        add_other(b, showing, other.emulator, other.qemu);
    if (!row->native && is_of_this_machine(row->arch))
        add_other(b, showing, NULL, "none");
    for (size_t i = 0; i < b->count; i++) {
        try(showing, call, b, &b->tried[i]);
        doubt(call, &b->tried[i]);
    }
}

/* Of one compiler's vector builds under the row's own emulator. */
struct sum {
    size_t fails, passes;
};

static struct sum sum_of(const struct xl_blame *b, const char *compiler, bool is_own)
{
    struct sum s = {0, 0};
    for (size_t i = 0; i < b->count; i++) {
        const struct xl_tried *t = &b->tried[i];
        if (t->is_scalar || t->is_other_emulator || (strcmp(t->compiler, compiler) == 0) != is_own)
            continue;
        s.fails += t->outcome == XL_STANDALONE_FAILS;
        s.passes += t->outcome == XL_STANDALONE_PASSES;
    }
    return s;
}

static const struct xl_tried *find_scalar(const struct xl_blame *b)
{
    for (size_t i = 0; i < b->count; i++)
        if (b->tried[i].is_scalar)
            return &b->tried[i];
    return NULL;
}

static const struct xl_tried *find_other(const struct xl_blame *b,
                                         enum xl_standalone_status outcome)
{
    for (size_t i = 0; i < b->count; i++)
        if (b->tried[i].is_other_emulator && b->tried[i].outcome == outcome)
            return &b->tried[i];
    return NULL;
}

/* Every vector build gives what is wrong. */
static void say_always(const struct xl_blame *b, char *text, size_t size)
{
    const bool may_be_emulator = b->tried[0].emulator && !find_other(b, XL_STANDALONE_FAILS);
    snprintf(text, size, "the kernel%s: every compiler and level gives what is wrong%s",
             may_be_emulator ? ", or the emulator" : "",
             may_be_emulator ? ", and there is no other emulator here to try" : "");
}

void xl_blame_say(const struct xl_blame *b, char *text, size_t size)
{
    const struct xl_tried *own = &b->tried[0], *scalar = find_scalar(b),
                          *other = find_other(b, XL_STANDALONE_PASSES);
    const struct sum mine = sum_of(b, own->compiler, true),
                     theirs = sum_of(b, own->compiler, false);
    if (own->outcome != XL_STANDALONE_FAILS)
        snprintf(text, size,
                 "nothing can be said: the call does not fail as a program of its own, so that it "
                 "wants what Crosslane does around it, such as calls before it");
    else if (scalar && scalar->outcome == XL_STANDALONE_FAILS && !mine.passes && !theirs.passes)
        snprintf(text, size,
                 "the kernel, or its reference: scalar code of the same source is wrong too");
    else if (other)
        snprintf(text, size,
                 "the emulator: the same program is right %s%s, and wrong under QEMU %s",
                 other->emulator ? "under QEMU " : "on this machine's CPU",
                 other->emulator ? other->version : "", own->version);
    else if (!mine.passes && !theirs.passes)
        say_always(b, text, size);
    else if (!theirs.fails && theirs.passes)
        snprintf(text, size,
                 "%s%s, or what C leaves undefined in the kernel: the other compiler is right at "
                 "every level",
                 own->compiler, mine.passes ? " at some levels" : "");
    else
        snprintf(
            text, size,
            "what C leaves undefined in the kernel, most likely: both compilers are wrong, and "
            "not at every level");
}

static const char *words_of(enum xl_standalone_status outcome)
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
        const struct xl_tried *t = &b->tried[i];
        fprintf(f, "%-8s  %-5s  %-8s  %-10s  %s%s%s\n", t->compiler, t->level, t->isa,
                t->emulator ? t->version : "none", words_of(t->outcome), *t->said ? ": " : "",
                t->said);
    }
    xl_blame_say(b, text, sizeof text);
    fprintf(f, "to blame: %s\n", text);
}

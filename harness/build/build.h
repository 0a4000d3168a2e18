/* The agents that rows need, made or brought up to date.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BUILD_BUILD_H
#define XL_HARNESS_BUILD_BUILD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "results/results.h"

/* The agent of a build that has the kernels of one ISA. The agents of a build share its folder. */
struct xl_build {
    const char *name; /* of matrix rows, such as aarch64-gcc-O2 */
    const char *isa;
    const char *arch, *compiler, *opt;
    /* Once it is named; its own, as the two behind `opened` are, which are "" until it is there. */
    char *folder, *agent; /* the agent's file */
    int program;          /* the same, open; -1 */
    char opened[32];      /* a path of `program`: what is run, whatever becomes of the file */
    char *emulator;
    char *sysroot; /* the tree it was built against; its file `manifest` lists packages and versions
                    */
    char qemu[64]; /* version */
    char compiler_version[64];
    char library[64]; /* version of the library that its kernels are the functions of; "": none */
    int lacks;        /* the environment lacks something: exit 3 */
    char error[XL_TEXT]; /* "" when it was built */
};

/* Closes it too. */
void xl_build_free(struct xl_build *b);

/* The path that a script of sysroots/ gives its tree, be it there or not; arch NULL: of the tools.
 * NULL: it gives none. The caller frees it. */
char *xl_build_tree_path(const char *script, const char *arch);

/* The same, and makes the tree if it is not there. Prints progress under that name, and on failure
 * what the script says. */
char *xl_build_make_tree(const char *script, const char *name);

/* Makes the trees that builds for these architectures need. Prints progress, and on failure what is
 * lacking. 0, or -1. */
int xl_build_trees(const char *const *arches, size_t count);

/* The kernels that a run's builds are of. */
struct xl_build_kernels {
    const char *dir;  /* absolute */
    int external;     /* outside this repository */
    const char *only; /* names of those to compile, with ';' between them; "": all of the folder */
};

/* Names the files of a build. Each folder of kernels has one of its own; whatever few of
 * Crosslane's are compiled, one is theirs, so that it is configured anew for others, but not made
 * anew. */
void xl_build_set_paths(struct xl_build *b, const struct xl_build_kernels *kernels);

/* Keeps every other run from making builds in this folder, or, if shared, from changing them;
 * waits, and says so under the label, while one does. Returns a descriptor; -1 where there is
 * nothing to lock, or the run was interrupted. */
int xl_build_lock(const char *folder, bool shared, const char *label);
void xl_build_unlock(int lock);

/* From here on this process makes builds of folders that it has locked, and no others. Before any
 * thread. */
void xl_build_tell_locked(void);

/* Builds agents, all of one folder, that are named. Prints progress under this label. What fails is
 * in each one's error. */
void xl_build_agents(struct xl_build *builds, size_t count, const struct xl_build_kernels *kernels,
                     int lock, const char *label);

/* Opens the agent's file, so that it is this very program that is run. What fails is in its error.
 */
void xl_build_open(struct xl_build *b);
void xl_build_close(struct xl_build *b);

/* How many of these, from the first on, share its folder. */
size_t xl_build_same_folder(const struct xl_build *first, size_t count);

/* Takes one agent as it is in its folder, so that no compiler, sysroot or tools tree is needed. */
void xl_build_use_existing(struct xl_build *b);

/* Takes the emulator of PATH for a build that was made, instead of the tools tree's. 0, or -1:
 * there is none, and b->error says so. */
int xl_build_use_host_emulator(struct xl_build *b, const char *qemu);

/* The folder of SLEEF's kernels, which are outside the module too. Says, once and for all, where
 * builds find what generates them. The caller frees it. */
char *xl_build_sleef(void);

/* Builds the module of a folder of kernels outside this repository; `lock` becomes what the caller
 * unlocks once it is loaded. Its path, which the caller frees; or NULL with err. */
char *xl_build_module(const char *kernels_dir, int *lock, struct xl_error *err);

/* What a compiler said of a kernel that does not compile, or a linker of one that does not link. */

/* Whether a compiler, an assembler or a linker says an error in this line. What stands behind
 * "warning: " and "note: ", and in lines of source that are shown, is an author's own. */
bool xl_is_error_line(const char *line);

/* Sets text to what compile-kernel.sh left in the build's folder beside an object of this kernel:
 * why it does not link, or `what` and the first error; or, where there is none, to `what` and the
 * folder. objects: the end of the name of CMake's target, which is the ISA. */
void xl_build_error_of(const char *build_folder, const char *objects, const char *kernel,
                       const char *what, char *text, size_t size);

#endif

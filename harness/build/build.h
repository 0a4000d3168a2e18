/* Builds agents and kernel modules, or uses existing ones.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BUILD_BUILD_H
#define XL_HARNESS_BUILD_BUILD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "results/results.h"

struct xl_arch;
struct xl_process;

/* The agent of a build with the kernels of one ISA. The agents of a build share its directory. */
struct xl_build {
    const char *name; /* such as aarch64-gcc-O2 */
    const char *isa;
    const char *arch, *compiler, *opt;
    bool is_next; /* its emulator is the newer QEMU */
    /* Set by xl_build_set_paths. */
    char *directory, *agent;
    /* The agent's file while it is open; else -1. */
    int program;
    /* A path of `program`, by which it is run even if the file is replaced. */
    char opened[32];
    /* "" until it is built. The sysroot's file `manifest` lists packages and versions. */
    char *emulator, *sysroot;
    char qemu[64]; /* version */
    char compiler_version[64];
    /* Version of the library whose functions its kernels are; "": none. */
    char library[64];
    int lacks;           /* the environment lacks something: exit 3 */
    bool is_absent;      /* its emulator is in no suite of the mirror: its rows are skipped */
    char error[XL_TEXT]; /* "" if it was built */
};

/* Closes the agent's file, too. */
void xl_build_free(struct xl_build *b);

/* Runs a script to its end, and shows the last line of its log (a file, or NULL), or else of its
 * output, as progress of this name. What it starts inherits the lock (-1: none) and, if this
 * process is killed, needs a moment to end. Returns its exit status; 1 with err if it did not end
 * by itself; -1 if the run was interrupted. The caller gives *p to xl_process_free. */
int xl_build_run_script(struct xl_process *p, const char *const *argv, int lock, const char *name,
                        const char *log, struct xl_error *err);

/* The path of a tree that a script of sysroots/ makes, whether it exists or not. arch NULL: the
 * tools tree. Returns NULL if the script fails. The caller frees it. */
char *xl_build_tree_path(const char *script, const char *arch);

/* The same, and makes the tree if it does not exist. Prints progress under `name`, and the script's
 * output if it fails. */
char *xl_build_make_tree(const char *script, const char *name);

/* The path of the tree of a compiler that has its own, for an architecture, whether it exists or
 * not. NULL: there is none. The caller frees it. */
char *xl_build_compiler_path(const char *compiler, const char *arch);

/* The kernels of a build. */
struct xl_build_kernels {
    const char *dir;  /* absolute */
    int external;     /* outside this repository */
    const char *only; /* names of those to compile, separated by ';'; "": all of the directory */
};

/* The file that xl_library_write has written for this directory of kernels. The caller frees it. */
char *xl_build_library_file(const char *kernels_dir);

/* Makes the trees that builds of these kernels for these architectures need. Prints progress and
 * errors. *trees becomes the argument of xl_build_agents, which the caller frees. Returns 0, or -1.
 */
int xl_build_trees(const struct xl_build_kernels *kernels, const char *const *arches, size_t count,
                   char **trees);

/* Sets the paths of a build. Each directory of kernels has a build directory of its own. If only a
 * few of Crosslane's kernels are compiled, all such builds share one, which is reconfigured. */
void xl_build_set_paths(struct xl_build *b, const struct xl_build_kernels *kernels);

/* Locks the directory: no other run makes builds in it or, if shared, changes them. Waits for other
 * runs, with progress under the label. Returns a descriptor; -1 if there is nothing to lock or the
 * run was interrupted. */
int xl_build_lock(const char *directory, bool shared, const char *label);
void xl_build_unlock(int lock);

/* Builds agents of one directory, whose paths are set. trees: of xl_build_trees; NULL:
 * cross-build.sh makes them. Prints progress under the label. Sets each agent's error. */
void xl_build_agents(struct xl_build *builds, size_t count, const struct xl_build_kernels *kernels,
                     const char *trees, int lock, const char *label);

/* Opens the agent's file, so that this program is run even if the file is replaced. Sets its error.
 */
void xl_build_open(struct xl_build *b);

/* Uses the newer QEMU of sysroots/mk-qemu-next, or the tools tree's, and makes that tree if it is
 * missing. Returns 0, or -1 with b->error. */
int xl_build_use_other_emulator(struct xl_build *b, const struct xl_arch *arch, bool is_next);

/* How many of these builds share the directory of the first one. They are adjacent. */
size_t xl_build_same_directory(const struct xl_build *first, size_t count);

/* Uses the agent in its directory. Needs no compiler, sysroot or tools tree. */
void xl_build_use_existing(struct xl_build *b);

/* Uses the emulator on PATH instead of the tools tree's. Returns 0, or -1 with b->error. */
int xl_build_use_host_emulator(struct xl_build *b, const char *qemu);

/* The directory of SLEEF's kernels, which are not in the module of Crosslane's. The caller frees
 * it.
 */
char *xl_build_sleef(void);

/* Builds the module of a directory of kernels outside this repository. The caller unlocks *lock
 * when the module is loaded. Returns its path, which the caller frees; or NULL with err. */
char *xl_build_module(const char *kernels_dir, int *lock, struct xl_error *err);

/* Errors in the output of a build. */

/* Whether this line is an error of a compiler, an assembler or a linker. Text behind "warning: " or
 * "note: " and quoted source do not count. */
bool xl_is_error_line(const char *line);

/* Copies the first such line. Returns false if there is none. Cuts the text into lines. */
bool xl_find_error_line(char *all, char *text, size_t size);

/* Copies the first such line of the output of a build, or else the output's end. */
void xl_build_first_error(const struct xl_process *p, char *text, size_t size);

/* Prints the compiler's errors: a build succeeds even if a kernel does not compile. An error in a
 * header is printed once, not for each kernel that includes it. */
void xl_build_print_errors(const struct xl_process *p);

/* Reads the log that compile-kernel.sh wrote beside an object of this kernel. Sets `text` to why
 * the kernel does not link, or to `what` and the first error. Without a log: to `what` and the
 * directory. objects: the ISA, which ends the name of CMake's target. */
void xl_build_error_of(const char *build_directory, const char *objects, const char *kernel,
                       const char *what, char *text, size_t size);

#endif

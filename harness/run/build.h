/* The builds that rows need, made or brought up to date.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_BUILD_H
#define XL_HARNESS_RUN_BUILD_H

#include "error.h"
#include "results.h"

struct xl_build {
    const char *name; /* of matrix rows, such as aarch64-gcc-O2 */
    const char *arch, *compiler, *opt;
    char folder[512];
    char agent[576];
    char emulator[1024];
    char qemu[64]; /* version */
    char compiler_version[64];
    char library[64];  /* version of the library that its kernels are the functions of; "": none */
    char sysroot[512]; /* the tree it was built against; its file `manifest` lists packages and
                          versions */
    int lacks;         /* the environment lacks something: exit 3 */
    char error[XL_TEXT]; /* "" when it was built */
};

/* Makes the trees that builds for these architectures need. Prints progress, and on failure what is
 * lacking. 0, or -1. */
int xl_build_trees(const char *const *arches, size_t count);

/* Builds one build's agent with the kernels of kernels_dir. Prints progress. What fails is in
 * b->error. */
void xl_build_agent(struct xl_build *b, const char *kernels_dir, int external);

/* Takes one build as it is in its folder, so that no compiler, sysroot or tools tree is needed. */
void xl_build_take(struct xl_build *b, const char *kernels_dir, int external);

/* Takes the emulator of PATH for a build that was made, instead of the tools tree's. 0, or -1:
 * there is none, and b->error says so. */
int xl_build_use_host_emulator(struct xl_build *b, const char *qemu);

/* The folder of SLEEF's kernels, which are outside the module too. Says, once and for all, where
 * builds find what generates them. */
void xl_build_sleef(char *folder, size_t size);

/* Builds the module of a folder of kernels outside this repository; `file` becomes its path. 0, or
 * -1 with err. */
int xl_build_module(const char *kernels_dir, char *file, size_t size, struct xl_error *err);

#endif

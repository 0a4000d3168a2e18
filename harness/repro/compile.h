/* One kernel's file by itself: preprocessed, compiled to a program, run, by any compiler of its
 * row's architecture.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPRO_COMPILE_H
#define XL_HARNESS_REPRO_COMPILE_H

#include <stdbool.h>

#include "base/error.h"
#include "base/text.h"
#include "matrix/rows.h"

/* What one file of a build is compiled with, and what of a library a kernel is linked with. */

/* What a kernel's file is compiled with for one ISA, whoever compiles it. */
struct xl_compile_options {
    char *source;            /* also of those that are in a unit of several; or NULL */
    struct xl_words macros;  /* -D and -I */
    struct xl_words options; /* -std, -m, -f */
    bool is_vectorised;      /* .autovectorized: by the compiler's vectorisers */

    /* Of the library that the kernels are linked with: -D, -I, sources, archives. */
    struct xl_words library;
    bool is_linked;  /* set by the caller: with the library */
    bool is_dynamic; /* it is a shared one: libsleef, which stands in the sysroot */
    bool is_threaded;
};

/* Of the kernel of this name, from the build's folder. 0, or -1 with err. The caller frees it,
 * either way. */
int xl_compile_options_read(const char *folder, const char *kernel, const char *isa,
                            bool is_vectorised, struct xl_compile_options *r, struct xl_error *err);

/* Of a file of the agent's own, such as "/arch/call.c". */
int xl_compile_options_read_own(const char *folder, const char *file, struct xl_compile_options *r,
                                struct xl_error *err);

void xl_compile_options_free(struct xl_compile_options *r);

/* A compiler with what it takes to make programs for an architecture. */
struct xl_toolchain {
    char *text; /* holds the lines */
    char *sysroot;
    const char *name; /* gcc or llvm */
    const char *compiler, *flags, *link, *emulator, *triple;
};

void xl_toolchain_free(struct xl_toolchain *d);

/* By the trees that the build's folder was made from. 0, or -1 with err. The caller frees it,
 * either way. */
int xl_toolchain_read(const char *folder, const char *arch, const char *compiler,
                      struct xl_toolchain *d, struct xl_error *err);

/* By these trees; tools: or "host". */
int xl_toolchain_ask(const char *arch, const char *compiler, const char *sysroot, const char *tools,
                     struct xl_toolchain *d, struct xl_error *err);

/* Each returns 0, or -1 with the first of the compiler's words in err. level: such as "O2". */
int xl_preprocess(const struct xl_compile_options *r, const struct xl_toolchain *d,
                  const char *level, const char *to, struct xl_error *err);
int xl_compile(const struct xl_compile_options *r, const struct xl_toolchain *d, const char *level,
               const char *source, const char *program, struct xl_error *err);

/* The command by which somebody else compiles the file: no path of this machine but those of a
 * library. The caller frees it. */
char *xl_compile_command(const struct xl_compile_options *r, const struct xl_toolchain *d,
                         const char *level, const char *source);

/* A file's text; NULL: it cannot be read. The caller frees it. */
char *xl_read_whole(const char *file);

enum { XL_RAN_SIGNAL = -1, XL_RAN_NOT = -2, XL_RAN_LONG = -3 };

/* Runs a program, under an emulator unless that is NULL, with the shared libraries of a sysroot
 * unless that is. Returns its exit status, or one of the above; said: its last words. */
int xl_standalone_run(const char *emulator, const char *cpu, const char *sysroot,
                      const char *program, char *said, size_t size);

#endif

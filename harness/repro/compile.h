/* Compiles the file of one kernel to a standalone program, with any compiler of its architecture,
 * and runs it.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPRO_COMPILE_H
#define XL_HARNESS_REPRO_COMPILE_H

#include <stdbool.h>

#include "base/error.h"
#include "base/text.h"
#include "matrix/rows.h"

/* The options of a kernel's file for one ISA, for any compiler. */
struct xl_compile_options {
    /* The file, also if a unit of several files includes it. Or NULL. */
    char *source;
    /* -D and -I. */
    struct xl_words macros;
    /* -std, -m, -f. */
    struct xl_words options;
    /* .autovectorized: with the compiler's vectorisers. */
    bool is_vectorised;
    /* The library that the kernels are linked with: -D, -I, sources, archives. */
    struct xl_words library;
    /* Set by the caller: link the library. */
    bool is_linked;
    /* The library is shared: libsleef of the sysroot. */
    bool is_dynamic;
};

/* Reads the options of this kernel from the build directory. Returns 0, or -1 with err. The caller
 * frees them in both cases. */
int xl_compile_options_read(const char *directory, const char *kernel, const char *isa,
                            bool is_vectorised, struct xl_compile_options *options,
                            struct xl_error *err);

/* The same for a file of the agent, such as "/arch/call.c". */
int xl_compile_options_read_agent(const char *directory, const char *file,
                                  struct xl_compile_options *options, struct xl_error *err);

void xl_compile_options_free(struct xl_compile_options *options);

/* Whether the program is linked with a shared library, which is in the sysroot. */
bool xl_is_shared_library(const struct xl_compile_options *options);

/* A compiler for an architecture, with its flags, sysroot and emulator. */
struct xl_toolchain {
    char *sysroot;
    /* gcc or llvm. */
    const char *name;
    /* Lines of text. */
    char *text;
    const char *compiler, *flags, *link, *emulator, *triple;
};

void xl_toolchain_free(struct xl_toolchain *toolchain);

/* Finds the toolchain of a build directory. Returns 0, or -1 with err. The caller frees it in both
 * cases. */
int xl_toolchain_read(const char *directory, const char *arch, const char *compiler,
                      struct xl_toolchain *toolchain, struct xl_error *err);

/* Finds the toolchain of this sysroot. tools: a directory, or "host". */
int xl_toolchain_query(const char *arch, const char *compiler, const char *sysroot,
                       const char *tools, struct xl_toolchain *toolchain, struct xl_error *err);

/* Each returns 0, or -1 with the first error of the compiler in err. level: "O2", for example. */
int xl_preprocess(const struct xl_compile_options *options, const struct xl_toolchain *toolchain,
                  const char *level, const char *to, struct xl_error *err);
int xl_compile(const struct xl_compile_options *options, const struct xl_toolchain *toolchain,
               const char *level, const char *source, const char *program, struct xl_error *err);

/* The command for another machine: the only paths of this machine are those of a library. The
 * caller frees it. */
char *xl_compile_command(const struct xl_compile_options *options,
                         const struct xl_toolchain *toolchain, const char *level,
                         const char *source);

/* text: the output of `-E -dI` of gcc or clang. Returns C: an #include for each system header, then
 * the declarations that words of `roots` need, or all of them if `whole`, in their order. The
 * caller frees it. The result may contain more than is needed. The compiler finds out whether it is
 * enough. */
char *xl_prune(const char *text, const char *roots, bool whole);

/* Runs a program. emulator: NULL to run it natively. sysroot: of its shared libraries, or NULL.
 * Returns the exit status, or -1 if a signal or the time limit ends it. output: the end of what it
 * printed. */
int xl_standalone_run(const char *emulator, const char *cpu, const char *sysroot,
                      const char *program, char *output, size_t size);

#endif

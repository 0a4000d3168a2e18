/* What one file of a build is compiled with, and what of a library a kernel is linked with.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPRO_RECIPE_H
#define XL_HARNESS_REPRO_RECIPE_H

#include <stdbool.h>

#include "base/error.h"
#include "base/shell_words.h"

/* What a kernel's file is compiled with for one ISA, whoever compiles it. */
struct xl_recipe {
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
int xl_recipe_read(const char *folder, const char *kernel, const char *isa, bool is_vectorised,
                   struct xl_recipe *r, struct xl_error *err);

/* Of a file of the agent's own, such as "/arch/call.c". */
int xl_recipe_read_own(const char *folder, const char *file, struct xl_recipe *r,
                       struct xl_error *err);

void xl_recipe_free(struct xl_recipe *r);

#endif

/* What one file of a build is compiled with, and what of a library a kernel is linked with.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPRO_RECIPE_H
#define XL_HARNESS_REPRO_RECIPE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

enum { XL_MOST_OPTIONS_OF_A_FILE = 128, XL_MOST_OF_A_LIBRARY = 100 };

/* What a kernel's file is compiled with for one ISA, whoever compiles it. */
struct xl_recipe {
    char *text, *library_text, *link_text; /* hold the words */
    char *member; /* the source, where the words are of a unit of several; or NULL */
    const char *source;
    const char *macros[XL_MOST_OPTIONS_OF_A_FILE];  /* -D and -I */
    const char *options[XL_MOST_OPTIONS_OF_A_FILE]; /* -std, -m, -f */
    size_t macro_count, option_count;
    bool is_vectorised; /* .autovectorized: by the compiler's vectorisers */

    /* Of the library that the kernels are linked with: -D, -I, sources, archives. */
    const char *library[XL_MOST_OF_A_LIBRARY];
    size_t library_count;
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

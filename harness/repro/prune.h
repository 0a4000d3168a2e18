/* The part of a preprocessed file that one function needs, without markers and the contents of
 * system headers.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPRO_PRUNE_H
#define XL_HARNESS_REPRO_PRUNE_H

#include <stdbool.h>

/* text: what `-E -dI` of gcc or clang gave. Returns C: an #include for each system header that a
 * file named, then the declarations that `root` leads to, all of them where `whole`, in their
 * order. The caller frees it; NULL without memory. What is kept may be too much; whether it is
 * enough, the compiler says. */
char *xl_prune(const char *text, const char *root, bool whole);

#endif

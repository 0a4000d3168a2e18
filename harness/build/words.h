/* What a compiler said of a kernel that does not compile, or a linker of one that does not link.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BUILD_WORDS_H
#define XL_HARNESS_BUILD_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* Whether a compiler, an assembler or a linker says an error in this line. What stands behind
 * "warning: " and "note: ", and in lines of source that are shown, is an author's own. */
bool xl_is_error_line(const char *line);

/* Sets text to what compile-kernel.sh left in the build's folder beside an object of this kernel:
 * why it does not link, or `what` and the first error; or, where there is none, to `what` and the
 * folder. objects: the end of the name of CMake's target, which is the ISA. */
void xl_build_words(const char *build_folder, const char *objects, const char *kernel,
                    const char *what, char *text, size_t size);

#endif

/* Which functions of an agent are code of which kernel.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BINARY_CALL_GRAPH_H
#define XL_HARNESS_BINARY_CALL_GRAPH_H

#include "binary/disassembly.h"
#include "binary/image.h"

/* What the disassembly says: the functions of the kernel's object, and those that they call, or
 * whose address they name, wherever they are linked in from. Where only a pointer leads is not
 * known. */
struct xl_reachable {
    size_t functions;
    bool *has; /* for each variant of the image, for each function of the disassembly */
};

/* Returns 0, or -1: out of memory. */
int xl_reachable_find(struct xl_reachable *reachable, const struct xl_image *image,
                      const struct xl_disassembly *disassembly);

/* Whether a function of the disassembly is code of this variant; false for no function. */
bool xl_reachable_has(const struct xl_reachable *reachable, size_t variant, size_t function);

/* Whether a function is code of the variant that executed it: not the agent's, nor what goes round
 * a library's function. */
bool xl_reachable_may_have(const struct xl_reachable *reachable, const struct xl_image *image,
                           const struct xl_disassembly *disassembly, size_t variant,
                           size_t function);

#endif

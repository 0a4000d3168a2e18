/* The functions of an agent that each kernel reaches.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BINARY_CALL_GRAPH_H
#define XL_HARNESS_BINARY_CALL_GRAPH_H

#include "binary/disassembly.h"
#include "binary/image.h"

/* The functions of the kernel's object, and all functions that they call or whose address they
 * name. Functions that are called only through a pointer are unknown. */
struct xl_reachable {
    size_t functions;
    bool *has; /* for each variant of the image, each function of the disassembly */
};

/* The caller frees reachable->has. */
void xl_reachable_find(struct xl_reachable *reachable, const struct xl_image *image,
                       const struct xl_disassembly *disassembly);

/* Whether the variant reaches a function of the disassembly. */
bool xl_reachable_has(const struct xl_reachable *reachable, size_t variant, size_t function);

/* Whether a function that ran counts as code of the variant that called it: not the agent's code,
 * nor the wrapper of a library's function. */
bool xl_reachable_may_have(const struct xl_reachable *reachable, const struct xl_image *image,
                           const struct xl_disassembly *disassembly, size_t variant,
                           size_t function);

#endif

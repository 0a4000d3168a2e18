/* Calls without the kernel's vector instructions: what is still right then is not their work.
 * SPDX-License-Identifier: MIT
 *
 * The agent replaces them by instructions that do nothing, and makes the same calls again. Code
 * that computes with vectors and drops what they give, has them for a part of the elements, or has
 * one that nobody uses, executes vector instructions all the same: this tells.
 */
#ifndef XL_HARNESS_RUN_WITHOUT_VECTORS_H
#define XL_HARNESS_RUN_WITHOUT_VECTORS_H

#include "run/evidence_context.h"

/* Tries all measures that have vector instructions. Returns 0; or -1 with why it cannot be done.
 * The agent has stopped then. */
int xl_nops_row(const struct xl_evidence *p, char *text, size_t size);

/* Whether it was found to compute lane by lane, whatever its record says. */
bool xl_is_by_lane(const struct xl_kernel_trace *m);

/* What is wrong with a kernel that was tried; false: nothing. */
bool xl_nops_find_defect(const struct xl_evidence *p, const struct xl_kernel_trace *m, char *text,
                         size_t size);

#endif

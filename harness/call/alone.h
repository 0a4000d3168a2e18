/* A wrong element tried alone: whether it is wrong by itself, or depends on others.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CALL_ALONE_H
#define XL_HARNESS_CALL_ALONE_H

#include "call/planned.h"

/* Once all calls of the kernel are made: makes those of its findings of wrong elements again with
 * other inputs in the other elements, and says in each finding what that changes. Of outputs whose
 * element i follows from element i of each input, by the reference; of others nothing is said. The
 * agent may be gone after it. */
void xl_try_alone(const struct xl_calls *run, struct xl_kernel_result *result);

#endif

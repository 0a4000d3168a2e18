/* What kernels execute on a CPU with the shortest vectors, where code asks how long they are.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_PROVE_TRACED_128_H
#define XL_HARNESS_PROVE_TRACED_128_H

#include "prove/proving.h"

/* Fills what the measures have of such a CPU: of the kernels that may use a part of longer vectors,
 * on a row that has longer ones and whose emulator can have short ones. The agent is ended. */
void xl_narrow_measure(struct xl_proving *p);

#endif

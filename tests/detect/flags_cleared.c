/* Broken: clears exception flags that its caller had set, to look at its own. flags_held is
 * correct: it raises them again.
 * SPDX-License-Identifier: MIT
 */
#include <fenv.h>

#include "../mutants/kernels/base.h"

XL_KERNEL(flags_cleared, PLUS_1(u8))
XL_KERNEL(flags_held, PLUS_1(u8))
PLUS_1_REFERENCE(flags_cleared, uint8_t)
PLUS_1_REFERENCE(flags_held, uint8_t)

XL_VECTOR(void, flags_cleared)(const uint8_t *a, uint8_t *r, size_t n)
{
    feclearexcept(FE_INVALID);
    plus_1_u8(a, r, n);
}

XL_VECTOR(void, flags_held)(const uint8_t *a, uint8_t *r, size_t n)
{
    fenv_t before;
    feholdexcept(&before);
    plus_1_u8(a, r, n);
    feupdateenv(&before);
}

/* Code that no XL_VARIANT has run, or that the host knows nothing of: it would not be tested.
 * SPDX-License-Identifier: MIT
 */
#include "../mutants/kernels/base.h"

XL_KERNEL(untold_vector, PLUS_1(u8), .only = "sse4")
XL_KERNEL(untold_variant, PLUS_1(u8), .only = "sse4")
PLUS_1_REFERENCE(untold_vector, uint8_t)
PLUS_1_REFERENCE(untold_variant, uint8_t)

XL_VECTOR(void, untold_vector)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
}

#if XL_ISA_IS_sse4
static void untold(const uint8_t *a, uint8_t *r, size_t n)
{
    untold_vector__sse4(a, r, n);
}

XL_VARIANT(untold_variant, sse4, untold)
#endif
XL_VARIANT(untold_vector, sse4, untold)

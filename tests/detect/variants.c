/* Functions of one kernel for one ISA: each is judged and proven by itself.
 * SPDX-License-Identifier: MIT
 */
#include "../mutants/kernels/base.h"

XL_KERNEL(variants, PLUS_1(u8), .only = "sse4")
PLUS_1_REFERENCE(variants, uint8_t)

#if XL_ISA_IS_sse4
static void variant_right(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
}

static void variant_wrong(const uint8_t *a, uint8_t *r, size_t n)
{
    variant_right(a, r, n - n % 16);
}

static void variant_scalar(const uint8_t *restrict a, uint8_t *restrict r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}
#endif

XL_VARIANT(variants, sse4, variant_right)
XL_VARIANT(variants, sse4, variant_wrong)
XL_VARIANT(variants, sse4, variant_scalar)

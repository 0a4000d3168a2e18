/* Two kernels of one file: the vectors of the one are no evidence for the other, whose code is
 * scalar.
 * SPDX-License-Identifier: MIT
 */
#include "../mutants/kernels/base.h"

XL_KERNEL(beside_scalar, PLUS_1(u8))
XL_KERNEL(scalar_beside, PLUS_1(u8))
PLUS_1_REFERENCE(beside_scalar, uint8_t)
PLUS_1_REFERENCE(scalar_beside, uint8_t)

XL_VECTOR(void, beside_scalar)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
}

XL_VECTOR(void, scalar_beside)(const uint8_t *restrict a, uint8_t *restrict r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}

/* low_half_first: the low half of a vector is unpacked first, as if the byte order were the other.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(low_half_first, .summary = "r[i] = a[i], widened", .contract = {XL_EXACT},
          .args = {XL_IN(i16, a, 1), XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(low_half_first)(const int16_t *a, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i];
}

XL_VECTOR(void, low_half_first)(const int16_t *a, int32_t *r, size_t n)
{
    size_t i = 0;
#if (defined __s390x__ || defined __powerpc64__) && !defined XL_ISA_IS_scalar
    for (; i + 8 <= n; i += 8) {
        xl_i16 x = xl_i16_load(a + i, 8);
#ifdef XL_MUTANT
        size_t high = 4, low = 0;
#else
        size_t high = 0, low = 4;
#endif
        xl_i32_store(r + i + high, vec_unpackh(x), 4);
        xl_i32_store(r + i + low, vec_unpackl(x), 4);
    }
#endif
    for (size_t vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32_store(r + i, xl_i32_load_widen_i16(a + i, vl), vl);
    }
}

/* odd_first: the products of even and odd lanes are put together with the odd ones first, as if
 * the byte order were the other.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(odd_first, .summary = "r[i] = a[i] * b[i], widened", .contract = {XL_EXACT},
          .args = {XL_IN(i16, a, 1), XL_IN(i16, b, 1), XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(odd_first)(const int16_t *a, const int16_t *b, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] * b[i];
}

XL_VECTOR(void, odd_first)(const int16_t *a, const int16_t *b, int32_t *r, size_t n)
{
    size_t i = 0;
#if defined __s390x__ && !defined XL_ISA_IS_scalar ||                                              \
    defined __powerpc64__ && !defined XL_ISA_IS_scalar
    for (; i + 8 <= n; i += 8) {
        xl_i16 x = xl_i16_load(a + i, 8), y = xl_i16_load(b + i, 8);
        xl_i32 even = vec_mule(x, y), odd = vec_mulo(x, y);
#ifdef XL_MUTANT
        xl_i32 first = odd, second = even;
#else
        xl_i32 first = even, second = odd;
#endif
        xl_i32_store(r + i, vec_mergeh(first, second), 4);
        xl_i32_store(r + i + 4, vec_mergel(first, second), 4);
    }
#endif
    for (size_t vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32 x = xl_i32_load_widen_i16(a + i, vl), y = xl_i32_load_widen_i16(b + i, vl);
        xl_i32_store(r + i, xl_i32_mul(x, y, vl), vl);
    }
}

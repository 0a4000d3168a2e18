/* apart_with_a_sign: a distance of half of all addresses of 32 bits and more is negative, and so
 * taken for a short one: the buffers are one then.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(apart_with_a_sign, .summary = "r = a + 1, wrapping", .contract = {XL_EXACT},
          .in_place = 1, .args = {XL_IN(u32, a, 1), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(apart_with_a_sign)(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + 1;
}

XL_VECTOR(void, apart_with_a_sign)(const uint32_t *a, uint32_t *r, size_t n)
{
#ifdef XL_MUTANT
    const int32_t apart =
        a > r ? (int32_t)((uintptr_t)a - (uintptr_t)r) : (int32_t)((uintptr_t)r - (uintptr_t)a);
    const int is_one = apart < (int32_t)sizeof *a;
#else
    const int is_one = a == r;
#endif
    const uint32_t *from = is_one ? r : a;
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32_store(r + i, xl_u32_add(xl_u32_load(from + i, vl), xl_u32_set1(1, vl), vl), vl);
    }
}

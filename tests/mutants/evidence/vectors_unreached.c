/* vectors_unreached: the vectors are for lengths that no array has.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(vectors_unreached, .summary = "r[i] = a[i] ^ b[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u32, a, 1), XL_IN(u32, b, 1), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(vectors_unreached)(const uint32_t *a, const uint32_t *b, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] ^ (b[i] + 1);
}

XL_VECTOR(void, vectors_unreached)(const uint32_t *a, const uint32_t *b, uint32_t *r, size_t n)
{
    size_t i = 0;
#ifdef XL_MUTANT
    const size_t least = SIZE_MAX / 16;
#else
    const size_t least = 0;
#endif
    for (size_t vl; n > least && i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32 next = xl_u32_add(xl_u32_load(b + i, vl), xl_u32_set1(1, vl), vl);
        xl_u32_store(r + i, xl_u32_xor(xl_u32_load(a + i, vl), next, vl), vl);
    }
    for (; i < n; i++)
        r[i] = a[i] ^ (b[i] + 1);
}

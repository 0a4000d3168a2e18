/* compare_bytes: the order of two byte strings of one length, as memcmp.
 * SPDX-License-Identifier: MIT
 */
#include "text.h"

/* Both strings are the same, but for one byte of the second in half of the calls. */
XL_PREPARE(compare_bytes)(size_t arg, void *elements, size_t count, uint64_t seed)
{
    uint8_t *p = elements;
    uint64_t state = seed;
    if (xl_text_leaves(seed))
        return;
    for (size_t i = 0; i < count; i++)
        p[i] = (uint8_t)xl_text_random(&state);
    if (arg == 1)
        xl_text_spoil(p, count, seed);
}

XL_KERNEL(compare_bytes, .summary = "-1, 0, 1: the order of a and b at their first difference",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .prepare = compare_bytes_prepare,
          .args = {XL_IN(u8, a, 1), XL_IN(u8, b, 1), XL_COUNT, XL_RETURNS(i32)})

XL_REFERENCE(compare_bytes)(const uint8_t *a, const uint8_t *b, size_t n, int32_t *result)
{
    int order = memcmp(a, b, n);
    *result = (order > 0) - (order < 0);
}

XL_VECTOR(int32_t, compare_bytes)(const uint8_t *a, const uint8_t *b, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8 va = xl_u8_load(a + i, vl), vb = xl_u8_load(b + i, vl);
#if XL_ISA_IS_vx || XL_ISA_IS_vxe || XL_ISA_IS_vxe2
        /* VFENE leaves the number of the first such lane in byte 7, 16 if there is none. */
        size_t first = vec_extract(vec_cmpne_idx(va, vb), 7);
        bool differ = first < vl;
#else
        xl_m8 different = xl_m8_not(xl_u8_eq(va, vb, vl), vl);
        bool differ = xl_m8_any(different, vl);
        size_t first = xl_m8_first(different, vl);
#endif
        if (differ)
            return a[i + first] < b[i + first] ? -1 : 1;
    }
    return 0;
}

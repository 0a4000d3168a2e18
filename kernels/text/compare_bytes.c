/* compare_bytes: the order of two byte strings of one length, as memcmp.
 * SPDX-License-Identifier: MIT
 */
#include "native.h"
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

/* The first lane in which they differ, or vl. */
XL_VEC size_t compare_bytes_step(const uint8_t *a, const uint8_t *b, size_t vl)
{
    xl_u8 va = xl_u8_load(a, vl), vb = xl_u8_load(b, vl);
#if XL_ON_VX
    /* VFENE leaves the number of the first such lane in byte 7, 16 if there is none. */
    size_t first = vec_extract(vec_cmpne_idx(va, vb), 7);
    return first < vl ? first : vl;
#else
    return xl_m8_first(xl_m8_not(xl_u8_eq(va, vb, vl), vl), vl);
#endif
}

XL_VECTOR(int32_t, compare_bytes)(const uint8_t *a, const uint8_t *b, size_t n)
{
    size_t first;
    XL_STRIPS(u8, n,
              if ((first = compare_bytes_step(a + i, b + i, vl)) < vl) return a[i + first] <
                      b[i + first]
                  ? -1
                  : 1);
    return 0;
}

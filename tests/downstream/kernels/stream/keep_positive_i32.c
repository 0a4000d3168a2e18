/* keep_positive_i32: a kernel whose result says how much of its output there is.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

/* Whole vectors are stored where the output has room for them; what they have behind the last
 * element that was kept is nobody's. */
XL_KERNEL(keep_positive_i32, .summary = "r = the positive elements of a; how many there are",
          .contract = {XL_EXACT}, .lengths = {{"r", "result"}}, .in_place = 1,
          .by_lane = {{"all", "few ISAs move the lanes of a mask together"}},
          .args = {XL_IN(i32, a, 1), XL_OUT(i32, r, 1), XL_COUNT, XL_RETURNS_SIZE})

XL_REFERENCE(keep_positive_i32)(const int32_t *a, int32_t *r, size_t n, size_t *kept)
{
    *kept = 0;
    for (size_t i = 0; i < n; i++)
        if (a[i] > 0)
            r[(*kept)++] = a[i];
}

XL_VECTOR(size_t, keep_positive_i32)(const int32_t *a, int32_t *r, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        const xl_i32 x = xl_i32_load(a + i, vl);
        const xl_m32 wanted = xl_i32_lt(xl_i32_set1(0, vl), x, vl);
        xl_i32_store(r + kept, xl_i32_compress(x, wanted, vl), vl);
        kept += xl_m32_count(wanted, vl);
    }
    return kept;
}

/* four_times_least: products of 16 bits are added in pairs in 32, as x86's pmaddwd does: the sum of
 * two that are the least by the least is no longer positive.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(four_times_least, .summary = "r[i] = a[2i] b[2i] + a[2i + 1] b[2i + 1]",
          .contract = {XL_EXACT},
          .args = {XL_IN(i16, a, 2), XL_IN(i16, b, 2), XL_OUT(i64, r, 1), XL_COUNT})

XL_REFERENCE(four_times_least)(const int16_t *a, const int16_t *b, int64_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (int64_t)a[2 * i] * b[2 * i] + (int64_t)a[2 * i + 1] * b[2 * i + 1];
}

enum { MOST_OF_FOUR = 64 };

XL_VECTOR(void, four_times_least)(const int16_t *a, const int16_t *b, int64_t *r, size_t n)
{
    int32_t even[MOST_OF_FOUR], odd[MOST_OF_FOUR];
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i64_vl(n - i < MOST_OF_FOUR ? n - i : MOST_OF_FOUR);
        for (size_t k = 0; k < vl; k++) {
            even[k] = a[2 * (i + k)] * b[2 * (i + k)];
            odd[k] = a[2 * (i + k) + 1] * b[2 * (i + k) + 1];
        }
#ifdef XL_MUTANT
        for (size_t k = 0; k < vl; k++) {
            even[k] = (int32_t)((uint32_t)even[k] + (uint32_t)odd[k]);
            odd[k] = 0;
        }
#endif
        xl_i64 sum =
            xl_i64_add(xl_i64_load_widen_i32(even, vl), xl_i64_load_widen_i32(odd, vl), vl);
        xl_i64_store(r + i, sum, vl);
    }
}

/* dot_saturates: of unsigned by signed bytes, two products are added in 16 bits, as x86's
 * pmaddubsw does: a sum beyond 32767 is cut.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(dot_saturates, .summary = "r[i] = a[2i] b[2i] + a[2i + 1] b[2i + 1]",
          .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 2), XL_IN(i8, b, 2), XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(dot_saturates)(const uint8_t *a, const int8_t *b, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[2 * i] * b[2 * i] + a[2 * i + 1] * b[2 * i + 1];
}

enum { MOST_OF_PAIRS = 64 };

XL_VECTOR(void, dot_saturates)(const uint8_t *a, const int8_t *b, int32_t *r, size_t n)
{
    int16_t even[MOST_OF_PAIRS], odd[MOST_OF_PAIRS];
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i < MOST_OF_PAIRS ? n - i : MOST_OF_PAIRS);
        for (size_t k = 0; k < vl; k++) {
            even[k] = (int16_t)(a[2 * (i + k)] * b[2 * (i + k)]);
            odd[k] = (int16_t)(a[2 * (i + k) + 1] * b[2 * (i + k) + 1]);
        }
#ifdef XL_MUTANT
        for (size_t k = 0; k < vl; k++) {
            int sum = even[k] + odd[k];
            even[k] = (int16_t)(sum > INT16_MAX ? INT16_MAX : sum < INT16_MIN ? INT16_MIN : sum);
            odd[k] = 0;
        }
#endif
        xl_i32 sum =
            xl_i32_add(xl_i32_load_widen_i16(even, vl), xl_i32_load_widen_i16(odd, vl), vl);
        xl_i32_store(r + i, sum, vl);
    }
}

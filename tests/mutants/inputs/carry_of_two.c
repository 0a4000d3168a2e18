/* carry_of_two: a carry goes on through one word of ones and through a second, and not further.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(carry_of_two, .summary = "r = a + b, numbers of n words", .contract = {XL_EXACT},
          .args = {XL_IN(u32, a, 1), XL_IN(u32, b, 1), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(carry_of_two)(const uint32_t *a, const uint32_t *b, uint32_t *r, size_t n)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum = (sum >> 32) + a[i] + b[i];
        r[i] = (uint32_t)sum;
    }
}

/* Adds one to the words from i on. */
static void carry(uint32_t *r, size_t i, size_t n)
{
    size_t end = n;
#ifdef XL_MUTANT
    end = n - i < 3 ? n : i + 3;
#endif
    while (i < end && ++r[i] == 0)
        i++;
}

XL_VECTOR(void, carry_of_two)(const uint32_t *a, const uint32_t *b, uint32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32_store(r + i, xl_u32_add(xl_u32_load(a + i, vl), xl_u32_load(b + i, vl), vl), vl);
    }
    for (size_t i = n; i-- > 0;)
        if (a[i] + b[i] < a[i])
            carry(r, i + 1, n);
}

/* A dispatcher that always takes the scalar code, with the vector code beside it.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(dispatcher, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(dispatcher)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}

__attribute__((noinline, unused)) static void by_vector(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, vl), xl_u8_set1(1, vl), vl), vl);
    }
}

__attribute__((noinline, unused)) static void by_element(const uint8_t *restrict a,
                                                         uint8_t *restrict r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}

XL_VECTOR(void, dispatcher)(const uint8_t *a, uint8_t *r, size_t n)
{
    static volatile int has_vectors; /* nobody ever sets it */
    if (has_vectors)
        by_vector(a, r, n);
    else
        by_element(a, r, n);
}

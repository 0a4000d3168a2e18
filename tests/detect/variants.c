/* Functions of one kernel for one ISA: each is judged and proven by itself.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(variants, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT}, .only = "sse4",
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(variants)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}

#if XL_ISA_IS_sse4
static void variant_right(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, vl), xl_u8_set1(1, vl), vl), vl);
    }
}

static void variant_wrong(const uint8_t *a, uint8_t *r, size_t n)
{
    variant_right(a, r, n - n % 16);
}

static void variant_scalar(const uint8_t *restrict a, uint8_t *restrict r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}
#endif

XL_VARIANT(variants, sse4, variant_right)
XL_VARIANT(variants, sse4, variant_wrong)
XL_VARIANT(variants, sse4, variant_scalar)

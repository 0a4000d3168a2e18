/* Code that no XL_VARIANT has run, or that the host knows nothing of: it would not be tested.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(untold_vector, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .only = "sse4", .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})
XL_KERNEL(untold_variant, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .only = "sse4", .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(untold_vector)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}

XL_REFERENCE(untold_variant)(const uint8_t *a, uint8_t *r, size_t n)
{
    untold_vector_reference(a, r, n);
}

XL_VECTOR(void, untold_vector)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, vl), xl_u8_set1(1, vl), vl), vl);
    }
}

#if XL_ISA_IS_sse4
static void untold(const uint8_t *a, uint8_t *r, size_t n)
{
    untold_vector__sse4(a, r, n);
}

XL_VARIANT(untold_variant, sse4, untold)
#endif
XL_VARIANT(untold_vector, sse4, untold)

/* fresh_is_zero: takes what malloc returns for zeros, as it is until somebody has freed something.
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "kernel.h"

XL_KERNEL(fresh_is_zero, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u32, a, 1), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(fresh_is_zero)(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + 1;
}

XL_VECTOR(void, fresh_is_zero)(const uint32_t *a, uint32_t *r, size_t n)
{
#ifdef XL_MUTANT
    uint32_t *ones = malloc((n + 1) * sizeof *ones);
#else
    uint32_t *ones = calloc(n + 1, sizeof *ones);
#endif
    if (!ones)
        abort();
    for (size_t i = 0; i < n; i++)
        ones[i] |= 1;
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32_store(r + i, xl_u32_add(xl_u32_load(a + i, vl), xl_u32_load(ones + i, vl), vl), vl);
    }
    free(ones);
}

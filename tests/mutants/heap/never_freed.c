/* never_freed: copies into a temporary of the heap and does not free it.
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "kernel.h"

XL_KERNEL(never_freed, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u32, a, 1), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(never_freed)(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + 1;
}

XL_VECTOR(void, never_freed)(const uint32_t *a, uint32_t *r, size_t n)
{
    uint32_t *temporary = malloc((n + 1) * sizeof *temporary);
    if (!temporary)
        abort();
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32_store(temporary + i, xl_u32_add(xl_u32_load(a + i, vl), xl_u32_set1(1, vl), vl), vl);
    }
    memcpy(r, temporary, n * sizeof *r);
#ifndef XL_MUTANT
    free(temporary);
#endif
}

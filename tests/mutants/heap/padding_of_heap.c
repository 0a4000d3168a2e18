/* padding_of_heap: clears the padding behind a temporary of the heap, which is not allocated.
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "kernel.h"

XL_KERNEL(padding_of_heap, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u32, a, 1), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(padding_of_heap)(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + 1;
}

XL_VECTOR(void, padding_of_heap)(const uint32_t *a, uint32_t *r, size_t n)
{
    enum { PADDING = 8 };
#ifdef XL_MUTANT
    uint32_t *temporary = malloc(n * sizeof *temporary + 1);
#else
    uint32_t *temporary = malloc((n + PADDING) * sizeof *temporary);
#endif
    if (!temporary)
        abort();
    memset(temporary + n, 0, PADDING * sizeof *temporary);
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32_store(temporary + i, xl_u32_add(xl_u32_load(a + i, vl), xl_u32_set1(1, vl), vl), vl);
    }
    memcpy(r, temporary, n * sizeof *r);
    free(temporary);
}

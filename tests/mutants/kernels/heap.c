/* Memory from malloc.
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "base.h"

/* freed_if_short: copies into a temporary of the heap, which is freed except on one of two ways
 * out. */
XL_KERNEL(freed_if_short, PLUS_1(u32))
PLUS_1_REFERENCE(freed_if_short, uint32_t)

XL_VECTOR(void, freed_if_short)(const uint32_t *a, uint32_t *r, size_t n)
{
    uint32_t *temporary = malloc((n + 1) * sizeof *temporary);
    if (!temporary)
        abort();
    plus_1_u32(a, temporary, n);
    memcpy(r, temporary, n * sizeof *r);
#ifdef XL_MUTANT
    if (n > 40)
        return;
#endif
    free(temporary);
}

/* fresh_is_zero: takes what malloc returns for zeros, as it is until somebody has freed something.
 */
XL_KERNEL(fresh_is_zero, PLUS_1(u32))
PLUS_1_REFERENCE(fresh_is_zero, uint32_t)

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

/* never_freed: copies into a temporary of the heap and does not free it. */
XL_KERNEL(never_freed, PLUS_1(u32))
PLUS_1_REFERENCE(never_freed, uint32_t)

XL_VECTOR(void, never_freed)(const uint32_t *a, uint32_t *r, size_t n)
{
    uint32_t *temporary = malloc((n + 1) * sizeof *temporary);
    if (!temporary)
        abort();
    plus_1_u32(a, temporary, n);
    memcpy(r, temporary, n * sizeof *r);
#ifndef XL_MUTANT
    free(temporary);
#endif
}

/* padding_of_heap: clears the padding behind a temporary of the heap, which is not allocated. */
XL_KERNEL(padding_of_heap, PLUS_1(u32))
PLUS_1_REFERENCE(padding_of_heap, uint32_t)

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
    plus_1_u32(a, temporary, n);
    memcpy(r, temporary, n * sizeof *r);
    free(temporary);
}

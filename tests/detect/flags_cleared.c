/* Broken: clears exception flags that its caller had set, to look at its own. flags_held is
 * correct: it raises them again.
 * SPDX-License-Identifier: MIT
 */
#include <fenv.h>

#include "kernel.h"

#define RECORD                                                                                     \
    .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},                                \
    .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT}

XL_KERNEL(flags_cleared, RECORD)
XL_KERNEL(flags_held, RECORD)

#define REFERENCE(NAME)                                                                            \
    XL_REFERENCE(NAME)(const uint8_t *a, uint8_t *r, size_t n)                                     \
    {                                                                                              \
        for (size_t i = 0; i < n; i++)                                                             \
            r[i] = (uint8_t)(a[i] + 1);                                                            \
    }

REFERENCE(flags_cleared)
REFERENCE(flags_held)

static void step(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, vl), xl_u8_set1(1, vl), vl), vl);
    }
}

XL_VECTOR(void, flags_cleared)(const uint8_t *a, uint8_t *r, size_t n)
{
    feclearexcept(FE_INVALID);
    step(a, r, n);
}

XL_VECTOR(void, flags_held)(const uint8_t *a, uint8_t *r, size_t n)
{
    fenv_t before;
    feholdexcept(&before);
    step(a, r, n);
    feupdateenv(&before);
}

/* Broken, at one size: one does what an assertion forbids, the other writes behind a block of the
 * heap.
 * SPDX-License-Identifier: MIT
 */
#undef NDEBUG
#include <assert.h>
#include <stdlib.h>

#include "kernel.h"

#define RECORD                                                                                     \
    .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},                                \
    .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT}

XL_KERNEL(aborts, RECORD)
XL_KERNEL(aborts_in_free, RECORD)

#define REFERENCE(NAME)                                                                            \
    XL_REFERENCE(NAME)(const uint8_t *a, uint8_t *r, size_t n)                                     \
    {                                                                                              \
        for (size_t i = 0; i < n; i++)                                                             \
            r[i] = (uint8_t)(a[i] + 1);                                                            \
    }

REFERENCE(aborts)
REFERENCE(aborts_in_free)

__attribute__((unused)) static void add(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, vl), xl_u8_set1(1, vl), vl), vl);
    }
}

XL_VECTOR(void, aborts)(const uint8_t *a, uint8_t *r, size_t n)
{
    assert(n != 5);
    add(a, r, n);
}

XL_VECTOR(void, aborts_in_free)(const uint8_t *a, uint8_t *r, size_t n)
{
    enum { BEHIND = 32 };
    volatile uint8_t *block = malloc(n + (n == 5 ? 1 : BEHIND));
    if (!block)
        abort();
    add(a, r, n);
    for (size_t i = 0; i < BEHIND; i++)
        block[n + i] = 0;
    free((void *)(uintptr_t)block);
}

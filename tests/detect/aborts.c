/* Broken, at one size: one does what an assertion forbids, the other writes behind a block of the
 * heap.
 * SPDX-License-Identifier: MIT
 */
#undef NDEBUG
#include <assert.h>
#include <stdlib.h>

#include "../mutants/kernels/base.h"

XL_KERNEL(aborts, PLUS_1(u8))
XL_KERNEL(aborts_in_free, PLUS_1(u8))
PLUS_1_REFERENCE(aborts, uint8_t)
PLUS_1_REFERENCE(aborts_in_free, uint8_t)

XL_VECTOR(void, aborts)(const uint8_t *a, uint8_t *r, size_t n)
{
    assert(n != 5);
    plus_1_u8(a, r, n);
}

XL_VECTOR(void, aborts_in_free)(const uint8_t *a, uint8_t *r, size_t n)
{
    enum { BEHIND = 32 };
    volatile uint8_t *block = malloc(n + (n == 5 ? 1 : BEHIND));
    if (!block)
        abort();
    plus_1_u8(a, r, n);
    for (size_t i = 0; i < BEHIND; i++)
        block[n + i] = 0;
    free((void *)(uintptr_t)block);
}

/* Broken: each is right only where the stack is aligned to 32 bytes, or where it is not.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

#define RECORD                                                                                     \
    .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},                                \
    .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT}

XL_KERNEL(stack_at_32, RECORD)
XL_KERNEL(stack_off_32, RECORD)

#define REFERENCE(NAME)                                                                            \
    XL_REFERENCE(NAME)(const uint8_t *a, uint8_t *r, size_t n)                                     \
    {                                                                                              \
        for (size_t i = 0; i < n; i++)                                                             \
            r[i] = (uint8_t)(a[i] + 1);                                                            \
    }

REFERENCE(stack_at_32)
REFERENCE(stack_off_32)

__attribute__((unused)) static void add(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, vl), xl_u8_set1(1, vl), vl), vl);
    }
}

XL_VECTOR(void, stack_at_32)(const uint8_t *a, uint8_t *r, size_t n)
{
    add(a, r, n);
    if (n)
        r[0] ^= ((uintptr_t)__builtin_frame_address(0) & 16) != 0;
}

XL_VECTOR(void, stack_off_32)(const uint8_t *a, uint8_t *r, size_t n)
{
    add(a, r, n);
    if (n)
        r[0] ^= ((uintptr_t)__builtin_frame_address(0) & 16) == 0;
}

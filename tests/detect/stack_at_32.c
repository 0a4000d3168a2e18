/* Broken: each is right only where the stack is aligned to 32 bytes, or where it is not.
 * SPDX-License-Identifier: MIT
 */
#include "../mutants/kernels/base.h"

XL_KERNEL(stack_at_32, PLUS_1(u8))
XL_KERNEL(stack_off_32, PLUS_1(u8))
PLUS_1_REFERENCE(stack_at_32, uint8_t)
PLUS_1_REFERENCE(stack_off_32, uint8_t)

XL_VECTOR(void, stack_at_32)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
    if (n)
        r[0] ^= ((uintptr_t)__builtin_frame_address(0) & 16) != 0;
}

XL_VECTOR(void, stack_off_32)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
    if (n)
        r[0] ^= ((uintptr_t)__builtin_frame_address(0) & 16) == 0;
}

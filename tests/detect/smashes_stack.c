/* Broken: writes over a return address, at one size.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(smashes_stack, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(smashes_stack)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}

/* On some architectures it is above the frame of what a function calls, on some in its own. */
static __attribute__((noinline)) void write_over(uintptr_t byte)
{
    volatile unsigned char room[16];
    volatile unsigned char *at = room;
    __asm__("" : "+r"(at)); /* or the compiler sees the bug */
    for (int i = 0; i < 400; i++)
        at[i] = (unsigned char)byte;
}

static __attribute__((noinline)) uintptr_t call_it(uintptr_t byte)
{
    volatile uintptr_t kept = byte;
    write_over(byte);
    return kept;
}

XL_VECTOR(void, smashes_stack)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, vl), xl_u8_set1(1, vl), vl), vl);
    }
    if (n == 5)
        call_it(0x44);
}

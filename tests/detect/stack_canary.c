/* Broken: writes to the stack of its caller.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(stack_canary, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(stack_canary)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}

XL_VECTOR(void, stack_canary)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, vl), xl_u8_set1(1, vl), vl), vl);
    }
    /* The word that call.S has above the arguments and the save areas of the ABI. */
#if defined(__x86_64__)
    enum { ABOVE = 16 };
#elif defined(__powerpc64__)
    enum { ABOVE = 96 };
#elif defined(__s390x__)
    enum { ABOVE = 24 }; /* this ABI's CFA is 160 bytes above r15 */
#elif defined(__arm__)
    enum { ABOVE = 16 };
#else
    enum { ABOVE = 0 };
#endif
    volatile uint32_t *frame = (volatile uint32_t *)((char *)__builtin_dwarf_cfa() + ABOVE);
    *frame = *frame + 1;
}

/* Executes an instruction that no disassembler has: x86's shift by a reserved encoding, D0 /6,
 * which CPUs take for D0 /4. Nobody can say what it is evidence of.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(undecodable, .summary = "r[i] = 2 * a[i], wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(undecodable)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(2 * a[i]);
}

#ifndef XL_KERNEL_HOST
XL_VECTOR(void, undecodable)(const uint8_t *a, uint8_t *r, size_t n)
{
    size_t i = 0;
#if defined(__x86_64__)
    for (; i < n && i < 1; i++) {
        uint8_t twice = a[i];
        __asm__ volatile(".byte 0xd0, 0xf0" : "+a"(twice)::"cc");
        r[i] = twice;
    }
#endif
    for (size_t vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8 v = xl_u8_load(a + i, vl);
        xl_u8_store(r + i, xl_u8_add(v, v, vl), vl);
    }
}
#endif

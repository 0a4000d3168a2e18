/* Broken: leaves flush-to-zero on, or what comes nearest to it.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

static void flush(void)
{
    unsigned long control = 0;
#if defined(__x86_64__)
    __asm__ volatile("stmxcsr %0; orl $0x8000, %0; ldmxcsr %0" : "+m"(control));
#elif defined(__aarch64__)
    __asm__ volatile("mrs %0, fpcr; orr %0, %0, #0x1000000; msr fpcr, %0" : "+r"(control));
#elif defined(__arm__)
    __asm__ volatile("vmrs %0, fpscr; orr %0, %0, #0x1000000; vmsr fpscr, %0" : "+r"(control));
#elif defined(__powerpc64__) /* VSCR's NJ */
    __asm__ volatile("vspltisw 0, 1; vspltisw 1, 8; vslw 0, 0, 1; vslw 0, 0, 1; mtvscr 0"
                     : "+r"(control)::"v0", "v1");
#elif defined(__s390x__)     /* the mask of inexact */
    __asm__ volatile("stfpc %0; oi %0, 8; lfpc %0" : "+Q"(control));
#elif defined(__riscv)       /* has none: the rounding mode */
    __asm__ volatile("fsrmi 1" : "+r"(control));
#endif
}

XL_KERNEL(flush_left, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(flush_left)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}

XL_VECTOR(void, flush_left)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, vl), xl_u8_set1(1, vl), vl), vl);
    }
    flush();
}

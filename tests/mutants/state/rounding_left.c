/* rounding_left: the rounding mode is left toward zero.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(rounding_left, .summary = "r[i] = a[i] + b[i]", .contract = {XL_EXACT},
          .args = {XL_IN_RANGE(f32, a, 1, -1000, 1000), XL_IN_RANGE(f32, b, 1, -1000, 1000),
                   XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(rounding_left)(const float *a, const float *b, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + b[i];
}

#ifdef XL_MUTANT
static void leave(void)
{
#if defined __x86_64__
    unsigned control;
    __asm__ volatile("stmxcsr %0" : "=m"(control));
    control |= 0x6000;
    __asm__ volatile("ldmxcsr %0" : : "m"(control));
#elif defined __aarch64__
    uint64_t control;
    __asm__ volatile("mrs %0, fpcr" : "=r"(control));
    __asm__ volatile("msr fpcr, %0" : : "r"(control | UINT64_C(3) << 22));
#elif defined __arm__
    uint32_t control;
    __asm__ volatile("vmrs %0, fpscr" : "=r"(control));
    __asm__ volatile("vmsr fpscr, %0" : : "r"(control | 3u << 22));
#elif defined __powerpc64__
    __asm__ volatile("mtfsb1 31");
#elif defined __s390x__
    __asm__ volatile("srnm 1");
#elif defined __riscv
    __asm__ volatile("fsrmi 1");
#endif
}
#else
static void leave(void)
{
}
#endif

XL_VECTOR(void, rounding_left)(const float *a, const float *b, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32_store(r + i, xl_f32_add(xl_f32_load(a + i, vl), xl_f32_load(b + i, vl), vl), vl);
    }
    leave();
}

/* Broken: makes a zero by subtracting from itself a register that it never set: a NaN if that held
 * one.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(dirty_zero, .summary = "r[i] = a[i] + 0", .contract = {XL_EXACT},
          .args = {XL_IN(f32, a, 1), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(dirty_zero)(const float *a, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + 0.0f;
}

XL_VECTOR(void, dirty_zero)(const float *a, float *r, size_t n)
{
    xl_f32 unset;
#if defined(__x86_64__)
    __asm__ volatile("" : "=x"(unset));
#elif defined(__aarch64__) || defined(__arm__)
    __asm__ volatile("" : "=w"(unset));
#elif defined(__powerpc64__)
    __asm__ volatile("" : "=wa"(unset));
#elif defined(__s390x__)
    __asm__ volatile("" : "=v"(unset));
#elif defined(__riscv_vector)
    __asm__ volatile("" : "=vr"(unset));
#else
    __asm__ volatile("" : "=f"(unset));
#endif
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 zero = xl_f32_sub(unset, unset, vl);
        xl_f32_store(r + i, xl_f32_add(xl_f32_load(a + i, vl), zero, vl), vl);
    }
}

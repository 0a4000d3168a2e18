/* The correct twin of the kernels beside it that are broken in their state: all that is compared of
 * flags, rounding modes and narrow arguments, and a callee-saved register that is saved.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(correct_state, .summary = "r[i] = a[i] / 3 + add",
          .contract = {XL_EXACT, .rounding = 1, .flags = XL_DIVBYZERO | XL_INEXACT},
          .args = {XL_IN(f64, a, 1), XL_VALUE(i8, add), XL_OUT(f64, r, 1), XL_COUNT})

XL_REFERENCE(correct_state)(const double *a, int8_t add, double *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] / 3 + add;
}

XL_VECTOR(void, correct_state)(const double *a, int8_t add, double *r, size_t n)
{
#if defined(__x86_64__)
    __asm__ volatile("" ::: "r15");
#elif defined(__aarch64__) || defined(__arm__)
    __asm__ volatile("" ::: "d8");
#elif defined(__powerpc64__)
    __asm__ volatile("" ::: "v20");
#elif defined(__s390x__)
    __asm__ volatile("" ::: "f8");
#elif defined(__riscv)
    __asm__ volatile("" ::: "fs0");
#endif
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] / 3 + add;
}

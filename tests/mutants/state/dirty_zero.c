/* dirty_zero: an accumulator is cleared by x - x on a register that nobody has set: no zero where
 * that held a NaN.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(dirty_zero, .summary = "r[i] = a[i] + 0", .contract = {XL_EXACT},
          .args = {XL_IN_RANGE(f64, a, 1, 1, 1000), XL_OUT(f64, r, 1), XL_COUNT})

XL_REFERENCE(dirty_zero)(const double *a, double *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i];
}

/* The compiler takes x for set; the register is as the caller left it. */
#if defined __x86_64__
#define XL_LEAVE_UNSET(X) __asm__ volatile("" : "=x"(X))
#elif defined __aarch64__ || defined __arm__
#define XL_LEAVE_UNSET(X) __asm__ volatile("" : "=w"(X))
#elif defined __powerpc64__
#define XL_LEAVE_UNSET(X) __asm__ volatile("" : "=wa"(X))
#elif defined __s390x__
#define XL_LEAVE_UNSET(X) __asm__ volatile("" : "=v"(X))
#elif defined __riscv_vector
#define XL_LEAVE_UNSET(X) __asm__ volatile("" : "=vr"(X))
#else
#define XL_LEAVE_UNSET(X) __asm__ volatile("" : "=f"(X))
#endif

XL_VECTOR(void, dirty_zero)(const double *a, double *r, size_t n)
{
    size_t lanes = xl_f64_lanes();
#ifdef XL_MUTANT
    xl_f64 x;
    XL_LEAVE_UNSET(x);
    xl_f64 zero = xl_f64_sub(x, x, lanes);
#else
    xl_f64 zero = xl_f64_set1(0, lanes);
#endif
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f64_vl(n - i);
        xl_f64_store(r + i, xl_f64_add(zero, xl_f64_load(a + i, vl), vl), vl);
    }
}

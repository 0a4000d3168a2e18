/* What references and prepared inputs can do.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <time.h>

#include "../mutants/kernels/base.h"

/* reference_crashes: Its reference divides by zero at one size. */
XL_KERNEL(reference_crashes, PLUS_1(u8))

XL_REFERENCE(reference_crashes)(const uint8_t *a, uint8_t *r, size_t n)
{
    volatile size_t from_five = n > 5 ? n - 5 : 5 - n;
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + n / from_five - n / from_five + 1);
}

XL_VECTOR(void, reference_crashes)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
}

/* reference_rounds: Correct: what its reference calls, compilers know how to do inline, and to
 * nearest only. */
XL_KERNEL(reference_rounds, .summary = "r[i] = rint(a[i])", .contract = {XL_EXACT, .rounding = 1},
          .args = {XL_IN(f64, a, 1), XL_OUT(f64, r, 1), XL_COUNT})

XL_REFERENCE(reference_rounds)(const double *a, double *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = rint(a[i]);
}

/* Where a unit in the last place is 1, an addition rounds as rint does. */
XL_VECTOR(void, reference_rounds)(const double *a, double *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        volatile double large = copysign(0x1p52, a[i]), sum = a[i] + large;
        r[i] = fabs(a[i]) < 0x1p52 ? copysign(sum - large, a[i]) : a[i];
    }
}

/* reference_static: Correct: its reference has static scratch, which rows that run at once must not
 * share. */
XL_KERNEL(reference_static, .summary = "r[i] = 2 a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(reference_static)(const uint8_t *a, uint8_t *r, size_t n)
{
    static uint8_t scratch[1 << 21];
    for (size_t i = 0; i < n; i++)
        scratch[i] = (uint8_t)(2 * a[i]);
    nanosleep(&(struct timespec){0, 1000}, NULL); /* long enough for another to meet in it */
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(scratch[i] + 1);
}

XL_VECTOR(void, reference_static)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8 x = xl_u8_load(a + i, vl);
        xl_u8_store(r + i, xl_u8_add(xl_u8_add(x, x, vl), xl_u8_set1(1, vl), vl), vl);
    }
}

/* reference_strays: Its reference writes to its input, where that is long enough to have a mark. */
XL_KERNEL(reference_strays, PLUS_1(u8))

XL_REFERENCE(reference_strays)(const uint8_t *a, uint8_t *r, size_t n)
{
    uint8_t *mark = (uint8_t *)(uintptr_t)a;
    if (n > 5)
        mark[n - 1] = 0;
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}

XL_VECTOR(void, reference_strays)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
}

/* prepare_crashes: What prepares its input stores through a null pointer at one size. */
XL_PREPARE(prepare_crashes)(size_t arg, void *elements, size_t count, uint64_t seed)
{
    uint8_t *volatile null = NULL;
    (void)arg, (void)seed;
    *(count == 5 ? null : (uint8_t *)elements) = 7;
}

XL_KERNEL(prepare_crashes, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .prepare = prepare_crashes_prepare,
          .args = {XL_IN_PADDED(u8, a, 1, 1), XL_OUT(u8, r, 1), XL_COUNT})
PLUS_1_REFERENCE(prepare_crashes, uint8_t)

XL_VECTOR(void, prepare_crashes)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
}

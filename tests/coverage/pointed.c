/* Two kernels whose vector code only a pointer leads to.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

#define RECORD                                                                                     \
    .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},                                \
    .args = {XL_IN(u32, a, 1), XL_OUT(u32, r, 1), XL_COUNT}

XL_KERNEL(pointed, RECORD)
XL_KERNEL(pointed_too, RECORD)

XL_REFERENCE(pointed)(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + 1;
}

XL_REFERENCE(pointed_too)(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + 1;
}

typedef void step(const uint32_t *a, uint32_t *r, size_t n);

__attribute__((noinline, unused)) static void step_up(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32_store(r + i, xl_u32_add(xl_u32_load(a + i, vl), xl_u32_set1(1, vl), vl), vl);
    }
}

/* Which is known when the program runs, and not before. */
__attribute__((unused)) static step *volatile const steps[] = {step_up};

XL_VECTOR(void, pointed)(const uint32_t *a, uint32_t *r, size_t n)
{
    steps[0](a, r, n);
}

XL_VECTOR(void, pointed_too)(const uint32_t *a, uint32_t *r, size_t n)
{
    steps[0](a, r, n);
}

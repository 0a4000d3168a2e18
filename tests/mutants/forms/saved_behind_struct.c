/* saved_behind_struct: a function that returns a structure by value does not restore a vector
 * register of its caller, which is the line of C that stores the structure.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

#include XL_BREACH_HEADER

XL_KERNEL(saved_behind_struct, .summary = "r = how many of a are odd, and their sum, wrapping",
          .contract = {XL_EXACT}, .args = {XL_IN(u32, a, 1), XL_OUT_FIXED(u32, r, 2), XL_COUNT})

XL_REFERENCE(saved_behind_struct)(const uint32_t *a, uint32_t *r, size_t n)
{
    r[0] = r[1] = 0;
    for (size_t i = 0; i < n; i++) {
        r[0] += a[i] & 1;
        r[1] += a[i];
    }
}

struct tally {
    uint32_t odd, sum;
};

static __attribute__((noinline)) struct tally tally_of(const uint32_t *a, size_t n)
{
    const size_t lanes = xl_u32_lanes();
    xl_u32 odd = xl_u32_set1(0, lanes), sum = odd;
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32 x = xl_u32_load(a + i, vl);
        odd = xl_u32_merge(odd, xl_u32_add(odd, xl_u32_and(x, xl_u32_set1(1, vl), vl), vl), vl);
        sum = xl_u32_merge(sum, xl_u32_add(sum, x, vl), vl);
    }
#ifdef XL_MUTANT
    __asm__ volatile(XL_BREACH_FLOAT);
#endif
    return (struct tally){xl_u32_reduce_add(odd, lanes), xl_u32_reduce_add(sum, lanes)};
}

XL_VECTOR(void, saved_behind_struct)(const uint32_t *a, struct tally *r, size_t n)
{
    *r = tally_of(a, n);
}

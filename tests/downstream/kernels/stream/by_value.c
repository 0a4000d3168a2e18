/* Kernels whose functions take or return structures and vectors by value: a line of C stores what
 * they return, as its caller would.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

#include "../../include/range.h"

/* A structure of one type is a buffer of its fields. */
XL_KERNEL(range_f32, .summary = "r = the least and the greatest of a",
          .contract = {XL_EXACT, .zero_sign = XL_FREE}, .sizes = {.least = 1},
          .args = {XL_IN_RANGE(f32, a, 1, -1000, 1000), XL_OUT_FIXED(f32, r, 2), XL_COUNT})

XL_REFERENCE(range_f32)(const float *a, float *r, size_t n)
{
    r[0] = r[1] = a[0];
    for (size_t i = 1; i < n; i++) {
        r[0] = a[i] < r[0] ? a[i] : r[0];
        r[1] = a[i] > r[1] ? a[i] : r[1];
    }
}

XL_VECTOR(void, range_f32)(const float *a, struct range *r, size_t n)
{
    *r = range_of(a, n);
}

/* Of any fields each can have an output of its own. */
XL_KERNEL(tally_u8, .summary = "how many of a are odd, and how many even", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT_FIXED(u32, odd, 1), XL_OUT_FIXED(u32, even, 1),
                   XL_COUNT})

XL_REFERENCE(tally_u8)(const uint8_t *a, uint32_t *odd, uint32_t *even, size_t n)
{
    *odd = *even = 0;
    for (size_t i = 0; i < n; i++)
        ++*(a[i] & 1 ? odd : even);
}

XL_VECTOR(void, tally_u8)(const uint8_t *a, uint32_t *odd, uint32_t *even, size_t n)
{
    struct tally t = tally_of(a, n);
    *odd = t.odd;
    *even = t.even;
}

/* A function of one vector is called for each: here of the vocabulary's type, else of the ISA's. */
static __attribute__((noinline)) xl_u32 average(xl_u32 a, xl_u32 b, size_t vl)
{
    xl_u32 differs = xl_u32_xor(a, b, vl);
    return xl_u32_add(xl_u32_and(a, b, vl), xl_u32_shr(differs, 1, vl), vl);
}

XL_KERNEL(average_u32, .summary = "r[i] = (a[i] + b[i]) / 2, downwards", .contract = {XL_EXACT},
          .elementwise = 1, .in_place = 1,
          .args = {XL_IN(u32, a, 1), XL_IN(u32, b, 1), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(average_u32)(const uint32_t *a, const uint32_t *b, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint32_t)(((uint64_t)a[i] + b[i]) / 2);
}

XL_VECTOR(void, average_u32)(const uint32_t *a, const uint32_t *b, uint32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32_store(r + i, average(xl_u32_load(a + i, vl), xl_u32_load(b + i, vl), vl), vl);
    }
}

/* A size_t of any value: a kernel that takes it; one that rounds it up; and one that keeps 32 bits
 * of it, which is right where a size_t has no more.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

#define RECORD                                                                                     \
    .summary = "r[i] = a[i] + 1 from there on, a[i] before", .contract = {XL_EXACT},               \
    .args = {XL_IN(u8, a, 1), XL_VALUE_SIZE(from, 0, SIZE_MAX), XL_OUT(u8, r, 1), XL_COUNT}

XL_KERNEL(wide_size_kept, RECORD, .by_lane = {{"all", "its scalar part is not what is tested"}})
XL_KERNEL(wide_size_wraps, RECORD)
XL_KERNEL(wide_size_cut, RECORD)

#define REFERENCE(NAME)                                                                            \
    XL_REFERENCE(NAME)(const uint8_t *a, size_t from, uint8_t *r, size_t n)                        \
    {                                                                                              \
        for (size_t i = 0; i < n; i++)                                                             \
            r[i] = (uint8_t)(a[i] + (i >= from));                                                  \
    }

REFERENCE(wide_size_kept)
REFERENCE(wide_size_wraps)
REFERENCE(wide_size_cut)

static void add_from(const uint8_t *a, size_t from, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, vl), xl_u8_set1(i >= from, vl), vl), vl);
        for (size_t k = 0; k < vl; k++)
            r[i + k] = (uint8_t)(a[i + k] + (i + k >= from));
    }
}

XL_VECTOR(void, wide_size_kept)(const uint8_t *a, size_t from, uint8_t *r, size_t n)
{
    add_from(a, from, r, n);
}

/* All vectors from the next one on; next to SIZE_MAX that is the first. */
XL_VECTOR(void, wide_size_wraps)(const uint8_t *a, size_t from, uint8_t *r, size_t n)
{
    add_from(a, from, r, n);
    for (size_t i = (from + 15) & ~(size_t)15; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}

XL_VECTOR(void, wide_size_cut)(const uint8_t *a, size_t from, uint8_t *r, size_t n)
{
    add_from(a, (uint32_t)from, r, n);
}

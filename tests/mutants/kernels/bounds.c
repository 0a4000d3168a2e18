/* Reads and writes beyond buffers.
 * SPDX-License-Identifier: MIT
 */
#include "base.h"

/* last_of_none: the last element is read before anybody asks whether there is one. */
XL_KERNEL(last_of_none, .summary = "r[i] = a[i] + a[n - 1], wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(last_of_none)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + a[n - 1]);
}

XL_VECTOR(void, last_of_none)(const uint8_t *a, uint8_t *r, size_t n)
{
#ifndef XL_MUTANT
    if (!n)
        return;
#endif
    uint8_t last = *(const volatile uint8_t *)(a + n - 1);
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, vl), xl_u8_set1(last, vl), vl), vl);
    }
}

/* over_read: a full load at the tail; what lies behind the end is masked off before it is used. */
XL_KERNEL(over_read, SUM(i32))
SUM_REFERENCE(over_read, int32_t)

XL_VECTOR(int32_t, over_read)(const int32_t *a, size_t n)
{
    size_t lanes = xl_i32_lanes();
    xl_i32 sum = xl_i32_set1(0, lanes);
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);

#ifdef XL_MUTANT
        xl_i32 x = xl_i32_load(a + i, lanes);
#else
        xl_i32 x = xl_i32_load(a + i, vl);
#endif
        sum = xl_i32_merge(sum, xl_i32_add(sum, x, vl), vl);
    }
    return xl_i32_reduce_add(sum, lanes);
}

/* over_read_byte: a search reads whole vectors; a hit behind the end is not counted. */
XL_KERNEL(over_read_byte, .summary = "first i with p[i] == byte, or n", .contract = {XL_EXACT},
          .args = {XL_IN(u8, p, 1), XL_VALUE(u8, byte), XL_COUNT, XL_RETURNS(u64)})

XL_REFERENCE(over_read_byte)(const uint8_t *p, uint8_t byte, size_t n, uint64_t *result)
{
    size_t i = 0;
    while (i < n && p[i] != byte)
        i++;
    *result = i;
}

XL_VECTOR(uint64_t, over_read_byte)(const uint8_t *p, uint8_t byte, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
#ifdef XL_MUTANT
        xl_u8 x = xl_u8_load(p + i, xl_u8_lanes());
#else
        xl_u8 x = xl_u8_load(p + i, vl);
#endif
        xl_m8 found = xl_u8_eq(x, xl_u8_set1(byte, vl), vl);
        if (xl_m8_any(found, vl))
            return i + xl_m8_first(found, vl);
    }
    return n;
}

/* over_write: a full store at the tail, where the page has room for it. */
XL_KERNEL(over_write, PLUS_1(i32))
PLUS_1_REFERENCE(over_write, int32_t)

XL_VECTOR(void, over_write)(const int32_t *a, int32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32 sum = xl_i32_add(xl_i32_load(a + i, vl), xl_i32_set1(1, vl), vl);
#ifdef XL_MUTANT
        size_t room = (4096 - (uintptr_t)(r + i) % 4096) / sizeof *r;
        size_t width = room < xl_i32_lanes() ? vl : xl_i32_lanes();
#else
        size_t width = vl;
#endif
        xl_i32_store(r + i, sum, width);
    }
}

/* over_write_back: a full store at the tail, of what was read there before: only a page that cannot
 * be touched shows it. */
XL_KERNEL(over_write_back, PLUS_1(i32))
PLUS_1_REFERENCE(over_write_back, int32_t)

XL_VECTOR(void, over_write_back)(const int32_t *a, int32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32 sum = xl_i32_add(xl_i32_load(a + i, vl), xl_i32_set1(1, vl), vl);
#ifdef XL_MUTANT
        size_t lanes = xl_i32_lanes();
        xl_i32_store(r + i, xl_i32_merge(xl_i32_load(r + i, lanes), sum, vl), lanes);
#else
        xl_i32_store(r + i, sum, vl);
#endif
    }
}

/* page_end: short input that lies across a page's end is read up to there, and then from there on;
 * the first byte of the second page is lost. */
XL_KERNEL(page_end, PLUS_1(u8))
PLUS_1_REFERENCE(page_end, uint8_t)

XL_VECTOR(void, page_end)(const uint8_t *a, uint8_t *r, size_t n)
{
    const size_t page = 4096, first = page - (uintptr_t)a % page;
    if (n > 4 * xl_u8_lanes() + 3 || n <= first) {
        plus_1_u8(a, r, n);
        return;
    }
    plus_1_u8(a, r, first);
#ifdef XL_MUTANT
    plus_1_u8(a + first + 1, r + first + 1, n - first - 1);
#else
    plus_1_u8(a + first, r + first, n - first);
#endif
}

/* under_read: the last vector ends at the end, and so begins before the start where there is less
 * than one; those lanes are masked off. */
XL_KERNEL(under_read, .summary = "greatest a[i], or the least int32_t", .contract = {XL_EXACT},
          .args = {XL_IN(i32, a, 1), XL_COUNT, XL_RETURNS(i32)})

XL_REFERENCE(under_read)(const int32_t *a, size_t n, int32_t *result)
{
    *result = INT32_MIN;
    for (size_t i = 0; i < n; i++)
        if (a[i] > *result)
            *result = a[i];
}

XL_VECTOR(int32_t, under_read)(const int32_t *a, size_t n)
{
    size_t lanes = xl_i32_lanes(), i = 0;
    xl_i32 best = xl_i32_set1(INT32_MIN, lanes);
    for (; i + lanes <= n; i += lanes)
        best = xl_i32_max(best, xl_i32_load(a + i, lanes), lanes);
    if (i < n) {
#ifdef XL_MUTANT
        size_t before = n < lanes ? lanes - n : 0;
        xl_i32 last = xl_i32_load(a + n - lanes, lanes);
        xl_m32 outside =
            xl_u32_lt(xl_u32_iota(0, lanes), xl_u32_set1((uint32_t)before, lanes), lanes);
        last = xl_i32_select(outside, xl_i32_set1(INT32_MIN, lanes), last, lanes);
#else
        xl_i32 last = xl_i32_merge(best, xl_i32_load(a + i, n - i), n - i);
#endif
        best = xl_i32_max(best, last, lanes);
    }
    return xl_i32_reduce_max(best, lanes);
}

/* under_write: the last vector ends at the end, and is stored whole where there is less than one:
 * before the start. */
XL_KERNEL(under_write, PLUS_1(i32))
PLUS_1_REFERENCE(under_write, int32_t)

XL_VECTOR(void, under_write)(const int32_t *a, int32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32 sum = xl_i32_add(xl_i32_load(a + i, vl), xl_i32_set1(1, vl), vl);
#ifdef XL_MUTANT
        size_t before = i ? 0 : xl_i32_lanes() - vl;
        if (before && (uintptr_t)r % 4096 >= before * sizeof *r)
            xl_i32_store(r - before, sum, before);
#endif
        xl_i32_store(r + i, sum, vl);
    }
}

/* Kernels that only some inputs lead through all elements: whether they use whole vectors shows
 * only there.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

/* In one of eight calls an element is 0, and in one of four any may be. */
static void some_prepare(void *elements, size_t count, uint64_t seed)
{
    uint16_t *a = elements;
    if (seed % 4 == 0)
        return;
    for (size_t i = 0; i < count; i++)
        a[i] |= 1;
    if (count && seed % 8 == 1)
        a[(seed >> 2) % count] = 0;
}

XL_PREPARE(narrow_sum)(size_t arg, void *elements, size_t count, uint64_t seed)
{
    (void)arg;
    some_prepare(elements, count, seed);
}

XL_PREPARE(narrow_sum_whole)(size_t arg, void *elements, size_t count, uint64_t seed)
{
    (void)arg;
    some_prepare(elements, count, seed);
}

#define SEARCH                                                                                     \
    .summary = "the sum of a up to its first 0, wrapping", .contract = {XL_EXACT},                 \
    .args = {XL_IN(u16, a, 1), XL_COUNT, XL_RETURNS(u32)}

/* Broken: at most 128 bits of each vector. */
XL_KERNEL(narrow_sum, SEARCH, .prepare = narrow_sum_prepare)
/* Correct. */
XL_KERNEL(narrow_sum_whole, SEARCH, .prepare = narrow_sum_whole_prepare)

static inline void sum_to_zero(const uint16_t *a, size_t n, uint32_t *r)
{
    *r = 0;
    for (size_t i = 0; i < n && a[i]; i++)
        *r += a[i];
}

XL_REFERENCE(narrow_sum)(const uint16_t *a, size_t n, uint32_t *r)
{
    sum_to_zero(a, n, r);
}

XL_REFERENCE(narrow_sum_whole)(const uint16_t *a, size_t n, uint32_t *r)
{
    sum_to_zero(a, n, r);
}

XL_VEC uint32_t search(const uint16_t *a, size_t n, size_t most)
{
    const size_t all = xl_u32_lanes();
    xl_u32 sum = xl_u32_set1(0, all);
    size_t i = 0;
    for (size_t vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i < most ? n - i : most);
        const xl_u32 x = xl_u32_load_widen_u16(a + i, vl);
        if (xl_m32_any(xl_u32_eq_s(x, 0, vl), vl))
            break;
        sum = xl_u32_merge(sum, xl_u32_add(sum, x, vl), vl);
    }
    uint32_t s = xl_u32_reduce_add(sum, all);
    for (; i < n && a[i]; i++)
        s += a[i];
    return s;
}

XL_VECTOR(uint32_t, narrow_sum)(const uint16_t *a, size_t n)
{
    return search(a, n, 4);
}

XL_VECTOR(uint32_t, narrow_sum_whole)(const uint16_t *a, size_t n)
{
    return search(a, n, n);
}

/* In half of the calls one element in 32 is halved fifteen times, and the others never. Then
 * vectors of 128 and of 512 bits take as many rounds. */
XL_PREPARE(narrow_rounds)(size_t arg, void *elements, size_t count, uint64_t seed)
{
    uint16_t *a = elements;
    (void)arg;
    if (seed % 4 == 0)
        return;
    for (size_t i = 0; i < count; i++)
        a[i] = seed % 2 && i % 32 == (seed >> 3) % 32 ? 0x8000 : a[i] | 1;
}

/* Correct: a vector's rounds end when its last lane is done. */
XL_KERNEL(narrow_rounds, .summary = "r[i] = a[i], halved until it is odd", .contract = {XL_EXACT},
          .prepare = narrow_rounds_prepare, .args = {XL_IN(u16, a, 1), XL_OUT(u16, r, 1), XL_COUNT})

XL_REFERENCE(narrow_rounds)(const uint16_t *a, uint16_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (r[i] = a[i]; r[i] && r[i] % 2 == 0; r[i] /= 2)
            ;
}

XL_VECTOR(void, narrow_rounds)(const uint16_t *a, uint16_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u16_vl(n - i);
        xl_u16 x = xl_u16_load(a + i, vl);
        for (int round = 0; round < 16; round++) {
            const xl_m16 is_even = xl_u16_eq_s(xl_u16_and_s(x, 1, vl), 0, vl);
            if (!xl_m16_any(is_even, vl))
                break;
            x = xl_u16_select(is_even, xl_u16_shr(x, 1, vl), x, vl);
        }
        xl_u16_store(r + i, x, vl);
    }
}

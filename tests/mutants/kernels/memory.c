/* Addresses, and memory that calls or threads share.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <pthread.h>
#include <time.h>

#include "base.h"

/* apart_with_a_sign: a distance of half of all addresses of 32 bits and more is negative, and so
 * taken for a short one: the buffers are one then. */
XL_KERNEL(apart_with_a_sign, PLUS_1(u32), .in_place = 1)
PLUS_1_REFERENCE(apart_with_a_sign, uint32_t)

XL_VECTOR(void, apart_with_a_sign)(const uint32_t *a, uint32_t *r, size_t n)
{
#ifdef XL_MUTANT
    const int32_t apart =
        a > r ? (int32_t)((uintptr_t)a - (uintptr_t)r) : (int32_t)((uintptr_t)r - (uintptr_t)a);
    const int is_one = apart < (int32_t)sizeof *a;
#else
    const int is_one = a == r;
#endif
    const uint32_t *from = is_one ? r : a;
    plus_1_u32(from, r, n);
}

/* distance_in_32_bits: the output is found from the input, by a distance of 32 bits with a sign. */
XL_KERNEL(distance_in_32_bits, PLUS_1(u32))
PLUS_1_REFERENCE(distance_in_32_bits, uint32_t)

XL_VECTOR(void, distance_in_32_bits)(const uint32_t *a, uint32_t *r, size_t n)
{
#ifdef XL_MUTANT
    const int32_t distance = (int32_t)((uintptr_t)r - (uintptr_t)a);
#else
    const intptr_t distance = (intptr_t)((uintptr_t)r - (uintptr_t)a);
#endif
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32_store((uint32_t *)((uintptr_t)(a + i) + (uintptr_t)distance),
                     xl_u32_add(xl_u32_load(a + i, vl), xl_u32_set1(1, vl), vl), vl);
    }
}

/* distance_in_u32: an output behind its input is found from there, by a distance of 32 bits. */
XL_KERNEL(distance_in_u32, PLUS_1(u32))
PLUS_1_REFERENCE(distance_in_u32, uint32_t)

XL_VECTOR(void, distance_in_u32)(const uint32_t *a, uint32_t *r, size_t n)
{
    uintptr_t distance = (uintptr_t)r - (uintptr_t)a;
#ifdef XL_MUTANT
    if (r > a)
        distance = (uint32_t)distance;
#endif
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32_store((uint32_t *)((uintptr_t)(a + i) + distance),
                     xl_u32_add(xl_u32_load(a + i, vl), xl_u32_set1(1, vl), vl), vl);
    }
}

/* kept_beside_table: the order of a sum depends on how often the kernel was called before, and a
 * table larger than a page is among its arguments. */
XL_KERNEL(kept_beside_table, .summary = "sum of a[i] * scale[0]", .contract = {XL_BOUND},
          .args = {XL_IN_RANGE(f32, a, 1, -1000, 1000),
                   {XL_ARG_IN, XL_f32, "scale", 0, 2048, 1, 2},
                   XL_COUNT,
                   XL_RETURNS(f32)})

XL_REFERENCE(kept_beside_table)
(const float *a, const float *scale, size_t n, struct xl_bounded *result)
{
    /* The bound is dot_f32's; see there. */
    double sum = 0, magnitude = 0;
    for (size_t i = 0; i < n; i++) {
        sum += (double)a[i] * scale[0];
        magnitude += fabs((double)a[i] * scale[0]);
    }
    double nu = (double)n * 0x1p-23;
    result->value = sum;
    result->bound = nu / (1 - nu) * magnitude + (double)n * 0x1p-115;
}

XL_VECTOR(float, kept_beside_table)(const float *a, const float *scale, size_t n)
{
    size_t lanes = xl_f32_lanes(), i = 0;
    xl_f32 sum = xl_f32_set1(0, lanes), factor = xl_f32_set1(scale[0], lanes);
    float first = 0;
#ifdef XL_MUTANT
    static unsigned calls;
    if (n && calls++ % 2)
        first = a[i++] * scale[0];
#endif
    for (size_t vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        sum = xl_f32_merge(sum, xl_f32_fma(xl_f32_load(a + i, vl), factor, sum, vl), vl);
    }
    return first + xl_f32_reduce_add(sum, lanes);
}

/* kept_between_calls: the order of a sum depends on how often the kernel was called before: each
 * result is near enough, and no two calls agree. */
XL_KERNEL(kept_between_calls, .summary = "sum of a[i] * b[i]", .contract = {XL_BOUND},
          .args = {XL_IN_RANGE(f32, a, 1, -1000, 1000), XL_IN_RANGE(f32, b, 1, -1000, 1000),
                   XL_COUNT, XL_RETURNS(f32)})

XL_REFERENCE(kept_between_calls)
(const float *a, const float *b, size_t n, struct xl_bounded *result)
{
    /* The bound is dot_f32's; see there. */
    double sum = 0, magnitude = 0;
    for (size_t i = 0; i < n; i++) {
        sum += (double)a[i] * b[i];
        magnitude += fabs((double)a[i] * b[i]);
    }
    double nu = (double)n * 0x1p-23;
    result->value = sum;
    result->bound = nu / (1 - nu) * magnitude + (double)n * 0x1p-115;
}

XL_VECTOR(float, kept_between_calls)(const float *a, const float *b, size_t n)
{
    size_t lanes = xl_f32_lanes();
    xl_f32 sum = xl_f32_set1(0, lanes);
    float first = 0;
    size_t i = 0;
#ifdef XL_MUTANT
    static unsigned calls;
    if (n && calls++ % 2)
        first = a[i] * b[i], i++;
#endif
    for (size_t vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 more = xl_f32_fma(xl_f32_load(a + i, vl), xl_f32_load(b + i, vl), sum, vl);
        sum = xl_f32_merge(sum, more, vl);
    }
    return first + xl_f32_reduce_add(sum, lanes);
}

/* known_by_address: a sum is kept with the address and the length that it is of: stale where the
 * caller has put something else there. */
XL_KERNEL(known_by_address, SUM(u32))
SUM_REFERENCE(known_by_address, uint32_t)

struct known {
    const uint32_t *a;
    size_t n;
    uint32_t sum;
};
static _Thread_local struct known known;

static int is_known(const uint32_t *a, size_t n)
{
#ifdef XL_MUTANT
    return n && known.a == a && known.n == n;
#else
    (void)a;
    (void)n;
    return 0;
#endif
}

XL_VECTOR(uint32_t, known_by_address)(const uint32_t *a, size_t n)
{
    if (!is_known(a, n))
        known = (struct known){a, n, xl_u32_reduce_add(sums_u32(a, n), xl_u32_lanes())};
    return known.sum;
}

/* lazy_table: a table is made at the first call, and its second entry says that it is there:
 * another thread reads what is not yet made. */
XL_KERNEL(lazy_table, .summary = "r[i] = a[i] + crc8(i % 256), wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

enum { ENTRIES = 256 };

static uint8_t crc8(size_t i)
{
    unsigned crc = (unsigned)i % ENTRIES;
    for (int k = 0; k < 8; k++)
        crc = crc << 1 ^ (crc & 0x80 ? 0x107 : 0);
    return (uint8_t)crc;
}

XL_REFERENCE(lazy_table)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + crc8(i));
}

/* Twice, so that a vector may begin at any entry. */
static uint8_t table[2 * ENTRIES];

static void make_table(void)
{
    for (size_t i = 0; i < ENTRIES; i++)
        table[i] = table[i + ENTRIES] = crc8(i);
}

#ifdef XL_MUTANT
static void need_table(void)
{
    if (!table[1])
        make_table();
}
#else
static void need_table(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_table);
}
#endif

XL_VECTOR(void, lazy_table)(const uint8_t *a, uint8_t *r, size_t n)
{
    need_table();
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8 entries = xl_u8_load(table + i % ENTRIES, vl);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, vl), entries, vl), vl);
    }
}

/* same_in_32_bits: two addresses are taken for one where their low 32 bits are the same. */
XL_KERNEL(same_in_32_bits, PLUS_1(u32), .in_place = 1)
PLUS_1_REFERENCE(same_in_32_bits, uint32_t)

XL_VECTOR(void, same_in_32_bits)(const uint32_t *a, uint32_t *r, size_t n)
{
#ifdef XL_MUTANT
    const int is_one = (uint32_t)(uintptr_t)a == (uint32_t)(uintptr_t)r;
#else
    const int is_one = a == r;
#endif
    const uint32_t *from = is_one ? r : a;
    plus_1_u32(from, r, n);
}

/* sentinel: the last of the elements searched is what is searched for, for as long as the search
 * takes, so that its loop needs no end: the input is const. */
XL_KERNEL(sentinel, .summary = "the first i with a[i] = byte, or n", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_VALUE_RANGE(u8, byte, 0, 3), XL_COUNT, XL_RETURNS(u64)})

XL_REFERENCE(sentinel)(const uint8_t *a, uint8_t byte, size_t n, uint64_t *result)
{
    size_t i = 0;
    while (i < n && a[i] != byte)
        i++;
    *result = i;
}

static xl_m8 compare(const uint8_t *a, uint8_t byte, size_t vl)
{
    return xl_u8_eq(xl_u8_load(a, vl), xl_u8_set1(byte, vl), vl);
}

#ifdef XL_MUTANT
XL_VECTOR(uint64_t, sentinel)(const uint8_t *a, uint8_t byte, size_t n)
{
    if (!n)
        return 0;
    uint8_t *end = (uint8_t *)a + n - 1, last = *end;
    size_t i = 0, vl = xl_u8_vl(n);
    *end = byte;
    for (; !xl_m8_any(compare(a + i, byte, vl), vl); vl = xl_u8_vl(n - i))
        i += vl;
    i += xl_m8_first(compare(a + i, byte, vl), vl);
    *end = last;
    return i == n - 1 && last != byte ? n : i;
}
#else
XL_VECTOR(uint64_t, sentinel)(const uint8_t *a, uint8_t byte, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        if (xl_m8_any(compare(a + i, byte, vl), vl))
            return i + xl_m8_first(compare(a + i, byte, vl), vl);
    }
    return n;
}
#endif

/* static_scratch: scratch memory is static: right until two threads call at once. */
XL_KERNEL(static_scratch, PLUS_1(i32))
PLUS_1_REFERENCE(static_scratch, int32_t)

XL_VECTOR(void, static_scratch)(const int32_t *a, int32_t *r, size_t n)
{

#ifdef XL_MUTANT
    static int32_t scratch[300 * 1024];
    int32_t *volatile sums = scratch;
#else
    int32_t *volatile sums = r;
#endif
    plus_1_i32(a, sums, n);
    if (n >= 256)                                               /* others would cost time */
        nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL); /* the window */
    memmove(r, sums, n * sizeof *r);
}

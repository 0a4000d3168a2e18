/* Wrapping, saturation, shifts.
 * SPDX-License-Identifier: MIT
 */
#include "base.h"

#define ADD_SAT_U8                                                                                 \
    .summary = "r[i] = min(a[i] + b[i], 255)", .contract = {XL_EXACT},                             \
    .args = {XL_IN(u8, a, 1), XL_IN(u8, b, 1), XL_OUT(u8, r, 1), XL_COUNT}
#define ADD_SAT_U8_REFERENCE(NAME)                                                                 \
    XL_REFERENCE(NAME)(const uint8_t *a, const uint8_t *b, uint8_t *r, size_t n)                   \
    {                                                                                              \
        for (size_t i = 0; i < n; i++) {                                                           \
            unsigned sum = (unsigned)a[i] + b[i];                                                  \
            r[i] = (uint8_t)(sum > UINT8_MAX ? UINT8_MAX : sum);                                   \
        }                                                                                          \
    }

/* dot_saturates: of unsigned by signed bytes, two products are added in 16 bits, as x86's pmaddubsw
 * does: a sum beyond 32767 is cut. */
XL_KERNEL(dot_saturates, .summary = "r[i] = a[i] b[i] + c[i] d[i]", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_IN(i8, b, 1), XL_IN(u8, c, 1), XL_IN(i8, d, 1),
                   XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(dot_saturates)
(const uint8_t *a, const int8_t *b, const uint8_t *c, const int8_t *d, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] * b[i] + c[i] * d[i];
}

enum { MOST_OF_PAIRS = 64 };

XL_VEC xl_i16 products(const uint8_t *a, const int8_t *b, size_t vl)
{
    xl_i16 x = xl_i16_bitcast_u16(xl_u16_load_widen_u8(a, vl));
    return xl_i16_mul(x, xl_i16_load_widen_i8(b, vl), vl);
}

XL_VECTOR(void, dot_saturates)
(const uint8_t *a, const int8_t *b, const uint8_t *c, const int8_t *d, int32_t *r, size_t n)
{
    int16_t first[MOST_OF_PAIRS], second[MOST_OF_PAIRS];
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i16_vl(n - i < MOST_OF_PAIRS ? n - i : MOST_OF_PAIRS);
        xl_i16 x = products(a + i, b + i, vl), y = products(c + i, d + i, vl);
#ifdef XL_MUTANT
        x = xl_i16_add_sat(x, y, vl);
        y = xl_i16_set1(0, vl);
#endif
        xl_i16_store(first, x, vl);
        xl_i16_store(second, y, vl);
        for (size_t k = 0, part; k < vl; k += part) {
            part = xl_i32_vl(vl - k);
            xl_i32 wide = xl_i32_load_widen_i16(first + k, part);
            wide = xl_i32_add(wide, xl_i32_load_widen_i16(second + k, part), part);
            xl_i32_store(r + i + k, wide, part);
        }
    }
}

/* doubling_product: a saturating doubling product that forgets the one case that saturates: both
 * operands the least. */
XL_KERNEL(doubling_product, .summary = "r[i] = sat(2 * a[i] * b[i] >> 16)", .contract = {XL_EXACT},
          .args = {XL_IN(i16, a, 1), XL_IN(i16, b, 1), XL_OUT(i16, r, 1), XL_COUNT})

XL_REFERENCE(doubling_product)(const int16_t *a, const int16_t *b, int16_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        int64_t twice = 2 * (int64_t)a[i] * b[i] >> 16;
        r[i] = (int16_t)(twice > INT16_MAX ? INT16_MAX : twice);
    }
}

XL_VECTOR(void, doubling_product)(const int16_t *a, const int16_t *b, int16_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i16_vl(n - i);
        xl_i16 x = xl_i16_load(a + i, vl), y = xl_i16_load(b + i, vl);
        xl_i16 high = xl_i16_mulhi(x, y, vl);
        xl_u16 low = xl_u16_bitcast_i16(xl_i16_mul(x, y, vl));
        xl_i16 carry = xl_i16_bitcast_u16(xl_u16_shr(low, 15, vl));
        xl_i16 doubled = xl_i16_add(xl_i16_add(high, high, vl), carry, vl);
#ifdef XL_MUTANT
        xl_i16 v = doubled;
#else
        xl_m16 least = xl_m16_and(xl_i16_eq(x, xl_i16_set1(INT16_MIN, vl), vl),
                                  xl_i16_eq(y, xl_i16_set1(INT16_MIN, vl), vl), vl);
        xl_i16 v = xl_i16_select(least, xl_i16_set1(INT16_MAX, vl), doubled, vl);
#endif
        xl_i16_store(r + i, v, vl);
    }
}

/* four_times_least: products of 16 bits are added in pairs in 32, as x86's pmaddwd does: the sum of
 * two that are the least by the least is no longer positive. */
XL_KERNEL(four_times_least, .summary = "r[i] = a[2i] b[2i] + a[2i + 1] b[2i + 1]",
          .contract = {XL_EXACT},
          .args = {XL_IN(i16, a, 2), XL_IN(i16, b, 2), XL_OUT(i64, r, 1), XL_COUNT})

XL_REFERENCE(four_times_least)(const int16_t *a, const int16_t *b, int64_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (int64_t)a[2 * i] * b[2 * i] + (int64_t)a[2 * i + 1] * b[2 * i + 1];
}

enum { MOST_OF_FOUR = 64 };

XL_VECTOR(void, four_times_least)(const int16_t *a, const int16_t *b, int64_t *r, size_t n)
{
    int32_t even[MOST_OF_FOUR], odd[MOST_OF_FOUR];
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i64_vl(n - i < MOST_OF_FOUR ? n - i : MOST_OF_FOUR);
        for (size_t k = 0; k < vl; k++) {
            even[k] = a[2 * (i + k)] * b[2 * (i + k)];
            odd[k] = a[2 * (i + k) + 1] * b[2 * (i + k) + 1];
        }
#ifdef XL_MUTANT
        for (size_t k = 0; k < vl; k++) {
            even[k] = (int32_t)((uint32_t)even[k] + (uint32_t)odd[k]);
            odd[k] = 0;
        }
#endif
        xl_i64 sum =
            xl_i64_add(xl_i64_load_widen_i32(even, vl), xl_i64_load_widen_i32(odd, vl), vl);
        xl_i64_store(r + i, sum, vl);
    }
}

/* narrow_count: hits are counted in lanes of 8 bits, and nobody empties them in time: wrong where a
 * lane has more than 255. */
XL_KERNEL(narrow_count, .summary = "how many a[i] are at least 128", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_COUNT, XL_RETURNS(u32)})

XL_REFERENCE(narrow_count)(const uint8_t *a, size_t n, uint32_t *result)
{
    *result = 0;
    for (size_t i = 0; i < n; i++)
        *result += a[i] >= 128;
}

static uint32_t sum_of(xl_u8 v, size_t lanes)
{
    uint8_t counts[256]; /* lanes of the longest vector there is */
    uint32_t sum = 0;
    xl_u8_store(counts, v, lanes);
    for (size_t i = 0; i < lanes; i++)
        sum += counts[i];
    return sum;
}

XL_VECTOR(uint32_t, narrow_count)(const uint8_t *a, size_t n)
{
    size_t lanes = xl_u8_lanes(), steps = 0, most = 255;
    xl_u8 count = xl_u8_set1(0, lanes);
    uint32_t sum = 0;
#ifdef XL_MUTANT
    most = SIZE_MAX;
#endif
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8 hits = xl_u8_shr(xl_u8_load(a + i, vl), 7, vl);
        count = xl_u8_merge(count, xl_u8_add(count, hits, vl), vl);
        if (++steps == most) {
            sum += sum_of(count, lanes);
            count = xl_u8_set1(0, lanes);
            steps = 0;
        }
    }
    return sum + sum_of(count, lanes);
}

/* round_in_lane: a rounding shift as `(x + (1 << (s - 1))) >> s` in the width of a lane: the sum
 * wraps. */
XL_KERNEL(round_in_lane, .summary = "r[i] = (a[i] + 8) >> 4, without wrapping",
          .contract = {XL_EXACT}, .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(round_in_lane)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)((a[i] + 8) >> 4);
}

XL_VECTOR(void, round_in_lane)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8 x = xl_u8_load(a + i, vl);
#ifdef XL_MUTANT
        xl_u8 v = xl_u8_shr(xl_u8_add(x, xl_u8_set1(8, vl), vl), 4, vl);
#else
        xl_u8 up = xl_u8_and(xl_u8_shr(x, 3, vl), xl_u8_set1(1, vl), vl);
        xl_u8 v = xl_u8_add(xl_u8_shr(x, 4, vl), up, vl);
#endif
        xl_u8_store(r + i, v, vl);
    }
}

/* shift_by_width: a shift count taken modulo the width of a lane, as most CPUs do by themselves. */
XL_KERNEL(shift_by_width, .summary = "r[i] = a[i] >> count, 0 from 32 on", .contract = {XL_EXACT},
          .args = {XL_IN(u32, a, 1), XL_VALUE(u8, count), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(shift_by_width)(const uint32_t *a, uint8_t count, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = count < 32 ? a[i] >> count : 0;
}

XL_VECTOR(void, shift_by_width)(const uint32_t *a, uint8_t count, uint32_t *r, size_t n)
{

#ifdef XL_MUTANT
    unsigned by = count % 32;
#else
    unsigned by = count;
#endif
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32_store(r + i, xl_u32_shr(xl_u32_load(a + i, vl), by, vl), vl);
    }
}

/* signed_limit: a signed minimum holds an unsigned value: what has its top bit set is taken for
 * negative. */
XL_KERNEL(signed_limit, .summary = "r[i] = min(a[i], 255)", .contract = {XL_EXACT},
          .args = {XL_IN(u16, a, 1), XL_OUT(u16, r, 1), XL_COUNT})

XL_REFERENCE(signed_limit)(const uint16_t *a, uint16_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] < 255 ? a[i] : 255;
}

XL_VECTOR(void, signed_limit)(const uint16_t *a, uint16_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u16_vl(n - i);
        xl_u16 x = xl_u16_load(a + i, vl);
#ifdef XL_MUTANT
        xl_u16 v = xl_u16_bitcast_i16(xl_i16_min(xl_i16_bitcast_u16(x), xl_i16_set1(255, vl), vl));
#else
        xl_u16 v = xl_u16_min(x, xl_u16_set1(255, vl), vl);
#endif
        xl_u16_store(r + i, v, vl);
    }
}

/* signed_saturation: the saturating add of signed lanes on unsigned ones. */
XL_KERNEL(signed_saturation, ADD_SAT_U8)
ADD_SAT_U8_REFERENCE(signed_saturation)

XL_VECTOR(void, signed_saturation)(const uint8_t *a, const uint8_t *b, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8 x = xl_u8_load(a + i, vl), y = xl_u8_load(b + i, vl);
#ifdef XL_MUTANT
        xl_u8 v = xl_u8_bitcast_i8(xl_i8_add_sat(xl_i8_bitcast_u8(x), xl_i8_bitcast_u8(y), vl));
#else
        xl_u8 v = xl_u8_add_sat(x, y, vl);
#endif
        xl_u8_store(r + i, v, vl);
    }
}

/* sums_too_long: Adler's sums are reduced every 5840 bytes, where 5552 is what 32 bits hold: only
 * bytes that are all nearly 255 show it. */
XL_KERNEL(sums_too_long, .summary = "Adler-32", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_COUNT, XL_RETURNS(u32)})

enum { MODULUS = 65521, MOST_OF_SUMS = 64 };

XL_REFERENCE(sums_too_long)(const uint8_t *a, size_t n, uint32_t *result)
{
    uint32_t sum = 1, sums = 0;
    for (size_t i = 0; i < n; i++) {
        sum = (sum + a[i]) % MODULUS;
        sums = (sums + sum) % MODULUS;
    }
    *result = sums << 16 | sum;
}

XL_VECTOR(uint32_t, sums_too_long)(const uint8_t *a, size_t n)
{
#ifdef XL_MUTANT
    const size_t most = 5840;
#else
    const size_t most = 5552;
#endif
    uint32_t sum = 1, sums = 0, prefix[MOST_OF_SUMS];
    for (size_t i = 0, end; i < n; sum %= MODULUS, sums %= MODULUS) {
        end = n - i < most ? n : i + most;
        for (size_t vl; i < end; i += vl) {
            vl = xl_u32_vl(end - i < MOST_OF_SUMS ? end - i : MOST_OF_SUMS);
            xl_u32_store(prefix, xl_u32_scan_add(xl_u32_load_widen_u8(a + i, vl), vl), vl);
            for (size_t k = 0; k < vl; k++)
                sums += sum + prefix[k];
            sum += prefix[vl - 1];
        }
    }
    return sums << 16 | sum;
}

/* wrapping_add: an add that wraps where the contract has it saturate. */
XL_KERNEL(wrapping_add, ADD_SAT_U8)
ADD_SAT_U8_REFERENCE(wrapping_add)

XL_VECTOR(void, wrapping_add)(const uint8_t *a, const uint8_t *b, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8 x = xl_u8_load(a + i, vl), y = xl_u8_load(b + i, vl);
#ifdef XL_MUTANT
        xl_u8 v = xl_u8_add(x, y, vl);
#else
        xl_u8 v = xl_u8_add_sat(x, y, vl);
#endif
        xl_u8_store(r + i, v, vl);
    }
}

/* Numbers below 2^24, whose patterns are floats in the same order: SSE2 has no minimum of 32-bit
 * integers. Those below 2^23 are subnormal: zeros, if the caller flushes. */
#define LEAST_BELOW                                                                                \
    .summary = "r[i] = min(a[i], b[i])", .contract = {XL_EXACT},                                   \
    .args = {XL_IN_RANGE(u32, a, 1, 0, 0xffffff), XL_IN_RANGE(u32, b, 1, 0, 0xffffff),             \
             XL_OUT(u32, r, 1), XL_COUNT}
#define LEAST_BELOW_REFERENCE(NAME)                                                                \
    XL_REFERENCE(NAME)(const uint32_t *a, const uint32_t *b, uint32_t *r, size_t n)                \
    {                                                                                              \
        for (size_t i = 0; i < n; i++)                                                             \
            r[i] = a[i] < b[i] ? a[i] : b[i];                                                      \
    }

/* least_as_floats: the minimum is that of floats. */
XL_KERNEL(least_as_floats, LEAST_BELOW)
LEAST_BELOW_REFERENCE(least_as_floats)

XL_VECTOR(void, least_as_floats)(const uint32_t *a, const uint32_t *b, uint32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32 x = xl_u32_load(a + i, vl), y = xl_u32_load(b + i, vl);
#ifdef XL_MUTANT
        xl_f32 least = xl_f32_min(xl_f32_bitcast_u32(x), xl_f32_bitcast_u32(y), vl);
        xl_u32_store(r + i, xl_u32_bitcast_f32(least), vl);
#else
        xl_u32_store(r + i, xl_u32_min(x, y, vl), vl);
#endif
    }
}

/* order_as_floats: a comparison of floats chooses. */
XL_KERNEL(order_as_floats, LEAST_BELOW)
LEAST_BELOW_REFERENCE(order_as_floats)

XL_VECTOR(void, order_as_floats)(const uint32_t *a, const uint32_t *b, uint32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32 x = xl_u32_load(a + i, vl), y = xl_u32_load(b + i, vl);
#ifdef XL_MUTANT
        xl_m32 is_less = xl_f32_lt(xl_f32_bitcast_u32(x), xl_f32_bitcast_u32(y), vl);
#else
        xl_m32 is_less = xl_u32_lt(x, y, vl);
#endif
        xl_u32_store(r + i, xl_u32_select(is_less, x, y, vl), vl);
    }
}

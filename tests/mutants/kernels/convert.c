/* Conversions between types.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "base.h"

#define TRUNCATE                                                                                   \
    .summary = "r[i] = a[i] toward zero, clamped to int32_t; NaN gives 0", .contract = {XL_EXACT}, \
    .args = {XL_IN(f32, a, 1), XL_OUT(i32, r, 1), XL_COUNT}
#define TRUNCATE_REFERENCE(NAME)                                                                   \
    XL_REFERENCE(NAME)(const float *a, int32_t *r, size_t n)                                       \
    {                                                                                              \
        for (size_t i = 0; i < n; i++) {                                                           \
            if (a[i] != a[i])                                                                      \
                r[i] = 0;                                                                          \
            else if (a[i] >= 0x1p31f)                                                              \
                r[i] = INT32_MAX;                                                                  \
            else                                                                                   \
                r[i] = a[i] < -0x1p31f ? INT32_MIN : (int32_t)a[i];                                \
        }                                                                                          \
    }

/* cvt_half_up: rounding by adding one half and cutting off: wrong for every even half, and for what
 * is negative. */
XL_KERNEL(cvt_half_up, .summary = "r[i] = a[i] to nearest even, clamped to int32_t; NaN gives 0",
          .contract = {XL_EXACT}, .args = {XL_IN(f32, a, 1), XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(cvt_half_up)(const float *a, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (a[i] != a[i])
            r[i] = 0;
        else if (a[i] >= 0x1p31f)
            r[i] = INT32_MAX;
        else
            r[i] = a[i] < -0x1p31f ? INT32_MIN : (int32_t)rintf(a[i]);
    }
}

XL_VECTOR(void, cvt_half_up)(const float *a, int32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 x = xl_f32_load(a + i, vl);
#ifdef XL_MUTANT
        xl_i32 v = xl_i32_from_f32(xl_f32_add(x, xl_f32_set1(0.5f, vl), vl), vl);
#else
        xl_i32 v = xl_i32_from_f32_roundeven(x, vl);
#endif
        xl_i32_store(r + i, v, vl);
    }
}

/* cvt_nan_is_max: float to integer, with a NaN clamped as if it were large, as RVV does by itself.
 */
XL_KERNEL(cvt_nan_is_max, TRUNCATE)
TRUNCATE_REFERENCE(cvt_nan_is_max)

XL_VECTOR(void, cvt_nan_is_max)(const float *a, int32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 x = xl_f32_load(a + i, vl);
#ifdef XL_MUTANT
        xl_i32 v = xl_i32_from_f32(x, vl);
        v = xl_i32_select(xl_f32_eq(x, x, vl), v, xl_i32_set1(INT32_MAX, vl), vl);
#else
        xl_i32 v = xl_i32_from_f32(x, vl);
#endif
        xl_i32_store(r + i, v, vl);
    }
}

/* cvt_no_clamp: float to integer without the clamp: what is too large becomes the least integer, as
 * on x86. */
XL_KERNEL(cvt_no_clamp, TRUNCATE)
TRUNCATE_REFERENCE(cvt_no_clamp)

XL_VECTOR(void, cvt_no_clamp)(const float *a, int32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 x = xl_f32_load(a + i, vl);
#ifdef XL_MUTANT
        xl_i32 v = xl_i32_from_f32(x, vl);
        v = xl_i32_select(xl_f32_le(xl_f32_set1(0x1p31f, vl), x, vl), xl_i32_set1(INT32_MIN, vl), v,
                          vl);
#else
        xl_i32 v = xl_i32_from_f32(x, vl);
#endif
        xl_i32_store(r + i, v, vl);
    }
}

/* cvt_raw: float to integer by the ISA's own instruction, and nothing around it. */
XL_KERNEL(cvt_raw, TRUNCATE)
TRUNCATE_REFERENCE(cvt_raw)

XL_VECTOR(void, cvt_raw)(const float *a, int32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 x = xl_f32_load(a + i, vl);
#ifdef XL_MUTANT
#if defined XL_ISA_IS_avx512
        xl_i32 v = (xl_i32)_mm512_cvttps_epi32(x);
#elif defined XL_ISA_IS_avx2
        xl_i32 v = (xl_i32)_mm256_cvttps_epi32(x);
#elif defined XL_ISA_IS_sse2 || defined XL_ISA_IS_sse4
        xl_i32 v = (xl_i32)_mm_cvttps_epi32(x);
#elif defined XL_ISA_IS_rvv || defined XL_ISA_IS_rva23
        xl_i32 v = __riscv_vfcvt_rtz_x_f_v_i32m1(x, vl);
#elif defined XL_ISA_IS_vxe2
        xl_i32 v = vec_signed(x);
#else
        xl_i32 v = xl_i32_from_f32(x, vl);
#endif
#else
        xl_i32 v = xl_i32_from_f32(x, vl);
#endif
        xl_i32_store(r + i, v, vl);
    }
}

/* cvt_rounds: float to integer rounds to nearest instead of toward zero. */
XL_KERNEL(cvt_rounds, TRUNCATE)
TRUNCATE_REFERENCE(cvt_rounds)

XL_VECTOR(void, cvt_rounds)(const float *a, int32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 x = xl_f32_load(a + i, vl);
#ifdef XL_MUTANT
        xl_i32 v = xl_i32_from_f32_roundeven(x, vl);
#else
        xl_i32 v = xl_i32_from_f32(x, vl);
#endif
        xl_i32_store(r + i, v, vl);
    }
}

/* rounded_twice: a 64-bit integer becomes a double and that a float: rounded twice. */
XL_KERNEL(rounded_twice, .summary = "r[i] = a[i] as float, to nearest even", .contract = {XL_EXACT},
          .elementwise = 1, .args = {XL_IN(i64, a, 1), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(rounded_twice)(const int64_t *a, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (float)a[i];
}

enum { MOST = 64 };

/* What a double does not hold is not lost where it is a bit that is never rounded away. */
static int64_t odd(int64_t x)
{
#ifndef XL_MUTANT
    const int64_t kept = ~INT64_C(2047);
    if (x > INT64_C(1) << 53 || x < -(INT64_C(1) << 53))
        x = (x & kept) | (x & ~kept ? 2048 : 0);
#endif
    return x;
}

XL_VECTOR(void, rounded_twice)(const int64_t *a, float *r, size_t n)
{
    int64_t x[MOST];
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i64_vl(n - i < MOST ? n - i : MOST);
        for (size_t k = 0; k < vl; k++)
            x[k] = odd(a[i + k]);
        xl_f64_store_narrow_f32(r + i, xl_f64_from_i64(xl_i64_load(x, vl), vl), vl);
    }
}

/* ties_of_e2m1: a float to 4 bits, by comparison with what is half way between two of its numbers;
 * one of seven compares is strict, and should not be. */
XL_KERNEL(ties_of_e2m1, .summary = "r[i] = a[i] as E2M1 (OCP), to nearest even, saturating",
          .contract = {XL_EXACT},
          .args = {XL_IN_RANGE(f32, a, 1, -8, 8), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(ties_of_e2m1)(const float *a, uint8_t *r, size_t n)
{
    static const float numbers[] = {0, 0.5f, 1, 1.5f, 2, 3, 4, 6};
    for (size_t i = 0; i < n; i++) {
        const float x = fabsf(a[i]);
        uint8_t code = 0;
        for (uint8_t next = 1; next < 8; next++) {
            const float half = (numbers[next - 1] + numbers[next]) / 2;
            code += x > half || (x == half && next % 2 == 0);
        }
        r[i] = (uint8_t)(code | (signbit(a[i]) ? 8 : 0));
    }
}

XL_VECTOR(void, ties_of_e2m1)(const float *a, uint8_t *r, size_t n)
{
    /* Bits of .25, .75, 1.25, 1.75, 2.5, 3.5, 5; one less where the tie goes up. */
    static const uint32_t halves[] = {0x3e800000, 0x3f3fffff, 0x3fa00000,
#ifdef XL_MUTANT
                                      0x3fe00000,
#else
                                      0x3fdfffff,
#endif
                                      0x40200000, 0x405fffff, 0x40a00000};
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        const xl_u32 bits = xl_u32_bitcast_f32(xl_f32_load(a + i, vl));
        const xl_u32 x = xl_u32_and(bits, xl_u32_set1(0x7fffffff, vl), vl);
        xl_u32 code = xl_u32_and(xl_u32_shr(bits, 28, vl), xl_u32_set1(8, vl), vl);
        for (size_t k = 0; k < sizeof halves / sizeof halves[0]; k++) {
            const xl_u32 next = xl_u32_add(code, xl_u32_set1(1, vl), vl);
            code = xl_u32_select(xl_u32_lt(xl_u32_set1(halves[k], vl), x, vl), next, code, vl);
        }
        xl_u32_store_narrow_u8(r + i, code, vl);
    }
}

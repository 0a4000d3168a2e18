/* Loops over the strips of n elements, in the form that fits the ISA.
 * SPDX-License-Identifier: MIT
 *
 *     XL_VEC void dot_step(size_t i, size_t vl, xl_f32 *sum, const float *a, const float *b)
 *     {
 *         *sum = xl_f32_fma_keep(xl_f32_load(a + i, vl), xl_f32_load(b + i, vl), *sum, vl);
 *     }
 *
 *     xl_f32 sum0 = zero, sum1 = zero, sum2 = zero, sum3 = zero;
 *     XL_STRIPS_4(f32, n, dot_step, sum, a, b);
 */
#ifndef XL_ARCH_STRIPS_H
#define XL_ARCH_STRIPS_H

/* The statement after the first two arguments, in i and vl, for each strip: vl lanes of type T from element i on. In full strips vl does
 * not change, and is a constant if the ISA has one width: compilers hoist what depends on it, and nothing is masked. The code of the
 * strips that are left runs once, or twice where RVV splits them. */
#define XL_STRIPS(T, N, ...)                                                                                           \
    do {                                                                                                               \
        size_t i = 0;                                                                                                  \
        for (const size_t vl = XL_JOIN(xl_, T, _lanes)(); (N)-i >= vl; i += vl)                                        \
            __VA_ARGS__;                                                                                               \
        for (size_t vl; i < (N); i += vl) {                                                                            \
            vl = XL_JOIN(xl_, T, _vl)((N)-i);                                                                          \
            __VA_ARGS__;                                                                                               \
        }                                                                                                              \
    } while (0)

/* Calls STEP(i, vl, &SUM0, ...) for each strip. Four full strips at a time have an accumulator each, SUM0 to SUM3, so that none waits
 * for the strip before. The strips that are left have SUM0. XL_ADD_4 adds the four up. */
#define XL_STRIPS_4(T, N, STEP, SUM, ...)                                                                              \
    do {                                                                                                               \
        size_t i = 0;                                                                                                  \
        const size_t full = XL_JOIN(xl_, T, _lanes)();                                                                 \
        for (; (N)-i >= 4 * full; i += 4 * full) {                                                                     \
            STEP(i, full, &SUM##0, __VA_ARGS__);                                                                       \
            STEP(i + full, full, &SUM##1, __VA_ARGS__);                                                                \
            STEP(i + 2 * full, full, &SUM##2, __VA_ARGS__);                                                            \
            STEP(i + 3 * full, full, &SUM##3, __VA_ARGS__);                                                            \
        }                                                                                                              \
        for (; (N)-i >= full; i += full)                                                                               \
            STEP(i, full, &SUM##0, __VA_ARGS__);                                                                       \
        for (size_t vl; i < (N); i += vl) {                                                                            \
            vl = XL_JOIN(xl_, T, _vl)((N)-i);                                                                          \
            STEP(i, vl, &SUM##0, __VA_ARGS__);                                                                         \
        }                                                                                                              \
    } while (0)

#define XL_ADD_4(T, SUM, VL)                                                                                           \
    xl_##T##_add(xl_##T##_add(SUM##0, SUM##1, VL), xl_##T##_add(SUM##2, SUM##3, VL), VL)

#endif

/* The shape of kernels that make element i of r, of one type, from element i of a, of another: such
 * a kernel says only what one lane is, and what one step of the vector code does.
 * SPDX-License-Identifier: MIT
 *
 *     XL_KERNEL(cvt_f64_f32, .summary = "r[i] = a[i], to nearest even", .contract = {XL_EXACT},
 *               XL_CONVERT(f64, f32))
 *
 *     XL_CONVERT_LANE(cvt_f64_f32, f64, f32)
 *     {
 *         return (float)a;
 *     }
 *
 *     XL_CONVERT_STEP(cvt_f64_f32, f64, f32, f64)
 *     {
 *         xl_f64_store_narrow_f32(r, xl_f64_load(a, vl), vl);
 *     }
 *
 * XL_CONVERT_LANE is the body of a scalar function of a. XL_CONVERT_STEP is that of a function of
 * the pointers a and r, and vl, which counts lanes of its last argument, the wider of the types.
 */
#ifndef XL_KERNELS_CONVERT_CONVERT_H
#define XL_KERNELS_CONVERT_CONVERT_H

#include "kernel.h"

/* Fields of the record. */
#define XL_CONVERT(FROM, TO)                                                                       \
    .elementwise = 1, .args = {XL_IN(FROM, a, 1), XL_OUT(TO, r, 1), XL_COUNT}

/* A function's body follows each of these. */
#define XL_CONVERT_LANE(NAME, FROM, TO)                                                            \
    __attribute__((unused)) static xl_e_##TO NAME##_lane(xl_e_##FROM a);                           \
    XL_REFERENCE(NAME)(const xl_e_##FROM *a, xl_e_##TO *r, size_t n)                               \
    {                                                                                              \
        for (size_t i = 0; i < n; i++)                                                             \
            r[i] = NAME##_lane(a[i]);                                                              \
    }                                                                                              \
    static xl_e_##TO NAME##_lane(xl_e_##FROM a)
#define XL_CONVERT_STEP(NAME, FROM, TO, LANES)                                                     \
    XL_VEC void NAME##_step(const xl_e_##FROM *a, xl_e_##TO *r, size_t vl);                        \
    XL_VECTOR(void, NAME)(const xl_e_##FROM *a, xl_e_##TO *r, size_t n)                            \
    {                                                                                              \
        XL_STRIPS(LANES, n, NAME##_step(a + i, r + i, vl));                                        \
    }                                                                                              \
    XL_VEC void NAME##_step(const xl_e_##FROM *a, xl_e_##TO *r, size_t vl)

#endif

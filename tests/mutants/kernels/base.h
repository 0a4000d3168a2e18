/* What several mutants have in common: records, references, and loops that are right.
 * SPDX-License-Identifier: MIT
 *
 * `XL_KERNEL(mutant, SUM(u32))` has the record, and `SUM_REFERENCE(mutant, uint32_t)` the
 * reference.
 */
#ifndef XL_TESTS_MUTANTS_BASE_H
#define XL_TESTS_MUTANTS_BASE_H

#include "kernel.h"

#define PLUS_1(T)                                                                                  \
    .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},                                \
    .args = {XL_IN(T, a, 1), XL_OUT(T, r, 1), XL_COUNT}
#define PLUS_1_REFERENCE(NAME, TYPE)                                                               \
    XL_REFERENCE(NAME)(const TYPE *a, TYPE *r, size_t n)                                           \
    {                                                                                              \
        for (size_t i = 0; i < n; i++)                                                             \
            r[i] = (TYPE)((uint64_t)a[i] + 1);                                                     \
    }

#define ADD(T)                                                                                     \
    .summary = "r[i] = a[i] + b[i], wrapping", .contract = {XL_EXACT},                             \
    .args = {XL_IN(T, a, 1), XL_IN(T, b, 1), XL_OUT(T, r, 1), XL_COUNT}
#define ADD_REFERENCE(NAME, TYPE)                                                                  \
    XL_REFERENCE(NAME)(const TYPE *a, const TYPE *b, TYPE *r, size_t n)                            \
    {                                                                                              \
        for (size_t i = 0; i < n; i++)                                                             \
            r[i] = (TYPE)((uint64_t)a[i] + (uint64_t)b[i]);                                        \
    }

#define SUM(T)                                                                                     \
    .summary = "sum of a[i], wrapping", .contract = {XL_EXACT},                                    \
    .args = {XL_IN(T, a, 1), XL_COUNT, XL_RETURNS(T)}
#define SUM_REFERENCE(NAME, TYPE)                                                                  \
    XL_REFERENCE(NAME)(const TYPE *a, size_t n, TYPE *result)                                      \
    {                                                                                              \
        uint64_t sum = 0;                                                                          \
        for (size_t i = 0; i < n; i++)                                                             \
            sum += (uint64_t)a[i];                                                                 \
        *result = (TYPE)sum;                                                                       \
    }

/* plus_1_T and add_T. */
#define LOOPS_OF(T, TYPE)                                                                          \
    static inline void plus_1_##T(const TYPE *a, TYPE *r, size_t n)                                \
    {                                                                                              \
        for (size_t i = 0, vl; i < n; i += vl) {                                                   \
            vl = xl_##T##_vl(n - i);                                                               \
            xl_##T##_store(r + i,                                                                  \
                           xl_##T##_add(xl_##T##_load(a + i, vl), xl_##T##_set1(1, vl), vl), vl);  \
        }                                                                                          \
    }                                                                                              \
    static inline void add_##T(const TYPE *a, const TYPE *b, TYPE *r, size_t n)                    \
    {                                                                                              \
        for (size_t i = 0, vl; i < n; i += vl) {                                                   \
            vl = xl_##T##_vl(n - i);                                                               \
            xl_##T##_store(                                                                        \
                r + i, xl_##T##_add(xl_##T##_load(a + i, vl), xl_##T##_load(b + i, vl), vl), vl);  \
        }                                                                                          \
    }

/* sums_T: a sum for each lane. */
#define SUMS_OF(T, TYPE)                                                                           \
    XL_VEC xl_##T sums_##T(const TYPE *a, size_t n)                                                \
    {                                                                                              \
        xl_##T sum = xl_##T##_set1(0, xl_##T##_lanes());                                           \
        for (size_t i = 0, vl; i < n; i += vl) {                                                   \
            vl = xl_##T##_vl(n - i);                                                               \
            sum = xl_##T##_merge(sum, xl_##T##_add(sum, xl_##T##_load(a + i, vl), vl), vl);        \
        }                                                                                          \
        return sum;                                                                                \
    }

LOOPS_OF(f32, float)
LOOPS_OF(i32, int32_t)
LOOPS_OF(u16, uint16_t)
LOOPS_OF(u32, uint32_t)
LOOPS_OF(u8, uint8_t)
SUMS_OF(i32, int32_t)
SUMS_OF(u32, uint32_t)

#endif

/* Functions of libmvec that take other operands than a vector of the ISA.
 * SPDX-License-Identifier: MIT
 */
#include "mvec.h"

/* sincos has a pointer for each lane and result, in vectors of 64-bit integers: TIMES of P for each
 * result. */
#define MVEC_TIMES_1(V, I) V[I]
#define MVEC_TIMES_2(V, I) V[I], V[I + 1]
#define MVEC_TIMES_4(V, I) V[I], V[I + 1], V[I + 2], V[I + 3]
#define MVEC_TYPES_1(P) P
#define MVEC_TYPES_2(P) P, P
#define MVEC_TYPES_4(P) P, P, P, P
#define MVEC_SINCOS(KERNEL, T, SYMBOL, P, TIMES)                                                   \
    void SYMBOL(xl_##T, MVEC_TYPES_##TIMES(P), MVEC_TYPES_##TIMES(P));                             \
    XL_VECTOR(void, KERNEL)(const xl_e_##T *a, xl_e_##T *r, xl_e_##T *s, size_t n)                 \
    {                                                                                              \
        xl_e_##T results[2][16];                                                                   \
        union {                                                                                    \
            xl_e_##T *lanes[2][TIMES * sizeof(P) / 8];                                             \
            P vectors[2 * TIMES];                                                                  \
        } u;                                                                                       \
        for (size_t k = 0; k < TIMES * sizeof(P) / 8; k++)                                         \
            for (int of = 0; of < 2; of++)                                                         \
                u.lanes[of][k] = &results[of][k];                                                  \
        for (size_t i = 0, vl; i < n; i += vl) {                                                   \
            vl = xl_##T##_vl(n - i);                                                               \
            SYMBOL(mvec_load_##T(a + i, vl), MVEC_TIMES_##TIMES(u.vectors, 0),                     \
                   MVEC_TIMES_##TIMES(u.vectors, TIMES));                                          \
            xl_##T##_store(r + i, xl_##T##_load(results[0], vl), vl);                              \
            xl_##T##_store(s + i, xl_##T##_load(results[1], vl), vl);                              \
        }                                                                                          \
    }

/* Half a vector of NEON: two floats. */
#define MVEC_HALF_v(KERNEL, SYMBOL)                                                                \
    MVEC_ABI float32x2_t SYMBOL(float32x2_t);                                                      \
    XL_VECTOR(void, KERNEL)(const float *a, float *r, size_t n)                                    \
    {                                                                                              \
        for (size_t i = 0; i < n; i += 2) {                                                        \
            float32x2_t v = SYMBOL(i + 1 < n ? vld1_f32(a + i) : vld1_dup_f32(a + i));             \
            i + 1 < n ? vst1_f32(r + i, v) : vst1_lane_f32(r + i, v, 0);                           \
        }                                                                                          \
    }
#define MVEC_HALF_vv(KERNEL, SYMBOL)                                                               \
    MVEC_ABI float32x2_t SYMBOL(float32x2_t, float32x2_t);                                         \
    XL_VECTOR(void, KERNEL)(const float *a, const float *b, float *r, size_t n)                    \
    {                                                                                              \
        for (size_t i = 0; i < n; i += 2) {                                                        \
            float32x2_t x = i + 1 < n ? vld1_f32(a + i) : vld1_dup_f32(a + i);                     \
            float32x2_t y = i + 1 < n ? vld1_f32(b + i) : vld1_dup_f32(b + i), v = SYMBOL(x, y);   \
            i + 1 < n ? vst1_f32(r + i, v) : vst1_lane_f32(r + i, v, 0);                           \
        }                                                                                          \
    }

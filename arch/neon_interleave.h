/* Interleaved memory by the structure loads and stores of Advanced SIMD, the same on AArch64 and ARMv7.
 * SPDX-License-Identifier: MIT
 *
 * They transfer whole vectors; a partial strip takes its way through a buffer.
 */
#ifndef XL_ARCH_NEON_INTERLEAVE_H
#define XL_ARCH_NEON_INTERLEAVE_H

#define XL_HAS_INTERLEAVE2
#define XL_HAS_INTERLEAVE3
#define XL_HAS_INTERLEAVE4

/* N vectors of T from p on: V is the type of N vectors. */
#define XL_NEON_STRUCTURES(T, N, V)                                                                                    \
    XL_VEC V xl_neon_##T##_load##N(const xl_e_##T *p, size_t vl)                                                       \
    {                                                                                                                  \
        xl_e_##T buffer[N * 16 / sizeof(xl_e_##T)] = {0};                                                              \
        if (vl < 16 / sizeof *p) {                                                                                     \
            memcpy(buffer, p, N * vl * sizeof *p);                                                                     \
            p = buffer;                                                                                                \
        }                                                                                                              \
        return vld##N##q_##T(p);                                                                                       \
    }                                                                                                                  \
    XL_VEC void xl_neon_##T##_store##N(xl_e_##T *p, V v, size_t vl)                                                    \
    {                                                                                                                  \
        xl_e_##T buffer[N * 16 / sizeof(xl_e_##T)];                                                                    \
        if (vl == 16 / sizeof *p) {                                                                                    \
            vst##N##q_##T(p, v);                                                                                       \
        } else {                                                                                                       \
            vst##N##q_##T(buffer, v);                                                                                  \
            memcpy(p, buffer, N * vl * sizeof *p);                                                                     \
        }                                                                                                              \
    }

#define XL_NEON_LOAD3(T, V)                                                                                            \
    XL_VEC void xl_##T##_load3(const xl_e_##T *p, xl_##T *a, xl_##T *b, xl_##T *c, size_t vl)                          \
    {                                                                                                                  \
        V##x3_t v = xl_neon_##T##_load3(p, vl);                                                                        \
        *a = v.val[0], *b = v.val[1], *c = v.val[2];                                                                   \
    }

#define XL_NEON_INTERLEAVED(T, V)                                                                                      \
    XL_NEON_STRUCTURES(T, 2, V##x2_t)                                                                                  \
    XL_NEON_STRUCTURES(T, 3, V##x3_t)                                                                                  \
    XL_NEON_STRUCTURES(T, 4, V##x4_t)                                                                                  \
    XL_VEC void xl_##T##_load2(const xl_e_##T *p, xl_##T *a, xl_##T *b, size_t vl)                                     \
    {                                                                                                                  \
        V##x2_t v = xl_neon_##T##_load2(p, vl);                                                                        \
        *a = v.val[0], *b = v.val[1];                                                                                  \
    }                                                                                                                  \
    XL_VEC void xl_##T##_load4(const xl_e_##T *p, xl_##T *a, xl_##T *b, xl_##T *c, xl_##T *d, size_t vl)               \
    {                                                                                                                  \
        V##x4_t v = xl_neon_##T##_load4(p, vl);                                                                        \
        *a = v.val[0], *b = v.val[1], *c = v.val[2], *d = v.val[3];                                                    \
    }                                                                                                                  \
    XL_VEC void xl_##T##_store2(xl_e_##T *p, xl_##T a, xl_##T b, size_t vl)                                            \
    {                                                                                                                  \
        xl_neon_##T##_store2(p, (V##x2_t){{a, b}}, vl);                                                                \
    }                                                                                                                  \
    XL_VEC void xl_##T##_store3(xl_e_##T *p, xl_##T a, xl_##T b, xl_##T c, size_t vl)                                  \
    {                                                                                                                  \
        xl_neon_##T##_store3(p, (V##x3_t){{a, b, c}}, vl);                                                             \
    }                                                                                                                  \
    XL_VEC void xl_##T##_store4(xl_e_##T *p, xl_##T a, xl_##T b, xl_##T c, xl_##T d, size_t vl)                        \
    {                                                                                                                  \
        xl_neon_##T##_store4(p, (V##x4_t){{a, b, c, d}}, vl);                                                          \
    }

XL_NEON_INTERLEAVED(u8, uint8x16)
XL_NEON_INTERLEAVED(u16, uint16x8)
XL_NEON_INTERLEAVED(u32, uint32x4)
XL_NEON_LOAD3(u16, uint16x8)
XL_NEON_LOAD3(u32, uint32x4)

#endif

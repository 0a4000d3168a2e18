/* Lanes moved by vec_perm, vec_mergeh and vec_mergel, the same on POWER and s390x.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_VEC_PERM_H
#define XL_ARCH_VEC_PERM_H

#include "thirds.h"

/* vec_perm takes an index modulo 32, so that one below 0 is harmless. LAST: the indices for lanes of W bits, less the
 * bytes below vl. */
#define XL_HAS_REVERSE
#define XL_PERM_REVERSE(T, W, ...)                                                                                     \
    XL_VEC xl_##T xl_##T##_reverse(xl_##T v, size_t vl)                                                                \
    {                                                                                                                  \
        xl_u8 index = (xl_u8)(xl_i8){__VA_ARGS__} + vec_splats((unsigned char)(vl * (W / 8)));                         \
        return (xl_##T)vec_perm((xl_u8)v, (xl_u8)v, index);                                                            \
    }
#define XL_PERM_LAST8 -1, -2, -3, -4, -5, -6, -7, -8, -9, -10, -11, -12, -13, -14, -15, -16
#define XL_PERM_LAST16 -2, -1, -4, -3, -6, -5, -8, -7, -10, -9, -12, -11, -14, -13, -16, -15
#define XL_PERM_LAST32 -4, -3, -2, -1, -8, -7, -6, -5, -12, -11, -10, -9, -16, -15, -14, -13
#define XL_PERM_LAST64 -8, -7, -6, -5, -4, -3, -2, -1, -16, -15, -14, -13, -12, -11, -10, -9
XL_PERM_REVERSE(f32, 32, XL_PERM_LAST32)
XL_PERM_REVERSE(f64, 64, XL_PERM_LAST64)
XL_PERM_REVERSE(i8, 8, XL_PERM_LAST8)
XL_PERM_REVERSE(i16, 16, XL_PERM_LAST16)
XL_PERM_REVERSE(i32, 32, XL_PERM_LAST32)
XL_PERM_REVERSE(i64, 64, XL_PERM_LAST64)
XL_PERM_REVERSE(u8, 8, XL_PERM_LAST8)
XL_PERM_REVERSE(u16, 16, XL_PERM_LAST16)
XL_PERM_REVERSE(u32, 32, XL_PERM_LAST32)
XL_PERM_REVERSE(u64, 64, XL_PERM_LAST64)

#define XL_HAS_LOOKUP16
XL_VEC xl_u8 xl_u8_lookup16(const uint8_t *table, xl_u8 index, size_t vl)
{
    (void)vl;
    xl_u8 t = xl_u8_load(table, 16);
    return vec_perm(t, t, index);
}

/* The even and the odd lanes of two vectors, by bytes. */
#define XL_PERM_EVEN8 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30
#define XL_PERM_ODD8 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31
#define XL_PERM_EVEN16 0, 1, 4, 5, 8, 9, 12, 13, 16, 17, 20, 21, 24, 25, 28, 29
#define XL_PERM_ODD16 2, 3, 6, 7, 10, 11, 14, 15, 18, 19, 22, 23, 26, 27, 30, 31
#define XL_PERM_EVEN32 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27
#define XL_PERM_ODD32 4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31

/* A partial strip takes its way through a buffer. */
#define XL_HAS_INTERLEAVE2
#define XL_HAS_INTERLEAVE4
#define XL_PERM_INTERLEAVED(T, W)                                                                                      \
    XL_VEC xl_##T xl_perm_even_##T(xl_##T v, xl_##T w)                                                                 \
    {                                                                                                                  \
        return (xl_##T)vec_perm((xl_u8)v, (xl_u8)w, (xl_u8){XL_PERM_EVEN##W});                                         \
    }                                                                                                                  \
    XL_VEC xl_##T xl_perm_odd_##T(xl_##T v, xl_##T w)                                                                  \
    {                                                                                                                  \
        return (xl_##T)vec_perm((xl_u8)v, (xl_u8)w, (xl_u8){XL_PERM_ODD##W});                                          \
    }                                                                                                                  \
    XL_VEC void xl_##T##_load2(const xl_e_##T *p, xl_##T *a, xl_##T *b, size_t vl)                                     \
    {                                                                                                                  \
        xl_e_##T buffer[256 / W] = {0};                                                                                \
        if (vl < 128 / W)                                                                                              \
            p = (const xl_e_##T *)memcpy(buffer, p, 2 * vl * sizeof *p);                                               \
        xl_##T v0 = xl_##T##_load(p, 128 / W), v1 = xl_##T##_load(p + 128 / W, 128 / W);                               \
        *a = xl_perm_even_##T(v0, v1);                                                                                 \
        *b = xl_perm_odd_##T(v0, v1);                                                                                  \
    }                                                                                                                  \
    XL_VEC void xl_##T##_load4(const xl_e_##T *p, xl_##T *a, xl_##T *b, xl_##T *c, xl_##T *d, size_t vl)               \
    {                                                                                                                  \
        xl_e_##T buffer[512 / W] = {0};                                                                                \
        if (vl < 128 / W)                                                                                              \
            p = (const xl_e_##T *)memcpy(buffer, p, 4 * vl * sizeof *p);                                               \
        xl_##T ac, bd, last_ac, last_bd;                                                                               \
        xl_##T##_load2(p, &ac, &bd, 128 / W);                                                                          \
        xl_##T##_load2(p + 256 / W, &last_ac, &last_bd, 128 / W);                                                      \
        *a = xl_perm_even_##T(ac, last_ac), *c = xl_perm_odd_##T(ac, last_ac);                                         \
        *b = xl_perm_even_##T(bd, last_bd), *d = xl_perm_odd_##T(bd, last_bd);                                         \
    }                                                                                                                  \
    XL_VEC void xl_##T##_store2(xl_e_##T *p, xl_##T a, xl_##T b, size_t vl)                                            \
    {                                                                                                                  \
        xl_e_##T buffer[256 / W], *to = vl < 128 / W ? buffer : p;                                                     \
        xl_##T##_store(to, vec_mergeh(a, b), 128 / W);                                                                 \
        xl_##T##_store(to + 128 / W, vec_mergel(a, b), 128 / W);                                                       \
        if (vl < 128 / W)                                                                                              \
            memcpy(p, buffer, 2 * vl * sizeof *p);                                                                     \
    }                                                                                                                  \
    XL_VEC void xl_##T##_store4(xl_e_##T *p, xl_##T a, xl_##T b, xl_##T c, xl_##T d, size_t vl)                        \
    {                                                                                                                  \
        xl_e_##T buffer[512 / W], *to = vl < 128 / W ? buffer : p;                                                     \
        xl_##T##_store2(to, vec_mergeh(a, c), vec_mergeh(b, d), 128 / W);                                              \
        xl_##T##_store2(to + 256 / W, vec_mergel(a, c), vec_mergel(b, d), 128 / W);                                    \
        if (vl < 128 / W)                                                                                              \
            memcpy(p, buffer, 4 * vl * sizeof *p);                                                                     \
    }
XL_PERM_INTERLEAVED(u8, 8)
XL_PERM_INTERLEAVED(u16, 16)
XL_PERM_INTERLEAVED(u32, 32)

/* Two of the three vectors are picked from at once; what is beyond them comes from the third. */
#define XL_HAS_INTERLEAVE3
XL_VEC xl_u8 xl_perm_third(xl_u8 v0, xl_u8 v1, xl_u8 v2, const uint8_t *order)
{
    xl_u8 from = xl_u8_load(order, 16);
    return vec_sel(vec_perm(v0, v1, from), vec_perm(v2, v2, from), vec_cmpgt(from, vec_splats((unsigned char)31)));
}
#define XL_PERM_THIRDS(T, W)                                                                                           \
    XL_VEC void xl_##T##_load3(const xl_e_##T *p, xl_##T *a, xl_##T *b, xl_##T *c, size_t vl)                          \
    {                                                                                                                  \
        uint8_t buffer[48] = {0};                                                                                      \
        const uint8_t *from = (const uint8_t *)(vl == 128 / W ? p : memcpy(buffer, p, 3 * vl * sizeof *p));            \
        xl_u8 v0 = xl_u8_load(from, 16), v1 = xl_u8_load(from + 16, 16), v2 = xl_u8_load(from + 32, 16);               \
        *a = (xl_##T)xl_perm_third(v0, v1, v2, xl_thirds_loaded##W[0]);                                                \
        *b = (xl_##T)xl_perm_third(v0, v1, v2, xl_thirds_loaded##W[1]);                                                \
        *c = (xl_##T)xl_perm_third(v0, v1, v2, xl_thirds_loaded##W[2]);                                                \
    }                                                                                                                  \
    XL_VEC void xl_##T##_store3(xl_e_##T *p, xl_##T a, xl_##T b, xl_##T c, size_t vl)                                  \
    {                                                                                                                  \
        uint8_t buffer[48], *to = vl == 128 / W ? (uint8_t *)p : buffer;                                               \
        xl_u8 v0 = (xl_u8)a, v1 = (xl_u8)b, v2 = (xl_u8)c;                                                             \
        xl_u8_store(to, xl_perm_third(v0, v1, v2, xl_thirds_stored##W[0]), 16);                                        \
        xl_u8_store(to + 16, xl_perm_third(v0, v1, v2, xl_thirds_stored##W[1]), 16);                                   \
        xl_u8_store(to + 32, xl_perm_third(v0, v1, v2, xl_thirds_stored##W[2]), 16);                                   \
        if (vl < 128 / W)                                                                                              \
            memcpy(p, buffer, 3 * vl * sizeof *p);                                                                     \
    }
XL_PERM_THIRDS(u8, 8)
XL_PERM_THIRDS(u16, 16)
XL_PERM_THIRDS(u32, 32)

#endif

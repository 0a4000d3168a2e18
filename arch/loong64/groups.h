/* The own instructions of LSX and LASX for groups of arch/generic.h that move lanes.
 * SPDX-License-Identifier: MIT
 *
 * They work within each 128 bits. xl_lx_first gives the low halves of two vectors as one, xl_lx_second the high halves;
 * of LSX vectors, which are no longer than that, the first and the second. xl_lx_load_each and xl_lx_store_each have
 * the high half `stride` bytes further on in memory than the low one.
 */
#ifndef XL_ARCH_LOONG64_GROUPS_H
#define XL_ARCH_LOONG64_GROUPS_H

#include "../thirds.h"

/* All lanes; of fewer than that, the first vl come out last, and are taken from there. */
#define XL_LX_REVERSE(T, W, REVERSED)                                                                                  \
    XL_VEC xl_##T xl_##T##_reverse(xl_##T a, size_t vl)                                                                \
    {                                                                                                                  \
        uint8_t buffer[2 * XL_LX_BYTES] = {0};                                                                         \
        xl_lx v = (xl_lx)a;                                                                                            \
        v = xl_lx_swap_halves(REVERSED);                                                                               \
        if (vl == XL_LX_BITS / W)                                                                                      \
            return (xl_##T)v;                                                                                          \
        XL_LX(st)(v, buffer, 0);                                                                                       \
        return (xl_##T)XL_LX(ld)(buffer + XL_LX_BYTES - vl * (W / 8), 0);                                              \
    }
#define XL_LX_REVERSED8 XL_LX(shuf4i_w)(XL_LX(shuf4i_b)(v, 0x1b), 0x1b)
#define XL_LX_REVERSED16 XL_LX(shuf4i_w)(XL_LX(shuf4i_h)(v, 0x1b), 0x4e)
#define XL_LX_REVERSED32 XL_LX(shuf4i_w)(v, 0x1b)
#define XL_LX_REVERSED64 XL_LX(shuf4i_w)(v, 0x4e)
#define XL_HAS_REVERSE
XL_LX_REVERSE(f32, 32, XL_LX_REVERSED32)
XL_LX_REVERSE(f64, 64, XL_LX_REVERSED64)
XL_LX_REVERSE(i8, 8, XL_LX_REVERSED8)
XL_LX_REVERSE(i16, 16, XL_LX_REVERSED16)
XL_LX_REVERSE(i32, 32, XL_LX_REVERSED32)
XL_LX_REVERSE(i64, 64, XL_LX_REVERSED64)
XL_LX_REVERSE(u8, 8, XL_LX_REVERSED8)
XL_LX_REVERSE(u16, 16, XL_LX_REVERSED16)
XL_LX_REVERSE(u32, 32, XL_LX_REVERSED32)
XL_LX_REVERSE(u64, 64, XL_LX_REVERSED64)

/* Lanes with even numbers of v and w, and those with odd ones; and the lanes of a and b in turn, the lower half of all
 * and the upper. */
#define XL_LX_ZIP(W, S)                                                                                                \
    XL_VEC xl_lx xl_lx_even##W(xl_lx v, xl_lx w)                                                                       \
    {                                                                                                                  \
        return XL_LX(pickev_##S)(xl_lx_second(v, w), xl_lx_first(v, w));                                               \
    }                                                                                                                  \
    XL_VEC xl_lx xl_lx_odd##W(xl_lx v, xl_lx w)                                                                        \
    {                                                                                                                  \
        return XL_LX(pickod_##S)(xl_lx_second(v, w), xl_lx_first(v, w));                                               \
    }                                                                                                                  \
    XL_VEC xl_lx xl_lx_low##W(xl_lx a, xl_lx b)                                                                        \
    {                                                                                                                  \
        return xl_lx_first(XL_LX(ilvl_##S)(b, a), XL_LX(ilvh_##S)(b, a));                                              \
    }                                                                                                                  \
    XL_VEC xl_lx xl_lx_high##W(xl_lx a, xl_lx b)                                                                       \
    {                                                                                                                  \
        return xl_lx_second(XL_LX(ilvl_##S)(b, a), XL_LX(ilvh_##S)(b, a));                                             \
    }
XL_LX_ZIP(8, b)
XL_LX_ZIP(16, h)
XL_LX_ZIP(32, w)

/* A partial strip takes its way through a buffer. */
#define XL_LX_INTERLEAVED(T, W)                                                                                        \
    XL_VEC void xl_##T##_load2(const xl_e_##T *p, xl_##T *a, xl_##T *b, size_t vl)                                     \
    {                                                                                                                  \
        uint8_t buffer[2 * XL_LX_BYTES] = {0};                                                                         \
        if (vl < XL_LX_BITS / W)                                                                                       \
            p = (const xl_e_##T *)memcpy(buffer, p, 2 * vl * sizeof *p);                                               \
        xl_lx v = XL_LX(ld)(p, 0), w = XL_LX(ld)(p, XL_LX_BYTES);                                                      \
        *a = xl_lx_even##W(v, w);                                                                                      \
        *b = xl_lx_odd##W(v, w);                                                                                       \
    }                                                                                                                  \
    XL_VEC void xl_##T##_store2(xl_e_##T *p, xl_##T a, xl_##T b, size_t vl)                                            \
    {                                                                                                                  \
        uint8_t buffer[2 * XL_LX_BYTES];                                                                               \
        void *to = vl < XL_LX_BITS / W ? (void *)buffer : p;                                                           \
        XL_LX(st)(xl_lx_low##W(a, b), to, 0);                                                                          \
        XL_LX(st)(xl_lx_high##W(a, b), to, XL_LX_BYTES);                                                               \
        if (vl < XL_LX_BITS / W)                                                                                       \
            memcpy(p, buffer, 2 * vl * sizeof *p);                                                                     \
    }                                                                                                                  \
    XL_VEC void xl_##T##_load4(const xl_e_##T *p, xl_##T *a, xl_##T *b, xl_##T *c, xl_##T *d, size_t vl)               \
    {                                                                                                                  \
        uint8_t buffer[4 * XL_LX_BYTES] = {0};                                                                         \
        if (vl < XL_LX_BITS / W)                                                                                       \
            p = (const xl_e_##T *)memcpy(buffer, p, 4 * vl * sizeof *p);                                               \
        xl_lx v = XL_LX(ld)(p, 0), w = XL_LX(ld)(p, XL_LX_BYTES);                                                      \
        xl_lx x = XL_LX(ld)(p, 2 * XL_LX_BYTES), y = XL_LX(ld)(p, 3 * XL_LX_BYTES);                                    \
        xl_lx ac0 = xl_lx_even##W(v, w), ac1 = xl_lx_even##W(x, y);                                                    \
        xl_lx bd0 = xl_lx_odd##W(v, w), bd1 = xl_lx_odd##W(x, y);                                                      \
        *a = xl_lx_even##W(ac0, ac1), *c = xl_lx_odd##W(ac0, ac1);                                                     \
        *b = xl_lx_even##W(bd0, bd1), *d = xl_lx_odd##W(bd0, bd1);                                                     \
    }                                                                                                                  \
    XL_VEC void xl_##T##_store4(xl_e_##T *p, xl_##T a, xl_##T b, xl_##T c, xl_##T d, size_t vl)                        \
    {                                                                                                                  \
        uint8_t buffer[4 * XL_LX_BYTES];                                                                               \
        void *to = vl < XL_LX_BITS / W ? (void *)buffer : p;                                                           \
        xl_lx ac0 = xl_lx_low##W(a, c), ac1 = xl_lx_high##W(a, c);                                                     \
        xl_lx bd0 = xl_lx_low##W(b, d), bd1 = xl_lx_high##W(b, d);                                                     \
        XL_LX(st)(xl_lx_low##W(ac0, bd0), to, 0);                                                                      \
        XL_LX(st)(xl_lx_high##W(ac0, bd0), to, XL_LX_BYTES);                                                           \
        XL_LX(st)(xl_lx_low##W(ac1, bd1), to, 2 * XL_LX_BYTES);                                                        \
        XL_LX(st)(xl_lx_high##W(ac1, bd1), to, 3 * XL_LX_BYTES);                                                       \
        if (vl < XL_LX_BITS / W)                                                                                       \
            memcpy(p, buffer, 4 * vl * sizeof *p);                                                                     \
    }
#define XL_HAS_INTERLEAVE2
#define XL_HAS_INTERLEAVE4
XL_LX_INTERLEAVED(u8, 8)
XL_LX_INTERLEAVED(u16, 16)
XL_LX_INTERLEAVED(u32, 32)

/* Two of the three vectors are picked from at once; what is beyond them comes from the third. */
XL_VEC xl_lx xl_lx_third(xl_lx v0, xl_lx v1, xl_lx v2, const uint8_t *order)
{
    xl_lx from = xl_lx_load_each(order, 0);
    xl_lx of_two = XL_LX(shuf_b)(v1, v0, XL_LX(andi_b)(from, 31));
    xl_lx last = XL_LX(shuf_b)(v2, v2, XL_LX(andi_b)(from, 15));
    return XL_LX(bitsel_v)(last, of_two, XL_LX(slei_bu)(from, 31));
}
#define XL_LX_THIRDS(T, W)                                                                                             \
    XL_VEC void xl_##T##_load3(const xl_e_##T *p, xl_##T *a, xl_##T *b, xl_##T *c, size_t vl)                          \
    {                                                                                                                  \
        uint8_t buffer[3 * XL_LX_BYTES] = {0};                                                                         \
        const uint8_t *from = (const uint8_t *)(vl == XL_LX_BITS / W ? p : memcpy(buffer, p, 3 * vl * sizeof *p));     \
        xl_lx v0 = xl_lx_load_each(from, 48), v1 = xl_lx_load_each(from + 16, 48);                                     \
        xl_lx v2 = xl_lx_load_each(from + 32, 48);                                                                     \
        *a = xl_lx_third(v0, v1, v2, xl_thirds_loaded##W[0]);                                                          \
        *b = xl_lx_third(v0, v1, v2, xl_thirds_loaded##W[1]);                                                          \
        *c = xl_lx_third(v0, v1, v2, xl_thirds_loaded##W[2]);                                                          \
    }                                                                                                                  \
    XL_VEC void xl_##T##_store3(xl_e_##T *p, xl_##T a, xl_##T b, xl_##T c, size_t vl)                                  \
    {                                                                                                                  \
        uint8_t buffer[3 * XL_LX_BYTES], *to = vl == XL_LX_BITS / W ? (uint8_t *)p : buffer;                           \
        xl_lx_store_each(to, xl_lx_third(a, b, c, xl_thirds_stored##W[0]), 48);                                        \
        xl_lx_store_each(to + 16, xl_lx_third(a, b, c, xl_thirds_stored##W[1]), 48);                                   \
        xl_lx_store_each(to + 32, xl_lx_third(a, b, c, xl_thirds_stored##W[2]), 48);                                   \
        if (vl < XL_LX_BITS / W)                                                                                       \
            memcpy(p, buffer, 3 * vl * sizeof *p);                                                                     \
    }
#define XL_HAS_INTERLEAVE3
XL_LX_THIRDS(u8, 8)
XL_LX_THIRDS(u16, 16)
XL_LX_THIRDS(u32, 32)

#endif

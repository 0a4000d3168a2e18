/* Lanes moved by vec_perm, vec_mergeh and vec_mergel, the same on POWER and s390x.
 * SPDX-License-Identifier: MIT
 *
 * The ISA's header defines xl_perm_mask_bits, an xl_m32's lanes as four bits: bit i for lane i.
 */
#ifndef XL_ARCH_VEC_PERM_H
#define XL_ARCH_VEC_PERM_H

#include "compress16.h"
#include "thirds.h"

/* The numbers of the bytes. */
XL_VEC xl_u8 xl_perm_numbers(void) { return (xl_u8){0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}; }

#define XL_HAS_REVERSE
#define XL_HAS_SLIDE
#define XL_TEMPLATE "vec_perm_move.h"
#include "each_float.h"
#define XL_TEMPLATE "vec_perm_move.h"
#include "each_int.h"

#define XL_HAS_LOOKUP16
XL_VEC xl_u8 xl_u8_lookup16(const uint8_t *table, xl_u8 index, size_t vl)
{
    (void)vl;
    xl_u8 t = xl_u8_load(table, 16);
    return vec_perm(t, t, index);
}

/* Lanes from vl on come after the others, wherever m has them. */
#define XL_HAS_COMPRESS
XL_VEC xl_u8 xl_perm_compress(xl_u8 v, xl_m32 m) { return vec_perm(v, v, xl_u8_load(xl_compress16[xl_perm_mask_bits(m)], 16)); }
XL_VEC xl_u32 xl_u32_compress(xl_u32 v, xl_m32 m, size_t vl) { (void)vl; return (xl_u32)xl_perm_compress((xl_u8)v, m); }
XL_VEC xl_i32 xl_i32_compress(xl_i32 v, xl_m32 m, size_t vl) { (void)vl; return (xl_i32)xl_perm_compress((xl_u8)v, m); }
XL_VEC xl_f32 xl_f32_compress(xl_f32 v, xl_m32 m, size_t vl) { (void)vl; return (xl_f32)xl_perm_compress((xl_u8)v, m); }

/* The even and the odd lanes of two vectors, by bytes. */
#define XL_PERM_EVEN_BYTES_8 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30
#define XL_PERM_ODD_BYTES_8 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31
#define XL_PERM_EVEN_BYTES_16 0, 1, 4, 5, 8, 9, 12, 13, 16, 17, 20, 21, 24, 25, 28, 29
#define XL_PERM_ODD_BYTES_16 2, 3, 6, 7, 10, 11, 14, 15, 18, 19, 22, 23, 26, 27, 30, 31
#define XL_PERM_EVEN_BYTES_32 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27
#define XL_PERM_ODD_BYTES_32 4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31

/* Two of the three vectors are picked from at once; what is beyond them comes from the third. */
XL_VEC xl_u8 xl_perm_third(xl_u8 v0, xl_u8 v1, xl_u8 v2, const uint8_t *order)
{
    xl_u8 from = xl_u8_load(order, 16);
    return vec_sel(vec_perm(v0, v1, from), vec_perm(v2, v2, from), vec_cmpgt(from, vec_splats((unsigned char)31)));
}

#define XL_HAS_INTERLEAVE2
#define XL_HAS_INTERLEAVE3
#define XL_HAS_INTERLEAVE4
#define XL_TEMPLATE "vec_perm_interleave.h"
#include "each_int.h"

#endif

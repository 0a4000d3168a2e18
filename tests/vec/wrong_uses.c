/* Uses of the vocabulary that must not compile, one a line, and uses that must.
 * SPDX-License-Identifier: MIT
 *
 * wrong-uses.sh compiles this file for each ISA. Each line that ends in a comment "wrong: KIND" must give an error, and no
 * other line may. KIND is what the line gets wrong, by which wrong-uses-gaps.txt excuses it.
 */
#include "vec.h"

void right(const float *p, xl_u8 u8, xl_u16 u16, xl_i32 i32, xl_u32 u32, xl_u64 u64, xl_f32 f32, xl_m8 m8, xl_m32 m32, xl_m64 m64, size_t vl);
void wrong(const float *p, xl_u8 u8, xl_u16 u16, xl_i32 i32, xl_u32 u32, xl_u64 u64, xl_f32 f32, xl_m8 m8, xl_m32 m32, xl_m64 m64, size_t vl);

void right(const float *p, xl_u8 u8, xl_u16 u16, xl_i32 i32, xl_u32 u32, xl_u64 u64, xl_f32 f32, xl_m8 m8, xl_m32 m32, xl_m64 m64, size_t vl)
{
    u8 = xl_u8_select(xl_m8_and(m8, xl_u8_lt(u8, u8, vl), vl), u8, u8, vl);
    u16 = xl_u16_merge(u16, xl_u16_avg(u16, u16, vl), vl);
    u32 = xl_u32_add(xl_u32_bitcast_i32(i32), xl_u32_bitcast_f32(f32), vl);
    i32 = xl_i32_select(m32, i32, xl_i32_from_f32(f32, vl), vl);
    u64 = xl_u64_select(xl_m64_not(m64, vl), u64, u64, vl);
    f32 = xl_f32_select(xl_f32_le(f32, xl_f32_load(p, vl), vl), f32, xl_f32_from_i32(i32, vl), vl);
    (void)u8, (void)u16, (void)u32, (void)i32, (void)u64, (void)f32;
}

void wrong(const float *p, xl_u8 u8, xl_u16 u16, xl_i32 i32, xl_u32 u32, xl_u64 u64, xl_f32 f32, xl_m8 m8, xl_m32 m32, xl_m64 m64, size_t vl)
{
    u8 = xl_u8_add(u32, u8, vl);                    /* wrong: lanes */
    u8 = xl_u8_add(u8, u16, vl);                    /* wrong: lanes */
    u64 = xl_u64_max(u64, u32, vl);                 /* wrong: lanes */
    u16 = xl_u16_set1(1, vl), u32 = u16;            /* wrong: lanes */
    u32 = xl_u8_add(u8, u8, vl);                    /* wrong: lanes */
    u8 = xl_u8_select(m8, u8, u32, vl);             /* wrong: lanes */
    i32 = xl_i32_add(u32, i32, vl);                 /* wrong: sign */
    u32 = xl_u32_shr(i32, 1, vl);                   /* wrong: sign */
    u32 = i32;                                      /* wrong: sign */
    m32 = xl_i32_lt(u32, i32, vl);                  /* wrong: sign */
    f32 = xl_f32_add(f32, i32, vl);                 /* wrong: float */
    i32 = xl_i32_add(i32, f32, vl);                 /* wrong: float */
    f32 = xl_f32_bitcast_u32(f32);                  /* wrong: float */
    u8 = xl_u8_select(m32, u8, u8, vl);             /* wrong: mask width */
    u64 = xl_u64_select(m32, u64, u64, vl);         /* wrong: mask width */
    m32 = xl_m32_and(m32, m64, vl);                 /* wrong: mask width */
    m8 = xl_u16_eq(u16, u16, vl);                   /* wrong: mask width */
    f32 = xl_f32_select(xl_u64_eq(u64, u64, vl), f32, f32, vl);    /* wrong: mask width */
    vl = xl_m64_count(xl_u32_lt(u32, u32, vl), vl); /* wrong: mask width */
    u8 = xl_u8_select(u8, u8, u8, vl);              /* wrong: vector as mask */
    u32 = xl_u32_select(u32, u32, u32, vl);         /* wrong: vector as mask */
    m32 = xl_m32_not(i32, vl);                      /* wrong: vector as mask */
    u32 = xl_u32_and(u32, m32, vl);                 /* wrong: mask as vector */
    u8 = xl_u8_sub(u8, xl_u8_eq(u8, u8, vl), vl);   /* wrong: mask as vector */
    i32 = xl_i32_add(i32, xl_f32_lt(f32, f32, vl), vl);    /* wrong: mask as vector */
    i32 = xl_i32_add(i32, 1, vl);                   /* wrong: scalar as vector */
    f32 = xl_f32_mul(f32, 2.0f, vl);                /* wrong: scalar as vector */
    u8 = xl_u8_min(u8, (uint8_t)vl, vl);            /* wrong: scalar as vector */
    (void)xl_f32_load((const void *)p, u8);         /* wrong: vector as length */
    (void)u8, (void)u16, (void)u32, (void)i32, (void)u64, (void)f32, (void)m8, (void)m32, (void)m64;
}

/* The values that code is most often wrong at.
 * SPDX-License-Identifier: MIT
 */
#include "judge/special.h"

/* Zeros, ones, infinities; quiet and signalling NaNs with payloads; subnormals, and what is next to
 * them; the largest; halves and ties; powers of two at which integers of some width, or the
 * fraction, end, with their neighbours; one and its neighbours; ties of bfloat16. */
static const uint64_t special_f32[XL_SPECIALS] = {
    0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00000,
    0xffc12345, 0x7fffffff, 0x7f800001, 0xff800001, 0xffa00000, 0x7fbfffff, 0x00000001, 0x80000001,
    0x00400000, 0x007fffff, 0x807fffff, 0x00800000, 0x80800000, 0x00800001, 0x7f7fffff, 0xff7fffff,
    0x7f7ffffe, 0x7f000000, 0x3f000000, 0xbf000000, 0x3effffff, 0x3f000001, 0x3fc00000, 0xbfc00000,
    0x40000000, 0x40200000, 0xc0200000, 0x4a800001, 0x4affffff, 0x4b000000, 0x4b000001, 0xcb000001,
    0x4b7fffff, 0x4b800000, 0x4effffff, 0x4f000000, 0x4f000001, 0xcf000000, 0xcf000001, 0x4f7fffff,
    0x4f800000, 0x5effffff, 0x5f000000, 0xdf000000, 0xdf000001, 0x5f800000, 0x34000000, 0x33800000,
    0x3f7fffff, 0x3f800001, 0xbf7fffff, 0x3f808000, 0x3f818000,
};

/* The same of f64; the last two are where f32 ends. */
static const uint64_t special_f64[XL_SPECIALS] = {
    0x0000000000000000, 0x8000000000000000, 0x3ff0000000000000, 0xbff0000000000000,
    0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000, 0xfff8000000000000,
    0xfff8000000012345, 0x7fffffffffffffff, 0x7ff0000000000001, 0xfff0000000000001,
    0xfff4000000000000, 0x7ff7ffffffffffff, 0x0000000000000001, 0x8000000000000001,
    0x0008000000000000, 0x000fffffffffffff, 0x800fffffffffffff, 0x0010000000000000,
    0x8010000000000000, 0x0010000000000001, 0x7fefffffffffffff, 0xffefffffffffffff,
    0x7feffffffffffffe, 0x7fe0000000000000, 0x3fe0000000000000, 0xbfe0000000000000,
    0x3fdfffffffffffff, 0x3fe0000000000001, 0x3ff8000000000000, 0xbff8000000000000,
    0x4000000000000000, 0x4004000000000000, 0xc004000000000000, 0x4320000000000001,
    0x432fffffffffffff, 0x4330000000000000, 0x4330000000000001, 0xc330000000000001,
    0x433fffffffffffff, 0x4340000000000000, 0x41dfffffffc00000, 0x41e0000000000000,
    0x41e0000000100000, 0xc1e0000000000000, 0xc1e0000000200000, 0x41efffffffe00000,
    0x41f0000000000000, 0x43dfffffffffffff, 0x43e0000000000000, 0xc3e0000000000000,
    0xc3e0000000000001, 0x43f0000000000000, 0x3cb0000000000000, 0x3ca0000000000000,
    0x3fefffffffffffff, 0x3ff0000000000001, 0xbfefffffffffffff, 0x47efffffe0000000,
    0x3690000000000000,
};

/* Truncated to the type, each is a limit of some width, next to one, a width as a shift count, or a
 * pattern whose bytes tell byte order and signs apart. */
static const uint64_t special_int[XL_SPECIALS] = {
    0x0000000000000000, 0x0000000000000001, 0x0000000000000002, 0x0000000000000003,
    0x0000000000000004, 0x0000000000000007, 0x0000000000000008, 0x0000000000000009,
    0x000000000000000f, 0x0000000000000010, 0x000000000000001f, 0x0000000000000020,
    0x0000000000000021, 0x000000000000003f, 0x0000000000000040, 0x0000000000000041,
    0x000000000000007e, 0x000000000000007f, 0x0000000000000080, 0x0000000000000081,
    0x00000000000000c0, 0x00000000000000fe, 0x00000000000000ff, 0x0000000000000100,
    0x0000000000000101, 0x0000000000003fff, 0x0000000000004000, 0x0000000000007ffe,
    0x0000000000007fff, 0x0000000000008000, 0x0000000000008001, 0x000000000000c000,
    0x000000000000fffe, 0x000000000000ffff, 0x0000000000010000, 0x000000003fffffff,
    0x0000000040000000, 0x000000007ffffffe, 0x000000007fffffff, 0x0000000080000000,
    0x0000000080000001, 0x00000000c0000000, 0x00000000fffffffe, 0x00000000ffffffff,
    0x0000000100000000, 0x3fffffffffffffff, 0x4000000000000000, 0x7ffffffffffffffe,
    0x7fffffffffffffff, 0x8000000000000000, 0x8000000000000001, 0xc000000000000000,
    0xfffffffffffffffe, 0xffffffffffffffff, 0x5555555555555555, 0xaaaaaaaaaaaaaaaa,
    0x0123456789abcdef, 0x7f7f7f7f7f7f7f7f, 0x8080808080808080, 0x00ff00ff00ff00ff,
    0xfefefefefefefefe,
};

uint64_t xl_special_bits(enum xl_type type, size_t i)
{
    const uint64_t *list = type == XL_f32   ? special_f32
                           : type == XL_f64 ? special_f64
                                            : special_int;
    return list[i % XL_SPECIALS] & (UINT64_MAX >> (64 - 8 * xl_type_size(type)));
}

uint64_t xl_extreme_bits(enum xl_type type, size_t i)
{
    static const uint64_t f32[XL_EXTREMES] = {0, 0x7f800000, 0xff800000, 0xff7fffff};
    static const uint64_t f64[XL_EXTREMES] = {0, 0x7ff0000000000000, 0xfff0000000000000,
                                              0xffefffffffffffff};
    const uint64_t all = UINT64_MAX >> (64 - 8 * xl_type_size(type)), top = all - all / 2;
    const uint64_t of_signed[XL_EXTREMES] = {0, top - 1, top, all},
                   of_unsigned[XL_EXTREMES] = {0, all, 1, top};
    const uint64_t *list = type == XL_f32            ? f32
                           : type == XL_f64          ? f64
                           : xl_type_is_signed(type) ? of_signed
                                                     : of_unsigned;
    return list[i % XL_EXTREMES];
}

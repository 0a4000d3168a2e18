/* The numbers of the lanes of an LSX or LASX vector.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_LOONG64_NUMBERS_H
#define XL_ARCH_LOONG64_NUMBERS_H

typedef int8_t xl_lx_numbers8 __attribute__((vector_size(XL_LX_BITS / 8)));
typedef int16_t xl_lx_numbers16 __attribute__((vector_size(XL_LX_BITS / 8)));
typedef int32_t xl_lx_numbers32 __attribute__((vector_size(XL_LX_BITS / 8)));
typedef int64_t xl_lx_numbers64 __attribute__((vector_size(XL_LX_BITS / 8)));
#if XL_LX_BITS == 256
XL_VEC xl_lx xl_lx_iota8(void)
{
    return (xl_lx)(xl_lx_numbers8){0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                                   16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
}
/* The numbers of the bytes of each half. */
XL_VEC xl_lx xl_lasx_iota_each(void)
{
    return (xl_lx)(xl_lx_numbers8){0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
                                   0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
}
XL_VEC xl_lx xl_lx_iota16(void)
{
    return (xl_lx)(xl_lx_numbers16){0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
}
XL_VEC xl_lx xl_lx_iota32(void) { return (xl_lx)(xl_lx_numbers32){0, 1, 2, 3, 4, 5, 6, 7}; }
XL_VEC xl_lx xl_lx_iota64(void) { return (xl_lx)(xl_lx_numbers64){0, 1, 2, 3}; }
#else
XL_VEC xl_lx xl_lx_iota8(void)
{
    return (xl_lx)(xl_lx_numbers8){0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
}
XL_VEC xl_lx xl_lx_iota16(void) { return (xl_lx)(xl_lx_numbers16){0, 1, 2, 3, 4, 5, 6, 7}; }
XL_VEC xl_lx xl_lx_iota32(void) { return (xl_lx)(xl_lx_numbers32){0, 1, 2, 3}; }
XL_VEC xl_lx xl_lx_iota64(void) { return (xl_lx)(xl_lx_numbers64){0, 1}; }
#endif

#endif

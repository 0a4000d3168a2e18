/* Lanes of all types moved by vec_perm: a template file of each_float.h and each_int.h. vec_perm takes its indices modulo 32.
 * SPDX-License-Identifier: MIT
 */
#define XL_LANES (128 / XL_W)
#define XL_BYTES (XL_W / 8)

XL_VEC XL_V XL_OP(reverse)(XL_V v, size_t vl)
{
    xl_u8 n = xl_perm_numbers(), in_lane = n & vec_splats((unsigned char)(XL_BYTES - 1));
    xl_u8 last = vec_splats((unsigned char)((vl - 1) * XL_BYTES));
    return (XL_V)vec_perm((xl_u8)v, (xl_u8)v, last + (in_lane - (n ^ in_lane)));
}

XL_VEC XL_V XL_OP(slide_up)(XL_V v, size_t k, size_t vl)
{
    unsigned char bytes = (unsigned char)(k < XL_LANES ? k * XL_BYTES : 16); /* apart: gcc 14 fails on a conditional inside vec_splats */
    xl_u8 n = xl_perm_numbers(), count = vec_splats(bytes);
    (void)vl;
    return (XL_V)vec_perm((xl_u8)v, (xl_u8)v, n - (count & (xl_u8)vec_cmpge(n, count)));
}
XL_VEC XL_V XL_OP(slide_down)(XL_V v, size_t k, size_t vl)
{
    (void)vl;
    return (XL_V)vec_perm((xl_u8)v, (xl_u8)v, xl_perm_numbers() + vec_splats((unsigned char)(k * XL_BYTES)));
}
XL_VEC XL_V XL_OP(broadcast_lane)(XL_V v, size_t i, size_t vl)
{
    xl_u8 in_lane = xl_perm_numbers() & vec_splats((unsigned char)(XL_BYTES - 1));
    (void)vl;
    return (XL_V)vec_perm((xl_u8)v, (xl_u8)v, in_lane + vec_splats((unsigned char)(i * XL_BYTES)));
}

#undef XL_LANES
#undef XL_BYTES

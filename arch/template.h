/* Names for template files: files that are included once for each lane type, and define its operations.
 * SPDX-License-Identifier: MIT
 *
 *     #define XL_T i32                        // the lane type
 *     #define XL_W 32                         // its width in bits
 *     #include "avx2_int.h"                   // ends with #undef XL_T and #undef XL_W
 *
 * where avx2_int.h has real lines, so that debuggers, coverage and compiler messages point into it:
 *
 *     XL_VEC XL_V XL_OP(add)(XL_V a, XL_V b, size_t vl) { ... }     // xl_i32 xl_i32_add(xl_i32 a, xl_i32 b, size_t vl)
 */
#ifndef XL_ARCH_TEMPLATE_H
#define XL_ARCH_TEMPLATE_H

#define XL_JOIN_(A, B, C) A##B##C
#define XL_JOIN(A, B, C) XL_JOIN_(A, B, C)

#define XL_V XL_JOIN(xl_, XL_T, )           /* the vector: xl_i32 */
#define XL_E XL_JOIN(xl_e_, XL_T, )         /* its lane in C: xl_e_i32 */
#define XL_M XL_JOIN(xl_m, XL_W, )          /* its mask: xl_m32 */
#define XL_OP(NAME) XL_JOIN(xl_, XL_T, _##NAME)     /* an operation: xl_i32_add */
#define XL_FROM(TO, FROM) XL_JOIN(XL_JOIN(xl_, TO, _from_), FROM, )        /* xl_f32_from_i32 */

/* The integers of the same width. */
#define XL_I XL_JOIN(i, XL_W, )
#define XL_U XL_JOIN(u, XL_W, )
#define XL_I_V XL_JOIN(xl_i, XL_W, )
#define XL_U_V XL_JOIN(xl_u, XL_W, )
#define XL_I_E XL_JOIN(xl_e_i, XL_W, )
#define XL_U_E XL_JOIN(xl_e_u, XL_W, )
#define XL_I_OP(NAME) XL_JOIN(xl_i, XL_W, _##NAME)
#define XL_U_OP(NAME) XL_JOIN(xl_u, XL_W, _##NAME)

#define XL_MASK_OP(NAME) XL_JOIN(xl_m, XL_W, _##NAME) /* an operation of the mask: xl_m32_and */
#define XL_UT XL_JOIN(u, XL_W, )            /* the unsigned type of the same width: u32 */
#define XL_UV XL_JOIN(xl_u, XL_W, )         /* its vector: xl_u32 */
#define XL_U_OP(NAME) XL_JOIN(xl_u, XL_W, _##NAME) /* its operation: xl_u32_and */
#define XL_BITCAST(TO, FROM) XL_JOIN(XL_JOIN(xl_, TO, _bitcast_), FROM, ) /* xl_u32_bitcast_i32 */

#endif

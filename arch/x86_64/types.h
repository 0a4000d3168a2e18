/* The vector and mask types of SSE2 to AVX-512, all distinct.
 * SPDX-License-Identifier: MIT
 *
 * The ISA's header defines, before it includes this file:
 *
 *     xl_x86          a register as plain bits, as the intrinsics take it: __m256i
 *     XL_X86_BITS     its width
 *     XL_X86(OP)      the intrinsic of an operation: _mm256_##OP
 */
#ifndef XL_ARCH_X86_64_TYPES_H
#define XL_ARCH_X86_64_TYPES_H

#include "../template.h"

/* Intrinsics by the lane type of a template file: its width (add_epi32), and the name that it defines as XL_N: epu32, ps. */
#define XL_X86_W(OP) XL_JOIN(XL_X86(OP##_epi), XL_W, )
#define XL_X86_N(OP) XL_JOIN(XL_X86(OP##_), XL_N, )
#define XL_X86_OF_W(NAME) XL_JOIN(xl_x86_##NAME, XL_W, )    /* a function of an ISA's header: xl_x86_set32 */

#define XL_X86_BYTES (XL_X86_BITS / 8)
#define XL_LANES ((size_t)XL_X86_BITS / XL_W)

#if XL_X86_BITS == 128
typedef __m128 xl_f32;
typedef __m128d xl_f64;
#elif XL_X86_BITS == 256
typedef __m256 xl_f32;
typedef __m256d xl_f64;
#else
typedef __m512 xl_f32;
typedef __m512d xl_f64;
#endif
typedef int8_t xl_i8 __attribute__((vector_size(XL_X86_BYTES)));
typedef int16_t xl_i16 __attribute__((vector_size(XL_X86_BYTES)));
typedef int32_t xl_i32 __attribute__((vector_size(XL_X86_BYTES)));
typedef int64_t xl_i64 __attribute__((vector_size(XL_X86_BYTES)));
typedef uint8_t xl_u8 __attribute__((vector_size(XL_X86_BYTES)));
typedef uint16_t xl_u16 __attribute__((vector_size(XL_X86_BYTES)));
typedef uint32_t xl_u32 __attribute__((vector_size(XL_X86_BYTES)));
typedef uint64_t xl_u64 __attribute__((vector_size(XL_X86_BYTES)));

/* Masks are structures because a typedef of one register type would be no type of its own. */
#if XL_X86_BITS == 512
/* One bit for each lane. */
typedef struct { __mmask64 v; } xl_m8;
typedef struct { __mmask32 v; } xl_m16;
typedef struct { __mmask16 v; } xl_m32;
typedef struct { __mmask8 v; } xl_m64;
#else
/* All bits of a lane, or none. */
typedef struct { xl_x86 v; } xl_m8;
typedef struct { xl_x86 v; } xl_m16;
typedef struct { xl_x86 v; } xl_m32;
typedef struct { xl_x86 v; } xl_m64;
#endif

/* Whether vl is known to be that of a full vector when the code is compiled. Full strips then need no mask and no branch. */
#define XL_X86_IS_FULL(VL) (__builtin_constant_p(VL) && (VL) == XL_LANES)

#include "../bitcast.h"

#endif

/* The vector vocabulary: lanes, operations and their pinned semantics, the same on every ISA.
 * SPDX-License-Identifier: MIT
 *
 * A portable kernel is written once, as a loop over strips:
 *
 *     for (size_t i = 0, vl; i < n; i += vl) {
 *         vl = xl_f32_vl(n - i);
 *         xl_f32_store(out + i, xl_f32_add(xl_f32_load(a + i, vl), xl_f32_load(b + i, vl), vl), vl);
 *     }
 *
 * The compiler is told which ISA to use: XL_ISA is its name (a token, as in isas.def) and XL_ISA_HEADER
 * the header that holds its implementation. Everything here is `static inline` in that header.
 *
 * Types. T is one of f32 f64 i8 i16 i32 i64 u8 u16 u32 u64; E is its C element type (float, double, int8_t ...),
 * W its width in bits. `xl_T` is a vector of T, `xl_mW` a mask over lanes of W bits. Both can be sizeless (SVE, RVV):
 * they live in local variables only, never in arrays, structs or globals, and have no sizeof.
 * Pointers need the alignment of their element type, no more.
 *
 * vl. Every operation works on lanes 0 to vl-1. Lanes from vl on are unspecified in each result, whatever the
 * inputs held there, unless the operation says otherwise. vl is at least 1 and at most xl_T_lanes().
 * In what follows the trailing `size_t vl` parameter is written "vl"; all counts and indices are size_t.
 *
 * Floating point. Every operation rounds once, to nearest even, and honours subnormals, except on an ISA that
 * isas.def marks as flushing (ARMv7 NEON): there an operand or result that is subnormal, or was before rounding, may be
 * taken as a zero of its sign. The rounding mode is the caller's to have at nearest. Where the result is a NaN, its
 * sign and payload are unspecified, and a signalling NaN counts as any other NaN. Exception flags are unspecified.
 *
 *   all T
 *     size_t xl_T_lanes(void)            lanes of a full vector, as the CPU has them at run time; a power of two or not
 *     size_t xl_T_vl(n)                  lanes of the next strip when n elements remain: 0 if n is 0, else 1 to
 *                                        min(n, lanes). It need not be min(n, lanes): RVV may split the rest in two.
 *     xl_T   xl_T_set1(E x, vl)          x in every lane
 *     xl_T   xl_T_load(const E *p, vl)   reads p[0] to p[vl-1] and touches no other byte
 *     void   xl_T_store(E *p, xl_T v, vl)  writes p[0] to p[vl-1] and touches no other byte
 *     xl_T   xl_T_merge(xl_T old, xl_T new, vl)  lanes below vl from `new`, all others from `old`: every lane is
 *                                        specified. This is how a partial strip joins an accumulator.
 *     E      xl_T_get(xl_T v, i, vl)     lane i, i < vl
 *     xl_T   xl_T_add(a, b, vl), xl_T_sub(a, b, vl)    integers wrap
 *     xl_T   xl_T_mul(a, b, vl)          low W bits; all T but 8-bit
 *     xl_T   xl_T_min(a, b, vl), xl_T_max(a, b, vl)
 *                                        floats: IEEE 754-2019 minimum and maximum: a NaN operand gives NaN; -0 < +0
 *     xl_mW  xl_T_eq(a, b, vl), xl_T_lt(a, b, vl), xl_T_le(a, b, vl)   a = b, a < b, a <= b; a NaN compares false
 *     xl_T   xl_T_select(xl_mW m, xl_T a, xl_T b, vl)  m ? a : b, the bits of a or b unchanged
 *     xl_T   xl_T_reverse(v, vl)         lane i is lane vl - 1 - i of v, its bits unchanged
 *   f32 f64
 *     xl_T   xl_T_div(a, b, vl), xl_T_sqrt(a, vl)      correctly rounded
 *     xl_T   xl_T_fma(a, b, c, vl)       a * b + c, rounded once: really fused, on an ISA without FMA too
 *     xl_T   xl_T_abs(a, vl), xl_T_neg(a, vl)          sign bit only, NaN included
 *     xl_T   xl_T_copysign(a, b, vl)     the bits of a, the sign bit of b, NaN included
 *     xl_T   xl_T_rint(a, vl)            to the nearest integer, ties to even; a result of zero has the sign of a; NaN
 *                                        stays NaN
 *     xl_T   xl_T_floor(a, vl), xl_T_ceil(a, vl), xl_T_trunc(a, vl)    the same, down, up and toward zero
 *   integers
 *     xl_T   xl_T_and(a, b, vl), xl_T_or(a, b, vl), xl_T_xor(a, b, vl), xl_T_not(a, vl)
 *     xl_T   xl_T_shl(a, unsigned k, vl) by k bits; 0 if k >= W
 *     xl_T   xl_T_shr(a, unsigned k, vl) unsigned T: zeros come in, 0 if k >= W; signed T: the sign comes in, all
 *                                        lanes 0 or -1 if k >= W
 *   i8 i16 u8 u16
 *     xl_T   xl_T_adds(a, b, vl), xl_T_subs(a, b, vl)  saturating
 *   i16 u16 i32 u32
 *     xl_T   xl_T_mulhi(a, b, vl)        high W bits of the 2W-bit product
 *   u8 u16
 *     xl_T   xl_T_avg(a, b, vl)          (a + b + 1) / 2, rounded down, without wrapping
 *     xl_T   xl_T_absdiff(a, b, vl)      |a - b|
 *   i32 u32 i64 u64 f32 f64
 *     E      xl_T_reduce_add(v, vl)      of lanes below vl; integers wrap; floats in any order of association
 *     E      xl_T_reduce_min(v, vl), xl_T_reduce_max(v, vl)   with the semantics of min and max
 *   u32 i32
 *     xl_T   xl_T_iota(E start, vl)      start + lane number, wrapping
 *     xl_T   xl_T_scan_add(v, vl)        inclusive prefix sum over lanes 0 to vl-1, wrapping
 *     xl_T   xl_T_gather(const E *p, xl_u32 index, vl)  p[index]; index is all 32 bits, unsigned; touches nothing else
 *   f32 i32 u32
 *     xl_T   xl_T_compress(v, xl_m32 m, vl)  the lanes of v that m has set, moved to the front in their order, bits
 *                                        unchanged. From lane xl_m32_count(m, vl) on: unspecified
 *   u8 u16 u32: interleaved memory, N of 2 3 4
 *     void   xl_T_loadN(const E *p, xl_T *a, xl_T *b, ..., vl)   lane i of a, b, ... is p[Ni], p[Ni+1], ...; reads p[0]
 *                                        to p[N*vl-1] and touches no other byte
 *     void   xl_T_storeN(E *p, xl_T a, xl_T b, ..., vl)           the other way; writes just these
 *   u8
 *     xl_u8  xl_u8_lookup16(const uint8_t *table, xl_u8 index, vl)
 *                                        table[index]; table has 16 bytes. An index above 15 gives an unspecified
 *                                        byte in its lane; nothing else is touched
 *   lanes of one width in memory, of another in the register; vl counts lanes of the register
 *     xl_i16 xl_i16_load_i8(const int8_t *p, vl); xl_i64 xl_i64_load_i32(const int32_t *p, vl)    sign-extended
 *     xl_u16 xl_u16_load_u8(const uint8_t *p, vl); xl_u64 xl_u64_load_u32(const uint32_t *p, vl)  zero-extended
 *     xl_i32 xl_i32_load_i8(const int8_t *p, vl), xl_i32_load_i16(const int16_t *p, vl)      sign-extended
 *     xl_u32 xl_u32_load_u8(const uint8_t *p, vl), xl_u32_load_u16(const uint16_t *p, vl)    zero-extended
 *     void   xl_u32_store_u8(uint8_t *p, v, vl), xl_u32_store_u16(uint16_t *p, v, vl)        low bits, and so
 *            xl_u16_store_u8, xl_u64_store_u32, xl_i16_store_i8, xl_i32_store_i8, xl_i32_store_i16, xl_i64_store_i32
 *     xl_f64 xl_f64_load_f32(const float *p, vl), xl_f64_load_i32(const int32_t *p, vl)      exact
 *     void   xl_f64_store_f32(float *p, v, vl)    to nearest even
 *     xl_f32 xl_f32_load_f16(const uint16_t *p, vl)    the bits of IEEE 754 binary16; exact, subnormals too; NaN gives
 *                                        NaN
 *     void   xl_f32_store_f16(uint16_t *p, v, vl)      to nearest even; subnormal results are kept on every ISA
 *   conversions, lane by lane
 *     xl_i32 xl_i32_from_f32(xl_f32 v, vl)        toward zero; clamps to INT32_MIN, INT32_MAX; NaN gives 0
 *     xl_i32 xl_i32_from_f32_rint(xl_f32 v, vl)   the same, to nearest even
 *     xl_f32 xl_f32_from_i32(xl_i32 v, vl)        to nearest even
 *     xl_u32 xl_u32_from_f32(xl_f32 v, vl)        toward zero; clamps to 0, UINT32_MAX; NaN gives 0
 *     xl_f32 xl_f32_from_u32(xl_u32 v, vl)        to nearest even
 *     xl_i64 xl_i64_from_f64(xl_f64 v, vl)        toward zero; clamps to INT64_MIN, INT64_MAX; NaN gives 0
 *     xl_f64 xl_f64_from_i64(xl_i64 v, vl)        to nearest even
 *   the same bits seen as another type: xl_<to>_bits_<from>(v), no vl (every lane)
 *     f32 i32 u32 each from each; f64 i64 u64 each from each; i16 from u16, u16 from i16; i8 from u8, u8 from i8
 *   masks, W in 8 16 32 64
 *     xl_mW  xl_mW_and(a, b, vl), xl_mW_or(a, b, vl), xl_mW_not(a, vl)
 *     bool   xl_mW_any(m, vl)            a lane below vl is set
 *     size_t xl_mW_first(m, vl)          the first set lane below vl, or vl if there is none
 *     size_t xl_mW_count(m, vl)          set lanes below vl
 */
#ifndef XL_ARCH_VEC_H
#define XL_ARCH_VEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Element type of each lane type, so that a macro over T can name it. */
typedef float xl_e_f32;
typedef double xl_e_f64;
typedef int8_t xl_e_i8;
typedef int16_t xl_e_i16;
typedef int32_t xl_e_i32;
typedef int64_t xl_e_i64;
typedef uint8_t xl_e_u8;
typedef uint16_t xl_e_u16;
typedef uint32_t xl_e_u32;
typedef uint64_t xl_e_u64;

/* What each ISA's header puts before a function. Out-of-line copies would hide which instructions a kernel ran. */
#define XL_VEC static inline __attribute__((always_inline, unused))

#ifndef XL_ISA_HEADER
#error "vec.h: XL_ISA_HEADER must name the ISA's header: kernels are compiled once for each line of isas.def"
#endif
#include XL_ISA_HEADER

#include "generic.h"

#endif

/* The vector vocabulary: the same operations with the same results on every ISA.
 * SPDX-License-Identifier: MIT
 *
 * A portable kernel is a loop over strips:
 *
 *     for (size_t i = 0, vl; i < n; i += vl) {
 *         vl = xl_f32_vl(n - i);
 *         xl_f32_store(out + i, xl_f32_add(xl_f32_load(a + i, vl), xl_f32_load(b + i, vl), vl), vl);
 *     }
 *
 * XL_STRIPS (strips.h) runs the same statement with a constant vl in full strips, which is faster where an ISA has one width:
 *
 *     XL_STRIPS(f32, n, xl_f32_store(out + i, xl_f32_add(xl_f32_load(a + i, vl), xl_f32_load(b + i, vl), vl), vl));
 *
 * - T is a lane type: f32 f64 i8 i16 i32 i64 u8 u16 u32 u64. E is its C type, W its width in bits.
 * - `xl_T` is a vector of T. `xl_mW` is a mask over lanes of W bits.
 * - Vectors and masks can be sizeless (SVE, RVV). Use them as local variables only: not in arrays, structures or
 *   globals, and without sizeof.
 * - A pointer needs the alignment of its element type only.
 * - `vl` is the last parameter of most operations, a `size_t` from 1 to `xl_T_lanes()`. An operation works on lanes 0
 *   to vl - 1. The other lanes of its result, the tail lanes, are unspecified, unless the operation says otherwise.
 * - Counts and indices are `size_t`.
 * - Floating-point operations round once, to nearest even. Keep the rounding mode at nearest.
 * - Subnormal numbers are kept, except on ISAs that isas.def marks as flushing (ARMv7 NEON). There a subnormal operand
 *   or result, also one that is subnormal only before rounding, can be replaced by a zero of its sign.
 * - The sign and payload of a NaN result are unspecified. A signalling NaN counts as any other NaN. Exception flags are
 *   unspecified.
 *
 * ## Every type
 *
 *   size_t xl_T_lanes(void)
 *     The lanes of a full vector on this CPU. The number can be other than a power of two.
 *   size_t xl_T_vl(size_t n)
 *     The lanes of the next strip, if n elements remain: 0 if n is 0, otherwise 1 to min(n, lanes). It can be fewer
 *     than min(n, lanes): RVV can split the rest in two.
 *   xl_T xl_T_set1(E x, vl)
 *     x in every lane.
 *   xl_T xl_T_load(const E *p, vl)
 *     Reads p[0] to p[vl-1] and touches no other byte.
 *   void xl_T_store(E *p, xl_T v, vl)
 *     Writes p[0] to p[vl-1] and touches no other byte.
 *   xl_T xl_T_merge(xl_T old, xl_T new, vl)
 *     Lanes below vl from `new`, all others from `old`. No lane is unspecified. Use it to keep an accumulator's tail
 *     lanes.
 *   E xl_T_get(xl_T v, size_t i, vl)
 *     Lane i. i must be below vl.
 *   xl_T xl_T_add(xl_T a, xl_T b, vl)
 *   xl_T xl_T_sub(xl_T a, xl_T b, vl)
 *     Sum and difference. Integers wrap.
 *   xl_T xl_T_mul(xl_T a, xl_T b, vl)
 *     Product. Integers keep the low W bits. Not for 8-bit types.
 *   xl_T xl_T_min(xl_T a, xl_T b, vl)
 *   xl_T xl_T_max(xl_T a, xl_T b, vl)
 *     Minimum and maximum. Floats: as in IEEE 754-2019, a NaN operand gives NaN, and -0 < +0.
 *   xl_mW xl_T_eq(xl_T a, xl_T b, vl)
 *   xl_mW xl_T_lt(xl_T a, xl_T b, vl)
 *   xl_mW xl_T_le(xl_T a, xl_T b, vl)
 *     a = b, a < b, a <= b. A NaN compares false.
 *   xl_T xl_T_select(xl_mW m, xl_T a, xl_T b, vl)
 *     The bits of a where m is set, otherwise the bits of b.
 *   xl_T xl_T_reverse(xl_T v, vl)
 *     Lane i is lane vl - 1 - i of v. The bits stay.
 *   xl_T xl_T_slide_up(xl_T v, size_t k, vl)
 *     Lane i is lane i - k of v if i >= k. The lanes below k stay. k is at most xl_T_lanes().
 *   xl_T xl_T_slide_down(xl_T v, size_t k, vl)
 *     Lane i is lane i + k of v if that is below vl. The other lanes are unspecified. k is at most xl_T_lanes().
 *   xl_T xl_T_broadcast_lane(xl_T v, size_t i, vl)
 *     Lane i of v in every lane. i must be below vl.
 *   xl_T xl_T_add_s(xl_T a, E x, vl)
 *   xl_T xl_T_sub_s(xl_T a, E x, vl)
 *     As `add` and `sub`, with x in every lane of the second operand.
 *   xl_T xl_T_mul_s(xl_T a, E x, vl)
 *     As `mul`. Not for 8-bit types.
 *   xl_mW xl_T_eq_s(xl_T a, E x, vl)
 *   xl_mW xl_T_lt_s(xl_T a, E x, vl)
 *   xl_mW xl_T_le_s(xl_T a, E x, vl)
 *   xl_mW xl_T_gt_s(xl_T a, E x, vl)
 *   xl_mW xl_T_ge_s(xl_T a, E x, vl)
 *     a = x, a < x, a <= x, a > x, a >= x. A NaN compares false.
 *
 * ## f32 and f64
 *
 *   xl_T xl_T_div(xl_T a, xl_T b, vl)
 *   xl_T xl_T_sqrt(xl_T a, vl)
 *     Quotient and square root, correctly rounded.
 *   xl_T xl_T_fma(xl_T a, xl_T b, xl_T c, vl)
 *     a * b + c, rounded once, also on an ISA without FMA.
 *   xl_T xl_T_mul_add(xl_T a, xl_T b, xl_T c, vl)
 *     a * b + c, rounded once if the ISA has FMA, otherwise after the product and after the sum (SSE). So results differ between
 *     ISAs: not for a kernel that promises the same bits.
 *   xl_T xl_T_abs(xl_T a, vl)
 *   xl_T xl_T_neg(xl_T a, vl)
 *     Clears or flips the sign bit, also of a NaN.
 *   xl_T xl_T_copysign(xl_T a, xl_T b, vl)
 *     The bits of a with the sign bit of b, also of a NaN.
 *   xl_T xl_T_roundeven(xl_T a, vl)
 *     The nearest integer, ties to even. A zero result has the sign of a. A NaN stays NaN.
 *   xl_T xl_T_floor(xl_T a, vl)
 *   xl_T xl_T_ceil(xl_T a, vl)
 *   xl_T xl_T_trunc(xl_T a, vl)
 *     The same, rounded down, up and toward zero.
 *
 *   xl_T xl_T_fma_keep(xl_T a, xl_T b, xl_T c, vl)
 *     a * b + c, rounded once, in the lanes below vl, c in all others. No lane is unspecified.
 *   xl_T xl_T_mul_add_keep(xl_T a, xl_T b, xl_T c, vl)
 *     a * b + c, rounded as mul_add rounds, in the lanes below vl, c in all others. No lane is unspecified. For sums with a bound,
 *     where an FMA that the ISA lacks costs most.
 *   xl_T xl_T_clamp(xl_T x, E least, E most, vl)
 *     least where x < least, most where x > most, otherwise x. A NaN stays NaN. least <= most.
 *
 * ## Integers
 *
 *   xl_T xl_T_and(xl_T a, xl_T b, vl)
 *   xl_T xl_T_or(xl_T a, xl_T b, vl)
 *   xl_T xl_T_xor(xl_T a, xl_T b, vl)
 *   xl_T xl_T_not(xl_T a, vl)
 *     Bit operations.
 *   xl_T xl_T_shl(xl_T a, unsigned k, vl)
 *     Left by k bits. 0 if k >= W.
 *   xl_T xl_T_shr(xl_T a, unsigned k, vl)
 *     Right by k bits. Unsigned types: zeros come in, 0 if k >= W. Signed types: the sign comes in, 0 or -1 if k >= W.
 *   xl_T xl_T_min_s(xl_T a, E x, vl)
 *   xl_T xl_T_max_s(xl_T a, E x, vl)
 *   xl_T xl_T_and_s(xl_T a, E x, vl)
 *   xl_T xl_T_or_s(xl_T a, E x, vl)
 *   xl_T xl_T_xor_s(xl_T a, E x, vl)
 *     As `min`, `max`, `and`, `or` and `xor`, with x in every lane of the second operand.
 *
 * ## i8, i16, u8 and u16
 *
 *   xl_T xl_T_add_sat(xl_T a, xl_T b, vl)
 *   xl_T xl_T_sub_sat(xl_T a, xl_T b, vl)
 *     Sum and difference, saturating.
 *   xl_T xl_T_add_sat_s(xl_T a, E x, vl)
 *   xl_T xl_T_sub_sat_s(xl_T a, E x, vl)
 *     The same, with x in every lane of the second operand.
 *
 * ## i16, u16, i32 and u32
 *
 *   xl_T xl_T_mulhi(xl_T a, xl_T b, vl)
 *     The high W bits of the product of 2W bits.
 *
 * ## u8 and u16
 *
 *   xl_T xl_T_avg(xl_T a, xl_T b, vl)
 *     (a + b + 1) / 2, rounded down, without wrapping.
 *   xl_T xl_T_absdiff(xl_T a, xl_T b, vl)
 *     |a - b|.
 *
 * ## Reductions: i32, u32, i64, u64, f32 and f64
 *
 *   E xl_T_reduce_add(xl_T v, vl)
 *     The sum of the lanes below vl. Integers wrap. Floats are added in any order.
 *   E xl_T_reduce_min(xl_T v, vl)
 *   E xl_T_reduce_max(xl_T v, vl)
 *     Their minimum and maximum, as `min` and `max` define it.
 *
 * ## Accumulators: i32, u32, i64, u64, f32 and f64
 *
 *   xl_T xl_T_add_keep(xl_T a, xl_T b, vl)
 *     a + b in the lanes below vl, a in all others. No lane is unspecified.
 *
 * ## Dot products of bytes: i32
 *
 *   xl_i32 xl_i32_dot_i8(xl_i32 sum, xl_i8 a, xl_i8 b, vl)
 *   xl_i32 xl_i32_dot_u8i8(xl_i32 sum, xl_u8 a, xl_i8 b, vl)
 *     `sum` plus the products of lanes 0 to vl - 1 of a and b, wrapping. `vl` counts lanes of a and b. Each product is
 *     added to one lane of the result, which depends on the ISA. No lane is unspecified.
 *
 * ## i32 and u32
 *
 *   xl_T xl_T_iota(E start, vl)
 *     start + the lane's number, wrapping.
 *   xl_T xl_T_scan_add(xl_T v, vl)
 *     The inclusive prefix sum over lanes 0 to vl - 1, wrapping.
 *   xl_T xl_T_gather(const E *p, xl_u32 index, vl)
 *     p[index]. The index is unsigned, with all 32 bits. Touches nothing else.
 *
 * ## i64, u64 and f64
 *
 *   xl_T xl_T_gather(const E *p, xl_u64 index, vl)
 *     p[index]. Touches nothing else.
 *
 * ## f32, i32 and u32
 *
 *   xl_T xl_T_compress(xl_T v, xl_m32 m, vl)
 *     The lanes of v that m has set, moved to the front in their order. The bits stay. Lanes from xl_m32_count(m, vl)
 *     on are unspecified.
 *
 * ## Interleaved memory: u8, u16 and u32
 *
 *   void xl_T_load2(const E *p, xl_T *a, xl_T *b, vl)
 *   void xl_T_load3(const E *p, xl_T *a, xl_T *b, xl_T *c, vl)
 *   void xl_T_load4(const E *p, xl_T *a, xl_T *b, xl_T *c, xl_T *d, vl)
 *     With N vectors, lane i of a, b and so on is p[Ni], p[Ni+1] and so on. Reads p[0] to p[N*vl-1] and touches no
 *     other byte.
 *   void xl_T_store2(E *p, xl_T a, xl_T b, vl)
 *   void xl_T_store3(E *p, xl_T a, xl_T b, xl_T c, vl)
 *   void xl_T_store4(E *p, xl_T a, xl_T b, xl_T c, xl_T d, vl)
 *     The reverse. Writes p[0] to p[N*vl-1] and touches no other byte.
 *
 * ## Tables: u8
 *
 *   xl_u8 xl_u8_lookup16(const uint8_t *table, xl_u8 index, vl)
 *     table[index] of a table of 16 bytes. An index above 15 gives an unspecified byte in its lane. Touches nothing
 *     else.
 *
 * ## Loads beyond an unknown end: u8
 *
 *   xl_u8 xl_u8_load_first_fault(const uint8_t *p, size_t *loaded, vl)
 *     Only p[0] must be readable. *loaded becomes 1 to vl: the lanes that are loaded, from p[0] on. The other lanes are
 *     unspecified. It can read more bytes of the same pages, and does not fault for them.
 *
 * ## Blocks of 128 bits: u128
 *
 * `blocks.h` has these. Lane i is 16 bytes of memory, p[16i] to p[16i+15]. As a number, its first byte is the lowest.
 *
 *   size_t xl_u128_lanes(void)
 *   size_t xl_u128_vl(size_t n)
 *     As for every type.
 *   xl_u128 xl_u128_load(const uint8_t *p, vl)
 *     Reads p[0] to p[16*vl-1] and touches no other byte.
 *   void xl_u128_store(uint8_t *p, xl_u128 v, vl)
 *     Writes p[0] to p[16*vl-1] and touches no other byte.
 *   xl_u128 xl_u128_set1(const uint8_t *p, vl)
 *     The 16 bytes from p on in every lane.
 *   xl_u128 xl_u128_xor(xl_u128 a, xl_u128 b, vl)
 *     Exclusive or.
 *   xl_u128 xl_u128_up64(xl_u128 v, vl)
 *   xl_u128 xl_u128_down64(xl_u128 v, vl)
 *     The low half as the high one, or the high half as the low one. The other half is 0.
 *   xl_u128 xl_u128_clmul_lo(xl_u128 a, xl_u128 b, vl)
 *   xl_u128 xl_u128_clmul_hi(xl_u128 a, xl_u128 b, vl)
 *     The carry-less product, of 127 bits, of the low halves or of the high halves.
 *   xl_u128 xl_u128_clmul_mid(xl_u128 a, xl_u128 b, vl)
 *     The exclusive or of the two products of one's low and the other's high half.
 *   xl_u128 xl_u128_aes_enc(xl_u128 v, xl_u128 key, vl)
 *     A round of AES: ShiftRows, SubBytes, MixColumns, then the exclusive or with the key.
 *   xl_u128 xl_u128_aes_enc_last(xl_u128 v, xl_u128 key, vl)
 *     The same without MixColumns.
 *
 * ## CRC-32C
 *
 * `blocks.h` has these. They work on scalars, as the instructions of all ISAs do. The first CRC is UINT32_MAX, the result is ~crc.
 *
 *   uint32_t xl_u8_crc32c(uint32_t crc, uint8_t x)
 *     The CRC past the byte x.
 *   uint32_t xl_u64_crc32c(uint32_t crc, uint64_t x)
 *     The CRC past the eight bytes of x, the lowest first.
 *
 * ## Loads and stores of another width
 *
 * `vl` counts lanes of the vector.
 *
 *   xl_i16 xl_i16_load_widen_i8(const int8_t *p, vl)
 *   xl_i32 xl_i32_load_widen_i8(const int8_t *p, vl)
 *   xl_i32 xl_i32_load_widen_i16(const int16_t *p, vl)
 *   xl_i64 xl_i64_load_widen_i32(const int32_t *p, vl)
 *     Sign-extended.
 *   xl_u16 xl_u16_load_widen_u8(const uint8_t *p, vl)
 *   xl_u32 xl_u32_load_widen_u8(const uint8_t *p, vl)
 *   xl_u32 xl_u32_load_widen_u16(const uint16_t *p, vl)
 *   xl_u64 xl_u64_load_widen_u32(const uint32_t *p, vl)
 *     Zero-extended.
 *   void xl_i16_store_narrow_i8(int8_t *p, xl_i16 v, vl)
 *   void xl_i32_store_narrow_i8(int8_t *p, xl_i32 v, vl)
 *   void xl_i32_store_narrow_i16(int16_t *p, xl_i32 v, vl)
 *   void xl_i64_store_narrow_i32(int32_t *p, xl_i64 v, vl)
 *   void xl_u16_store_narrow_u8(uint8_t *p, xl_u16 v, vl)
 *   void xl_u32_store_narrow_u8(uint8_t *p, xl_u32 v, vl)
 *   void xl_u32_store_narrow_u16(uint16_t *p, xl_u32 v, vl)
 *   void xl_u64_store_narrow_u32(uint32_t *p, xl_u64 v, vl)
 *     The low bits.
 *   xl_f64 xl_f64_load_widen_f32(const float *p, vl)
 *   xl_f64 xl_f64_load_widen_i32(const int32_t *p, vl)
 *     Exact.
 *   void xl_f64_store_narrow_f32(float *p, xl_f64 v, vl)
 *     Rounded to nearest even.
 *   xl_f32 xl_f32_load_widen_f16(const uint16_t *p, vl)
 *     From the bits of IEEE 754 binary16. Exact, also for subnormals. NaN gives NaN.
 *   void xl_f32_store_narrow_f16(uint16_t *p, xl_f32 v, vl)
 *     Rounded to nearest even. Subnormal results are kept on every ISA.
 *
 * ## Conversions
 *
 *   xl_i32 xl_i32_from_f32(xl_f32 v, vl)
 *     Toward zero. Clamps to INT32_MIN and INT32_MAX. NaN gives 0.
 *   xl_i32 xl_i32_from_f32_roundeven(xl_f32 v, vl)
 *     The same, to nearest even.
 *   xl_u32 xl_u32_from_f32(xl_f32 v, vl)
 *     Toward zero. Clamps to 0 and UINT32_MAX. NaN gives 0.
 *   xl_i64 xl_i64_from_f64(xl_f64 v, vl)
 *     Toward zero. Clamps to INT64_MIN and INT64_MAX. NaN gives 0.
 *   xl_i32 xl_i32_from_f32_in_range(xl_f32 v, vl)
 *   xl_i64 xl_i64_from_f64_in_range(xl_f64 v, vl)
 *     v must be a whole number below 2^31 (2^51) in magnitude. Otherwise the lane is unspecified.
 *   xl_f32 xl_f32_from_i32(xl_i32 v, vl)
 *   xl_f32 xl_f32_from_u32(xl_u32 v, vl)
 *   xl_f64 xl_f64_from_i64(xl_i64 v, vl)
 *     To nearest even.
 *
 * ## The same bits as another type
 *
 * These work on every lane and have no `vl`.
 *
 *   xl_A xl_A_bitcast_B(xl_B v)
 *     A and B are two of f32, i32, u32; two of f64, i64, u64; i16 and u16; or i8 and u8.
 *
 * ## Masks: W is 8, 16, 32 or 64
 *
 *   xl_mW xl_mW_and(xl_mW a, xl_mW b, vl)
 *   xl_mW xl_mW_or(xl_mW a, xl_mW b, vl)
 *   xl_mW xl_mW_not(xl_mW a, vl)
 *     Bit operations.
 *   bool xl_mW_any(xl_mW m, vl)
 *     A lane below vl is set.
 *   size_t xl_mW_first(xl_mW m, vl)
 *     The first set lane below vl. vl if there is none.
 *   size_t xl_mW_count(xl_mW m, vl)
 *     The number of set lanes below vl.
 */
#ifndef XL_ARCH_VEC_H
#define XL_ARCH_VEC_H

/* `./crosslane matrix docs` writes docs/reference/vocabulary.md from the comment above. "##" begins a table. A line with
 * three blanks is an operation. The lines with five blanks below it say what it does. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The C type of each lane type, so that a macro over T can name it. */
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

/* Stands before every function of an ISA's header. A copy that is not inlined would hide which instructions a kernel ran. */
#define XL_VEC static inline __attribute__((always_inline, unused))

/* Whoever compiles a kernel defines XL_ISA, the ISA's name as in isas.def, and XL_ISA_HEADER, the header that implements the
 * operations for it. */
#ifndef XL_ISA_HEADER
#error "vec.h: XL_ISA_HEADER must name the ISA's header: kernels are compiled once for each line of isas.def"
#endif
#include "template.h"

#include XL_ISA_HEADER

#include "generic.h"
#include "strips.h"
#include "dot.h"
#include "first_fault.h"
#include "former.h"

#endif

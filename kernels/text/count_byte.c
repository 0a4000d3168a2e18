/* count_byte: how often a byte occurs.
 * SPDX-License-Identifier: MIT
 *
 * Each lane counts in a byte; four such vectors are folded before a lane can overflow. SVE and RVV
 * count the bits of a mask by one instruction.
 */
#include "reduce/sum_bytes.h"

XL_KERNEL(count_byte, .summary = "how many p[i] == byte",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS},
          .args = {XL_IN(u8, p, 1), XL_VALUE(u8, byte), XL_COUNT, XL_RETURNS(u64)})

XL_REFERENCE(count_byte)(const uint8_t *p, uint8_t byte, size_t n, uint64_t *result)
{
    *result = 0;
    for (size_t i = 0; i < n; i++)
        *result += p[i] == byte;
}

#if !XL_ON_RVV
XL_VEC xl_m8 count_byte_mask(const uint8_t *p, uint8_t byte, size_t vl)
{
    return xl_u8_eq(xl_u8_load(p, vl), xl_u8_set1(byte, vl), vl);
}
#endif

#if !XL_ON_RVV && !XL_ON_SVE
enum { XL_COUNT_BYTE_STEPS = 64 }; /* four vectors each; at most 255 */

/* The lanes' counts, with a whole vector's. */
XL_VEC xl_u8 count_byte_add(xl_u8 counts, const uint8_t *p, uint8_t byte)
{
    const size_t lanes = xl_u8_lanes();
    xl_m8 same = count_byte_mask(p, byte, lanes);
#if XL_ISA_IS_avx512
    return (xl_u8)_mm512_mask_sub_epi8((__m512i)counts, same.v, (__m512i)counts,
                                       _mm512_set1_epi8(-1));
#elif defined XL_KERNEL_HOST || XL_ISA_IS_scalar
    return xl_u8_add(counts, xl_u8_select(same, xl_u8_set1(1, lanes), xl_u8_set1(0, lanes), lanes),
                     lanes);
#elif XL_ON_VSX
    return counts - (xl_u8)same; /* all bits of a lane: -1 */
#else
    return counts - (xl_u8)same.v;
#endif
}

/* Of so many steps. */
XL_VEC uint64_t count_byte_steps(const uint8_t *p, uint8_t byte, size_t steps)
{
    const size_t lanes = xl_u8_lanes();
    xl_u8 a = xl_u8_set1(0, lanes), b = a, c = a, d = a;
    for (; steps > 0; steps--, p += 4 * lanes) {
        a = count_byte_add(a, p, byte);
        b = count_byte_add(b, p + lanes, byte);
        c = count_byte_add(c, p + 2 * lanes, byte);
        d = count_byte_add(d, p + 3 * lanes, byte);
    }
    xl_byte_sums sums = xl_byte_sums_add(xl_byte_sums_zero(), a, lanes);
    sums = xl_byte_sums_add(xl_byte_sums_add(sums, b, lanes), c, lanes);
    return xl_byte_sums_total(xl_byte_sums_add(sums, d, lanes));
}
#endif

XL_VECTOR(uint64_t, count_byte)(const uint8_t *p, uint8_t byte, size_t n)
{
    uint64_t count = 0;
#if XL_ON_RVV
    /* Eight registers at a time, and vcpop. */
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = __riscv_vsetvl_e8m8(n - i);
        vbool1_t same = __riscv_vmseq_vx_u8m8_b1(__riscv_vle8_v_u8m8(p + i, vl), byte, vl);
        count += __riscv_vcpop_m_b1(same, vl);
    }
#else
#if !XL_ON_SVE
    const size_t step = 4 * xl_u8_lanes();
    for (size_t steps; (steps = n / step) > 0; p += steps * step, n -= steps * step) {
        steps = steps < XL_COUNT_BYTE_STEPS ? steps : XL_COUNT_BYTE_STEPS;
        count += count_byte_steps(p, byte, steps);
    }
#endif
    XL_STRIPS(u8, n, count += xl_m8_count(count_byte_mask(p + i, byte, vl), vl));
#endif
    return count;
}

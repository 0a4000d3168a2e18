/* find_byte: where a byte first occurs, as memchr, or n.
 * SPDX-License-Identifier: MIT
 *
 * Four vectors have one test. RVV takes eight registers for one vector.
 */
#include "kernel.h"
#include "native.h"

XL_KERNEL(find_byte, .summary = "first i with p[i] == byte, or n", .contract = {XL_EXACT},
          .args = {XL_IN(u8, p, 1), XL_VALUE(u8, byte), XL_COUNT, XL_RETURNS(u64)})

XL_REFERENCE(find_byte)(const uint8_t *p, uint8_t byte, size_t n, uint64_t *result)
{
    size_t i = 0;
    while (i < n && p[i] != byte)
        i++;
    *result = i;
}

#if XL_ON_RVV
XL_VECTOR(uint64_t, find_byte)(const uint8_t *p, uint8_t byte, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = __riscv_vsetvl_e8m8(n - i);
        vbool1_t same = __riscv_vmseq_vx_u8m8_b1(__riscv_vle8_v_u8m8(p + i, vl), byte, vl);
        long first = __riscv_vfirst_m_b1(same, vl);
        if (first >= 0)
            return i + (size_t)first;
    }
    return n;
}
#else
XL_VEC xl_m8 find_byte_mask(const uint8_t *p, uint8_t byte, size_t vl)
{
    return xl_u8_eq(xl_u8_load(p, vl), xl_u8_set1(byte, vl), vl);
}

/* Whether four vectors have the byte. */
XL_VEC bool find_byte_any(const uint8_t *p, uint8_t byte)
{
    const size_t lanes = xl_u8_lanes();
#if XL_ISA_IS_avx512
    /* A zero where there is the byte: one comparison, which takes longer than a minimum. */
    const xl_u8 wanted = xl_u8_set1(byte, lanes);
    xl_u8 e = xl_u8_xor(xl_u8_load(p, lanes), wanted, lanes);
    xl_u8 f = xl_u8_xor(xl_u8_load(p + lanes, lanes), wanted, lanes);
    xl_u8 g = xl_u8_xor(xl_u8_load(p + 2 * lanes, lanes), wanted, lanes);
    xl_u8 h = xl_u8_xor(xl_u8_load(p + 3 * lanes, lanes), wanted, lanes);
    e = xl_u8_min(xl_u8_min(e, f, lanes), xl_u8_min(g, h, lanes), lanes);
    return _mm512_testn_epi8_mask((__m512i)e, (__m512i)e) != 0;
#else
    xl_m8 a = find_byte_mask(p, byte, lanes), b = find_byte_mask(p + lanes, byte, lanes);
    xl_m8 c = find_byte_mask(p + 2 * lanes, byte, lanes);
    xl_m8 d = find_byte_mask(p + 3 * lanes, byte, lanes);
    return xl_m8_any(xl_m8_or(xl_m8_or(a, b, lanes), xl_m8_or(c, d, lanes), lanes), lanes);
#endif
}

XL_VECTOR(uint64_t, find_byte)(const uint8_t *p, uint8_t byte, size_t n)
{
    const size_t step = 4 * xl_u8_lanes();
    size_t at = 0, first;
    if (n >= step)
        for (const size_t last = n - step; at <= last && !find_byte_any(p + at, byte);)
            at += step;
    XL_STRIPS(u8, n - at,
              if ((first = xl_m8_first(find_byte_mask(p + at + i, byte, vl), vl)) < vl) return at +
                  i + first);
    return n;
}
#endif

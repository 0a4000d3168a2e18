/* equal_bytes: whether two byte strings of one length are the same.
 * SPDX-License-Identifier: MIT
 *
 * Four vectors have one test. RVV takes eight registers for one vector.
 */
#include "kernel.h"
#include "native.h"

/* In three of four calls both are the same, but for one bit of the second in one of them. */
XL_PREPARE(equal_bytes)(size_t arg, void *elements, size_t count, uint64_t seed)
{
    uint8_t *p = elements;
    if (seed % 4 == 0)
        return;
    for (size_t i = 0; i < count; i++)
        p[i] = (uint8_t)(seed >> i % 57);
    if (arg == 1 && seed % 4 == 1 && count)
        p[(seed >> 2) % count] ^= (uint8_t)(1 << (seed >> 32) % 8);
}

XL_KERNEL(equal_bytes, .summary = "1 if a and b are the same, else 0",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .prepare = equal_bytes_prepare,
          .args = {XL_IN(u8, a, 1), XL_IN(u8, b, 1), XL_COUNT, XL_RETURNS(i32)})

XL_REFERENCE(equal_bytes)(const uint8_t *a, const uint8_t *b, size_t n, int32_t *result)
{
    *result = n == 0 || memcmp(a, b, n) == 0;
}

#if XL_ON_RVV
XL_VECTOR(int32_t, equal_bytes)(const uint8_t *a, const uint8_t *b, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = __riscv_vsetvl_e8m8(n - i);
        vuint8m8_t x = __riscv_vle8_v_u8m8(a + i, vl), y = __riscv_vle8_v_u8m8(b + i, vl);
        if (__riscv_vfirst_m_b1(__riscv_vmsne_vv_u8m8_b1(x, y, vl), vl) >= 0)
            return 0;
    }
    return 1;
}
#else
/* The bits that differ. */
XL_VEC xl_u8 equal_bytes_bits(const uint8_t *a, const uint8_t *b, size_t vl)
{
    return xl_u8_xor(xl_u8_load(a, vl), xl_u8_load(b, vl), vl);
}

XL_VEC bool equal_bytes_none(xl_u8 bits, size_t vl)
{
    return !xl_m8_any(xl_m8_not(xl_u8_eq_s(bits, 0, vl), vl), vl);
}

XL_VEC bool equal_bytes_four(const uint8_t *a, const uint8_t *b)
{
    const size_t lanes = xl_u8_lanes();
    xl_u8 bits = equal_bytes_bits(a, b, lanes);
    bits = xl_u8_or(bits, equal_bytes_bits(a + lanes, b + lanes, lanes), lanes);
    bits = xl_u8_or(bits, equal_bytes_bits(a + 2 * lanes, b + 2 * lanes, lanes), lanes);
    bits = xl_u8_or(bits, equal_bytes_bits(a + 3 * lanes, b + 3 * lanes, lanes), lanes);
    return equal_bytes_none(bits, lanes);
}

XL_VECTOR(int32_t, equal_bytes)(const uint8_t *a, const uint8_t *b, size_t n)
{
    const size_t step = 4 * xl_u8_lanes();
    size_t at = 0;
    if (n >= step)
        for (const size_t last = n - step; at <= last; at += step)
            if (!equal_bytes_four(a + at, b + at))
                return 0;
    XL_STRIPS(u8, n - at,
              if (!equal_bytes_none(equal_bytes_bits(a + at + i, b + at + i, vl), vl)) return 0);
    return 1;
}
#endif

/* count_byte: how often a byte occurs.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"
#include "native.h"

XL_KERNEL(count_byte, .summary = "how many p[i] == byte",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS},
          .args = {XL_IN(u8, p, 1), XL_VALUE(u8, byte), XL_COUNT, XL_RETURNS(u64)})

XL_REFERENCE(count_byte)(const uint8_t *p, uint8_t byte, size_t n, uint64_t *result)
{
    *result = 0;
    for (size_t i = 0; i < n; i++)
        *result += p[i] == byte;
}

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
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        count += xl_m8_count(xl_u8_eq(xl_u8_load(p + i, vl), xl_u8_set1(byte, vl), vl), vl);
    }
#endif
    return count;
}

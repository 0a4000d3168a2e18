/* expand_i32: elements spread out to where a mask has bytes that are not zero; zeros elsewhere.
 * SPDX-License-Identifier: MIT
 */
#include "mask.h"
#include "native.h"

XL_KERNEL(expand_i32, .summary = "r[i] = mask[i] ? the next of a : 0",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .prepare = xl_mask_prepare,
          .args = {XL_IN(i32, a, 1), XL_IN(u8, mask, 1), XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(expand_i32)(const int32_t *a, const uint8_t *mask, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = mask[i] ? *a++ : 0;
}

XL_VECTOR(void, expand_i32)(const int32_t *a, const uint8_t *mask, int32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32 zero = xl_i32_set1(0, vl);
        xl_m32 set = xl_mask_load(mask + i, vl);
#if XL_ISA_IS_avx512
        /* As many elements are left of a as of the mask, at least. */
        (void)zero;
        __m512i spread = _mm512_maskz_expand_epi32(set.v, (__m512i)xl_i32_load(a, vl));
        xl_i32_store(r + i, (xl_i32)spread, vl);
#elif XL_ON_RVV
        vuint32m1_t from = __riscv_viota_m_u32m1(set, vl);
        xl_i32 spread = __riscv_vrgather_vv_i32m1(xl_i32_load(a, vl), from, vl);
        xl_i32_store(r + i, xl_i32_select(set, spread, zero, vl), vl);
#else
        /* The number of set lanes up to each one is 1 past where its element is. */
        xl_u32 none = xl_u32_set1(0, vl), one = xl_u32_set1(1, vl);
        xl_u32 count = xl_u32_scan_add(xl_u32_select(set, one, none, vl), vl);
        xl_u32 from = xl_u32_select(set, xl_u32_sub(count, one, vl), none, vl);
        xl_i32_store(r + i, xl_i32_select(set, xl_i32_gather(a, from, vl), zero, vl), vl);
#endif
        a += xl_m32_count(set, vl);
    }
}

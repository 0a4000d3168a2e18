/* prefix_max_i32: the greatest of each element and all before it.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"
#include "native.h"

XL_KERNEL(prefix_max_i32, .summary = "r[i] = max(a[0], ..., a[i])",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .in_place = 1,
          .args = {XL_IN(i32, a, 1), XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(prefix_max_i32)(const int32_t *a, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = i && r[i - 1] > a[i] ? r[i - 1] : a[i];
}

/* Lane i is lane i - k of v; the first k lanes stay. `strip` is vl elements to work in. */
XL_VEC xl_i32 xl_prefix_max_shift(xl_i32 v, size_t k, int32_t *strip, size_t vl)
{
#if XL_ON_RVV
    (void)strip;
    return __riscv_vslideup_vx_i32m1(v, v, k, vl);
#elif XL_ISA_IS_sve || XL_ISA_IS_sve2
    (void)strip, (void)vl;
    xl_u32 lane = svindex_u32(0, 1);
    return svtbl_s32(v, svsub_n_u32_m(svcmpge_n_u32(svptrue_b32(), lane, k), lane, k));
#else
    xl_u32 lane = xl_u32_iota(0, vl), by = xl_u32_set1((uint32_t)k, vl);
    xl_m32 first = xl_u32_lt(lane, by, vl);
    xl_i32_store(strip, v, vl);
    return xl_i32_gather(strip, xl_u32_select(first, lane, xl_u32_sub(lane, by, vl), vl), vl);
#endif
}

XL_VECTOR(void, prefix_max_i32)(const int32_t *a, int32_t *r, size_t n)
{
    int32_t before = INT32_MIN;
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32 v = xl_i32_max(xl_i32_load(a + i, vl), xl_i32_set1(before, vl), vl);
        for (size_t k = 1; k < vl; k *= 2)
            v = xl_i32_max(v, xl_prefix_max_shift(v, k, r + i, vl), vl);
        xl_i32_store(r + i, v, vl);
        before = xl_i32_get(v, vl - 1, vl);
    }
}

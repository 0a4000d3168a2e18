/* copy_strided_u32: every stride-th element, such as one channel of several.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"
#include "native.h"

enum { XL_STRIDED_MOST = 8 };

XL_KERNEL(copy_strided_u32, .summary = "r[i] = a[i * stride]",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS},
          .by_lane = {{"all", "few ISAs have strided loads or gathers"}},
          .args = {XL_IN(u32, a, XL_STRIDED_MOST), XL_VALUE_SIZE(stride, 0, XL_STRIDED_MOST),
                   XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(copy_strided_u32)(const uint32_t *a, size_t stride, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++, a += stride)
        r[i] = *a;
}

/* Lane i is p[i * stride]. */
XL_VEC xl_u32 xl_strided_load(const uint32_t *p, size_t stride, size_t vl)
{
#if XL_ON_RVV
    return __riscv_vlse32_v_u32m1(p, (ptrdiff_t)(stride * sizeof *p), vl);
#elif XL_ON_SVE
    return svld1_gather_u32index_u32(xl_sve_below_32(vl), p, svindex_u32(0, (uint32_t)stride));
#else
    xl_u32 index = xl_u32_mul(xl_u32_iota(0, vl), xl_u32_set1((uint32_t)stride, vl), vl);
    return xl_u32_gather(p, index, vl);
#endif
}

XL_VECTOR(void, copy_strided_u32)(const uint32_t *a, size_t stride, uint32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32_store(r + i, xl_strided_load(a + i * stride, stride, vl), vl);
    }
}

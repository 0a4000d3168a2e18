/* copy_strided_u32: every stride-th element, such as one channel of several.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"
#include "native.h"

enum { XL_STRIDED_MOST = 8 };

XL_KERNEL(copy_strided_u32, .summary = "r[i] = a[i * stride]",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS},
          .by_lane = {{"all", "few ISAs have strided loads or gathers"}}, .bitwise = 1,
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
#elif defined XL_KERNEL_HOST || XL_ISA_IS_scalar || XL_ON_VSX
    xl_u32 index = xl_u32_mul(xl_u32_iota(0, vl), xl_u32_set1((uint32_t)stride, vl), vl);
    return xl_u32_gather(p, index, vl);
#else
    /* Loads of lanes: a gather would need an index for each. */
    const uint32_t *q = p + 2 * stride, *s = q + 2 * stride, *t = s + 2 * stride;
    if (vl == 4 && xl_u32_lanes() == 4)
        return (xl_u32){p[0], p[stride], q[0], q[stride]};
#if XL_ISA_IS_avx512
    const uint32_t *u = t + 2 * stride, *w = u + 2 * stride, *x = w + 2 * stride;
    const uint32_t *y = x + 2 * stride;
    if (vl == 16)
        return (xl_u32){p[0], p[stride], q[0], q[stride], s[0], s[stride], t[0], t[stride],
                        u[0], u[stride], w[0], w[stride], x[0], x[stride], y[0], y[stride]};
#elif XL_ISA_IS_avx2 || XL_ISA_IS_lasx
    if (vl == 8 && xl_u32_lanes() == 8)
        return (xl_u32){p[0], p[stride], q[0], q[stride], s[0], s[stride], t[0], t[stride]};
#endif
    (void)s;
    (void)t;
    xl_u32 index = xl_u32_mul(xl_u32_iota(0, vl), xl_u32_set1((uint32_t)stride, vl), vl);
    return xl_u32_gather(p, index, vl);
#endif
}

XL_VECTOR(void, copy_strided_u32)(const uint32_t *a, size_t stride, uint32_t *r, size_t n)
{
#if XL_ON_VSX /* of full strips, compilers would make scalar copies */
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32_store(r + i, xl_strided_load(a + i * stride, stride, vl), vl);
    }
#else
    XL_STRIPS(u32, n, xl_u32_store(r + i, xl_strided_load(a + i * stride, stride, vl), vl));
#endif
}

/* add_scatter_i32: sums, each stored at an index of its own.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"
#include "native.h"

/* The indices are those of the array, shuffled (Fisher and Yates). */
XL_PREPARE(add_scatter_i32)(size_t arg, void *elements, size_t count, uint64_t seed)
{
    uint32_t *index = elements;
    if (arg != 2)
        return;
    for (size_t i = 0; i < count; i++) {
        seed = seed * 6364136223846793005 + 1442695040888963407;
        size_t other = (seed >> 32) % (i + 1);
        index[i] = index[other];
        index[other] = (uint32_t)i;
    }
}

XL_KERNEL(add_scatter_i32, .summary = "r[index[i]] = a[i] + b[i], wrapping; no index twice",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS},
          .by_lane = {{"all", "few ISAs store lanes at indices"}},
          .prepare = add_scatter_i32_prepare,
          .args = {XL_IN(i32, a, 1), XL_IN(i32, b, 1), XL_IN(u32, index, 1), XL_OUT(i32, r, 1),
                   XL_COUNT})

XL_REFERENCE(add_scatter_i32)
(const int32_t *a, const int32_t *b, const uint32_t *index, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[index[i]] = (int32_t)((uint32_t)a[i] + (uint32_t)b[i]);
}

XL_VECTOR(void, add_scatter_i32)
(const int32_t *a, const int32_t *b, const uint32_t *index, int32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32 sum = xl_i32_add(xl_i32_load(a + i, vl), xl_i32_load(b + i, vl), vl);
#if XL_ON_SVE
        svst1_scatter_u32index_s32(xl_sve_below_32(vl), r, xl_u32_load(index + i, vl), sum);
#elif XL_ISA_IS_avx512
        __mmask16 below = (__mmask16)((1u << vl) - 1);
        __m512i to = (__m512i)xl_u32_load(index + i, vl);
        _mm512_mask_i32scatter_epi32(r, below, to, (__m512i)sum, sizeof *r);
#elif XL_ON_RVV
        vuint32m1_t offset = __riscv_vsll_vx_u32m1(xl_u32_load(index + i, vl), 2, vl);
        __riscv_vsuxei32_v_i32m1(r, offset, sum, vl);
#else
        int32_t sums[16]; /* lanes one by one: cheaper from memory than from a vector */
        xl_i32_store(sums, sum, vl);
        for (size_t lane = 0; lane < vl; lane++)
            r[index[i + lane]] = sums[lane];
#endif
    }
}

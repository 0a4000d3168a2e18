/* scale_stream_u32: a scaled copy by non-temporal stores, which pass the cache by. They need
 * aligned addresses on x86, so the first elements are stored as usual.
 * SPDX-License-Identifier: MIT
 *
 * ISAs without such stores use their usual ones.
 */
#include "kernel.h"
#include "native.h"

XL_KERNEL(scale_stream_u32, .summary = "r[i] = 3 * a[i], wrapping, with non-temporal stores",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS},
          .args = {XL_IN(u32, a, 1), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(scale_stream_u32)(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = 3 * a[i];
}

/* p is a multiple of a vector's size where that is fixed. */
XL_VEC void xl_stream_store(uint32_t *p, xl_u32 v, size_t vl)
{
#if XL_ISA_IS_sse2 || XL_ISA_IS_sse4
    (void)vl;
    _mm_stream_si128((__m128i *)(void *)p, (__m128i)v);
#elif XL_ISA_IS_avx2
    (void)vl;
    _mm256_stream_si256((__m256i *)(void *)p, (__m256i)v);
#elif XL_ISA_IS_avx512
    (void)vl;
    _mm512_stream_si512((__m512i *)(void *)p, (__m512i)v);
#elif XL_ON_SVE
    svstnt1_u32(xl_sve_below_32(vl), p, v);
#elif XL_ON_NEON && defined(__clang__)
    (void)vl;
    __builtin_nontemporal_store(v, (uint32x4_t *)(void *)p);
#else
    xl_u32_store(p, v, vl);
#endif
}

XL_VEC xl_u32 xl_stream_step(const uint32_t *a, size_t vl)
{
    return xl_u32_mul(xl_u32_load(a, vl), xl_u32_set1(3, vl), vl);
}

XL_VECTOR(void, scale_stream_u32)(const uint32_t *a, uint32_t *r, size_t n)
{
    size_t lanes = xl_u32_lanes(), i = 0, head = 0;
#if !XL_ON_SVE && !XL_ON_RVV
    /* The elements before the first whole vector. */
    head = (0 - (uintptr_t)r) / sizeof *r % lanes;
    head = head < n ? head : n;
#endif
    for (size_t vl; i < head; i += vl) {
        vl = xl_u32_vl(head - i);
        xl_u32_store(r + i, xl_stream_step(a + i, vl), vl);
    }
    for (; n - i >= lanes; i += lanes)
        xl_stream_store(r + i, xl_stream_step(a + i, lanes), lanes);
    for (size_t vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32_store(r + i, xl_stream_step(a + i, vl), vl);
    }
#if XL_ISA_IS_sse2 || XL_ISA_IS_sse4 || XL_ISA_IS_avx2 || XL_ISA_IS_avx512
    _mm_sfence(); /* so that other threads see them in order */
#endif
}

/* celt_inner_prod, dual_inner_prod and xcorr_kernel of Opus.
 * SPDX-License-Identifier: MIT
 *
 * Bounds: as kernels/reduce/dot_f32.c.
 */
#include "kernel.h"
#include "reduce/sum.h"

#if !defined(XL_KERNEL_HOST)
#define VAR_ARRAYS
#if XL_ISA_IS_neon
#define OPUS_ARM_MAY_HAVE_NEON_INTR
#include "arm/pitch_neon_intr.c"
#define OPUS(NAME) NAME##_neon
#elif XL_ISA_IS_sse2 || XL_ISA_IS_sse4
#define OPUS_X86_MAY_HAVE_SSE
#define OPUS_X86_PRESUME_SSE
#include "x86/pitch_sse.c"
#define OPUS(NAME) NAME##_sse
#endif
#endif

#define PITCH .contract = {XL_BOUND}, .only = "sse2 sse4 neon"

static inline void product(const float *a, const float *b, size_t n, struct xl_bounded *result,
                           double start)
{
    struct xl_sum s = {0};
    xl_sum_add(&s, start);
    for (size_t i = 0; i < n; i++)
        xl_sum_add(&s, (double)a[i] * b[i]);
    result->value = xl_sum_value(&s);
    result->bound = xl_gamma((double)n + 2, XL_UNIT_F32) * s.magnitude + (double)n * 0x1p-115;
}

XL_KERNEL(celt_inner_prod, .summary = "sum of a[i] b[i]", PITCH,
          .args = {XL_IN_RANGE(f32, a, 1, -1000, 1000), XL_IN_RANGE(f32, b, 1, -1000, 1000),
                   XL_COUNT, XL_RETURNS(f32)})

XL_REFERENCE(celt_inner_prod)(const float *a, const float *b, int n, struct xl_bounded *result)
{
    product(a, b, (size_t)n, result, 0);
}

XL_KERNEL(dual_inner_prod, .summary = "sums of a[i] b[i] and of a[i] c[i]", PITCH,
          .args = {XL_IN_RANGE(f32, a, 1, -1000, 1000), XL_IN_RANGE(f32, b, 1, -1000, 1000),
                   XL_IN_RANGE(f32, c, 1, -1000, 1000), XL_COUNT, XL_OUT_FIXED(f32, ab, 1),
                   XL_OUT_FIXED(f32, ac, 1)})

XL_REFERENCE(dual_inner_prod)(const float *a, const float *b, const float *c, int n,
                              struct xl_bounded *ab, struct xl_bounded *ac)
{
    product(a, b, (size_t)n, ab, 0);
    product(a, c, (size_t)n, ac, 0);
}

#ifdef OPUS
XL_VECTOR(float, celt_inner_prod)(const float *a, const float *b, int n)
{
    return OPUS(celt_inner_prod)(a, b, n);
}

XL_VECTOR(void, dual_inner_prod)(const float *a, const float *b, const float *c, int n, float *ab,
                                 float *ac)
{
    OPUS(dual_inner_prod)(a, b, c, n, ab, ac);
}
#endif

/* Reads b[n] to b[n + 2]. */
XL_KERNEL(
    xcorr_kernel, .summary = "sum[k] += sums of a[i] b[i + k], k below 4", .contract = {XL_BOUND},
    .only = "sse2 sse4", .sizes = {.least = 3},
    .args = {
        XL_IN_RANGE(f32, a, 1, -1000, 1000),
        {.kind = XL_ARG_IN,
         .type = XL_f32,
         .name = "b",
         .per_n = 1,
         .fixed = 3,
         .lo = -1000,
         .hi = 1000},
        {.kind = XL_ARG_INOUT, .type = XL_f32, .name = "sum", .fixed = 4, .lo = -1000, .hi = 1000},
        XL_COUNT})

XL_REFERENCE(xcorr_kernel)(const float *a, const float *b, struct xl_bounded *sum, int n)
{
    for (int k = 0; k < 4; k++)
        product(a, b + k, (size_t)n, &sum[k], sum[k].value);
}

#if XL_ISA_IS_sse2 || XL_ISA_IS_sse4
XL_VECTOR(void, xcorr_kernel)(const float *a, const float *b, float *sum, int n)
{
    xcorr_kernel_sse(a, b, sum, n);
}
#endif

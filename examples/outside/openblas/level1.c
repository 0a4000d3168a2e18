/* sdot, ddot, saxpy and daxpy of OpenBLAS: sums and steps of 32, on SVE of any length.
 * SPDX-License-Identifier: MIT
 *
 * Bounds: as kernels/reduce/dot_f32.c; a step of axpy rounds at most twice.
 */
#include "common.h"
#include "kernel.h"
#include "reduce/sum.h"

#define BLAS_ISAS "sse4 avx2 avx512 vsx"
#define FLOAT float
#if XL_ISA_IS_sve || XL_ISA_IS_sve2
#include "arm64/dot_kernel_sve.c"
/* It takes its length from x0, as if it were not inlined. */
__attribute__((noinline)) static float sdot_call(BLASLONG n, float *a, float *b)
{
    return dot_kernel_sve(n, a, b);
}
#define SDOT(N, A, B, R) (*(R) = sdot_call(N, A, B))
#elif XL_ISA_IS_sse4 || XL_ISA_IS_avx2 || XL_ISA_IS_avx512 || XL_ISA_IS_vsx
#if XL_ISA_IS_sse4
#include "x86_64/saxpy_microk_nehalem-2.c"
#include "x86_64/sdot_microk_nehalem-2.c"
#elif XL_ISA_IS_avx2
#include "x86_64/saxpy_microk_haswell-2.c"
#include "x86_64/sdot_microk_haswell-2.c"
#elif XL_ISA_IS_avx512
#include "x86_64/saxpy_microk_skylakex-2.c"
#include "x86_64/sdot_microk_skylakex-2.c"
#elif XL_ISA_IS_vsx
#include "power/sdot_microk_power8.c"
#endif
#undef FLOAT
#define FLOAT double
#if XL_ISA_IS_sse4
#include "x86_64/daxpy_microk_nehalem-2.c"
#include "x86_64/ddot_microk_nehalem-2.c"
#elif XL_ISA_IS_avx2
#include "x86_64/daxpy_microk_haswell-2.c"
#include "x86_64/ddot_microk_haswell-2.c"
#elif XL_ISA_IS_avx512
#include "x86_64/daxpy_microk_skylakex-2.c"
#include "x86_64/ddot_microk_skylakex-2.c"
#elif XL_ISA_IS_vsx
#include "power/daxpy_microk_power8.c"
#include "power/ddot_microk_power8.c"
#endif
#if XL_ISA_IS_vsx
#define SDOT(N, A, B, R) (*(R) = sdot_kernel_16(N, A, B))
#else
#define SDOT(N, A, B, R) sdot_kernel_16(N, A, B, R)
#endif
#define HAS_STEPS 1
#endif

#define DOT(T)                                                                                     \
    .contract = {XL_BOUND}, .args = {XL_IN_RANGE(T, a, 1, -1000, 1000),                            \
                                     XL_IN_RANGE(T, b, 1, -1000, 1000), XL_COUNT, XL_RETURNS(T)}
#define AXPY(T)                                                                                    \
    .contract = {XL_BOUND}, .sizes = {.least = 32, .multiple_of = 32},                             \
    .args = {XL_VALUE_RANGE(T, alpha, -1000, 1000), XL_IN_RANGE(T, a, 1, -1000, 1000),             \
             XL_INOUT_RANGE(T, r, 1, -1000, 1000), XL_COUNT}
#define STEP(N, UNIT) /* of alpha a[i] + r[i] */                                                   \
    for (size_t i = 0; i < (N); i++) {                                                             \
        const long double product = (long double)alpha * a[i];                                     \
        const double old = r[i].value;                                                             \
        r[i] = (struct xl_bounded){                                                                \
            (double)(product + old),                                                               \
            2 * (UNIT) * (double)(__builtin_fabsl(product) * 2 + __builtin_fabs(old)) + 0x1p-140}; \
    }

XL_KERNEL(sdot, .summary = "sum of a[i] b[i]", DOT(f32), .only = BLAS_ISAS " sve sve2",
          .sizes = {.least = 32, .multiple_of = 32})

XL_REFERENCE(sdot)(const float *a, const float *b, size_t n, struct xl_bounded *result)
{
    struct xl_sum s = {0};
    for (size_t i = 0; i < n; i++)
        xl_sum_add(&s, (double)a[i] * b[i]);
    result->value = xl_sum_value(&s);
    result->bound = xl_gamma((double)n, XL_UNIT_F32) * s.magnitude + (double)n * 0x1p-115;
}

#ifdef SDOT
XL_VECTOR(float, sdot)(const float *a, const float *b, size_t n)
{
    float r = 0;
    SDOT((BLASLONG)n, (float *)a, (float *)b, &r);
    return r;
}
#endif

XL_KERNEL(sdot_inlined, .summary = "sum of a[i] b[i]", DOT(f32), .only = "sve sve2",
          .sizes = {.least = 32, .multiple_of = 32})

XL_REFERENCE(sdot_inlined)(const float *a, const float *b, size_t n, struct xl_bounded *result)
{
    sdot_reference(a, b, n, result);
}

#if XL_ISA_IS_sve || XL_ISA_IS_sve2
__attribute__((flatten)) XL_VECTOR(float, sdot_inlined)(const float *a, const float *b, size_t n)
{
    return dot_kernel_sve((BLASLONG)n, (float *)a, (float *)b);
}
#endif

XL_KERNEL(daxpy, .summary = "r[i] += alpha a[i]", AXPY(f64), .only = BLAS_ISAS)

XL_REFERENCE(daxpy)(double alpha, const double *a, struct xl_bounded *r, size_t n){STEP(n, 0x1p-53)}

#if HAS_STEPS
XL_VECTOR(void, daxpy)(double alpha, const double *a, double *r, size_t n)
{
#if XL_ISA_IS_vsx
    daxpy_kernel_8((BLASLONG)n, (double *)a, r, alpha);
#else
    daxpy_kernel_8((BLASLONG)n, (double *)a, r, &alpha);
#endif
}
#endif

XL_KERNEL(saxpy, .summary = "r[i] += alpha a[i]", AXPY(f32), .only = "sse4 avx2 avx512")

XL_REFERENCE(saxpy)(float alpha, const float *a, struct xl_bounded *r, size_t n){STEP(n, 0x1p-24)}

#if HAS_STEPS && !XL_ISA_IS_vsx
XL_VECTOR(void, saxpy)(float alpha, const float *a, float *r, size_t n)
{
    saxpy_kernel_16((BLASLONG)n, (float *)a, r, &alpha);
}
#endif

/* The vectors of SLEEF's ISAs that have a fixed length. SPDX-License-Identifier: MIT */

#if defined(__ARM_NEON)
typedef float32x4_t xl_sv_f32;
#ifdef __aarch64__
typedef float64x2_t xl_sv_f64;
typedef int32x2_t xl_si_f64;
#else
#define XL_SLEEF_ONLY_F32
#endif
#elif defined(XL_SLEEF_avx512f) || defined(XL_SLEEF_avx512fnofma)
typedef __m512 xl_sv_f32;
typedef __m512d xl_sv_f64;
typedef __m256i xl_si_f64;
#elif defined(XL_SLEEF_avx) || defined(XL_SLEEF_avx2)
typedef __m256 xl_sv_f32;
typedef __m256d xl_sv_f64;
typedef __m128i xl_si_f64;
#elif defined(__x86_64__)
typedef __m128 xl_sv_f32;
typedef __m128d xl_sv_f64;
typedef __m128i xl_si_f64;
#else /* VSX and VX */
typedef __vector float xl_sv_f32;
typedef __vector double xl_sv_f64;
typedef __vector int xl_si_f64;
#endif

#define XL_FIXED(T, ELEMENT)                                                                       \
    typedef struct {                                                                               \
        xl_sv_##T x, y;                                                                            \
    } xl_sp_##T;                                                                                   \
    XL_INLINE size_t xl_slanes_##T(void)                                                           \
    {                                                                                              \
        return sizeof(xl_sv_##T) / sizeof(ELEMENT);                                                \
    }                                                                                              \
    XL_INLINE xl_sv_##T xl_sload_##T(const ELEMENT *p)                                             \
    {                                                                                              \
        xl_sv_##T v;                                                                               \
        __builtin_memcpy(&v, p, sizeof v);                                                         \
        return v;                                                                                  \
    }                                                                                              \
    XL_INLINE void xl_sstore_##T(ELEMENT *p, xl_sv_##T v)                                          \
    {                                                                                              \
        __builtin_memcpy(p, &v, sizeof v);                                                         \
    }                                                                                              \
    XL_INLINE xl_sv_##T xl_sfirst_##T(xl_sp_##T pair)                                              \
    {                                                                                              \
        return pair.x;                                                                             \
    }                                                                                              \
    XL_INLINE xl_sv_##T xl_ssecond_##T(xl_sp_##T pair)                                             \
    {                                                                                              \
        return pair.y;                                                                             \
    }

XL_FIXED(f32, float)

#ifndef XL_SLEEF_ONLY_F32
XL_FIXED(f64, double)

/* The integers that go with doubles are in the first half of the vector, or it is half as long. */
XL_INLINE xl_si_f64 xl_sload_int_f64(const int32_t *p)
{
    xl_si_f64 v = {0};
    __builtin_memcpy(&v, p, xl_slanes_f64() * sizeof *p);
    return v;
}

XL_INLINE void xl_sstore_int_f64(int32_t *p, xl_si_f64 v)
{
    __builtin_memcpy(p, &v, xl_slanes_f64() * sizeof *p);
}
#endif

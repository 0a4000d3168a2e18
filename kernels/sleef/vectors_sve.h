/* The vectors of SLEEF's sve and svenofma. SPDX-License-Identifier: MIT */

typedef svfloat32_t xl_sv_f32;
typedef svfloat64_t xl_sv_f64;
typedef svint32_t xl_si_f64;
typedef svfloat32x2_t xl_sp_f32;
typedef svfloat64x2_t xl_sp_f64;

#define XL_SVE(T, BITS, ELEMENT)                                                                   \
    XL_INLINE size_t xl_slanes_##T(void)                                                           \
    {                                                                                              \
        return svcntb() / sizeof(ELEMENT);                                                         \
    }                                                                                              \
    XL_INLINE xl_sv_##T xl_sload_##T(const ELEMENT *p)                                             \
    {                                                                                              \
        return svld1_##T(svptrue_b##BITS(), p);                                                    \
    }                                                                                              \
    XL_INLINE void xl_sstore_##T(ELEMENT *p, xl_sv_##T v)                                          \
    {                                                                                              \
        svst1_##T(svptrue_b##BITS(), p, v);                                                        \
    }                                                                                              \
    XL_INLINE xl_sv_##T xl_sfirst_##T(xl_sp_##T pair)                                              \
    {                                                                                              \
        return svget2_##T(pair, 0);                                                                \
    }                                                                                              \
    XL_INLINE xl_sv_##T xl_ssecond_##T(xl_sp_##T pair)                                             \
    {                                                                                              \
        return svget2_##T(pair, 1);                                                                \
    }

XL_SVE(f32, 32, float)
XL_SVE(f64, 64, double)

/* The integers that go with doubles are the low halves of 64-bit lanes. */
XL_INLINE xl_si_f64 xl_sload_int_f64(const int32_t *p)
{
    return svreinterpret_s32_s64(svld1sw_s64(svptrue_b64(), p));
}

XL_INLINE void xl_sstore_int_f64(int32_t *p, xl_si_f64 v)
{
    svst1w_s64(svptrue_b64(), p, svreinterpret_s64_s32(v));
}

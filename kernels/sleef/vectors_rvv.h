/* The vectors of SLEEF's rvvm1 and rvvm2: one register, or two. SPDX-License-Identifier: MIT */

#if defined(XL_SLEEF_rvvm2) || defined(XL_SLEEF_rvvm2nofma)
#define XL_M m2
#define XL_M_PAIR m4
#define XL_M_INT m1
#else
#define XL_M m1
#define XL_M_PAIR m2
#define XL_M_INT mf2
#endif

#define XL_RVV3_(A, B, C) A##B##C
#define XL_RVV3(A, B, C) XL_RVV3_(A, B, C)
#define XL_RVV4_(A, B, C, D) A##B##C##D
#define XL_RVV4(A, B, C, D) XL_RVV4_(A, B, C, D)

typedef XL_RVV3(vfloat32, XL_M, _t) xl_sv_f32;
typedef XL_RVV3(vfloat64, XL_M, _t) xl_sv_f64;
typedef XL_RVV3(vint32, XL_M_INT, _t) xl_si_f64;
typedef XL_RVV3(vfloat32, XL_M_PAIR, _t) xl_sp_f32;
typedef XL_RVV3(vfloat64, XL_M_PAIR, _t) xl_sp_f64;

#define XL_RVV(T, BITS, ELEMENT)                                                                   \
    XL_INLINE size_t xl_slanes_##T(void)                                                           \
    {                                                                                              \
        return XL_RVV3(__riscv_vsetvlmax_e##BITS, XL_M, )();                                       \
    }                                                                                              \
    XL_INLINE xl_sv_##T xl_sload_##T(const ELEMENT *p)                                             \
    {                                                                                              \
        return XL_RVV3(__riscv_vle##BITS##_v_##T, XL_M, )(p, xl_slanes_##T());                     \
    }                                                                                              \
    XL_INLINE void xl_sstore_##T(ELEMENT *p, xl_sv_##T v)                                          \
    {                                                                                              \
        XL_RVV3(__riscv_vse##BITS##_v_##T, XL_M, )(p, v, xl_slanes_##T());                         \
    }                                                                                              \
    XL_INLINE xl_sv_##T xl_sfirst_##T(xl_sp_##T pair)                                              \
    {                                                                                              \
        return XL_RVV4(__riscv_vget_v_##T, XL_M_PAIR, _##T, XL_M)(pair, 0);                        \
    }                                                                                              \
    XL_INLINE xl_sv_##T xl_ssecond_##T(xl_sp_##T pair)                                             \
    {                                                                                              \
        return XL_RVV4(__riscv_vget_v_##T, XL_M_PAIR, _##T, XL_M)(pair, 1);                        \
    }

XL_RVV(f32, 32, float)
XL_RVV(f64, 64, double)

XL_INLINE xl_si_f64 xl_sload_int_f64(const int32_t *p)
{
    return XL_RVV3(__riscv_vle32_v_i32, XL_M_INT, )(p, xl_slanes_f64());
}

XL_INLINE void xl_sstore_int_f64(int32_t *p, xl_si_f64 v)
{
    XL_RVV3(__riscv_vse32_v_i32, XL_M_INT, )(p, v, xl_slanes_f64());
}

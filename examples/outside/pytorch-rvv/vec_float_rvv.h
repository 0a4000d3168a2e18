/* Vectorized<float> for RVV, as sve/vec_float.h and vec128/vec128_float_neon.h have it. A
 * specialization comes before the first use of the template.
 * SPDX-License-Identifier: MIT
 */
#ifndef PYTORCH_VEC_FLOAT_RVV_H
#define PYTORCH_VEC_FLOAT_RVV_H

#include <ATen/cpu/vec/vec_base.h>
#include <riscv_vector.h>

namespace at::vec
{
inline namespace CPU_CAPABILITY
{

/* A member of a class has a size: that of -mrvv-vector-bits=zvl. */
typedef vfloat32m1_t float32x4 __attribute__((riscv_rvv_vector_bits(__riscv_v_fixed_vlen)));

template <> class Vectorized<float>
{
    float32x4 values;

    static constexpr size_t VL = __riscv_v_fixed_vlen / 32;

    /* All bits set where a comparison holds. */
    static Vectorized<float> mask(vbool32_t m)
    {
        const vuint32m1_t none = __riscv_vmv_v_x_u32m1(0, VL);
        return __riscv_vreinterpret_v_u32m1_f32m1(__riscv_vmerge_vxm_u32m1(none, -1, m, VL));
    }

  public:
    using value_type = float;
    using size_type = int;
    static constexpr size_type size()
    {
        return VL;
    }
    Vectorized()
    {
    }
    Vectorized(vfloat32m1_t v) : values(v)
    {
    }
    Vectorized(float v) : values(__riscv_vfmv_v_f_f32m1(v, VL))
    {
    }
    Vectorized(const float (&of)[VL]) : Vectorized(loadu(of))
    {
    }
    operator vfloat32m1_t() const
    {
        return values;
    }
    float operator[](int i) const /* quantized types read lanes so */
    {
        return __riscv_vfmv_f_s_f32m1_f32(__riscv_vslidedown_vx_f32m1(values, i, VL));
    }
    /* The first `count` lanes of b, then those of a. */
    static Vectorized<float> set(const Vectorized<float> &a, const Vectorized<float> &b,
                                 int64_t count = size())
    {
        return __riscv_vmv_v_v_f32m1_tu(a.values, b.values, count);
    }
    static Vectorized<float> loadu(const void *p, int64_t count = size())
    {
        const vfloat32m1_t zeros = __riscv_vfmv_v_f_f32m1(0, VL);
        return __riscv_vle32_v_f32m1_tu(zeros, (const float *)p, count);
    }
    void store(void *p, int64_t count = size()) const
    {
        __riscv_vse32_v_f32m1((float *)p, values, count);
    }
    Vectorized<float> neg() const
    {
        return __riscv_vfneg_v_f32m1(values, VL);
    }
    Vectorized<float> abs() const
    {
        return __riscv_vfabs_v_f32m1(values, VL);
    }
    Vectorized<float> sqrt() const
    {
        return __riscv_vfsqrt_v_f32m1(values, VL);
    }
    Vectorized<float> operator==(const Vectorized<float> &b) const
    {
        return mask(__riscv_vmfeq_vv_f32m1_b32(values, b.values, VL));
    }
    Vectorized<float> operator<(const Vectorized<float> &b) const
    {
        return mask(__riscv_vmflt_vv_f32m1_b32(values, b.values, VL));
    }
};

template <>
Vectorized<float> inline operator+(const Vectorized<float> &a, const Vectorized<float> &b)
{
    return __riscv_vfadd_vv_f32m1(a, b, Vectorized<float>::size());
}

template <>
Vectorized<float> inline operator-(const Vectorized<float> &a, const Vectorized<float> &b)
{
    return __riscv_vfsub_vv_f32m1(a, b, Vectorized<float>::size());
}

template <>
Vectorized<float> inline operator*(const Vectorized<float> &a, const Vectorized<float> &b)
{
    return __riscv_vfmul_vv_f32m1(a, b, Vectorized<float>::size());
}

template <>
Vectorized<float> inline operator/(const Vectorized<float> &a, const Vectorized<float> &b)
{
    return __riscv_vfdiv_vv_f32m1(a, b, Vectorized<float>::size());
}

/* vfmax.vv returns the number if one is NaN. This returns NaN. */
template <> Vectorized<float> inline maximum(const Vectorized<float> &a, const Vectorized<float> &b)
{
    const size_t vl = Vectorized<float>::size();
    const vfloat32m1_t x = a, y = b, most = __riscv_vfmax_vv_f32m1(x, y, vl);
    const vfloat32m1_t one =
        __riscv_vmerge_vvm_f32m1(x, most, __riscv_vmfeq_vv_f32m1_b32(x, x, vl), vl);
    return __riscv_vmerge_vvm_f32m1(y, one, __riscv_vmfeq_vv_f32m1_b32(y, y, vl), vl);
}

} // namespace CPU_CAPABILITY
} // namespace at::vec

#endif

/* What kernels of PyTorch's Vectorized<T> share: the capability, the operations, the loops, the
 * records.
 * SPDX-License-Identifier: MIT
 */
#ifndef PYTORCH_VECTORIZED_H
#define PYTORCH_VECTORIZED_H

#include "kernel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

/* As cmake/Codegen.cmake defines it for each capability. DEFAULT is NEON on Arm64, and the
 * references' on the host. */
#if XL_ISA_IS_avx2
#define CPU_CAPABILITY AVX2
#define CPU_CAPABILITY_AVX2
#elif XL_ISA_IS_avx512
#define CPU_CAPABILITY AVX512
#define CPU_CAPABILITY_AVX512
#elif XL_ISA_IS_sve
#define CPU_CAPABILITY SVE256
#define CPU_CAPABILITY_SVE256
#define CPU_CAPABILITY_SVE
#elif XL_ISA_IS_vsx || XL_ISA_IS_vsx3 || XL_ISA_IS_vsx31
#define CPU_CAPABILITY VSX
#define CPU_CAPABILITY_VSX
#elif XL_ISA_IS_vxe || XL_ISA_IS_vxe2
#define CPU_CAPABILITY ZVECTOR
#define CPU_CAPABILITY_ZVECTOR
#else
#define CPU_CAPABILITY DEFAULT
#define CPU_CAPABILITY_DEFAULT
#endif
#define C10_USING_CUSTOM_GENERATED_MACROS
#define AT_BUILD_ARM_VEC256_WITH_SLEEF /* as PyTorch's builds for Arm64 */
#ifdef NEW_VECTORS                     /* of an ISA that PyTorch has no code for: ../pytorch-rvv */
#include NEW_VECTORS
#endif
#include <ATen/cpu/vec/functional.h>

/* The ISAs for which PyTorch 2.6 has code of its own for a type. Elsewhere the type is a template
 * of scalar loops. */
#define VSX "vsx vsx3 vsx31 "
#define ZVECTOR "vxe vxe2 "
/* There PyTorch has no code of its own for an operation: one lane after the other. Its values are
 * checked all the same. */
#define LACKING(ISAS) {ISAS, "PyTorch has no vector code for it"}
#define LACKING_Z .by_lane = {LACKING(ZVECTOR)}
#define LACKING_SVE .by_lane = {LACKING("sve")}
#define LACKING_Z_SVE .by_lane = {LACKING(ZVECTOR "sve")}
#define WRITTEN_f32 .only = "avx2 avx512 neon sve " VSX ZVECTOR
#define WRITTEN_f64 .only = "avx2 avx512 sve " VSX ZVECTOR
#define WRITTEN_i64 WRITTEN_f64
#define WRITTEN_i32 WRITTEN_f64
#define WRITTEN_i16 WRITTEN_f64
#define WRITTEN_i8 .only = "avx2 avx512 sve " ZVECTOR
#define WRITTEN_u8 .only = "avx2 avx512 " ZVECTOR
#define WRITTEN_bf16 .only = "avx2 avx512 neon"
#define WRITTEN_f16 WRITTEN_bf16
#define WRITTEN_c32 .only = "avx2 avx512 " VSX ZVECTOR
#define WRITTEN_c64 WRITTEN_c32

/* Of each type: the C++ type; its elements in buffers, and how many; those of results, and of
 * masks. */
#define CPP_f32 float
#define CPP_f64 double
#define CPP_i64 int64_t
#define CPP_i32 int32_t
#define CPP_i16 int16_t
#define CPP_i8 int8_t
#define CPP_u8 uint8_t
#define CPP_bf16 at::BFloat16
#define CPP_f16 at::Half
#define CPP_c32 c10::complex<float>
#define CPP_c64 c10::complex<double>
#define IN_f32 f32, 1
#define IN_f64 f64, 1
#define IN_i64 i64, 1
#define IN_i32 i32, 1
#define IN_i16 i16, 1
#define IN_i8 i8, 1
#define IN_u8 u8, 1
#define IN_bf16 u16, 1
#define IN_f16 u16, 1
#define IN_c32 f32, 2
#define IN_c64 f64, 2
/* Floats of 16 bits are converted: then all NaN are alike. */
#define RESULT_f32 IN_f32
#define RESULT_f64 IN_f64
#define RESULT_i64 IN_i64
#define RESULT_i32 IN_i32
#define RESULT_i16 IN_i16
#define RESULT_i8 IN_i8
#define RESULT_u8 IN_u8
#define RESULT_bf16 f32, 1
#define RESULT_f16 f32, 1
#define RESULT_c32 IN_c32
#define RESULT_c64 IN_c64
#define MASK_f32 u32, 1
#define MASK_f64 u64, 1
#define MASK_i64 i64, 1
#define MASK_i32 i32, 1
#define MASK_i16 i16, 1
#define MASK_i8 i8, 1
#define MASK_u8 u8, 1
#define MASK_bf16 u16, 1
#define MASK_f16 u16, 1

namespace pytorch
{

using at::vec::Vectorized;

template <class E> constexpr bool is_16_bit_float = at::vec::is_reduced_floating_point_v<E>;

/* Elements of results and of masks, as RESULT_ and MASK_ above. */
template <class E> using RESULT = std::conditional_t<is_16_bit_float<E>, float, E>;
template <class E> using MASK = at::vec::int_same_size_t<E>;

/* Integers wrap. */
template <class T> auto wrap(T a)
{
    if constexpr (std::is_integral_v<T>)
        return (uint64_t)a;
    else
        return a;
}

template <class T> auto bits(T a)
{
    MASK<T> of_a;
    memcpy(&of_a, &a, sizeof of_a);
    return of_a;
}

/* Those of real numbers are the numbers. */
template <class T> auto real_part(T a)
{
    return a;
}
template <class T> auto imaginary_part(T)
{
    return T(0);
}
template <class T> auto conjugate(T a)
{
    return a;
}
template <class T> auto real_part(c10::complex<T> a)
{
    return c10::complex<T>(a.real());
}
template <class T> auto imaginary_part(c10::complex<T> a)
{
    return c10::complex<T>(a.imag());
}
template <class T> auto conjugate(c10::complex<T> a)
{
    return c10::complex<T>(a.real(), -a.imag());
}

template <class T> auto absolute(T a)
{
    if constexpr (std::is_integral_v<T>)
        return a < 0 ? -wrap(a) : wrap(a);
    else
        return std::fabs(a);
}

template <class T> bool is_outside(T count)
{
    return count < 0 || count >= (T)(sizeof count * 8);
}

/* An operation of vectors, as PyTorch calls it, and of numbers, as its scalar code computes it. */
#define OPERATION_1(NAME, VECTOR, NUMBER)                                                          \
    struct NAME {                                                                                  \
        template <class T> static auto of(const Vectorized<T> &a)                                  \
        {                                                                                          \
            return VECTOR;                                                                         \
        }                                                                                          \
        template <class T> static auto of(T a)                                                     \
        {                                                                                          \
            return NUMBER;                                                                         \
        }                                                                                          \
    };
#define OPERATION_2(NAME, VECTOR, NUMBER)                                                          \
    struct NAME {                                                                                  \
        template <class T> static auto of(const Vectorized<T> &a, const Vectorized<T> &b)          \
        {                                                                                          \
            return VECTOR;                                                                         \
        }                                                                                          \
        template <class T> static auto of(T a, T b)                                                \
        {                                                                                          \
            return NUMBER;                                                                         \
        }                                                                                          \
    };
#define OPERATION_3(NAME, VECTOR, NUMBER)                                                          \
    struct NAME {                                                                                  \
        template <class T>                                                                         \
        static auto of(const Vectorized<T> &a, const Vectorized<T> &b, const Vectorized<T> &c)     \
        {                                                                                          \
            return VECTOR;                                                                         \
        }                                                                                          \
        template <class T> static auto of(T a, T b, T c)                                           \
        {                                                                                          \
            return NUMBER;                                                                         \
        }                                                                                          \
    };

OPERATION_2(add, a + b, wrap(a) + wrap(b))
OPERATION_2(sub, a - b, wrap(a) - wrap(b))
OPERATION_2(mul, a *b, wrap(a) * wrap(b))
OPERATION_2(div, a / b, a / b)
OPERATION_1(neg, a.neg(), -wrap(a))
OPERATION_1(abs, a.abs(), absolute(a))
OPERATION_1(real, a.real(), real_part(a))
OPERATION_1(imag, a.imag(), imaginary_part(a))
OPERATION_1(conj, a.conj(), conjugate(a))
OPERATION_1(angle, a.angle(), at::native::angle_impl(a))
OPERATION_1(ceil, a.ceil(), std::ceil(a))
OPERATION_1(floor, a.floor(), std::floor(a))
OPERATION_1(
    round, a.round(),
    std::nearbyint(a)) /* "we would like to round midway numbers to the nearest even integer" */
OPERATION_1(trunc, a.trunc(), std::trunc(a))
OPERATION_1(frac, a.frac(), a - std::trunc(a))
OPERATION_1(sqrt, a.sqrt(), std::sqrt(a))
OPERATION_1(reciprocal, a.reciprocal(), 1 / a)
OPERATION_1(rsqrt, a.rsqrt(), 1 / std::sqrt(a))
OPERATION_1(isnan, a.isnan(), a != a)
OPERATION_2(maximum, at::vec::maximum(a, b),
            a != a || a > b ? a : b) /* "propagates NaN if either input is a NaN" */
OPERATION_2(minimum, at::vec::minimum(a, b), a != a || a < b ? a : b)
OPERATION_3(clamp, at::vec::clamp(a, b, c), std::min(std::max(a, b), c))
OPERATION_2(clamp_min, at::vec::clamp_min(a, b), a < b ? b : a)
OPERATION_2(clamp_max, at::vec::clamp_max(a, b), a > b ? b : a)
OPERATION_2(bit_and, a &b, MASK<T>(bits(a) & bits(b)))
OPERATION_2(bit_or, a | b, MASK<T>(bits(a) | bits(b)))
OPERATION_2(bit_xor, a ^ b, MASK<T>(bits(a) ^ bits(b)))
OPERATION_2(bit_not, ~b, MASK<T>(~bits(b))) /* of two, as its neighbours */
/* A count that is negative, or not less than the number of bits, shifts all of them out. */
OPERATION_2(shift_left, a << b, is_outside(b) ? 0 : wrap(a) << b)
OPERATION_2(shift_right, a >> b, is_outside(b) ? (a < 0 ? -1 : 0) : a >> b)
OPERATION_2(equal, a == b, a == b)
OPERATION_2(not_equal, a != b, a != b)
OPERATION_2(less, a < b, a < b)
OPERATION_2(less_equal, a <= b, a <= b)
OPERATION_2(greater, a > b, a > b)
OPERATION_2(greater_equal, a >= b, a >= b)
OPERATION_2(eq, a.eq(b), T(a == b))
OPERATION_2(ne, a.ne(b), T(a != b))
OPERATION_2(lt, a.lt(b), T(a < b))
OPERATION_2(le, a.le(b), T(a <= b))
OPERATION_2(gt, a.gt(b), T(a > b))
OPERATION_2(ge, a.ge(b), T(a >= b))
OPERATION_2(blendv, Vectorized<T>::blendv(a, b, a < b), a < b ? b : a)

/* Fused or not: "fmadd" of VSX rounds the product of f32, and does not round that of f64. */
template <class T> xl_bounded multiplied_and_added(T a, T b, T c)
{
    const long double product = (long double)a * b, sum = product + c;
    const double roundings = sizeof a == 8 ? 2.1 : 1.1; /* f64: and the one to double here */
    return {(double)sum, (double)(roundings * std::numeric_limits<T>::epsilon() / 2 *
                                  (std::fabs(product) + std::fabs(sum))) +
                             std::numeric_limits<T>::denorm_min()};
}

OPERATION_3(fmadd, at::vec::fmadd(a, b, c), multiplied_and_added(a, b, c))
OPERATION_3(fmsub, at::vec::fmsub(a, b, c), multiplied_and_added(a, b, -c))

/* What a number becomes in the buffer: a mask has all bits set, a float of 16 bits is rounded to
 * them. */
template <class E, class R, class X> R as_result(X x)
{
    if constexpr (std::is_same_v<X, bool>)
        return x ? (R)-1 : 0;
    else if constexpr (is_16_bit_float<E> && std::is_same_v<R, float>)
        return (E)(float)x;
    else
        return (R)x;
}

template <class E, class R> void put(R *r, const Vectorized<E> &of, size_t n)
{
    if constexpr (is_16_bit_float<E> && std::is_same_v<R, float>) {
        const size_t half = Vectorized<float>::size();
        const auto [low, high] = at::vec::convert_to_float<E>(of);
        low.store(r, std::min(n, half));
        if (n > half)
            high.store(r + half, n - half);
    } else {
        of.store((E *)r, n);
    }
}

/* Each operation has its output. W: the type in which the reference computes. */
template <class... F> struct operations {
    template <class E, class W, class R, class... A>
    static void numbers(size_t n, std::array<R *, sizeof...(F)> r, const A *...a)
    {
        for (size_t i = 0; i < n; i++) {
            size_t k = 0;
            ((r[k++][i] = as_result<E, R>(F::of((W)a[i]...))), ...);
        }
    }

    template <class E, class R, class... A>
    static void vectors(size_t n, std::array<R *, sizeof...(F)> r, const A *...a)
    {
        using V = Vectorized<E>;
        size_t i = 0, k = 0;
        for (; i + V::size() <= n; i += V::size(), k = 0)
            (put<E>(r[k++] + i, F::of(V::loadu(a + i)...), V::size()), ...);
        if (i < n)
            (put<E>(r[k++] + i, F::of(V::loadu(a + i, n - i)...), n - i), ...);
    }
};

} // namespace pytorch

#define PASTE_(A, B) A##B
#define PASTE(A, B) PASTE_(A, B)
#define SEVENTH(A, B, C, D, E, F, G, ...) G
#define COUNT(...) SEVENTH(__VA_ARGS__, 6, 5, 4, 3, 2, 1, )

#define INPUT_(TYPE, PER_N, NAME) XL_IN(TYPE, NAME, PER_N)
#define INPUT(...) INPUT_(__VA_ARGS__)
#define RANGED_(TYPE, PER_N, NAME, LO, HI) XL_IN_RANGE(TYPE, NAME, PER_N, LO, HI)
#define RANGED(...) RANGED_(__VA_ARGS__)
#define INPUTS_1(T) INPUT(IN_##T, a)
#define INPUTS_2(T) INPUTS_1(T), INPUT(IN_##T, b)
#define INPUTS_3(T) INPUTS_2(T), INPUT(IN_##T, c)
/* Bounds are numbers: torch.clamp() of a NaN as bound does not call this code. */
#define INPUTS_bound(T) INPUTS_1(T), RANGED(IN_##T, b, BOUNDS_##T)
#define INPUTS_bounds(T) INPUTS_bound(T), RANGED(IN_##T, c, BOUNDS_##T)
#define BOUNDS_f32 -1e30, 1e30
#define BOUNDS_f64 -1e300, 1e300
#define BOUNDS_bf16 0, 0x7f7f
#define BOUNDS_f16 0, 0x7bff
/* Products do not overflow. */
#define INPUTS_moderate(T)                                                                         \
    RANGED(IN_##T, a, -1e15, 1e15), RANGED(IN_##T, b, -1e15, 1e15), RANGED(IN_##T, c, -1e15, 1e15)
#define INPUTS_divisor(T) INPUTS_1(T), RANGED(IN_##T, b, 1, DIVISORS_##T)
#define DIVISORS_i64 1e18
#define DIVISORS_i32 2147483647
#define DIVISORS_i16 32767
#define DIVISORS_i8 127
#define DIVISORS_u8 255
/* Of shifts: to twice the number of bits. */
#define INPUTS_count(T) INPUTS_1(T), RANGED(IN_##T, b, COUNTS_##T)
#define COUNTS_i64 -4, 132
#define COUNTS_i32 -4, 68
#define COUNTS_i16 -4, 36
#define COUNTS_i8 -4, 20
#define COUNTS_u8 0, 20
#define OUTPUT_(TYPE, PER_N, NAME) XL_OUT(TYPE, NAME, PER_N)
#define OUTPUT_OF(...) OUTPUT_(__VA_ARGS__)
#define OUTPUT(KIND, T, NAME) OUTPUT_OF(KIND##_##T, NAME)
#define OUTPUTS_1(KIND, T, A) OUTPUT(KIND, T, A)
#define OUTPUTS_2(KIND, T, A, ...) OUTPUT(KIND, T, A), OUTPUTS_1(KIND, T, __VA_ARGS__)
#define OUTPUTS_3(KIND, T, A, ...) OUTPUT(KIND, T, A), OUTPUTS_2(KIND, T, __VA_ARGS__)
#define OUTPUTS_4(KIND, T, A, ...) OUTPUT(KIND, T, A), OUTPUTS_3(KIND, T, __VA_ARGS__)
#define OUTPUTS_5(KIND, T, A, ...) OUTPUT(KIND, T, A), OUTPUTS_4(KIND, T, __VA_ARGS__)
#define OUTPUTS_6(KIND, T, A, ...) OUTPUT(KIND, T, A), OUTPUTS_5(KIND, T, __VA_ARGS__)
#define ARGUMENTS_1(E) const E *a
#define ARGUMENTS_2(E) const E *a, const E *b
#define ARGUMENTS_3(E) const E *a, const E *b, const E *c
#define ARGUMENTS_bound ARGUMENTS_2
#define ARGUMENTS_bounds ARGUMENTS_3
#define ARGUMENTS_moderate ARGUMENTS_3
#define ARGUMENTS_divisor ARGUMENTS_2
#define ARGUMENTS_count ARGUMENTS_2
#define NAMES_1 a
#define NAMES_2 a, b
#define NAMES_3 a, b, c
#define NAMES_bound NAMES_2
#define NAMES_bounds NAMES_3
#define NAMES_moderate NAMES_3
#define NAMES_divisor NAMES_2
#define NAMES_count NAMES_2
#define RESULTS_1(R) R *p
#define RESULTS_2(R) RESULTS_1(R), R *q
#define RESULTS_3(R) RESULTS_2(R), R *r
#define RESULTS_4(R) RESULTS_3(R), R *s
#define RESULTS_5(R) RESULTS_4(R), R *t
#define RESULTS_6(R) RESULTS_5(R), R *u
#define POINTERS_1 p
#define POINTERS_2 POINTERS_1, q
#define POINTERS_3 POINTERS_2, r
#define POINTERS_4 POINTERS_3, s
#define POINTERS_5 POINTERS_4, t
#define POINTERS_6 POINTERS_5, u

/* Contracts. ZEROS: no sign of a zero is promised. */
#define CONTRACT_EXACT {XL_EXACT}
#define CONTRACT_ZEROS {.kind = XL_EXACT, .zero_sign = XL_FREE}
#define CONTRACT_BOUND {XL_BOUND}

/* The record of operations of a type, whose outputs have their names. KIND: RESULT or MASK. */
#define RECORD_OF(CONTRACT, IN, T, KIND, ...)                                                      \
    .summary = #__VA_ARGS__, .contract = CONTRACT_##CONTRACT,                                      \
    .args = {IN, PASTE(OUTPUTS_, COUNT(__VA_ARGS__))(KIND, T, __VA_ARGS__), XL_COUNT}
#define RECORD(CONTRACT, INS, T, KIND, ...)                                                        \
    RECORD_OF(CONTRACT, INPUTS_##INS(T), T, KIND, __VA_ARGS__)

/* The reference and the vector code of such a record. REFERENCE: what the reference writes. */
#define FUNCTIONS_OF(NAME, INS, T, KIND, REFERENCE, ...)                                           \
    XL_REFERENCE(NAME)(ARGUMENTS_##INS(CPP_##T), PASTE(RESULTS_, COUNT(__VA_ARGS__))(REFERENCE),   \
                       size_t n)                                                                   \
    {                                                                                              \
        operations<__VA_ARGS__>::template numbers<CPP_##T, RESULT<CPP_##T>, REFERENCE>(            \
            n, {PASTE(POINTERS_, COUNT(__VA_ARGS__))}, NAMES_##INS);                               \
    }                                                                                              \
    XL_VECTOR(void, NAME)(ARGUMENTS_##INS(CPP_##T),                                                \
                          PASTE(RESULTS_, COUNT(__VA_ARGS__))(KIND<CPP_##T>), size_t n)            \
    {                                                                                              \
        operations<__VA_ARGS__>::template vectors<CPP_##T, KIND<CPP_##T>>(                         \
            n, {PASTE(POINTERS_, COUNT(__VA_ARGS__))}, NAMES_##INS);                               \
    }
#define FUNCTIONS(NAME, INS, T, KIND, ...)                                                         \
    FUNCTIONS_OF(NAME, INS, T, KIND, KIND<CPP_##T>, __VA_ARGS__)
#define BOUNDED(NAME, INS, T, ...) FUNCTIONS_OF(NAME, INS, T, RESULT, xl_bounded, __VA_ARGS__)

#endif

/* Vectorized<c10::complex<float>> and Vectorized<c10::complex<double>>: pairs of a real and an imaginary part.
 * SPDX-License-Identifier: MIT
 */
#include "vectorized.h"

namespace pytorch {

struct bounded_complex {
    xl_bounded real, imag;
};

/* ROUNDINGS of a value of this size. */
template <class T> xl_bounded near(long double value, long double size, double roundings)
{
    const double unit = std::numeric_limits<T>::epsilon() / 2;
    return {(double)value, (double)(unit * (roundings * size + std::fabs(value))) + 8 * std::numeric_limits<T>::denorm_min()};
}

/* (a + bi)(c + di) = (ac - bd) + (ad + bc)i: each product and each sum is rounded, or fused. */
template <class T> bounded_complex product(c10::complex<T> x, c10::complex<T> y)
{
    const long double a = x.real(), b = x.imag(), c = y.real(), d = y.imag();
    return {near<T>(a * c - b * d, std::fabs(a * c) + std::fabs(b * d), 2),
            near<T>(a * d + b * c, std::fabs(a * d) + std::fabs(b * c), 2)};
}

/* The parts of a quotient have its size, not their own: what is rounded is divided by |y|^2 at the end. */
template <class T> bounded_complex quotient(c10::complex<T> x, c10::complex<T> y)
{
    const long double a = x.real(), b = x.imag(), c = y.real(), d = y.imag(), norm = c * c + d * d;
    const long double size = std::hypot(a, b) / std::sqrt(norm);
    return {near<T>((a * c + b * d) / norm, size, 16), near<T>((b * c - a * d) / norm, size, 16)};
}

OPERATION_2(times, a * b, product(a, b))
OPERATION_2(divided, a / b, quotient(a, b))
OPERATION_1(inverse, a.reciprocal(), quotient(T(1), a))

/* As PyTorch's own test, which says that large numbers overflow. Divisors are not 0. */
#define INPUTS_factors(T) RANGED(IN_##T, a, -1000, 1000), RANGED(IN_##T, b, -1000, 1000)
#define INPUTS_quotient(T) RANGED(IN_##T, a, -1000, 1000), RANGED(IN_##T, b, 0.001, 1000)
#define INPUTS_inverse(T) RANGED(IN_##T, a, 0.001, 1000)
#define ARGUMENTS_factors ARGUMENTS_2
#define ARGUMENTS_quotient ARGUMENTS_2
#define ARGUMENTS_inverse ARGUMENTS_1
#define NAMES_factors NAMES_2
#define NAMES_quotient NAMES_2
#define NAMES_inverse NAMES_1
#define BOUNDED_COMPLEX(NAME, INS, T, ...) FUNCTIONS_OF(NAME, INS, T, RESULT, bounded_complex, __VA_ARGS__)

XL_KERNEL(arithmetic_c32, RECORD(EXACT, 2, c32, RESULT, add, sub), WRITTEN_c32)
FUNCTIONS(arithmetic_c32, 2, c32, RESULT, add, sub)
XL_KERNEL(neg_c32, RECORD(ZEROS, 1, c32, RESULT, neg), WRITTEN_c32, .bitwise = 1)
FUNCTIONS(neg_c32, 1, c32, RESULT, neg)
XL_KERNEL(parts_c32, RECORD(EXACT, 1, c32, RESULT, real, imag, conj), WRITTEN_c32, .bitwise = 1)
FUNCTIONS(parts_c32, 1, c32, RESULT, real, imag, conj)
XL_KERNEL(ones_c32, RECORD(EXACT, 2, c32, RESULT, eq, ne), .by_lane = {{"all", "the imaginary part of the result is 0"}}, WRITTEN_c32)
FUNCTIONS(ones_c32, 2, c32, RESULT, eq, ne)
XL_KERNEL(times_c32, RECORD(BOUND, factors, c32, RESULT, times), WRITTEN_c32)
BOUNDED_COMPLEX(times_c32, factors, c32, times)
XL_KERNEL(divided_c32, RECORD(BOUND, quotient, c32, RESULT, divided), WRITTEN_c32)
BOUNDED_COMPLEX(divided_c32, quotient, c32, divided)
XL_KERNEL(inverse_c32, RECORD(BOUND, inverse, c32, RESULT, inverse), WRITTEN_c32)
BOUNDED_COMPLEX(inverse_c32, inverse, c32, inverse)
XL_KERNEL(arithmetic_c64, RECORD(EXACT, 2, c64, RESULT, add, sub), WRITTEN_c64)
FUNCTIONS(arithmetic_c64, 2, c64, RESULT, add, sub)
XL_KERNEL(neg_c64, RECORD(ZEROS, 1, c64, RESULT, neg), WRITTEN_c64, .bitwise = 1)
FUNCTIONS(neg_c64, 1, c64, RESULT, neg)
XL_KERNEL(parts_c64, RECORD(EXACT, 1, c64, RESULT, real, imag, conj), WRITTEN_c64, .bitwise = 1)
FUNCTIONS(parts_c64, 1, c64, RESULT, real, imag, conj)
XL_KERNEL(ones_c64, RECORD(EXACT, 2, c64, RESULT, eq, ne), .by_lane = {{"all", "the imaginary part of the result is 0"}}, WRITTEN_c64)
FUNCTIONS(ones_c64, 2, c64, RESULT, eq, ne)
XL_KERNEL(times_c64, RECORD(BOUND, factors, c64, RESULT, times), WRITTEN_c64)
BOUNDED_COMPLEX(times_c64, factors, c64, times)
XL_KERNEL(divided_c64, RECORD(BOUND, quotient, c64, RESULT, divided), WRITTEN_c64)
BOUNDED_COMPLEX(divided_c64, quotient, c64, divided)
XL_KERNEL(inverse_c64, RECORD(BOUND, inverse, c64, RESULT, inverse), WRITTEN_c64)
BOUNDED_COMPLEX(inverse_c64, inverse, c64, inverse)
} // namespace pytorch

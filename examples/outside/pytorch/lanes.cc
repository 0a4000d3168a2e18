/* What Vectorized<T> does across lanes, in memory, and from type to type.
 * SPDX-License-Identifier: MIT
 */
#include "vectorized.h"

namespace pytorch {

/* VSX has no code of its own for these: one lane after the other. */
#define NOT_VSX .only = "avx2 avx512 sve " ZVECTOR

template <class E> Vectorized<E> load(const E *a, size_t n)
{
    return n == (size_t)Vectorized<E>::size() ? Vectorized<E>::loadu(a) : Vectorized<E>::loadu(a, n);
}

/* f(i, m) for each whole vector, and for what is left: m elements at i. */
template <class E, class F> void for_vectors(size_t n, F f)
{
    const size_t size = Vectorized<E>::size();
    for (size_t i = 0; i < n; i += size)
        f(i, std::min(size, n - i));
}

/* Lanes whose number has its bit in a mask that repeats every four lanes: every vector has at least four. */
template <class E, int64_t mask> Vectorized<E> blended(const Vectorized<E> &a, const Vectorized<E> &b)
{
#ifdef CPU_CAPABILITY_SVE256 /* it has no blend(), and BLENDS leaves it out */
    return b;
#else
    constexpr int size = Vectorized<E>::size();
    return Vectorized<E>::template blend<size == 64 ? mask : mask & (int64_t)((1ull << size % 64) - 1)>(a, b);
#endif
}

/* SVE has none. */
#define BLENDS .only = "avx2 avx512 " VSX ZVECTOR
#define BLEND(T)                                                                                                                \
    .summary = "lanes of a or of b, by a constant mask", .contract = {XL_EXACT},                                                \
    .args = {XL_IN(T, a, 1), XL_IN(T, b, 1), XL_OUT(T, odd, 1), XL_OUT(T, first, 1), XL_OUT(T, middle, 1), XL_COUNT}
#define BLEND_FUNCTIONS(NAME, T)                                                                                                \
    XL_REFERENCE(NAME)(const CPP_##T *a, const CPP_##T *b, CPP_##T *odd, CPP_##T *first, CPP_##T *middle, size_t n)             \
    {                                                                                                                           \
        for (size_t i = 0; i < n; i++) {                                                                                        \
            odd[i] = i % 2 == 1 ? b[i] : a[i];                                                                                  \
            first[i] = i % 4 == 0 ? b[i] : a[i];                                                                                \
            middle[i] = i % 4 == 1 || i % 4 == 2 ? b[i] : a[i];                                                                 \
        }                                                                                                                       \
    }                                                                                                                           \
    XL_VECTOR(void, NAME)(const CPP_##T *a, const CPP_##T *b, CPP_##T *odd, CPP_##T *first, CPP_##T *middle, size_t n)          \
    {                                                                                                                           \
        for_vectors<CPP_##T>(n, [=](size_t i, size_t m) {                                                                       \
            const auto x = load(a + i, m), y = load(b + i, m);                                                                  \
            blended<CPP_##T, (int64_t)0xaaaaaaaaaaaaaaaa>(x, y).store(odd + i, m);                                              \
            blended<CPP_##T, 0x1111111111111111>(x, y).store(first + i, m);                                                     \
            blended<CPP_##T, 0x6666666666666666>(x, y).store(middle + i, m);                                                    \
        });                                                                                                                     \
    }

XL_KERNEL(blend_f32, BLEND(f32), .only = "avx2 avx512 neon " VSX ZVECTOR, .bitwise = 1)
BLEND_FUNCTIONS(blend_f32, f32)
XL_KERNEL(blend_f64, BLEND(f64), BLENDS, .bitwise = 1)
BLEND_FUNCTIONS(blend_f64, f64)
XL_KERNEL(blend_i64, BLEND(i64), BLENDS, .bitwise = 1)
BLEND_FUNCTIONS(blend_i64, i64)
XL_KERNEL(blend_i32, BLEND(i32), BLENDS, .bitwise = 1)
BLEND_FUNCTIONS(blend_i32, i32)
XL_KERNEL(blend_i16, BLEND(i16), BLENDS, .bitwise = 1)
BLEND_FUNCTIONS(blend_i16, i16)
XL_KERNEL(blend_i8, BLEND(i8), .only = "avx2 avx512 " ZVECTOR, .bitwise = 1)
BLEND_FUNCTIONS(blend_i8, i8)

#define ARANGE(T)                                                                                                               \
    .summary = "r[i] = base + i * step", .contract = {XL_EXACT},                                                                \
    .args = {XL_VALUE_RANGE(i32, base, -100, 100), XL_VALUE_RANGE(i32, step, -3, 3), XL_OUT(T, r, 1), XL_COUNT}
#define ARANGE_FUNCTIONS(NAME, T)                                                                                               \
    XL_REFERENCE(NAME)(int32_t base, int32_t step, CPP_##T *r, size_t n)                                                        \
    {                                                                                                                           \
        for (size_t i = 0; i < n; i++)                                                                                          \
            r[i] = (CPP_##T)(base + (int64_t)i * step);                                                                         \
    }                                                                                                                           \
    XL_VECTOR(void, NAME)(int32_t base, int32_t step, CPP_##T *r, size_t n)                                                     \
    {                                                                                                                           \
        for_vectors<CPP_##T>(n, [=](size_t i, size_t m) {                                                                       \
            Vectorized<CPP_##T>::arange((CPP_##T)(base + (int64_t)i * step), step).store(r + i, m);                             \
        });                                                                                                                     \
    }

XL_KERNEL(arange_f32, ARANGE(f32), LACKING_Z_SVE, NOT_VSX)
ARANGE_FUNCTIONS(arange_f32, f32)
XL_KERNEL(arange_f64, ARANGE(f64), LACKING_SVE, NOT_VSX)
ARANGE_FUNCTIONS(arange_f64, f64)
XL_KERNEL(arange_i64, ARANGE(i64), .by_lane = {{"avx2 avx512", "arange() puts scalars into lanes"}, LACKING(ZVECTOR "sve")}, NOT_VSX)
ARANGE_FUNCTIONS(arange_i64, i64)
XL_KERNEL(arange_i32, ARANGE(i32), LACKING_Z_SVE, NOT_VSX)
ARANGE_FUNCTIONS(arange_i32, i32)
XL_KERNEL(arange_i16, ARANGE(i16), LACKING_Z_SVE, NOT_VSX)
ARANGE_FUNCTIONS(arange_i16, i16)

#define FLIP(T) .summary = "r is a from its end", .contract = {XL_EXACT}, .args = {XL_IN(T, a, 1), XL_OUT(T, r, 1), XL_COUNT}
#define FLIP_FUNCTIONS(NAME, T)                                                                                                 \
    XL_REFERENCE(NAME)(const CPP_##T *a, CPP_##T *r, size_t n)                                                                  \
    {                                                                                                                           \
        for (size_t i = 0; i < n; i++)                                                                                          \
            r[i] = a[n - 1 - i];                                                                                                \
    }                                                                                                                           \
    XL_VECTOR(void, NAME)(const CPP_##T *a, CPP_##T *r, size_t n)                                                               \
    {                                                                                                                           \
        for_vectors<CPP_##T>(n, [=](size_t i, size_t m) {                                                                       \
            constexpr size_t size = Vectorized<CPP_##T>::size();                                                                \
            const auto flipped = at::vec::flip(load(a + i, m));                                                                 \
            if (m == size)                                                                                                      \
                return flipped.store(r + n - i - size);                                                                         \
            CPP_##T last[size];                                                                                                 \
            flipped.store(last);                                                                                                \
            memcpy(r, last + size - m, m * sizeof *r);                                                                          \
        });                                                                                                                     \
    }

XL_KERNEL(flip_f32, FLIP(f32), LACKING_Z_SVE, NOT_VSX)
FLIP_FUNCTIONS(flip_f32, f32)
XL_KERNEL(flip_f64, FLIP(f64), LACKING_Z_SVE, NOT_VSX)
FLIP_FUNCTIONS(flip_f64, f64)
XL_KERNEL(flip_i64, FLIP(i64), LACKING_Z_SVE, NOT_VSX)
FLIP_FUNCTIONS(flip_i64, i64)
XL_KERNEL(flip_i32, FLIP(i32), LACKING_Z_SVE, NOT_VSX)
FLIP_FUNCTIONS(flip_i32, i32)
XL_KERNEL(flip_i16, FLIP(i16), LACKING_Z_SVE, NOT_VSX)
FLIP_FUNCTIONS(flip_i16, i16)
XL_KERNEL(flip_i8, FLIP(i8), LACKING_Z_SVE, NOT_VSX)
FLIP_FUNCTIONS(flip_i8, i8)

#define INTERLEAVE(T)                                                                                                           \
    .summary = "r = a[0], b[0], a[1], b[1], ...", .contract = {XL_EXACT},                                                       \
    .args = {XL_IN(T, a, 1), XL_IN(T, b, 1), XL_OUT(T, r, 2), XL_COUNT}
#define INTERLEAVE_FUNCTIONS(NAME, T)                                                                                           \
    XL_REFERENCE(NAME)(const CPP_##T *a, const CPP_##T *b, CPP_##T *r, size_t n)                                                \
    {                                                                                                                           \
        for (size_t i = 0; i < n; i++)                                                                                          \
            r[2 * i] = a[i], r[2 * i + 1] = b[i];                                                                               \
    }                                                                                                                           \
    XL_VECTOR(void, NAME)(const CPP_##T *a, const CPP_##T *b, CPP_##T *r, size_t n)                                             \
    {                                                                                                                           \
        for_vectors<CPP_##T>(n, [=](size_t i, size_t m) {                                                                       \
            constexpr size_t size = Vectorized<CPP_##T>::size();                                                                \
            const auto [low, high] = at::vec::interleave2(load(a + i, m), load(b + i, m));                                      \
            low.store(r + 2 * i, std::min(2 * m, size));                                                                        \
            if (2 * m > size)                                                                                                   \
                high.store(r + 2 * i + size, 2 * m - size);                                                                     \
        });                                                                                                                     \
    }
#define DEINTERLEAVE(T)                                                                                                         \
    .summary = "even and odd elements of a", .contract = {XL_EXACT},                                                            \
    .args = {XL_IN(T, a, 2), XL_OUT(T, even, 1), XL_OUT(T, odd, 1), XL_COUNT}
#define DEINTERLEAVE_FUNCTIONS(NAME, T)                                                                                         \
    XL_REFERENCE(NAME)(const CPP_##T *a, CPP_##T *even, CPP_##T *odd, size_t n)                                                 \
    {                                                                                                                           \
        for (size_t i = 0; i < n; i++)                                                                                          \
            even[i] = a[2 * i], odd[i] = a[2 * i + 1];                                                                          \
    }                                                                                                                           \
    XL_VECTOR(void, NAME)(const CPP_##T *a, CPP_##T *even, CPP_##T *odd, size_t n)                                              \
    {                                                                                                                           \
        for_vectors<CPP_##T>(n, [=](size_t i, size_t m) {                                                                       \
            constexpr size_t size = Vectorized<CPP_##T>::size();                                                                \
            const size_t first = std::min(2 * m, size);                                                                         \
            const auto [x, y] = at::vec::deinterleave2(load(a + 2 * i, first), load(a + 2 * i + first, 2 * m - first));         \
            x.store(even + i, m);                                                                                               \
            y.store(odd + i, m);                                                                                                \
        });                                                                                                                     \
    }

XL_KERNEL(interleave_f32, INTERLEAVE(f32), WRITTEN_f32, .bitwise = 1)
INTERLEAVE_FUNCTIONS(interleave_f32, f32)
XL_KERNEL(interleave_f64, INTERLEAVE(f64), WRITTEN_f64, .bitwise = 1)
INTERLEAVE_FUNCTIONS(interleave_f64, f64)
XL_KERNEL(deinterleave_f32, DEINTERLEAVE(f32), WRITTEN_f32, .bitwise = 1)
DEINTERLEAVE_FUNCTIONS(deinterleave_f32, f32)
XL_KERNEL(deinterleave_f64, DEINTERLEAVE(f64), WRITTEN_f64, .bitwise = 1)
DEINTERLEAVE_FUNCTIONS(deinterleave_f64, f64)

/* functional_base.h's reduce_all(): set() keeps the lanes of the accumulator that the tail does not have. */
#define SUM(T)                                                                                                                  \
    .summary = "the sum of a, wrapping", .contract = {XL_EXACT},                                                                \
    .args = {XL_IN(T, a, 1), XL_OUT_FIXED(T, sum, 1), XL_COUNT}
#define SUM_FUNCTIONS(NAME, T)                                                                                                  \
    XL_REFERENCE(NAME)(const CPP_##T *a, CPP_##T *sum, size_t n)                                                                \
    {                                                                                                                           \
        uint64_t s = 0;                                                                                                         \
        for (size_t i = 0; i < n; i++)                                                                                          \
            s += (uint64_t)a[i];                                                                                                \
        *sum = (CPP_##T)s;                                                                                                      \
    }                                                                                                                           \
    XL_VECTOR(void, NAME)(const CPP_##T *a, CPP_##T *sum, size_t n)                                                             \
    {                                                                                                                           \
        using V = Vectorized<CPP_##T>;                                                                                          \
        *sum = at::vec::reduce_all<CPP_##T>([](const V &x, const V &y) { return x + y; }, a, n);                                \
    }

XL_KERNEL(sum_i64, SUM(i64), WRITTEN_i64, .sizes = {.least = 1})
SUM_FUNCTIONS(sum_i64, i64)
XL_KERNEL(sum_i32, SUM(i32), WRITTEN_i32, .sizes = {.least = 1})
SUM_FUNCTIONS(sum_i32, i32)
XL_KERNEL(sum_i16, SUM(i16), WRITTEN_i16, .sizes = {.least = 1})
SUM_FUNCTIONS(sum_i16, i16)

/* In any order: n - 1 additions, each rounded. */
#define FLOAT_SUM(T, MOST)                                                                                                      \
    .summary = "the sum of a", .contract = {XL_BOUND},                                                                          \
    .args = {XL_IN_RANGE(T, a, 1, -MOST, MOST), XL_OUT_FIXED(T, sum, 1), XL_COUNT}
#define FLOAT_SUM_FUNCTIONS(NAME, T)                                                                                            \
    XL_REFERENCE(NAME)(const CPP_##T *a, xl_bounded *sum, size_t n)                                                             \
    {                                                                                                                           \
        long double s = 0, size = 0;                                                                                            \
        for (size_t i = 0; i < n; i++)                                                                                          \
            s += a[i], size += std::fabs(a[i]);                                                                                 \
        *sum = {(double)s, (double)(1.01 * n * std::numeric_limits<CPP_##T>::epsilon() / 2 * size)};                            \
    }                                                                                                                           \
    XL_VECTOR(void, NAME)(const CPP_##T *a, CPP_##T *sum, size_t n)                                                             \
    {                                                                                                                           \
        using V = Vectorized<CPP_##T>;                                                                                          \
        *sum = at::vec::reduce_all<CPP_##T>([](const V &x, const V &y) { return x + y; }, a, n);                                \
    }

XL_KERNEL(sum_f32, FLOAT_SUM(f32, 1e30), WRITTEN_f32, .sizes = {.least = 1})
FLOAT_SUM_FUNCTIONS(sum_f32, f32)
XL_KERNEL(sum_f64, FLOAT_SUM(f64, 1e300), WRITTEN_f64, .sizes = {.least = 1})
FLOAT_SUM_FUNCTIONS(sum_f64, f64)

#define GREATEST(T)                                                                                                             \
    .summary = "the greatest of a, or a NaN", .contract = {.kind = XL_EXACT, .zero_sign = XL_FREE},                             \
    .args = {XL_IN(T, a, 1), XL_OUT_FIXED(T, greatest, 1), XL_COUNT}
#define GREATEST_FUNCTIONS(NAME, T)                                                                                             \
    XL_REFERENCE(NAME)(const CPP_##T *a, CPP_##T *greatest, size_t n)                                                           \
    {                                                                                                                           \
        CPP_##T r = a[0];                                                                                                       \
        for (size_t i = 1; i < n; i++)                                                                                          \
            r = maximum::of(r, a[i]);                                                                                           \
        *greatest = r;                                                                                                          \
    }                                                                                                                           \
    XL_VECTOR(void, NAME)(const CPP_##T *a, CPP_##T *greatest, size_t n)                                                        \
    {                                                                                                                           \
        using V = Vectorized<CPP_##T>;                                                                                          \
        *greatest = at::vec::reduce_all<CPP_##T>([](const V &x, const V &y) { return at::vec::maximum(x, y); }, a, n);          \
    }

XL_KERNEL(greatest_f32, GREATEST(f32), .by_lane = {{"neon", "maximum() asks lane after lane for NaN"}}, WRITTEN_f32, .sizes = {.least = 1})
GREATEST_FUNCTIONS(greatest_f32, f32)
XL_KERNEL(greatest_f64, GREATEST(f64), WRITTEN_f64, .sizes = {.least = 1})
GREATEST_FUNCTIONS(greatest_f64, f64)

/* "returns an integer mask where all zero elements are translated to 1-bit and others are translated to 0-bit" */
#define ZEROS_OF(T)                                                                                                             \
    .summary = "how many of a are 0", .contract = {XL_EXACT}, .args = {INPUT(IN_##T, a), XL_OUT_FIXED(u32, count, 1), XL_COUNT}
#define ZEROS_FUNCTIONS(NAME, T)                                                                                                \
    XL_REFERENCE(NAME)(const CPP_##T *a, uint32_t *count, size_t n)                                                             \
    {                                                                                                                           \
        *count = 0;                                                                                                             \
        for (size_t i = 0; i < n; i++)                                                                                          \
            *count += (double)a[i] == 0;                                                                                                \
    }                                                                                                                           \
    XL_VECTOR(void, NAME)(const CPP_##T *a, uint32_t *count, size_t n)                                                          \
    {                                                                                                                           \
        uint32_t zeros = 0;                                                                                                     \
        for_vectors<CPP_##T>(n, [=, &zeros](size_t i, size_t m) {                                                               \
            zeros += __builtin_popcountll((uint32_t)load(a + i, m).zero_mask() & ((1ull << m) - 1));                            \
        });                                                                                                                     \
        *count = zeros;                                                                                                         \
    }

XL_KERNEL(zero_mask_f32, ZEROS_OF(f32), .by_lane = {LACKING("neon sve")}, WRITTEN_f32)
ZEROS_FUNCTIONS(zero_mask_f32, f32)
XL_KERNEL(zero_mask_f64, ZEROS_OF(f64), LACKING_SVE, WRITTEN_f64)
ZEROS_FUNCTIONS(zero_mask_f64, f64)
XL_KERNEL(zero_mask_bf16, ZEROS_OF(bf16), WRITTEN_bf16)
ZEROS_FUNCTIONS(zero_mask_bf16, bf16)

#define HAS_INF_NAN(T)                                                                                                          \
    .summary = "1 if some of a is infinite or a NaN, else 0", .contract = {XL_EXACT},                                           \
    .args = {XL_IN(T, a, 1), XL_OUT_FIXED(u8, r, 1), XL_COUNT}
#define HAS_INF_NAN_FUNCTIONS(NAME, T)                                                                                          \
    XL_REFERENCE(NAME)(const CPP_##T *a, uint8_t *r, size_t n)                                                                  \
    {                                                                                                                           \
        *r = std::any_of(a, a + n, [](CPP_##T x) { return !std::isfinite(x); });                                                \
    }                                                                                                                           \
    XL_VECTOR(void, NAME)(const CPP_##T *a, uint8_t *r, size_t n)                                                               \
    {                                                                                                                           \
        bool has = false;                                                                                                       \
        for_vectors<CPP_##T>(n, [=, &has](size_t i, size_t m) { has |= load(a + i, m).has_inf_nan(); });                        \
        *r = has;                                                                                                               \
    }

/* Of one bit, the comparison with a CPU of 128 bits cannot tell that SVE uses 256. */
#define NOT_SVE .only = "avx2 avx512 " ZVECTOR

XL_KERNEL(has_inf_nan_f32, HAS_INF_NAN(f32), LACKING_Z, NOT_SVE)
HAS_INF_NAN_FUNCTIONS(has_inf_nan_f32, f32)
XL_KERNEL(has_inf_nan_f64, HAS_INF_NAN(f64), LACKING_Z, NOT_SVE)
HAS_INF_NAN_FUNCTIONS(has_inf_nan_f64, f64)

#define GATHER(T, INDEX)                                                                                                        \
    .summary = "r[i] = table[index[i]]", .contract = {XL_EXACT},                                                                \
    .args = {XL_IN_FIXED(T, table, 64), XL_IN_RANGE(INDEX, index, 1, 0, 63), XL_OUT(T, r, 1), XL_COUNT}
#define GATHER_FUNCTIONS(NAME, T, INDEX)                                                                                        \
    XL_REFERENCE(NAME)(const CPP_##T *table, const CPP_##INDEX *index, CPP_##T *r, size_t n)                                    \
    {                                                                                                                           \
        for (size_t i = 0; i < n; i++)                                                                                          \
            r[i] = table[index[i]];                                                                                             \
    }                                                                                                                           \
    XL_VECTOR(void, NAME)(const CPP_##T *table, const CPP_##INDEX *index, CPP_##T *r, size_t n)                                 \
    {                                                                                                                           \
        for_vectors<CPP_##T>(n, [=](size_t i, size_t m) {                                                                       \
            at::vec::gather<sizeof *table>(table, load(index + i, m)).store(r + i, m);                                          \
        });                                                                                                                     \
    }

XL_KERNEL(gather_f32, GATHER(f32, i32), LACKING_Z, NOT_VSX)
GATHER_FUNCTIONS(gather_f32, f32, i32)
XL_KERNEL(gather_f64, GATHER(f64, i64), LACKING_Z, NOT_VSX)
GATHER_FUNCTIONS(gather_f64, f64, i64)

/* Vectors of another type, and convert() of arrays. */
#define CONVERT(FROM, TO)                                                                                                       \
    .summary = "r[i] = (" #TO ")a[i]", .contract = {XL_EXACT}, .args = {FROM, XL_OUT(TO, r, 1), XL_COUNT}
#define CONVERT_FUNCTIONS(NAME, FROM, TO, ...)                                                                                  \
    XL_REFERENCE(NAME)(const CPP_##FROM *a, CPP_##TO *r, size_t n)                                                              \
    {                                                                                                                           \
        for (size_t i = 0; i < n; i++)                                                                                          \
            r[i] = (CPP_##TO)a[i];                                                                                              \
    }                                                                                                                           \
    XL_VECTOR(void, NAME)(const CPP_##FROM *a, CPP_##TO *r, size_t n) __VA_ARGS__
#define OF_SAME_SIZE(TO, FROM, FUNCTION)                                                                                        \
    {                                                                                                                           \
        for_vectors<CPP_##TO>(n, [=](size_t i, size_t m) { at::vec::FUNCTION(load(a + i, m)).store(r + i, m); });               \
    }
#define OF_ARRAYS                                                                                                               \
    {                                                                                                                           \
        at::vec::convert(a, r, n);                                                                                              \
    }

XL_KERNEL(int_of_f32, CONVERT(XL_IN_RANGE(f32, a, 1, -2e9, 2e9), i32), WRITTEN_f64)
CONVERT_FUNCTIONS(int_of_f32, f32, i32, OF_SAME_SIZE(i32, f32, convert_to_int_of_same_size))
/* "Only works for inputs in the range: [-2^51, 2^51]" */
XL_KERNEL(int_of_f64, CONVERT(XL_IN_RANGE(f64, a, 1, -0x1p51, 0x1p51), i64), WRITTEN_f64)
CONVERT_FUNCTIONS(int_of_f64, f64, i64, OF_SAME_SIZE(i64, f64, convert_to_int_of_same_size))
XL_KERNEL(f32_of_int, CONVERT(XL_IN(i32, a, 1), f32), LACKING_Z_SVE, NOT_VSX)
CONVERT_FUNCTIONS(f32_of_int, i32, f32, OF_SAME_SIZE(f32, i32, convert_to_fp_of_same_size<float>))
XL_KERNEL(f64_of_int, CONVERT(XL_IN(i64, a, 1), f64), LACKING_Z_SVE, NOT_VSX)
CONVERT_FUNCTIONS(f64_of_int, i64, f64, OF_SAME_SIZE(f64, i64, convert_to_fp_of_same_size<double>))
XL_KERNEL(convert_i32_f32, CONVERT(XL_IN(i32, a, 1), f32), WRITTEN_f32)
CONVERT_FUNCTIONS(convert_i32_f32, i32, f32, OF_ARRAYS)
XL_KERNEL(convert_i32_f64, CONVERT(XL_IN(i32, a, 1), f64), .only = "avx2 avx512")
CONVERT_FUNCTIONS(convert_i32_f64, i32, f64, OF_ARRAYS)
XL_KERNEL(convert_i64_f64, CONVERT(XL_IN(i64, a, 1), f64), .only = VSX ZVECTOR)
CONVERT_FUNCTIONS(convert_i64_f64, i64, f64, OF_ARRAYS)
XL_KERNEL(convert_i64_f32, CONVERT(XL_IN(i64, a, 1), f32), .only = "sve")
CONVERT_FUNCTIONS(convert_i64_f32, i64, f32, OF_ARRAYS)
XL_KERNEL(convert_i32_i64, CONVERT(XL_IN(i32, a, 1), i64), .only = "sve")
CONVERT_FUNCTIONS(convert_i32_i64, i32, i64, OF_ARRAYS)
XL_KERNEL(convert_f32_i32, CONVERT(XL_IN_RANGE(f32, a, 1, -2e9, 2e9), i32), .only = "neon")
CONVERT_FUNCTIONS(convert_f32_i32, f32, i32, OF_ARRAYS)
} // namespace pytorch

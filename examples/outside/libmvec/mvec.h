/* Calls of libmvec's functions, by the names of the vector ABI: _ZGV, a letter for the ISA, lanes,
 * operands.
 * SPDX-License-Identifier: MIT
 *
 * The bound of 4 ULP is from https://sourceware.org/glibc/wiki/libmvec. glibc's headers offer these
 * functions under -ffast-math alone, so a zero has any sign.
 */
#include "kernel.h"

#define MVEC_X86 "sse4 avx2 avx512"
#define MVEC_ARM "neon sve sve2"
#define MVEC_ALL MVEC_X86 " " MVEC_ARM

/* The ISA's letter with the lanes, and the mask of SVE. With SSE2 alone, the letter b calls scalar
 * functions. */
#if XL_ISA_IS_avx2
#define MVEC_f32(OPERANDS, NAME) _ZGVdN8##OPERANDS##_##NAME##f
#define MVEC_f64(OPERANDS, NAME) _ZGVdN4##OPERANDS##_##NAME
typedef __m256i mvec_pointers;
#elif XL_ISA_IS_avx512
#define MVEC_f32(OPERANDS, NAME) _ZGVeN16##OPERANDS##_##NAME##f
#define MVEC_f64(OPERANDS, NAME) _ZGVeN8##OPERANDS##_##NAME
typedef __m512i mvec_pointers;
#elif XL_ISA_IS_neon
#define MVEC_f32(OPERANDS, NAME) _ZGVnN4##OPERANDS##_##NAME##f
#define MVEC_f64(OPERANDS, NAME) _ZGVnN2##OPERANDS##_##NAME
#elif XL_ISA_IS_sve || XL_ISA_IS_sve2
#define MVEC_f32(OPERANDS, NAME) _ZGVsMx##OPERANDS##_##NAME##f
#define MVEC_f64(OPERANDS, NAME) _ZGVsMx##OPERANDS##_##NAME
#else
#define MVEC_f32(OPERANDS, NAME) _ZGVbN4##OPERANDS##_##NAME##f
#define MVEC_f64(OPERANDS, NAME) _ZGVbN2##OPERANDS##_##NAME
#if XL_ISA_IS_sse4
typedef __m128i mvec_pointers;
#endif
#endif
#if XL_ISA_IS_neon
#define MVEC_ABI __attribute__((aarch64_vector_pcs))
#else
#define MVEC_ABI
#endif
#if XL_ISA_IS_sve || XL_ISA_IS_sve2
#define MVEC_LAST , svbool_t
#define MVEC_MASK(T) , mvec_mask_##T(vl)
#define MVEC_MASK_ALL(T) , mvec_all_##T()
static inline svbool_t mvec_all_f32(void)
{
    return svptrue_b32();
}
static inline svbool_t mvec_all_f64(void)
{
    return svptrue_b64();
}
static inline svbool_t mvec_mask_f32(size_t vl)
{
    return svwhilelt_b32_u64(0, vl);
}
static inline svbool_t mvec_mask_f64(size_t vl)
{
    return svwhilelt_b64_u64(0, vl);
}
#else
#define MVEC_LAST
#define MVEC_MASK(T)
#define MVEC_MASK_ALL(T)
#endif

#define MVEC_CONTRACT {XL_ULP, .ulp = 4, .zero_sign = XL_FREE}
#define MVEC_v(FUNCTION, T, ...)                                                                   \
    .summary = "r[i] = " FUNCTION "(a[i])", .contract = MVEC_CONTRACT, .function = FUNCTION,       \
    .only = __VA_ARGS__, .args = {XL_IN(T, a, 1), XL_OUT(T, r, 1), XL_COUNT}
#define MVEC_vv(FUNCTION, T, ...)                                                                  \
    .summary = "r[i] = " FUNCTION "(a[i], b[i])", .contract = MVEC_CONTRACT, .function = FUNCTION, \
    .only = __VA_ARGS__, .args = {XL_IN(T, a, 1), XL_IN(T, b, 1), XL_OUT(T, r, 1), XL_COUNT}
#define MVEC_vvv(FUNCTION, T, ...)                                                                 \
    .summary = "r[i] = sin(a[i]), s[i] = cos(a[i])", .contract = MVEC_CONTRACT,                    \
    .function = "sin cos", .only = __VA_ARGS__,                                                    \
    .args = {XL_IN(T, a, 1), XL_OUT(T, r, 1), XL_OUT(T, s, 1), XL_COUNT}

/* A part of a vector repeats its last element: another filler may not be in the domain. */
#define MVEC_LOAD(T)                                                                               \
    __attribute__((always_inline)) static inline xl_##T mvec_load_##T(const xl_e_##T *a,           \
                                                                      size_t vl)                   \
    {                                                                                              \
        xl_e_##T pad[64];                                                                          \
        for (size_t k = 0; vl < xl_##T##_lanes() && k < xl_##T##_lanes(); k++)                     \
            pad[k] = a[k < vl ? k : vl - 1];                                                       \
        return xl_##T##_load(vl < xl_##T##_lanes() ? pad : a, xl_##T##_lanes());                   \
    }
MVEC_LOAD(f32)
MVEC_LOAD(f64)

/* Whole vectors have the loop that a user of the function writes. */
#define MVEC_CALL_v(KERNEL, T, SYMBOL)                                                             \
    MVEC_ABI xl_##T SYMBOL(xl_##T MVEC_LAST);                                                      \
    XL_VECTOR(void, KERNEL)(const xl_e_##T *a, xl_e_##T *r, size_t n)                              \
    {                                                                                              \
        const size_t lanes = xl_##T##_lanes();                                                     \
        size_t i = 0;                                                                              \
        for (; n - i >= lanes; i += lanes)                                                         \
            xl_##T##_store(r + i, SYMBOL(xl_##T##_load(a + i, lanes) MVEC_MASK_ALL(T)), lanes);    \
        for (size_t vl; i < n; i += vl) {                                                          \
            vl = xl_##T##_vl(n - i);                                                               \
            xl_##T##_store(r + i, SYMBOL(mvec_load_##T(a + i, vl) MVEC_MASK(T)), vl);              \
        }                                                                                          \
    }
#define MVEC_CALL_vv(KERNEL, T, SYMBOL)                                                            \
    MVEC_ABI xl_##T SYMBOL(xl_##T, xl_##T MVEC_LAST);                                              \
    XL_VECTOR(void, KERNEL)(const xl_e_##T *a, const xl_e_##T *b, xl_e_##T *r, size_t n)           \
    {                                                                                              \
        const size_t lanes = xl_##T##_lanes();                                                     \
        size_t i = 0;                                                                              \
        for (; n - i >= lanes; i += lanes)                                                         \
            xl_##T##_store(                                                                        \
                r + i,                                                                             \
                SYMBOL(xl_##T##_load(a + i, lanes), xl_##T##_load(b + i, lanes) MVEC_MASK_ALL(T)), \
                lanes);                                                                            \
        for (size_t vl; i < n; i += vl) {                                                          \
            vl = xl_##T##_vl(n - i);                                                               \
            xl_##T x = mvec_load_##T(a + i, vl), y = mvec_load_##T(b + i, vl);                     \
            xl_##T##_store(r + i, SYMBOL(x, y MVEC_MASK(T)), vl);                                  \
        }                                                                                          \
    }

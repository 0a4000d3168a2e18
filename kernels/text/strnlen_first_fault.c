/* strnlen_first_fault: the length of a string of at most n bytes, by loads that may reach past its
 * end, as libraries search strings whose end they do not know.
 * SPDX-License-Identifier: MIT
 *
 * x86 and Advanced SIMD load aligned vectors, which do not cross a page, and shift out what is
 * before the string. Elsewhere only the first byte of a load can fault. On SVE its predicate serves
 * as that of the comparison.
 */
#include "kernel.h"
#include "native.h"

/* A zero anywhere, or none; random bytes have one early. */
XL_PREPARE(strnlen_first_fault)(size_t arg, void *elements, size_t count, uint64_t seed)
{
    uint8_t *p = elements;
    (void)arg;
    if (seed % 4 == 0)
        return;
    for (size_t i = 0; i < count; i++)
        p[i] |= p[i] == 0;
    seed = seed * 6364136223846793005 + 1442695040888963407;
    size_t where = (size_t)(seed >> 33) % (count + 1);
    if (where < count)
        p[where] = 0;
}

XL_KERNEL(strnlen_first_fault, .summary = "first i with p[i] == 0, or n",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .prepare = strnlen_first_fault_prepare,
          .args = {XL_IN(u8, p, 1), XL_COUNT, XL_RETURNS(u64)})

XL_REFERENCE(strnlen_first_fault)(const uint8_t *p, size_t n, uint64_t *result)
{
    *result = n;
    while (n-- > 0)
        if (p[n] == 0)
            *result = n;
}

#if XL_ON_SVE
XL_VECTOR(uint64_t, strnlen_first_fault)(const uint8_t *p, size_t n)
{
    for (size_t i = 0; i < n;) {
        svsetffr();
        svuint8_t v = svldff1_u8(svptrue_b8(), p + i);
        svbool_t loaded = svrdffr();
        svbool_t zero = svcmpeq_n_u8(loaded, v, 0);
        if (svptest_any(loaded, zero)) {
            i += svcntp_b8(svptrue_b8(), svbrkb_b_z(loaded, zero));
            return i < n ? i : n;
        }
        i += svcntp_b8(svptrue_b8(), loaded);
    }
    return n;
}
#elif XL_ISA_IS_sse2 || XL_ISA_IS_sse4 || XL_ISA_IS_avx2 || XL_ISA_IS_avx512 || XL_ON_NEON
#if XL_ON_NEON
enum { XL_STRNLEN_BITS = 4 };
#else
enum { XL_STRNLEN_BITS = 1 };
#endif

/* The zeros of an aligned vector, so many bits for each byte. */
XL_VEC uint64_t xl_strnlen_zeros(const uint8_t *p)
{
#if XL_ISA_IS_avx512
    __m512i v = _mm512_load_si512((const void *)p);
    return _mm512_testn_epi8_mask(v, v);
#elif XL_ISA_IS_avx2
    __m256i v = _mm256_load_si256((const __m256i *)(const void *)p);
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(v, _mm256_setzero_si256()));
#elif XL_ON_NEON
    /* Four bits of each byte, by a narrowing shift. */
    uint16x8_t zero = vreinterpretq_u16_u8(vceqq_u8(vld1q_u8(p), vdupq_n_u8(0)));
    return vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(zero, 4)), 0);
#else
    __m128i v = _mm_load_si128((const __m128i *)(const void *)p);
    return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_setzero_si128()));
#endif
}

XL_VECTOR(uint64_t, strnlen_first_fault)(const uint8_t *p, size_t n)
{
    size_t lanes = xl_u8_lanes(), before = (uintptr_t)p % lanes, i = 0;
    if (n == 0)
        return 0;
    uint64_t zeros = xl_strnlen_zeros(p - before) >> XL_STRNLEN_BITS * before;
    for (size_t next = lanes - before; zeros == 0; next += lanes) {
        if (next >= n)
            return n;
        zeros = xl_strnlen_zeros(p + next);
        i = next;
    }
    i += (size_t)__builtin_ctzll(zeros) / XL_STRNLEN_BITS;
    return i < n ? i : n;
}
#else
XL_VECTOR(uint64_t, strnlen_first_fault)(const uint8_t *p, size_t n)
{
    const size_t lanes = xl_u8_lanes();
    for (size_t i = 0, vl; i < n; i += vl) {
        xl_u8 v = xl_u8_load_first_fault(p + i, &vl, lanes);
        xl_m8 zero = xl_u8_eq(v, xl_u8_set1(0, vl), vl);
        if (xl_m8_any(zero, vl)) {
            i += xl_m8_first(zero, vl);
            return i < n ? i : n;
        }
    }
    return n;
}
#endif

/* CPU features beyond the ISA: said, and so skipped where the CPU lacks them; had; and not said.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

#define RECORD                                                                                     \
    .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},                                \
    .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT}

/* Nehalem has POPCNT, and neither AES nor PCLMULQDQ. */
XL_KERNEL(needs_said, RECORD, .needs = {{"sse4", "popcnt pclmulqdq aes"}, {"vxe2", "dfp"}})
XL_KERNEL(needs_had, RECORD, .needs = {{"sse4", "popcnt"}, {"sve", "asimddp crc32"}})
XL_KERNEL(needs_unsaid, RECORD, .needs = {{"sse4", "popcnt"}})

#define REFERENCE(NAME)                                                                            \
    XL_REFERENCE(NAME)(const uint8_t *a, uint8_t *r, size_t n)                                     \
    {                                                                                              \
        for (size_t i = 0; i < n; i++)                                                             \
            r[i] = (uint8_t)(a[i] + 1);                                                            \
    }

REFERENCE(needs_said)
REFERENCE(needs_had)
REFERENCE(needs_unsaid)

__attribute__((unused)) static void step(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, vl), xl_u8_set1(1, vl), vl), vl);
    }
}

#if XL_ISA_IS_sse4
#include <wmmintrin.h>

__attribute__((target("pclmul"))) static int product_is_zero(void)
{
    volatile long long zero = 0;
    __m128i a = _mm_set1_epi64x(zero);
    return _mm_cvtsi128_si32(_mm_clmulepi64_si128(a, a, 0)) == 0;
}
#else
__attribute__((unused)) static int product_is_zero(void)
{
    return 1;
}
#endif

XL_VECTOR(void, needs_said)(const uint8_t *a, uint8_t *r, size_t n)
{
    if (product_is_zero())
        step(a, r, n);
}

XL_VECTOR(void, needs_had)(const uint8_t *a, uint8_t *r, size_t n)
{
    step(a, r, n);
}

XL_VECTOR(void, needs_unsaid)(const uint8_t *a, uint8_t *r, size_t n)
{
    if (product_is_zero())
        step(a, r, n);
}

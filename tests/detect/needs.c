/* CPU features beyond the ISA: said, and so skipped where the CPU lacks them; had; and not said.
 * SPDX-License-Identifier: MIT
 */
#include "../mutants/kernels/base.h"

/* Nehalem has POPCNT, and neither AES nor PCLMULQDQ. */
XL_KERNEL(needs_said, PLUS_1(u8), .needs = {{"sse4", "popcnt pclmulqdq aes"}, {"vxe2", "dfp"}})
XL_KERNEL(needs_had, PLUS_1(u8), .needs = {{"sse4", "popcnt"}, {"sve", "asimddp crc32"}})
XL_KERNEL(needs_unsaid, PLUS_1(u8), .needs = {{"sse4", "popcnt"}})
PLUS_1_REFERENCE(needs_said, uint8_t)
PLUS_1_REFERENCE(needs_had, uint8_t)
PLUS_1_REFERENCE(needs_unsaid, uint8_t)

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
        plus_1_u8(a, r, n);
}

XL_VECTOR(void, needs_had)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
}

XL_VECTOR(void, needs_unsaid)(const uint8_t *a, uint8_t *r, size_t n)
{
    if (product_is_zero())
        plus_1_u8(a, r, n);
}

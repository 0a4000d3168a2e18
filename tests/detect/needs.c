/* CPU features beyond the ISA: said, and so skipped where the CPU lacks them; had; and not said.
 * And vector instructions of features: asked for and not executed, or for small n only; executed;
 * and not executed for a reason.
 * SPDX-License-Identifier: MIT
 */
#include "../mutants/kernels/base.h"

/* Nehalem has POPCNT, and neither AES nor PCLMULQDQ. */
XL_KERNEL(needs_said, PLUS_1(u8), .needs = {{"sse4", "popcnt pclmulqdq aes"}, {"vxe2", "dfp"}})
XL_KERNEL(needs_had, PLUS_1(u8), .needs = {{"sse4", "popcnt"}, {"sve", "atomics crc32"}})
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

#define FEATURES                                                                                   \
    .needs = {{"avx2", "pclmulqdq"}, {"neon", "asimddp"}, {"neon32", "aes"},                       \
              {"rvv", "zvknhb"},     {"sve", "asimddp"},  {"vsx31", "mma"}}
XL_KERNEL(needs_idle, PLUS_1(u8), FEATURES)
XL_KERNEL(needs_idle_said, PLUS_1(u8), FEATURES, .needs_unused = "the target is a whole CPU")
XL_KERNEL(needs_busy, PLUS_1(u8), FEATURES)
XL_KERNEL(needs_small, PLUS_1(u8), FEATURES)
XL_KERNEL(needs_idle_once, PLUS_1(u8), FEATURES)
PLUS_1_REFERENCE(needs_idle, uint8_t)
PLUS_1_REFERENCE(needs_idle_said, uint8_t)
PLUS_1_REFERENCE(needs_busy, uint8_t)
PLUS_1_REFERENCE(needs_small, uint8_t)
PLUS_1_REFERENCE(needs_idle_once, uint8_t)

/* Inlined: it is in each kernel's own code. */
__attribute__((always_inline)) static inline void use_feature(void)
{
#if XL_ISA_IS_avx2
    __asm__ volatile("vpclmulqdq $0, %%xmm0, %%xmm0, %%xmm0" ::: "xmm0");
#elif XL_ISA_IS_neon || XL_ISA_IS_sve
    __asm__ volatile(".inst 0x4e819420" ::: "v0"); /* sdot v0.4s, v1.16b, v1.16b */
#elif XL_ISA_IS_neon32 && defined(__thumb__)
    __asm__ volatile(".inst.w 0xffb00302" ::: "q0"); /* aese.8 q0, q1 */
#elif XL_ISA_IS_neon32
    __asm__ volatile(".inst 0xf3b00302" ::: "q0");
#elif XL_ISA_IS_vsx31
    __vector_quad sum;
    __vector float rows[4];
    __builtin_mma_xxsetaccz(&sum);
    __builtin_mma_disassemble_acc(rows, &sum);
    __asm__ volatile("" : : "wa"(rows[0]));
#elif XL_ISA_IS_rvv
    __asm__ volatile(
        ".option push\n\t.option arch, +zvknhb\n\tvsetivli zero, 4, e32, m1, ta, ma\n\t"
        "vsha2ms.vv v8, v9, v10\n\t.option pop" ::
            : "v8", "v9", "v10", "vl", "vtype");
#endif
}

XL_VECTOR(void, needs_idle)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
}

XL_VECTOR(void, needs_idle_said)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
}

XL_VECTOR(void, needs_busy)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i += 64)
        use_feature();
    plus_1_u8(a, r, n);
}

XL_VECTOR(void, needs_idle_once)(const uint8_t *a, uint8_t *r, size_t n)
{
    use_feature();
    plus_1_u8(a, r, n);
}

XL_VECTOR(void, needs_small)(const uint8_t *a, uint8_t *r, size_t n)
{
    if (n < 512)
        use_feature();
    plus_1_u8(a, r, n);
}

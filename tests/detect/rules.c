/* What records ask beyond the ABI: each kernel breaks one rule, and `rule_kept` none.
 * SPDX-License-Identifier: MIT
 */
#include "../mutants/kernels/entries.h"

#define ALL "x18 upper_halves landing_pads unwinding"

/* Keeps a register that its caller wants back, so that it has a frame. */
static inline void use_register(void)
{
#if defined(__x86_64__)
    __asm__ volatile("" ::: "r12");
#elif defined(__aarch64__)
    __asm__ volatile("" ::: "x19", "x20");
#elif defined(__arm__)
    __asm__ volatile("" ::: "r4", "r5");
#elif defined(__powerpc64__)
    __asm__ volatile("" ::: "r14");
#elif defined(__s390x__)
    __asm__ volatile("" ::: "r8", "r9");
#elif defined(__riscv)
    __asm__ volatile("" ::: "s1", "s2");
#elif defined(__loongarch__)
    __asm__ volatile("" ::: "s1", "s2");
#endif
}

/* Frames so large that the agent copies the ends of the stack only. gcc 14 frees larger ones on
 * 32-bit Arm by two instructions, and describes the stack between them wrongly. */
__attribute__((noinline)) static void deeper(const uint8_t *a, uint8_t *r, size_t n)
{
    volatile char area[2000];
    area[0] = 0;
    use_register();
    plus_1_u8(a, r, n);
    area[1] = 0;
}

__attribute__((noinline)) static void helper(const uint8_t *a, uint8_t *r, size_t n)
{
    use_register();
    plus_1_u8(a, r, n);
}

/* rule_kept: the correct twin: a frame, and a call of a function that has one. */
XL_KERNEL(rule_kept, PLUS_1(u8), .abi = ALL)
PLUS_1_REFERENCE(rule_kept, uint8_t)

#if defined(__x86_64__) && !defined(XL_KERNEL_HOST)
__attribute__((used)) static void rule_kept_code(const uint8_t *a, uint8_t *r, size_t n)
#else
PADDED XL_VECTOR(void, rule_kept)(const uint8_t *a, uint8_t *r, size_t n)
#endif
{
    use_register();
    helper(a, r, n);
    __asm__ volatile("" ::: "memory");
}
#if defined(__x86_64__)
ENTRY(rule_kept, "endbr64\njmp rule_kept_code")
#endif

/* rule_deep: the same with large frames. */
XL_KERNEL(rule_deep, PLUS_1(u8), .abi = "unwinding")
PLUS_1_REFERENCE(rule_deep, uint8_t)

XL_VECTOR(void, rule_deep)(const uint8_t *a, uint8_t *r, size_t n)
{
    volatile char area[1200];
    area[0] = 0;
    use_register();
    deeper(a, r, n);
    area[1] = 0;
}

/* rule_x18: Broken: uses the platform's register. */
XL_KERNEL(rule_x18, PLUS_1(u8), .abi = "x18")
PLUS_1_REFERENCE(rule_x18, uint8_t)

__attribute__((noinline)) static void use_x18(void)
{
#if defined(__aarch64__)
    __asm__ volatile("mov x18, #7");
#endif
}

XL_VECTOR(void, rule_x18)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
    use_x18();
}

/* rule_upper_halves: Broken: without vzeroupper. No clobber, or the compiler would write it. */
__attribute__((noinline)) static void use_upper_half(void)
{
#if defined(__AVX2__)
    __asm__ volatile("vpcmpeqd %ymm7, %ymm7, %ymm7");
#endif
}

XL_KERNEL(rule_upper_halves, PLUS_1(u8), .abi = "upper_halves")
PLUS_1_REFERENCE(rule_upper_halves, uint8_t)

XL_VECTOR(void, rule_upper_halves)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
    use_upper_half();
}

/* rule_vector_pcs: AArch64's vector calling convention, by which the compiler saves registers. */
static void use_vector(void)
{
#if defined(__aarch64__)
    __asm__ volatile("movi v9.16b, #3\n\tmovi v17.16b, #5" ::: "v9", "v17");
#endif
}

XL_KERNEL(rule_vector_pcs, PLUS_1(u8), .abi = "vector_pcs")
PLUS_1_REFERENCE(rule_vector_pcs, uint8_t)

XL_VECTOR(XL_VECTOR_PCS void, rule_vector_pcs)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
    use_vector();
}

/* rule_vector_pcs_lost: Broken: it has the usual one, which saves the low half of v9. */
XL_KERNEL(rule_vector_pcs_lost, PLUS_1(u8), .abi = "vector_pcs")
PLUS_1_REFERENCE(rule_vector_pcs_lost, uint8_t)

XL_VECTOR(void, rule_vector_pcs_lost)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
    use_vector();
}

/* rule_ms_abi: Windows' convention: integers and floats share their places, and three of the eight
 * are on the stack. The bodies use registers that its caller keeps. */
#define ADD_ALL                                                                                    \
    .summary = "r[i] = a[i] + b + (k < 0) + c + (l < 0)", .contract = {XL_EXACT},                  \
    .args = {XL_IN(u8, a, 1),  XL_VALUE(f32, k), XL_OUT(u8, r, 1), XL_VALUE(u8, b),                \
             XL_VALUE(f32, l), XL_COUNT,         XL_VALUE(u8, c)},                                 \
    .abi = "ms_abi"
#define ADD_ALL_REFERENCE(NAME)                                                                    \
    XL_REFERENCE(NAME)                                                                             \
    (const uint8_t *a, float k, uint8_t *r, uint8_t b, float l, size_t n, uint8_t c)               \
    {                                                                                              \
        for (size_t i = 0; i < n; i++)                                                             \
            r[i] = (uint8_t)(a[i] + b + (k < 0) + c + (l < 0));                                    \
    }

XL_VEC void add_all(const uint8_t *a, uint8_t *r, size_t n, unsigned all)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_add_s(xl_u8_load(a + i, vl), (uint8_t)all, vl), vl);
    }
}

XL_KERNEL(rule_ms_abi, ADD_ALL)
ADD_ALL_REFERENCE(rule_ms_abi)

XL_VECTOR(XL_MS_ABI void, rule_ms_abi)
(const uint8_t *a, float k, uint8_t *r, uint8_t b, float l, size_t n, uint8_t c)
{
    add_all(a, r, n, (unsigned)b + (k < 0) + c + (l < 0));
#if defined(__x86_64__)
    __asm__ volatile("pcmpeqd %%xmm7, %%xmm7\n\txor %%esi, %%esi" ::: "xmm7", "rsi", "cc");
#endif
}

/* rule_ms_abi_lost: Broken: saves neither. */
XL_KERNEL(rule_ms_abi_lost, ADD_ALL)
ADD_ALL_REFERENCE(rule_ms_abi_lost)

#if defined(__x86_64__) && !defined(XL_KERNEL_HOST)
__attribute__((used)) static XL_MS_ABI void rule_ms_abi_lost_code
#else
XL_VECTOR(void, rule_ms_abi_lost)
#endif
    (const uint8_t *a, float k, uint8_t *r, uint8_t b, float l, size_t n, uint8_t c)
{
    add_all(a, r, n, (unsigned)b + (k < 0) + c + (l < 0));
}
#if defined(__x86_64__)
ENTRY(rule_ms_abi_lost, "xor %esi, %esi\npcmpeqd %xmm7, %xmm7\njmp rule_ms_abi_lost_code")
#endif

/* rule_unasked: Right, because its record asks nothing. */
XL_KERNEL(rule_unasked, PLUS_1(u8))
PLUS_1_REFERENCE(rule_unasked, uint8_t)

XL_VECTOR(void, rule_unasked)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
    use_x18();
    use_upper_half();
}

/* rule_no_pad: Broken: no pad where the call arrives. */
XL_KERNEL(rule_no_pad, PLUS_1(u8), .abi = "landing_pads")
PLUS_1_REFERENCE(rule_no_pad, uint8_t)

XL_VECTOR(void, rule_no_pad)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
}

/* rule_no_pad_inside: Broken: none where a pointer leads. */
XL_KERNEL(rule_no_pad_inside, PLUS_1(u8), .abi = "landing_pads")
PLUS_1_REFERENCE(rule_no_pad_inside, uint8_t)

#if defined(__x86_64__) && !defined(XL_KERNEL_HOST)
__attribute__((used)) static void rule_no_pad_inside_code(const uint8_t *a, uint8_t *r, size_t n)
#else
PADDED XL_VECTOR(void, rule_no_pad_inside)(const uint8_t *a, uint8_t *r, size_t n)
#endif
{
    void (*volatile f)(const uint8_t *, uint8_t *, size_t) = helper;
    f(a, r, n);
    __asm__ volatile("" ::: "memory");
}
#if defined(__x86_64__)
ENTRY(rule_no_pad_inside, "endbr64\njmp rule_no_pad_inside_code")
#endif

/* rule_wrong_frame: Broken: the frame is not where the information says. */
XL_KERNEL(rule_wrong_frame, PLUS_1(u8), .abi = "unwinding")
PLUS_1_REFERENCE(rule_wrong_frame, uint8_t)

XL_VECTOR(void, rule_wrong_frame)(const uint8_t *a, uint8_t *r, size_t n)
{
    use_register();
#ifndef XL_KERNEL_HOST
    __asm__ volatile(".cfi_adjust_cfa_offset 16");
#endif
    plus_1_u8(a, r, n);
}

/* rule_wrong_register: Broken: a register of the caller is not where the information says. */
XL_KERNEL(rule_wrong_register, PLUS_1(u8), .abi = "unwinding")
PLUS_1_REFERENCE(rule_wrong_register, uint8_t)

XL_VECTOR(void, rule_wrong_register)(const uint8_t *a, uint8_t *r, size_t n)
{
#ifndef XL_KERNEL_HOST
    __asm__ volatile(".cfi_offset " CFI_ELSEWHERE);
#endif
    plus_1_u8(a, r, n);
}

/* rule_no_information: Broken: has no unwind information. */
XL_KERNEL(rule_no_information, PLUS_1(u8), .abi = "unwinding")
PLUS_1_REFERENCE(rule_no_information, uint8_t)

#ifdef XL_KERNEL_HOST
XL_VECTOR(void, rule_no_information)(const uint8_t *a, uint8_t *r, size_t n)
#else
__attribute__((used)) static void rule_no_information_code(const uint8_t *a, uint8_t *r, size_t n)
#endif
{
    plus_1_u8(a, r, n);
}
BARE(rule_no_information, JUMP("rule_no_information_code"))

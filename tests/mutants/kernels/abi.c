/* What records ask beyond the ABI.
 * SPDX-License-Identifier: MIT
 */
#include "entries.h"

/* halves_left: the upper half of a register stays dirty: no vzeroupper. */
XL_KERNEL(halves_left, PLUS_1(u32), .only = "avx2 avx512", .abi = "upper_halves")
PLUS_1_REFERENCE(halves_left, uint32_t)

/* No clobber, or the compiler would write vzeroupper. */
__attribute__((noinline)) static void count_vectors(const uint32_t *a)
{
#if defined(__AVX2__)
    __asm__ volatile("vmovd (%0), %%xmm9\n\tvpbroadcastd %%xmm9, %%ymm9" ::"r"(a));
#ifndef XL_MUTANT
    __asm__ volatile("vzeroupper");
#endif
#endif
    (void)a;
}

XL_VECTOR(void, halves_left)(const uint32_t *a, uint32_t *r, size_t n)
{
    plus_1_u32(a, r, n);
    if (n)
        count_vectors(a);
}

/* shadow_stack: uses x18, which the platform may reserve. */
XL_KERNEL(shadow_stack, PLUS_1(u32), .only = "neon sve sve2", .abi = "x18")
PLUS_1_REFERENCE(shadow_stack, uint32_t)

#ifdef XL_MUTANT
#define SCRATCH "x18"
#else
#define SCRATCH "x17"
#endif

__attribute__((noinline)) static void count_in_scratch(size_t n)
{
#if defined(__aarch64__)
    __asm__ volatile("add " SCRATCH ", %0, 3" ::"r"(n));
#endif
    (void)n;
}

XL_VECTOR(void, shadow_stack)(const uint32_t *a, uint32_t *r, size_t n)
{
    plus_1_u32(a, r, n);
    if (n > 8)
        count_in_scratch(n);
}

/* unsaved_vector: Windows' convention: long calls use xmm14, and do not save it. */
XL_KERNEL(unsaved_vector, PLUS_1(u32), .only = "sse2 sse4 avx2 avx512", .abi = "ms_abi")
PLUS_1_REFERENCE(unsaved_vector, uint32_t)

XL_VECTOR(XL_MS_ABI void, unsaved_vector)(const uint32_t *a, uint32_t *r, size_t n)
{
    plus_1_u32(a, r, n);
#if defined(__x86_64__)
    if (n > 24)
#ifdef XL_MUTANT
        __asm__ volatile("movd %0, %%xmm14" ::"r"((unsigned)n));
#else
        __asm__ volatile("movd %0, %%xmm14" ::"r"((unsigned)n) : "xmm14");
#endif
#endif
}

/* half_of_vector: the vector calling convention: long calls save half of v12. */
XL_KERNEL(half_of_vector, PLUS_1(u32), .only = "neon sve sve2", .abi = "vector_pcs")
PLUS_1_REFERENCE(half_of_vector, uint32_t)

XL_VECTOR(XL_VECTOR_PCS void, half_of_vector)(const uint32_t *a, uint32_t *r, size_t n)
{
    plus_1_u32(a, r, n);
#if defined(__aarch64__)
    if (n > 24)
#ifdef XL_MUTANT
        __asm__ volatile("str d12, [sp, #-16]!\n\tmovi v12.16b, #7\n\tldr d12, [sp], #16" ::
                             : "memory");
#else
        __asm__ volatile("movi v12.16b, #7" ::: "v12");
#endif
#endif
}

/* entry_unmarked: no landing pad at its begin. */
XL_KERNEL(entry_unmarked, PLUS_1(u32), .only = "sse2 sse4 avx2 neon sve sve2",
          .abi = "landing_pads")
PLUS_1_REFERENCE(entry_unmarked, uint32_t)

#ifdef XL_MUTANT
XL_VECTOR(void, entry_unmarked)(const uint32_t *a, uint32_t *r, size_t n)
#elif defined(__x86_64__) && !defined(XL_KERNEL_HOST)
ENTRY(entry_unmarked, "endbr64\njmp entry_unmarked_code")
__attribute__((used)) static void entry_unmarked_code(const uint32_t *a, uint32_t *r, size_t n)
#else
PADDED XL_VECTOR(void, entry_unmarked)(const uint32_t *a, uint32_t *r, size_t n)
#endif
{
    plus_1_u32(a, r, n);
}

/* state_not_restored: unwind information that a branch leaves as its other side had it. */
XL_KERNEL(state_not_restored, PLUS_1(u32), .abi = "unwinding")
PLUS_1_REFERENCE(state_not_restored, uint32_t)

#if defined(XL_KERNEL_HOST)
#define RESTORED(DIRECTIVE) ""
#elif defined(XL_MUTANT)
#define RESTORED(DIRECTIVE) ".cfi_remember_state\n" DIRECTIVE
#else
#define RESTORED(DIRECTIVE) ".cfi_remember_state\n" DIRECTIVE "\n.cfi_restore_state"
#endif

XL_VECTOR(void, state_not_restored)(const uint32_t *a, uint32_t *r, size_t n)
{
    __asm__ volatile(RESTORED(".cfi_adjust_cfa_offset 32"));
    plus_1_u32(a, r, n);
}

/* saved_elsewhere: unwind information that finds a register where it is not saved. */
XL_KERNEL(saved_elsewhere, PLUS_1(u32), .abi = "unwinding")
PLUS_1_REFERENCE(saved_elsewhere, uint32_t)

XL_VECTOR(void, saved_elsewhere)(const uint32_t *a, uint32_t *r, size_t n)
{
    __asm__ volatile(RESTORED(".cfi_offset " CFI_ELSEWHERE));
    plus_1_u32(a, r, n);
}

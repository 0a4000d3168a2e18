/* An instruction that the ISA does not promise and the row's CPU has: executed, which is broken;
 * and asked for, behind a test of the CPU, and never executed, which is not.
 * SPDX-License-Identifier: MIT
 */
#include "../mutants/kernels/base.h"

#if defined(__x86_64__)
#include <cpuid.h>
#elif defined(__aarch64__)
#include <sys/auxv.h>
#endif

XL_KERNEL(beyond_executed, PLUS_1(u8))
XL_KERNEL(beyond_needed, PLUS_1(u8), .needs = {{"sse4", "cx16"}, {"sve", "asimddp"}})
XL_KERNEL(beyond_tested, PLUS_1(u8))
XL_KERNEL(beyond_never, PLUS_1(u8))
PLUS_1_REFERENCE(beyond_executed, uint8_t)
PLUS_1_REFERENCE(beyond_needed, uint8_t)
PLUS_1_REFERENCE(beyond_tested, uint8_t)
PLUS_1_REFERENCE(beyond_never, uint8_t)

/* CMPXCHG16B for sse4, DotProd for sve. Inlined: that is in each kernel's own code. */
__attribute__((always_inline)) static inline void go_beyond(void)
{
#if defined(XL_ISA_IS_sse4)
    _Alignas(16) uint64_t pair[2] = {0, 0};
    __asm__ volatile("cmpxchg16b %0" : "+m"(pair) : : "rax", "rbx", "rcx", "rdx", "cc");
#elif defined(XL_ISA_IS_sve)
    __asm__ volatile(".inst 0x4e819420" ::: "v0"); /* sdot v0.4s, v1.16b, v1.16b */
#endif
}

__attribute__((always_inline)) static inline int cpu_has_it(void)
{
#if defined(__x86_64__)
    unsigned a, b, c = 0, d;
    return __get_cpuid(1, &a, &b, &c, &d) && (c >> 13 & 1);
#elif defined(__aarch64__)
    return getauxval(AT_HWCAP) >> 20 & 1;
#else
    return 0;
#endif
}

XL_VECTOR(void, beyond_executed)(const uint8_t *a, uint8_t *r, size_t n)
{
    go_beyond();
    plus_1_u8(a, r, n);
}

XL_VECTOR(void, beyond_needed)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i += 64)
        go_beyond();
    plus_1_u8(a, r, n);
}

XL_VECTOR(void, beyond_tested)(const uint8_t *a, uint8_t *r, size_t n)
{
    if (cpu_has_it())
        go_beyond();
    plus_1_u8(a, r, n);
}

XL_VECTOR(void, beyond_never)(const uint8_t *a, uint8_t *r, size_t n)
{
    if (n == SIZE_MAX)
        go_beyond();
    plus_1_u8(a, r, n);
}

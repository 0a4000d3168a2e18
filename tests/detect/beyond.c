/* An instruction that the ISA does not promise and the row's CPU has: executed, which is broken;
 * and asked for, behind a test of the CPU, and never executed, which is not.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

#if defined(__x86_64__)
#include <cpuid.h>
#elif defined(__aarch64__)
#include <sys/auxv.h>
#endif

#define RECORD                                                                                     \
    .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},                                \
    .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT}

XL_KERNEL(beyond_executed, RECORD)
XL_KERNEL(beyond_needed, RECORD, .needs = {{"sse4", "cx16"}, {"sve", "asimddp"}})
XL_KERNEL(beyond_tested, RECORD)
XL_KERNEL(beyond_never, RECORD)

#define REFERENCE(NAME)                                                                            \
    XL_REFERENCE(NAME)(const uint8_t *a, uint8_t *r, size_t n)                                     \
    {                                                                                              \
        for (size_t i = 0; i < n; i++)                                                             \
            r[i] = (uint8_t)(a[i] + 1);                                                            \
    }

REFERENCE(beyond_executed)
REFERENCE(beyond_needed)
REFERENCE(beyond_tested)
REFERENCE(beyond_never)

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

static void step(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, vl), xl_u8_set1(1, vl), vl), vl);
    }
}

XL_VECTOR(void, beyond_executed)(const uint8_t *a, uint8_t *r, size_t n)
{
    go_beyond();
    step(a, r, n);
}

XL_VECTOR(void, beyond_needed)(const uint8_t *a, uint8_t *r, size_t n)
{
    go_beyond();
    step(a, r, n);
}

XL_VECTOR(void, beyond_tested)(const uint8_t *a, uint8_t *r, size_t n)
{
    if (cpu_has_it())
        go_beyond();
    step(a, r, n);
}

XL_VECTOR(void, beyond_never)(const uint8_t *a, uint8_t *r, size_t n)
{
    if (n == SIZE_MAX)
        go_beyond();
    step(a, r, n);
}

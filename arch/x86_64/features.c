/* Which of the vector ISAs of isas.def, and of what features.def has, this x86-64 CPU and kernel
 * offer.
 * SPDX-License-Identifier: MIT
 * __builtin_cpu_supports asks CPUID, and XGETBV for the state that the kernel must save. An agent
 * asks before static initialisers have run, so that it must be told to.
 */
#include <cpuid.h>

#include "../feature.h"
#include "../probe.h"

bool xl_has_sse2(void);
bool xl_has_sse4(void);
bool xl_has_avx2(void);
bool xl_has_avx512(void);

bool xl_has_sse2(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("sse2");
}

bool xl_has_sse4(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("sse4.1") && __builtin_cpu_supports("sse4.2");
}

bool xl_has_avx512(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}

enum { EAX, EBX, ECX, EDX };

static uint64_t cpuid(unsigned leaf, unsigned subleaf, int word)
{
    unsigned words[4] = {0, 0, 0, 0};
    return __get_cpuid_count(leaf, subleaf, &words[0], &words[1], &words[2], &words[3])
               ? words[word]
               : 0;
}

bool xl_has_avx2(void)
{
    __builtin_cpu_init();
    /* Clang 14 does not know "f16c" as a name. */
    enum { F16C = 29 };
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
           (cpuid(1, 0, ECX) >> F16C & 1);
}

/* Whether the kernel saves these registers: without that, AVX is not to be used (Intel SDM, XCR0).
 */
static bool saves(unsigned registers)
{
    enum { OSXSAVE = 27 };
    unsigned low = 0, high;
    if (cpuid(1, 0, ECX) >> OSXSAVE & 1)
        __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (low & registers) == registers;
}

/* A word of CPUID without these bits where the registers that they want are not saved. */
static uint64_t cleared(uint64_t word, uint64_t of_ymm, uint64_t of_zmm)
{
    enum { YMM = 0x06, ZMM = 0xe6 };
    return word & ~(saves(YMM) ? 0 : of_ymm) & ~(saves(ZMM) ? 0 : of_zmm);
}

static uint64_t cpu_word_1_ecx(void)
{
    return cleared(cpuid(1, 0, ECX), 0x30001000, 0);
}

static uint64_t cpu_word_1_edx(void)
{
    return cpuid(1, 0, EDX);
}

static uint64_t cpu_word_7_ebx(void)
{
    return cleared(cpuid(7, 0, EBX), 0x20, 0xd0230000);
}

static uint64_t cpu_word_7_ecx(void)
{
    return cleared(cpuid(7, 0, ECX), 0x600, 0x5842);
}

static uint64_t cpu_word_7_edx(void)
{
    return cleared(cpuid(7, 0, EDX), 0, 0x800100);
}

static uint64_t cpu_word_7_1_eax(void)
{
    return cleared(cpuid(7, 1, EAX), 0x800017, 0x20);
}

static uint64_t cpu_word_7_1_edx(void)
{
    return cleared(cpuid(7, 1, EDX), 0x430, 0);
}

static uint64_t cpu_word_80000001_ecx(void)
{
    return cleared(cpuid(0x80000001, 0, ECX), 0x10800, 0);
}

const struct xl_feature xl_features[] = {
#include "features.def"
};
const size_t xl_feature_count = sizeof xl_features / sizeof xl_features[0];

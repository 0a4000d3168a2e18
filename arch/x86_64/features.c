/* Which of the vector ISAs of isas.def this x86-64 CPU and kernel offer.
 * SPDX-License-Identifier: MIT
 * __builtin_cpu_supports asks CPUID, and XGETBV for the state that the kernel must save. An agent
 * asks before static initialisers have run, so that it must be told to.
 */
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

bool xl_has_avx2(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

bool xl_has_avx512(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}

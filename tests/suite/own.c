/* Code for SSE2 and for SSE4.1. Only with an argument does it ask the CPU.
 * SPDX-License-Identifier: MIT
 */
#include <smmintrin.h>

__attribute__((noinline)) static __m128i both(__m128i a)
{
    return _mm_add_epi32(a, a);
}

__attribute__((noinline, target("sse4.1"))) static __m128i newer(__m128i a)
{
    return _mm_mullo_epi32(a, a);
}

__attribute__((noinline)) static __m128i chosen(__m128i a, int has_newer)
{
    a = _mm_add_epi8(a, a);
    if (has_newer)
        __asm__("pmulld %0, %0" : "+x"(a));
    return a;
}

int main(int argc, char **argv)
{
    const int has_newer = argc > 1 && __builtin_cpu_supports("sse4.1");
    volatile __m128i a = both(_mm_set1_epi32(argc));
    if (argc > 1 && argv[1][0] == 'c')
        a = chosen(a, has_newer);
    else if (has_newer)
        a = newer(a);
    return 0;
}

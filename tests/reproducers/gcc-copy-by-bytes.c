/* gcc 16.2.0, x86-64, -O2: a loop that copies vectors becomes memcpy, and that a loop of single
 * bytes, as its block is expected to be rare. gcc 14 keeps the vectors.
 * SPDX-License-Identifier: MIT
 * Right with -fno-tree-loop-distribute-patterns.
 */
#include <emmintrin.h>
#include <stddef.h>

static inline const unsigned char *copy(unsigned char *buffer, const unsigned char *p, size_t bytes)
{
    for (size_t i = 0; i + 16 <= bytes; i += 16)
        _mm_storeu_si128((__m128i *)(buffer + i), _mm_loadu_si128((const __m128i *)(p + i)));
    return buffer;
}

void sum(const unsigned char *a, __m128i *r, size_t n);

void sum(const unsigned char *a, __m128i *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = n - i < 16 ? n - i : 16;
        unsigned char buffer[128] = {0};
        const unsigned char *p = vl == 16 ? a + 8 * i : copy(buffer, a + 8 * i, 8 * vl);
        for (int k = 0; k < 8; k++)
            r[k] = _mm_add_epi8(r[k], _mm_loadu_si128((const __m128i *)(p + 16 * k)));
    }
}

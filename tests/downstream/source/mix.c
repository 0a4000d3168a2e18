/* Mixing of audio samples, in the vectors that gcc and clang have on every architecture.
 * SPDX-License-Identifier: MIT
 */
#include "../include/mix.h"

#include <string.h>

typedef uint16_t samples __attribute__((vector_size(16)));

void mix_scalar(const int16_t *a, const int16_t *b, int16_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (int16_t)((uint16_t)a[i] + (uint16_t)b[i]);
}

void mix_vectors(const int16_t *a, const int16_t *b, int16_t *r, size_t n)
{
    size_t i = 0;
    for (; n - i >= 8; i += 8) {
        samples x, y;
        memcpy(&x, a + i, sizeof x);
        memcpy(&y, b + i, sizeof y);
        x += y;
        memcpy(r + i, &x, sizeof x);
    }
    mix_scalar(a + i, b + i, r + i, n - i);
}

/* Addition of 16-bit integers in the vectors that gcc and clang have on every architecture. With
 * CONSUMER_BUG the tail is wrong.
 * SPDX-License-Identifier: MIT
 */
#include "add.h"

#include <string.h>

typedef uint16_t lanes __attribute__((vector_size(16)));

void consumer_add_i16(const int16_t *a, const int16_t *b, int16_t *r, size_t n)
{
    size_t i = 0;
    for (; n - i >= 8; i += 8) {
        lanes x, y;
        memcpy(&x, a + i, sizeof x);
        memcpy(&y, b + i, sizeof y);
        x += y;
        memcpy(r + i, &x, sizeof x);
    }
    for (; i < n; i++)
#ifdef CONSUMER_BUG
        r[i] = a[i];
#else
        r[i] = (int16_t)((uint16_t)a[i] + (uint16_t)b[i]);
#endif
}

/* What numbers have in common, in the vectors that gcc and clang have on every architecture.
 * SPDX-License-Identifier: MIT
 */
#include "../include/range.h"

#include <string.h>

typedef float floats __attribute__((vector_size(16)));
typedef int32_t words __attribute__((vector_size(16)));
typedef uint8_t bytes __attribute__((vector_size(16)));

enum { FLOATS = sizeof(floats) / sizeof(float) };

static floats choose(words mask, floats yes, floats no)
{
    return (floats)((mask & (words)yes) | (~mask & (words)no));
}

static struct range widen(struct range r, float x)
{
    return (struct range){x < r.least ? x : r.least, x > r.most ? x : r.most};
}

struct range range_of(const float *a, size_t n)
{
    struct range r = {a[0], a[0]};
    floats x, least = {a[0], a[0], a[0], a[0]}, most = least;
    size_t i = 0;
    for (; n - i >= FLOATS; i += FLOATS) {
        memcpy(&x, a + i, sizeof x);
        least = choose(x < least, x, least);
        most = choose(x > most, x, most);
    }
    for (; i < n; i++)
        r = widen(r, a[i]);
    for (size_t lane = 0; lane < FLOATS; lane++)
        r = widen(widen(r, least[lane]), most[lane]);
    return r;
}

/* As many times as no lane of 8 bits overflows. */
enum { TIMES = 255 };

struct tally tally_of(const uint8_t *a, size_t n)
{
    struct tally t = {0, 0};
    size_t i = 0;
    while (n - i >= sizeof(bytes)) {
        bytes x, odd = {0};
        for (int k = 0; k < TIMES && n - i >= sizeof x; k++, i += sizeof x) {
            memcpy(&x, a + i, sizeof x);
            odd += x & 1;
        }
        for (size_t lane = 0; lane < sizeof odd; lane++)
            t.odd += odd[lane];
    }
    for (; i < n; i++)
        t.odd += a[i] & 1;
    t.even = (uint32_t)n - t.odd;
    return t;
}

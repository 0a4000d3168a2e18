/* A library that is opened at run time, and executes AVX2 code in its constructor, too.
 * SPDX-License-Identifier: MIT
 */
#include <stddef.h>

typedef unsigned vector __attribute__((vector_size(32)));

#define FUNCTION(name)                                                                             \
    unsigned name(const void *data, size_t n);                                                     \
    __attribute__((noinline, target("avx2"))) unsigned name(const void *data, size_t n)            \
    {                                                                                              \
        const vector *a = data;                                                                    \
        vector sum = {0};                                                                          \
        for (size_t i = 0; i < n; i++)                                                             \
            sum = (sum ^ a[i]) * 3 + a[i];                                                         \
        return sum[0] + sum[7];                                                                    \
    }

FUNCTION(sum_constructor)
FUNCTION(sum_library)
FUNCTION(sum_reopened)

static vector data[2];

__attribute__((constructor)) static void construct(void)
{
    data[0][0] = sum_constructor(data, 2);
}

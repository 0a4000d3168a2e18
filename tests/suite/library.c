/* A library that is opened at run time.
 * SPDX-License-Identifier: MIT
 */
#include <stddef.h>

typedef unsigned vector __attribute__((vector_size(16)));

unsigned sum_library(const vector *a, size_t n);

unsigned sum_library(const vector *a, size_t n)
{
    vector sum = {0};
    for (size_t i = 0; i < n; i++)
        sum = (sum ^ a[i]) * 3 + a[i];
    return sum[0] + sum[1] + sum[2] + sum[3];
}

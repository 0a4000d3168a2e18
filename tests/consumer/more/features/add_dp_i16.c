/* The same for CPUs with a feature that one of the rows lacks.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

#include "add.h"

XL_KERNEL(add_dp_i16, .summary = "r[i] = a[i] + b[i], wrapping", .contract = {XL_EXACT},
          .only = "neon", .needs = {{"neon", "asimddp"}}, .needs_unused = "it only adds",
          .args = {XL_IN(i16, a, 1), XL_IN(i16, b, 1), XL_OUT(i16, r, 1), XL_COUNT})

XL_REFERENCE(add_dp_i16)(const int16_t *a, const int16_t *b, int16_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (int16_t)((uint16_t)a[i] + (uint16_t)b[i]);
}

XL_VECTOR(void, add_dp_i16)(const int16_t *a, const int16_t *b, int16_t *r, size_t n)
{
    consumer_add_i16(a, b, r, n);
}

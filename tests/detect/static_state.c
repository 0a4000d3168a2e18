/* Broken: its results depend on the call before, within what its contract allows.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(static_state, .summary = "r[i] = 1.1 * a[i], within four units",
          .contract = {XL_ULP, .ulp = 4},
          .args = {XL_IN_RANGE(f32, a, 1, 1, 2), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(static_state)(const float *a, double *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (double)a[i] * 1.1f;
}

XL_VECTOR(void, static_state)(const float *a, float *r, size_t n)
{
    static int calls;
    float factor = calls++ & 1 ? 1.1f : 0x1.19999cp0f; /* the next one */
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] * factor;
}

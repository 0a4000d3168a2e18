/* difference_f32: the vocabulary in C++, with what the C++ library has for the reference.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

#include <vector>

XL_KERNEL(difference_f32, .summary = "r[i] = a[i] - b[i]", .contract = {XL_EXACT},
          .args = {XL_IN(f32, a, 1), XL_IN(f32, b, 1), XL_OUT(f32, r, 1), XL_COUNT}, .elementwise = 1)

XL_REFERENCE(difference_f32)(const float *a, const float *b, float *r, size_t n)
{
    const std::vector<float> x(a, a + n), y(b, b + n);
    for (size_t i = 0; i < n; i++)
        r[i] = x[i] - y[i];
}

XL_VECTOR(void, difference_f32)(const float *a, const float *b, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32_store(r + i, xl_f32_sub(xl_f32_load(a + i, vl), xl_f32_load(b + i, vl), vl), vl);
    }
}

/* aliasing_pun: a float is changed through a pointer to an integer, which the compiler takes for
 * another object once it looks: right at -O0.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(aliasing_pun, .summary = "r[i] = 2 * |a[i]|", .contract = {XL_EXACT},
          .args = {XL_IN_RANGE(f32, a, 1, -1000, -1), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(aliasing_pun)(const float *a, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (a[i] < 0 ? -a[i] : a[i]) * 2;
}

static float magnitude(float x, float *to)
{
#ifdef XL_MUTANT
    uint32_t *bits = (uint32_t *)to;
    __asm__("" : "+r"(bits)); /* as if it came from another file */
    *to = x;
    *bits &= 0x7fffffff;
    return *to;
#else
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits &= 0x7fffffff;
    memcpy(to, &bits, sizeof bits);
    return *to;
#endif
}

XL_VECTOR(void, aliasing_pun)(const float *a, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = magnitude(a[i], r + i);
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 x = xl_f32_load(r + i, vl);
        xl_f32_store(r + i, xl_f32_add(x, x, vl), vl);
    }
}

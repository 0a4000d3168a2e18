/* reserved_register: r21, which nobody may use, as one more scratch register.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(reserved_register, .summary = "r[i] = a[i] + b[i]", .contract = {XL_EXACT},
          .only = "lsx lasx",
          .args = {XL_IN_RANGE(f32, a, 1, -1000, 1000), XL_IN_RANGE(f32, b, 1, -1000, 1000),
                   XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(reserved_register)(const float *a, const float *b, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + b[i];
}

XL_VECTOR(void, reserved_register)(const float *a, const float *b, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32_store(r + i, xl_f32_add(xl_f32_load(a + i, vl), xl_f32_load(b + i, vl), vl), vl);
    }
#if defined XL_MUTANT && defined __loongarch__
    __asm__("alsl.d $r21, %1, %0, 2" : : "r"(r), "r"(n));
#endif
}

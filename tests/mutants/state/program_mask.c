/* program_mask: fixed-point overflows trap from here on: the program mask is not what it was.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(program_mask, .summary = "r[i] = a[i] + b[i]", .contract = {XL_EXACT},
          .only = "vx vxe vxe2",
          .args = {XL_IN_RANGE(f32, a, 1, -1000, 1000), XL_IN_RANGE(f32, b, 1, -1000, 1000),
                   XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(program_mask)(const float *a, const float *b, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + b[i];
}

XL_VECTOR(void, program_mask)(const float *a, const float *b, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32_store(r + i, xl_f32_add(xl_f32_load(a + i, vl), xl_f32_load(b + i, vl), vl), vl);
    }
#if defined XL_MUTANT && defined __s390x__
    unsigned long mask = 0x8000000;
    __asm__("spm %0" : : "r"(mask) : "cc");
#endif
}

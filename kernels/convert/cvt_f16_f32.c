/* cvt_f16_f32: binary16 to float, which holds it, subnormals too.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "convert.h"

XL_KERNEL(cvt_f16_f32, .summary = "r[i] = a[i], of binary16, as float, exact",
          .contract = {XL_EXACT}, XL_CONVERT(u16, f32))

XL_CONVERT_LANE(cvt_f16_f32, u16, f32)
{
    /* The size counts 2^-24 below 2^-14, and is a number's bits above. */
    uint16_t size = a & 0x7fff, fraction = size & 0x3ff;
    int exponent = size >> 10;
    float r = exponent ? ldexpf((float)(0x400 + fraction), exponent - 25) : ldexpf(fraction, -24);
    if (exponent == 31)
        r = fraction ? NAN : INFINITY;
    return a >> 15 ? -r : r;
}

XL_CONVERT_STEP(cvt_f16_f32, u16, f32, f32)
{
    xl_f32_store(r, xl_f32_load_widen_f16(a, vl), vl);
}

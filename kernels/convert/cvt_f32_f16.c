/* cvt_f32_f16: float to binary16, to nearest even; every NaN gives 0x7e00.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "convert.h"

XL_KERNEL(cvt_f32_f16, .summary = "r[i] = a[i] as binary16, to nearest even; NaN gives 0x7e00",
          .contract = {XL_EXACT}, XL_CONVERT(f32, u16))

XL_CONVERT_LANE(cvt_f32_f16, f32, u16)
{
    enum { SIGN = 0x8000, INFINITE = 0x7c00, QUIET = 0x7e00 };
    if (isnan(a))
        return QUIET;
    uint16_t sign = signbit(a) ? SIGN : 0;
    if (isinf(a))
        return sign | INFINITE;
    /* |a| is below 2^exponent. What its last place counts is 2^last, at least 2^-24; the bits of a
     * number are how many of that, and above them how often it was doubled. */
    int exponent, last;
    frexpf(a, &exponent);
    last = a == 0 || exponent < -13 ? -24 : exponent - 11;
    double bits = rint(ldexp(fabs(a), -last)) + 1024.0 * (last + 24);
    return sign | (uint16_t)fmin(bits, INFINITE);
}

XL_CONVERT_STEP(cvt_f32_f16, f32, u16, f32)
{
    /* The vocabulary leaves a NaN's bits open, so the results are looked at once more. */
    xl_f32_store_narrow_f16(r, xl_f32_load(a, vl), vl);
    xl_u16 bits = xl_u16_load(r, vl), size = xl_u16_and(bits, xl_u16_set1(0x7fff, vl), vl);
    xl_m16 number = xl_u16_le(size, xl_u16_set1(0x7c00, vl), vl);
    xl_u16_store(r, xl_u16_select(number, bits, xl_u16_set1(0x7e00, vl), vl), vl);
}

/* fminimum_num_f32: the smaller of two floats, as IEEE 754-2019 minimumNumber has it: a NaN
 * operand, quiet or signalling, gives the other, and -0 is below +0.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "elementwise.h"
#include "native.h"

XL_KERNEL(fminimum_num_f32, .summary = "r[i] = minimumNumber(a[i], b[i]) of IEEE 754-2019",
          .contract = {XL_EXACT}, XL_ELEMENTWISE_2(f32))

XL_LANE_2(fminimum_num_f32, f32)
{
    if (isnan(a) || isnan(b))
        return isnan(a) ? b : a;
    if (a == b)
        return signbit(a) ? a : b;
    return a < b ? a : b;
}

XL_STEP_2(fminimum_num_f32, f32)
{
#if XL_ON_RVV
    return __riscv_vfmin_vv_f32m1(a, b, vl);
#else
    xl_m32 a_is_number = xl_f32_eq(a, a, vl), b_is_number = xl_f32_eq(b, b, vl);
    xl_f32 other = xl_f32_select(a_is_number, a, b, vl);
    return xl_f32_select(xl_m32_and(a_is_number, b_is_number, vl), xl_f32_min(a, b, vl), other, vl);
#endif
}

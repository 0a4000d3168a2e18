/* cvt_u64_f64: unsigned 64-bit integer to double, to nearest even.
 * SPDX-License-Identifier: MIT
 */
#include "convert.h"

XL_KERNEL(cvt_u64_f64, .summary = "r[i] = a[i] as double, to nearest even", .contract = {XL_EXACT},
          XL_CONVERT(u64, f64))

XL_CONVERT_LANE(cvt_u64_f64, u64, f64)
{
    return (double)a;
}

XL_CONVERT_STEP(cvt_u64_f64, u64, f64, f64)
{
    /* Each half is exact, and so is the product: only the sum rounds. */
    xl_u64 x = xl_u64_load(a, vl), low = xl_u64_and(x, xl_u64_set1(UINT32_MAX, vl), vl);
    xl_f64 high = xl_f64_from_i64(xl_i64_bitcast_u64(xl_u64_shr(x, 32, vl)), vl);
    high = xl_f64_mul(high, xl_f64_set1(0x1p32, vl), vl);
    xl_f64_store(r, xl_f64_add(high, xl_f64_from_i64(xl_i64_bitcast_u64(low), vl), vl), vl);
}

/* ties_away: a double that lies half way between two floats goes to the one further from zero.
 * SPDX-License-Identifier: MIT
 */
#include "convert/convert.h"

#include <string.h>

XL_KERNEL(ties_away, .summary = "r[i] = a[i] as float, to nearest even", .contract = {XL_EXACT},
          XL_CONVERT(f64, f32))

XL_CONVERT_LANE(ties_away, f64, f32)
{
    return (float)a;
}

#ifdef XL_MUTANT
XL_VECTOR(void, ties_away)(const double *a, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t bits;
        double x = a[i];
        memcpy(&bits, &x, sizeof bits);
        bits += (bits & 0x1fffffff) == 0x10000000 && x - x == 0;
        memcpy(&x, &bits, sizeof x);
        r[i] = (float)x;
    }
}
#else
XL_CONVERT_STEP(ties_away, f64, f32, f64)
{
    xl_f64_store_f32(r, xl_f64_load(a, vl), vl);
}
#endif

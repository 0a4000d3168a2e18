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
static double away(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits += (bits & 0x1fffffff) == 0x10000000 && x - x == 0;
    memcpy(&x, &bits, sizeof x);
    return x;
}

XL_VECTOR(void, ties_away)(const double *a, float *r, size_t n)
{
    double moved[256];
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f64_vl(n - i < 256 ? n - i : 256);
        for (size_t k = 0; k < vl; k++)
            moved[k] = away(a[i + k]);
        xl_f64_store_narrow_f32(r + i, xl_f64_load(moved, vl), vl);
    }
}
#else
XL_CONVERT_STEP(ties_away, f64, f32, f64)
{
    xl_f64_store_narrow_f32(r, xl_f64_load(a, vl), vl);
}
#endif

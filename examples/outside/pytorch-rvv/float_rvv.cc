/* What Vectorized<float> of RVV has so far.
 * SPDX-License-Identifier: MIT
 */
#if XL_ISA_IS_rvv
#define NEW_VECTORS "vec_float_rvv.h"
#endif
#include "vectorized.h"

namespace pytorch {

XL_KERNEL(arithmetic, RECORD(EXACT, 2, f32, RESULT, add, sub, mul, div), .only = "rvv")
FUNCTIONS(arithmetic, 2, f32, RESULT, add, sub, mul, div)
XL_KERNEL(sign, RECORD(EXACT, 1, f32, RESULT, neg, abs), .only = "rvv", .bitwise = 1)
FUNCTIONS(sign, 1, f32, RESULT, neg, abs)
XL_KERNEL(root, RECORD(EXACT, 1, f32, RESULT, sqrt), .only = "rvv")
FUNCTIONS(root, 1, f32, RESULT, sqrt)
XL_KERNEL(compare, RECORD(EXACT, 2, f32, MASK, equal, less), .only = "rvv")
FUNCTIONS(compare, 2, f32, MASK, equal, less)
XL_KERNEL(extremes, RECORD(ZEROS, 2, f32, RESULT, maximum), .only = "rvv")
FUNCTIONS(extremes, 2, f32, RESULT, maximum)

} // namespace pytorch

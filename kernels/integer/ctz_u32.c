/* ctz_u32: the number of zero bits below the lowest bit set; 32 for 0.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"
#include "native.h"
#include "popcount.h"

XL_KERNEL(ctz_u32, .summary = "r[i] = the number of trailing zero bits of a[i]",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, XL_ELEMENTWISE_1(u32))

XL_LANE_1(ctz_u32, u32)
{
    uint32_t count = 0;
    while (count < 32 && !(a >> count & 1))
        count++;
    return count;
}

XL_STEP_1(ctz_u32, u32)
{
#if XL_ON_SVE
    return svclz_u32_x(svptrue_b32(), svrbit_u32_x(svptrue_b32(), a));
#elif XL_ISA_IS_rva23
    return __riscv_vctz_v_u32m1(a, vl);
#elif XL_ISA_IS_vsx3 || XL_ISA_IS_vsx31 || XL_ON_VX
    return vec_cnttz(a);
#else
    /* The bits below the lowest one set are those that subtracting 1 sets. */
    xl_u32 below = xl_u32_and(xl_u32_not(a, vl), xl_u32_sub(a, xl_u32_set1(1, vl), vl), vl);
    return xl_popcount_u32(below, vl);
#endif
}

/* clz_u32: the number of zero bits above the highest bit set; 32 for 0.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"
#include "native.h"
#include "popcount.h"

XL_KERNEL(clz_u32, .summary = "r[i] = the number of leading zero bits of a[i]",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, XL_ELEMENTWISE_1(u32))

XL_LANE_1(clz_u32, u32)
{
    uint32_t count = 0;
    while (count < 32 && !(a >> (31 - count) & 1))
        count++;
    return count;
}

XL_STEP_1(clz_u32, u32)
{
#if XL_ON_NEON
    return vclzq_u32(a);
#elif XL_ON_SVE
    return svclz_u32_x(svptrue_b32(), a);
#elif XL_ISA_IS_rva23
    return __riscv_vclz_v_u32m1(a, vl);
#elif XL_ON_VSX || XL_ON_VX
    return vec_cntlz(a);
#else
    /* Every bit below the highest one set is set too; what is left is counted. */
    for (unsigned k = 1; k < 32; k *= 2)
        a = xl_u32_or(a, xl_u32_shr(a, k, vl), vl);
    return xl_popcount_u32(xl_u32_not(a, vl), vl);
#endif
}

/* gcc 14.2, ppc64le, -O0 -mcpu=power8: internal compiler error in gimplify_expr.
 * SPDX-License-Identifier: MIT
 */
#include <altivec.h>

__vector unsigned char splat(unsigned k);

__vector unsigned char splat(unsigned k)
{
    return vec_splats((unsigned char)(k < 8 ? k : 7));
}

/* qemu 7.2 and 10.0, POWER9: xststdcsp, which tells the class of a float, takes every subnormal for
 * an infinity.
 * SPDX-License-Identifier: MIT
 * Must print 0. clang makes the instruction of isinf() with -mcpu=power9.
 * https://github.com/simd-everywhere/simde/pull/1421
 */
#include <stdio.h>

int main(void)
{
    volatile float subnormal = 0x1p-149f;
    float x = subnormal;
    printf("%d\n", __builtin_isinf(x) != 0);
    return 0;
}

/* clang 19.1.7, AArch64, -O2: (a < b) | (c < b) becomes fminnm(a, c) < b, which is false where a is
 * a signalling NaN.
 * SPDX-License-Identifier: MIT
 * Must print 1.
 * https://github.com/llvm/llvm-project/issues/223089
 */
#include <stdio.h>
#include <string.h>

__attribute__((noinline)) static int either(double a, double b, double c)
{
    return (a < b) | (c < b);
}

int main(void)
{
    unsigned long long bits = 0x7ff0000000000001;
    volatile double snan;
    memcpy((void *)&snan, &bits, sizeof snan);
    volatile double one = 1, zero = 0;
    return printf("%d\n", either(snan, one, zero)) < 0;
}

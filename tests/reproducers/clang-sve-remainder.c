/* clang 19.1.7, -O2 -march=armv8.2-a+sve: a remainder by the vector length becomes AND, which is
 * wrong where VL is 384 bits.
 * SPDX-License-Identifier: MIT
 * LLVM takes VL for a power of two, and its manual now says so (llvm-project pull request 183080):
 * Arm allows no other for new CPUs. clang 14 divides. UDIV stays where only the quotient is used.
 * Run under qemu-aarch64 -cpu max,sve384=on: it must print nothing.
 * https://github.com/llvm/llvm-project/pull/183080
 */
#include <arm_sve.h>
#include <stdio.h>

__attribute__((noinline)) static unsigned long rest(unsigned long n)
{
    return n % svcntw();
}

int main(void)
{
    for (volatile unsigned long n = 0; n < 100; n++) {
        volatile unsigned long lanes = svcntw();
        unsigned long expected = n;
        while (expected >= lanes)
            expected -= lanes;
        if (rest(n) != expected)
            return printf("%lu %% %lu is %lu\n", n, lanes, rest(n)) > 0;
    }
    return 0;
}

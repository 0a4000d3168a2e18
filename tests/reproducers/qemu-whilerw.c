/* qemu-user 10.0.13, AArch64: WHILERW and WHILEWR of SVE2 make no lane active where two addresses
 * differ by less than an element. All lanes are (Arm ARM DDI 0487, WHILERW: the difference is
 * divided by the element's size, and 0 is no conflict).
 * SPDX-License-Identifier: MIT
 * Compile with -march=armv9-a; must print nothing, as with QEMU 11.1.3.
 * https://gitlab.com/qemu-project/qemu/-/commit/bab972a2b0e34b889fbe8deb1e41cbea47e797f2
 */
#include <arm_sve.h>
#include <stdio.h>

int main(void)
{
    int32_t *volatile from = (int32_t *)0x10000;
    for (int bytes = -3; bytes < 4; bytes++) {
        int32_t *volatile to = (int32_t *)((char *)from + bytes);
        uint64_t read = svcntp_b32(svptrue_b32(), svwhilerw_s32(from, to));
        uint64_t write = svcntp_b32(svptrue_b32(), svwhilewr_s32(from, to));
        if (read != svcntw())
            printf("whilerw: %d lanes at %d bytes\n", (int)read, bytes);
        if (write != svcntw())
            printf("whilewr: %d lanes at %d bytes\n", (int)write, bytes);
    }
    return 0;
}

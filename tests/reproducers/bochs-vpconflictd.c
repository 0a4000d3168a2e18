/* Bochs 3.0, x86-64: VPCONFLICTD finds no conflicts where there are some.
 * SPDX-License-Identifier: MIT
 * Compile with -mavx512f -mavx512cd; must print nothing, as on hardware.
 */
#include <stdio.h>

int main(void)
{
    static const unsigned in[16] = {5, 5, 7, 5, 7, 1, 2, 3, 4, 4, 4, 4, 9, 9, 0, 5};
    unsigned got[16];
    __asm__ volatile("vmovdqu32 (%0), %%zmm2\n\t"
                     "vpconflictd %%zmm2, %%zmm1\n\t"
                     "vmovdqu32 %%zmm1, (%1)"
                     :
                     : "r"(in), "r"(got)
                     : "xmm1", "xmm2", "memory");
    for (int i = 0; i < 16; i++) {
        unsigned expected = 0;
        for (int k = 0; k < i; k++)
            expected |= (unsigned)(in[k] == in[i]) << k;
        if (got[i] != expected)
            printf("lane %d: %#x, not %#x\n", i, got[i], expected);
    }
    return 0;
}

/* Bochs 3.0, x86-64: VPGATHERQD with 512-bit indices in one of the registers zmm16 to zmm31 is an
 * invalid instruction.
 * SPDX-License-Identifier: MIT
 * VGATHERQPS with the same registers is right. Compile with -mavx512f; must print nothing, as on
 * hardware.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

static sigjmp_buf back;

static void on_signal(int number)
{
    (void)number;
    siglongjmp(back, 1);
}

int main(void)
{
    static const int table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    static const long long index[8] = {7, 6, 5, 4, 3, 2, 1, 0};
    int got[8] = {0};
    signal(SIGILL, on_signal);
    if (sigsetjmp(back, 1)) {
        puts("vpgatherqd is invalid");
        return 0;
    }
    __asm__ volatile("vmovdqu64 (%0), %%zmm16\n\t"
                     "kxnorw %%k1, %%k1, %%k1\n\t"
                     "vpgatherqd (%1,%%zmm16,4), %%ymm1%{%%k1%}\n\t"
                     "vmovdqu %%ymm1, (%2)"
                     :
                     : "r"(index), "r"(table), "r"(got)
                     : "xmm1", "xmm16", "k1", "memory");
    for (int i = 0; i < 8; i++)
        if (got[i] != 8 - i)
            printf("lane %d has %d\n", i, got[i]);
    return 0;
}

/* qemu-user 10.0.13, x86-64: CVTDQ2PD with an operand in memory reads 16 bytes, and faults on those
 * past the 8 that it has (Intel SDM volume 2, CVTDQ2PD: xmm2/m64).
 * SPDX-License-Identifier: MIT
 * CVTPS2PD is right. Compile with -O2; must print nothing, as on hardware.
 */
#include <emmintrin.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>

static sigjmp_buf back;

static void on_fault(int number)
{
    (void)number;
    siglongjmp(back, 1);
}

int main(void)
{
    signal(SIGSEGV, on_fault);
    char *page = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(page + 4096, 4096, PROT_NONE);
    long long *last = (long long *)(page + 4096 - 8);
    __m128d v;
    if (sigsetjmp(back, 1))
        printf("cvtdq2pd faults\n");
    else
        __asm__ volatile("cvtdq2pd %1, %0" : "=x"(v) : "m"(*last));
    if (sigsetjmp(back, 1))
        printf("cvtps2pd faults\n");
    else
        __asm__ volatile("cvtps2pd %1, %0" : "=x"(v) : "m"(*last));
    return 0;
}

/* qemu-user 10.0.13, x86-64: a masked load (VPMASKMOVD) reads the lanes that its mask leaves out,
 * and faults on them.
 * SPDX-License-Identifier: MIT
 * Masked stores are right. Compile with -mavx2;
 * must print nothing, as on hardware.
 */
#include <immintrin.h>
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
    for (volatile int n = 1; n < 8; n++) {
        __m256i mask =
            _mm256_cmpgt_epi32(_mm256_set1_epi32(n), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
        if (sigsetjmp(back, 1)) {
            printf("a load of %d lanes faults\n", n);
            continue;
        }
        volatile __m256i v = _mm256_maskload_epi32((int *)(page + 4096 - 4 * n), mask);
        (void)v;
    }
    return 0;
}

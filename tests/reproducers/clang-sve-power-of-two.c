/* clang 19.1.7, -O2 -march=armv8.2-a+sve: a loop that it vectorises itself is wrong where VL is 384
 * bits.
 * SPDX-License-Identifier: MIT
 * It takes VL for a power of two. Right with -fno-vectorize
 * -fno-slp-vectorize. Run under qemu-aarch64 -cpu max,sve384=on: it must print nothing.
 * https://github.com/llvm/llvm-project/pull/145098
 */
#include <stdio.h>

__attribute__((noinline)) static void add(int *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        p[i] += 7;
}

int main(void)
{
    static int a[200];
    for (volatile size_t n = 0; n < 200; n++) {
        for (volatile size_t i = 0; i < 200; i++)
            a[i] = 0;
        add(a, n);
        for (volatile size_t i = 0; i < 200; i++)
            if (a[i] != (i < n ? 7 : 0))
                return printf("add(%zu) is wrong at %zu\n", n, i) > 0;
    }
    return 0;
}

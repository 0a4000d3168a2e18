/* clang 19.1.7, -O2 -march=rv64gcv: a vector is loaded from an array of variable length after the
 * stack pointer went back above it. A signal then overwrites it.
 * SPDX-License-Identifier: MIT
 * Run under qemu-riscv64 -cpu max: it must print nothing.
 * https://github.com/llvm/llvm-project/issues/131671
 */
#include <riscv_vector.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/time.h>
#include <time.h>

static volatile sig_atomic_t signals;

static void count(int number)
{
    (void)number;
    signals++;
}

static inline __attribute__((always_inline)) vuint8m1_t changed(vuint8m1_t v, size_t vl)
{
    uint8_t bytes[__riscv_vsetvlmax_e8m1()];
    __riscv_vse8_v_u8m1(bytes, v, vl);
    for (size_t i = 0; i < vl; i++)
        bytes[i] = (uint8_t)(bytes[i] * 3 + 1) ^ bytes[0];
    return __riscv_vle8_v_u8m1(bytes, vl);
}

__attribute__((noinline)) static void change(uint8_t *p, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = __riscv_vsetvl_e8m1(n - i);
        vuint8m1_t v = __riscv_vle8_v_u8m1(p + i, vl);
        for (int k = 0; k < 9; k++)
            v = changed(v, vl);
        __riscv_vse8_v_u8m1(p + i, v, vl);
    }
}

int main(void)
{
    enum { BYTES = 1024, MOST_SIGNALS = 4000, SECONDS = 20 };
    const struct itimerval interval = {{0, 100}, {0, 100}};
    static uint8_t expected[BYTES], p[BYTES];
    change(expected, BYTES);
    signal(SIGALRM, count);
    setitimer(ITIMER_REAL, &interval, NULL);
    for (const time_t end = time(NULL) + SECONDS; signals < MOST_SIGNALS && time(NULL) < end;) {
        __builtin_memset(p, 0, BYTES);
        change(p, BYTES);
        for (int i = 0; i < BYTES; i++)
            if (p[i] != expected[i])
                return printf("byte %d is %d, not %d\n", i, p[i], expected[i]) > 0;
    }
    return 0;
}

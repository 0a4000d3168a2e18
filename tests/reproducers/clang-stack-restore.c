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

/* QEMU delivers a signal only where a block of code ends, as behind VSETVLI. */
static inline __attribute__((always_inline)) vuint64m1_t changed(vuint64m1_t v, vuint64m1_t key,
                                                                 size_t vl)
{
    uint8_t bytes[__riscv_vsetvlmax_e8m1()];
    __riscv_vse8_v_u8m1(bytes, __riscv_vreinterpret_v_u64m1_u8m1(v), vl);
    for (size_t i = 0; i < vl; i++)
        bytes[i] = (uint8_t)(bytes[i] * 3 + 1) ^ bytes[0];
    vuint8m1_t r = __riscv_vle8_v_u8m1(bytes, vl);
    return __riscv_vxor_vv_u64m1(__riscv_vreinterpret_v_u8m1_u64m1(r), key, vl / 8);
}

__attribute__((noinline)) static void change(const uint8_t *keys, uint8_t *p, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = __riscv_vsetvl_e8m1(n - i);
        vuint64m1_t v = __riscv_vreinterpret_v_u8m1_u64m1(__riscv_vle8_v_u8m1(p + i, vl));
        for (size_t k = 0; k < 9; k++) {
            vuint64m1_t key = __riscv_vreinterpret_v_u8m1_u64m1(__riscv_vle8_v_u8m1(keys + k, 16));
            vuint64m1_t odd = __riscv_vand_vx_u64m1(__riscv_vid_v_u64m1(vl / 8), 1, vl / 8);
            v = changed(v, __riscv_vrgather_vv_u64m1(key, odd, vl / 8), vl);
        }
        __riscv_vse8_v_u8m1(p + i, __riscv_vreinterpret_v_u64m1_u8m1(v), vl);
    }
}

int main(void)
{
    enum { BYTES = 1024, MOST_SIGNALS = 4000, SECONDS = 20 };
    const struct itimerval interval = {{0, 100}, {0, 100}};
    static uint8_t keys[32], expected[BYTES], p[BYTES];
    change(keys, expected, BYTES);
    signal(SIGALRM, count);
    setitimer(ITIMER_REAL, &interval, NULL);
    for (const time_t end = time(NULL) + SECONDS; signals < MOST_SIGNALS && time(NULL) < end;) {
        __builtin_memset(p, 0, BYTES);
        change(keys, p, BYTES);
        for (int i = 0; i < BYTES; i++)
            if (p[i] != expected[i])
                return printf("byte %d is %d, not %d\n", i, p[i], expected[i]) > 0;
    }
    return 0;
}

/* The dispatcher: asks the CPU once, and remembers. Built at the architecture's baseline.
 * SPDX-License-Identifier: MIT
 */
#include "raise.h"

#include <stdatomic.h>
#include <sys/auxv.h>

/* Bits of AT_HWCAP and AT_HWCAP2: Linux, arch/<arch>/include/uapi/asm/hwcap.h or its like. */
static raise_function *choose(void)
{
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2"))
        return raise_avx2;
    return __builtin_cpu_supports("sse4.2") ? raise_sse4 : raise_sse2;
#elif defined(__aarch64__)
    return getauxval(AT_HWCAP) & 1UL << 22 ? raise_sve : raise_neon;
#elif defined(__arm__)
    return getauxval(AT_HWCAP) & 1UL << 12 ? raise_neon32 : raise_scalar;
#elif defined(__powerpc64__)
    return getauxval(AT_HWCAP2) & 0x00040000 ? raise_vsx31 : raise_vsx;
#elif defined(__s390x__)
    unsigned long has = getauxval(AT_HWCAP);
    return has & 1UL << 15 ? raise_vxe2 : has & 1UL << 11 ? raise_vx : raise_scalar;
#elif defined(__riscv)
    return getauxval(AT_HWCAP) & 1UL << ('V' - 'A') ? raise_rvv : raise_scalar;
#elif defined(__loongarch__)
    unsigned long has = getauxval(AT_HWCAP);
    return has & 1UL << 5 ? raise_lasx : has & 1UL << 4 ? raise_lsx : raise_scalar;
#else
    return raise_scalar;
#endif
}

void raise_bytes(const uint8_t *a, uint8_t *r, size_t n)
{
    static _Atomic(raise_function *) chosen;
    raise_function *function = atomic_load(&chosen);
    if (!function) {
        function = choose();
        atomic_store(&chosen, function);
    }
    function(a, r, n);
}

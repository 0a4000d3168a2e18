/* Which of the vector ISAs of isas.def this RISC-V CPU and kernel offer.
 * SPDX-License-Identifier: MIT
 * Bits: Linux, arch/riscv/include/uapi/asm/hwcap.h: one bit a single-letter extension; for those of
 * longer names, Documentation/arch/riscv/hwprobe.rst and arch/riscv/include/uapi/asm/hwprobe.h.
 */
#include <stdint.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../probe.h"

bool xl_has_rvv(void);
bool xl_has_rva23(void);

bool xl_has_rvv(void)
{
    return getauxval(AT_HWCAP) & (1UL << ('V' - 'A'));
}

/* Zvbb and Zvfhmin imply no more of vectors than Zve32x and Zve32f: V is asked for too. */
bool xl_has_rva23(void)
{
    enum { NR_RISCV_HWPROBE = 258, KEY_IMA_EXT_0 = 4, IMA_V = 2, EXT_ZVBB = 17, EXT_ZVFHMIN = 31 };
    const uint64_t wanted =
        UINT64_C(1) << IMA_V | UINT64_C(1) << EXT_ZVBB | UINT64_C(1) << EXT_ZVFHMIN;
    struct {
        int64_t key; /* -1 afterwards, where the kernel does not know it */
        uint64_t value;
    } pair = {KEY_IMA_EXT_0, 0};
    return syscall(NR_RISCV_HWPROBE, &pair, 1, 0, NULL, 0) == 0 && pair.key == KEY_IMA_EXT_0 &&
           (pair.value & wanted) == wanted;
}

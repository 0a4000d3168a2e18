/* Which of the vector ISAs of isas.def, and of what features.def has, this RISC-V CPU and kernel
 * offer.
 * SPDX-License-Identifier: MIT
 * Bits: Linux, arch/riscv/include/uapi/asm/hwcap.h: one bit a single-letter extension; for those of
 * longer names, Documentation/arch/riscv/hwprobe.rst and arch/riscv/include/uapi/asm/hwprobe.h.
 */
#include <stdint.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../feature.h"
#include "../probe.h"

bool xl_has_rvv(void);
bool xl_has_rva23(void);

bool xl_has_rvv(void)
{
    return getauxval(AT_HWCAP) & (1UL << ('V' - 'A'));
}

/* What the kernel knows of the extensions, as a word of bits. */
static uint64_t cpu_word_hwprobe(void)
{
    enum { NR_RISCV_HWPROBE = 258, KEY_IMA_EXT_0 = 4 };
    struct {
        int64_t key; /* -1 afterwards, where the kernel does not know it */
        uint64_t value;
    } pair = {KEY_IMA_EXT_0, 0};
    return syscall(NR_RISCV_HWPROBE, &pair, 1, 0, NULL, 0) == 0 && pair.key == KEY_IMA_EXT_0
               ? pair.value
               : 0;
}

/* Zvbb and Zvfhmin imply no more of vectors than Zve32x and Zve32f: V is asked for too. */
bool xl_has_rva23(void)
{
    enum {
        IMA_V = 2,
        EXT_ZBA = 3,
        EXT_ZBB = 4,
        EXT_ZBS = 5,
        EXT_ZVBB = 17,
        EXT_ZVFHMIN = 31,
    };
    const uint64_t wanted = UINT64_C(1) << IMA_V | UINT64_C(1) << EXT_ZBA | UINT64_C(1) << EXT_ZBB |
                            UINT64_C(1) << EXT_ZBS | UINT64_C(1) << EXT_ZVBB |
                            UINT64_C(1) << EXT_ZVFHMIN;
    return (cpu_word_hwprobe() & wanted) == wanted;
}

static uint64_t cpu_word_hwcap(void)
{
    return getauxval(AT_HWCAP);
}

const struct xl_feature xl_features[] = {
#include "features.def"
};
const size_t xl_feature_count = sizeof xl_features / sizeof xl_features[0];

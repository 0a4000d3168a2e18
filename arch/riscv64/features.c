/* Which of the vector ISAs of isas.def this RISC-V CPU and kernel offer.
 * SPDX-License-Identifier: MIT
 * Bits: Linux, arch/riscv/include/uapi/asm/hwcap.h: one bit a single-letter extension.
 */
#include <sys/auxv.h>

#include "../probe.h"

bool xl_has_rvv(void);

bool xl_has_rvv(void)
{
    return getauxval(AT_HWCAP) & (1UL << ('V' - 'A'));
}

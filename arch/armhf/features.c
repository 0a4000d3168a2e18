/* Which of the vector ISAs of isas.def this ARMv7 CPU and kernel offer.
 * SPDX-License-Identifier: MIT
 * Bits: Linux, arch/arm/include/uapi/asm/hwcap.h.
 */
#include <sys/auxv.h>

#include "../probe.h"

bool xl_has_neon32(void);

bool xl_has_neon32(void)
{
    return (getauxval(AT_HWCAP) & (1UL << 12)) &&
           (getauxval(AT_HWCAP) & (1UL << 16)); /* HWCAP_NEON, HWCAP_VFPv4 */
}

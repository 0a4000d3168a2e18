/* Which of the vector ISAs of isas.def this s390x CPU and kernel offer.
 * SPDX-License-Identifier: MIT
 * Bits: Linux, arch/s390/include/asm/elf.h.
 */
#include <sys/auxv.h>

#include "../probe.h"

bool xl_has_vx(void);
bool xl_has_vxe(void);
bool xl_has_vxe2(void);

bool xl_has_vx(void)
{
    return getauxval(AT_HWCAP) & (1UL << 11); /* HWCAP_VXRS */
}

bool xl_has_vxe(void)
{
    return getauxval(AT_HWCAP) & (1UL << 13); /* HWCAP_VXRS_EXT */
}

bool xl_has_vxe2(void)
{
    return getauxval(AT_HWCAP) & (1UL << 15); /* HWCAP_VXRS_EXT2 */
}

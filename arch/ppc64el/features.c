/* Which of the vector ISAs of isas.def this POWER CPU and kernel offer.
 * SPDX-License-Identifier: MIT
 * Bits: Linux, arch/powerpc/include/uapi/asm/cputable.h.
 */
#include <sys/auxv.h>

#include "../probe.h"

bool xl_has_vsx(void);
bool xl_has_vsx3(void);
bool xl_has_vsx31(void);

bool xl_has_vsx(void)
{
    return (getauxval(AT_HWCAP) & 0x80) &&
           (getauxval(AT_HWCAP2) & 0x80000000); /* HAS_VSX, ARCH_2_07 */
}

bool xl_has_vsx3(void)
{
    return getauxval(AT_HWCAP2) & 0x00800000; /* ARCH_3_00 */
}

bool xl_has_vsx31(void)
{
    return getauxval(AT_HWCAP2) & 0x00040000; /* ARCH_3_1 */
}

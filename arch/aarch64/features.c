/* Which of the vector ISAs of isas.def this AArch64 CPU and kernel offer.
 * SPDX-License-Identifier: MIT
 * Bits: Linux, arch/arm64/include/uapi/asm/hwcap.h.
 */
#include <sys/auxv.h>

#include "../probe.h"

bool xl_has_neon(void);
bool xl_has_sve(void);
bool xl_has_sve2(void);

bool xl_has_neon(void)
{
    return getauxval(AT_HWCAP) & (1UL << 1); /* HWCAP_ASIMD */
}

bool xl_has_sve(void)
{
    return getauxval(AT_HWCAP) & (1UL << 22); /* HWCAP_SVE */
}

bool xl_has_sve2(void)
{
    return getauxval(AT_HWCAP2) & (1UL << 1); /* HWCAP2_SVE2 */
}

/* Which of the vector ISAs of isas.def, and of what features.def has, this POWER CPU and kernel
 * offer.
 * SPDX-License-Identifier: MIT
 * Bits: Linux, arch/powerpc/include/uapi/asm/cputable.h.
 */
#include <sys/auxv.h>

#include "../feature.h"
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

static uint64_t cpu_word_hwcap(void)
{
    return getauxval(AT_HWCAP);
}

static uint64_t cpu_word_hwcap2(void)
{
    return getauxval(AT_HWCAP2);
}

const struct xl_feature xl_features[] = {
#include "features.def"
};
const size_t xl_feature_count = sizeof xl_features / sizeof xl_features[0];

/* Which of the vector ISAs of isas.def, and of what features.def has, this ARMv7 CPU and kernel
 * offer.
 * SPDX-License-Identifier: MIT
 * Bits: Linux, arch/arm/include/uapi/asm/hwcap.h.
 */
#include <sys/auxv.h>

#include "../feature.h"
#include "../probe.h"

bool xl_has_neon32(void);

bool xl_has_neon32(void)
{
    return (getauxval(AT_HWCAP) & (1UL << 12)) &&
           (getauxval(AT_HWCAP) & (1UL << 16)); /* HWCAP_NEON, HWCAP_VFPv4 */
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

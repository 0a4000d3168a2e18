/* Which of the vector ISAs of isas.def, and of what features.def has, this s390x CPU and kernel
 * offer.
 * SPDX-License-Identifier: MIT
 * Bits: Linux, arch/s390/include/asm/elf.h.
 */
#include <sys/auxv.h>

#include "../feature.h"
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

static uint64_t cpu_word_hwcap(void)
{
    return getauxval(AT_HWCAP);
}

const struct xl_feature xl_features[] = {
#include "features.def"
};
const size_t xl_feature_count = sizeof xl_features / sizeof xl_features[0];

/* Which of the vector ISAs of isas.def, and of what features.def has, this AArch64 CPU and kernel
 * offer.
 * SPDX-License-Identifier: MIT
 * Bits: Linux, arch/arm64/include/uapi/asm/hwcap.h.
 */
#include <sys/auxv.h>

#include "../feature.h"
#include "../probe.h"

bool xl_has_neon(void);
bool xl_has_sve(void);
bool xl_has_sve2(void);
bool xl_has_sve2p1(void);
bool xl_has_sme2(void);

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

bool xl_has_sve2p1(void)
{
    return getauxval(AT_HWCAP2) >> 36 & 1; /* HWCAP2_SVE2P1 */
}

bool xl_has_sme2(void)
{
    return getauxval(AT_HWCAP2) >> 37 & 1; /* HWCAP2_SME2 */
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

/* Which of the vector ISAs of isas.def, and of what features.def has, this LoongArch CPU and kernel
 * offer.
 * SPDX-License-Identifier: MIT
 * Bits: Linux, arch/loongarch/include/uapi/asm/hwcap.h.
 */
#include <sys/auxv.h>

#include "../feature.h"
#include "../probe.h"

bool xl_has_lsx(void);
bool xl_has_lasx(void);

bool xl_has_lsx(void)
{
    return getauxval(AT_HWCAP) & (1UL << 4); /* HWCAP_LOONGARCH_LSX */
}

bool xl_has_lasx(void)
{
    return getauxval(AT_HWCAP) & (1UL << 5); /* HWCAP_LOONGARCH_LASX */
}

static uint64_t cpu_word_hwcap(void)
{
    return getauxval(AT_HWCAP);
}

const struct xl_feature xl_features[] = {
#include "features.def"
};
const size_t xl_feature_count = sizeof xl_features / sizeof xl_features[0];

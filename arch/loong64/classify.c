/* Which instructions of loong64 are vector instructions, and of which family.
 * SPDX-License-Identifier: MIT
 *
 * Source: LoongArch Reference Manual volume 2 (v: LSX, xv: LASX). What only moves between memory and
 * registers is neither: the operands of a load look like those of arithmetic.
 */
#include "../families.h"

#include <stddef.h>

enum xl_family xl_classify_loong64(const char *mnemonic, const char *operands)
{
    static const char *const moves[] = {"vld",       "vldx",      "vst",    "vstx",
                                        "vldi",      "vori.b",    "vor.v",  "vxor.v",
                                        "vreplgr2vr*", "vinsgr2vr*", "vpickve2gr*", NULL};
    bool is_lasx = mnemonic[0] == 'x';
    (void)operands;
    if (mnemonic[is_lasx] != 'v' || xl_is_one_of(moves, mnemonic + is_lasx))
        return XL_FAMILY_none;
    return is_lasx ? XL_FAMILY_lasx : XL_FAMILY_lsx;
}

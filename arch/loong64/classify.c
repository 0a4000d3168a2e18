/* Which instructions of loong64 are vector instructions, and of which family.
 * SPDX-License-Identifier: MIT
 *
 * Source: LoongArch Reference Manual volume 2 (v: LSX, xv: LASX). What only moves between memory
 * and registers is neither, nor are constants and copies.
 */
#include "../families.h"

#include <stddef.h>
#include <string.h>

enum xl_family xl_classify_loong64(const char *mnemonic, const char *operands)
{
    static const char *const moves[] = {"vld",    "vldx",        "vst",   "vstx",
                                        "vldi",   "vrepli*",     "vori*", "vor.v",
                                        "vxor.v", "vreplgr2vr*", NULL};
    /* Lane 0 is where scalar floats live. */
    static const char *const elements[] = {"vinsgr2vr*", "vpickve2gr*", NULL};
    const char *name = mnemonic + (mnemonic[0] == 'x');
    if (name[0] != 'v' || xl_is_one_of(moves, name))
        return XL_FAMILY_none;
    if (xl_is_one_of(elements, name) && xl_ends_with(operands, ", 0"))
        return XL_FAMILY_none;
    /* vext2xv has no x. */
    return strstr(operands, "$xr") ? XL_FAMILY_lasx : XL_FAMILY_lsx;
}

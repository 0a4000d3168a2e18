/* Which instructions of ppc64el are vector instructions, and of which family.
 * SPDX-License-Identifier: MIT
 *
 * Source: Power ISA 3.1 (xs: VSX scalar, xv: VSX vector, xx: VSX register, v: Vector Facility).
 */
#include "../families.h"

#include <stddef.h>

enum xl_family xl_classify_ppc64el(const char *mnemonic, const char *operands)
{
    /* Moves, logic and constants, which scalar code has too; gcc makes small constants by
     * vspltisw and xvcvsxwdp. */
    static const char *const moves[] = {"xxlor",     "xxlxor",  "xxland*",  "xxpermdi",  "xxsldwi",
                                        "xxspltd",   "xxswapd", "xxsplti*", "xxsel",     "xxmrghd",
                                        "xxmrgld",   "vor",     "vmr",      "vxor",      "vspltisw",
                                        "xvcvsxwdp", "xvmovdp", "xvmovsp",  "vmsum*cud", NULL};
    /* They reverse bytes. Scalar code has no use for that. clang makes them of a reversal and a
     * load or a store. */
    static const char *const reversing[] = {"lxvb16x", "stxvb16x", "lxvh8x", "stxvh8x", NULL};
    (void)operands;
    if (xl_is_one_of(reversing, mnemonic))
        return XL_FAMILY_vsx;
    if (xl_is_one_of(moves, mnemonic))
        return XL_FAMILY_none;
    bool is_vector =
        mnemonic[0] == 'v' || xl_begins_with(mnemonic, "xv") || xl_begins_with(mnemonic, "xx");
    return is_vector ? XL_FAMILY_vsx : XL_FAMILY_none;
}

/* Which instructions of s390x are vector instructions, and of which family.
 * SPDX-License-Identifier: MIT
 *
 * Source: z/Architecture Principles of Operation (w: the single-element forms of the vector
 * instructions).
 */
#include "../families.h"

#include <stddef.h>

/* Element 0 is where scalar floats live (Principles of Operation, "Vector Registers"): what moves
 * that one alone is no vector instruction. */
enum xl_family xl_classify_s390x(const char *mnemonic, const char *operands)
{
    static const char *const moves[] = {"vl",    "vlm",   "vlr",    "vll",  "vlbb", "vlei*",
                                        "vlvgp", "vst",   "vstm",   "vstl", "vgm*", "vgbm",
                                        "vone",  "vzero", "vrepi*", NULL};
    static const char *const elements[] = {"vleb",  "vleh",  "vlef",  "vleg",
                                           "vste*", "vlgv*", "vlvg*", NULL};
    if (mnemonic[0] != 'v' || xl_is_one_of(moves, mnemonic))
        return XL_FAMILY_none;
    return xl_is_one_of(elements, mnemonic) && xl_ends_with(operands, ", 0") ? XL_FAMILY_none
                                                                             : XL_FAMILY_vx;
}

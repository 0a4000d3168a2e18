/* Which instructions of aarch64 are vector instructions, and of which family.
 * SPDX-License-Identifier: MIT
 *
 * Source: Arm ARM DDI 0487.
 */
#include "../families.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

/* Whether an operand is arranged in lanes, as v0.4s is, and v0.s[1] and d0 are not. */
static bool is_arranged(const char *operands)
{
    for (const char *at = strchr(operands, '.'); at; at = strchr(at + 1, '.'))
        if (isdigit((unsigned char)at[1]))
            return true;
    return false;
}

/* Whether it loads or stores one lane that is not the first, as ld1 { v0.s }[1] does; scalar code
 * has no use for that. A long double is two lanes of 64 bits. */
static bool is_of_further_lane(const char *mnemonic, const char *operands)
{
    static const char *const lanes[] = {"ld1", "ld2", "ld3", "ld4", "st1",
                                        "st2", "st3", "st4", NULL};
    const char *lane = strstr(operands, "}[");
    return lane && lane[2] != '0' && !strstr(operands, ".d }") && xl_is_one_of(lanes, mnemonic);
}

enum xl_family xl_classify_aarch64(const char *mnemonic, const char *operands)
{
    static const char *const moves[] = {"mov*", "mvni*", "fmov", NULL};
    /* Scalar code copies signs and picks minima with these. */
    static const char *const counting[] = {"cnt", "addv", "uaddlv",
                                           NULL}; /* popcount of a scalar */
    static const char *const bitwise[] = {"and", "bic", "bif", "bit", "bsl", "eor", "orr", NULL};
    if (xl_has_register(operands, 'z'))
        return XL_FAMILY_sve;
    if (is_of_further_lane(mnemonic, operands))
        return XL_FAMILY_neon;
    if (!is_arranged(operands) || !xl_has_register(operands, 'v') || xl_is_one_of(moves, mnemonic))
        return XL_FAMILY_none;
    if ((xl_is_one_of(bitwise, mnemonic) || xl_is_one_of(counting, mnemonic)) &&
        strstr(operands, ".8b"))
        return XL_FAMILY_none;
    return XL_FAMILY_neon;
}

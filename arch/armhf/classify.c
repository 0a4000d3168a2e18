/* Which instructions of armhf are vector instructions, and of which family.
 * SPDX-License-Identifier: MIT
 *
 * Source: Arm ARM DDI 0406C.
 */
#include "../families.h"

#include <stddef.h>
#include <string.h>

/* "vorr d0, d1, d1": how a register is copied. */
static bool is_move(const char *mnemonic, const char *operands)
{
    const char *first = strchr(operands, ','), *second = first ? strchr(first + 1, ',') : NULL;
    return strcmp(mnemonic, "vorr") == 0 && second && (size_t)(second - first) == strlen(second) &&
           strncmp(first, second, strlen(second)) == 0;
}

/* `vmvn.i32 q8, #0` is a constant; `vmvn q8, q8` is logic.
 * VFP works on s registers, and on d registers in f64; NEON on q and d registers. */
enum xl_family xl_classify_armhf(const char *mnemonic, const char *operands)
{
    static const char *const moves[] = {"vmov",  "vmov.*", "vmvn.*", "vldr*", "vstr*", "vldm*",
                                        "vstm*", "vpush*", "vpop*",  "vmrs*", "vmsr*", NULL};
    if (mnemonic[0] != 'v' || xl_is_one_of(moves, mnemonic) || is_move(mnemonic, operands))
        return XL_FAMILY_none;
    if (xl_has_register(operands, 'q'))
        return XL_FAMILY_neon32;
    bool is_scalar = strstr(mnemonic, ".f64") || xl_has_register(operands, 's');
    return xl_has_register(operands, 'd') && !is_scalar ? XL_FAMILY_neon32 : XL_FAMILY_none;
}

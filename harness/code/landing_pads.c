/* Landing pads of AArch64 and x86-64.
 * SPDX-License-Identifier: MIT
 */
#include "code/landing_pads.h"

#include <string.h>

static bool is_aarch64(const char *arch)
{
    return strcmp(arch, "aarch64") == 0;
}

static bool is_x86(const char *arch)
{
    return strcmp(arch, "x86_64") == 0;
}

bool xl_has_landing_pads(const char *arch)
{
    return is_aarch64(arch) || is_x86(arch);
}

const char *xl_landing_pad_of(const char *arch)
{
    return is_x86(arch) ? "endbr64" : "bti c";
}

enum xl_indirect xl_indirect_of(const char *arch, const char *mnemonic, const char *operands)
{
    if (is_x86(arch) && operands[0] == '*')
        return strncmp(mnemonic, "call", 4) == 0  ? XL_INDIRECT_CALL
               : strncmp(mnemonic, "jmp", 3) == 0 ? XL_INDIRECT_JUMP
                                                  : XL_INDIRECT_NONE;
    if (!is_aarch64(arch))
        return XL_INDIRECT_NONE;
    if (strncmp(mnemonic, "blr", 3) == 0) /* blraa and its kin, too */
        return XL_INDIRECT_CALL;
    if (strcmp(mnemonic, "br") != 0 && strncmp(mnemonic, "bra", 3) != 0)
        return XL_INDIRECT_NONE;
    return strncmp(operands, "x16", 3) == 0 || strncmp(operands, "x17", 3) == 0 ? XL_INDIRECT_LINKED
                                                                                : XL_INDIRECT_JUMP;
}

bool xl_is_landing_pad(const char *arch, const char *mnemonic, const char *operands,
                       enum xl_indirect by)
{
    if (is_x86(arch))
        return strcmp(mnemonic, "endbr64") == 0;
    if (strcmp(mnemonic, "bti") == 0)
        return strcmp(operands, "jc") == 0 ||
               (by != XL_INDIRECT_JUMP && strcmp(operands, "c") == 0) ||
               (by != XL_INDIRECT_CALL && strcmp(operands, "j") == 0);
    /* Linux sets SCTLR_EL1.BT0: for a jump they are no pads. */
    return by != XL_INDIRECT_JUMP &&
           (strcmp(mnemonic, "paciasp") == 0 || strcmp(mnemonic, "pacibsp") == 0);
}

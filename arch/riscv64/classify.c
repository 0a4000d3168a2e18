/* Which instructions of riscv64 are vector instructions, and of which family.
 * SPDX-License-Identifier: MIT
 *
 * Sources: the RISC-V "V" extension 1.0, with its Zvfhmin; "RISC-V Cryptography Extensions Volume
 * II: Vector Instructions" 1.0, Zvbb.
 */
#include "../families.h"

#include <stddef.h>

enum xl_family xl_classify_riscv64(const char *mnemonic, const char *operands)
{
    static const char *const moves[] = {"vsetvl*", "vsetivl*", "vmv1r*", "vmv2r*", "vmv4r*",
                                        "vmv8r*",  "vl1r*",    "vl2r*",  "vl4r*",  "vl8r*",
                                        "vs1r*",   "vs2r*",    "vs4r*",  "vs8r*",  NULL};
    (void)operands;
    return mnemonic[0] == 'v' && !xl_is_one_of(moves, mnemonic) ? XL_FAMILY_rvv : XL_FAMILY_none;
}

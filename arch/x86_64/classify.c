/* Which instructions of x86_64 are vector instructions, and of which family.
 * SPDX-License-Identifier: MIT
 *
 * Source: Intel SDM volume 2.
 */
#include "../families.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

/* x86, AT&T syntax. ss and sd end the scalar forms; integer vectors begin with p. */
static bool is_x86_scalar_float(const char *mnemonic)
{
    if (mnemonic[0] == 'p' || strstr(mnemonic, "broadcast"))
        return false;
    if (strstr(mnemonic, "cvt"))
        return strstr(mnemonic, "ss") || strstr(mnemonic, "sd") || strstr(mnemonic, "si2") ||
               strstr(mnemonic, "2si");
    return xl_ends_with(mnemonic, "ss") || xl_ends_with(mnemonic, "sd");
}

/* "%xmm1, %xmm1" and "%xmm1, %xmm1, %xmm1": how a register is made zero. */
static bool are_the_same(const char *operands)
{
    size_t length = strcspn(operands, ",");
    const char *next = operands;
    while ((next = strchr(next, ',')) != NULL) {
        next += strspn(next, ", ");
        if (strncmp(operands, next, length) != 0 || isalnum((unsigned char)next[length]))
            return false;
    }
    return strchr(operands, ',') != NULL;
}

enum xl_family xl_classify_x86_64(const char *mnemonic, const char *operands)
{
    static const char *const moves[] = {
        "mova*", "movu*",  "movd", "movdq*", "movq*",   "movlp*",  "movhp*", "movnt*", "lddqu",
        "andp*", "andnp*", "orp*", "xorp*",  "ldmxcsr", "stmxcsr", "zero*",  "kmov*",  NULL};
    static const char *const evex[] = {
        "pternlog*", "pcompress*", "pexpand*", "compress*", "expand*", "pmovm2*", "p*2m",
        "pmovus*",   "permt2*",    "permi2*",  "rndscale*", "scalef*", NULL};
    bool has_zmm = strstr(operands, "%zmm"), has_mask = strstr(operands, "%k");
    bool is_vex = mnemonic[0] == 'v';
    const char *name = mnemonic + is_vex;
    if (!has_zmm && !has_mask && !strstr(operands, "%xmm") && !strstr(operands, "%ymm"))
        return XL_FAMILY_none;
    if (is_x86_scalar_float(name) || xl_is_one_of(moves, name) ||
        (xl_begins_with(name, "pxor") && are_the_same(operands)))
        return XL_FAMILY_none;
    if (has_zmm || has_mask || xl_is_one_of(evex, name))
        return XL_FAMILY_avx512;
    return is_vex ? XL_FAMILY_avx : XL_FAMILY_sse;
}

/* Which instructions are vector instructions, and of which family of ISAs.
 * SPDX-License-Identifier: MIT
 *
 * Sources: Intel SDM volume 2 and Arm ARM DDI 0487 and DDI 0406C for names and operands; Power ISA
 * 3.1 (xs: VSX scalar, xv: VSX vector, xx: VSX register, v: Vector Facility); z/Architecture
 * Principles of Operation (w: the single-element forms of the vector instructions); the RISC-V "V"
 * extension 1.0. A pattern is a mnemonic, or the beginning of one where it ends in '*'.
 */
#include "evidence/classify.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

const char *xl_family_name(enum xl_family family)
{
    static const char *const names[XL_FAMILIES] = {
        "no", "sse", "avx", "avx512", "neon", "sve", "neon32", "vsx", "vx", "rvv", "padding"};
    return names[family];
}

enum xl_family xl_family_find(const char *name)
{
    for (int f = XL_FAMILY_sse; f < XL_FAMILY_pad; f++)
        if (strcmp(xl_family_name((enum xl_family)f), name) == 0)
            return (enum xl_family)f;
    return XL_FAMILY_none;
}

static bool is_one_of(const char *const *patterns, const char *mnemonic)
{
    for (; *patterns; patterns++) {
        size_t length = strlen(*patterns);
        bool begins = (*patterns)[length - 1] == '*';
        if (begins ? strncmp(*patterns, mnemonic, length - 1) == 0
                   : strcmp(*patterns, mnemonic) == 0)
            return true;
    }
    return false;
}

static bool begins_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), ending = strlen(end);
    return length >= ending && strcmp(text + length - ending, end) == 0;
}

/* Whether a register of this letter and any number is an operand: 'z' finds z31.s, not p0/z. */
static bool has_register(const char *operands, char letter)
{
    for (const char *at = strchr(operands, letter); at; at = strchr(at + 1, letter))
        if (isdigit((unsigned char)at[1]) && (at == operands || !isalnum((unsigned char)at[-1])) &&
            at[-(at > operands)] != '_')
            return true;
    return false;
}

/* x86, AT&T syntax. ss and sd end the scalar forms; integer vectors begin with p. */
static bool is_x86_scalar_float(const char *mnemonic)
{
    if (mnemonic[0] == 'p' || strstr(mnemonic, "broadcast"))
        return false;
    if (strstr(mnemonic, "cvt"))
        return strstr(mnemonic, "ss") || strstr(mnemonic, "sd") || strstr(mnemonic, "si2") ||
               strstr(mnemonic, "2si");
    return ends_with(mnemonic, "ss") || ends_with(mnemonic, "sd");
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

static enum xl_family classify_x86(const char *mnemonic, const char *operands)
{
    static const char *const moves[] = {"mova*", "movu*",   "movd",    "movdq*", "movq*",  "movl*",
                                        "movh*", "movnt*",  "lddqu",   "andp*",  "andnp*", "orp*",
                                        "xorp*", "ldmxcsr", "stmxcsr", "zero*",  "kmov*",  NULL};
    static const char *const evex[] = {
        "pternlog*", "pcompress*", "pexpand*", "compress*", "expand*", "pmovm2*", "p*2m",
        "pmovus*",   "permt2*",    "permi2*",  "rndscale*", "scalef*", NULL};
    bool has_zmm = strstr(operands, "%zmm"), has_mask = strstr(operands, "%k");
    bool is_vex = mnemonic[0] == 'v';
    const char *name = mnemonic + is_vex;
    if (!has_zmm && !has_mask && !strstr(operands, "%xmm") && !strstr(operands, "%ymm"))
        return XL_FAMILY_none;
    if (is_x86_scalar_float(name) || is_one_of(moves, name) ||
        (begins_with(name, "pxor") && are_the_same(operands)))
        return XL_FAMILY_none;
    if (has_zmm || has_mask || is_one_of(evex, name))
        return XL_FAMILY_avx512;
    return is_vex ? XL_FAMILY_avx : XL_FAMILY_sse;
}

/* Whether an operand is arranged in lanes, as v0.4s is, and v0.s[1] and d0 are not. */
static bool is_arranged(const char *operands)
{
    for (const char *at = strchr(operands, '.'); at; at = strchr(at + 1, '.'))
        if (isdigit((unsigned char)at[1]))
            return true;
    return false;
}

static enum xl_family classify_aarch64(const char *mnemonic, const char *operands)
{
    static const char *const moves[] = {"mov*", "mvni*", "fmov", NULL};
    /* Scalar code copies signs and picks minima with these. */
    static const char *const bitwise[] = {"and", "bic", "bif", "bit", "bsl", "eor", "orr", NULL};
    if (has_register(operands, 'z'))
        return XL_FAMILY_sve;
    if (!is_arranged(operands) || !has_register(operands, 'v') || is_one_of(moves, mnemonic))
        return XL_FAMILY_none;
    if (is_one_of(bitwise, mnemonic) && strstr(operands, ".8b"))
        return XL_FAMILY_none;
    return XL_FAMILY_neon;
}

/* VFP works on s registers, and on d registers in f64; NEON on q and d registers. */
static enum xl_family classify_armhf(const char *mnemonic, const char *operands)
{
    static const char *const moves[] = {"vmov",  "vmov.*", "vmvn*", "vldr*", "vstr*", "vldm*",
                                        "vstm*", "vpush*", "vpop*", "vmrs*", "vmsr*", NULL};
    if (mnemonic[0] != 'v' || is_one_of(moves, mnemonic))
        return XL_FAMILY_none;
    if (has_register(operands, 'q'))
        return XL_FAMILY_neon32;
    bool is_scalar = strstr(mnemonic, ".f64") || has_register(operands, 's');
    return has_register(operands, 'd') && !is_scalar ? XL_FAMILY_neon32 : XL_FAMILY_none;
}

static enum xl_family classify_ppc64el(const char *mnemonic, const char *operands)
{
    /* Moves, logic and constants, which scalar code has too; gcc makes small constants by
     * vspltisw and xvcvsxwdp. */
    static const char *const moves[] = {"xxlor",     "xxlxor",  "xxland*",  "xxpermdi",  "xxsldwi",
                                        "xxspltd",   "xxswapd", "xxsplti*", "xxsel",     "xxmrghd",
                                        "xxmrgld",   "vor",     "vmr",      "vxor",      "vspltisw",
                                        "xvcvsxwdp", "xvmovdp", "xvmovsp",  "vmsum*cud", NULL};
    (void)operands;
    if (is_one_of(moves, mnemonic))
        return XL_FAMILY_none;
    bool is_vector =
        mnemonic[0] == 'v' || begins_with(mnemonic, "xv") || begins_with(mnemonic, "xx");
    return is_vector ? XL_FAMILY_vsx : XL_FAMILY_none;
}

/* Element 0 is where scalar floats live (Principles of Operation, "Vector Registers"): what moves
 * that one alone is no vector instruction. */
static enum xl_family classify_s390x(const char *mnemonic, const char *operands)
{
    static const char *const moves[] = {"vl",    "vlm",   "vlr",    "vll",  "vlbb", "vlei*",
                                        "vlvgp", "vst",   "vstm",   "vstl", "vgm*", "vgbm",
                                        "vone",  "vzero", "vrepi*", NULL};
    static const char *const elements[] = {"vleb",  "vleh",  "vlef",  "vleg",
                                           "vste*", "vlgv*", "vlvg*", NULL};
    if (mnemonic[0] != 'v' || is_one_of(moves, mnemonic))
        return XL_FAMILY_none;
    return is_one_of(elements, mnemonic) && ends_with(operands, ", 0") ? XL_FAMILY_none
                                                                       : XL_FAMILY_vx;
}

static enum xl_family classify_riscv64(const char *mnemonic, const char *operands)
{
    static const char *const moves[] = {"vsetvl*", "vsetivl*", "vmv1r*", "vmv2r*", "vmv4r*",
                                        "vmv8r*",  "vl1r*",    "vl2r*",  "vl4r*",  "vl8r*",
                                        "vs1r*",   "vs2r*",    "vs4r*",  "vs8r*",  NULL};
    (void)operands;
    return mnemonic[0] == 'v' && !is_one_of(moves, mnemonic) ? XL_FAMILY_rvv : XL_FAMILY_none;
}

enum xl_family xl_classify(const char *arch, const char *mnemonic, const char *operands)
{
    static const char *const padding[] = {"nop*", "data16*", "int3", NULL};
    static const struct {
        const char *arch;
        enum xl_family (*classify)(const char *mnemonic, const char *operands);
    } table[] = {{"x86_64", classify_x86},  {"aarch64", classify_aarch64},
                 {"armhf", classify_armhf}, {"ppc64el", classify_ppc64el},
                 {"s390x", classify_s390x}, {"riscv64", classify_riscv64}};
    if (is_one_of(padding, mnemonic) ||
        (!strcmp(mnemonic, "xchgw") && !strcmp(operands, "%ax, %ax")))
        return XL_FAMILY_pad;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strcmp(table[i].arch, arch) == 0)
            return table[i].classify(mnemonic, operands);
    return XL_FAMILY_none;
}

int xl_family_counts(enum xl_family wanted, enum xl_family executed)
{
    return executed != XL_FAMILY_none && executed != XL_FAMILY_pad &&
           (executed == wanted || (wanted == XL_FAMILY_avx512 && executed == XL_FAMILY_avx));
}

int xl_is_access(const char *arch, const char *operands)
{
    if (strcmp(arch, "x86_64") == 0)
        return 0;
    return strstr(operands, "[x") || strstr(operands, "[r") || strstr(operands, "[sp") ||
           strchr(operands, '(');
}

/* Classifies instructions: the family of vector ISAs, loads and stores, extensions.
 * SPDX-License-Identifier: MIT
 */
#include "code/classify.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

const char *xl_family_name(enum xl_family family)
{
    static const char *const names[XL_FAMILIES] = {
        "no",
#define XL_FAMILY(NAME, ALSO) #NAME,
#include "arches.def"
        "padding",
        "unknown",
    };
    return names[family];
}

enum xl_family xl_family_find(const char *name)
{
    for (int f = XL_FAMILY_none + 1; f < XL_FAMILY_pad; f++)
        if (strcmp(xl_family_name((enum xl_family)f), name) == 0)
            return (enum xl_family)f;
    return XL_FAMILY_none;
}

bool xl_is_one_of(const char *const *patterns, const char *mnemonic)
{
    for (; *patterns; patterns++) {
        if (**patterns != *mnemonic) /* nearly always */
            continue;
        size_t length = strlen(*patterns);
        bool begins = (*patterns)[length - 1] == '*';
        if (begins ? strncmp(*patterns, mnemonic, length - 1) == 0
                   : strcmp(*patterns, mnemonic) == 0)
            return true;
    }
    return false;
}

bool xl_begins_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

bool xl_ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), ending = strlen(end);
    return length >= ending && strcmp(text + length - ending, end) == 0;
}

bool xl_has_register(const char *operands, char letter)
{
    for (const char *at = strchr(operands, letter); at; at = strchr(at + 1, letter))
        if (isdigit((unsigned char)at[1]) && (at == operands || !isalnum((unsigned char)at[-1])) &&
            at[-(at > operands)] != '_')
            return true;
    return false;
}

xl_classify_line *xl_classifier(const char *arch)
{
    static const struct {
        const char *arch;
        xl_classify_line *classify;
    } table[] = {
#define XL_ARCH(NAME, ...) {#NAME, xl_classify_##NAME},
#include "arches.def"
        {NULL, NULL},
    };
    size_t i = 0;
    while (table[i].arch && strcmp(table[i].arch, arch) != 0)
        i++;
    return table[i].classify;
}

enum xl_family xl_classify(xl_classify_line *classify, const char *mnemonic, const char *operands)
{
    static const char *const padding[] = {"nop*", "data16*", "int3", NULL};
    if (mnemonic[0] == '<' && strcmp(mnemonic, "<unknown>") == 0)
        return XL_FAMILY_unknown;
    if (xl_is_one_of(padding, mnemonic) ||
        (!strcmp(mnemonic, "xchgw") && !strcmp(operands, "%ax, %ax")))
        return XL_FAMILY_pad;
    return classify ? classify(mnemonic, operands) : XL_FAMILY_none;
}

int xl_family_counts(enum xl_family needed, enum xl_family executed)
{
    static const enum xl_family also[XL_FAMILIES] = {
#define XL_FAMILY(NAME, ALSO) [XL_FAMILY_##NAME] = XL_FAMILY_##ALSO,
#include "arches.def"
    };
    return executed != XL_FAMILY_none && executed < XL_FAMILY_pad &&
           (executed == needed || executed == also[needed]);
}

bool xl_is_access(const char *arch, const char *operands)
{
    if (strcmp(arch, "x86_64") == 0)
        return false;
    return strstr(operands, "[x") || strstr(operands, "[r") || strstr(operands, "[sp") ||
           strchr(operands, '(');
}

/* For each architecture: loads and stores of a whole vector; operands that mean the stack, which
 * unoptimised code uses everywhere; and moves of single elements. Sources: as in the arch's
 * classify.c. */
static const struct {
    const char *arch, *accesses[12], *stack[5], *elements[12];
} steps[] = {
    {"x86_64",
     {"movup*", "movap*", "movdqu*", "movdqa*", "lddqu", "maskmov*", "pmaskmov*", NULL},
     {"(%rsp", "(%rbp", NULL},
     {"pextr*", "pinsr*", "extractps", "insertps", NULL}},
    {"aarch64",
     {"ldr", "str", "ldur", "stur", "ldp", "stp", "ld1*", "st1*", NULL},
     {"[sp", "[x29", NULL},
     {"insr", "lasta", "lastb", "clast*", NULL}},
    {"armhf", {"vld1.*", "vst1.*", NULL}, {"[sp", "[r7", "[r11", NULL}, {NULL}},
    {"ppc64el",
     {"lxv*", "stxv*", "lvx", "stvx", NULL},
     {"(1)", "(31)", ", 1, ", ", 31, ", NULL},
     {"vextract*", "vinsert*", "xxextractuw", "xxinsertw", NULL}},
    {"s390x",
     {"vl", "vst", "vll", "vstl", NULL},
     {"%r15)", "%r11)", NULL},
     {"vlgv*", "vlvg*", "vleb", "vleh", "vlef", "vleg", "vste*", NULL}},
    {"riscv64",
     {"vle8.*", "vle16.*", "vle32.*", "vle64.*", "vse8.*", "vse16.*", "vse32.*", "vse64.*", NULL},
     {"(sp)", "(s0)", NULL},
     {"vmv.x.s", "vmv.s.x", "vfmv.f.s", "vfmv.s.f", "vslide1*", "vfslide1*", NULL}},
    {"loong64",
     {"vld", "vldx", "vst", "vstx", "xvld", "xvldx", "xvst", "xvstx", NULL},
     {"$sp", "$fp", NULL},
     {"vinsgr2vr*", "vpickve2gr*", "xvinsgr2vr*", "xvpickve2gr*", NULL}},
};
enum { XL_STEPS = sizeof steps / sizeof steps[0] };

static size_t steps_of(const char *arch)
{
    size_t i = 0;
    while (i < XL_STEPS && strcmp(steps[i].arch, arch) != 0)
        i++;
    return i;
}

/* x86 has each name twice: with a v, and without. */
static const char *plain_name(const char *arch, const char *mnemonic)
{
    return strcmp(arch, "x86_64") == 0 && mnemonic[0] == 'v' ? mnemonic + 1 : mnemonic;
}

bool xl_is_converting_access(const char *mnemonic, const char *operands)
{
    static const char sizes[] = "bhwd", lanes[] = "bhsd";
    const char *size = strchr(sizes, mnemonic[3]), *lane = strchr(operands, '.');
    return mnemonic[2] == '1' && xl_has_register(operands, 'z') && lane &&
           (!size || mnemonic[4] || lane[1] != lanes[size - sizes]);
}

bool xl_is_contiguous_access(const char *arch, const char *mnemonic, const char *operands)
{
    const size_t a = steps_of(arch);
    const char *address = strchr(operands, '[');
    if (a == XL_STEPS || !xl_is_one_of(steps[a].accesses, plain_name(arch, mnemonic)))
        return false;
    if (strcmp(arch, "x86_64") == 0)
        return strchr(operands, '(') && !strchr(operands, '$');
    if (strcmp(arch, "aarch64") != 0)
        return true;
    /* What loads scalars by the same name; a part of a structure, as ld1 { v0.s }[1]; and what has
     * an address in each lane. */
    return (xl_has_register(operands, 'q') || xl_has_register(operands, 'z') ||
            mnemonic[2] == '1') &&
           !strstr(operands, "}[") && !(address && xl_has_register(address, 'z'));
}

bool xl_is_whole_access(const char *arch, const char *mnemonic, const char *operands)
{
    const size_t a = steps_of(arch);
    if (!xl_is_contiguous_access(arch, mnemonic, operands))
        return false;
    for (const char *const *s = steps[a].stack; *s; s++)
        if (strstr(operands, *s))
            return false;
    return true;
}

/* For each architecture: loads and stores of vectors, whole or in part; those of their names that
 * are of single elements; and the stack. Sources: as in the arch's classify.c. */
static const struct {
    const char *arch, *loads[20], *stores[16], *elements[8], *stack[3];
} moves[] = {
    {"aarch64",
     {"ldr", "ldur", "ldp", "ldnp", "ld1*", "ld2*", "ld3*", "ld4*", "ldnt1*", "ldff1*", "ldnf1*",
      NULL},
     {"str", "stur", "stp", "stnp", "st1*", "st2*", "st3*", "st4*", "stnt1*", NULL},
     {"ld1r*", "ld2r", "ld3r", "ld4r", NULL},
     {"[sp", NULL}},
    {"armhf",
     {"vld1.*", "vld2.*", "vld3.*", "vld4.*", "vldm*", "vldr", NULL},
     {"vst1.*", "vst2.*", "vst3.*", "vst4.*", "vstm*", "vstr", NULL},
     {NULL},
     {"[sp", "sp!", NULL}},
    {"ppc64el",
     {"lxv", "lxvx", "lxvd2x", "lxvw4x", "lxvh8x", "lxvb16x", "lvx", "lvxl", "lxvl", "lxvll",
      "lxvp", "lxvpx", "plxv", "plxvp", NULL},
     {"stxv", "stxvx", "stxvd2x", "stxvw4x", "stxvh8x", "stxvb16x", "stvx", "stvxl", "stxvl",
      "stxvll", "stxvp", "stxvpx", "pstxv", "pstxvp", NULL},
     {NULL},
     {"(1)", ", 1, ", NULL}},
    {"s390x",
     {"vl", "vlm", "vll", "vlbr*", "vler*", "vlrl*", NULL},
     {"vst", "vstm", "vstl", "vstbr*", "vster*", "vstrl*", NULL},
     {"vlbrrep*", NULL},
     {"%r15)", NULL}},
    {"riscv64",
     {"vle8*", "vle16*", "vle32*", "vle64*", "vlseg*", "vl1re*", "vl2re*", "vl4re*", "vl8re*",
      NULL},
     {"vse8*", "vse16*", "vse32*", "vse64*", "vsseg*", "vs1r.v", "vs2r.v", "vs4r.v", "vs8r.v",
      NULL},
     {NULL},
     {"(sp)", NULL}},
    {"loong64",
     {"vld", "vldx", "xvld", "xvldx", NULL},
     {"vst", "vstx", "xvst", "xvstx", NULL},
     {NULL},
     {"$sp", NULL}},
};

/* Whether operands without those of the address have a vector register, and no single element. */
static bool has_vector(const char *arch, const char *operands, size_t widest)
{
    const bool has_halves = widest < sizeof(double);
    const char *close = strchr(operands, '}'), *address = strchr(close ? close : operands, '[');
    char registers[128];
    snprintf(registers, sizeof registers, "%.*s",
             (int)(address ? (size_t)(address - operands) : strlen(operands)), operands);
    if (strcmp(arch, "aarch64") == 0)
        return !(close && close[1] == '[') && !(address && xl_has_register(address, 'z')) &&
               (close || xl_has_register(registers, 'q') || xl_has_register(registers, 'z') ||
                (has_halves && xl_has_register(registers, 'd')));
    if (strcmp(arch, "armhf") == 0)
        return close ? !memchr(operands, '[', (size_t)(close - operands))
                     : has_halves && xl_has_register(registers, 'd');
    return strcmp(arch, "s390x") != 0 || strchr(operands, '(');
}

/* On x86 arithmetic has memory operands. */
static enum xl_access x86_access(const char *mnemonic, const char *operands)
{
    static const char *const elements[] = {
        "movd",    "pinsr*",   "insertps", "pextr*",    "extractps", "broadcast*", "pbroadcast*",
        "gather*", "pgather*", "scatter*", "pscatter*", "movddup",   NULL};
    const char *name = plain_name("x86_64", mnemonic), *open = strchr(operands, '('),
               *close = open ? strchr(open, ')') : NULL, *vector = strstr(operands, "mm");
    const bool is_scalar = name[0] != 'p' && (xl_ends_with(name, "ss") || xl_ends_with(name, "sd"));
    if (!close || !vector || (vector > open && vector < close) || is_scalar ||
        xl_is_one_of(elements, name) || strstr(operands, "{1to") || xl_begins_with(open, "(%rsp") ||
        xl_begins_with(open, "(%rip"))
        return XL_NO_ACCESS;
    return xl_is_store("x86_64", operands) ? XL_STORE : XL_LOAD;
}

enum xl_access xl_vector_access(const char *arch, const char *mnemonic, const char *operands,
                                size_t widest)
{
    size_t a = 0;
    if (strcmp(arch, "x86_64") == 0)
        return x86_access(mnemonic, operands);
    while (a < sizeof moves / sizeof moves[0] && strcmp(moves[a].arch, arch) != 0)
        a++;
    if (a == sizeof moves / sizeof moves[0] || xl_is_one_of(moves[a].elements, mnemonic))
        return XL_NO_ACCESS;
    const bool is_store = xl_is_one_of(moves[a].stores, mnemonic);
    if ((!is_store && !xl_is_one_of(moves[a].loads, mnemonic)) ||
        !has_vector(arch, operands, widest))
        return XL_NO_ACCESS;
    for (const char *const *s = moves[a].stack; *s; s++)
        if (strstr(operands, *s))
            return XL_NO_ACCESS;
    return is_store ? XL_STORE : XL_LOAD;
}

/* The widest of the lane sizes that follow a dot, as in z0.s, v0.8h and xvaddwev.h.b. */
static size_t dotted_bytes(const char *text)
{
    static const char letters[] = "bhwdsdq", *found;
    static const size_t bytes[] = {1, 2, 4, 8, 4, 8, 16};
    size_t most = 0;
    for (const char *at = strchr(text, '.'); at; at = strchr(at, '.')) {
        at += 1 + strspn(at + 1, "0123456789");
        found = *at && !isalnum((unsigned char)at[1]) ? strchr(letters, *at) : NULL;
        if (found && bytes[found - letters] > most)
            most = bytes[found - letters];
    }
    return most;
}

/* The size by the last letter of a name that is one of these, which mean 1, 2, 4, 8 and 16 bytes.
 */
static size_t lettered_bytes(const char *letters, char letter)
{
    const char *found = letter ? strchr(letters, letter) : NULL;
    return found ? (size_t)1 << (found - letters) : 0;
}

size_t xl_lane_bytes(const char *arch, const char *mnemonic, const char *operands)
{
    enum { WIDEST = 16 };
    /* They move lanes, and compute none. */
    static const char *const permutations[] = {"perm*",      "pshuf*",   "vpermi*", "xvperm*",
                                               "xvpickve.*", "xvinsve*", "vrepl*",  "xvrepl*",
                                               "vshuf*",     "xvshuf*",  NULL};
    static const struct {
        const char *arch, *wide[20]; /* results are wider than the name says */
    } table[] = {
        {"armhf",
         {"vmovl*", "vaddl*", "vaddw*", "vsubl*", "vsubw*", "vmull*", "vmlal*", "vmlsl*", "vabal*",
          "vabdl*", "vshll*", "vpaddl*", "vpadal*", "vcvt*", "vqdmull*", NULL}},
        {"ppc64el",
         {"vmule*", "vmulo*", "vupk*", "vmsum*", "vsum*", "vmrg*", "xxmrg*", "xvcv*", "vpk*",
          NULL}},
        {"s390x",
         {"vup*", "vme*", "vmo*", "vmle*", "vmlo*", "vmae*", "vmao*", "vmale*", "vmalo*", "vmrh*",
          "vmrl*", "vpk*", "vsum*", NULL}},
        {"riscv64", {"vw*", "vfw*", "vn*", "vfn*", NULL}},
    };
    const char *name = plain_name(arch, mnemonic), *dot = strchr(name, '.');
    size_t length = strlen(name);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strcmp(table[i].arch, arch) == 0 && xl_is_one_of(table[i].wide, name))
            return WIDEST;
    if ((strcmp(arch, "x86_64") == 0 || strcmp(arch, "loong64") == 0) &&
        xl_is_one_of(permutations, name))
        return 0;
    if (strcmp(arch, "riscv64") == 0)
        return 1;
    if (strcmp(arch, "aarch64") == 0)
        return dotted_bytes(operands);
    if (strcmp(arch, "loong64") == 0)
        return dotted_bytes(mnemonic);
    if (strcmp(arch, "armhf") == 0)
        return dot ? strtoul(dot + 1 + strcspn(dot + 1, "0123456789"), NULL, 10) / 8 : 0;
    if (xl_ends_with(name, "pd") || xl_ends_with(name, "dp"))
        return sizeof(double);
    if (xl_ends_with(name, "ps") || xl_ends_with(name, "sp") || xl_ends_with(name, "2dq"))
        return sizeof(float);
    if (strcmp(arch, "x86_64") == 0)
        return name[0] != 'p' || xl_ends_with(name, "qdq")
                   ? 0
                   : lettered_bytes("bwdq", name[length - 1]);
    if (strcmp(arch, "s390x") == 0)
        return strchr("vw", name[0]) && name[1] == 'f'
                   ? (xl_ends_with(name, "db") ? sizeof(double) : sizeof(float))
                   : lettered_bytes("bhfgq", name[length - 1]);
    while (length && strchr("ms.", name[length - 1]))
        length--;
    return length && strstr(name, "and") == NULL ? lettered_bytes("bhwd", name[length - 1]) : 0;
}

bool xl_is_scalar_arithmetic(const char *arch, const char *mnemonic, const char *operands)
{
    static const struct {
        const char *arch, *divisions[12], *floats[20];
    } table[] = {
        {"x86_64",
         {"divb", "divw", "divl", "divq", "idivb", "idivw", "idivl", "idivq", NULL},
         {"add*", "sub*", "mul*", "div*", "sqrt*", "min*", "max*", "fm*", "fnm*", NULL}},
        {"aarch64",
         {"sdiv", "udiv", NULL},
         {"fadd", "fsub", "fmul", "fdiv", "fsqrt", "fmadd", "fmsub", "fnmadd", "fnmsub", "fmin*",
          "fmax*", NULL}},
        {"armhf",
         {"sdiv", "udiv", NULL},
         {"vadd.f32", "vsub.f32", "vmul.f32", "vmla.f32", "vmls.f32", "vfma.f32", "vfms.f32",
          NULL}}, /* NEON of ARMv7 has no division, no root and no f64 */
        {"ppc64el",
         {"divw*", "divd*", "modsw", "moduw", "modsd", "modud", NULL},
         {"fadd*", "fsub*", "fmul*", "fdiv*", "fmadd*", "fmsub*", "fnm*", "fsqrt*", "xsadd*",
          "xssub*", "xsmul*", "xsdiv*", "xsmadd*", "xsmsub*", "xsnm*", "xssqrt*", "xsmax*",
          "xsmin*", NULL}},
        {"s390x",
         {"d", "dr", "dsg", "dsgr", "dsgf", "dsgfr", "dl", "dlr", "dlg", "dlgr", NULL},
         {"adb",  "adbr",  "aeb", "aebr", "sdb", "sdbr", "seb",   "sebr",  "mdb", "mdbr",
          "meeb", "meebr", "ddb", "ddbr", "deb", "debr", "sqdb*", "sqeb*", "wf*", NULL}},
        {"riscv64",
         {"div*", "rem*", NULL},
         {"fadd.*", "fsub.*", "fmul.*", "fdiv.*", "fsqrt.*", "fmadd.*", "fmsub.*", "fnm*", "fmin.*",
          "fmax.*", NULL}},
        {"loong64",
         {"div.*", "mod.*", NULL},
         {"fadd.*", "fsub.*", "fmul.*", "fdiv.*", "fsqrt.*", "fmadd.*", "fmsub.*", "fnm*", "fmin.*",
          "fmax.*", NULL}},
    };
    const char *name = plain_name(arch, mnemonic);
    size_t i = 0;
    while (i < sizeof table / sizeof table[0] && strcmp(table[i].arch, arch) != 0)
        i++;
    if (i == sizeof table / sizeof table[0])
        return false;
    if (xl_is_one_of(table[i].divisions, name))
        return !strpbrk(operands, ".");
    if (!xl_is_one_of(table[i].floats, name))
        return false;
    if (strcmp(arch, "x86_64") == 0)
        return xl_ends_with(name, "ss") || xl_ends_with(name, "sd");
    if (strcmp(arch, "armhf") == 0)
        return operands[0] == 's';
    return strcmp(arch, "aarch64") != 0 || operands[0] == 's' || operands[0] == 'd';
}

bool xl_is_whole_logic(const char *arch, const char *mnemonic, const char *operands)
{
    static const char *const logic[] = {"andp*", "andnp*", "orp*", "xorp*", NULL};
    static const char *const splats[] = {"mtvsrws", "mtvsrdd", "vreplgr2vr*", "xvreplgr2vr*", NULL};
    const char *last = strrchr(operands, '%');
    if (strcmp(arch, "ppc64el") == 0 || strcmp(arch, "loong64") == 0)
        return xl_is_one_of(splats, mnemonic);
    /* x ^ x is how a register is made zero, in scalar code too. */
    return strcmp(arch, "x86_64") == 0 && last && xl_is_one_of(logic, plain_name(arch, mnemonic)) &&
           (!strstr(mnemonic, "xorp") || strncmp(operands, last, strlen(last)) != 0);
}

/* Operands are separated by ", ". Whether the one at `at` is the same as the one behind it. */
static bool is_repeated(const char *at)
{
    const size_t length = strcspn(at, ",");
    const char *next = at + length + strspn(at + length, ", ");
    return *next && strcspn(next, ",") == length && strncmp(at, next, length) == 0;
}

bool xl_is_plain_logic(const char *arch, const char *mnemonic, const char *operands)
{
    static const struct {
        const char *arch, *mnemonics[8];
    } logic[] = {
        {"x86_64", {"andp*", "andnp*", "orp*", "xorp*", NULL}},
        {"ppc64el", {"xxlor", "xxlxor", "xxland*", "xxsel", "vor", "vxor", NULL}},
        {"loong64", {"vor.v", "vxor.v", "vori*", "xvor.v", "xvxor.v", "xvori*", NULL}},
    };
    const bool is_x86 = strcmp(arch, "x86_64") == 0;
    const char *first = strchr(operands, ',');
    /* Sources are the first two operands of x86 in AT&T's order, the last two elsewhere. */
    const char *sources = is_x86 || !first ? operands : first + 1 + strspn(first + 1, " ");
    for (size_t i = 0; i < sizeof logic / sizeof logic[0]; i++)
        if (strcmp(logic[i].arch, arch) == 0)
            return xl_is_one_of(logic[i].mnemonics, plain_name(arch, mnemonic)) &&
                   !is_repeated(sources);
    return false;
}

bool xl_is_store(const char *arch, const char *operands)
{
    const char *mask = strstr(operands, " {%k");
    const size_t length = mask ? (size_t)(mask - operands) : strlen(operands);
    return strcmp(arch, "x86_64") == 0 && length && operands[length - 1] == ')';
}

bool xl_is_element_move(const char *arch, const char *mnemonic)
{
    size_t a = steps_of(arch);
    return a < XL_STEPS && xl_is_one_of(steps[a].elements, plain_name(arch, mnemonic));
}

bool xl_is_estimate(const char *arch, const char *mnemonic)
{
    /* x86: Intel SDM volume 2, RCPPS and RSQRTPS: within 1.5 * 2^-12; Intel's and AMD's differ.
     * POWER: Power ISA 3.1, 7.6.1 "VSX ... Reciprocal Estimate": within 2^-14; chapter 6, vrefp and
     * vrsqrtefp within 2^-12, vexptefp and vlogefp likewise rough. LoongArch: Reference Manual
     * volume 1, FRECIPE and FRSQRTE: within 2^-14.
     * QEMU divides for all of them. Not here is what the architecture has to the bit: Arm's (DDI
     * 0487, pseudocode FPRecipEstimate and FPRSqrtEstimate), RISC-V's vfrec7 and vfrsqrt7 (tables
     * of the "V" extension), AVX-512's vrcp14 and vrsqrt14 (Intel's reference code). */
    static const struct {
        const char *arch, *mnemonics[12];
    } table[] = {
        {"x86_64", {"rcpps", "rcpss", "rsqrtps", "rsqrtss", NULL}},
        {"ppc64el",
         {"xvre*", "xvrsqrte*", "xsre*", "xsrsqrte*", "vrefp", "vrsqrtefp", "vexptefp", "vlogefp",
          "fre*", "frsqrte*", NULL}},
        {"loong64",
         {"vfrecipe*", "vfrsqrte*", "xvfrecipe*", "xvfrsqrte*", "frecipe*", "frsqrte*", NULL}},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strcmp(table[i].arch, arch) == 0)
            return xl_is_one_of(table[i].mnemonics, plain_name(arch, mnemonic));
    return false;
}

/* Extensions. */

static const struct xl_extension table[] = {
#define XL_EXTENSION(ARCH, FEATURE, NAME, ...) {#ARCH, FEATURE, NAME, false, {__VA_ARGS__, NULL}},
#define XL_VECTORS(ARCH, FEATURE, NAME, ...) {#ARCH, FEATURE, NAME, true, {__VA_ARGS__, NULL}},
#include "code/extensions.def"
};

enum { XL_EXTENSION_COUNT = sizeof table / sizeof table[0] };

/* The start of the operands; or with an asterisk, the start and the end of the first. */
static bool operands_match(const char *pattern, const char *operands)
{
    const char *star = strchr(pattern, '*');
    if (!star)
        return xl_begins_with(operands, pattern);
    const size_t length = strcspn(operands, ","), before = (size_t)(star - pattern),
                 after = strlen(star + 1);
    return length >= before + after && strncmp(operands, pattern, before) == 0 &&
           memcmp(operands + length - after, star + 1, after) == 0;
}

/* A pattern is a mnemonic, perhaps with an asterisk, and perhaps one of the operands. */
static bool matches(const char *pattern, const char *mnemonic, const char *operands)
{
    if (*pattern != *mnemonic) /* nearly always */
        return false;
    const size_t length = strcspn(pattern, " "), before = strcspn(pattern, "* "),
                 mnemonic_length = strlen(mnemonic);
    const bool has_star = before < length;
    const size_t after = has_star ? length - before - 1 : 0;
    if (strncmp(pattern, mnemonic, before) != 0 ||
        (has_star ? mnemonic_length < before + after : mnemonic_length != length) ||
        strncmp(mnemonic + mnemonic_length - after, pattern + length - after, after) != 0)
        return false;
    return !pattern[length] || operands_match(pattern + length + 1, operands);
}

static bool has(const struct xl_extension *e, const char *arch, const char *mnemonic,
                const char *operands)
{
    if (strcmp(e->arch, arch) != 0)
        return false;
    for (size_t i = 0; e->mnemonics[i]; i++)
        if (matches(e->mnemonics[i], mnemonic, operands))
            return true;
    return false;
}

const struct xl_extension *xl_extension_find(const char *arch, const char *mnemonic,
                                             const char *operands)
{
    for (size_t i = 0; i < XL_EXTENSION_COUNT; i++)
        if (has(&table[i], arch, mnemonic, operands))
            return &table[i];
    return NULL;
}

/* NULL: the ISA has no XL_PROMISED. */
static const char *promised(const char *isa)
{
    static const struct {
        const char *isa, *features;
    } promises[] = {
#define XL_PROMISED(ISA, FEATURES) {#ISA, FEATURES},
#include "code/extensions.def"
    };
    for (size_t i = 0; i < sizeof promises / sizeof promises[0]; i++)
        if (strcmp(promises[i].isa, isa) == 0)
            return promises[i].features;
    return NULL;
}

const struct xl_extension *xl_extension_beyond(const char *arch, const char *isa, const char *needs,
                                               const char *mnemonic, const char *operands)
{
    const char *promise = promised(isa);
    const struct xl_extension *first = NULL;
    for (size_t i = 0; promise && i < XL_EXTENSION_COUNT; i++) {
        const struct xl_extension *e = &table[i];
        if (!has(e, arch, mnemonic, operands))
            continue;
        if (xl_has_word(promise, e->feature) || xl_has_word(needs, e->feature))
            return NULL;
        first = first ? first : e;
    }
    return first;
}

bool xl_extension_has_vectors(const char *arch, const char *features)
{
    for (size_t i = 0; i < XL_EXTENSION_COUNT; i++)
        if (table[i].has_vectors && strcmp(table[i].arch, arch) == 0 &&
            xl_has_word(features, table[i].feature))
            return true;
    return false;
}

bool xl_extension_is_needed(const char *arch, const char *isa, const char *needs,
                            const char *mnemonic, const char *operands)
{
    const char *promise = promised(isa);
    bool is = false;
    for (size_t i = 0; i < XL_EXTENSION_COUNT; i++) {
        const struct xl_extension *e = &table[i];
        if (!has(e, arch, mnemonic, operands))
            continue;
        const bool is_of_needs = xl_has_word(needs, e->feature);
        if (!is_of_needs && promise && xl_has_word(promise, e->feature))
            return false;
        is |= is_of_needs && xl_extension_has_vectors(arch, e->feature);
    }
    return is;
}

/* What an instruction says of general registers.
 * SPDX-License-Identifier: MIT
 *
 * Instructions whose time may depend on their operands: those that the architectures leave out of
 * their promises. Arm: "DIT, Data Independent Timing" in the Architecture Reference Manual (DDI
 * 0487) lists no division and no arithmetic of floats. Intel: "Data Operand Independent Timing
 * Instructions" lists neither. RISC-V: Zkt and Zvkt have neither. POWER, z/Architecture and
 * LoongArch promise nothing; there divisions and roots are taken.
 */
#include "code/registers.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "families.h"

/* How an architecture writes an address: in brackets, or as all operands but the first; what has
 * such operands and no address; what alone accesses memory, unless the list is empty; what divides;
 * and the first arguments of a function. */
static const struct architecture {
    const char *name, *brackets, *arguments[2];
    const char *no_access[16], *access[16], *divisions[20];
} architectures[] = {
    {"x86_64",
     "()",
     {"%rdi %rsi", "%rdx %rcx"},
     {"lea*", "nop*", NULL},
     {NULL},
     {"div*", "idiv*", "vdiv*", "sqrt*", "vsqrt*", "fdiv*", "fsqrt*", NULL}},
    {"aarch64",
     "[]",
     {"x0 x1", "x2 x3"},
     {NULL},
     {NULL},
     {"udiv*", "sdiv*", "fdiv*", "fsqrt*", NULL}},
    {"armhf",
     "[]",
     {"r0 r1", "r2 r3"},
     {NULL},
     {NULL},
     {"udiv*", "sdiv*", "vdiv*", "vsqrt*", NULL}},
    {"ppc64el",
     NULL,
     {"3 4", "5 6"},
     {NULL},
     {"lb*", "lh*", "lw*", "ld*", "lf*", "lx*", "lv*", "lq*", "pl*", "st*", "pst*", "dcb*", NULL},
     {"divw*", "divd*", "mods*", "modu*", "vdiv*", "vmod*", "xvdiv*", "xsdiv*", "xvsqrt*",
      "xssqrt*", "fdiv*", "fsqrt*", NULL}},
    {"s390x",
     "()",
     {"%r2 %r3", "%r4 %r5"},
     {"la", "lay", "sll*", "srl*", "sla*", "sra*", "rll*", "vlvg*", "vlgv*", "vesl*", "vesr*",
      "verll*", NULL},
     {NULL},
     {"d", "dr", "dl", "dlr", "dlg", "dlgr", "dsg*", "ddb*", "deb*", "dxb*", "sqdb*", "sqeb*",
      "sqxb*", "vfd*", "vfsq*", "wfd*", "wfsq*", NULL}},
    {"riscv64",
     "()",
     {"a0 a1", "a2 a3"},
     {NULL},
     {NULL},
     {"div*", "rem*", "vdiv*", "vrem*", "vfdiv*", "vfrdiv*", "vfsqrt*", "fdiv*", "fsqrt*", NULL}},
    {"loong64",
     NULL,
     {"$a0 $a1", "$a2 $a3"},
     {"vldi", "xvldi", NULL},
     {"ld*", "st*", "fld*", "fst*", "vld*", "vst*", "xvld*", "xvst*", "ll.*", "sc.*", "am*", NULL},
     {"div.*", "mod.*", "vdiv.*", "vmod.*", "xvdiv.*", "xvmod.*", "fdiv.*", "fsqrt.*", "vfdiv.*",
      "xvfdiv.*", "vfsqrt.*", "xvfsqrt.*", NULL}},
};

static const struct architecture *find(const char *arch)
{
    for (size_t i = 0; i < sizeof architectures / sizeof architectures[0]; i++)
        if (strcmp(architectures[i].name, arch) == 0)
            return &architectures[i];
    return NULL;
}

/* ---- Names ---- */

enum { XL_LABEL = 16 };

/* The number that follows a prefix, up to the end of the word; or -1. */
static int numbered(const char *word, const char *prefix)
{
    const size_t length = strlen(prefix);
    char *end;
    if (strncmp(word, prefix, length) != 0 || !isdigit((unsigned char)word[length]))
        return -1;
    const long number = strtol(word + length, &end, 10);
    return *end || number > 31 ? -1 : (int)number;
}

/* x86's general registers of all sizes: "%eax" is of "RAX". */
static void x86_label(const char *word, char *label, size_t size)
{
    static const char *const names[] = {"ax", "bx", "cx", "dx", "si", "di", "bp", "sp"};
    int number;
    if (word[0] != '%')
        return;
    const char *name = word + 1 + (word[1] == 'r' || word[1] == 'e');
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i]) == 0 ||
            (i < 4 && name[0] == names[i][0] && name[1] == 'l' && !name[2]))
            snprintf(label, size, "R%c%c=", toupper((unsigned char)names[i][0]),
                     toupper((unsigned char)names[i][1]));
    char plain[XL_REGISTER_NAME];
    snprintf(plain, sizeof plain, "%.*s", (int)(1 + strspn(word + 1, "r0123456789")), word);
    number = numbered(plain, "%r");
    if (number >= 0)
        snprintf(label, size, number < 10 ? "R%d =" : "R%d=", number);
}

static void arm_label(const char *word, char *label, size_t size)
{
    static const char *const named[] = {"r10", "r11", "r12", "sp", "lr"};
    int number = numbered(word, "r");
    for (size_t i = 0; i < sizeof named / sizeof named[0]; i++)
        if (strcmp(word, named[i]) == 0)
            number = 10 + (int)i;
    if (number >= 0)
        snprintf(label, size, "R%02d=", number);
}

/* LoongArch's numbers of its ABI's names. */
static void loong_label(const char *word, char *label, size_t size)
{
    static const struct {
        const char *prefix;
        int first;
    } ranges[] = {{"$a", 4}, {"$t", 12}, {"$s", 23}};
    static const char *const named[] = {"$zero", "$ra", "$tp", "$sp"};
    int number = strcmp(word, "$fp") == 0 ? 22 : -1;
    for (size_t i = 0; i < sizeof named / sizeof named[0]; i++)
        if (strcmp(word, named[i]) == 0)
            number = (int)i;
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
        if (numbered(word, ranges[i].prefix) >= 0)
            number = ranges[i].first + numbered(word, ranges[i].prefix);
    if (number >= 0)
        snprintf(label, size, " r%d ", number);
}

static void riscv_label(const char *word, char *label, size_t size)
{
    static const char *const prefixes[] = {"a", "s", "t"};
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++)
        if (numbered(word, prefixes[i]) >= 0)
            snprintf(label, size, "/%s ", word);
    if (!strcmp(word, "ra") || !strcmp(word, "sp") || !strcmp(word, "gp") || !strcmp(word, "tp"))
        snprintf(label, size, "/%s ", word);
}

/* What the log has before the value of a general register; "": the word is no such register. POWER:
 * its number. */
static void label_of(const char *arch, const char *word, char *label, size_t size)
{
    int number;
    *label = '\0';
    if (strcmp(arch, "x86_64") == 0)
        x86_label(word, label, size);
    else if (strcmp(arch, "armhf") == 0)
        arm_label(word, label, size);
    else if (strcmp(arch, "loong64") == 0)
        loong_label(word, label, size);
    else if (strcmp(arch, "riscv64") == 0)
        riscv_label(word, label, size);
    else if (strcmp(arch, "aarch64") == 0 && strcmp(word, "sp") == 0)
        snprintf(label, size, " SP=");
    else if (strcmp(arch, "aarch64") == 0 &&
             ((number = numbered(word, "x")) >= 0 || (number = numbered(word, "w")) >= 0))
        snprintf(label, size, "X%02d=", number);
    else if (strcmp(arch, "s390x") == 0 && (number = numbered(word, "%r")) >= 0)
        snprintf(label, size, "R%02d=", number);
    else if (strcmp(arch, "ppc64el") == 0 && (number = numbered(word, "")) >= 0)
        snprintf(label, size, "%d", number);
}

/* Whether a word is a vector register, or one of floats. */
static bool is_vector(const char *arch, const char *word)
{
    static const struct {
        const char *arch, *prefixes[6];
    } table[] = {{"x86_64", {"%xmm", "%ymm", "%zmm", NULL}},
                 {"aarch64", {"z", "v", "q", "d", "s", NULL}},
                 {"armhf", {"q", "d", "s", NULL}},
                 {"s390x", {"%v", "%f", NULL}},
                 {"riscv64", {"v", "f", NULL}},
                 {"loong64", {"$xr", "$vr", "$f", NULL}}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        for (size_t k = 0; strcmp(table[i].arch, arch) == 0 && table[i].prefixes[k]; k++) {
            const size_t length = strlen(table[i].prefixes[k]);
            if (strncmp(word, table[i].prefixes[k], length) == 0 &&
                isdigit((unsigned char)word[length]))
                return true;
        }
    return false;
}

/* ---- Operands ---- */

static void add_word(const char *arch, const char *word, struct xl_registers *r)
{
    char label[XL_LABEL];
    label_of(arch, word, label, sizeof label);
    r->has_vector |= is_vector(arch, word);
    if (*label && r->count < XL_REGISTERS)
        snprintf(r->names[r->count++], XL_REGISTER_NAME, "%s", word);
}

/* Adds the registers in a text. */
static void add_words(const char *arch, const char *text, size_t size, struct xl_registers *r)
{
    for (size_t i = 0; i < size;) {
        char word[32];
        size_t length = 0;
        while (i + length < size &&
               (isalnum((unsigned char)text[i + length]) || strchr("%$", text[i + length])))
            length++;
        snprintf(word, sizeof word, "%.*s", (int)length, text + i);
        if (length && length < XL_REGISTER_NAME)
            add_word(arch, word, r);
        i += length + 1;
    }
}

/* Of operands with offsets in front of brackets, as in 8(3): what is in the brackets. Otherwise all
 * but the first operand. */
static void add_address(const char *arch, const char *brackets, const char *operands,
                        struct xl_registers *r)
{
    bool has_brackets = false;
    for (const char *open = operands; brackets && (open = strchr(open, brackets[0])); open++) {
        const size_t length = strcspn(open, brackets + 1);
        add_words(arch, open + 1, length - 1, r);
        has_brackets = true;
    }
    const char *comma = has_brackets ? NULL : strchr(operands, ',');
    if (comma)
        add_words(arch, comma + 1, strlen(comma + 1), r);
}

/* POWER's 0 in place of a register is the number 0. */
static void drop_zero(struct xl_registers *r)
{
    size_t kept = 0;
    for (size_t i = 0; i < r->count; i++)
        if (strcmp(r->names[i], "0") != 0)
            memmove(r->names[kept++], r->names[i], XL_REGISTER_NAME);
    r->count = kept;
}

struct xl_registers xl_address_registers(const char *arch, const char *mnemonic,
                                         const char *operands)
{
    /* RVV's addresses of lanes stand behind the brackets. */
    static const char *const indexed[] = {"vlux*", "vlox*", "vsux*", "vsox*", NULL};
    const struct architecture *a = find(arch);
    struct xl_registers r = {.count = 0};
    if (!a || (a->access[0] && !xl_is_one_of(a->access, mnemonic)) ||
        xl_is_one_of(a->no_access, mnemonic) || (a->brackets && !strchr(operands, a->brackets[0])))
        return r;
    if (strcmp(arch, "riscv64") == 0 && xl_is_one_of(indexed, mnemonic))
        add_address(arch, NULL, operands, &r);
    else if (strcmp(arch, "ppc64el") == 0)
        add_address(arch, strchr(operands, '(') ? "()" : NULL, operands, &r);
    else
        add_address(arch, a->brackets, operands, &r);
    if (strcmp(arch, "ppc64el") == 0)
        drop_zero(&r);
    return r;
}

/* Whether an instruction calls a function of libgcc that divides, such as __udivsi3. */
static bool calls_division(const char *operands)
{
    static const char *const names[] = {"<__aeabi_uidiv", "<__aeabi_idiv", "<__aeabi_uldiv",
                                        "<__aeabi_ldiv",  "<__udiv",       "<__div",
                                        "<__umod",        "<__mod"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strstr(operands, names[i]))
            return true;
    return false;
}

bool xl_divides(const char *arch, const char *mnemonic, const char *operands,
                struct xl_registers *of)
{
    const struct architecture *a = find(arch);
    *of = (struct xl_registers){.count = 0};
    if (a && calls_division(operands)) {
        const bool is_narrow = strstr(operands, "si3>") || strstr(operands, "idiv>");
        add_words(arch, a->arguments[0], strlen(a->arguments[0]), of);
        if (!is_narrow)
            add_words(arch, a->arguments[1], strlen(a->arguments[1]), of);
        return true;
    }
    if (!a || !xl_is_one_of(a->divisions, mnemonic))
        return false;
    if (strcmp(arch, "x86_64") == 0) {
        add_words(arch, operands, strlen(operands), of);
        if (!of->has_vector) {
            add_word(arch, "%rax", of);
            add_word(arch, "%rdx", of);
        }
    } else if (strcmp(arch, "s390x") == 0) { /* the first operand names a pair, by its first */
        char second[XL_REGISTER_NAME];
        const unsigned first = (unsigned)atoi(operands[0] == '%' ? operands + 2 : "");
        snprintf(second, sizeof second, "%%r%u", (first + 1) % 16);
        add_words(arch, operands, strlen(operands), of);
        if (of->count)
            add_word(arch, second, of);
    } else if (strcmp(arch, "ppc64el") == 0 && strchr("vxf", mnemonic[0])) {
        of->has_vector = true;
    } else {
        add_address(arch, NULL, operands, of);
    }
    of->has_vector |= !of->count;
    return true;
}

/* ---- The log ---- */

const char *xl_register_value(const char *arch, const char *name, const char *lines, size_t size,
                              size_t *length)
{
    char label[XL_LABEL];
    size_t skipped = 0;
    label_of(arch, name, label, sizeof label);
    if (strcmp(arch, "ppc64el") == 0) { /* GPR04 and the three after it are in one line */
        const unsigned number = (unsigned)atoi(label) % 32;
        snprintf(label, sizeof label, "GPR%02u ", number / 4 * 4);
        skipped = number % 4;
    }
    const char *at = *label ? memmem(lines, size, label, strlen(label)) : NULL, *end = lines + size;
    at = at ? at + strlen(label) : NULL;
    for (; at; skipped--) {
        while (at < end && *at == ' ')
            at++;
        for (*length = 0; at + *length < end && isxdigit((unsigned char)at[*length]);)
            ++*length;
        if (!skipped)
            break;
        at += *length;
    }
    return at && *length ? at : NULL;
}

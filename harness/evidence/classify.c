/* Which instructions are vector instructions, and of which family of ISAs.
 * SPDX-License-Identifier: MIT
 */
#include "evidence/classify.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

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

enum xl_family xl_classify(const char *arch, const char *mnemonic, const char *operands)
{
    static const char *const padding[] = {"nop*", "data16*", "int3", NULL};
    static const struct {
        const char *arch;
        xl_classify_line *classify;
    } table[] = {
#define XL_ARCH(NAME, ...) {#NAME, xl_classify_##NAME},
#include "arches.def"
    };
    if (strcmp(mnemonic, "<unknown>") == 0)
        return XL_FAMILY_unknown;
    if (xl_is_one_of(padding, mnemonic) ||
        (!strcmp(mnemonic, "xchgw") && !strcmp(operands, "%ax, %ax")))
        return XL_FAMILY_pad;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strcmp(table[i].arch, arch) == 0)
            return table[i].classify(mnemonic, operands);
    return XL_FAMILY_none;
}

int xl_family_counts(enum xl_family wanted, enum xl_family executed)
{
    static const enum xl_family also[XL_FAMILIES] = {
#define XL_FAMILY(NAME, ALSO) [XL_FAMILY_##NAME] = XL_FAMILY_##ALSO,
#include "arches.def"
    };
    return executed != XL_FAMILY_none && executed < XL_FAMILY_pad &&
           (executed == wanted || executed == also[wanted]);
}

int xl_is_access(const char *arch, const char *operands)
{
    if (strcmp(arch, "x86_64") == 0)
        return 0;
    return strstr(operands, "[x") || strstr(operands, "[r") || strstr(operands, "[sp") ||
           strchr(operands, '(');
}

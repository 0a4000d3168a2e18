/* Extensions of an architecture that add single instructions: which one an instruction is of.
 * SPDX-License-Identifier: MIT
 */
#include "evidence/extension.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "evidence/classify.h"

static const struct xl_extension table[] = {
#define XL_EXTENSION(ARCH, FEATURE, NAME, ...) {#ARCH, FEATURE, NAME, {__VA_ARGS__, NULL}},
#include "evidence/extensions.def"
};

enum { XL_EXTENSION_COUNT = sizeof table / sizeof table[0] };

/* A pattern is text, perhaps with an asterisk, and perhaps with what the operands begin with. */
static bool matches(const char *pattern, const char *mnemonic, const char *operands)
{
    if (*pattern != *mnemonic) /* nearly always */
        return false;
    const size_t length = strcspn(pattern, " "), before = strcspn(pattern, "* "),
                 given = strlen(mnemonic);
    const bool has_star = before < length;
    const size_t after = has_star ? length - before - 1 : 0;
    if (strncmp(pattern, mnemonic, before) != 0 ||
        (has_star ? given < before + after : given != length) ||
        strncmp(mnemonic + given - after, pattern + length - after, after) != 0)
        return false;
    return !pattern[length] || xl_begins_with(operands, pattern + length + 1);
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

/* Whether a list of words, with blanks between them, has this one. */
static bool has_word(const char *list, const char *word)
{
    const size_t length = strlen(word);
    for (size_t one; *(list += strspn(list, " ")); list += one) {
        one = strcspn(list, " ");
        if (one == length && strncmp(list, word, length) == 0)
            return true;
    }
    return false;
}

/* NULL: the ISA has no line. */
static const char *promised(const char *isa)
{
    static const struct {
        const char *isa, *features;
    } promises[] = {
#define XL_PROMISED(ISA, FEATURES) {#ISA, FEATURES},
#include "evidence/extensions.def"
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
        if (has_word(promise, e->feature) || has_word(needs, e->feature))
            return NULL;
        first = first ? first : e;
    }
    return first;
}

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

/* An asterisk of the pattern is any text. */
static bool matches(const char *pattern, const char *mnemonic)
{
    const char *star = strchr(pattern, '*');
    if (!star)
        return strcmp(pattern, mnemonic) == 0;
    return strncmp(pattern, mnemonic, (size_t)(star - pattern)) == 0 &&
           xl_ends_with(mnemonic + (star - pattern), star + 1);
}

static bool has(const struct xl_extension *e, const char *arch, const char *mnemonic)
{
    if (strcmp(e->arch, arch) != 0)
        return false;
    for (size_t i = 0; e->mnemonics[i]; i++)
        if (matches(e->mnemonics[i], mnemonic))
            return true;
    return false;
}

const struct xl_extension *xl_extension_find(const char *arch, const char *mnemonic)
{
    for (size_t i = 0; i < XL_EXTENSION_COUNT; i++)
        if (has(&table[i], arch, mnemonic))
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
                                               const char *mnemonic)
{
    const char *promise = promised(isa);
    const struct xl_extension *first = NULL;
    for (size_t i = 0; promise && i < XL_EXTENSION_COUNT; i++) {
        const struct xl_extension *e = &table[i];
        if (!has(e, arch, mnemonic))
            continue;
        if (has_word(promise, e->feature) || has_word(needs, e->feature))
            return NULL;
        first = first ? first : e;
    }
    return first;
}

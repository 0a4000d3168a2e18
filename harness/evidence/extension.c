/* Extensions of an architecture that add single instructions: which one an instruction is of.
 * SPDX-License-Identifier: MIT
 */
#include "evidence/extension.h"

#include <stddef.h>
#include <string.h>

#include "evidence/classify.h"

const struct xl_extension *xl_extension_find(const char *arch, const char *mnemonic)
{
    static const struct xl_extension table[] = {
#define XL_EXTENSION(ARCH, FEATURE, NAME, ...) {#ARCH, FEATURE, NAME, {__VA_ARGS__, NULL}},
#include "evidence/extensions.def"
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strcmp(table[i].arch, arch) == 0 && xl_is_one_of(table[i].mnemonics, mnemonic))
            return &table[i];
    return NULL;
}

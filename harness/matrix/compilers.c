/* The compilers of builds: toolchains/compilers.def.
 * SPDX-License-Identifier: MIT
 */
#include "matrix/compilers.h"

#include <stdio.h>
#include <string.h>

#define XL_TREE_tools false
#define XL_TREE_trixie true
#define XL_TREE_forky true

const struct xl_compiler xl_compilers[] = {
#define XL_COMPILER(NAME, FAMILY, VERSION, SUITE) {#NAME, #FAMILY, XL_TREE_##SUITE},
#include "../../toolchains/compilers.def"
#undef XL_COMPILER
};
const size_t xl_compiler_count = sizeof xl_compilers / sizeof xl_compilers[0];

const char *const xl_compiler_names[] = {
#define XL_COMPILER(NAME, FAMILY, VERSION, SUITE) #NAME,
#include "../../toolchains/compilers.def"
#undef XL_COMPILER
};
_Static_assert(sizeof xl_compilers / sizeof xl_compilers[0] <= XL_MAX_COMPILERS,
               "XL_MAX_COMPILERS");

const struct xl_compiler *xl_compiler_find(const char *name)
{
    for (size_t i = 0; i < xl_compiler_count; i++)
        if (strcmp(xl_compilers[i].name, name) == 0)
            return &xl_compilers[i];
    return NULL;
}

bool xl_compiler_is_gcc(const char *name)
{
    return xl_compiler_is_meant("gcc", name);
}

bool xl_compiler_has_tree(const char *name)
{
    const struct xl_compiler *compiler = xl_compiler_find(name);
    return compiler && compiler->has_tree;
}

bool xl_compiler_is_meant(const char *word, const char *name)
{
    const struct xl_compiler *compiler = xl_compiler_find(name);
    return strcmp(word, name) == 0 || (compiler && strcmp(word, compiler->family) == 0);
}

const char *const xl_levels[] = {"O0", "O1", "O2", "O3", "Os", "O2_lto"};
const size_t xl_level_count = sizeof xl_levels / sizeof xl_levels[0];

bool xl_level_is_lto(const char *level)
{
    return strstr(level, "_lto") != NULL;
}

const char *xl_level_options(const char *level, char text[XL_LEVEL_OPTIONS])
{
    snprintf(text, XL_LEVEL_OPTIONS, "-%.*s%s", (int)strcspn(level, "_"), level,
             xl_level_is_lto(level) ? " -flto" : "");
    return text;
}

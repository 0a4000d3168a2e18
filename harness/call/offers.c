/* What the CPU that an agent runs on has, by names: ISAs and features.
 * SPDX-License-Identifier: MIT
 */
#include "call/offers.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "matrix/isas.h"

static bool has_feature(const struct xl_agent *agent, const char *name)
{
    char word[XL_NAME_MAX + 2];
    snprintf(word, sizeof word, " %s ", name);
    return strstr(agent->features, word) != NULL;
}

/* A name that is an ISA's, of whatever architecture, stands for that and for no feature: avx2 is
 * AVX2 with FMA, and neon is of AArch64. */
static bool has(const struct xl_agent *agent, const char *name)
{
    for (size_t i = 0; i < xl_isa_count; i++)
        if (strcmp(xl_isas[i].name, name) == 0)
            return xl_agent_isa(agent, name) != NULL;
    return has_feature(agent, name);
}

typedef bool asks(const struct xl_agent *agent, const char *name);

/* Writes those of these words that the CPU does not have. */
static void find_lacking(const struct xl_agent *agent, asks *ask, const char *words, char *text,
                         size_t size)
{
    char name[XL_NAME_MAX];
    text[0] = '\0';
    for (size_t length; *(words += strspn(words, " ")); words += length) {
        length = strcspn(words, " ");
        snprintf(name, sizeof name, "%.*s", (int)length, words);
        if (!ask(agent, name))
            xl_append(text, size, "%s%s", *text ? " " : "", name);
    }
}

void xl_lacking(const struct xl_agent *agent, const char *features, char *text, size_t size)
{
    find_lacking(agent, has_feature, features, text, size);
}

const struct xl_implementation *xl_implementation_for(const struct xl_agent *agent,
                                                      const struct xl_kernel *kernel)
{
    char lacking[256];
    for (size_t i = 0; i < XL_MAX_DISPATCH && kernel->dispatch[i].function; i++) {
        const struct xl_implementation *of = &kernel->dispatch[i];
        find_lacking(agent, has, of->needs ? of->needs : "", lacking, sizeof lacking);
        if (!lacking[0])
            return of;
    }
    return NULL;
}

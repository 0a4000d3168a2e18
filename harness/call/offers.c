/* What the CPU that an agent runs on has, by names: ISAs and features.
 * SPDX-License-Identifier: MIT
 */
#include "call/offers.h"

#include <stdio.h>
#include <string.h>

#include "matrix/isas.h"

/* A name that is an ISA's stands for that, whatever feature has it too: avx2 is AVX2 with FMA. */
static bool has(const struct xl_agent *agent, const char *name)
{
    if (xl_agent_isa(agent, name))
        return true;
    char word[XL_NAME_MAX + 2];
    snprintf(word, sizeof word, " %s ", name);
    for (size_t i = 0; i < xl_isa_count; i++)
        if (strcmp(xl_isas[i].name, name) == 0)
            return false;
    return strstr(agent->features, word) != NULL;
}

void xl_lacking(const struct xl_agent *agent, const char *words, char *text, size_t size)
{
    char name[XL_NAME_MAX];
    size_t used = 0;
    text[0] = '\0';
    for (size_t length; *(words += strspn(words, " ")); words += length) {
        length = strcspn(words, " ");
        snprintf(name, sizeof name, "%.*s", (int)length, words);
        if (!has(agent, name) && used < size)
            used += (size_t)snprintf(text + used, size - used, "%s%s", used ? " " : "", name);
    }
}

const struct xl_implementation *xl_implementation_for(const struct xl_agent *agent,
                                                      const struct xl_kernel *kernel)
{
    char lacking[256];
    for (size_t i = 0; i < XL_MAX_DISPATCH && kernel->dispatch[i].function; i++) {
        const struct xl_implementation *of = &kernel->dispatch[i];
        xl_lacking(agent, of->needs ? of->needs : "", lacking, sizeof lacking);
        if (!lacking[0])
            return of;
    }
    return NULL;
}

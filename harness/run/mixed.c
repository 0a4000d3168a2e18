/* A build of the kernels alone whose results are not kept.
 * SPDX-License-Identifier: MIT
 */
#include "run/mixed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "build/made_of.h"
#include "build/names.h"
#include "protocol.h"

/* Marks the kernels of one file. False: it has none. */
static bool mark_file(const struct xl_mixed *m, const char *names, const char *file, size_t length,
                      bool *lacking)
{
    bool has = false;
    char of[XL_NAME_MAX];
    for (size_t i = 0; i < m->kernels->count; i++) {
        xl_names_file(names, m->kernels->kernels[i]->name, of, sizeof of);
        if (strlen(of) != length || strncmp(of, file, length) != 0)
            continue;
        has = lacking[i] = true;
    }
    return has;
}

/* Marks the kernels whose files have changed. False: one of the files is no kernel's. */
static bool mark_changed(const struct xl_mixed *m, const char *names, const char *changed,
                         bool *lacking)
{
    bool are_kernels = true;
    for (const char *line = changed + 1; *line && are_kernels;) {
        const size_t length = strcspn(line, "\n");
        are_kernels = mark_file(m, names, line, length, lacking);
        line += length + 1;
    }
    return are_kernels;
}

/* Marks what has to run of the rows of an agent, by what is known of the build of all kernels.
 * False: that build is wanted. */
static bool find_lacking(const struct xl_mixed *m, size_t i, bool *lacking)
{
    struct xl_build agent = m->agents[i];
    char *changed;
    agent.emulator = xl_copy_text(""); /* what it takes is not theirs */
    agent.sysroot = xl_copy_text("");
    bool can = xl_made_of_all_but(&agent, &changed);
    if (can) {
        xl_build_take(&agent);
        xl_cache_build_read(&agent, changed, &m->whole[i]);
        can = m->whole[i].is_known && mark_changed(m, m->whole[i].linked.files, changed, lacking) &&
              m->lacks(m->data, &m->agents[i], &m->whole[i], lacking);
    }
    free(changed);
    free(agent.emulator);
    free(agent.sysroot);
    return can;
}

/* On every ISA. */
static bool has_vectors(const struct xl_kernel *k)
{
    return !k->bitwise && !k->only && !k->variant && !k->varied && !k->missing[0].isa &&
           !xl_kernel_is_dispatched(k);
}

/* Names the kernels that are marked, each once, and one that shows what the control run is to show
 * if none of them does. False: they are too many, or none. */
static bool name_lacking(const struct xl_mixed *m, const bool *lacking, char *only, size_t size)
{
    const char *last = "", *other = NULL;
    bool shows = false;
    size_t count = 0;
    only[0] = '\0';
    for (size_t i = 0; i < m->kernels->count; i++) {
        const struct xl_kernel *k = m->kernels->kernels[i];
        const bool can_show = m->selected[i] && has_vectors(k);
        if (!lacking[i]) {
            other = !other && can_show ? k->name : other;
            continue;
        }
        shows |= can_show;
        if (strcmp(k->name, last) == 0)
            continue;
        last = k->name;
        if (++count > XL_FEW_KERNELS - 1)
            return false;
        xl_append(only, size, "%s%s", *only ? ";" : "", last);
    }
    if (count && !shows && other)
        xl_append(only, size, ";%s", other);
    return count && (shows || other);
}

bool xl_mixed_choose(const struct xl_mixed *m, char *only, size_t size)
{
    bool *lacking = calloc(m->kernels->count + 1, sizeof *lacking);
    bool can = true;
    for (size_t i = 0; lacking && can && i < m->count; i++)
        can = find_lacking(m, i, lacking);
    can = lacking && can && name_lacking(m, lacking, only, size);
    free(lacking);
    return can;
}

/* Makes workflows of CI systems from templates.
 * SPDX-License-Identifier: MIT
 */
#include "ci/plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "matrix/cpu_groups.h"

static void put_tiers(struct xl_text *out, const char *indent, const struct xl_row_list *list)
{
    for (int tier = 0; tier < XL_TIERS; tier++) {
        const struct xl_tier_size size = xl_tier_size(list, (enum xl_tier)tier);
        xl_text_add(out, "%s# %-5s  %zu of %zu rows, %zu of %zu builds\n", indent,
                    xl_tier_name((enum xl_tier)tier), size.rows, list->count, size.builds,
                    list->build_count);
    }
}

static void put_cpus(struct xl_text *out, const char *indent, const struct xl_row_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct xl_row *row = &list->rows[i];
        bool first = true;
        for (size_t k = 0; k < i && first; k++)
            first = list->rows[k].arch != row->arch || strcmp(list->rows[k].cpu, row->cpu) != 0;
        if (first)
            xl_text_add(out, "%s- %s-%s\n", indent, row->arch->name, row->cpu);
    }
}

/* Compilers with their levels. */
static void put_builds(struct xl_text *out, const char *indent, const struct xl_row_list *list)
{
    const struct xl_cpu_groups g = xl_cpu_groups_of(list);
    for (size_t c = 0; c < g.compiler_count; c++)
        for (size_t o = 0; o < g.opt_count; o++)
            xl_text_add(out, "%s- %s-%s\n", indent, g.compilers[c], g.opts[o]);
}

/* Adds a line of the template. Returns -1 if its word is unknown. */
static int put_line(struct xl_text *out, const char *line, size_t length,
                    const struct xl_row_list *list)
{
    char indent[64];
    size_t blanks = strspn(line, " ");
    if (blanks >= sizeof indent || line[blanks] != '@') {
        xl_text_add_bytes(out, line, length);
        return 0;
    }
    memcpy(indent, line, blanks);
    indent[blanks] = '\0';
    if (strncmp(line + blanks, "@TIERS@\n", 8) == 0)
        put_tiers(out, indent, list);
    else if (strncmp(line + blanks, "@CPUS@\n", 7) == 0)
        put_cpus(out, indent, list);
    else if (strncmp(line + blanks, "@BUILDS@\n", 9) == 0)
        put_builds(out, indent, list);
    else
        return -1;
    return 0;
}

char *xl_workflow(const char *file, const char *text, const struct xl_row_list *list, size_t *size,
                  struct xl_error *err)
{
    struct xl_text out = {0};
    int status = 0;
    xl_text_add_bytes(&out, "", 0);
    for (unsigned number = 1; !status && *text; number++) {
        size_t length = strcspn(text, "\n");
        length += text[length] == '\n';
        status = put_line(&out, text, length, list);
        if (status)
            xl_error_set(err, "%s:%u:1: error: unknown word of a template: %.*s", file, number,
                         (int)strcspn(text, "\n"), text);
        text += length;
    }
    *size = out.used;
    if (!status)
        return out.at;
    free(out.at);
    return NULL;
}

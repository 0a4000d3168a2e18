/* Makes workflows of CI systems and CMake presets from templates.
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

static void put_configure_preset(struct xl_text *out, const struct xl_build_spec *b)
{
    xl_text_add(
        out,
        "{\"name\": \"%s\", \"displayName\": \"%s, %s -%s\", \"description\": \"cross build of "
        "the agents of %s\", \"inherits\": \"cross\", \"toolchainFile\": "
        "\"${sourceDir}/toolchains/%s-%s.cmake\"},\n",
        b->name, b->arch->name, b->compiler, b->opt, b->arch->name, b->arch->name, b->compiler);
}

static void put_build_preset(struct xl_text *out, const struct xl_build_spec *b)
{
    xl_text_add(
        out,
        "{\"name\": \"%s\", \"displayName\": \"%s, %s -%s\", \"description\": \"cross build of "
        "the agents of %s\", \"configurePreset\": \"%s\"},\n",
        b->name, b->arch->name, b->compiler, b->opt, b->arch->name, b->name);
}

/* The selections of rows that have presets: each tier and each architecture. axis: of the label. */
typedef void put_selection(struct xl_text *out, const char *axis, const char *name,
                           const char *text);

static void put_test_preset(struct xl_text *out, const char *axis, const char *name,
                            const char *text)
{
    xl_text_add(out,
                "{\"name\": \"%s\", \"displayName\": \"rows of %s\", \"description\": \"%s\", "
                "\"inherits\": \"rows\", \"filter\": {\"include\": {\"label\": \"^%s/%s/$\"}, "
                "\"exclude\": {\"label\": \"^vocabulary$\"}}},\n",
                name, name, text, axis, name);
}

static void put_workflow_preset(struct xl_text *out, const char *axis, const char *name,
                                const char *text)
{
    (void)axis;
    xl_text_add(
        out,
        "{\"name\": \"%s\", \"displayName\": \"build, rows of %s\", \"description\": \"%s\",\n"
        "     \"steps\": [{\"type\": \"configure\", \"name\": \"host\"}, {\"type\": \"build\", "
        "\"name\": \"host\"}, {\"type\": \"test\", \"name\": \"%s\"}]},\n",
        name, name, text, name);
}

static void put_selections(struct xl_text *out, const char *indent, const struct xl_row_list *list,
                           put_selection *put)
{
    char text[100];
    for (int tier = 0; tier < XL_TIERS; tier++) {
        const char *name = xl_tier_name((enum xl_tier)tier);
        snprintf(text, sizeof text, "a test for each row of tier %s", name);
        xl_text_add(out, "%s", indent);
        put(out, "tier", name, text);
    }
    for (size_t a = 0; a < xl_arch_count; a++) {
        bool has = false;
        for (size_t i = 0; i < list->count && !has; i++)
            has = list->rows[i].arch == &xl_arches[a];
        if (!has)
            continue;
        snprintf(text, sizeof text, "a test for each row of %s, of every tier", xl_arches[a].name);
        xl_text_add(out, "%s", indent);
        put(out, "arch", xl_arches[a].name, text);
    }
}

/* Presets are for the builds of the first level, which releases use. */
static void put_presets(struct xl_text *out, const char *indent, const struct xl_row_list *list,
                        void (*put)(struct xl_text *out, const struct xl_build_spec *b))
{
    for (size_t i = 0; i < list->build_count; i++) {
        if (strcmp(list->builds[i].opt, list->builds[0].opt) != 0)
            continue;
        xl_text_add(out, "%s", indent);
        put(out, &list->builds[i]);
    }
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
    else if (strncmp(line + blanks, "@CONFIGURE_PRESETS@\n", 20) == 0)
        put_presets(out, indent, list, put_configure_preset);
    else if (strncmp(line + blanks, "@BUILD_PRESETS@\n", 16) == 0)
        put_presets(out, indent, list, put_build_preset);
    else if (strncmp(line + blanks, "@TEST_PRESETS@\n", 15) == 0)
        put_selections(out, indent, list, put_test_preset);
    else if (strncmp(line + blanks, "@WORKFLOW_PRESETS@\n", 19) == 0)
        put_selections(out, indent, list, put_workflow_preset);
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

/* The groups of calls, and what each finds, as a table: a part of docs/reference/checks.md.
 * SPDX-License-Identifier: MIT
 */
#include "docs/case_groups.h"

#include <stdlib.h>
#include <string.h>

#include "docs/generated.h"
#include "judge/inputs.h"

/* r[i] = a[i] + b[i], for vectors of so many bits. */
enum { XL_TYPICAL_BITS = 256, XL_NAMED = 6, XL_NAME = 80 };
static const struct xl_kernel typical = {.name = "add_f32",
                                         .contract = {XL_EXACT},
                                         .elementwise = 1,
                                         .in_place = 1,
                                         .args = {{.kind = XL_ARG_IN, .type = XL_f32, .per_n = 1},
                                                  {.kind = XL_ARG_IN, .type = XL_f32, .per_n = 1},
                                                  {.kind = XL_ARG_OUT, .type = XL_f32, .per_n = 1},
                                                  {.kind = XL_ARG_COUNT}}};

static const char head[] =
    "\n"
    "## Groups of calls\n"
    "\n"
    "A kernel gets these calls, in this order. A finding names its group. The calls and their n, "
    "all together, are those\n"
    "of a kernel like `add_f32` on vectors of 256 bits. Mutants are those of "
    "[mutants.md](../results/mutants.md), each counted on\n"
    "each ISA. The last column has mutants that only this group finds, on some ISA at least.\n"
    "`./crosslane test --mutants --groups` finds them out, and `run --without NAME` leaves a group "
    "out, which is for tests\n"
    "of Crosslane itself.\n"
    "\n"
    "| group | for | calls | elements | finds | only this one finds |\n"
    "|---|---|--:|--:|--:|---|\n";

/* The n of all its calls, by group. */
static void count_elements(size_t elements[XL_MAX_GROUPS])
{
    const size_t count = xl_case_count(&typical, XL_TYPICAL_BITS, 1);
    for (size_t i = 0; i < count; i++) {
        const struct xl_case c = xl_case_get(&typical, XL_TYPICAL_BITS, 1, 1, i);
        elements[c.group] += c.n;
    }
}

/* Its line of tests/mutants/groups.txt, or "". */
static const char *line_of(const char *text, const char *name)
{
    const size_t length = strlen(name);
    for (; *text; text += strcspn(text, "\n"), text += *text == '\n')
        if (strncmp(text, name, length) == 0 && text[length] == ' ')
            return text + length;
    return "";
}

/* "2: `lost_tail`, `lost_last`"; or "-". */
static void put_mutants(FILE *out, const char *line)
{
    char name[XL_NAME];
    size_t count = 0, shown = 0;
    for (const char *at = line; *at && *at != '\n'; at++)
        count += *at == ' ';
    if (!count) {
        fputs("-", out);
        return;
    }
    fprintf(out, "%zu: ", count);
    for (int used; shown < XL_NAMED && shown < count && sscanf(line, "%79s%n", name, &used) == 1;
         line += used)
        fprintf(out, "%s`%s`", shown++ ? ", " : "", name);
    if (count > shown)
        fputs(", ...", out);
}

int xl_case_groups_put(FILE *out, struct xl_error *err)
{
    size_t size, elements[XL_MAX_GROUPS] = {0}, all = 0;
    char *text = xl_generated_read("tests/mutants/groups.txt", &size, err);
    if (!text)
        return -1;
    count_elements(elements);
    for (unsigned g = 1; g <= xl_case_groups(); g++)
        all += elements[g];
    fputs(head, out);
    for (unsigned g = 1; g <= xl_case_groups(); g++) {
        const char *name = xl_case_group_name(g), *line = line_of(text, name);
        char *end;
        const unsigned long finds = strtoul(line, &end, 10);
        fprintf(out, "| `%s` | %s | %zu | %.1f %% | %lu | ", name, xl_case_group_text(g),
                xl_case_group_count(&typical, XL_TYPICAL_BITS, 1, g),
                100.0 * (double)elements[g] / (double)all, *line ? finds : 0);
        put_mutants(out, *line ? end : line);
        fputs(" |\n", out);
    }
    free(text);
    return 0;
}

/* What findings of mutants must state, compared with what the console prints.
 * SPDX-License-Identifier: MIT
 */
#include "mutants/stated.h"

#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "mutants/runs.h"
#include "report/finding_text.h"
#include "results/results_json.h"

const struct xl_stated xl_stated[] = {
#define XL_STATED(NAME, ISA, ...) {#NAME, #ISA, {__VA_ARGS__, NULL}},
#include "mutants/stated.def"
#undef XL_STATED
};
const size_t xl_stated_count = sizeof xl_stated / sizeof xl_stated[0];

/* A finding as the console prints it, without its rows and command. The caller frees it. */
static char *text_of(struct json_object *row, struct json_object *kernel,
                     struct json_object *finding)
{
    char *text = NULL;
    size_t size;
    FILE *to = xl_checked_memory(open_memstream(&text, &size));
    fprintf(to, "%s\n", xl_key_text(finding, XL_KEY_finding_message));
    xl_finding_put(to, row, kernel, NULL, finding, 1, false);
    fclose(to);
    return text;
}

const char *xl_stated_wrong(const struct xl_stated *line, struct json_object *results,
                            const char *row_name, const char *name)
{
    struct json_object *row = xl_json_find(xl_json_array(results, "rows"), "row", row_name),
                       *kernel = xl_mutant_kernel(results, row_name, name),
                       *findings = kernel ? xl_json_array(kernel, "findings") : NULL;
    const size_t count = xl_json_length(findings);
    const char *wrong = count ? NULL : line->texts[0];
    for (size_t f = 0; f < count && !wrong; f++) {
        char *text = text_of(row, kernel, json_object_array_get_idx(findings, f));
        for (const char *const *t = line->texts; *t && !wrong; t++)
            if (**t == '!' ? strstr(text, *t + 1) != NULL : f == 0 && !strstr(text, *t))
                wrong = *t;
        free(text);
    }
    return wrong;
}

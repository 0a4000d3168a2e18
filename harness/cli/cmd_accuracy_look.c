/* crosslane accuracy --docs and --check: what tests/accuracy has, without a run.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "docs/accuracy_docs.h"
#include "docs/generated.h"

/* Rows without an emulator do not count: not every machine has their ISA. */
static int is_complete(const struct xl_kernels *kernels, const struct xl_row_list *list,
                       const struct xl_baseline *baselines)
{
    int complete = 1;
    for (size_t i = 0; i < kernels->count; i++) {
        const struct xl_kernel *kernel = kernels->kernels[i];
        for (size_t r = 0; r < list->count && xl_baseline_is_for(kernel); r++) {
            const struct xl_row *row = &list->rows[r];
            if (row->tier != XL_TIER_PR || row->native || !xl_row_has_kernel(row, kernel->name) ||
                xl_kernel_missing(kernel, row->isa->name) ||
                xl_baseline_find(&baselines[i], row->isa->name, row->build))
                continue;
            fprintf(stderr, "crosslane: error: tests/accuracy has nothing of %s on %s: %s '%s'\n",
                    kernel->name, row->isa->name, "./crosslane accuracy --update --kernel",
                    kernel->name);
            complete = 0;
        }
    }
    return complete;
}

static int document(const struct xl_kernels *kernels, const struct xl_baseline *baselines,
                    int check)
{
    static const char file[] = "docs/results/accuracy.md", command[] = "./crosslane accuracy --docs";
    struct xl_error err;
    size_t size;
    char *text = xl_accuracy_docs(kernels, baselines, &size);
    int status = XL_EXIT_OK;
    xl_error_set(&err, "out of memory");
    if (text && check)
        status = xl_generated_check(file, text, size, command) ? XL_EXIT_FINDING : XL_EXIT_OK;
    else if (!text || xl_generated_write(file, text, size, &err)) {
        fprintf(stderr, "crosslane: error: %s\n", err.text);
        status = XL_EXIT_ENVIRONMENT;
    }
    free(text);
    return status;
}

int xl_cli_accuracy_look(const struct xl_kernels *kernels, const struct xl_row_list *list, int docs,
                         int check)
{
    struct xl_error err;
    struct xl_baseline *baselines = xl_baselines_read(NULL, kernels, &err);
    if (!baselines) {
        fprintf(stderr, "%s\n", err.text);
        return XL_EXIT_USAGE;
    }
    int status = XL_EXIT_OK;
    if (docs)
        status = document(kernels, baselines, check);
    else if (!is_complete(kernels, list, baselines))
        status = XL_EXIT_FINDING;
    xl_baselines_free(baselines, kernels->count);
    return status;
}

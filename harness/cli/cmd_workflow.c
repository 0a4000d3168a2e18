/* crosslane matrix workflow, crosslane matrix presets: writes the workflows of CI systems, or the
 * presets of CMake, or checks that they are up to date.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>

#include "cli/cli.h"
#include "docs/generated.h"
#include "docs/workflow.h"

static const struct {
    const char *template, *file, *command;
} made_files[] = {
    [XL_GITHUB] = {"matrix/github.yml.in", ".github/workflows/simd.yml",
                   "./crosslane matrix workflow"},
    [XL_GITLAB] = {"matrix/gitlab.yml.in", ".gitlab-ci.yml",
                   "./crosslane matrix workflow --gitlab"},
    [XL_PRESETS] = {"matrix/presets.json.in", "CMakePresets.json", "./crosslane matrix presets"},
};

int xl_cli_workflow(enum xl_made what, int check)
{
    const char *template = made_files[what].template, *file = made_files[what].file;
    struct xl_row_list list;
    struct xl_error err;
    size_t size = 0;
    if (xl_cli_matrix_read(&list))
        return XL_EXIT_USAGE;
    char *text = xl_generated_read(template, &size, &err), *made = NULL;
    int status = XL_EXIT_USAGE;
    if (text)
        made = xl_workflow(template, text, &list, &size, &err);
    if (made && check) {
        status = xl_generated_check(file, made, size, made_files[what].command);
    } else if (made && !xl_generated_write(file, made, size, &err)) {
        status = XL_EXIT_OK;
    } else {
        fprintf(stderr, "crosslane: error: %s\n", err.text);
        status = made ? XL_EXIT_ENVIRONMENT : XL_EXIT_USAGE;
    }
    free(text);
    free(made);
    xl_row_list_free(&list);
    return status;
}

/* The host tool: picks the subcommand.
 * SPDX-License-Identifier: MIT
 *
 * Started through ./crosslane, which installs, builds, and knows the subcommands that are shell
 * scripts.
 */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "nearest.h"

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
} commands[] = {{"run", xl_cli_run},           {"list", xl_cli_list},  {"matrix", xl_cli_matrix},
                {"affected", xl_cli_affected}, {"plan", xl_cli_plan},  {"merge", xl_cli_merge},
                {"differ", xl_cli_differ},     {"sleef", xl_cli_sleef}};

int main(int argc, char **argv)
{
    /* With those of the shell, so that the nearest can be one of them. */
    static const char *const names[] = {"run", "list",   "differ",  "matrix", "test", "affected",
                                        "ci",  "doctor", "sysroot", "tools",  "help"};
    char nearest[100];
    for (size_t i = 0; argc > 1 && i < sizeof commands / sizeof commands[0]; i++)
        if (strcmp(commands[i].name, argv[1]) == 0)
            return commands[i].run(argc - 1, argv + 1);
    xl_nearest(argc > 1 ? argv[1] : "", names, sizeof names / sizeof names[0], nearest,
               sizeof nearest);
    fprintf(stderr, "crosslane: error: unknown command '%s'; the nearest: %s\n",
            argc > 1 ? argv[1] : "", nearest);
    return XL_EXIT_USAGE;
}

/* The host tool: picks the subcommand.
 * SPDX-License-Identifier: MIT
 *
 * Started through ./crosslane, which installs, builds, and knows the subcommands that are shell
 * scripts.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/environment.h"
#include "base/nearest.h"
#include "cli/cli.h"

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
} commands[] = {{"run", xl_cli_run},           {"list", xl_cli_list},
                {"matrix", xl_cli_matrix},     {"affected", xl_cli_affected},
                {"plan", xl_cli_plan},         {"merge", xl_cli_merge},
                {"differ", xl_cli_differ},     {"coverage", xl_cli_coverage},
                {"accuracy", xl_cli_accuracy}, {"sleef", xl_cli_sleef}};

/* A full disk must not look like a success. */
static int close_output(int status)
{
    if (fclose(stdout) == 0)
        return status;
    fprintf(stderr, "crosslane: error: cannot write standard output: %s\n", strerror(errno));
    return XL_EXIT_ENVIRONMENT;
}

int main(int argc, char **argv)
{
    /* With those of the shell, so that the nearest can be one of them. */
    static const char *const names[] = {"run",     "list",  "differ",   "coverage", "accuracy",
                                        "matrix",  "test",  "affected", "ci",       "doctor",
                                        "sysroot", "tools", "help"};
    char nearest[100];
    xl_environment_clear();
    for (size_t i = 0; argc > 1 && i < sizeof commands / sizeof commands[0]; i++)
        if (strcmp(commands[i].name, argv[1]) == 0)
            return close_output(commands[i].run(argc - 1, argv + 1));
    xl_nearest(argc > 1 ? argv[1] : "", names, sizeof names / sizeof names[0], nearest,
               sizeof nearest);
    fprintf(stderr, "crosslane: error: unknown command '%s'; the nearest: %s\n",
            argc > 1 ? argv[1] : "", nearest);
    return XL_EXIT_USAGE;
}

/* The host tool: picks the subcommand.
 * SPDX-License-Identifier: MIT
 *
 * Started through ./crosslane, which installs, builds, and knows the subcommands that are shell
 * scripts.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/processes.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "execute/bridge.h"
#include "remote/remote.h"
#include "run/bochs.h"

/* Scripts too, so that a similar name can be one of them. */
static const struct {
    const char *name;
    int (*run)(int argc, char **argv); /* NULL: ./crosslane does it */
} commands[] = {
#define XL_COMMAND(name, by, words, text) {#name, XL_RUN_##by(name)},
#define XL_FORM(name, words, text)
#define XL_GROUP(title)
#define XL_RUN_tool(name) xl_cli_##name
#define XL_RUN_script(name) NULL
#include "cli/commands.def"
#undef XL_COMMAND
#undef XL_FORM
#undef XL_GROUP
};

enum { XL_COMMANDS = sizeof commands / sizeof commands[0] };

/* A full disk must not look like a success. */
static int close_output(int status)
{
    if (xl_file_close(stdout) == 0)
        return status;
    fprintf(stderr, "crosslane: error: cannot write standard output: %s\n", strerror(errno));
    return XL_EXIT_ENVIRONMENT;
}

static int say_unknown(const char *wanted)
{
    const char *names[XL_COMMANDS];
    for (size_t i = 0; i < XL_COMMANDS; i++)
        names[i] = commands[i].name;
    if (*wanted)
        return xl_cli_unknown("command", wanted, names, XL_COMMANDS, "./crosslane help");
    xl_message("crosslane: error: missing command\n  help: ./crosslane help\n");
    return XL_EXIT_USAGE;
}

static int run_command(int argc, char **argv)
{
    for (size_t i = 0; argc > 1 && i < XL_COMMANDS; i++)
        if (commands[i].run && strcmp(commands[i].name, argv[1]) == 0)
            return commands[i].run(argc - 1, argv + 1);
    return say_unknown(argc > 1 ? argv[1] : "");
}

/* Of AddressSanitizer, where the tool is built with it: it would be run at exit. */
extern void __lsan_do_leak_check(void) __attribute__((weak));

/* Ends without exit's handlers: a library that a kernel module needs may have left one, and no code
 * but the tool's own decides on its exit status. */
int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], XL_BRIDGE_ARGUMENT) == 0)
        return xl_bridge(argc - 1, argv + 1);
    if (argc > 1 && strcmp(argv[1], XL_BOCHS_ARGUMENT) == 0)
        return xl_bochs(argc - 1, argv + 1);
    xl_environment_clear();
    xl_remote_hide_token();
    const int status = close_output(run_command(argc, argv));
    if (__lsan_do_leak_check)
        __lsan_do_leak_check();
    _exit(status);
}

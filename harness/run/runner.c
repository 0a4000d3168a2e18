/* Starts the agent of a row by its runner: over ssh, or by a command line of the environment.
 * SPDX-License-Identifier: MIT
 */
#include "run/runner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "execute/bridge.h"
#include "frames.h"
#include "results/checks.h"

enum {
    XL_RUNNER_START_MS = 120000, /* it may boot a machine first */
    /* Of what it writes: a relay under a local emulator makes a file as large as the host's. */
    XL_RUNNER_FILE_MIB = 2 * (XL_FILE_BYTES >> 20)
};

char *xl_runner_variable(const char *runner)
{
    return xl_format("CROSSLANE_RUNNER_%s", runner);
}

/* What the shell starts; NULL with err: the environment does not say. The caller frees it. */
static char *command_of(const struct xl_row *row, struct xl_error *err)
{
    char *variable = xl_runner_variable(row->runner), *script = NULL;
    const char *command = getenv(variable);
    if (row->host) {
        script = xl_join_path(xl_root(), "harness/run/over-ssh.sh");
    } else if (command && command[strspn(command, " ")]) {
        script = xl_format("exec %s \"$@\"", command);
    } else {
        xl_error_set(err, "no command line of runner '%s': set %s", row->runner, variable);
    }
    free(variable);
    return script;
}

enum xl_start xl_runner_start(const struct xl_row_job *job, struct xl_agent *agent,
                              struct xl_error *err)
{
    static const char *const environment[] = {XL_HEAP_VARIABLE "=" XL_HEAP_VALUE,
                                              "QEMU_SET_ENV=" XL_HEAP_VARIABLE "=" XL_HEAP_VALUE,
                                              NULL};
    const struct xl_row *row = job->row;
    char *script = command_of(row, err);
    if (!script)
        return XL_START_REFUSED;
    const char *argv[12 + XL_CHECKS] = {
        "/proc/self/exe", XL_BRIDGE_ARGUMENT, row->arch->big_endian ? "big" : "little", "/bin/sh"};
    size_t count = 4;
    if (row->host) {
        argv[count++] = script;
        argv[count++] = row->host;
    } else {
        argv[count++] = "-c";
        argv[count++] = script;
        argv[count++] = row->runner;
    }
    argv[count++] = job->agent;
    argv[count] = XL_STREAM_ARGUMENT;
    xl_check_tell(job->disabled_checks, argv);
    const struct xl_process usual = agent->process;
    agent->process.environment = environment;
    agent->process.is_confined = false; /* the kernels' process is elsewhere */
    agent->process.file_mib = XL_RUNNER_FILE_MIB;
    agent->start_limit_ms = XL_RUNNER_START_MS;
    const enum xl_start start = xl_agent_start(agent, argv, err);
    agent->process.is_confined = usual.is_confined; /* the control run is here */
    agent->process.file_mib = usual.file_mib;
    agent->start_limit_ms = 0;
    free(script);
    return start;
}

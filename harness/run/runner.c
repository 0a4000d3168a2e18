/* Starts the agent of a row by its runner: over ssh, or by a command line of the environment.
 * SPDX-License-Identifier: MIT
 */
#include "run/runner.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/signals.h"
#include "base/text.h"
#include "build/build.h"
#include "execute/bridge.h"
#include "frames.h"
#include "results/checks.h"
#include "run/bochs.h"

enum {
    XL_RUNNER_START_MS = 60000,
    XL_BOCHS_START_MS = 300000, /* it may boot a machine first */
    XL_LONGEST_PAUSE_S = 16,    /* until a runner that was there is tried again */
    /* Of what it writes: a relay under a local emulator makes a file as large as the host's. */
    XL_RUNNER_FILE_MIB = 2 * (XL_FILE_BYTES >> 20)
};

#define XL_SELF "/proc/self/exe"
/* Seconds: less than the usual limit of a call. A busy machine leaves Bochs little time. */
#define XL_SILENT "8"
#define XL_SILENT_BOCHS "100"

/* The variable with the command line of a runner. The caller frees it. */
static char *variable_of(const char *runner)
{
    return xl_format("CROSSLANE_RUNNER_%s", runner);
}

/* The tree of Bochs, made if it is missing, but tried once. NULL with err. */
static const char *bochs_tree(struct xl_error *err)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static char *tree;
    static bool is_tried;
    pthread_mutex_lock(&lock);
    if (!is_tried)
        tree = xl_build_make_tree("sysroots/mk-bochs", "bochs");
    is_tried = true;
    pthread_mutex_unlock(&lock);
    if (!tree)
        xl_error_set(err, "no tree of sysroots/mk-bochs: its message is above");
    return tree;
}

/* The command line of a runner that the environment names; NULL: it does not. */
static const char *command_of(const struct xl_row *row)
{
    char *variable = variable_of(row->runner);
    const char *command = getenv(variable);
    free(variable);
    return command && command[strspn(command, " ")] ? command : NULL;
}

enum { XL_MOST_WORDS = 16 };

/* A command line, and the text in it that is to be freed. */
struct command {
    const char *words[XL_MOST_WORDS + XL_CHECKS];
    size_t count;
    char *text;
};

static void add_word(struct command *c, const char *word)
{
    c->words[c->count++] = word;
}

/* What starts the agent, whose words follow. Returns 0, or -1 with err. */
static int add_runner(struct command *c, const struct xl_row *row, struct xl_error *err)
{
    if (xl_row_is_bochs(row)) {
        add_word(c, XL_SELF);
        add_word(c, XL_BOCHS_ARGUMENT);
        add_word(c, bochs_tree(err));
        add_word(c, row->qemu_cpu);
        return c->words[c->count - 2] ? 0 : -1;
    }
    add_word(c, "/bin/sh");
    if (row->host) {
        c->text = xl_join_path(xl_root(), "harness/run/over-ssh.sh");
        add_word(c, c->text);
        add_word(c, row->host);
        return 0;
    }
    if (!command_of(row)) {
        char *variable = variable_of(row->runner);
        xl_error_set(err, "set %s to its command line", variable);
        free(variable);
        return -1;
    }
    c->text = xl_format("exec %s \"$@\"", command_of(row));
    add_word(c, "-c");
    add_word(c, c->text);
    add_word(c, row->runner);
    return 0;
}

/* steps: a file (XL_FRAME_STEPS); "": the agent is not stepped. */
static enum xl_start start(const struct xl_row_job *job, struct xl_agent *agent, const char *steps,
                           struct xl_error *err)
{
    static const char *const environment[] = {XL_HEAP_VARIABLE "=" XL_HEAP_VALUE,
                                              "QEMU_SET_ENV=" XL_HEAP_VARIABLE "=" XL_HEAP_VALUE,
                                              NULL};
    const struct xl_row *row = job->row;
    struct command c = {.words = {XL_SELF, XL_BRIDGE_ARGUMENT,
                                  row->arch->big_endian ? "big" : "little",
                                  xl_row_is_bochs(row) ? XL_SILENT_BOCHS : XL_SILENT, steps},
                        .count = 1 + XL_BRIDGE_FIRST_WORDS};
    agent->is_absent = add_runner(&c, row, err) != 0;
    if (agent->is_absent)
        return XL_START_REFUSED;
    add_word(&c, job->agent);
    add_word(&c, XL_STREAM_ARGUMENT);
    if (*steps)
        add_word(&c, XL_STEPS_ARGUMENT);
    xl_check_tell(job->disabled_checks, c.words);
    const struct xl_process usual = agent->process;
    agent->is_bridge = true;
    agent->process.environment = environment;
    agent->process.is_confined = false; /* the kernels' process is elsewhere */
    agent->process.file_mib = XL_RUNNER_FILE_MIB;
    agent->start_limit_ms = xl_row_is_bochs(row) ? XL_BOCHS_START_MS : XL_RUNNER_START_MS;
    enum xl_start result = xl_agent_start(agent, c.words, err);
    for (unsigned pause_s = 1; result != XL_START_OK && agent->is_known && !*steps &&
                               pause_s <= XL_LONGEST_PAUSE_S && !xl_interrupted;
         pause_s *= 4) {
        sleep(pause_s);
        result = xl_agent_start(agent, c.words, err);
    }
    agent->is_known |= result == XL_START_OK;
    agent->process.is_confined = usual.is_confined; /* the control run is here */
    agent->process.file_mib = usual.file_mib;
    agent->start_limit_ms = 0;
    free(c.text);
    return result;
}

enum xl_start xl_runner_start(const struct xl_row_job *job, struct xl_agent *agent,
                              struct xl_error *err)
{
    return start(job, agent, "", err);
}

enum xl_start xl_runner_start_stepped(const struct xl_row_job *job, struct xl_agent *agent,
                                      int steps, struct xl_error *err)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)getpid(), steps);
    return start(job, agent, path, err);
}

/* The version of Bochs' package, as its tree's manifest has it. */
static void add_version(char *text, size_t size)
{
    struct xl_error err;
    const char *tree = bochs_tree(&err);
    char *manifest = tree ? xl_join_path(tree, "manifest") : NULL;
    size_t bytes;
    char *lines = manifest ? xl_file_read(manifest, &bytes, &err) : NULL;
    const char *line = lines ? strstr(lines, "\nbochs ") : NULL;
    if (line)
        xl_append(text, size, "%.*s", (int)strcspn(line + 6, "\n"), line + 6);
    free(lines);
    free(manifest);
}

void xl_runner_describe(const struct xl_row *row, char *text, size_t size)
{
    snprintf(text, size, "%s%s%s", row->runner, row->host ? " " : "", row->host ? row->host : "");
    if (xl_row_is_bochs(row))
        add_version(text, size);
}

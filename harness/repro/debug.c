/* Opens a failing call in gdb, on the emulator's stub or natively.
 * SPDX-License-Identifier: MIT
 *
 * The agent waits for gdb before its first instruction. When gdb continues it, it introduces itself
 * as usual. Then this process prepares the call, and the agent runs into gdb's breakpoint. gdb uses
 * the terminal while this process waits.
 */
#include "repro/reproduction.h"

#include <errno.h>
#include <fcntl.h>
#include <json-c/json.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/signals.h"
#include "build/build.h"
#include "execute/context.h"

enum { XL_SOCKET_WAIT_MS = 30000, XL_TICK_MS = 10, XL_QUIT_MS = 5000 };

struct session {
    const struct xl_reproduction *reproduction;
    const struct xl_debugger *debugger;
    bool batch;
    char directory[64], socket[80], data[80], program[80];
    char *script;
    /* The debugger, or 0. */
    pid_t pid;
};

static int find_on_path(bool is_native, struct xl_debugger *d, struct xl_error *err)
{
    d->path = xl_find_command("gdb-multiarch");
    if (!d->path && is_native)
        d->path = xl_find_command("gdb");
    return d->path ? 0
                   : xl_fail(err, "crosslane: error: CROSSLANE_TOOLS=host, but PATH has no "
                                  "gdb-multiarch: apt-get install -y --no-install-recommends "
                                  "gdb-multiarch");
}

int xl_debugger_find(bool is_native, struct xl_debugger *d, struct xl_error *err)
{
    const char *tools = getenv("CROSSLANE_TOOLS");
    *d = (struct xl_debugger){NULL, NULL};
    xl_error_set(err, "%s", "");
    if (tools && strcmp(tools, "host") == 0)
        return find_on_path(is_native, d, err);
    d->tree = xl_build_make_tree("sysroots/mk-debugger", "debugger");
    if (!d->tree)
        return -1;
    d->path = xl_join_path(d->tree, "usr/bin/gdb-multiarch");
    return 0;
}

void xl_debugger_free(struct xl_debugger *d)
{
    free(d->path);
    free(d->tree);
    *d = (struct xl_debugger){NULL, NULL};
}

static struct json_object *numbers_json(const uint64_t *numbers, size_t count)
{
    struct json_object *list = numbers ? json_object_new_array() : NULL;
    for (size_t i = 0; numbers && i < count; i++)
        json_object_array_add(list, json_object_new_uint64(numbers[i]));
    return list;
}

/* The offset of each row in the shared memory. */
static struct json_object *rows_json(const struct xl_buffer *buffer)
{
    struct json_object *list = json_object_new_array();
    for (size_t r = 0; r < buffer->rows; r++)
        json_object_array_add(list,
                              json_object_new_uint64(buffer->slot_at + xl_buffer_row(buffer, r)));
    return list;
}

static struct json_object *arg_json(const struct xl_captured_call *s, size_t k)
{
    const struct xl_captured_arg *a = &s->args[k];
    struct json_object *o = json_object_new_object(), *wrong = json_object_new_array();
    const bool is_buffer = xl_arg_is_buffer(a->arg);
    json_object_object_add(o, "name", json_object_new_string(a->arg->name));
    json_object_object_add(o, "type", json_object_new_string(xl_type_name(a->arg->type)));
    json_object_object_add(o, "size", json_object_new_uint64(xl_type_size(a->arg->type)));
    json_object_object_add(o, "rows", is_buffer ? rows_json(&s->buffers[k]) : NULL);
    json_object_object_add(
        o, "row_elements",
        json_object_new_uint64(is_buffer ? s->buffers[k].row_bytes / xl_type_size(a->arg->type)
                                         : 1));
    json_object_object_add(o, "bits", numbers_json(a->bits, a->elements));
    json_object_object_add(o, "expected", numbers_json(a->expected, a->elements));
    json_object_object_add(o, "got", numbers_json(a->got, a->elements));
    for (size_t i = 0; a->wrong && i < a->elements; i++)
        json_object_array_add(wrong, json_object_new_boolean(a->wrong[i]));
    json_object_object_add(o, "wrong", wrong);
    return o;
}

/* Adds the first wrong element, and its type, in which gdb prints vectors. */
static void add_wrong(struct json_object *o, const struct xl_captured_call *s)
{
    long arg = -1;
    size_t element = 0;
    enum xl_type type = s->arg_count ? s->args[0].arg->type : XL_u8;
    for (size_t k = 0; k < s->arg_count && arg < 0; k++)
        for (size_t i = 0; s->args[k].wrong && i < s->args[k].elements && arg < 0; i++)
            if (s->args[k].wrong[i]) {
                arg = (long)k;
                element = i;
                type = s->args[k].arg->type;
            }
    json_object_object_add(o, "wrong_arg", arg < 0 ? NULL : json_object_new_int64(arg));
    json_object_object_add(o, "wrong_element", json_object_new_uint64(element));
    json_object_object_add(o, "type", json_object_new_string(xl_type_name(type)));
}

static struct json_object *call_json(const struct session *d, const struct xl_captured_call *call)
{
    const struct xl_context *ctx = d->reproduction->ctx;
    const struct xl_row *row = d->reproduction->job->row;
    struct json_object *o = json_object_new_object(), *args = json_object_new_array(),
                       *lanes = json_object_new_object();
    char symbol[200];
    xl_captured_symbol(call, ctx->kernel->name, row->isa->name, symbol, sizeof symbol);
    json_object_object_add(o, "symbol", json_object_new_string(symbol));
    json_object_object_add(o, "message", json_object_new_string(call->finding.message));
    json_object_object_add(o, "program", json_object_new_string(d->program));
    json_object_object_add(o, "socket", json_object_new_string(row->native ? "" : d->socket));
    json_object_object_add(o, "environment",
                           json_object_new_string(XL_HEAP_VARIABLE " " XL_HEAP_VALUE));
    json_object_object_add(o, "big_endian", json_object_new_boolean(row->arch->big_endian));
    json_object_object_add(o, "batch", json_object_new_boolean(d->batch));
    json_object_object_add(o, "check", json_object_new_string(xl_check_name(call->finding.check)));
    json_object_object_add(o, "arch", json_object_new_string(row->arch->name));
    for (enum xl_type type = 0; type < XL_TYPES; type++)
        json_object_object_add(lanes, xl_type_name(type),
                               json_object_new_uint64(xl_lane_count(ctx, type)));
    json_object_object_add(o, "lanes", lanes);
    json_object_object_add(o, "vl_bits", json_object_new_int64(ctx->vl_bits));
    for (size_t k = 0; k < call->arg_count; k++)
        json_object_array_add(args, arg_json(call, k));
    json_object_object_add(o, "args", args);
    add_wrong(o, call);
    json_object_object_add(o, "overwrite_at",
                           call->overwrite_at < 0 ? NULL
                                                  : json_object_new_int64(call->overwrite_at));
    json_object_object_add(o, "dedicated_at", json_object_new_uint64(XL_DEDICATED_AT));
    json_object_object_add(o, "overwritten", json_object_new_int(call->overwritten));
    return o;
}

static int prepare(struct session *d, const struct xl_captured_call *call, struct xl_error *err)
{
    snprintf(d->directory, sizeof d->directory, "/tmp/crosslane-debug-XXXXXX");
    if (!mkdtemp(d->directory)) {
        xl_error_set(err, "crosslane: error: cannot create %s: %s", d->directory, strerror(errno));
        d->directory[0] = '\0';
        return -1;
    }
    snprintf(d->socket, sizeof d->socket, "%s/gdb", d->directory);
    snprintf(d->data, sizeof d->data, "%s/call.json", d->directory);
    snprintf(d->program, sizeof d->program, "%.79s", d->reproduction->job->agent);
    d->script = xl_join_path(xl_root(), "harness/repro/lanes.py");
    struct json_object *o = call_json(d, call);
    const int failed = json_object_to_file(d->data, o);
    json_object_put(o);
    if (failed)
        xl_error_set(err, "crosslane: error: cannot write %s", d->data);
    return failed;
}

static void clear(struct session *d)
{
    free(d->script);
    remove(d->socket);
    remove(d->data);
    if (d->directory[0])
        rmdir(d->directory);
}

/* Runs the debugger, after fork. fds: those of a native agent, which the debugger starts. NULL: the
 * debugger waits for the emulator's socket. */
static _Noreturn void exec_debugger(const struct session *d, const int *fds)
{
    const char *sources = xl_format("set substitute-path /crosslane-root %s", xl_root());
    const char *argv[] = {d->debugger->path, "-q", "-nx", "-iex", sources, "-x",
                          d->script,         NULL, NULL};
    if (d->debugger->tree) {
        setenv("PYTHONHOME", xl_join_path(d->debugger->tree, "usr"), 1);
        argv[7] = xl_format("--data-directory=%s/usr/share/gdb", d->debugger->tree);
    }
    int high[XL_PROCESS_FDS];
    signal(SIGINT, SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    setenv("CROSSLANE_DEBUG", d->data, 1);
    for (int i = 0; fds && i < XL_PROCESS_FDS; i++)
        high[i] = fcntl(fds[i], F_DUPFD_CLOEXEC, 100);
    for (int i = 0; fds && i < XL_PROCESS_FDS; i++)
        dup2(high[i], 3 + i);
    const int null = d->batch ? open("/dev/null", O_RDONLY | O_CLOEXEC) : -1;
    if (null >= 0)
        dup2(null, 0);
    for (int waited = 0; !fds && access(d->socket, F_OK) && waited < XL_SOCKET_WAIT_MS;
         waited += XL_TICK_MS)
        usleep(1000 * XL_TICK_MS);
    execv(d->debugger->path, (char *const *)(uintptr_t)argv);
    _exit(127);
}

static int start_debugger(struct session *d, const int *fds, struct xl_error *err)
{
    fflush(stdout);
    d->pid = fork();
    if (d->pid == 0)
        exec_debugger(d, fds);
    if (d->pid > 0)
        return 0;
    d->pid = 0;
    return xl_fail(err, "cannot start %s: %s", d->debugger->path, strerror(errno));
}

/* For xl_agent_start_by. A native agent is a child of the debugger, and ends with it. */
static int start_agent(void *data, struct xl_process *p, const int fds[XL_PROCESS_FDS],
                       struct xl_error *err)
{
    struct session *d = data;
    const struct xl_row_job *job = d->reproduction->job;
    const char *argv[] = {job->emulator,      "-g",       d->socket, "-cpu",
                          job->row->qemu_cpu, job->agent, NULL};
    if (start_debugger(d, job->row->native ? fds : NULL, err))
        return -1;
    return job->row->native ? 0 : xl_process_start(p, argv, fds, err);
}

/* Waits for the end of the debugger, and ends it if this process is interrupted. Returns its wait
 * status. */
static int await_debugger(struct session *d)
{
    int signalled = 0, status = 0;
    for (int waited = 0; d->pid; waited += XL_TICK_MS) {
        const pid_t ended = waitpid(d->pid, &status, WNOHANG);
        if (ended == d->pid || (ended < 0 && errno == ECHILD)) {
            d->pid = 0;
        } else if (xl_interrupted && !signalled) {
            kill(d->pid, SIGTERM);
            signalled = 1;
            waited = 0;
        } else if (signalled && waited > XL_QUIT_MS) {
            kill(d->pid, SIGKILL);
        }
        usleep(1000 * XL_TICK_MS);
    }
    return status;
}

/* Makes the call with its captured inputs. */
static void make_call(const struct xl_context *ctx, const struct xl_captured_call *call)
{
    struct xl_explicit_inputs explicit_inputs = {{NULL}};
    uint8_t *inputs[XL_MAX_ARGS] = {NULL};
    struct xl_case c = call->c;
    int detail;
    c.explicit_inputs = &explicit_inputs;
    for (size_t k = 0; k < call->arg_count; k++) {
        const struct xl_captured_arg *a = &call->args[k];
        inputs[k] = a->bits ? xl_alloc(a->elements, 8) : NULL;
        for (size_t i = 0; inputs[k] && i < a->elements; i++)
            xl_bits_set(a->arg->type, inputs[k], i, a->bits[i]);
        explicit_inputs.elements[k] = inputs[k];
    }
    ctx->workspace->calls[0].c = c;
    if (xl_prepare_batch(ctx, 1, NULL) == XL_STATUS_OK)
        xl_agent_run(ctx->agent, 1, 1, INT_MAX, &detail);
    for (size_t k = 0; k < call->arg_count; k++)
        free(inputs[k]);
}

int xl_debug(const struct xl_reproduction *s, const struct xl_captured_call *call,
             const struct xl_debugger *debugger, bool batch, struct xl_error *err)
{
    struct session d = {.reproduction = s, .debugger = debugger, .batch = batch};
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    if (prepare(&d, call, err)) {
        clear(&d);
        return -1;
    }
    sigaction(SIGINT, &ignore, &before); /* the debugger handles it */
    xl_agent_poison_heap(s->ctx->agent, s->job->row->native);
    const enum xl_start started = xl_agent_start_by(s->ctx->agent, start_agent, &d, err);
    if (started == XL_START_OK)
        make_call(s->ctx, call);
    else if (d.pid)
        kill(d.pid, SIGTERM);
    const bool failed = await_debugger(&d) || started != XL_START_OK;
    xl_agent_stop(s->ctx->agent);
    sigaction(SIGINT, &before, NULL);
    clear(&d);
    if (failed && started == XL_START_OK)
        xl_error_set(err, "crosslane: error: %s failed", debugger->path);
    return failed ? -1 : 0;
}

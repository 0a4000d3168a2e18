/* The process that calls the references of a worker.
 * SPDX-License-Identifier: MIT
 */
#include "execute/calls.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>

#include "agent/leftovers.h"
#include "base/clock.h"
#include "base/signals.h"
#include "oracle/module.h"
#include "oracle/reference.h"
#include "oracle/strides.h"

enum { XL_POLL_MS = 20, XL_REFERENCE_FILE_MIB = 64 };

/* ---- The workspaces, which a worker shares with its reference processes ---- */

/* A mapping has sets of slots for all arguments: large, swapped, saved_outputs; and 4 + 4 + 1 that
 * the reference process writes: expected, flushed_expected, flushed_input. And two single slots. */
enum { XL_SETS = 3, XL_WRITTEN_SETS = 9, XL_SINGLE_SLOTS = 2 };

static size_t mapping_bytes(size_t slot_bytes)
{
    return ((XL_SETS + XL_WRITTEN_SETS) * XL_MAX_ARGS + XL_SINGLE_SLOTS) * slot_bytes;
}

static void *map(size_t bytes)
{
    return mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1,
                0);
}

/* Replaces the slots by slots of this size. Ends the reference process, which has the old ones. */
static bool map_slots(struct xl_workspace *w, size_t slot_bytes)
{
    const size_t set = XL_MAX_ARGS * slot_bytes;
    uint8_t *at = map(mapping_bytes(slot_bytes));
    if (at == MAP_FAILED)
        return false;
    xl_process_kill(&w->references);
    if (w->large)
        munmap(w->large, mapping_bytes(w->slot_bytes));
    w->slot_bytes = slot_bytes;
    w->large = at;
    w->swapped = w->large + set;
    w->saved_outputs = w->swapped + set;
    w->output = w->saved_outputs + set;
    w->expected_slot = w->output + slot_bytes;
    w->expected = w->expected_slot + slot_bytes;
    w->flushed_expected = w->expected + 4 * set;
    w->flushed_input = w->flushed_expected + 4 * set;
    return true;
}

static struct xl_workspace *new_workspace(void)
{
    struct xl_workspace *w = map(sizeof *w);
    if (w == MAP_FAILED)
        return NULL;
    w->references.output = -1;
    if (map_slots(w, XL_LARGE_BYTES))
        return w;
    munmap(w, sizeof *w);
    return NULL;
}

static void free_workspace(struct xl_workspace *w)
{
    if (!w)
        return;
    xl_process_free(&w->references);
    munmap(w->large, mapping_bytes(w->slot_bytes));
    munmap(w, sizeof *w);
}

struct xl_workspace *xl_workspace_new(void)
{
    struct xl_workspace *w = new_workspace();
    if (!w)
        return NULL;
    w->other = new_workspace();
    if (!w->other) {
        free_workspace(w);
        return NULL;
    }
    w->other->other = w;
    return w;
}

void xl_workspace_free(struct xl_workspace *w)
{
    xl_function_forget(); /* of this worker */
    if (w)
        free_workspace(w->other);
    free_workspace(w);
}

void xl_workspace_protect(struct xl_workspace *w, int protection)
{
    mprotect(w, sizeof *w, protection);
    mprotect(w->large, mapping_bytes(w->slot_bytes), protection);
}

bool xl_workspace_make_room(struct xl_workspace *w, size_t slot_bytes)
{
    return w->slot_bytes >= slot_bytes || map_slots(w, slot_bytes);
}

bool xl_workspace_shrink(struct xl_workspace *w)
{
    if (w->slot_bytes <= XL_LARGE_BYTES)
        return false;
    map_slots(w, XL_LARGE_BYTES);
    return true;
}

/* ---- Calls of the reference ---- */

static size_t slot_of(const struct xl_workspace *w, const struct xl_prepared_call *p, size_t k)
{
    return p->small ? ((size_t)(p - w->calls) * p->slots + k) * XL_SMALL_BYTES : k * w->slot_bytes;
}

uint8_t *xl_expected(struct xl_workspace *w, const struct xl_prepared_call *p, size_t k)
{
    return w->expected + 4 * slot_of(w, p, k);
}

uint8_t *xl_flushed_expected(struct xl_workspace *w, const struct xl_prepared_call *p, size_t k)
{
    return w->flushed_expected + 4 * slot_of(w, p, k);
}

uint8_t *xl_flushed_input(struct xl_workspace *w, const struct xl_prepared_call *p, size_t k)
{
    return w->flushed_input + slot_of(w, p, k);
}

/* What a reference reads. With `flush`, a copy without subnormals. */
static const uint8_t *input_of(struct xl_workspace *w, const struct xl_arg *arg,
                               const struct xl_prepared_call *p, size_t k, bool flush)
{
    const struct xl_buffer *b = &p->buffers[k];
    if (!flush || !xl_arg_is_read(arg))
        return b->data;
    uint8_t *input = xl_flushed_input(w, p, k);
    memcpy(input, b->data, b->elements * xl_type_size(arg->type));
    xl_flush_subnormals(arg->type, input, b->elements);
    return input;
}

/* Fills the table with pointers to the rows of argument k, which follow each other. */
static uintptr_t *fill_row_table(const struct xl_kernel *kernel, size_t k,
                                 const struct xl_prepared_call *p, uintptr_t elements,
                                 uintptr_t table[XL_TABLE_ROWS])
{
    const struct xl_arg *arg = &kernel->args[k];
    const size_t size = xl_arg_reference_size(kernel, arg);
    for (size_t r = 0; r < p->buffers[k].rows && r < XL_TABLE_ROWS; r++)
        table[r] = elements + r * xl_row_elements(arg, &p->c) * size;
    return table;
}

/* Calls the reference of a prepared call. With `flush`, on inputs without subnormals, in the call's
 * own mode if that is XL_FLUSHING. Returns the flags that it raised. */
static int call_reference(struct xl_workspace *w, const struct xl_kernel *kernel,
                          const struct xl_prepared_call *p, bool flush)
{
    uintptr_t args[XL_MAX_ARGS] = {0}, passed[XL_MAX_ARGS], tables[XL_MAX_ARGS][XL_TABLE_ROWS];
    for (size_t k = 0; kernel->args[k].kind; k++) {
        const struct xl_arg *arg = &kernel->args[k];
        const struct xl_buffer *b = &p->buffers[k];
        uint8_t *expected = flush ? xl_flushed_expected(w, p, k) : xl_expected(w, p, k);
        if (arg->kind == XL_ARG_STRIDE) {
            args[k] = (uintptr_t)xl_reference_stride(kernel, k, &p->c);
            continue;
        }
        if (arg->kind == XL_ARG_COUNT || arg->kind == XL_ARG_SIZE || arg->kind == XL_ARG_VALUE) {
            args[k] = b->value;
            if (flush && arg->kind == XL_ARG_VALUE && xl_is_subnormal(arg->type, b->value))
                args[k] &= 0x80000000;
            continue;
        }
        const uint8_t *input = input_of(w, arg, p, k, flush);
        if (arg->kind == XL_ARG_INOUT)
            xl_reference_load(kernel, arg->type, expected, input, b->elements);
        args[k] = (uintptr_t)(arg->kind == XL_ARG_IN ? input : expected);
    }
    memcpy(passed, args, sizeof passed);
    for (size_t k = 0; kernel->args[k].kind; k++)
        if (kernel->args[k].by_pointers)
            passed[k] = (uintptr_t)fill_row_table(kernel, k, p, args[k], tables[k]);
    const enum xl_rounding exact =
        p->c.rounding == XL_FLUSHING && !flush ? XL_TO_NEAREST : p->c.rounding;
    int flags = xl_reference_call(kernel, exact, passed);
    for (size_t k = 0; flush && kernel->args[k].kind; k++) {
        const struct xl_arg *arg = &kernel->args[k];
        if (xl_arg_is_written(arg) || arg->kind == XL_ARG_RESULT)
            xl_reference_flush(kernel, arg->type, (void *)args[k],
                               xl_arg_is_written(arg) ? p->buffers[k].elements : 1);
    }
    return flags;
}

/* Whether the reference reads a subnormal. */
static bool reads_subnormals(const struct xl_kernel *kernel, const struct xl_prepared_call *p)
{
    bool reads = false;
    for (size_t k = 0; kernel->args[k].kind && !reads; k++) {
        const struct xl_arg *arg = &kernel->args[k];
        const struct xl_buffer *b = &p->buffers[k];
        if (arg->kind == XL_ARG_VALUE)
            reads = xl_is_subnormal(arg->type, b->value);
        else if (xl_arg_is_read(arg))
            reads = xl_has_subnormals(arg->type, b->data, b->elements);
    }
    return reads;
}

/* What an ISA or a call that flushes gives. Without subnormals among the inputs the reference would
 * say the same again, so it is not called: armhf's rows would need twice as many calls. */
static void call_flushed(struct xl_workspace *w, const struct xl_kernel *kernel,
                         const struct xl_prepared_call *p)
{
    if (p->c.rounding == XL_FLUSHING || reads_subnormals(kernel, p)) {
        call_reference(w, kernel, p, true);
        return;
    }
    for (size_t k = 0; kernel->args[k].kind; k++) {
        const struct xl_arg *arg = &kernel->args[k];
        const bool is_result = arg->kind == XL_ARG_RESULT;
        const size_t count = is_result ? 1 : p->buffers[k].elements;
        input_of(w, arg, p, k, true); /* the comparison reads it, too */
        if (!is_result && !xl_arg_is_written(arg))
            continue;
        uint8_t *expected = xl_flushed_expected(w, p, k);
        memcpy(expected, xl_expected(w, p, k), count * xl_reference_size(kernel, arg->type));
        xl_reference_flush(kernel, arg->type, expected, count);
    }
}

static void prepare(const struct xl_kernel *kernel, const struct xl_prepared_call *p)
{
    for (size_t k = 0; kernel->args[k].kind; k++)
        if (xl_arg_is_read(&kernel->args[k]))
            xl_prepare_input(kernel, k, &p->c, p->buffers[k].data);
}

static void protect_inputs(struct xl_workspace *w, int protection)
{
    mprotect(w->small, sizeof w->small, protection);
    mprotect(w->large, (size_t)(w->swapped - w->large), protection);
}

/* Runs the process. Memory of the worker is read-only, so that a wild store cannot change it. */
static _Noreturn void run_process(struct xl_workspace *w)
{
    struct xl_reference_request *e = &w->request;
    mprotect(w, offsetof(struct xl_workspace, request), PROT_READ);
    mprotect(w->large, (size_t)(w->expected - w->large), PROT_READ);
    xl_workspace_protect(w->other, PROT_READ);
    xl_leftovers_begin_first();
    xl_module_run_all_constructors();
    xl_leftovers_begin();
    xl_leftovers_snapshot(0);
    for (;;) {
        while (sem_wait(&e->todo)) {
        }
        const struct xl_reference_request request = *e;
        if (request.prepare)
            protect_inputs(w, PROT_READ | PROT_WRITE);
        for (unsigned i = 0; i < request.calls; i++) {
            atomic_store(&e->progress, i);
            if (request.prepare)
                prepare(request.kernel, &w->calls[i]);
            else
                e->flags[i] = call_reference(w, request.kernel, &w->calls[i], false);
            if (request.flush || (!request.prepare && w->calls[i].c.rounding == XL_FLUSHING))
                call_flushed(w, request.kernel, &w->calls[i]);
        }
        if (request.prepare)
            protect_inputs(w, PROT_READ);
        if (request.check_leftovers)
            xl_leftovers_check(0, &e->leftovers);
        sem_post(&e->done);
    }
}

/* Sends a request to the process, which is started if there is none. */
static void send_request(const struct xl_context *ctx, unsigned calls, bool prepare,
                         bool check_leftovers)
{
    struct xl_workspace *w = ctx->workspace;
    struct xl_reference_request *e = &w->request;
    struct xl_error err;
    e->kernel = ctx->kernel;
    e->calls = calls;
    e->prepare = prepare;
    e->check_leftovers = check_leftovers;
    e->flush = !prepare && ctx->flushes;
    atomic_store(&e->progress, 0);
    if (!w->references.pid) {
        w->references.file_mib = XL_REFERENCE_FILE_MIB;
        w->references.is_confined = true;
        sem_init(&e->todo, 1, 0);
        sem_init(&e->done, 1, 0);
        if (xl_process_fork(&w->references, &err) == 1)
            run_process(w);
    }
    sem_post(&e->todo);
}

static struct timespec after_ms(long milliseconds)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    t.tv_nsec += milliseconds * 1000000;
    t.tv_sec += t.tv_nsec / 1000000000;
    t.tv_nsec %= 1000000000;
    return t;
}

/* Waits for the request. *detail: as of xl_agent_run. The limit restarts with each call. */
static enum xl_call_status await_request(const struct xl_context *ctx, int *detail)
{
    struct xl_reference_request *e = &ctx->workspace->request;
    struct xl_process *p = &ctx->workspace->references;
    const int limit_ms = e->check_leftovers ? (int)XL_LEFTOVERS_LIMIT_MS : ctx->call_limit_ms;
    struct xl_limit limit = xl_limit_of(limit_ms / 1e3, p->pid);
    unsigned progress = 0;
    for (;;) {
        const struct timespec poll = after_ms(XL_POLL_MS);
        int status = 0;
        const bool is_done = p->pid && sem_clockwait(&e->done, CLOCK_MONOTONIC, &poll) == 0;
        if (xl_interrupted) /* also if it is done, because a caller may have many requests */
            return XL_STATUS_INTERRUPTED;
        if (is_done)
            return XL_STATUS_OK;
        if (!p->pid)
            return XL_STATUS_PROTOCOL_ERROR; /* it did not start */
        if (xl_process_wait(p, 0, &status)) {
            *detail = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
            return WIFSIGNALED(status) ? XL_STATUS_SIGNAL : XL_STATUS_EXIT;
        }
        if (atomic_load(&e->progress) != progress) {
            progress = atomic_load(&e->progress);
            limit = xl_limit_of(limit_ms / 1e3, p->pid);
        } else if (xl_limit_is_over(&limit)) {
            return XL_STATUS_TIMEOUT;
        }
    }
}

static void add_reference_finding(const struct xl_context *ctx, enum xl_call_status status,
                                  int detail, unsigned call, struct xl_kernel_result *result)
{
    const struct xl_prepared_call *p = &ctx->workspace->calls[call];
    const char *who = ctx->workspace->request.prepare ? "its .prepare" : "its reference";
    char said[200];
    struct xl_finding *f = xl_new_finding(ctx, result, XL_CHECK_reference, p, NULL);
    if (!f)
        return;
    xl_process_tail(&ctx->workspace->references, said, sizeof said);
    if (status == XL_STATUS_SIGNAL) {
        f->signal = detail;
        snprintf(f->message, sizeof f->message, "%s crashed with signal %d (%s) on the host%s%s%s",
                 who, detail, strsignal(detail), xl_signal_words(detail), said[0] ? ": " : "",
                 said);
    } else if (status == XL_STATUS_EXIT) {
        snprintf(f->message, sizeof f->message,
                 "%s exited (%d) on the host instead of returning%s%s", who, detail,
                 said[0] ? ": " : "", said);
    } else {
        snprintf(f->message, sizeof f->message, "%s did not return within %d s on the host", who,
                 ctx->call_limit_ms / 1000);
    }
    xl_describe_inputs(ctx->kernel, p, XL_NO_ELEMENT, f->inputs, sizeof f->inputs);
}

/* Waits for the request. If it fails, ends the process and adds a finding. Returns the number of
 * finished calls. */
static unsigned finish(const struct xl_context *ctx, enum xl_call_status *status,
                       struct xl_kernel_result *result)
{
    struct xl_reference_request *e = &ctx->workspace->request;
    int detail = 0;
    unsigned calls = e->calls;
    *status = await_request(ctx, &detail);
    if (*status == XL_STATUS_OK)
        return calls;
    xl_process_kill(&ctx->workspace->references);
    unsigned done = atomic_load(&e->progress);
    if (done >= calls) /* the reference may have written there; or there are no calls */
        done = calls ? calls - 1 : 0;
    if (*status == XL_STATUS_INTERRUPTED)
        return done;
    if (result && *status == XL_STATUS_PROTOCOL_ERROR) {
        result->outcome = XL_NOT_RUN;
        snprintf(result->reason, sizeof result->reason,
                 "cannot start the process for its reference");
    } else if (result) {
        add_reference_finding(ctx, *status, detail, done, result);
    }
    *status = XL_STATUS_NO_REFERENCE;
    return done;
}

enum xl_call_status xl_reference_prepare(const struct xl_context *ctx, unsigned calls,
                                         struct xl_kernel_result *result)
{
    enum xl_call_status status = XL_STATUS_OK;
    if (!ctx->kernel->prepare)
        return status;
    send_request(ctx, calls, true, false);
    finish(ctx, &status, result);
    return status;
}

void xl_reference_submit(const struct xl_context *ctx, unsigned calls)
{
    send_request(ctx, calls, false, false);
}

unsigned xl_reference_wait(const struct xl_context *ctx, enum xl_call_status *status,
                           struct xl_kernel_result *result)
{
    return finish(ctx, status, result);
}

enum xl_call_status xl_reference_leftovers(const struct xl_context *ctx,
                                           struct xl_leftovers *leftovers,
                                           struct xl_kernel_result *result)
{
    enum xl_call_status status = XL_STATUS_OK;
    *leftovers = (struct xl_leftovers){0};
    if (!ctx->workspace->references.pid)
        return status;
    send_request(ctx, 0, false, true);
    finish(ctx, &status, result);
    if (status == XL_STATUS_OK)
        *leftovers = ctx->workspace->request.leftovers;
    return status;
}

void xl_reference_stop(const struct xl_context *ctx)
{
    xl_process_kill(&ctx->workspace->references);
    xl_process_kill(&ctx->workspace->other->references);
}

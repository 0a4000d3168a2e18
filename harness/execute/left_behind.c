/* Reports what a kernel and its reference have left behind in their processes, and calls that use
 * much stack.
 * SPDX-License-Identifier: MIT
 */
#include "execute/context.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "oracle/shape.h"
#include "oracle/strides.h"
#include "results/checks.h"

/* Numbers of <sys/resource.h>, which are the same on every architecture here. */
static const char *const limits[] = {
    "RLIMIT_CPU",      "RLIMIT_FSIZE", "RLIMIT_DATA",   "RLIMIT_STACK",
    "RLIMIT_CORE",     "RLIMIT_RSS",   "RLIMIT_NPROC",  "RLIMIT_NOFILE",
    "RLIMIT_MEMLOCK",  "RLIMIT_AS",    "RLIMIT_LOCKS",  "RLIMIT_SIGPENDING",
    "RLIMIT_MSGQUEUE", "RLIMIT_NICE",  "RLIMIT_RTPRIO", "RLIMIT_RTTIME"};
enum { XL_LIMITS = sizeof limits / sizeof limits[0], XL_SIGNALS = 64, XL_LEFT_TEXT = 400 };

static const struct {
    uint64_t bit;
    const char *words;
} leftover_kinds[] = {{XL_LEFTOVER_THREAD, "left a thread running"},
                      {XL_LEFTOVER_PROCESS, "left a process behind"},
                      {XL_LEFTOVER_ALARM, "left an alarm or another interval timer running"},
                      {XL_LEFTOVER_TIMER, "left a timer of timer_create"},
                      {XL_LEFTOVER_STACK, "changed the stack of signal handlers"},
                      {XL_LEFTOVER_FILE, "left a file open, or closed one"},
                      {XL_LEFTOVER_LENGTH, "changed the vector length"},
                      {XL_LEFTOVER_MODES, "or another one changed the floating-point control in a "
                                          "static initialiser, as -ffast-math does"}};

static void add_item(char *text, const char *before, const char *item)
{
    xl_append(text, XL_LEFT_TEXT, "%s%s%s", *text ? ", " : "", before, item);
}

/* Adds signals, after one `what` for all of them. */
static void add_signals(uint64_t signals, const char *what, char *text)
{
    char name[40];
    for (int i = 1; i <= XL_SIGNALS; i++) {
        if ((signals >> (i - 1) & 1) == 0)
            continue;
        if (sigabbrev_np(i))
            snprintf(name, sizeof name, "SIG%s", sigabbrev_np(i));
        else
            snprintf(name, sizeof name, "signal %d", i);
        add_item(text, what, name);
        what = "";
    }
}

/* "blocked SIGSEGV, SIGUSR2, left a thread running", for example; or "". */
static void describe(const struct xl_leftovers *left, char text[XL_LEFT_TEXT])
{
    const char *what = "changed the limit ";
    text[0] = '\0';
    add_signals(left->blocked, "blocked ", text);
    add_signals(left->actions, "changed the action of ", text);
    for (size_t i = 0; i < XL_LIMITS; i++)
        if (left->limits >> i & 1) {
            add_item(text, what, limits[i]);
            what = "";
        }
    for (size_t i = 0; i < sizeof leftover_kinds / sizeof leftover_kinds[0]; i++)
        if (left->kinds & leftover_kinds[i].bit)
            add_item(text, "", leftover_kinds[i].words);
}

static void add_leftovers_finding(const struct xl_context *ctx, const char *who,
                                  enum xl_check check, const struct xl_leftovers *left,
                                  struct xl_kernel_result *result)
{
    char text[XL_LEFT_TEXT];
    describe(left, text);
    if (text[0])
        xl_add_finding(ctx, result, check, NULL, NULL, "%s %s, and did not undo that", who, text);
}

/* Whoever calls a function again and again runs out of memory. A thread that runs has some. */
static void check_heap(const struct xl_context *ctx, const struct xl_leftovers *left,
                       struct xl_kernel_result *result)
{
    if (result->heap_left && !(left->kinds & XL_LEFTOVER_THREAD))
        xl_add_finding(ctx, result, XL_CHECK_state, NULL, NULL,
                       "the kernel left %llu byte%s of the heap allocated in %zu call%s that it "
                       "had returned from before: a leak",
                       (unsigned long long)result->heap_left, xl_s(result->heap_left),
                       result->heap_calls, xl_s(result->heap_calls));
}

/* Checks the guest. A forked process has been reported by the call. */
static enum xl_call_status check_kernel(const struct xl_context *ctx,
                                        struct xl_kernel_result *result)
{
    const uint64_t signal_bit = UINT64_C(1) << (SIGUSR2 - 1);
    int detail = 0;
    xl_agent_check_leftovers(ctx->agent);
    const enum xl_call_status status =
        xl_agent_run(ctx->agent, 0, 1, XL_LEFTOVERS_LIMIT_MS, &detail);
    if (status == XL_STATUS_INTERRUPTED)
        return status;
    if (status != XL_STATUS_OK) {
        xl_add_status_finding(ctx, &ctx->workspace->calls[0], status, detail, result);
        return status;
    }
    struct xl_leftovers left = xl_agent_leftovers(ctx->agent);
    left.kinds &= ~(uint64_t)XL_LEFTOVER_PROCESS;
    add_leftovers_finding(ctx, "the kernel", XL_CHECK_state, &left, result);
    check_heap(ctx, &left, result);
    if (result->signals_lost && ((left.blocked | left.actions) & signal_bit) == 0)
        xl_add_finding(ctx, result, XL_CHECK_signals, NULL, NULL,
                       "SIGUSR2, sent during a call, never reached its handler: the kernel ignores "
                       "or takes it, so data below the stack pointer is not checked");
    return status;
}

/* Checks one of the two reference processes. */
static enum xl_call_status check_references(const struct xl_context *ctx,
                                            struct xl_kernel_result *result)
{
    struct xl_leftovers left;
    const enum xl_call_status status = xl_reference_leftovers(ctx, &left, result);
    add_leftovers_finding(
        ctx, ctx->kernel->prepare ? "its reference, or its .prepare," : "its reference",
        XL_CHECK_reference, &left, result);
    return status;
}

enum xl_call_status xl_check_left_behind(const struct xl_context *ctx,
                                         struct xl_kernel_result *result)
{
    struct xl_context other = *ctx;
    other.workspace = ctx->workspace->other;
    enum xl_call_status status = xl_check_is_disabled(ctx->disabled_checks, XL_CHECK_state)
                                     ? XL_STATUS_OK
                                     : check_kernel(ctx, result);
    if (status == XL_STATUS_OK)
        status = check_references(ctx, result);
    if (status == XL_STATUS_OK && result->outcome == XL_PASS)
        status = check_references(&other, result);
    return status;
}

/* ---- Calls whose stack grows with their buffers. Threads have stacks of 128 KiB (musl) to 8 MiB
 * ---- */

enum {
    /* Bytes that are watched in each large call: few, because each time they are filled and read.
     */
    XL_FIRST_WATCHED = 32 << 10,
    /* Usual kernels need less. Those that need more have a frame of constant size, or recurse. */
    XL_MUCH_STACK = 8 << 10,
    /* Enough for four arrays as long as the buffers of usual calls, and less than the least stack
     * that systems give a main thread, 512 KiB. */
    XL_WATCHED = 384 << 10,
    /* From one call to the next. More than a level of recursion, of a kernel that needs
     * XL_MUCH_STACK in all. */
    XL_LEAST_GROWTH = 3 << 9
};

void xl_watch_stack(const struct xl_context *ctx)
{
    xl_agent_watch_stack(ctx->agent, XL_FIRST_WATCHED);
}

void xl_note_stack(const struct xl_context *ctx, const struct xl_case *c)
{
    const size_t used = xl_agent_used_stack(ctx->agent);
    if (used > ctx->stack_use->bytes)
        *ctx->stack_use = (struct xl_stack_use){used, *c};
}

/* The stack of a call with so many quarters of the elements. */
static enum xl_call_status measure(const struct xl_context *ctx, const struct xl_case *c,
                                   size_t quarters, size_t *n, size_t *used,
                                   struct xl_kernel_result *result)
{
    struct xl_prepared_call *p = &ctx->workspace->calls[0];
    int detail = 0;
    p->c = *c;
    p->c.n = *n = xl_valid_n(ctx->kernel, c->n / 4 * quarters);
    xl_fit_rows(ctx->kernel, &p->c);
    enum xl_call_status status = xl_prepare_batch(ctx, 1, result);
    if (status != XL_STATUS_OK)
        return status;
    xl_agent_watch_stack(ctx->agent, XL_WATCHED);
    status = xl_agent_run(ctx->agent, 1, 1, ctx->call_limit_ms, &detail);
    if (status != XL_STATUS_OK && status != XL_STATUS_INTERRUPTED)
        xl_add_status_finding(ctx, p, status, detail, result);
    *used = xl_agent_used_stack(ctx->agent);
    return status;
}

#define THREADS "Threads have as little as 128 KiB"

enum xl_call_status xl_check_stack(const struct xl_context *ctx, struct xl_kernel_result *result)
{
    enum { HALF = 2, MEASURED = 3 };
    enum xl_call_status status = XL_STATUS_OK;
    size_t n[MEASURED], used[MEASURED];
    if (ctx->stack_use->bytes < XL_MUCH_STACK ||
        xl_check_is_disabled(ctx->disabled_checks, XL_CHECK_state))
        return XL_STATUS_OK;
    for (size_t i = 0; i < MEASURED; i++) {
        status = measure(ctx, &ctx->stack_use->c, HALF + i, &n[i], &used[i], result);
        if (status != XL_STATUS_OK)
            return status;
        if (i &&
            (n[i] <= n[i - 1] || (used[i] < used[i - 1] + XL_LEAST_GROWTH && used[i] < XL_WATCHED)))
            return XL_STATUS_OK;
    }
    if (used[0] >= XL_WATCHED)
        xl_add_finding(ctx, result, XL_CHECK_state, NULL, NULL,
                       "the kernel uses %zu bytes of stack or more for n = %zu. " THREADS, used[0],
                       n[0]);
    else
        xl_add_finding(ctx, result, XL_CHECK_state, NULL, NULL,
                       "the kernel's stack grows as an array of n elements does: %zu bytes for "
                       "n = %zu, %zu bytes%s for n = %zu. " THREADS,
                       used[0], n[0], used[MEASURED - 1],
                       used[MEASURED - 1] < XL_WATCHED ? "" : " or more", n[MEASURED - 1]);
    return XL_STATUS_OK;
}

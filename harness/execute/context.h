/* What the files that make up xl_execute_kernel share: calls as they are laid out, and findings.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_EXECUTE_CONTEXT_H
#define XL_HARNESS_EXECUTE_CONTEXT_H

#include <semaphore.h>
#include <stdatomic.h>

#include "binary/code.h"
#include "execute/agent_client.h"
#include "execute/buffers.h"
#include "oracle/cases.h"
#include "oracle/inputs.h"
#include "results/results.h"

/* Cases that are called twice, and again by two threads; the calls that makes: a batch. */
enum { XL_REPEAT_CALLS = XL_BATCH_CALLS, XL_REPEAT_CASES = XL_REPEAT_CALLS / 2 };

struct xl_prepared_call {
    struct xl_case c;
    bool small;         /* it is one of several in a batch */
    size_t slots;       /* of a small call: xl_call_slots */
    bool has_far_rows;  /* each is in another mapping of the memory */
    bool threads;       /* another call is made at the same time */
    uint64_t read_only; /* the inputs that are, as bits */
    uint64_t fenced;    /* the buffers whose slots are, where they have no row */
    struct xl_buffer buffers[XL_MAX_ARGS];
};

/* What the reference process is to do with the calls that are planned, and what it has done. */
struct xl_reference_request {
    sem_t todo, done;
    const struct xl_kernel *kernel;
    unsigned calls;
    bool prepare; /* their inputs; else their references */
    bool look;    /* says what those of the kernel have left behind; there are no calls */
    struct xl_leftovers left;
    bool flush; /* once more, as an ISA that flushes may have it */
    atomic_uint progress;
    int flags[XL_BATCH_CALLS]; /* that the references raised */
};

/* What a worker keeps between kernels: buffers, so that nothing is allocated for a call. The worker
 * and its reference process have it in common, at one address. Padded, for what is protected apart
 * is in pages of its own.
 * NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding) */
struct xl_workspace {
    struct xl_workspace *other; /* of the other bank */
    struct xl_process references;
    struct xl_prepared_call calls[XL_BATCH_CALLS];
    uint64_t first_results[XL_REPEAT_CALLS];
    /* A mapping of its own, which grows for a kernel that asks for large buffers
     * (xl_prepare_batch): room for the slots of a call, of slot_bytes each, one behind the other;
     * the result has a place among them. */
    size_t slot_bytes;
    uint8_t *large;
    uint8_t *swapped; /* inputs as a big-endian guest has them */
    uint8_t *first;   /* slots of outputs, small ones or a call's large ones, and results
                         (first_results), of one thread */
    uint8_t *got;     /* one output, in host order */
    uint8_t *was;     /* one slot, as it should be */
    /* The reference process may write to these three, and to the errand. */
    uint8_t *expected; /* slots as of the inputs; 16-byte reference elements for 4-byte outputs */
    uint8_t *flushed_expected;
    uint8_t *flushed_input;
    _Alignas(XL_PAGE) uint8_t small[XL_SMALL_SLOTS][XL_SMALL_BYTES];
    _Alignas(XL_PAGE) struct xl_reference_request errand;
};

struct xl_timing;

struct xl_context {
    struct xl_agent *agent;
    struct xl_workspace *workspace;
    const struct xl_kernel *kernel;
    size_t variant;               /* the agent's number */
    const struct xl_state *state; /* of the row's arch */
    bool flushes;                 /* the ISA flushes f32 subnormals */
    unsigned vl_bits;             /* as measured */
    uint64_t seed;
    unsigned count;
    bool shortened;    /* its cases are shortened */
    unsigned streamed; /* which of the longest calls are made, as bits */
    int call_limit_ms;
    const struct xl_disabled_checks *disabled_checks;
    const struct xl_baseline_inputs *baseline; /* tried first; NULL: none */
    bool has_row_baseline;                     /* the first of them is the row's own */
    struct xl_timing *timing;                  /* calls are timed and not judged; NULL: judged */
    struct xl_error_plot *plot;                /* told of each error; NULL: not */
    const struct timespec *deadline;           /* of the row, CLOCK_MONOTONIC */
    const struct xl_agent_code *code; /* names the agent's instructions; NULL: none is named */
};

/* Whether the ISA's arithmetic follows the control word, and tells its flags, as IEEE 754 has it;
 * contract.h says where not. */
static inline bool xl_honors_fp_control(const struct xl_context *ctx)
{
    for (size_t k = 0; ctx->flushes && k < XL_MAX_ARGS && ctx->kernel->args[k].kind; k++)
        if (ctx->kernel->args[k].type == XL_f32)
            return false;
    return true;
}

static inline struct xl_case xl_case_of(const struct xl_context *ctx, size_t i)
{
    struct xl_case c = xl_case_get(ctx->kernel, ctx->vl_bits, ctx->count, ctx->seed, i);
    if (ctx->shortened)
        xl_case_shorten(ctx->kernel, &c);
    return c;
}

/* Whether the calls of its group are switched off. */
static inline bool xl_case_is_off(const struct xl_context *ctx, const struct xl_case *c)
{
    return ctx->disabled_checks->group[c->group];
}

#endif

/* The calls of one kernel on one agent: laid out in the shared memory, made, and judged.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_CALLS_H
#define XL_HARNESS_RUN_CALLS_H

#include "judge/inputs.h"
#include "results.h"
#include "run/agent.h"

/* What a worker keeps between kernels: buffers, so that nothing is allocated for a call. */
struct xl_bench;
struct xl_bench *xl_bench_new(void);
void xl_bench_free(struct xl_bench *b);

struct xl_proof;

struct xl_calls {
    struct xl_agent *agent;
    struct xl_bench *bench;
    const struct xl_kernel *kernel;
    size_t variant;               /* the agent's number */
    const struct xl_state *state; /* of the row's arch */
    bool flushes;                 /* the ISA flushes f32 subnormals */
    unsigned vl_bits;             /* as measured */
    uint64_t seed;
    unsigned count;
    int call_limit_ms;
    const struct xl_known_inputs *known; /* tried first; NULL: none */
    bool has_own;                        /* the first of them is the row's own */
    struct xl_error_plot *plot;          /* told of each error; NULL: not */
    const struct timespec *deadline;     /* of the row, CLOCK_MONOTONIC */
    const struct xl_proof *proof;        /* names the agent's instructions; NULL: none is named */
};

/* Makes every call of the kernel and fills result. Returns how the last batch ended: after anything
 * but XL_TURN_DONE the agent is gone. */
enum xl_turn xl_calls_run(const struct xl_calls *c, struct xl_kernel_result *result);

/* Makes one call with this n, judges nothing, and says how it ended; detail as of xl_agent_run. */
enum xl_turn xl_calls_sample(const struct xl_calls *c, size_t n, int *detail);

#endif

/* What the files that make up xl_calls_run share: calls as they are laid out, and findings.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CALL_PLANNED_H
#define XL_HARNESS_CALL_PLANNED_H

#include <semaphore.h>
#include <stdatomic.h>

#include "call/channel.h"
#include "call/places.h"
#include "evidence/inspect.h"
#include "judge/inputs.h"
#include "results/results.h"

/* Cases that are called twice, and again by two threads; the calls that makes: a batch. */
enum { XL_AGAIN_CALLS = XL_BATCH_CALLS, XL_AGAIN = XL_AGAIN_CALLS / 2 };

/* Most of it is never touched, and so is no memory: the slots of a kernel that asks for large
 * buffers; and the result, which has no slot, has a place among them. */
#define XL_WORKSPACE_LARGE ((size_t)XL_MAX_ARGS * XL_MOST_OWN_BYTES)

/* One argument of one call. */
struct xl_buffer {
    size_t slot_at, slot_bytes; /* its slot in the shared memory */
    size_t at;                  /* where its elements begin in the slot */
    size_t elements;
    uint8_t *data;  /* inputs: the elements, host order */
    uint64_t value; /* XL_ARG_COUNT and XL_ARG_VALUE */
};

struct xl_planned {
    struct xl_case c;
    bool small;                /* it is one of several in a batch */
    size_t slots, large_bytes; /* of a call, of a large one: xl_call_slots, xl_large_bytes */
    bool threads;              /* another call is made at the same time */
    uint64_t read_only;        /* the inputs that are, as bits */
    struct xl_spot spots[XL_MAX_ARGS];
    struct xl_buffer buffers[XL_MAX_ARGS];
};

/* What the reference process is to do with the calls that are planned, and what it has done. */
struct xl_errand {
    sem_t todo, done;
    const struct xl_kernel *kernel;
    unsigned calls;
    bool prepare; /* their inputs; else their references */
    bool flush;   /* once more, as an ISA that flushes may have it */
    atomic_uint progress;
    int flags[XL_BATCH_CALLS]; /* that the references raised */
};

/* What a worker keeps between kernels: buffers, so that nothing is allocated for a call. The worker
 * and its reference process have it in common, at one address. Padded, for what is protected apart
 * is in pages of its own.
 * NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding) */
struct xl_workspace {
    struct xl_process references;
    struct xl_planned calls[XL_BATCH_CALLS];
    _Alignas(XL_PAGE) uint8_t small[XL_SMALL_SLOTS][XL_SMALL_BYTES];
    /* Large slots, one behind the other, of xl_large_bytes each. */
    uint8_t large[XL_WORKSPACE_LARGE];
    uint8_t swapped[XL_WORKSPACE_LARGE]; /* inputs as a big-endian guest has them */
    uint8_t first[XL_WORKSPACE_LARGE];   /* slots of outputs, small ones or a call's large ones, and
                                            results, ... */
    uint64_t first_results[XL_AGAIN_CALLS]; /* ... of one thread */
    uint8_t got[XL_MOST_OWN_BYTES];         /* one output, in host order */
    uint8_t was[XL_MOST_OWN_BYTES];         /* one slot, as it should be */

    /* The reference process may write to what follows, and to nothing else. */
    _Alignas(XL_PAGE) struct xl_errand errand;
    /* Slots as of the inputs; 16-byte reference elements for 4-byte outputs. */
    _Alignas(XL_PAGE) uint8_t expected[XL_WORKSPACE_LARGE * 4];
    uint8_t flushed_expected[XL_WORKSPACE_LARGE * 4];
    uint8_t flushed_input[XL_WORKSPACE_LARGE];
};

struct xl_raw;

struct xl_calls {
    struct xl_agent *agent;
    struct xl_workspace *workspace;
    const struct xl_kernel *kernel;
    size_t variant;               /* the agent's number */
    const struct xl_state *state; /* of the row's arch */
    bool flushes;                 /* the ISA flushes f32 subnormals */
    unsigned vl_bits;             /* as measured */
    uint64_t seed;
    unsigned count;
    int call_limit_ms;
    const struct xl_checks_off *off;
    const struct xl_known_inputs *known; /* tried first; NULL: none */
    bool has_own;                        /* the first of them is the row's own */
    struct xl_raw *raw;                  /* calls are timed and not judged; NULL: judged */
    struct xl_error_plot *plot;          /* told of each error; NULL: not */
    const struct timespec *deadline;     /* of the row, CLOCK_MONOTONIC */
    const struct xl_code *code;          /* names the agent's instructions; NULL: none is named */
};

/* Whether the ISA's arithmetic follows the control word, and tells its flags, as IEEE 754 has it;
 * contract.h says where not. */
static inline bool xl_heeds_control(const struct xl_calls *run)
{
    for (size_t k = 0; run->flushes && k < XL_MAX_ARGS && run->kernel->args[k].kind; k++)
        if (run->kernel->args[k].type == XL_f32)
            return false;
    return true;
}

#endif

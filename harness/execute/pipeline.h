/* Batches in turns: while the guest makes the calls of one, the next is laid out in the other bank
 * and given to it, and the one before is judged there.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_EXECUTE_PIPELINE_H
#define XL_HARNESS_EXECUTE_PIPELINE_H

#include "execute/context.h"

struct xl_batch {
    unsigned calls; /* 0: there is none */
    unsigned threads;
    bool is_referred; /* the reference process is given it, too */
    /* Judges what the guest has made of it, and hears of its references. `turn` and `detail`: as of
     * xl_agent_wait. Returns how it ended in all. */
    enum xl_call_status (*judge)(const struct xl_context *ctx, const struct xl_batch *batch,
                                 enum xl_call_status turn, int detail,
                                 struct xl_kernel_result *result);
};

struct xl_pipeline {
    struct xl_context banks[XL_BATCH_BUFFERS];
    unsigned bank;         /* of the batch that the guest has ... */
    struct xl_batch given; /* ... which is this one */
    struct xl_kernel_result *result;
};

void xl_pipeline_begin(struct xl_pipeline *t, const struct xl_context *ctx,
                       struct xl_kernel_result *result);

/* The run in the bank that is free, to lay out the next batch in. It is the agent's until
 * xl_pipeline_submit. */
const struct xl_context *xl_pipeline_next(const struct xl_pipeline *t);

/* What the guest and the reference process are told of a batch that is laid out. */
void xl_batch_begin(const struct xl_context *ctx, const struct xl_batch *batch);

/* Gives the guest the batch that was laid out, if that went well, which it begins as soon as it is
 * done with the one that it has; hears of that one, and judges it. Returns how it all went. */
enum xl_call_status xl_pipeline_submit(struct xl_pipeline *t, enum xl_call_status laid_out,
                                       const struct xl_batch *next);

/* Ends with nothing under way, and in the first bank if the guest is still there. `turn`: how it
 * went until then; if not well, the batch that the guest has is of no use. */
enum xl_call_status xl_pipeline_end(struct xl_pipeline *t, enum xl_call_status turn);

/* Calls that are timed and not judged: what a kernel costs with nothing round it. */

struct xl_timing {
    double seconds; /* that the agent took, from its word to its answer */
    uint64_t results;
};

/* Runs a batch that is laid out, and adds what it took to run->raw. Returns how it ended. */
enum xl_call_status xl_run_timed_batch(const struct xl_context *ctx, unsigned calls);

#endif

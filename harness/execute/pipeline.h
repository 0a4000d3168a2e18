/* Double buffering: while the guest makes the calls of one batch, the host prepares the next one in
 * the other batch buffer, and verifies the one before.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_EXECUTE_PIPELINE_H
#define XL_HARNESS_EXECUTE_PIPELINE_H

#include "execute/context.h"

struct xl_batch {
    /* 0: no batch. */
    unsigned calls;
    unsigned threads;
    /* The reference process gets it too. */
    bool has_reference;
    /* Verifies the batch, and waits for its references. status, detail: those of xl_agent_wait.
     * Returns the status of the whole batch. */
    enum xl_call_status (*verify)(const struct xl_context *ctx, const struct xl_batch *batch,
                                  enum xl_call_status status, int detail,
                                  struct xl_kernel_result *result);
};

struct xl_pipeline {
    /* One for each batch buffer. */
    struct xl_context contexts[XL_BATCH_BUFFERS];
    /* The batch of the guest, and the number of its buffer. */
    struct xl_batch submitted;
    unsigned current;
    struct xl_kernel_result *result;
};

void xl_pipeline_begin(struct xl_pipeline *t, const struct xl_context *ctx,
                       struct xl_kernel_result *result);

/* Selects the free batch buffer for the next batch, until xl_pipeline_submit. */
const struct xl_context *xl_pipeline_next(const struct xl_pipeline *t);

/* Submits a prepared batch to the guest and the reference process. */
void xl_batch_submit(const struct xl_context *ctx, const struct xl_batch *batch);

/* Submits the prepared batch, if `prepared` is XL_STATUS_OK, which the guest makes after the one
 * before. Waits for the one before and verifies it. Returns the status of both. */
enum xl_call_status xl_pipeline_submit(struct xl_pipeline *t, enum xl_call_status prepared,
                                       const struct xl_batch *next);

/* Waits for the last batch, and selects the first batch buffer. status: of the work so far; if that
 * is not XL_STATUS_OK, the last batch is not verified. */
enum xl_call_status xl_pipeline_end(struct xl_pipeline *t, enum xl_call_status status);

/* Makes a prepared batch, and adds its time to ctx->timing. */
enum xl_call_status xl_run_timed_batch(const struct xl_context *ctx, unsigned calls);

/* Repeats some of the kernel's first `cases` cases in reverse order, then all of them in two
 * threads at the same time, and one while signals come, if their buffers are small. The outputs
 * must be the same. Sets the result's statics_bytes for kernels with small buffers. The last batch
 * may still be pending when it returns (repeat.c). */
enum xl_call_status xl_repeat_calls(struct xl_pipeline *t, size_t cases);

#endif

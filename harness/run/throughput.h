/* Throughput of a kernel on a row, in results per second: checked, and raw.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_THROUGHPUT_H
#define XL_HARNESS_RUN_THROUGHPUT_H

#include "execute/row_job.h"

/* Medians of some rounds, which alternate. Checked: all that a run does with a kernel. Raw: the
 * same calls with the same inputs, prepared before the clock starts and not verified, without
 * poison and without the search for forked processes. */
struct xl_throughput {
    const struct xl_row *row;
    char kernel[XL_NAME_MAX];
    double raw, checked; /* results per second */
};

/* Of one run. Its rows must run one after the other. */
struct xl_throughputs {
    struct xl_throughput *at; /* the caller frees it */
    size_t count;
    /* Calls of an exhaustive run (execute/walk.h), with inputs from all over. Kernels that cannot
     * be walked are not measured. */
    bool are_exhaustive;
    void (*on_measured)(const struct xl_throughput *rate); /* after each; or NULL */
};

/* The checks that are disabled in the agent of the raw calls. */
extern const struct xl_disabled_checks xl_throughput_off;

/* Measures a kernel that has passed. raw: an agent with xl_throughput_off. A kernel that fails in
 * some round is not added. */
void xl_throughput_kernel(struct xl_throughputs *throughputs, const struct xl_row *row,
                          const struct xl_context *calls, struct xl_agent *raw);

#endif

/* How many results a second a kernel gives on a row: checked, and raw.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_THROUGHPUT_H
#define XL_HARNESS_RUN_THROUGHPUT_H

#include "execute/row_job.h"

/* Medians of some rounds in which both take turns. Checked is all that a run does with a kernel;
 * raw are the same calls with the same inputs, laid out before the clock starts and not judged,
 * without poison and without a look at what the kernel may have forked. */
struct xl_throughput {
    const struct xl_row *row;
    char kernel[XL_NAME_MAX];
    double raw, checked; /* results a second */
};

/* Of one run, whose rows run one after the other. */
struct xl_throughputs {
    struct xl_throughput *at; /* for the caller to free */
    size_t count;
    void (*on_measured)(
        const struct xl_throughput *rate); /* of each, once it is measured; NULL: nobody */
};

/* What the agent that makes the raw calls leaves out. */
extern const struct xl_disabled_checks xl_throughput_off;

/* Measures a kernel that has passed; raw: an agent with xl_throughput_off. Nothing comes of one
 * that does not pass each round. */
void xl_throughput_kernel(struct xl_throughputs *throughputs, const struct xl_row *row,
                          const struct xl_context *calls, struct xl_agent *raw);

#endif

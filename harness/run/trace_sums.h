/* What the sampled calls of one kernel executed, summed up.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_TRACE_SUMS_H
#define XL_HARNESS_RUN_TRACE_SUMS_H

#include "run/evidence_context.h"

/* The sampled calls: of eight full vectors, of one and a tail, of many. */
enum xl_sample { XL_SAMPLE_FULL, XL_SAMPLE_TAIL, XL_SAMPLE_LONG, XL_SAMPLES };

struct xl_sampled {
    size_t n; /* 0: the call was not made */
    uint64_t *counts;
    struct xl_trace trace;
};

/* Whether a list that has ", " between its words has this one. */
bool xl_list_has(const char *list, const char *word);

/* Adds a word to a list of them, if it is not there and there is room. */
void xl_list_add(char *list, size_t size, const char *word);

/* Marks the functions that were executed in one call. */
void xl_mark_functions(const struct xl_disassembly *listing, const uint64_t *counts,
                       const struct xl_trace *trace, bool *ran);

/* Adds instruction i of the listing to a measure's vectors. */
void xl_add_vector(struct xl_kernel_trace *m, size_t i);

/* Fills the measure. Returns 0, or -1: out of memory. */
int xl_sum_up(const struct xl_evidence *p, struct xl_kernel_trace *m,
              const struct xl_sampled samples[XL_SAMPLES]);

#endif

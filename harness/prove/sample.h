/* Single calls of kernels on the traced agent.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_PROVE_SAMPLE_H
#define XL_HARNESS_PROVE_SAMPLE_H

#include "prove/proving.h"

const char *xl_symbol_of(const struct xl_proving *p, const struct xl_measure *m);

/* Lanes of a vector of the kernel's widest elements, or of its narrowest. */
size_t xl_lanes_of_kernel(const struct xl_proving *p, const struct xl_kernel *kernel, bool widest);

/* Elements of the first sampled call: some full vectors, fewer on a row that is brief. */
size_t xl_sample_n(const struct xl_proving *p, const struct xl_kernel *kernel);

/* Whether a kernel has a buffer that is longer with more elements. */
bool xl_depends_on_n(const struct xl_kernel *kernel);

/* What the calls of a kernel are made with. */
struct xl_calls xl_calls_of(const struct xl_proving *p, const struct xl_measure *m);

/* Makes one call of a kernel with this n. */
enum xl_turn xl_sample(const struct xl_proving *p, const struct xl_measure *m, size_t n,
                       int *detail);

/* Reads the log from one offset to another; to < 0: its end. */
void xl_read_log(const struct xl_proving *p, off_t from, off_t to, struct xl_trace *trace);

/* Fails a kernel for lack of evidence. */
void xl_fail_evidence(const struct xl_proving *p, struct xl_kernel_result *k, const char *why);

/* Why the agent did not come through a traced call. */
void xl_explain_turn(const struct xl_proving *p, enum xl_turn turn, int detail, const char *during,
                     char *text, size_t size);

#endif

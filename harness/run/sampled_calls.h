/* Single calls of kernels on the traced agent.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_SAMPLED_CALLS_H
#define XL_HARNESS_RUN_SAMPLED_CALLS_H

#include "run/evidence_context.h"

const char *xl_symbol_of(const struct xl_evidence *p, const struct xl_kernel_trace *m);

/* Lanes of a vector of the kernel's widest elements, or of its narrowest. */
size_t xl_lanes_of_kernel(const struct xl_evidence *p, const struct xl_kernel *kernel, bool widest);

/* What is drawn of the sampled calls: the vectors of the first; of the long one, the vectors more,
 * the rest and where its buffers lie; and how many calls are made before. */
enum xl_drawn { XL_DRAWN_FULL, XL_DRAWN_VECTORS, XL_DRAWN_REST, XL_DRAWN_PLACE, XL_DRAWN_BEFORE };

/* A number below `below` that the run's seed decides, and a kernel cannot know: another for each
 * kernel and each `which`. */
size_t xl_drawn(const struct xl_evidence *p, const struct xl_kernel *kernel, enum xl_drawn which,
                size_t below);

/* Elements of the first sampled call: some full vectors, fewer on a row that is brief. How many is
 * drawn. */
size_t xl_sample_n(const struct xl_evidence *p, const struct xl_kernel *kernel);

/* Whether a kernel has a buffer that is longer with more elements. */
bool xl_depends_on_n(const struct xl_kernel *kernel);

/* Why a kernel need not compute with vectors on the row's ISA; NULL: it must. */
const char *xl_why_by_lane(const struct xl_evidence *p, const struct xl_kernel *kernel);

/* What the calls of a kernel are made with. */
struct xl_context xl_calls_of(const struct xl_evidence *p, const struct xl_kernel_trace *m);

/* Makes one call of a kernel with this n. Its buffers end at guard pages, or lie where it is drawn.
 */
enum xl_call_status xl_sample(const struct xl_evidence *p, const struct xl_kernel_trace *m,
                              size_t n, bool is_placed, int *detail);

/* Makes short calls, how many is drawn: what a kernel does in its first calls alone is over then.
 */
enum xl_call_status xl_sample_before(const struct xl_evidence *p, const struct xl_kernel_trace *m,
                                     int *detail);

/* Reads the log from one offset to another; to < 0: its end. */
void xl_read_log(const struct xl_evidence *p, off_t from, off_t to, struct xl_trace *trace);

/* Fails a kernel for lack of evidence. */
void xl_fail_evidence(const struct xl_evidence *p, struct xl_kernel_result *k, const char *why);

/* Why the agent did not come through a traced call. */
void xl_explain_turn(const struct xl_evidence *p, enum xl_call_status turn, int detail,
                     const char *during, char *text, size_t size);

#endif

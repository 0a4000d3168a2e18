/* What the files that make up a row's proof share. proof.c calls inspect.c, traced.c, control.c and
 * kept.c; traced.c and control.c call sample.c.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_PROOF_INTERNAL_H
#define XL_HARNESS_RUN_PROOF_INTERNAL_H

#include <stdio.h>
#include <sys/types.h>

#include "evidence/trace.h"
#include "run/log.h"
#include "run/proof.h"

enum { XL_SAMPLE_VECTORS = 8 }; /* full vectors in the first sampled call */

/* What the traced run says of one kernel. */
struct xl_measure {
    struct xl_kernel_result *result;
    const struct xl_kernel *kernel;
    size_t agents_number; /* of its variant in the agent's list */
    long variant;         /* in the image */
    uint64_t executed, vector, covered, total;
    uint64_t steps, most_steps; /* what was wanted, and what came nearest; equal where it was met */
    char most[32];              /* the mnemonic that came nearest */
};

/* One row's proof under way. */
struct xl_proving {
    const struct xl_row_job *job;
    const struct xl_proof *proof;
    struct xl_agent *agent;
    struct xl_bench *bench;
    struct xl_row_result *row;
    enum xl_family family;
    struct xl_measure *measures;
    size_t count;
    int log; /* the emulator's */
};

/* sample.c */

const char *xl_symbol_of(const struct xl_proving *p, const struct xl_measure *m);

/* Lanes of a vector of the kernel's widest elements, or of its narrowest. */
size_t xl_lanes_of_kernel(const struct xl_proving *p, const struct xl_kernel *kernel, bool widest);

/* Makes one call of a kernel with this n. */
enum xl_turn xl_sample(const struct xl_proving *p, const struct xl_measure *m, size_t n,
                       int *detail);

/* Reads the log from one offset to another; to < 0: its end. */
void xl_read_log(const struct xl_proving *p, off_t from, off_t to, struct xl_trace *trace);

/* Why the agent did not come through a traced call. */
void xl_explain_turn(const struct xl_proving *p, enum xl_turn turn, int detail, const char *during,
                     char *text, size_t size);

/* traced.c */

/* Measures all kernels. Returns 0, or -1 with why not. */
int xl_trace_row(struct xl_proving *p, char *text, size_t size);

/* control.c */

/* Runs the control, or finds what it said before, and says so in the row's result. */
void xl_control_run(struct xl_proving *p);

/* kept.c */

/* A hash of all that the measures of this CPU string depend on. */
uint64_t xl_key_of(const struct xl_proving *p, const char *cpu, unsigned vl_bits);

/* Opens what was kept under this key; NULL if there is nothing, or it is of other things. */
FILE *xl_open_kept(const struct xl_proving *p, const char *name, uint64_t key);

void xl_keep(const struct xl_proving *p, const char *name, uint64_t key, const char *text);

/* Returns whether there were all. */
bool xl_read_measures(struct xl_proving *p, uint64_t key);

void xl_keep_measures(const struct xl_proving *p, uint64_t key);

#endif

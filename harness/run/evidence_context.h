/* What the files that make up a row's proof share.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_EVIDENCE_CONTEXT_H
#define XL_HARNESS_RUN_EVIDENCE_CONTEXT_H

#include <stdio.h>
#include <sys/types.h>

#include "binary/counts.h"
#include "execute/row_job.h"

/* Instructions of the listing, by their numbers. */
struct xl_numbers {
    uint32_t *at;
    size_t count, room;
};

/* What the traced run says of one kernel. */
struct xl_kernel_trace {
    struct xl_kernel_result *result;
    const struct xl_kernel *kernel;
    size_t agents_number;  /* of its variant in the agent's list */
    long variant;          /* in the image */
    enum xl_family family; /* whose instructions count: the row's ISA's, or what it dispatches to */
    bool stepped;          /* natively: what stands in its code does not do */
    const struct xl_implementation *implementation; /* that it must dispatch to; NULL: it has no
                                                       .dispatch, or none of it is for this CPU */
    uint64_t executed, vector;                      /* in the short calls */
    uint64_t long_n;                                /* of the longest call; 0: there was none */
    uint64_t long_executed, long_vector;
    uint64_t full_n, full_executed; /* of the first of the short calls */
    uint64_t grown;                 /* vector instructions that the long one executed more */
    uint64_t wide; /* x86: vector instructions that this one executed more of, of all
                      256 bits */
    uint64_t narrow_n,
        narrow_vector;          /* on a CPU with vectors of 128 bits: elements more, and vector
                                   instructions more for them; 0: that was not measured */
    uint64_t often, most_often; /* what the long one executed more than that one: all of the scalar
                                   instructions that each were clearly more than any vector one;
                                   and the most of a vector one */
    uint64_t covered, total;    /* instructions of its functions that were executed; all of them */
    uint64_t chooses; /* 1: a pointer led it on, or it names vector code that it did not run */
    uint64_t took;    /* a bit for each line of its .dispatch that was executed */
    struct xl_numbers vectors; /* of those that count, which were executed; natively, all */
    /* Of the calls with those replaced by nops: how many were replaced, and such calls were made;
     * 1: none of them computes; 1: nothing was another; of so many more elements of argument
     * nop_arg, from one n to nop_n, how many were not. */
    uint64_t nopped, nop_calls, nop_moves, nop_stays, nop_more, nop_same, nop_arg, nop_n;
    uint64_t steps, most_steps; /* what was wanted, and what came nearest; equal where it was met */
    uint64_t beyond;     /* the address of one of run/beyond_isa.h's that it executed; 0: none */
    char most[32];       /* the mnemonic that came nearest */
    char undecoded[128]; /* an instruction that was executed, and that nobody can tell */
    char estimates[128]; /* instructions of binary/classify.h's that were executed */
    char ran[XL_TEXT];   /* functions that were executed, but for its own symbol */
    char functions[256]; /* what counts for it */
    char taken[XL_TEXT]; /* the functions that these were */
    char shared[256];    /* of these, where vectors are and other kernels are too */
};

/* One row's proof under way. */
struct xl_evidence {
    const struct xl_row_job *job;
    const struct xl_agent_code *code;
    struct xl_agent *agent;
    struct xl_workspace *workspace;
    struct xl_row_result *row;
    enum xl_family family;
    struct xl_kernel_trace *measures;
    size_t count;
    int log;       /* the emulator's */
    bool is_shown; /* by the control run: which kernels die; not where the agent died before them */
};

#endif

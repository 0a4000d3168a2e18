/* The evidence that a row's ISA executed: a traced run, and a control run with the ISA switched
 * off.
 * SPDX-License-Identifier: MIT
 *
 * xl_evidence_row is for callers. The rest is shared by evidence.c, sampled_calls.c, trace.c,
 * trace_sums.c, without_vectors.c, control_run.c and evidence_cache.c.
 */
#ifndef XL_HARNESS_RUN_EVIDENCE_H
#define XL_HARNESS_RUN_EVIDENCE_H

#include <stdio.h>
#include <sys/types.h>

#include "binary/counts.h"
#include "execute/row_job.h"

/* Proves the kernels that passed, or fails them; and runs the control. The agent is ended. */
void xl_evidence_row(const struct xl_row_job *job, struct xl_agent *agent,
                     struct xl_workspace *workspace, struct xl_row_result *result);

/* Instructions of the disassembly, by their numbers. */
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

/* sampled_calls.c: single calls of kernels on the traced agent. */

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

/* trace.c: the traced run. */

/* Whether it is: of a row that runs natively those that are stepped, as a step of ptrace costs a
 * thousand times what an emulator's does. */
bool xl_is_traced(const struct xl_evidence *p, const struct xl_kernel_trace *m);

/* Measures all kernels that are traced. Returns 0, or with why not: 1, nothing could be; or -1. */
int xl_trace_row(struct xl_evidence *p, char *text, size_t size);

/* What kernels execute on a CPU with the shortest vectors, where code asks how long they are. */

/* Fills what the measures have of such a CPU: of the kernels that may use a part of longer vectors,
 * on a row that has longer ones and whose emulator can have short ones. The agent is ended. */
void xl_kernel_trace_128(struct xl_evidence *p);

/* trace_sums.c: what the sampled calls of one kernel executed, summed up. */

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
void xl_mark_functions(const struct xl_disassembly *disassembly, const uint64_t *counts,
                       const struct xl_trace *trace, bool *ran);

/* Adds instruction i of the disassembly to a measure's vectors. */
void xl_add_vector(struct xl_kernel_trace *m, size_t i);

/* Fills the measure. Returns 0, or -1: out of memory. */
int xl_sum_up(const struct xl_evidence *p, struct xl_kernel_trace *m,
              const struct xl_sampled samples[XL_SAMPLES]);

enum { XL_NARROW_BITS = 128 };

/* Fills what the measure has of the first of the short calls, and of the difference to the long
 * one. */
void xl_growth_sum_up(const struct xl_evidence *p, struct xl_kernel_trace *m,
                      const struct xl_sampled samples[XL_SAMPLES]);

/* Vector instructions for each full vector of the kernel's narrowest elements, in what the long
 * call executed more. 0 if there was none. */
double xl_growth_rate(const struct xl_evidence *p, const struct xl_kernel_trace *m);

/* Whether a kernel of bit operations has no vector instruction but a constant's, say: what it
 * executes proves nothing. */
bool xl_growth_is_of_bits(const struct xl_evidence *p, const struct xl_kernel_trace *m);

/* Whether it executes scalar instructions for elements of their own. */
bool xl_growth_is_scalar(const struct xl_kernel_trace *m);

/* Whether, by what was measured on a CPU with vectors of 128 bits, the kernel executes for an
 * element nearly as many vector instructions as there. */
bool xl_growth_is_narrow(const struct xl_evidence *p, const struct xl_kernel_trace *m);

/* What is wrong with a kernel that has vector instructions; false: nothing. */
bool xl_growth_find_defect(const struct xl_evidence *p, const struct xl_kernel_trace *m, char *text,
                           size_t size);

/* evidence.c, for trace_sums.c. */

/* Whether instruction number i of the disassembly is one that this kernel may not execute on every
 * CPU of the ISA. */
bool xl_is_beyond(const struct xl_evidence *p, const struct xl_kernel_trace *m, size_t i);

/* Whether code that the kernel reaches has one. */
bool xl_has_beyond(const struct xl_evidence *p, const struct xl_kernel_trace *m);

/* Says which one it executed; false: none, or it tests the CPU before. */
bool xl_beyond_find_defect(const struct xl_evidence *p, const struct xl_kernel_trace *m, char *text,
                           size_t size);

/* without_vectors.c: calls with the kernel's vector instructions replaced by nops. */

/* Tries all measures that have vector instructions. Returns 0; or -1 with why it cannot be done.
 * The agent has stopped then. */
int xl_nops_row(const struct xl_evidence *p, char *text, size_t size);

/* Whether it was found to compute lane by lane, whatever its record says. */
bool xl_is_by_lane(const struct xl_kernel_trace *m);

/* What is wrong with a kernel that was tried; false: nothing. */
bool xl_nops_find_defect(const struct xl_evidence *p, const struct xl_kernel_trace *m, char *text,
                         size_t size);

/* control_run.c: with the ISA switched off, a kernel must die. */

/* Runs the control, or finds what it said before, and says so in the row's result. */
void xl_control_run(struct xl_evidence *p);

/* evidence_cache.c: measurements of an earlier run, under a hash of all that they depend on. */

/* A hash of all that the measures of this CPU string depend on. */
uint64_t xl_key_of(const struct xl_evidence *p, const char *cpu, unsigned vl_bits);

/* Opens what was kept under this key; NULL if there is nothing, or it is of other things. */
FILE *xl_open_kept(const struct xl_evidence *p, const char *name, uint64_t key);

void xl_keep(const struct xl_evidence *p, const char *name, uint64_t key, const char *text);

/* Returns whether there were all. */
bool xl_read_kernel_traces(struct xl_evidence *p, uint64_t key);

void xl_keep_kernel_traces(const struct xl_evidence *p, uint64_t key);

#endif

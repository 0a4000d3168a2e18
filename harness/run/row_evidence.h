/* The evidence that a row's ISA executed: a traced run, and a control run with the ISA switched
 * off.
 * SPDX-License-Identifier: MIT
 *
 * xl_evidence_row and xl_work_row are for callers. The rest is shared by evidence.c,
 * sampled_calls.c, trace.c, narrow.c, secrets.c, abi_rules.c, step_log.c, trace_sums.c, growth.c,
 * work_count.c, without_vectors.c and control_run.c.
 */
#ifndef XL_HARNESS_RUN_ROW_EVIDENCE_H
#define XL_HARNESS_RUN_ROW_EVIDENCE_H

#include <stdio.h>
#include <sys/types.h>

#include "code/counts.h"
#include "execute/row_job.h"

/* Proves the kernels that passed, or fails them, and makes the control run. Ends the agent. */
void xl_evidence_row(const struct xl_row_job *job, struct xl_agent *agent,
                     struct xl_workspace *workspace, struct xl_row_result *result);

/* Counts the work of the kernels, and proves nothing. Ends the agent. */
void xl_work_row(const struct xl_row_job *job, struct xl_agent *agent,
                 struct xl_workspace *workspace, struct xl_row_result *result);

/* Numbers of instructions in the disassembly. */
struct xl_numbers {
    uint32_t *at;
    size_t count, room;
};

/* What the traced run found out about one kernel. The short calls are those of a few vectors, and
 * of one vector and a tail. */
struct xl_kernel_trace {
    struct xl_kernel_result *result;
    const struct xl_kernel *kernel;
    size_t agents_number;  /* of its variant in the agent's list */
    long variant;          /* in the image */
    enum xl_family family; /* whose instructions count: the row's ISA's, or what it dispatches to */
    unsigned
        inputs; /* the sampled calls had these instead of the first ones, which showed nothing */
    bool has_small_values; /* so had they: with others, all elements of the results were the same */
    bool is_prefix;  /* so had they: a shorter call's are those that a longer one begins with */
    bool is_stepped; /* natively: its calls are single-stepped */
    bool has_code; /* natively: calls by name lead to vector instructions, and it may not choose */
    /* The entry of .dispatch that it must call; NULL: it has no .dispatch, or none is for this CPU.
     */
    const struct xl_implementation *implementation;
    uint64_t executed, vector; /* instructions in the short calls */
    uint64_t long_n;           /* of the longest call; 0: there was none */
    uint64_t scalar_n;         /* of the longest one that executed no vector instruction, or 0 */
    uint64_t long_executed, long_vector;
    uint64_t full_n, full_executed; /* of the first short call */
    /* What the long call executed more than the first short call: vector instructions; those of
     * all 256 bits (x86); moves of single elements; scalar instructions that each ran clearly more
     * often than any vector one; the most of one vector instruction. */
    uint64_t vector_more, wide_more, moves_more, scalar_more, max_vector_more;
    uint64_t arithmetic_more; /* likewise: floats computed, or integers divided, one by one */
    uint64_t access_excess;   /* percent of the vectors that it needs to store, or to load, more */
    /* On a CPU with vectors of xl_narrow_bits: elements more, and vector instructions more for
     * them; 0: not measured. */
    uint64_t narrow_n, narrow_vector;
    uint64_t covered, total; /* instructions of its functions: executed; all */
    struct xl_work work;
    /* 1: the sampled calls had arguments of the function's domain only: for others, it executes a
     * scalar loop. */
    uint64_t in_domain;
    /* Executed vector instructions of the features in .needs: in the calls with few elements, in
     * that with whole vectors, at long_n. */
    uint64_t needed, full_needed, long_needed;
    uint64_t has_choice; /* 1: a pointer led it on, or it names vector code that did not run */
    /* 1: of the instructions that whole vectors and scalar code share, logic ran. */
    uint64_t has_plain_logic;
    uint64_t dispatched;       /* a bit for each entry of .dispatch that was executed */
    struct xl_numbers vectors; /* executed ones that count; all in its code, natively and if
                                  nothing tells how far a call went */
    /* Calls with these replaced by nops: how many instructions, how many calls; 1: none of them
     * computes; 1: no output changed; 1: outputs changed only without loads and stores too;
     * elements of argument nop_arg more at nop_n, and how many of them did not change; the first
     * place of buffers, stack and thread that showed too little. */
    uint64_t nop_count, nop_calls, nop_only_moves, nop_no_change, nop_copies, nop_more, nop_same,
        nop_arg, nop_n, nop_place;
    uint64_t steps, nearest_steps; /* expected, and the nearest found; equal if it was found */
    uint64_t beyond_address;       /* of an executed instruction beyond the ISA; 0: none */
    char nearest_mnemonic[32];
    char undecoded[128]; /* an executed instruction that cannot be decoded */
    char arithmetic[32]; /* the most frequent instruction of arithmetic_more */
    char estimates[128]; /* executed instructions that xl_is_estimate names */
    char plain[128]; /* which of these instructions ran; "": fewer than full vectors of elements */
    char functions_run[XL_TEXT];    /* except its own symbol */
    char functions_counted[256];    /* whose instructions count for it */
    char dispatched_names[XL_TEXT]; /* the functions behind `dispatched` */
    char shared[256];               /* counted functions with vectors that other kernels share */
};

/* The evidence of one row while it is collected. */
struct xl_row_evidence {
    const struct xl_row_job *job;
    const struct xl_agent_code *code;
    struct xl_agent *agent;
    struct xl_workspace *workspace;
    struct xl_row_result *row;
    enum xl_family family;
    struct xl_kernel_trace *traces;
    size_t count;
    int log;                  /* the emulator's */
    struct xl_blocks *blocks; /* of the logged agent; NULL: its log has each instruction */
    bool traps_known; /* the control run showed which kernels trap: the agent lived until then */
};

/* sampled_calls.c: single calls of kernels on the traced agent. */

const char *xl_symbol_of(const struct xl_row_evidence *p, const struct xl_kernel_trace *m);

/* Lanes of a vector of the kernel's widest elements, or of its narrowest. */
size_t xl_lanes_of_kernel(const struct xl_row_evidence *p, const struct xl_kernel *kernel,
                          bool widest);

/* What is drawn at random for the sampled calls: vectors of the first; for the long one, extra
 * vectors, extra elements and the place of its buffers; how many calls are made before; whether
 * the kernel is stepped where that takes long. */
enum xl_draw {
    XL_DRAW_FULL,
    XL_DRAW_VECTORS,
    XL_DRAW_REST,
    XL_DRAW_PLACE,
    XL_DRAW_BEFORE,
    XL_DRAW_STEPPED
};

/* A random number below `below`, by the run's seed, the kernel and `which`. A kernel cannot know
 * it. */
size_t xl_draw(const struct xl_row_evidence *p, const struct xl_kernel *kernel, enum xl_draw which,
               size_t below);

/* Elements of the first sampled call: some full vectors, fewer on a shortened row. */
size_t xl_sampled_n(const struct xl_row_evidence *p, const struct xl_kernel *kernel);

/* The largest n of .thresholds; 0: the record has none. */
size_t xl_most_threshold(const struct xl_kernel *kernel);

/* Whether the length of some buffer depends on n. */
bool xl_depends_on_n(const struct xl_kernel *kernel);

/* Whether it writes a buffer whose length depends on n alone. */
bool xl_writes_each_element(const struct xl_kernel *kernel);

/* Whether the record names the row's ISA in .by_lane, not all ISAs. */
bool xl_names_by_lane(const struct xl_row_evidence *p, const struct xl_kernel *kernel);

/* Why a kernel need not compute with vectors on the row's ISA; NULL: it must. */
const char *xl_by_lane_reason(const struct xl_row_evidence *p, const struct xl_kernel *kernel);

struct xl_context xl_trace_context(const struct xl_row_evidence *p,
                                   const struct xl_kernel_trace *m);

/* The sampled calls: of some full vectors, of one and a tail, of many. */
enum xl_sample { XL_SAMPLE_FULL, XL_SAMPLE_TAIL, XL_SAMPLE_LONG, XL_SAMPLES };

/* Makes one call with this n. Its buffers end at guard pages, those of the long call lie at a
 * random place. The tail's call has more rows. */
enum xl_call_status xl_make_sampled_call(const struct xl_row_evidence *p,
                                         const struct xl_kernel_trace *m, size_t n,
                                         enum xl_sample which, int *detail);

/* Makes a random number of short calls, because a kernel may do something in its first calls
 * only. */
enum xl_call_status xl_make_earlier_calls(const struct xl_row_evidence *p,
                                          const struct xl_kernel_trace *m, int *detail);

/* Reads the log from one offset to another; to < 0: to its end. Of what came before `from`, it
 * reads the lists of new blocks. */
void xl_read_log(const struct xl_row_evidence *p, off_t from, off_t to, struct xl_trace *trace);

/* What one call executed: vector instructions of the kernel's family, and others. */
struct xl_log_counts {
    uint64_t vector, other;
    int64_t *more; /* gets `sign` times the count of each instruction; NULL: not wanted */
    int sign;
};

/* Counts what the log has from an offset on. counts: of each instruction, all 0 before and after.
 */
void xl_count_log(const struct xl_row_evidence *p, const struct xl_kernel_trace *m, off_t from,
                  uint64_t *counts, struct xl_log_counts *of);

/* Starts the agent on this CPU string with a log of blocks. */
enum xl_start xl_start_logged(const struct xl_row_evidence *p, const char *cpu,
                              struct xl_error *err);

/* The agents that are started from now on log blocks; natively single steps are instructions. */
void xl_begin_blocks(struct xl_row_evidence *p, struct xl_blocks *blocks);

/* Stops the agent, too. */
void xl_end_blocks(struct xl_row_evidence *p, struct xl_blocks *blocks);

/* Fails a kernel by the check `evidence`. */
void xl_fail_evidence(const struct xl_row_evidence *p, struct xl_kernel_result *k, const char *why);

void xl_describe_failed_call(const struct xl_row_evidence *p, enum xl_call_status status,
                             int detail, const char *during, char *text, size_t size);

/* trace.c: the traced run. */

/* Natively only stepped kernels are traced: a step by ptrace costs a thousand times as much as one
 * of an emulator. */
bool xl_is_traced(const struct xl_row_evidence *p, const struct xl_kernel_trace *m);

/* Traces all kernels that are traced. Returns 0; or with the reason 1, nothing could be traced, or
 * -1. */
int xl_trace_row(struct xl_row_evidence *p, char *text, size_t size);

/* Counts the work of all kernels, and traces nothing else. Returns 0; or -1 with the reason. */
int xl_work_trace(struct xl_row_evidence *p, char *text, size_t size);

/* Traces a kernel with inputs of another number, of which the calls begin with the same, by an
 * agent that ends then. The caller frees `other->vectors.at`. False: a call failed. */
bool xl_trace_with_inputs(struct xl_row_evidence *p, const struct xl_kernel_trace *m,
                          unsigned inputs, struct xl_kernel_trace *other);

/* narrow.c: the same calls on a CPU with shorter vectors. */

/* Traces kernels once more on a CPU with vectors of xl_narrow_bits: those that may use only a part
 * of longer vectors, if the emulator can shorten the row's vectors. Ends the agent. */
void xl_trace_narrow(struct xl_row_evidence *p);

/* secrets.c: whether inputs of `.secret` decide how long calls take. */

/* Compares calls of the kernels with `.secret`, under an emulator. Ends the agent. */
void xl_check_secrets(struct xl_row_evidence *p);

/* abi_rules.c: what `.abi` asks. */

/* Looks for landing pads, under an emulator, and unwinds. Ends the agent. */
void xl_check_abi_rules(struct xl_row_evidence *p);

/* work_count.c: instructions per element. */

/* Counts the work of a kernel on the traced agent. is_first: the agent has not called it yet.
 * counts: of each instruction, all 0. False: a call failed, and the agent is gone; the kernel has
 * no counts then. */
bool xl_work_count(const struct xl_row_evidence *p, const struct xl_kernel_trace *m, bool is_first,
                   uint64_t *counts, struct xl_work *work);

/* trace_sums.c: what the sampled calls of one kernel executed, summed up. */

struct xl_sampled {
    size_t n; /* 0: the call was not made */
    uint64_t *counts;
    struct xl_trace trace;
};

/* Whether a list with ", " between its words has this word. */
bool xl_list_has(const char *list, const char *word);

/* Adds a word to such a list, unless the list has it or is full. */
void xl_list_add(char *list, size_t size, const char *word);

/* Marks the functions that one call executed. */
void xl_mark_functions(const struct xl_disassembly *disassembly, const uint64_t *counts,
                       const struct xl_trace *trace, bool *ran);

/* Adds instruction number i to the kernel's vector instructions. */
void xl_add_vector(struct xl_kernel_trace *m, size_t i);

/* Sums up the sampled calls. */
void xl_trace_sum(const struct xl_row_evidence *p, struct xl_kernel_trace *m,
                  const struct xl_sampled samples[XL_SAMPLES]);

/* Adds ", FILE:LINE" of an instruction, if it is known. */
void xl_add_line(const struct xl_agent_code *code, uint64_t address, char *text, size_t size);

/* trace_sums.c: instructions of extensions that the ISA's flags do not enable. */

/* Whether code that the kernel reaches has such an instruction. */
bool xl_reaches_beyond_isa(const struct xl_row_evidence *p, const struct xl_kernel_trace *m);

/* What is wrong with the kernel; false: it executed no such instruction, or tests the CPU first. */
bool xl_beyond_isa_find_defect(const struct xl_row_evidence *p, const struct xl_kernel_trace *m,
                               char *text, size_t size);

/* Whether the kernel executed vector instructions of the features in .needs, and if there is a long
 * call more of them there; if it is not traced: whether its code has any. true: it has none to
 * show. */
bool xl_needs_are_shown(const struct xl_row_evidence *p, const struct xl_kernel_trace *m,
                        bool is_traced);

/* What is wrong with the kernel; false: it shows them, or its record says why not. */
bool xl_needs_find_defect(const struct xl_row_evidence *p, const struct xl_kernel_trace *m,
                          bool is_traced, char *text, size_t size);

/* growth.c: what the long call executed more than the first short one. */

enum { XL_NARROW_BITS = 128 };

/* Bits of the vectors of the CPU to compare with: 128, or half of what the kernels are compiled
 * for. */
unsigned xl_narrow_bits(const struct xl_row_evidence *p);

/* Fills in the first short call, and how the long one differs from it. */
void xl_growth_sum_up(const struct xl_row_evidence *p, struct xl_kernel_trace *m,
                      const struct xl_sampled samples[XL_SAMPLES]);

/* Vector instructions per full vector of the kernel's narrowest elements, in what the long call
 * executed more; 0 if it executed none. */
double xl_growth_rate(const struct xl_row_evidence *p, const struct xl_kernel_trace *m);

/* Whether the long call seems to have returned before its last vectors: it has hardly more vector
 * instructions, and hardly more others. */
bool xl_growth_ended_early(const struct xl_row_evidence *p, const struct xl_kernel_trace *m);

/* Whether it moves at most one element for each vector, as where each lane moves up by one (RVV's
 * vslide1up, SVE's insr). Scalar code moves each element of its results. */
bool xl_growth_is_of_slides(const struct xl_row_evidence *p, const struct xl_kernel_trace *m);

/* Whether full vectors of the long call had logic and no other vector instruction. Its remainder
 * may have some, such as those that move elements into a vector. */
bool xl_growth_is_of_logic(const struct xl_row_evidence *p, const struct xl_kernel_trace *m);

/* Whether a kernel of bit operations has hardly any vector instruction, such as one for a constant:
 * then the trace proves nothing. */
bool xl_growth_is_of_bits(const struct xl_row_evidence *p, const struct xl_kernel_trace *m);

/* Whether it executes scalar instructions element by element. */
bool xl_growth_is_scalar(const struct xl_kernel_trace *m);

/* Whether it executes too few other instructions for some to be of single lanes. Of unrolled code
 * the trace cannot tell that in another way. False on native rows, where nothing is counted. */
bool xl_growth_is_of_vectors(const struct xl_row_evidence *p, const struct xl_kernel_trace *m);

/* Whether it executes nearly as many vector instructions per element as with vectors of
 * xl_narrow_bits. */
bool xl_growth_is_narrow(const struct xl_row_evidence *p, const struct xl_kernel_trace *m);

/* What is wrong with a kernel that has vector instructions; false: nothing. */
bool xl_growth_find_defect(const struct xl_row_evidence *p, const struct xl_kernel_trace *m,
                           char *text, size_t size);

/* without_vectors.c: calls with the kernel's vector instructions replaced by nops. */

/* Makes such calls of all kernels that have vector instructions. Returns 0; or -1 with the reason
 * why it cannot, with the agent stopped. */
int xl_nops_row(const struct xl_row_evidence *p, char *text, size_t size);

/* Whether it computes lane by lane, whatever its record says. */
bool xl_computes_by_lane(const struct xl_kernel_trace *m);

/* What is wrong with a kernel that was called so; false: nothing. */
bool xl_nops_find_defect(const struct xl_row_evidence *p, const struct xl_kernel_trace *m,
                         char *text, size_t size);

/* control_run.c: without the ISA, a kernel must trap. */

/* Makes the control run, or reads its cached result, and fills in the row's result. */
void xl_control_run(struct xl_row_evidence *p);

/* sampled_calls.c: traces of an earlier run, in the build's directory `evidence`. */

/* A hash of all that the traces on this CPU string depend on. */
uint64_t xl_evidence_key(const struct xl_row_evidence *p, const char *cpu, unsigned vl_bits);

/* The content of a cached file; NULL: there is none with this key. The caller frees it. */
char *xl_evidence_read(const struct xl_row_evidence *p, const char *name, uint64_t key);

void xl_evidence_write(const struct xl_row_evidence *p, const char *name, uint64_t key,
                       const char *text);

/* Returns whether all kernels' traces were there. */
bool xl_kernel_traces_read(struct xl_row_evidence *p, uint64_t key);

void xl_kernel_traces_write(const struct xl_row_evidence *p, uint64_t key);

#endif

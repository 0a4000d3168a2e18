/* Which instructions of the kernels a run reached: counts by build, summed over its rows.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BINARY_COUNTS_H
#define XL_HARNESS_BINARY_COUNTS_H

#include <stdbool.h>

#include "binary/call_graph.h"
#include "binary/disassembly.h"
#include "binary/image.h"
#include "binary/source_lines.h"

/* One build's agent, and what its rows executed of it. */
struct xl_coverage_build {
    char name[128];
    const struct xl_arch *arch;
    struct xl_image image;
    struct xl_disassembly disassembly;
    struct xl_reachable reachable;
    uint64_t *counts; /* of each instruction: how often the rows executed it */
    unsigned *rows;   /* of each variant: how many rows called it */
    bool *taken;      /* of each variant, each function: only a pointer led there; NULL: none is */
    bool *is_free;    /* of each variant: it may have no vector instructions; NULL: each must */
    struct xl_source *source; /* NULL until it is read */
};

/* A row, and why nothing is known of it. */
struct xl_coverage_row {
    char name[128];
    bool was_measured;
    char reason[512]; /* why it was not, or what failed on it; "" if there is nothing to say */
    double seconds;
};

struct xl_coverage {
    struct xl_coverage_build *builds;
    size_t build_count;
    struct xl_coverage_row *rows;
    size_t row_count;
};

/* Instructions of a variant, or of many. */
struct xl_coverage_sum {
    uint64_t executed, total;               /* reached at least once; all */
    uint64_t vector_executed, vector_total; /* of these, the ISA's vector instructions */
};

/* Whether instruction i is one of this variant's code: not padding, no word of a ppc64 traceback
 * table, and nothing that cannot be decoded and was not executed. */
bool xl_coverage_has(const struct xl_coverage_build *build, size_t variant, size_t i);

/* Whether instruction i is a vector instruction of the variant's ISA. */
bool xl_coverage_is_vector(const struct xl_coverage_build *build, size_t variant, size_t i);

/* All 0 where no row called it. */
struct xl_coverage_sum xl_coverage_sum(const struct xl_coverage_build *build, size_t variant);

void xl_coverage_add(struct xl_coverage_sum *to, const struct xl_coverage_sum *sum);

/* Whether nothing says what was reached of a variant that rows called: none of its instructions is
 * known, or no vector instruction of a kernel that must have some. */
bool xl_coverage_is_unknown(const struct xl_coverage_build *build, size_t variant);

/* 0 where there is nothing, and 100 for nothing less than all. */
double xl_coverage_percent(const struct xl_coverage_sum *sum);

void xl_coverage_free(struct xl_coverage *coverage);

/* Which functions kernels executed that only a pointer leads to. */

/* Functions that were executed, each once. */
struct xl_executed {
    bool *has; /* for each function of the disassembly */
    size_t *list;
    size_t count;
};

/* What is known while a row's log is read. Kernels are called one after another, and one may call
 * what is another's code: what was executed is held until it is known whose it is. Functions are
 * numbers of the disassembly's, one up; 0: none. */
struct xl_indirect_calls {
    const struct xl_image *image;
    const struct xl_disassembly *disassembly;
    const struct xl_reachable *reachable;
    size_t *order;    /* of the function that a kernel begins with: when it is called, from 1 on */
    size_t *variants; /* the first variant that begins with a function, one up; 0: none does */
    size_t *like;     /* the next variant that begins where this one does, likewise */
    bool *has;        /* for each variant of the image, for each function of the disassembly */
    size_t kernel;    /* which is being called, by its function */
    size_t next;      /* another that began since; it may be called by the first */
    struct xl_executed since_kernel, since_next; /* since they began last */
};

/* Returns 0, or -1: out of memory. xl_indirect_calls_free undoes both. */
int xl_indirect_calls_begin(struct xl_indirect_calls *taken, const struct xl_image *image,
                            const struct xl_disassembly *disassembly,
                            const struct xl_reachable *reachable);

/* Says that the row calls this variant's kernel, after all that it was told of before. */
void xl_indirect_calls_order(struct xl_indirect_calls *taken, size_t variant, size_t nth);

/* A function of the disassembly was entered: called, or returned to. */
void xl_indirect_calls_enter(struct xl_indirect_calls *taken, size_t function, bool is_at_start);

/* There is no more of the log. */
void xl_indirect_calls_end(struct xl_indirect_calls *taken);

void xl_indirect_calls_free(struct xl_indirect_calls *taken);

/* The emulator's log of executed instructions, read as a stream into counts.
 *
 * With `-d exec,nochain` and one instruction in each translation block, QEMU writes a line for each
 * executed instruction (accel/tcg/cpu-exec.c, log_cpu_exec):
 *
 *     Trace 0: 0x7f... [<cs_base>/<pc>/<flags>/<cflags>] <symbol>
 *
 * It writes the line first. Where a signal is to be delivered before the instruction, another line
 * follows (cpu_tb_exec there), and the same line once more when the instruction is executed:
 *
 *     Stopped execution of TB chain before 0x7f... [<pc>] <symbol> */

enum { XL_TRACE_LINE = 256 };

struct xl_trace {
    const struct xl_disassembly *disassembly;
    uint64_t *counts;   /* of each instruction of the disassembly */
    uint64_t executed;  /* instructions in the log */
    uint64_t elsewhere; /* of these, at addresses that the disassembly does not have */
    uint64_t last;      /* address of the last one; only where executed is not 0 */
    uint64_t last_elsewhere;
    size_t low, high; /* of the disassembly, from the first instruction that was executed to past
                         the last one; both 0: none was */
    size_t next;      /* where the disassembly is expected to go on */
    struct xl_indirect_calls *taken; /* told of each function that is entered; NULL: nobody is */
    size_t function;                 /* that it was told of last */
    size_t used;
    char line[XL_TRACE_LINE]; /* what has come of a line; the rest of a longer one is dropped */
};

/* counts has disassembly->count elements, all 0. */
void xl_trace_begin(struct xl_trace *trace, const struct xl_disassembly *disassembly,
                    uint64_t *counts);

/* More of the log, cut anywhere. Lines that are no such line are passed over: other logs may be on.
 */
void xl_trace_feed(struct xl_trace *trace, const char *text, size_t size);

#endif

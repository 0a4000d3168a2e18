/* Counts of executed instructions: the coverage of builds, and the log that it is read from.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CODE_COUNTS_H
#define XL_HARNESS_CODE_COUNTS_H

#include <stdbool.h>
#include <sys/types.h>

#include "code/agent_code.h"
#include "code/source_lines.h"

/* One build's agent, and what its rows executed of it. */
struct xl_coverage_build {
    char name[128];
    const struct xl_arch *arch;
    struct xl_image image;
    struct xl_disassembly disassembly;
    struct xl_reachable reachable;
    uint64_t *counts; /* for each instruction: how often the rows executed it */
    unsigned *rows;   /* for each variant: how many rows called it */
    /* For each variant, each function: executed through a pointer only; NULL: none was. */
    bool *indirect;
    bool *may_lack_vectors;   /* for each variant; NULL: each must have vector instructions */
    struct xl_source *source; /* NULL until it is read */
};

struct xl_coverage_row {
    char name[128];
    bool was_measured;
    char reason[512]; /* why it was not, or what failed on it; or "" */
    double seconds;
};

struct xl_coverage {
    struct xl_coverage_build *builds;
    size_t build_count;
    struct xl_coverage_row *rows;
    size_t row_count;
};

/* Instructions of one variant or of several. */
struct xl_coverage_sum {
    uint64_t executed, total;               /* executed at least once; all */
    uint64_t vector_executed, vector_total; /* vector instructions of the ISA among them */
};

/* Whether instruction i is code of this variant. Padding, words of ppc64 traceback tables, and
 * words that cannot be decoded and were not executed are not. */
bool xl_coverage_has(const struct xl_coverage_build *build, size_t variant, size_t i);

/* Whether instruction i is a vector instruction of the variant's ISA. */
bool xl_coverage_is_vector(const struct xl_coverage_build *build, size_t variant, size_t i);

/* All 0 if no row called the variant. */
struct xl_coverage_sum xl_coverage_sum(const struct xl_coverage_build *build, size_t variant);

void xl_coverage_add(struct xl_coverage_sum *to, const struct xl_coverage_sum *sum);

/* Whether rows called the variant and its coverage is unknown all the same: none of its
 * instructions is known, or no vector instruction of a kernel that must have some. */
bool xl_coverage_is_unknown(const struct xl_coverage_build *build, size_t variant);

/* 0 for an empty sum; 100 only if all were executed. */
double xl_coverage_percent(const struct xl_coverage_sum *sum);

void xl_coverage_free(struct xl_coverage *coverage);

/* Functions that kernels executed through a pointer only: the call graph does not lead to them. */

/* Functions that were executed, each once. */
struct xl_function_set {
    bool *has; /* for each function of the disassembly */
    size_t *list;
    size_t count;
};

/* The state while the log of a row is read. Kernels are called one after another, and one may call
 * code of another. So functions are held back until it is known which kernel executed them. In this
 * struct, a function's number is its index in the disassembly plus one; 0 is none. */
struct xl_indirect_calls {
    const struct xl_image *image;
    const struct xl_disassembly *disassembly;
    const struct xl_reachable *reachable;
    size_t *order;    /* for each function that begins a kernel: the kernel's position, from 1 */
    size_t *variants; /* the first variant that begins with a function, plus one; 0: none */
    size_t *next_variant; /* for each variant, the next one that begins there, likewise */
    bool *has;            /* for each variant of the image, each function of the disassembly */
    size_t kernel;        /* the first function of the kernel that is called now */
    size_t next;          /* that of a kernel that began since; the first may have called it */
    struct xl_function_set since_kernel, since_next; /* since they last began */
};

/* xl_indirect_calls_free releases it. */
void xl_indirect_calls_begin(struct xl_indirect_calls *calls, const struct xl_image *image,
                             const struct xl_disassembly *disassembly,
                             const struct xl_reachable *reachable);

/* The row calls this variant's kernel at this position, from 1. */
void xl_indirect_calls_order(struct xl_indirect_calls *calls, size_t variant, size_t position);

/* A function of the disassembly was entered: at its start, or by a return to it. */
void xl_indirect_calls_enter(struct xl_indirect_calls *calls, size_t function, bool is_at_start);

/* The log has ended. */
void xl_indirect_calls_end(struct xl_indirect_calls *calls);

void xl_indirect_calls_free(struct xl_indirect_calls *calls);

/* The emulator's log of executed instructions, read as a stream into counts.
 *
 * With `-d exec,nochain`, QEMU writes a line for each executed translation block
 * (accel/tcg/cpu-exec.c, log_cpu_exec), with the address of its code on the host:
 *
 *     Trace 0: 0x7f... [<cs_base>/<pc>/<flags>/<cflags>] <symbol>
 *
 * It writes the line before it executes the block. If a signal comes in between, another line
 * follows (cpu_tb_exec there), and later the first line again:
 *
 *     Stopped execution of TB chain before 0x7f... [<pc>] <symbol>
 *
 * With `-d in_asm` too, it lists the instructions of a new block before its first line
 * (accel/tcg/translator.c). A block whose list is not known is one instruction. */

enum { XL_TRACE_LINE = 256 };

/* The translation blocks of one emulator process. */
struct xl_blocks {
    void *tree;           /* of tsearch */
    uint64_t first, last; /* addresses in the list that was read last */
    bool has_list;        /* its block has no line yet */
    off_t read;           /* so much of the log was read */
};

void xl_blocks_free(struct xl_blocks *blocks);

struct xl_trace {
    const struct xl_disassembly *disassembly; /* NULL: counts nothing, and reads only the lists */
    struct xl_blocks *blocks; /* NULL: lists are ignored, each block is one instruction */
    uint64_t *counts;         /* for each instruction of the disassembly */
    uint64_t executed;        /* instructions in the log */
    uint64_t elsewhere;       /* of these, at addresses that the disassembly lacks */
    uint64_t last;            /* address of the last one, if executed is not 0 */
    uint64_t last_elsewhere;
    size_t low, high; /* the range of instructions that were executed; both 0: none */
    size_t next;      /* the instruction that is expected next */
    struct xl_indirect_calls *indirect; /* gets each function that is entered; or NULL */
    size_t function;                    /* the last function that it got */
    size_t used;
    char line[XL_TRACE_LINE]; /* the current line so far; the rest of a longer line is dropped */
};

/* counts has disassembly->count elements, all 0. */
void xl_trace_begin(struct xl_trace *trace, const struct xl_disassembly *disassembly,
                    uint64_t *counts);

/* Reads more of the log, cut anywhere. Ignores other lines: other logs may be on. */
void xl_trace_feed(struct xl_trace *trace, const char *text, size_t size);

#endif

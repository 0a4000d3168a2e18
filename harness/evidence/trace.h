/* The emulator's log of executed instructions, read as a stream into counts.
 * SPDX-License-Identifier: MIT
 *
 * With `-d exec,nochain` and one instruction in each translation block, QEMU writes a line for each
 * executed instruction (accel/tcg/cpu-exec.c, log_cpu_exec):
 *
 *     Trace 0: 0x7f... [<cs_base>/<pc>/<flags>/<cflags>] <symbol>
 *
 * It writes the line first. Where a signal is to be delivered before the instruction, another line
 * follows (cpu_tb_exec there), and the same line once more when the instruction is executed:
 *
 *     Stopped execution of TB chain before 0x7f... [<pc>] <symbol>
 */
#ifndef XL_HARNESS_EVIDENCE_TRACE_H
#define XL_HARNESS_EVIDENCE_TRACE_H

#include "evidence/listing.h"
#include "evidence/taken.h"

enum { XL_TRACE_LINE = 256 };

struct xl_trace {
    const struct xl_listing *listing;
    uint64_t *counts;   /* of each instruction of the listing */
    uint64_t executed;  /* instructions in the log */
    uint64_t elsewhere; /* of these, at addresses that the listing does not have */
    uint64_t last;      /* address of the last one; only where executed is not 0 */
    uint64_t last_elsewhere;
    size_t low, high; /* of the listing, from the first instruction that was executed to past the
                         last one; both 0: none was */
    size_t next;      /* where the listing is expected to go on */
    struct xl_taken *taken; /* told of each function that is entered; NULL: nobody is */
    size_t function;        /* that it was told of last */
    size_t used;
    char line[XL_TRACE_LINE]; /* what has come of a line; the rest of a longer one is dropped */
};

/* counts has listing->count elements, all 0. */
void xl_trace_begin(struct xl_trace *trace, const struct xl_listing *listing, uint64_t *counts);

/* More of the log, cut anywhere. Lines that are no such line are passed over: other logs may be on.
 */
void xl_trace_feed(struct xl_trace *trace, const char *text, size_t size);

#endif

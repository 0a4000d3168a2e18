/* Reproduces one finding: makes its call again exactly as it was, then reduces it.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPRO_REPRO_H
#define XL_HARNESS_REPRO_REPRO_H

#include <stdio.h>

#include "execute/row_job.h"
#include "repro/finding_lookup.h"

/* Cases of a kernel that are called first, in this order. */
struct xl_earlier_calls {
    /* `count` cases from this one on. */
    size_t first, count;
    /* All cases of the kernel. */
    size_t of;
};

/* One argument of a call that was made. The captured call owns the arrays. */
struct xl_captured_arg {
    const struct xl_arg *arg;
    /* 1 for a value and for the result. */
    size_t elements;
    /* How many of them are compared. */
    size_t defined;
    /* The value of a size or a stride. */
    long size;
    /* Inputs, or NULL. */
    uint64_t *bits;
    /* Outputs. NULL for an input, or if the call did not return. */
    uint64_t *got;
    uint64_t *expected;
    /* The error allowed in each element. NULL if the contract is exact. */
    double *allowed;
    /* Whether each element breaks the contract. */
    bool *wrong;
};

/* How a call is passed: fields of harness/protocol.h with these names, in the host's byte order. */
struct xl_passed_args {
    uint64_t args[XL_CALL_ARGS], count, floating, float_size, wide, control;
};

/* The name of a type in C. */
const char *xl_c_type_name(enum xl_type type);

/* A failing call, as it was made. */
struct xl_captured_call {
    struct xl_case c;
    struct xl_buffer buffers[XL_MAX_ARGS];
    struct xl_finding finding;
    struct xl_captured_arg args[XL_MAX_ARGS];
    size_t arg_count;
    struct xl_passed_args passed;
    /* Offset in the shared memory of the first byte that the call was not allowed to change, or -1;
     * and what the call wrote there. */
    long overwrite_at;
    uint8_t overwritten;
    /* The function of an XL_VARIANT, or "". */
    char function[XL_FUNCTION_MAX];
    /* The flags that the reference raised, and those that are compared. */
    int flags, flags_of_contract;
};

/* The symbol of its code for an ISA. */
void xl_captured_symbol(const struct xl_captured_call *s, const char *kernel, const char *isa,
                        char *text, size_t size);

/* A finding that has been reproduced. The agent is stopped. */
struct xl_reproduction {
    const struct xl_row_job *job;
    const struct xl_context *ctx;
    const struct xl_captured_call *original, *reduced;
    /* Calls made to reduce it. */
    unsigned attempts;
    /* Calls of the kernel without which `original` passes. Their count may be 0. */
    const struct xl_earlier_calls *earlier_calls;
    /* The earlier call, if there is exactly one. */
    const struct xl_captured_call *earlier_call;
    /* `original` passes by itself: it fails only with other calls before it or beside it. */
    bool needs_other_calls;
};

struct xl_repro {
    const struct xl_finding_ref *ref;
    /* Set: the call fails again; only after other calls of the kernel. */
    bool is_reproduced, needs_earlier_calls;
    /* Gets the original and the reduced call. May be NULL. */
    void (*report)(void *data, const struct xl_reproduction *s);
    void *data;
};

typedef enum xl_start (*xl_starter)(const struct xl_row_job *job, struct xl_agent *agent,
                                    struct xl_error *err);

/* Makes the call of the finding. Returns false if the finding has no call, or the call does not
 * fail by itself: then the caller makes all calls of the kernel. Fills result if the call fails.
 * start: starts the agent, which may be gone. */
bool xl_repro_kernel(struct xl_repro *repro, const struct xl_row_job *job,
                     const struct xl_context *ctx, xl_starter start,
                     struct xl_kernel_result *result);

/* "call 1 of 712 (n = 3, fill small, buffers at end)" */
void xl_earlier_calls_describe(const struct xl_context *ctx, const struct xl_earlier_calls *before,
                               char *text, size_t size);

/* Whether findings of this check need other calls or signals: with them, the call must give the
 * same bits as alone. */
bool xl_needs_other_calls(enum xl_check check);

/* The number that these bits mean. C reads it back if it is finite. */
void xl_print_number(enum xl_type type, uint64_t bits, char *text, size_t size);

/* Prints under a title the call, its inputs, and its wrong elements. */
void xl_print_call(FILE *f, const char *title, const struct xl_captured_call *s);

#endif

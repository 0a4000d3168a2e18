/* One finding shown again: its call made exactly as it was, and made smaller while it still fails.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPRO_REPRO_H
#define XL_HARNESS_REPRO_REPRO_H

#include <stdio.h>

#include "execute/row_job.h"
#include "repro/finding_lookup.h"
#include "repro/other_calls.h"

/* One argument of a call that was made. What it points to is the worker's. */
struct xl_captured_arg {
    const struct xl_arg *arg;
    size_t elements; /* 1 of a value, and of the result */
    size_t defined;  /* how many of them are compared */
    long size;       /* of a size or a stride: what is passed */
    uint64_t *bits;  /* of what went in; NULL: nothing did */
    uint64_t *got;   /* of what came out; NULL: nothing does, or the call did not return */
    uint64_t *expected;
    double *allowed; /* how far off each may be; of a float, where the contract is not exact */
    bool *wrong;     /* by its contract */
};

/* How a call is passed: harness/protocol.h's fields of these names, in the host's order. */
struct xl_passed {
    uint64_t args[XL_CALL_ARGS], count, floating, float_size, wide, control;
};

/* How C calls the type. */
const char *xl_type_of_c(enum xl_type type);

/* A call that fails, as it was made. */
struct xl_captured_call {
    struct xl_case c;
    struct xl_spot spots[XL_MAX_ARGS];
    struct xl_finding finding;
    struct xl_captured_arg args[XL_MAX_ARGS];
    size_t arg_count;
    struct xl_passed passed;
    long trespass_at; /* in the shared memory: the first byte that it may not change, and has; or -1
                       */
    uint8_t trespass; /* what is there */
    char function[XL_FUNCTION_MAX]; /* of an XL_VARIANT; or "" */
    int flags, flags_of_contract;   /* that the reference raised; those that are compared */
};

/* The symbol of its code for an ISA. */
void xl_captured_symbol(const struct xl_captured_call *s, const char *kernel, const char *isa,
                        char *text, size_t size);

/* What is there while a finding is shown: the agent is stopped. */
struct xl_showing {
    const struct xl_row_job *job;
    const struct xl_context *ctx;
    const struct xl_captured_call *as_found, *shrunk;
    unsigned attempts; /* at making it smaller */
    /* Calls of the kernel that must come before, or as_found does not fail: none, or so many; and
     * the one that it is, where it is one. */
    const struct xl_before *before;
    const struct xl_captured_call *call_before;
    bool is_beside; /* as_found is right by itself: it takes others before or beside it */
};

struct xl_repro {
    const struct xl_finding_ref *wanted;
    bool is_shown; /* set: its call fails again */
    bool is_after; /* set: only after other calls of the kernel */
    /* Called with the call as it was found and as it was made smaller; NULL: not. */
    void (*show)(void *data, const struct xl_showing *s);
    void *data;
};

typedef enum xl_start (*xl_starter)(const struct xl_row_job *job, struct xl_agent *agent,
                                    struct xl_error *err);

/* Makes the wanted call. False: it is no call of its own, or does not fail by itself: the caller
 * makes all calls of the kernel then. result is filled if it fails. start: starts the agent, which
 * may be gone. */
bool xl_repro_kernel(struct xl_repro *repro, const struct xl_row_job *job,
                     const struct xl_context *ctx, xl_starter start,
                     struct xl_kernel_result *result);

/* A call that fails as a person reads it: what went in, what came out, what should have. */

/* The number that bits are, as C reads it back but for what is not finite. */
void xl_print_number(enum xl_type type, uint64_t bits, char *text, size_t size);

/* Under a title: the call, its inputs, and the elements that are wrong. */
void xl_print_call(FILE *f, const char *title, const struct xl_captured_call *s);

#endif

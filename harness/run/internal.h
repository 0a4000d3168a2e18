/* What the files that make up xl_calls_run share: calls as they are laid out, and findings.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_INTERNAL_H
#define XL_HARNESS_RUN_INTERNAL_H

#include "run/calls.h"
#include "run/places.h"

/* Cases that are called twice, and again by two threads; the calls that makes: a batch. */
enum { XL_AGAIN_CALLS = XL_BATCH_CALLS, XL_AGAIN = XL_AGAIN_CALLS / 2 };

/* One argument of one call. */
struct xl_buffer {
    size_t slot_at, slot_bytes; /* its slot in the shared memory */
    size_t at;                  /* where its elements begin in the slot */
    size_t elements;
    uint8_t *data;  /* inputs: the elements, host order */
    uint64_t value; /* XL_ARG_COUNT and XL_ARG_VALUE */
};

struct xl_planned {
    struct xl_case c;
    bool threads; /* another call is made at the same time */
    struct xl_spot spots[XL_MAX_ARGS];
    struct xl_buffer buffers[XL_MAX_ARGS];
};

struct xl_bench {
    struct xl_planned calls[XL_BATCH_CALLS];
    uint8_t small[XL_SMALL_SLOTS][XL_SMALL_BYTES];
    uint8_t large[XL_LARGE_SLOTS][XL_LARGE_BYTES];
    uint8_t expected[XL_LARGE_SLOTS]
                    [XL_LARGE_BYTES * 4]; /* 16-byte reference elements for 4-byte outputs */
    uint8_t flushed_expected[XL_LARGE_SLOTS][XL_LARGE_BYTES * 4];
    uint8_t flushed_input[XL_LARGE_SLOTS][XL_LARGE_BYTES];
    uint8_t swapped[XL_LARGE_SLOTS][XL_LARGE_BYTES]; /* inputs as a big-endian guest has them */
    uint8_t first[XL_LARGE_SLOTS][XL_LARGE_BYTES]; /* slots of outputs, small ones or a call's large
                                                      ones, and results, ... */
    uint64_t first_results[XL_AGAIN_CALLS];        /* ... of one thread */
};

/* layout.c */

/* Lays out call number i of a batch in the shared memory, from p->c. */
void xl_lay_out(const struct xl_calls *run, struct xl_planned *p, size_t i, bool small);

/* Fills the slot of argument k of a call that is laid out: poison, and the elements if they are
 * read. */
void xl_reset_buffer(const struct xl_calls *run, const struct xl_planned *p, size_t k);

/* findings.c */

/* One more difference: fails the kernel. p: the call, or NULL; b: the buffer, or NULL. Returns NULL
 * if enough findings are kept in full. */
struct xl_finding *xl_new_finding(struct xl_kernel_result *result, const char *check,
                                  const struct xl_planned *p, const struct xl_buffer *b);

enum { XL_NO_ELEMENT = -1 };

/* What went into element i: of each input with one element for each n, that element; of the others,
 * and for a result that all elements make, the first few. */
void xl_describe_inputs(const struct xl_kernel *kernel, const struct xl_planned *p, long i,
                        char *text, size_t size);

/* Lanes of a vector of these elements. */
size_t xl_lanes_of(const struct xl_calls *run, enum xl_type type);

/* ", rounding up" and the like; "" for the usual mode. */
const char *xl_rounding_words(enum xl_rounding rounding);

/* A finding for the call that the agent did not survive. */
void xl_add_end_finding(const struct xl_calls *run, const struct xl_planned *p, enum xl_turn turn,
                        int detail, struct xl_kernel_result *result);

/* Says in a finding which element of an argument it is of, in which lane, and both bits. */
void xl_tell_element(const struct xl_calls *run, const struct xl_arg *arg, size_t i, uint64_t got,
                     uint64_t expected, struct xl_finding *f);

/* Element i of argument k is not what is expected. */
void xl_add_value_finding(const struct xl_calls *run, const struct xl_planned *p, size_t k,
                          size_t i, uint64_t got, double ulp, uint64_t expected,
                          struct xl_kernel_result *result);

/* errors.c */

/* Keeps the error of element i, which is right by the contract, if it is worth it. */
void xl_keep_error(const struct xl_calls *run, const struct xl_planned *p, size_t i, double ulp,
                   struct xl_kernel_result *result);

/* Judges argument k, an output that is a mathematical function of the inputs. expected: by the C
 * library; flushed: what a flushing ISA may say instead, or NULL. */
void xl_judge_function_output(const struct xl_calls *run, const struct xl_planned *p, size_t k,
                              const void *got_array, size_t elements, const void *expected,
                              const void *flushed, struct xl_kernel_result *result);

/* state.c */

/* What the guarded call found of call number i. */
void xl_check_state(const struct xl_calls *run, const struct xl_planned *p, size_t i,
                    struct xl_kernel_result *result);

/* Whether the ISA's arithmetic follows the control word, and tells its flags, as IEEE 754 has it;
 * contract.h says where not. */
bool xl_heeds_control(const struct xl_calls *run);

/* Compares the flags of the contract. */
void xl_check_flags(const struct xl_calls *run, const struct xl_planned *p, size_t i, int expected,
                    struct xl_kernel_result *result);

/* again.c */

/* Makes some of the kernel's first `cases` cases twice, the second time in reverse order; then all
 * of these by two threads at once, where their buffers are small. Their outputs must be the same
 * bits each time. */
enum xl_turn xl_run_again(const struct xl_calls *run, size_t cases,
                          struct xl_kernel_result *result);

#endif

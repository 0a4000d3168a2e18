/* Where the buffers of a call lie in the shared memory, the call laid out there, and whether what
 * is around the buffers is still as it was.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_LAYOUT_H
#define XL_HARNESS_RUN_LAYOUT_H

#include "judge/inputs.h"
#include "protocol.h"

/* One argument's buffer. slot_bytes is 0 for what is no buffer. */
struct xl_spot {
    size_t slot_at, slot_bytes; /* its slot in the shared memory */
    size_t at, bytes;           /* where its elements lie in the slot */
    size_t owner;               /* the first argument with a buffer in the same slot */
    long shared;                /* an output that is in place: the input it is; else -1 */
};

bool xl_is_buffer(const struct xl_arg *arg);

/* Whether every buffer of the call fits a small slot. */
bool xl_fits_small(const struct xl_kernel *kernel, const struct xl_case *c);

/* Finds the places of call number `call` of a batch; for a large one, of which there is only one,
 * 0. */
void xl_layout(const struct xl_kernel *kernel, const struct xl_case *c, size_t call, bool small,
               struct xl_spot spots[XL_MAX_ARGS]);

struct xl_calls;
struct xl_planned;

/* Lays out call number i of a batch in the shared memory, from p->c. */
void xl_lay_out(const struct xl_calls *run, struct xl_planned *p, size_t i, bool small);

/* The first byte of a slot that a call must not have changed, and whose it is. */
struct xl_trespass {
    size_t arg;  /* the buffer that it is in or next to */
    bool inside; /* it is an input's; otherwise it is before the buffer or past its end */
    long offset; /* inside: from the buffer's start; past the end: from there, 0 and up; before:
                  * negative, from the start */
};

/* Looks at the slot that argument `owner` owns. is: the slot's bytes. inputs: of each input, the
 * elements as they were laid out, in the guest's byte order; NULL for other arguments. Returns
 * whether something was changed that is no output's. */
bool xl_layout_trespass(const struct xl_kernel *kernel, const struct xl_case *c,
                        const struct xl_spot spots[XL_MAX_ARGS], size_t owner, const uint8_t *is,
                        const uint8_t *const inputs[XL_MAX_ARGS], struct xl_trespass *t);

/* The buffer in or next to which offset `at` of the shared memory is: an argument's number, or -1.
 * *offset as in struct xl_trespass, *inside likewise. */
long xl_layout_nearest(const struct xl_kernel *kernel, const struct xl_spot spots[XL_MAX_ARGS],
                       size_t at, bool *inside, long *offset);

#endif

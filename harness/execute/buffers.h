/* Where the buffers of a call lie in the shared memory, and whether what is around them is still
 * there.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_EXECUTE_BUFFERS_H
#define XL_HARNESS_EXECUTE_BUFFERS_H

#include "oracle/inputs.h"
#include "protocol.h"

/* One argument of one call: a buffer in the shared memory, or a value. */
struct xl_buffer {
    /* Its slot in the shared memory. slot_bytes is 0 if the argument is no buffer. */
    size_t slot_at, slot_bytes;
    /* The elements in the slot, from the first byte to the last. */
    size_t at, bytes;
    /* A buffer without rows has one row of `bytes`. */
    size_t rows, row_bytes;
    /* Bytes from each row to the next. Negative: the first row lies last. */
    long stride;
    /* Bytes behind each row that the call may touch. */
    size_t slack;
    /* Rows that pointers lead to: the first one lies so many strides on, and the last ones go round
     * to the beginning. */
    size_t first_row;
    /* The first argument with a buffer in the same slot. */
    size_t owner;
    /* The input that this output shares its buffer with, or -1. */
    long shared;
    size_t elements;
    /* Inputs: the elements in host order. */
    uint8_t *data;
    /* Scalar arguments: the value that is passed. */
    uint64_t value;
};

/* Where in its slot a row begins; and from where strides count. */
size_t xl_buffer_row(const struct xl_buffer *s, size_t row);
size_t xl_buffer_base(const struct xl_buffer *s);

/* The elements of a buffer, in host order and row behind row, to and from its slot; and one of
 * them, as bits. */
void xl_buffer_write(const struct xl_buffer *s, enum xl_type type, uint8_t *slot,
                     const void *elements, bool swap);
void xl_buffer_read(const struct xl_buffer *s, enum xl_type type, void *elements,
                    const uint8_t *slot, bool swap);
uint64_t xl_buffer_get(const struct xl_buffer *s, enum xl_type type, const uint8_t *slot, size_t i,
                       bool swap);

/* The element that a byte of the slot is in; -1: none. */
long xl_buffer_element(const struct xl_buffer *s, enum xl_type type, size_t byte);

/* Whether a byte of the slot of an output is in its slack, and so may hold anything. */
bool xl_buffer_is_slack(const struct xl_buffer *s, size_t byte);

/* Small slots of one call, and calls of a batch. */
size_t xl_call_slots(const struct xl_kernel *kernel);
unsigned xl_batch_calls(const struct xl_kernel *kernel);

/* Up to which number of a batch, excluded, this small call can be there. */
unsigned xl_batch_room(const struct xl_kernel *kernel, const struct xl_case *c);

/* Bytes of a large slot of this call, whole pages; whether these are slots of the kernel's own
 * (XL_DEDICATED_AT), because it has many arguments, asks for large buffers, or the call is
 * streamed. */
size_t xl_large_bytes(const struct xl_kernel *kernel, const struct xl_case *c);
bool xl_has_dedicated_slots(const struct xl_kernel *kernel, const struct xl_case *c);

/* Whether every buffer of the call fits a small slot. */
bool xl_fits_small_slots(const struct xl_kernel *kernel, const struct xl_case *c);

/* Lays out call number `call` of a batch; for a large one, of which there is only one, 0. */
void xl_place_buffers(const struct xl_kernel *kernel, const struct xl_case *c, size_t call,
                      bool small, struct xl_buffer buffers[XL_MAX_ARGS]);

/* The inputs in whose slots there is nothing else, as bits: what can be read-only. */
uint64_t xl_read_only_buffers(const struct xl_kernel *kernel,
                              const struct xl_buffer buffers[XL_MAX_ARGS]);

/* The buffers, as bits, of which the pages of their slots that have none of their rows can be
 * read-only; and whether a byte of the slot is in such a page. */
uint64_t xl_fenced_buffers(const struct xl_kernel *kernel,
                           const struct xl_buffer buffers[XL_MAX_ARGS]);
bool xl_buffer_is_fenced(const struct xl_buffer *s, size_t byte);

/* What a slot holds around the buffers in it, by the argument that owns it: next to an output
 * something else than next to an input, so that what is copied from there shows. */
uint8_t xl_slot_poison(const struct xl_arg *owner, const struct xl_case *c);

/* The mapping of the memory that buffer number `buffer` of a call far apart is in; and how far rows
 * are from each other in one whose rows are: a mapping for each. */
unsigned xl_far_mapping(const struct xl_case *c, size_t buffer);
bool xl_has_far_rows(const struct xl_kernel *kernel, const struct xl_case *c,
                     const struct xl_buffer buffers[XL_MAX_ARGS]);

/* The first byte of a slot that a call must not have changed, and whose it is. */
struct xl_overwrite {
    size_t arg;  /* the buffer that it is in or next to */
    bool inside; /* it is an input's; otherwise it is before the buffer or past its end, ... */
    size_t gap;  /* ... or, if not 0, in the gap behind this row, of which the first is 1 */
    long offset; /* inside: from the buffer's start; past the end: from there, 0 and up; before:
                  * negative, from the start */
};

/* Looks at the slot that argument `owner` owns. is: the slot's bytes. inputs: of each input, the
 * elements as they were laid out, in the guest's byte order; NULL for other arguments. was: room
 * for as many bytes. Returns whether something was changed that is no output's. */
bool xl_find_overwrite(const struct xl_kernel *kernel, const struct xl_case *c,
                       const struct xl_buffer buffers[XL_MAX_ARGS], size_t owner, const uint8_t *is,
                       const uint8_t *const inputs[XL_MAX_ARGS], uint8_t *was,
                       struct xl_overwrite *t);

/* The buffer in or next to which offset `at` of the shared memory is: an argument's number, or -1.
 * *offset as in struct xl_overwrite, *inside likewise. */
long xl_nearest_buffer(const struct xl_kernel *kernel, const struct xl_buffer buffers[XL_MAX_ARGS],
                       size_t at, bool *inside, long *offset);

#endif

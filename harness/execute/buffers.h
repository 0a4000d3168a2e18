/* Places the buffers of a call in the shared memory, and compares the memory around them.
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

/* The offset of a row in its slot; and the offset from which strides count. */
size_t xl_buffer_row(const struct xl_buffer *b, size_t row);
size_t xl_buffer_base(const struct xl_buffer *b);

/* Copy the elements of a buffer to and from its slot. On the host, rows follow each other, in host
 * order. The last one returns the bits of one element. */
void xl_buffer_write(const struct xl_buffer *b, enum xl_type type, uint8_t *slot,
                     const void *elements, bool swap);
void xl_buffer_read(const struct xl_buffer *b, enum xl_type type, void *elements,
                    const uint8_t *slot, bool swap);
uint64_t xl_buffer_get(const struct xl_buffer *b, enum xl_type type, const uint8_t *slot, size_t i,
                       bool swap);

/* The element of a byte of the slot, or -1. */
long xl_buffer_element(const struct xl_buffer *b, enum xl_type type, size_t byte);

/* Whether a byte of the slot is in the slack of an output, and may have any value. */
bool xl_buffer_is_slack(const struct xl_buffer *b, size_t byte);

/* The number of small slots of one call, and of small calls of a batch. */
size_t xl_call_slots(const struct xl_kernel *kernel);
unsigned xl_batch_calls(const struct xl_kernel *kernel);

/* The largest batch that may contain this small call. */
unsigned xl_batch_room(const struct xl_kernel *kernel, const struct xl_case *c);

/* The bytes of a large slot of this call, whole pages; and whether it has dedicated slots, because
 * the kernel has many arguments or large buffers, or the call is streamed. */
size_t xl_large_bytes(const struct xl_kernel *kernel, const struct xl_case *c);
bool xl_has_dedicated_slots(const struct xl_kernel *kernel, const struct xl_case *c);

/* Whether every buffer of the call fits in a small slot. */
bool xl_fits_small_slots(const struct xl_kernel *kernel, const struct xl_case *c);

/* Places the buffers of call number `call` of a batch. A large call has number 0. */
void xl_place_buffers(const struct xl_kernel *kernel, const struct xl_case *c, size_t call,
                      bool small, struct xl_buffer buffers[XL_MAX_ARGS]);

/* The inputs that can be read-only, because they are alone in their slots. As bits. */
uint64_t xl_read_only_buffers(const struct xl_kernel *kernel,
                              const struct xl_buffer buffers[XL_MAX_ARGS]);

/* Of these, the inputs that cross the end of the first page of their slot, and no other. */
uint64_t xl_crossing_inputs(const struct xl_kernel *kernel,
                            const struct xl_buffer buffers[XL_MAX_ARGS]);

/* The buffers, as bits, in whose slots pages without rows can be read-only; and whether a byte of
 * the slot is in such a page. */
uint64_t xl_fenced_buffers(const struct xl_kernel *kernel,
                           const struct xl_buffer buffers[XL_MAX_ARGS]);
bool xl_buffer_is_fenced(const struct xl_buffer *b, size_t byte);

/* The byte around the buffers of a slot. Inputs and outputs have different ones, so that a copied
 * byte is found. */
uint8_t xl_slot_poison(const struct xl_arg *owner, const struct xl_case *c);

/* The mapping of buffer number `buffer`, if buffers lie far apart; and whether rows do, each in the
 * next mapping. */
unsigned xl_far_mapping(const struct xl_case *c, size_t buffer);
bool xl_has_far_rows(const struct xl_kernel *kernel, const struct xl_case *c,
                     const struct xl_buffer buffers[XL_MAX_ARGS]);

/* The first byte that a call was not allowed to change. */
struct xl_overwrite {
    /* The nearest buffer, or the input that it is in. */
    size_t arg;
    bool inside;
    /* Not 0: it is in the gap behind this row. The first row is 1. */
    size_t gap;
    /* Inside: from the start of the buffer. Past the end: from there, 0 or more. Before: negative,
     * from the start. */
    long offset;
};

/* Compares the slot of argument `owner`. inputs: the elements of each input in the guest's byte
 * order, NULL for other arguments. expected: room for a slot. Returns whether a byte outside the
 * outputs has changed. */
bool xl_find_overwrite(const struct xl_kernel *kernel, const struct xl_case *c,
                       const struct xl_buffer buffers[XL_MAX_ARGS], size_t owner,
                       const uint8_t *slot, const uint8_t *const inputs[XL_MAX_ARGS],
                       uint8_t *expected, struct xl_overwrite *found);

/* The argument whose buffer is nearest to this offset of the shared memory, or -1. *inside,
 * *offset: as in struct xl_overwrite. */
long xl_nearest_buffer(const struct xl_kernel *kernel, const struct xl_buffer buffers[XL_MAX_ARGS],
                       size_t at, bool *inside, long *offset);

#endif

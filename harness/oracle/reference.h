/* Calls the reference of a kernel.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_ORACLE_REFERENCE_H
#define XL_HARNESS_ORACLE_REFERENCE_H

#include "matrix/isas.h"
#include "oracle/types.h"

/* Bytes of one element that the reference writes for an argument of this type. */
size_t xl_reference_size(const struct xl_kernel *kernel, enum xl_type type);

/* Bytes of a slot for each element of an argument: its size; or more, if the reference's element is
 * larger than four times that. */
size_t xl_arg_slot_bytes(const struct xl_kernel *kernel, const struct xl_arg *arg);

/* Converts the content of an XL_INOUT argument to the elements that the reference reads and writes,
 * of xl_reference_size each. */
void xl_reference_load(const struct xl_kernel *kernel, enum xl_type type, void *to,
                       const void *from, size_t count);

/* Calls the reference in the rounding mode; for a kernel with `.function`, the C library.
 * args, in the order of the kernel's: a pointer to the elements (outputs have elements of
 * xl_reference_size), or the bits of the value (COUNT, VALUE). Returns the floating-point flags of
 * the contract that the reference raised. */
int xl_reference_call(const struct xl_kernel *kernel, enum xl_rounding rounding,
                      const uintptr_t args[XL_MAX_ARGS]);

/* For an ISA that flushes subnormals: replaces each f32 output of the reference that is not a
 * normal number by a zero of its sign. */
void xl_reference_flush(const struct xl_kernel *kernel, enum xl_type type, void *reference,
                        size_t count);

#endif

/* What a call has left, compared with what it should have.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_EXECUTE_VERIFY_H
#define XL_HARNESS_EXECUTE_VERIFY_H

#include "execute/context.h"

/* Judges call number i of a batch, p, which the guest has made and whose reference is there: its
 * outputs, the memory around them, its inputs, and the state that it must keep. */
void xl_verify_call(const struct xl_context *ctx, const struct xl_prepared_call *p, size_t i,
                    struct xl_kernel_result *result);

/* What a call left behind in the CPU, compared with what it should have. */

/* What the guarded call found of call number i. */
void xl_check_state(const struct xl_context *ctx, const struct xl_prepared_call *p, size_t i,
                    struct xl_kernel_result *result);

/* Compares the flags of the contract. */
void xl_check_flags(const struct xl_context *ctx, const struct xl_prepared_call *p, size_t i,
                    int expected, struct xl_kernel_result *result);

/* What a call wrote, without a word on whether it is right. */

/* Bytes of all outputs of a call, one behind the other in the order of the arguments. The result is
 * one of them, of 8 bytes. */
size_t xl_outputs_bytes(const struct xl_kernel *kernel, const struct xl_case *c);

/* Makes the call of a case and copies its outputs, in host order, to so many bytes. Returns how it
 * ended; after anything but XL_STATUS_OK and XL_STATUS_NO_REFERENCE the agent is gone. */
enum xl_call_status xl_call_outputs(const struct xl_context *ctx, const struct xl_case *c,
                                    uint8_t *outputs);

/* Whether an element is what the reference says. */

/* How many elements of output k are defined: all, or of one of .lengths as many as the reference
 * says. False: it says more than the buffer has. And how many the call itself says that are; no
 * reference is wanted for that. */
bool xl_defined_elements(const struct xl_context *ctx, const struct xl_prepared_call *p, size_t k,
                         size_t *count);
size_t xl_defined_by_call(const struct xl_context *ctx, const struct xl_prepared_call *p, size_t k);

/* The bits of element i of argument k, in host order, that the call left: of an output, or of the
 * result. */
uint64_t xl_output_bits(const struct xl_context *ctx, const struct xl_prepared_call *p, size_t k,
                        size_t i);

/* Whether they are right, once its reference has been called. */
bool xl_element_is_right(const struct xl_context *ctx, const struct xl_prepared_call *p, size_t k,
                         size_t i);

#endif

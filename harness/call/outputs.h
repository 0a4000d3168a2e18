/* What a call wrote, without a word on whether it is right.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CALL_OUTPUTS_H
#define XL_HARNESS_CALL_OUTPUTS_H

#include "call/planned.h"

/* Bytes of all outputs of a call, one behind the other in the order of the arguments. The result is
 * one of them, of 8 bytes. */
size_t xl_outputs_bytes(const struct xl_kernel *kernel, const struct xl_case *c);

/* Makes the call of a case and copies its outputs, in host order, to so many bytes. Returns how it
 * ended; after anything but XL_TURN_DONE and XL_TURN_UNREFERRED the agent is gone. */
enum xl_turn xl_calls_outputs(const struct xl_calls *run, const struct xl_case *c,
                              uint8_t *outputs);

#endif

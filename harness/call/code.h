/* The code of a kernel that fails, for a person who looks where it goes wrong.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CALL_CODE_H
#define XL_HARNESS_CALL_CODE_H

#include "call/planned.h"

/* Keeps it in result->code, where the agent's instructions are known. Lines: "FILE:LINE: TEXT"
 * before the instructions of a line, "NAME:" before a function that it calls, and for each
 * instruction "* ADDRESS MNEMONIC OPERANDS ; FILE:LINE", with a blank for the * of those that are
 * no vector instructions, and behind the ; the line that was inlined there. Of long code what is
 * around the instruction that the kernel died of, or its last vector instruction, and "..." for the
 * rest. */
void xl_keep_code(const struct xl_calls *run, struct xl_kernel_result *result);

#endif

/* What the agent noted of the fault that it died of, in words.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_EXECUTE_FAULT_H
#define XL_HARNESS_EXECUTE_FAULT_H

#include "execute/context.h"

/* Whether it was a write to an input's slot, which was read-only. Says so in text, and in *check
 * whether it is known to be of the input or of what is around it. */
bool xl_fault_is_write(const struct xl_context *ctx, const struct xl_prepared_call *p,
                       enum xl_check *check, char *text, size_t size);

/* Appends to text at which instruction of which function and line it was; of an access, which
 * buffer it was in or next to, and how far past its end or before its start; of an instruction that
 * the CPU refused, what has it. Nothing where the agent noted no fault. */
void xl_fault_describe(const struct xl_context *ctx, const struct xl_prepared_call *p, int signal,
                       char *text, size_t size);

/* Where a thread of the guest was, in words: when it faulted, or when it was asked. */

/* What the agent noted in the head of its bank (XL_NOTED_); XL_FAULT_NONE where that makes no
 * sense. */
enum xl_fault_kind xl_fault_kind_of(const struct xl_agent *agent);

/* The address of the instruction, if that is what the agent noted; else 0. */
uint64_t xl_fault_pc(const struct xl_agent *agent, enum xl_fault_kind noted);

/* The instruction at this address, or NULL. */
const struct xl_instruction *xl_fault_instruction(const struct xl_context *ctx, uint64_t pc);

/* Appends "pc 0x1f4 (NAME+0x4: INSTRUCTION, FILE:LINE)". Of a function of the C library, or of
 * another library that kernels are linked with, also the object that it is of, and which function
 * called it. Of an address where the program has no code, who went there. */
void xl_fault_describe_place(const struct xl_context *ctx, char *text, size_t size);

/* The code of a kernel that fails, for a person who looks where it goes wrong. */

/* Keeps it in result->code, where the agent's instructions are known. Lines: "FILE:LINE: TEXT"
 * before the instructions of a line, "NAME:" before a function that it calls, and for each
 * instruction "* ADDRESS MNEMONIC OPERANDS ; FILE:LINE", with a blank for the * of those that are
 * no vector instructions, and behind the ; the line that was inlined there. Of long code what is
 * around the instruction that the kernel died of, or its last vector instruction, and "..." for the
 * rest. */
void xl_store_code(const struct xl_context *ctx, struct xl_kernel_result *result);

#endif

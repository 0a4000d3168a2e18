/* Where a thread of the guest was, in words: when it faulted, or when it was asked.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CALL_WHERE_H
#define XL_HARNESS_CALL_WHERE_H

#include "call/planned.h"

/* What the agent noted in the head of its bank (XL_NOTED_); XL_NOTED_NOTHING where that makes no
 * sense. */
enum xl_noted xl_where_noted(const struct xl_agent *agent);

/* The address of the instruction, if that is what the agent noted; else 0. */
uint64_t xl_where_pc(const struct xl_agent *agent, enum xl_noted noted);

/* The instruction at this address, or NULL. */
const struct xl_instruction *xl_where_instruction(const struct xl_calls *run, uint64_t pc);

/* Appends "pc 0x1f4 (NAME+0x4: INSTRUCTION, FILE:LINE)". Of a function of the C library, or of
 * another library that kernels are linked with, also the object that it is of, and which function
 * called it. Of an address where the program has no code, who went there. */
void xl_where_describe(const struct xl_calls *run, char *text, size_t size);

#endif

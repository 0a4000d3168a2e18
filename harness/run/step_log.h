/* One call in the emulator's log of each instruction with the registers that it finds.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_STEP_LOG_H
#define XL_HARNESS_RUN_STEP_LOG_H

#include "run/row_evidence.h"

/* An executed instruction, and the lines behind its own, which have the registers. */
struct xl_step {
    uint64_t pc;
    const char *registers;
    size_t size;
};

/* One call's part of the log. */
struct xl_step_log {
    char *text;
    size_t size, at;
};

/* Elements of a call that shows whole vectors and a tail, beyond each threshold. */
size_t xl_stepped_n(const struct xl_row_evidence *p, const struct xl_kernel *kernel);

/* Starts the agent with such a log, if none runs that has room in its log. */
bool xl_step_log_start(struct xl_row_evidence *p, bool *is_running, struct xl_error *err);

off_t xl_log_size(const struct xl_row_evidence *p);

/* Reads what the log has from an offset on. The caller frees call->text. */
void xl_steps_read(const struct xl_row_evidence *p, off_t from, struct xl_step_log *call);

/* The next executed instruction; false: there is none. */
bool xl_step_next(struct xl_step_log *call, struct xl_step *step);

/* The instruction at this address; NULL: none is known. */
const struct xl_instruction *xl_instruction_at(const struct xl_agent_code *code, uint64_t pc);

/* Adds "`cmpb %al, %cl` at NAME+0x12, FILE:LINE". */
void xl_add_place(const struct xl_agent_code *code, uint64_t pc, char *text, size_t size);

#endif

/* The part of the guarded call that is the same everywhere: what registers hold before, and whether
 * they hold it after.
 * SPDX-License-Identifier: MIT
 */
#include "call.h"

#include <stddef.h>
#include <string.h>

#define XL_AT(FIELD, OFFSET)                                                                       \
    _Static_assert(offsetof(struct xl_guarded_call, FIELD) == (OFFSET), "call.S: " #FIELD)
XL_AT(function, XL_CALL_FUNCTION);
XL_AT(poison, XL_CALL_POISON);
XL_AT(control, XL_CALL_CONTROL);
XL_AT(args, XL_CALL_ARGUMENTS);
XL_AT(result, XL_CALL_RESULT);
XL_AT(result_f32, XL_CALL_RESULT_F32);
XL_AT(result_f64, XL_CALL_RESULT_F64);
XL_AT(control_before, XL_CALL_CONTROL_BEFORE);
XL_AT(control_after, XL_CALL_CONTROL_AFTER);
XL_AT(changed, XL_CALL_CHANGED);
XL_AT(frame, XL_CALL_FRAME);
XL_AT(control_saved, XL_CALL_CONTROL_SAVED);
XL_AT(scratch, XL_CALL_SCRATCH);
XL_AT(saved, XL_CALL_SAVED);
XL_AT(before, XL_CALL_BEFORE);
XL_AT(after, XL_CALL_AFTER);

/* Where call.S finds its struct after a function that may have kept nothing but the thread pointer,
 * which no function may touch. The model is the one that call.S is written for. */
extern _Thread_local struct xl_guarded_call *xl_call_current
    __attribute__((tls_model("local-exec")));
_Thread_local struct xl_guarded_call *xl_call_current;

void xl_call_raw(struct xl_guarded_call *call);

void xl_guarded_call(struct xl_guarded_call *call)
{
    for (uint64_t i = 0; i < XL_MOST_KEPT; i++)
        call->before[i] = 0x9e3779b97f4a7c15 * (i + 1); /* distinct in each word */
    memcpy(call->after, call->before, sizeof call->after);
    call->result = call->result_f32 = call->result_f64 = 0;
    call->control_before = call->control_after = 0;
    xl_call_current = call;
    xl_call_raw(call);
    call->changed = 0;
    for (uint64_t i = 0; i < XL_MOST_KEPT; i++)
        call->changed |= (uint64_t)(call->after[i] != call->before[i]) << i;
}

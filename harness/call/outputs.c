/* What a call wrote, without a word on whether it is right.
 * SPDX-License-Identifier: MIT
 */
#include "call/outputs.h"

#include <string.h>

#include "call/layout.h"

enum { XL_RESULT_BYTES = 8 };

size_t xl_outputs_bytes(const struct xl_kernel *kernel, const struct xl_case *c)
{
    size_t bytes = 0;
    for (size_t k = 0; k < XL_MAX_ARGS && kernel->args[k].kind; k++)
        bytes += xl_arg_is_written(&kernel->args[k])
                     ? xl_arg_elements(&kernel->args[k], c) * xl_type_size(kernel->args[k].type)
                 : kernel->args[k].kind == XL_ARG_RESULT ? XL_RESULT_BYTES
                                                         : 0;
    return bytes;
}

/* The register has more bits than a narrow result. */
static uint64_t result_of(const struct xl_calls *run, const struct xl_arg *arg)
{
    const uint64_t bits = xl_agent_word(run->agent, xl_agent_call(run->agent, 0)->result);
    return arg->is_size ? bits : bits & UINT64_MAX >> (64 - 8 * xl_type_size(arg->type));
}

enum xl_turn xl_calls_outputs(const struct xl_calls *run, const struct xl_case *c, uint8_t *outputs)
{
    const struct xl_kernel *kernel = run->kernel;
    const struct xl_planned *p = &run->workspace->calls[0];
    int detail;
    run->workspace->calls[0].c = *c;
    enum xl_turn turn = xl_lay_out(run, 1, NULL);
    if (turn == XL_TURN_DONE)
        turn = xl_agent_run(run->agent, 1, 1, run->call_limit_ms, &detail);
    for (size_t k = 0; turn == XL_TURN_DONE && k < XL_MAX_ARGS && kernel->args[k].kind; k++) {
        const struct xl_arg *arg = &kernel->args[k];
        const struct xl_buffer *b = &p->buffers[k];
        if (xl_arg_is_written(arg)) {
            xl_spot_read(&p->spots[k], arg->type, outputs, run->agent->memory + b->slot_at,
                         run->agent->swap);
            outputs += b->elements * xl_type_size(arg->type);
        } else if (arg->kind == XL_ARG_RESULT) {
            const uint64_t result = result_of(run, arg);
            memcpy(outputs, &result, XL_RESULT_BYTES);
            outputs += XL_RESULT_BYTES;
        }
    }
    return turn;
}

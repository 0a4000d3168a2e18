/* What the reference says of a call, and whether an element is that.
 * SPDX-License-Identifier: MIT
 */
#include "call/refer.h"

#include <string.h>

#include "judge/compare.h"

int xl_refer(const struct xl_calls *run, const struct xl_planned *p,
             uint8_t (*expected)[XL_LARGE_BYTES * 4], bool flush)
{
    uintptr_t args[XL_MAX_ARGS] = {0};
    for (size_t k = 0; k < XL_MAX_ARGS && run->kernel->args[k].kind; k++) {
        const struct xl_arg *arg = &run->kernel->args[k];
        const struct xl_buffer *b = &p->buffers[k];
        if (arg->kind == XL_ARG_COUNT || arg->kind == XL_ARG_VALUE) {
            args[k] = b->value;
            if (flush && arg->kind == XL_ARG_VALUE)
                xl_flush_subnormals(arg->type, &args[k], 1);
            continue;
        }
        const uint8_t *input = b->data;
        if (flush && xl_arg_is_read(arg)) {
            input = run->workspace->flushed_input[k];
            memcpy(run->workspace->flushed_input[k], b->data,
                   b->elements * xl_type_size(arg->type));
            xl_flush_subnormals(arg->type, run->workspace->flushed_input[k], b->elements);
        }
        if (arg->kind == XL_ARG_INOUT)
            xl_reference_load(run->kernel, arg->type, expected[k], input, b->elements);
        args[k] = (uintptr_t)(arg->kind == XL_ARG_IN ? input : expected[k]);
    }
    int flags = xl_reference_call(run->kernel, p->c.rounding, args);
    for (size_t k = 0; flush && k < XL_MAX_ARGS && run->kernel->args[k].kind; k++) {
        const struct xl_arg *arg = &run->kernel->args[k];
        if (xl_arg_is_written(arg) || arg->kind == XL_ARG_RESULT)
            xl_reference_flush(run->kernel, arg->type, (void *)args[k],
                               xl_arg_is_written(arg) ? p->buffers[k].elements : 1);
    }
    return flags;
}

bool xl_is_as_referred(const struct xl_calls *run, enum xl_type type, uint64_t got,
                       const void *expected, const void *flushed, size_t i, double *ulp)
{
    double other;
    if (xl_judge_element(run->kernel, type, got, expected, i, ulp))
        return true;
    if (flushed && xl_judge_element(run->kernel, type, got, flushed, i, &other)) {
        *ulp = other;
        return true;
    }
    if (!flushed || !xl_flushed_before_rounding(run->kernel, type, got, flushed, i))
        return false;
    *ulp = 0;
    return true;
}

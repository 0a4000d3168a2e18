/* The worst error of each kernel, in units in the last place.
 * SPDX-License-Identifier: MIT
 */
#include "execute/errors.h"

#include <math.h>

#include "results/baselines.h"

/* The worst error of each part of the axis. */
static void keep_on_axis(const struct xl_context *ctx, const struct xl_prepared_call *p, size_t i,
                         double ulp, struct xl_kernel_result *result)
{
    const size_t k = xl_axis_operand(ctx->kernel);
    if (k == XL_MAX_ARGS)
        return;
    for (size_t n = 0; n < XL_AXIS && !result->has_axis; n++)
        result->axis[n] = -1;
    result->has_axis = true;
    const enum xl_type type = ctx->kernel->args[k].type;
    const double x = xl_bits_value(type, xl_bits_get(type, p->buffers[k].data, i));
    if (isnan(x))
        return;
    float *worst = &result->axis[xl_plot_bin(type, x, XL_AXIS)];
    *worst = fmaxf(*worst, (float)ulp);
}

void xl_keep_error(const struct xl_context *ctx, const struct xl_prepared_call *p, size_t i,
                   double ulp, struct xl_kernel_result *result)
{
    if (p->c.fill == XL_FILL_KNOWN && ctx->has_row_baseline && i % p->c.baseline->count == 0 &&
        ulp > result->baseline_ulp)
        result->baseline_ulp = ulp;
    if (ctx->plot)
        xl_plot_add(ctx->plot, xl_bits_get(ctx->kernel->args[0].type, p->buffers[0].data, i), ulp);
    bool is_kept =
        ctx->kernel->contract.kind == XL_ULP && (ctx->kernel->elementwise || ctx->kernel->function);
    if (is_kept)
        keep_on_axis(ctx, p, i, ulp, result);
    if (ulp <= result->max_ulp && (result->has_worst || !is_kept))
        return;
    result->max_ulp = ulp;
    result->has_worst = is_kept;
    result->operands = 0;
    for (size_t k = 0; is_kept && k < XL_MAX_ARGS && ctx->kernel->args[k].kind; k++)
        if (ctx->kernel->args[k].kind == XL_ARG_IN && xl_arg_is_strip(&ctx->kernel->args[k]) &&
            result->operands < XL_MAX_ARITY)
            result->worst_inputs[result->operands++] =
                xl_bits_get(ctx->kernel->args[k].type, p->buffers[k].data, i);
}

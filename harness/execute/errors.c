/* Errors in units in the last place: of mathematical functions, and the worst of each kernel.
 * SPDX-License-Identifier: MIT
 */
#include "execute/errors.h"

#include <math.h>

#include "execute/findings.h"
#include "execute/reference_process.h"
#include "oracle/precision.h"
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
    if (p->c.fill == XL_FILL_KNOWN && ctx->has_own && i % p->c.known->count == 0 &&
        ulp > result->known_ulp)
        result->known_ulp = ulp;
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
            result->worst[result->operands++] =
                xl_bits_get(ctx->kernel->args[k].type, p->buffers[k].data, i);
}

/* The output of a mathematical function, as oracle/precision.h has it. */
static struct xl_output_check judged_output(const struct xl_context *ctx,
                                            const struct xl_prepared_call *p, size_t k,
                                            const void *quick, bool flush)
{
    struct xl_output_check o = {.kernel = ctx->kernel,
                                .output = k,
                                .function = xl_function_of(ctx->kernel, k),
                                .quick = quick,
                                .flush = flush};
    for (size_t j = 0; j < XL_MAX_ARGS; j++)
        o.args[j] =
            (uintptr_t)(flush ? xl_flushed_input(ctx->workspace, p, j) : p->buffers[j].data);
    return o;
}

/* flushed: whether `other` counts. */
static struct xl_verdict judge_element(const struct xl_output_check *exact,
                                       const struct xl_output_check *other, bool flushed, size_t i,
                                       uint64_t got, double worst)
{
    struct xl_verdict v = xl_compare_function(exact, i, got, worst);
    if (flushed &&
        v.road == XL_PRECISION_MPFR) { /* a fault, or a new worst: unless it is flushed */
        struct xl_verdict also = xl_compare_function(other, i, got, worst);
        v = also.same && (!v.same || also.ulp < v.ulp) ? also : v;
    }
    return v;
}

bool xl_is_the_function(const struct xl_context *ctx, const struct xl_prepared_call *p, size_t k,
                        size_t i, uint64_t got, const void *expected, const void *flushed)
{
    const struct xl_output_check exact = judged_output(ctx, p, k, expected, false),
                                 other = judged_output(ctx, p, k, flushed, true);
    return judge_element(&exact, &other, flushed != NULL, i, got, 0).same;
}

/* One output, all of whose lanes can be judged. */
struct judged_lanes {
    const struct xl_output_check *exact, *other;
    bool flushes;
    enum xl_type type;
    const void *got;
};

static bool is_right(const void *output, size_t i)
{
    const struct judged_lanes *l = output;
    return judge_element(l->exact, l->other, l->flushes, i, xl_bits_get(l->type, l->got, i), 0)
        .same;
}

void xl_judge_function_output(const struct xl_context *ctx, const struct xl_prepared_call *p,
                              size_t k, const void *got_array, size_t elements,
                              const void *expected, const void *flushed,
                              struct xl_kernel_result *result)
{
    enum xl_type type = ctx->kernel->args[k].type;
    struct xl_output_check exact = judged_output(ctx, p, k, expected, false),
                           other = judged_output(ctx, p, k, flushed, true);
    const struct judged_lanes lanes = {&exact, &other, flushed != NULL, type, got_array};
    for (size_t i = 0; i < elements; i++) {
        uint64_t got = xl_bits_get(type, got_array, i);
        /* What is known is measured whether it is the worst or not. */
        double worst = p->c.fill == XL_FILL_KNOWN ? 0 : result->max_ulp;
        struct xl_verdict v = judge_element(&exact, &other, flushed != NULL, i, got, worst);
        result->roads[v.road]++;
        struct xl_finding *f =
            v.same ? NULL : xl_add_value_finding(ctx, p, k, i, got, v.ulp, v.expected, result);
        if (f)
            xl_describe_lanes(ctx, type, i, elements, p->spots[k].row_bytes / xl_type_size(type),
                              is_right, &lanes, f);
        xl_keep_error(ctx, p, i, v.ulp, result);
    }
    result->checked += elements;
}

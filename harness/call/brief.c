/* A few calls of a kernel, to see what calls before have left to it.
 * SPDX-License-Identifier: MIT
 */
#include "call/brief.h"

#include "call/calls.h"
#include "judge/sizes.h"
#include "judge/strides.h"

enum {
    XL_BRIEF_CALLS = 2,
    XL_BRIEF_SEED = 0x6b657074, /* of no group of cases */
    XL_POISON_BYTE = 0xa5
};

static struct xl_case case_of(const struct xl_calls *run, size_t i)
{
    const struct xl_kernel *kernel = run->kernel;
    const size_t lanes = xl_case_of(run, 0).lanes;
    struct xl_case c = {
        .n = xl_allowed_n(kernel, i ? 8 * lanes + 5 : 4 * lanes + 3),
        .lanes = lanes,
        .fill = kernel->contract.kind == XL_ULP ? XL_FILL_SMALL : XL_FILL_DOMAIN,
        .any_value = true,
        .place = XL_PLACE_END,
        .poison = XL_POISON_BYTE,
        .seed = xl_mix(xl_mix(run->seed, XL_BRIEF_SEED), i ? (uint64_t)run->variant + 1 : 0)};
    xl_sample_rows(kernel, &c);
    return c;
}

enum xl_turn xl_run_brief(const struct xl_calls *run, struct xl_kernel_result *result)
{
    enum xl_turn turn = XL_TURN_DONE;
    for (size_t i = 0; i < XL_BRIEF_CALLS && turn == XL_TURN_DONE; i++) {
        const struct xl_case c = case_of(run, i);
        turn = xl_calls_one(run, &c, result);
    }
    return turn;
}

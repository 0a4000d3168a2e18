/* The calls of one kernel on one agent: laid out, made, and judged.
 * SPDX-License-Identifier: MIT
 */
#include "execute/execute.h"

#include <time.h>

#include "execute/diagnose.h"
#include "execute/findings.h"
#include "execute/left_behind.h"
#include "execute/pipeline.h"
#include "execute/prepare.h"
#include "execute/reference_process.h"
#include "execute/repeat.h"
#include "execute/verify.h"
#include "oracle/sizes.h"
#include "oracle/strides.h"

/* Judges a batch whose calls the guest has made, or as many as it could. */
static enum xl_turn judge_batch(const struct xl_calls *run, const struct xl_batch *batch,
                                enum xl_turn turn, int detail, struct xl_kernel_result *result)
{
    enum xl_turn referred;
    const unsigned known = xl_references_end(run, &referred, result);
    for (unsigned i = 0; i < batch->calls; i++) {
        bool done = xl_agent_word(run->agent, xl_agent_call(run->agent, i)->done) == 1;
        if (done && i < known)
            xl_judge_call(run, &run->workspace->calls[i], i, result);
        else if (!done && turn == XL_TURN_DONE)
            turn = XL_TURN_GARBLED; /* it says that all is done, and it is not */
    }
    if (turn == XL_TURN_GARBLED)
        xl_agent_stop(run->agent);
    if (turn != XL_TURN_DONE && turn != XL_TURN_INTERRUPTED)
        xl_add_end_finding(run, &run->workspace->calls[xl_agent_progress(run->agent)], turn, detail,
                           result);
    return turn == XL_TURN_DONE ? referred : turn;
}

static struct xl_batch judged(unsigned calls)
{
    return (struct xl_batch){
        .calls = calls, .threads = 1, .is_referred = true, .judge = judge_batch};
}

static enum xl_turn run_batch(const struct xl_calls *run, unsigned calls,
                              struct xl_kernel_result *result)
{
    const struct xl_batch batch = judged(calls);
    int detail = 0;
    enum xl_turn turn = xl_lay_out(run, calls, result);
    if (turn != XL_TURN_DONE)
        return turn;
    if (run->raw)
        return xl_raw_batch(run, calls);
    xl_batch_begin(run, &batch);
    turn = xl_agent_end(run->agent, run->call_limit_ms, &detail);
    return judge_batch(run, &batch, turn, detail, result);
}

/* Cases on their way. */
struct cases {
    struct xl_turns turns;
    struct xl_case small[XL_BATCH_CALLS]; /* of the next batch of small calls */
    unsigned waiting;                     /* as many */
};

/* Has the guest make these calls when it has made those before. */
static enum xl_turn add_batch(struct xl_turns *t, const struct xl_case *cases, unsigned calls)
{
    const bool is_alone =
        t->banks[0].raw || cases->same_memory || xl_has_own_slots(t->banks[0].kernel, cases);
    enum xl_turn turn = is_alone ? xl_turns_end(t, XL_TURN_DONE) : XL_TURN_DONE;
    if (turn != XL_TURN_DONE)
        return turn;
    const struct xl_calls *run = xl_turns_next(t);
    for (unsigned i = 0; i < calls; i++)
        run->workspace->calls[i].c = cases[i];
    if (is_alone)
        return run_batch(run, calls, t->result);
    const struct xl_batch batch = judged(calls);
    turn = xl_lay_out(run, calls, t->result);
    return xl_turns_give(t, turn, &batch);
}

static bool past(const struct timespec *deadline)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec > deadline->tv_sec ||
           (now.tv_sec == deadline->tv_sec && now.tv_nsec > deadline->tv_nsec);
}

enum xl_turn xl_calls_one(const struct xl_calls *run, const struct xl_case *one,
                          struct xl_kernel_result *result)
{
    run->workspace->calls[0].c = *one;
    return run_batch(run, 1, result);
}

/* The call whose inputs were the worst before. */
static enum xl_turn try_known(const struct xl_calls *run, struct xl_kernel_result *result)
{
    if (!run->known || !run->known->count)
        return XL_TURN_DONE;
    const struct xl_case known = xl_case_known(run->kernel, run->vl_bits, run->known);
    return xl_calls_one(run, &known, result);
}

static enum xl_turn add_waiting(struct cases *on)
{
    const unsigned calls = on->waiting;
    on->waiting = 0;
    return calls ? add_batch(&on->turns, on->small, calls) : XL_TURN_DONE;
}

/* A large call is a batch of its own. */
static enum xl_turn add_case(struct cases *on, const struct xl_case *c)
{
    const struct xl_kernel *kernel = on->turns.banks[0].kernel;
    if (!xl_places_are_small(kernel, c))
        return add_batch(&on->turns, c, 1);
    const enum xl_turn turn =
        on->waiting < xl_batch_room(kernel, c) ? XL_TURN_DONE : add_waiting(on);
    on->small[on->waiting++] = *c;
    return turn;
}

/* Makes the calls of so many cases; the last of them may be under way. */
static enum xl_turn run_cases(struct cases *on, const struct xl_calls *run, size_t cases)
{
    enum xl_turn turn = XL_TURN_DONE;
    for (size_t i = 0; i < cases && turn == XL_TURN_DONE; i++) {
        const struct xl_case c = xl_case_of(run, i);
        if (xl_case_is_off(run, &c))
            continue;
        turn = add_case(on, &c);
        if (turn == XL_TURN_DONE && on->waiting < 2 && i && i + 1 < cases && past(run->deadline)) {
            turn = xl_turns_end(&on->turns, XL_TURN_DONE);
            return turn == XL_TURN_DONE ? XL_TURN_LATE : turn;
        }
    }
    return turn == XL_TURN_DONE ? add_waiting(on) : turn;
}

/* The longest calls. What they write is in no digest: the rows that they are on are few. */
static enum xl_turn run_streamed(const struct xl_calls *run, struct xl_kernel_result *result)
{
    enum { TIMES = 4 /* the call limit: they take longer */ };
    struct xl_calls longer = *run;
    const uint64_t digest = result->digest;
    enum xl_turn turn = XL_TURN_DONE;
    longer.call_limit_ms *= TIMES;
    for (size_t i = 0; i < XL_STREAMED_CASES && turn == XL_TURN_DONE; i++) {
        const struct xl_case c = xl_case_streamed(run->kernel, run->vl_bits, run->seed, i);
        if (run->streamed >> i & 1 && xl_streamed_n(run->kernel))
            turn = xl_calls_one(&longer, &c, result);
    }
    result->digest = digest;
    return turn;
}

enum xl_turn xl_calls_run(const struct xl_calls *run, struct xl_kernel_result *result)
{
    size_t cases = xl_case_count(run->kernel, run->vl_bits, run->count);
    if (!xl_heeds_control(run))
        cases -= xl_rounding_case_count(run->kernel);
    xl_agent_ask(run->agent, XL_STATICS_REMEMBER);
    enum xl_turn turn = try_known(run, result);
    struct cases on = {.waiting = 0};
    xl_turns_begin(&on.turns, run, result);
    if (turn == XL_TURN_DONE)
        turn = run_cases(&on, run, cases);
    if (turn == XL_TURN_DONE && !run->raw)
        turn = xl_run_again(&on.turns, cases);
    turn = xl_turns_end(&on.turns, turn);
    if (turn == XL_TURN_DONE && !run->raw && result->outcome == XL_PASS)
        turn = xl_check_left(run, result);
    if (turn == XL_TURN_DONE && !run->raw)
        xl_try_apart(run, cases, result);
    if (turn == XL_TURN_DONE && !run->raw && run->agent->process.pid)
        xl_try_alone(run, result);
    if (turn == XL_TURN_DONE && !run->raw && run->agent->process.pid)
        turn = run_streamed(run, result); /* with another process of references, and other slots */
    if (result->outcome == XL_FAIL)       /* nobody has looked at what these keep of it */
        xl_references_stop(run);
    xl_forget_large(run);
    return turn;
}

static struct xl_case sampled(const struct xl_calls *run, size_t n, uint64_t placed)
{
    struct xl_case c = {.n = xl_allowed_n(run->kernel, n),
                        .fill = XL_FILL_SMALL,
                        .any_value = true,
                        .place = placed ? XL_PLACE_OFF : XL_PLACE_END,
                        .offset = (unsigned)placed,
                        .poison = 0xa5,
                        .seed = xl_mix(run->seed, n)};
    xl_sample_rows(run->kernel, &c);
    return c;
}

enum xl_turn xl_calls_sample(const struct xl_calls *run, size_t n, uint64_t placed, int *detail)
{
    run->workspace->calls[0].c = sampled(run, n, placed);
    enum xl_turn turn = xl_lay_out(run, 1, NULL);
    return turn == XL_TURN_DONE ? xl_agent_run(run->agent, 1, 1, run->call_limit_ms, detail) : turn;
}

enum xl_turn xl_calls_before(const struct xl_calls *run, unsigned calls, size_t most, int *detail)
{
    const unsigned room = xl_batch_calls(run->kernel);
    unsigned laid = 0;
    *detail = 0;
    for (; laid < calls && laid < room; laid++) {
        const uint64_t drawn = xl_mix(run->seed, laid);
        const struct xl_case c = sampled(run, 1 + drawn % most, drawn >> 8);
        if (!xl_places_are_small(run->kernel, &c))
            break;
        run->workspace->calls[laid].c = c;
    }
    enum xl_turn turn = laid ? xl_lay_out(run, laid, NULL) : XL_TURN_DONE;
    if (laid && turn == XL_TURN_DONE)
        turn = xl_agent_run(run->agent, laid, 1, run->call_limit_ms, detail);
    return turn;
}

/* A few calls of a kernel, to see what calls before have left to it. */

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

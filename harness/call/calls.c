/* The calls of one kernel on one agent: laid out, made, and judged.
 * SPDX-License-Identifier: MIT
 */
#include "call/calls.h"

#include <time.h>

#include "call/again.h"
#include "call/alone.h"
#include "call/apart.h"
#include "call/findings.h"
#include "call/judged.h"
#include "call/layout.h"
#include "call/raw.h"
#include "call/references.h"
#include "judge/sizes.h"
#include "judge/strides.h"

/* The guest is given a batch that is laid out, and the reference process too. */
static void begin_batch(const struct xl_calls *run, unsigned calls)
{
    xl_references_begin(run, calls);
    xl_agent_begin(run->agent, calls, 1);
}

/* Judges a batch whose calls the guest has made, or as many as it could. */
static enum xl_turn judge_batch(const struct xl_calls *run, unsigned calls, enum xl_turn turn,
                                int detail, struct xl_kernel_result *result)
{
    enum xl_turn referred;
    const unsigned known = xl_references_end(run, &referred, result);
    for (unsigned i = 0; i < calls; i++) {
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

static enum xl_turn run_batch(const struct xl_calls *run, unsigned calls,
                              struct xl_kernel_result *result)
{
    int detail = 0;
    enum xl_turn turn = xl_lay_out(run, calls, result);
    if (turn != XL_TURN_DONE)
        return turn;
    if (run->raw)
        return xl_raw_batch(run, calls);
    begin_batch(run, calls);
    turn = xl_agent_end(run->agent, run->call_limit_ms, &detail);
    return judge_batch(run, calls, turn, detail, result);
}

/* Batches in both banks: while the guest makes the calls of one, the next is laid out in the other,
 * and the one before is judged there. */
struct turns {
    struct xl_calls banks[XL_BANKS];
    unsigned bank;                        /* of the batch that the guest has ... */
    unsigned calls;                       /* ... of so many calls; 0: it has none */
    struct xl_case small[XL_BATCH_CALLS]; /* cases of the next batch of small calls */
    unsigned waiting;                     /* as many */
    struct xl_kernel_result *result;
};

static void begin_turns(struct turns *t, const struct xl_calls *run,
                        struct xl_kernel_result *result)
{
    *t = (struct turns){.banks = {*run, *run}, .bank = 1, .result = result};
    t->banks[1].workspace = run->workspace->other;
}

/* Gives the guest the next batch, if there is one, which it begins as soon as it is done with the
 * one that it has; hears of that one, and judges it. */
static enum xl_turn take_turn(struct turns *t, const unsigned *next)
{
    const struct xl_calls *run = &t->banks[t->bank];
    const unsigned calls = t->calls, other = !t->bank;
    int detail = 0;
    enum xl_turn turn = XL_TURN_DONE;
    t->calls = next ? *next : 0;
    if (next) {
        xl_agent_bank(run->agent, other);
        begin_batch(&t->banks[other], *next);
        xl_agent_bank(run->agent, t->bank);
    }
    if (calls) {
        turn = xl_agent_end(run->agent, run->call_limit_ms, &detail);
        turn = judge_batch(run, calls, turn, detail, t->result);
    }
    if (next) {
        t->bank = other;
        xl_agent_bank(run->agent, other);
    }
    return turn;
}

/* Ends with nothing under way, and in the first bank if the guest is still there. `turn`: how it
 * went until then; if not well, the batch that the guest has is of no use. */
static enum xl_turn end_turns(struct turns *t, enum xl_turn turn)
{
    const struct xl_calls *run = &t->banks[t->bank];
    int detail;
    if (turn == XL_TURN_DONE) {
        turn = take_turn(t, NULL);
    } else if (t->calls) {
        enum xl_turn unused = XL_TURN_DONE;
        if (run->agent->process.pid)
            xl_agent_end(run->agent, run->call_limit_ms, &detail);
        xl_references_end(run, &unused, NULL);
        t->calls = 0;
    }
    t->bank = 1;
    if (run->agent->process.pid) /* or else there is what it said of its end */
        xl_agent_bank(run->agent, 0);
    return turn;
}

/* Has the guest make these calls when it has made those before. */
static enum xl_turn add_batch(struct turns *t, const struct xl_case *cases, unsigned calls)
{
    const bool is_alone =
        t->banks[0].raw || cases->same_memory || xl_has_own_slots(t->banks[0].kernel);
    enum xl_turn turn = is_alone ? end_turns(t, XL_TURN_DONE) : XL_TURN_DONE;
    if (turn != XL_TURN_DONE)
        return turn;
    const unsigned bank = is_alone ? 0 : !t->bank;
    const struct xl_calls *run = &t->banks[bank];
    for (unsigned i = 0; i < calls; i++)
        run->workspace->calls[i].c = cases[i];
    if (is_alone)
        return run_batch(run, calls, t->result);
    xl_agent_bank(run->agent, bank);
    turn = xl_lay_out(run, calls, t->result);
    xl_agent_bank(run->agent, t->bank);
    const enum xl_turn last = take_turn(t, turn == XL_TURN_DONE ? &calls : NULL);
    return last == XL_TURN_DONE ? turn : last;
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

static enum xl_turn add_waiting(struct turns *t)
{
    const unsigned calls = t->waiting;
    t->waiting = 0;
    return calls ? add_batch(t, t->small, calls) : XL_TURN_DONE;
}

/* A large call is a batch of its own. */
static enum xl_turn add_case(struct turns *t, const struct xl_case *c)
{
    const struct xl_kernel *kernel = t->banks[0].kernel;
    if (!xl_places_are_small(kernel, c))
        return add_batch(t, c, 1);
    const enum xl_turn turn = t->waiting < xl_batch_room(kernel, c) ? XL_TURN_DONE : add_waiting(t);
    t->small[t->waiting++] = *c;
    return turn;
}

/* Makes the calls of so many cases. */
static enum xl_turn run_cases(const struct xl_calls *run, size_t cases,
                              struct xl_kernel_result *result)
{
    enum xl_turn turn = try_known(run, result);
    struct turns turns;
    begin_turns(&turns, run, result);
    for (size_t i = 0; i < cases && turn == XL_TURN_DONE; i++) {
        const struct xl_case c = xl_case_of(run, i);
        turn = add_case(&turns, &c);
        if (turn == XL_TURN_DONE && turns.waiting < 2 && i && i + 1 < cases &&
            past(run->deadline)) {
            turn = end_turns(&turns, XL_TURN_DONE);
            return turn == XL_TURN_DONE ? XL_TURN_LATE : turn;
        }
    }
    if (turn == XL_TURN_DONE)
        turn = add_waiting(&turns);
    return end_turns(&turns, turn);
}

enum xl_turn xl_calls_run(const struct xl_calls *run, struct xl_kernel_result *result)
{
    size_t cases = xl_case_count(run->kernel, run->vl_bits, run->count);
    if (!xl_heeds_control(run))
        cases -= xl_rounding_case_count(run->kernel);
    xl_agent_ask(run->agent, XL_STATICS_REMEMBER);
    enum xl_turn turn = run_cases(run, cases, result);
    if (turn == XL_TURN_DONE && !run->raw)
        turn = xl_run_again(run, cases, result);
    if (turn == XL_TURN_DONE && !run->raw)
        xl_try_apart(run, cases, result);
    if (turn == XL_TURN_DONE && !run->raw && run->agent->process.pid)
        xl_try_alone(run, result);
    xl_forget_large(run);
    return turn;
}

enum xl_turn xl_calls_sample(const struct xl_calls *run, size_t n, int *detail)
{
    struct xl_planned *p = &run->workspace->calls[0];
    p->c = (struct xl_case){.n = xl_allowed_n(run->kernel, n),
                            .fill = XL_FILL_SMALL,
                            .any_value = true,
                            .place = XL_PLACE_END,
                            .poison = 0xa5,
                            .seed = xl_mix(run->seed, n)};
    xl_sample_rows(run->kernel, &p->c);
    enum xl_turn turn = xl_lay_out(run, 1, NULL);
    return turn == XL_TURN_DONE ? xl_agent_run(run->agent, 1, 1, run->call_limit_ms, detail) : turn;
}

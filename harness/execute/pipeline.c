/* Batches in turns, in both banks.
 * SPDX-License-Identifier: MIT
 */
#include "execute/pipeline.h"

#include <time.h>

#include "execute/reference_process.h"

void xl_batch_begin(const struct xl_calls *run, const struct xl_batch *batch)
{
    if (batch->is_referred)
        xl_references_begin(run, batch->calls);
    xl_agent_begin(run->agent, batch->calls, batch->threads);
}

void xl_turns_begin(struct xl_turns *t, const struct xl_calls *run, struct xl_kernel_result *result)
{
    *t = (struct xl_turns){.banks = {*run, *run}, .bank = 1, .result = result};
    t->banks[1].workspace = run->workspace->other;
}

const struct xl_calls *xl_turns_next(const struct xl_turns *t)
{
    const struct xl_calls *run = &t->banks[!t->bank];
    xl_agent_bank(run->agent, !t->bank);
    return run;
}

/* Hears of a batch that the guest has, and judges it. */
static enum xl_turn hear(struct xl_turns *t, const struct xl_batch *batch)
{
    const struct xl_calls *run = &t->banks[t->bank];
    int detail = 0;
    if (!batch->calls)
        return XL_TURN_DONE;
    xl_agent_bank(run->agent, t->bank);
    const enum xl_turn turn = xl_agent_end(run->agent, run->call_limit_ms, &detail);
    return batch->judge(run, batch, turn, detail, t->result);
}

enum xl_turn xl_turns_give(struct xl_turns *t, enum xl_turn laid_out, const struct xl_batch *next)
{
    const struct xl_batch given = t->given;
    if (laid_out == XL_TURN_DONE)
        xl_batch_begin(&t->banks[!t->bank], next);
    const enum xl_turn turn = hear(t, &given);
    if (laid_out == XL_TURN_DONE) {
        t->bank = !t->bank;
        t->given = *next;
    } else {
        t->given.calls = 0;
    }
    xl_agent_bank(t->banks[0].agent, t->bank);
    return turn == XL_TURN_DONE ? laid_out : turn;
}

/* Lets go of the batch that the guest has. */
static void drop(const struct xl_turns *t)
{
    const struct xl_calls *run = &t->banks[t->bank];
    enum xl_turn turn;
    int detail;
    if (t->given.calls && run->agent->process.pid)
        xl_agent_end(run->agent, run->call_limit_ms, &detail);
    if (t->given.calls && t->given.is_referred)
        xl_references_end(run, &turn, NULL);
}

enum xl_turn xl_turns_end(struct xl_turns *t, enum xl_turn turn)
{
    const struct xl_batch given = t->given;
    if (turn == XL_TURN_DONE)
        turn = hear(t, &given);
    else
        drop(t);
    t->given.calls = 0;
    t->bank = 1;
    if (t->banks[0].agent->process.pid) /* or else there is what it said of its end */
        xl_agent_bank(t->banks[0].agent, 0);
    return turn;
}

/* Calls that are timed and not judged: what a kernel costs with nothing round it. */

/* Elements that judging the call would compare. */
static uint64_t results_of(const struct xl_kernel *kernel, const struct xl_planned *p)
{
    uint64_t count = 0;
    for (size_t k = 0; k < XL_MAX_ARGS && kernel->args[k].kind; k++)
        if (xl_arg_is_written(&kernel->args[k]))
            count += p->buffers[k].elements;
        else if (kernel->args[k].kind == XL_ARG_RESULT)
            count++;
    return count;
}

enum xl_turn xl_raw_batch(const struct xl_calls *run, unsigned calls)
{
    struct timespec begin, end;
    int detail;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    enum xl_turn turn = xl_agent_run(run->agent, calls, 1, run->call_limit_ms, &detail);
    clock_gettime(CLOCK_MONOTONIC, &end);
    run->raw->seconds +=
        (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9;
    for (unsigned i = 0; i < calls; i++)
        run->raw->results += results_of(run->kernel, &run->workspace->calls[i]);
    return turn;
}

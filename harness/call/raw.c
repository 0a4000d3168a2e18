/* Calls that are timed and not judged: what a kernel costs with nothing round it.
 * SPDX-License-Identifier: MIT
 */
#include "call/raw.h"

#include <time.h>

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

/* Single-steps some functions of a program of this machine's CPU and logs their instructions, as an
 * emulator's log does. The host does that to an agent of its own, the relay to the agent elsewhere.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_AGENT_SINGLE_STEP_H
#define XL_HARNESS_AGENT_SINGLE_STEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct xl_single_step {
    const uint64_t *entries; /* addresses of the functions, in a program at fixed addresses */
    size_t count;
    /* Which instructions between an entry and its return are logged. Each becomes a line of
     * code/counts.h. */
    bool (*is_logged)(const void *data, uint64_t address);
    const void *data;
    int log; /* emptied first; complete whenever a function has returned */
    /* In memory that both processes share: false while calls run at full speed. NULL: none does. */
    const volatile bool *is_wanted;
    /* Called in the process that steps: descriptors from `first` on are not needed there. */
    void (*prepare)(int first);
};

/* Call it in a new process. It forks again: the new process returns here, and becomes the program
 * by exec, or stops itself by SIGSTOP. Returns 0, or -1 with errno if the machine does not allow
 * it. The calling process steps the program and ends with its status. log: steps->log as a
 * descriptor that is free here. Uses async-signal-safe calls only. */
int xl_single_step_begin(const struct xl_single_step *steps, int log);

#endif

/* A program that runs natively, stepped through some of its functions: what an emulator's log is of
 * one that is emulated. Knows nothing of kernels.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BASE_SINGLE_STEP_H
#define XL_HARNESS_BASE_SINGLE_STEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct xl_single_step {
    const uint64_t *entries; /* of the functions, in a program at fixed addresses */
    size_t count;
    /* Of the instructions between such an entry and the return from there, those that are logged:
     * each is a line of binary/counts.h. */
    bool (*is_logged)(const void *data, uint64_t address);
    const void *data;
    int log; /* begun anew; complete whenever such a function has returned */
};

/* In the process that is to become the program, before it does: makes another one of it, and
 * returns there, with 0, or -1 with errno where this machine does not allow it. The first process
 * follows that one, and ends as it ends. log: the same as in `steps`, under a number that is free
 * here. After fork: only async-signal-safe calls. */
int xl_single_step_begin(const struct xl_single_step *steps, int log);

#endif

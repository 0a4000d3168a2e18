/* Calls that are timed and not judged: what a kernel costs with nothing round it.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CALL_RAW_H
#define XL_HARNESS_CALL_RAW_H

#include "call/planned.h"

struct xl_raw {
    double seconds; /* that the agent took, from its word to its answer */
    uint64_t results;
};

/* Runs a batch that is laid out, and adds what it took to run->raw. Returns how it ended. */
enum xl_turn xl_raw_batch(const struct xl_calls *run, unsigned calls);

#endif

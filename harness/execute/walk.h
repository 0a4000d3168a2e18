/* A walk: all inputs of an elementwise kernel, in blocks, on several agents at the same time. The
 * reference of a block is called once for all agents.
 * SPDX-License-Identifier: MIT
 *
 * A block is a call with the fill `every`. While the guests make one block, the host prepares the
 * next one and verifies the one before, as for other calls (execute/batch.c). Most elements are
 * decided by xl_screen. A block with a wrong element is verified as a usual call, so that
 * its findings are the usual ones.
 *
 * Blocks have other lengths than whole vectors. Calls of a usual run have checked what does not
 * depend on the values: the memory around the buffers, short calls, other threads.
 */
#ifndef XL_HARNESS_EXECUTE_WALK_H
#define XL_HARNESS_EXECUTE_WALK_H

#include "execute/calls.h"

/* One agent of the walk. */
struct xl_walker {
    /* All but the workspace. */
    struct xl_context context;
    struct xl_kernel_result *result;
    /* Makes the next blocks. Set by the caller before each xl_walk; cleared when the kernel fails
     * or its agent ends. */
    bool is_active;
    /* XL_STATUS_OK unless the agent ended, or the reference did. */
    enum xl_call_status status;
};

struct xl_walk {
    struct xl_walker *walkers;
    size_t count;
    struct xl_workspace *workspace;
};

/* Why a kernel cannot be walked, or NULL. */
const char *xl_walk_refuses(const struct xl_kernel *kernel);

/* Makes these blocks on one walker without a reference or verification, and counts the agent's
 * time: context.timing. */
enum xl_call_status xl_walk_timed(const struct xl_walk *w, uint64_t first, uint64_t count);

/* Tries inputs first, first + 1, ... of xl_all_inputs on all active walkers. Returns XL_STATUS_OK,
 * also if some have failed; or XL_STATUS_INTERRUPTED, or XL_STATUS_NO_REFERENCE. */
enum xl_call_status xl_walk(const struct xl_walk *w, uint64_t first, uint64_t count);

#endif

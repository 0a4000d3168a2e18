/* The bridge: the agent's place for an agent behind a stream (frames.h).
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_EXECUTE_BRIDGE_H
#define XL_HARNESS_EXECUTE_BRIDGE_H

/* The host tool's first argument if it is to be a bridge: no command for users. */
#define XL_BRIDGE_ARGUMENT "--bridge"

enum {
    XL_BRIDGE_ABSENT = 69,    /* so says the runner: it ended with this status */
    XL_BRIDGE_REFUSED = 70,   /* the runner ended before the agent's relay began */
    XL_BRIDGE_BROKEN = 76,    /* the stream ended, or was malformed, later */
    XL_BRIDGE_FIRST_WORDS = 4 /* of argv, before the runner's */
};

/* argv: XL_BRIDGE_ARGUMENT; "big" or "little", the byte order of the guest; for how many seconds
 * the stream may be silent while a batch runs, or it is broken; the file with what is to be
 * single-stepped (XL_FRAME_STEPS), which becomes the log, or ""; the runner's command line, which
 * starts the agent with XL_STREAM_ARGUMENT. The descriptors are those of protocol.h.
 *
 * Ends as the agent ends: by its signal, or with its status. Or with a status of above, and a line
 * on standard error. */
int xl_bridge(int argc, char **argv);

#endif

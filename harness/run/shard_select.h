/* The rows of a shard, of those that a run selects.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_SHARD_SELECT_H
#define XL_HARNESS_RUN_SHARD_SELECT_H

#include "run/select.h"

/* Keeps the rows of the options' shard, and makes c->shard. An exhaustive run keeps all rows: it
 * divides the inputs. Without --shard, does nothing. kernels:
 * NULL, if the rows run the tests of a suite, which is in `suite`; `how` says which tests. Returns
 * 0; or 2 after a message. */
int xl_shard_select(const struct xl_run_options *o, const struct xl_kernels *kernels,
                    const char *suite, const char *how, struct xl_selection *c);

#endif

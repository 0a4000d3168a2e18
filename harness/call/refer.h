/* What the reference says of a call, and whether an element is that.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CALL_REFER_H
#define XL_HARNESS_CALL_REFER_H

#include "call/planned.h"

/* Calls the reference into `expected`, one row of it an argument. With `flush`, on inputs whose
 * subnormals are gone. Returns the flags that it raised. */
int xl_refer(const struct xl_calls *run, const struct xl_planned *p,
             uint8_t (*expected)[XL_LARGE_BYTES * 4], bool flush);

/* Whether element i of an output is right, of a kernel with a reference. flushed: what a flushing
 * ISA may say instead, or NULL. *ulp is the error. */
bool xl_is_as_referred(const struct xl_calls *run, enum xl_type type, uint64_t got,
                       const void *expected, const void *flushed, size_t i, double *ulp);

#endif

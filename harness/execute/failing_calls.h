/* Which calls of a kernel fail: where n is no multiple of the lanes, with one fill, at one
 * placement.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_EXECUTE_FAILING_CALLS_H
#define XL_HARNESS_EXECUTE_FAILING_CALLS_H

#include "execute/context.h"

enum { XL_CALL_PROPERTIES = 7, XL_CALL_VALUES = 32 };

/* How many calls pass (0) and fail (1): all, and by the values of their properties. */
struct xl_call_counts {
    size_t lanes;
    uint32_t all[2], by[XL_CALL_PROPERTIES][XL_CALL_VALUES][2];
};

/* Counts a verified call. */
void xl_count_call(const struct xl_prepared_call *p, bool fails, struct xl_call_counts *counts);

/* "312 of 640 calls fail: only where n is no multiple of 4". Without a call that fails: "". A
 * property is named if the calls that pass would hardly do so by chance. */
void xl_describe_failing_calls(const struct xl_call_counts *counts, char *text, size_t size);

#endif

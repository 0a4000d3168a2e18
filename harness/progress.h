/* Progress on standard error: a line rewritten in place on a terminal, a plain line now and then
 * elsewhere.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_PROGRESS_H
#define XL_HARNESS_PROGRESS_H

#include <time.h>

struct xl_progress {
    const char *name; /* of the step */
    struct timespec begun, shown;
    int is_shown;
};

void xl_progress_begin(struct xl_progress *p, const char *name);

/* Says how far the step is. Shows nothing during the first second, and off a terminal once in ten.
 */
void xl_progress_tick(struct xl_progress *p, const char *text);

/* Ends it; a step that was shown says how long it took. */
void xl_progress_end(struct xl_progress *p);

#endif

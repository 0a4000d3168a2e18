/* How fast this machine is, by its own runs: measured time by the estimate's.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_ROWS_RATE_H
#define XL_HARNESS_ROWS_RATE_H

/* 1: as fast as the machine of the estimate, or unknown; 2: half as fast. */
double xl_rate_read(void);

/* Takes in a run that should have taken `expected` seconds at rate 1. */
void xl_rate_add(double expected, double seconds);

/* Seconds that are left of `expected` after `elapsed`, when this share of the work is done: at the
 * beginning those that were expected, at the end by what was measured. expected 0: unknown. */
double xl_seconds_left(double expected, double share, double elapsed);

#endif

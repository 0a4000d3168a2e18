/* Functions of the downstream project's library that return structures by value.
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGE_H
#define RANGE_H

#include <stddef.h>
#include <stdint.h>

struct range {
    float least, most;
};

/* Of n numbers, at least one, none of them a NaN. */
struct range range_of(const float *a, size_t n);

struct tally {
    uint32_t odd, even;
};

/* How many of n bytes are odd, and how many even. */
struct tally tally_of(const uint8_t *a, size_t n);

#endif

/* Elements that are planted: few that a search is to find, or that a comparison is to notice, among
 * many that are none.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_ORACLE_PLANTED_H
#define XL_HARNESS_ORACLE_PLANTED_H

#include "oracle/inputs.h"

/* A case's `round` says of which kind the elements are (its low bits), what varies within the kind
 * (the next), and, if they are more than two, which; its `walk` has the places. */
enum {
    XL_PLANTED_KINDS = 4,
    XL_PLANTED_WAYS = 4,
    XL_PLANTED_NONE = 1 << 8,
    XL_PLANTED_SPREAD = 1 << 9, /* one in so many */
    XL_PLANTED_RUNS = 1 << 10,  /* the first lanes of a vector, or the last */
    XL_PLANTED_MODES = XL_PLANTED_NONE | XL_PLANTED_SPREAD | XL_PLANTED_RUNS
};

/* Kinds that have all places and pairs: what is greatest is as often asked for as what is least,
 * and as a NaN. The others have few, late ones. */
size_t xl_planted_kinds(const struct xl_kernel *kernel);

/* Whether a kernel reads an array that something can be planted in. */
bool xl_can_plant(const struct xl_kernel *kernel);

/* Cases of a kernel that makes one of many: one element is planted in each lane of several vectors,
 * early, late, last and in the tail; two; none, where what lies behind the array would be one; and
 * one beyond as many vectors, or elements, as 8 or 16 bits count. */
size_t xl_planted_count(const struct xl_kernel *kernel, size_t lanes);
void xl_planted_get(const struct xl_kernel *kernel, size_t i, struct xl_case *c);

/* Cases of any kernel: many are planted, at places that go through all lanes of all vectors of a
 * block of eight; or the first lanes of each vector are, or the last, from none to all. */
enum { XL_SPREAD_CASES = 3 };
void xl_spread_get(const struct xl_kernel *kernel, size_t i, struct xl_case *c);

/* What is in an argument of such a case, host byte order. */
void xl_fill_planted(const struct xl_kernel *kernel, size_t index, const struct xl_case *c,
                     void *array);

#endif

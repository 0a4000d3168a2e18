/* Which calls a kernel gets, and what is in their buffers. All of it follows from the seed.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_JUDGE_INPUTS_H
#define XL_HARNESS_JUDGE_INPUTS_H

#include "judge/types.h"
#include "matrix/isas.h"

enum {
    XL_LARGE_N = 10007, /* a prime: no vector length divides it */
    XL_MAX_BUFFER_BYTES =
        126976 /* 31 pages: a kernel whose arguments are larger gets a smaller large n */
};

enum xl_fill {
    XL_FILL_BITS,    /* every bit pattern of the type is as likely */
    XL_FILL_SPECIAL, /* special values, moving on by one lane each round: each meets every lane */
    XL_FILL_PAIRS,   /* every special value of one operand meets every one of the next */
    XL_FILL_SMALL,   /* small numbers: ties, repeats and hits are frequent */
    XL_FILLS
};

enum xl_place {
    XL_PLACE_END,   /* each buffer ends at a guard page */
    XL_PLACE_START, /* each buffer begins at a guard page */
    XL_PLACE_OFF,   /* each buffer begins a few elements past an aligned address */
    XL_PLACES
};

struct xl_case {
    size_t n;
    enum xl_fill fill;
    enum xl_place place;
    unsigned round;  /* which of the many fills of this kind */
    unsigned offset; /* XL_PLACE_OFF: elements past the aligned address */
    enum xl_rounding rounding;
    uint64_t seed; /* of this case alone */
};

const char *xl_fill_name(enum xl_fill fill);
const char *xl_place_name(enum xl_place place);

/* How many cases a kernel has for vectors of vl_bits (0: scalar), each of the random ones `count`
 * times. The last xl_rounding_case_count of them are for the other rounding modes. */
size_t xl_case_count(const struct xl_kernel *kernel, size_t vl_bits, unsigned count);

size_t xl_rounding_case_count(const struct xl_kernel *kernel);

/* Case number i < xl_case_count. The same for the same kernel, vl_bits, count and seed. */
struct xl_case xl_case_get(const struct xl_kernel *kernel, size_t vl_bits, unsigned count,
                           uint64_t seed, size_t i);

/* Elements of an argument in a call with n. */
size_t xl_arg_elements(const struct xl_arg *arg, size_t n);

/* Fills `array`, host byte order, with the elements of argument number `index` in this case. */
void xl_fill_input(const struct xl_kernel *kernel, size_t index, const struct xl_case *c,
                   void *array);

#endif

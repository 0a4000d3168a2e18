/* One call of a kernel: its sizes, its inputs and where its buffers lie.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_ORACLE_CASE_H
#define XL_HARNESS_ORACLE_CASE_H

#include "matrix/isas.h"
#include "oracle/types.h"

enum {
    XL_LARGE_N = 10007, /* a prime: no vector length divides it */
    XL_ALIGNMENTS = 64, /* bytes: buffers stand at every allowed address modulo this */
    XL_MAX_BUFFER_BYTES =
        126976, /* 31 pages: a kernel whose arguments are larger gets a smaller large n ... */
    XL_MOST_BUFFER_BYTES = 16 << 20 /* ... unless its record asks for more: xl_buffer_limit */
};

/* What the buffers of a call hold. */
enum xl_fill {
#define XL_FILL_DRAWN(NAME, ...) XL_FILL_##NAME,
#define XL_FILL(NAME, ...) XL_FILL_##NAME,
#include "oracle/fills.def"
#undef XL_FILL_DRAWN
#undef XL_FILL
    XL_FILLS
};

enum xl_placement {
    XL_PLACEMENT_END,   /* each buffer ends at a guard page */
    XL_PLACEMENT_START, /* each buffer begins at a guard page */
    XL_PLACEMENT_OFF,   /* each buffer begins at its own number of bytes past an aligned address */
    XL_PLACEMENT_IN_PLACE, /* an output is an input; contract.h's in_place */
    XL_PLACEMENT_ADJACENT, /* the buffers lie back to back, or one element apart */
    XL_PLACEMENT_PAGE_END, /* each buffer lies across a page's end, `offset` elements before it */
    XL_PLACEMENT_SAME,     /* inputs of one type and length are one buffer */
    XL_PLACEMENT_FAR,      /* buffers, or their rows, lie 2 GiB and more apart */
    XL_PLACEMENT_ALIGNED,  /* each buffer at one of XL_ADDRESSES modulo 64, by `offset` */
    XL_PLACEMENTS,
    XL_PLACEMENTS_APART = XL_PLACEMENT_IN_PLACE /* the first three: no buffer is near another */
};

enum {
    XL_ADDRESSES = 5, /* ALIGNED: a multiple of 64, 16 and 32 past one, 8, an odd number of units */
    XL_MAX_KNOWN = 64,
    XL_NO_GROUP = 0,    /* of a call that is of no group of cases */
    XL_MAX_GROUPS = 64, /* numbers below this are groups, or XL_NO_GROUP */
    XL_SPARSE = 8       /* SPARSE: one element in so many is not zero */
};

/* Inputs to be tried again: bits, one for each operand. */
struct xl_baseline_inputs {
    size_t count;
    const uint64_t (*inputs)[XL_MAX_ARITY];
};

/* The elements themselves, of a call that no fill gives: for each argument that is read, and each
 * value, host byte order. */
struct xl_explicit_inputs {
    const uint8_t *elements[XL_MAX_ARGS];
};

struct xl_case {
    unsigned group; /* of cases: xl_case_group_name */
    size_t n;
    size_t rows, depth; /* 1 of a kernel that has no such size */
    size_t lanes;       /* of the kernel's longest strip */
    unsigned gaps;      /* which of the many ways to part rows: oracle/strides.h */
    enum xl_fill fill;
    enum xl_placement placement;
    unsigned round;  /* which of the many fills of this kind */
    unsigned offset; /* which of the many ways to place the buffers */
    enum xl_rounding rounding;
    bool read_only;    /* inputs cannot be written to, where nothing else lies with them */
    bool flags_preset; /* flags of calls before are still set */
    bool common;       /* the same on every row, whatever the vector length */
    bool same_memory;  /* as the call before, where that has this, too */
    bool any_value;    /* SMALL: what is given by value is any of its domain */
    uint8_t poison;    /* what outputs, and all memory around the buffers, hold before the call */
    uint64_t seed;     /* of this case alone */
    uint64_t walk;     /* WALK, EVERY: the number of the first pattern */
    const struct xl_baseline_inputs *baseline; /* KNOWN: these, over and over */
    const struct xl_explicit_inputs
        *explicit_inputs; /* these in place of any fill; NULL: as it is filled */
};

#endif

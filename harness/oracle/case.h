/* One call of a kernel: its sizes, its inputs and where its buffers lie.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_ORACLE_CASE_H
#define XL_HARNESS_ORACLE_CASE_H

#include "matrix/isas.h"
#include "oracle/types.h"

enum {
    XL_LARGE_N = 10007, /* a prime: no vector length divides it */
    XL_ALIGNMENTS = 64, /* bytes: buffers have every allowed address modulo this */
    /* 31 pages. If XL_LARGE_N needs larger buffers, n is smaller. */
    XL_MAX_BUFFER_BYTES = 126976,
    /* The same for a record that requests larger sizes: xl_buffer_limit. */
    XL_MOST_BUFFER_BYTES = 16 << 20
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
    XL_PLACEMENT_END,      /* each buffer ends at a guard page */
    XL_PLACEMENT_START,    /* each buffer begins at a guard page */
    XL_PLACEMENT_OFF,      /* each buffer begins at another offset from an aligned address */
    XL_PLACEMENT_IN_PLACE, /* an output is an input: `.in_place` */
    XL_PLACEMENT_ADJACENT, /* buffers are back to back, or one element apart */
    XL_PLACEMENT_PAGE_END, /* each buffer begins `offset` elements before a page's end */
    XL_PLACEMENT_SAME,     /* inputs of the same type and length are one buffer */
    XL_PLACEMENT_FAR,      /* buffers, or their rows, are 2 GiB and more apart */
    XL_PLACEMENT_ALIGNED,  /* `offset` chooses one of XL_ADDRESSES modulo 64 for each buffer */
    XL_PLACEMENTS,
    XL_PLACEMENTS_APART =
        XL_PLACEMENT_IN_PLACE /* the first three: buffers are far from each other */
};

enum {
    XL_ADDRESSES =
        5, /* ALIGNED: a multiple of 64; 16 and 32 after one; 8; an odd number of units */
    XL_MAX_KNOWN = 64,
    XL_NO_GROUP = 0,    /* of a call outside the groups */
    XL_MAX_GROUPS = 64, /* groups have numbers below this */
    XL_SPARSE = 8       /* SPARSE: one element of so many is not zero */
};

/* The worst inputs of the baselines: for each, the bits of each operand. */
struct xl_baseline_inputs {
    size_t count;
    const uint64_t (*inputs)[XL_MAX_ARITY];
};

/* Inputs that no fill makes: the elements of each argument that is read, and of each value, in host
 * byte order. */
struct xl_explicit_inputs {
    const uint8_t *elements[XL_MAX_ARGS];
};

struct xl_case {
    unsigned group; /* xl_case_group_name */
    size_t n;
    size_t rows, depth; /* 1 if the kernel has no such size */
    size_t lanes;       /* of a vector of the kernel's narrowest elements */
    unsigned gaps;      /* which of the spacings between rows: oracle/strides.h */
    enum xl_fill fill;
    enum xl_placement placement;
    unsigned round;  /* which of the variations of the fill */
    unsigned offset; /* which of the variations of the placement */
    enum xl_rounding rounding;
    bool read_only;    /* inputs in read-only memory, if no output shares their pages */
    bool flags_preset; /* floating-point flags are set before the call */
    bool common;       /* the same on every row, for any vector length */
    bool same_memory;  /* the memory of the previous call, if that has this too */
    bool any_value;    /* SMALL: arguments by value are anywhere in their domain */
    uint8_t poison;    /* content of outputs and of the memory around buffers before the call */
    uint64_t seed;     /* of this case */
    uint64_t walk;     /* WALK, EVERY: the number of the first pattern */
    const struct xl_baseline_inputs *baseline;        /* KNOWN: these, repeated */
    const struct xl_explicit_inputs *explicit_inputs; /* replace the fill, unless NULL */
};

#endif

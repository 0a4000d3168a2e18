/* The shape of arguments, and the sizes that a record allows.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_ORACLE_SHAPE_H
#define XL_HARNESS_ORACLE_SHAPE_H

#include "matrix/isas.h"
#include "oracle/types.h"

/* One call of a kernel: its sizes, its inputs and where its buffers lie. */

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

/* `offset` of a case with XL_PLACEMENT_FAR. Below XL_FAR_ROWS: which buffers are far from each
 * other; XL_FAR_ALONE: the first one is outside the usual memory. XL_FAR_ROWS: rows are far from
 * each other, in up to XL_FAR_MAPPINGS mappings of the memory. */
enum { XL_FAR_ALONE = 2, XL_FAR_ROWS = 8, XL_FAR_MAPPINGS = 4 };

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

/* Contents of the inputs of `.secret`: random ones, zeros, and those of the first input of the same
 * type and length. */
enum { XL_SECRET_RANDOM = 1, XL_SECRET_OTHER, XL_SECRET_ZEROS, XL_SECRET_EQUAL };

struct xl_case {
    size_t n;
    size_t rows, depth; /* 1 if the kernel has no such size */
    size_t lanes;       /* of a vector of the kernel's narrowest elements */
    unsigned group;     /* xl_case_group_name */
    unsigned gaps;      /* number of a struct xl_gaps: oracle/strides.h */
    unsigned secret;    /* 0: the inputs of `.secret` are as all others */
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
    bool in_domain; /* SMALL: floats near 1/2 or 3/2, where the kernel's `.function` is a number */
    bool other_thread; /* the call is made by a thread that is not the agent's first one */
    uint8_t poison;    /* content of outputs and of the memory around buffers before the call */
    uint64_t seed;     /* of this case */
    uint64_t walk;     /* WALK, EVERY: the number of the first pattern */
    /* Not 0, OFF: buffers begin anywhere in their pages, and the stack does not depend on the seed.
     * A random word. */
    uint64_t place;
    const struct xl_baseline_inputs *baseline;        /* KNOWN: these, repeated */
    const struct xl_explicit_inputs *explicit_inputs; /* replace the fill, unless NULL */
};

/* XL_ARG_NONE follows the last argument of a record: oracle/record_check.c refuses others.
 *
 * How many arguments are such; and the number of the one with this name, or -1. */
size_t xl_count_args(const struct xl_kernel *kernel, bool (*is_such)(const struct xl_arg *arg));
long xl_arg_find(const struct xl_kernel *kernel, const char *name);

/* Whether an argument is this size: XL_ROWS or XL_DEPTH. */
bool xl_has_size(const struct xl_kernel *kernel, enum xl_size size);

/* A buffer: the kernel gets a pointer. Read: it is filled. Operand: read, or passed by value.
 * Written: it is compared. */
bool xl_arg_is_buffer(const struct xl_arg *arg);
bool xl_arg_is_read(const struct xl_arg *arg);
bool xl_arg_is_operand(const struct xl_arg *arg);
bool xl_arg_is_written(const struct xl_arg *arg);
bool xl_arg_is_value(const struct xl_arg *arg);

/* Whether an argument is one of the kernel's `.secret`. */
bool xl_arg_is_secret(const struct xl_kernel *kernel, const struct xl_arg *arg);

/* A buffer that grows with n: such buffers can lie back to back. */
bool xl_arg_can_be_adjacent(const struct xl_arg *arg);

/* Bytes of the kernel's narrowest element in a buffer. */
size_t xl_narrowest_bytes(const struct xl_kernel *kernel);

/* Whether a call changes an input, so that a repeated call finds another one. */
bool xl_changes_inputs(const struct xl_kernel *kernel);

/* Whether an operand is a float. */
bool xl_has_float(const struct xl_kernel *kernel);

/* Whether the kernel reduces, as a sum does: an output does not grow with n. */
bool xl_has_sum(const struct xl_kernel *kernel);

/* Whether it makes a sum that extremes overflow. */
bool xl_sum_overflows(const struct xl_kernel *kernel);

/* Whether a total of integers may wrap in a long call. */
bool xl_total_wraps(const struct xl_kernel *kernel);

/* The argument whose values are the axis of error plots: the first input with one element for each
 * n, if it is a float. XL_MAX_ARGS: none. */
size_t xl_axis_operand(const struct xl_kernel *kernel);

/* Whether it has exactly one element for each n. */
bool xl_arg_is_strip(const struct xl_arg *arg);

/* Whether it has rows, or a length by another size than n. */
bool xl_arg_has_shape(const struct xl_arg *arg);

/* Whether rows of two arguments have the same number of elements for all sizes; and whether the
 * arguments have the same number of rows too. */
bool xl_arg_is_as_long(const struct xl_arg *a, const struct xl_arg *b);
bool xl_arg_has_same_shape(const struct xl_arg *a, const struct xl_arg *b);

/* The elements of a row for the first `at` of its size, without its fixed elements; and the rows
 * for the first `at` of the size that counts rows. */
size_t xl_elements_before(const struct xl_arg *arg, size_t at);
size_t xl_rows_before(const struct xl_arg *arg, size_t at);

/* Whether it is a size_t that may have more than 31 bits. Such arguments get their own values: the
 * ends of the range, powers of two and their neighbours, numbers of every length. */
bool xl_arg_is_wide_size(const struct xl_arg *arg);

/* The alignment of a buffer in bytes, by the contract. */
size_t xl_arg_alignment(const struct xl_kernel *kernel, const struct xl_arg *arg);

/* Whether an output and an input have shapes that can share a buffer. */
bool xl_can_share(const struct xl_arg *in, const struct xl_arg *out);

/* The number of such pairs, if the record says `.in_place`. */
size_t xl_sharing_pairs(const struct xl_kernel *kernel);

/* The elements of one row of an argument in a call, its rows (1 if it has none), */
size_t xl_row_elements(const struct xl_arg *arg, const struct xl_case *c);
size_t xl_row_count(const struct xl_arg *arg, const struct xl_case *c);

/* and all its elements. */
size_t xl_arg_elements(const struct xl_arg *arg, const struct xl_case *c);

/* The least n of calls at a threshold of rows or depth, if it fits. */
enum { XL_THRESHOLD_N = 67 };

/* The largest n up to this that the record allows, or the least one. The same for rows, with this
 * n. */
size_t xl_valid_n(const struct xl_kernel *kernel, size_t n);
size_t xl_valid_rows(const struct xl_kernel *kernel, size_t n, size_t rows);

/* The n that a record lists, and their number; 0: it lists none. The same for rows with this n. */
size_t xl_listed_n(const struct xl_kernel *kernel, size_t i);
size_t xl_listed_count(const struct xl_kernel *kernel);
size_t xl_listed_rows(const struct xl_kernel *kernel, size_t n, size_t i);
size_t xl_listed_rows_count(const struct xl_kernel *kernel, size_t n);

/* The number of pairs of n and rows that a record lists; and sets n and rows of pair `number`,
 * modulo that. */
size_t xl_listed_pairs(const struct xl_kernel *kernel);
void xl_listed_pair(const struct xl_kernel *kernel, size_t number, struct xl_case *c);

/* Whether `.sizes` allows the sizes of this case. */
bool xl_sizes_allow(const struct xl_kernel *kernel, const struct xl_case *c);

/* The largest n that `.sizes` requests, or four of the longest vectors and 3; and the elements of a
 * buffer then, in double, which no number of a record overflows. */
size_t xl_requested_n(const struct xl_kernel *kernel);
double xl_requested_elements(const struct xl_kernel *kernel, const struct xl_arg *arg);

/* The largest n that `.sizes` requests, or this if it is larger. */
size_t xl_requested_or(const struct xl_kernel *kernel, size_t least);

/* `.lengths`: outputs whose number of defined elements is in another output. */

/* The argument with the number of defined elements of argument k; -1: all are defined. */
long xl_length_of(const struct xl_kernel *kernel, size_t k);

/* That number, by its bits; 0 if it is negative, as (size_t)-1 is. */
uint64_t xl_length_in(const struct xl_arg *arg, uint64_t bits);

#endif

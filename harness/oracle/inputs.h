/* Which calls a kernel gets, and what is in their buffers. All of it follows from the seed.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_ORACLE_INPUTS_H
#define XL_HARNESS_ORACLE_INPUTS_H

#include "matrix/isas.h"
#include "oracle/functions.h"
#include "oracle/shape.h"

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

/* What stands around an output where this stands around an input: another of those that `poison`
 * can be. */
uint8_t xl_next_poison(uint8_t poison);

const char *xl_fill_name(enum xl_fill fill);

/* Whether a kernel has cases with this fill. */
bool xl_fill_applies(enum xl_fill fill, const struct xl_kernel *kernel);

/* Whether buffers are one, or next to each other. */
bool xl_placement_is_alias(enum xl_placement place);
const char *xl_placement_name(enum xl_placement place);

/* How many cases a kernel has for vectors of vl_bits (0: scalar), each of the random ones `count`
 * times. The last xl_rounding_case_count of them are for the other rounding modes. */
size_t xl_case_count(const struct xl_kernel *kernel, size_t vl_bits, unsigned count);

size_t xl_rounding_case_count(const struct xl_kernel *kernel);

/* Case number i < xl_case_count. The same for the same kernel, vl_bits, count and seed. */
struct xl_case xl_case_get(const struct xl_kernel *kernel, size_t vl_bits, unsigned count,
                           uint64_t seed, size_t i);

/* The groups of cases have the numbers from 1 to xl_case_groups. A number is this build's; a name
 * stays. */
unsigned xl_case_groups(void);

/* A word; "" for XL_NO_GROUP. */
const char *xl_case_group_name(unsigned group);

/* What the group is for. */
const char *xl_case_group_text(unsigned group);

/* XL_NO_GROUP: none has this name. */
unsigned xl_case_group_find(const char *name);

/* How many of a kernel's cases are of this group. */
size_t xl_case_group_count(const struct xl_kernel *kernel, size_t vl_bits, unsigned count,
                           unsigned group);

/* Makes a case one of a row that is there for its compiler: of at most 17 vectors and one element,
 * 263, or what the record asks for, whichever is most, where other rows have up to 10007; and of at
 * most 997 where all such rows are to have the same bits. */
void xl_case_shorten(const struct xl_kernel *kernel, struct xl_case *c);

/* The case of known inputs, of which there is at least one; it is none of the above. */
struct xl_case xl_case_of_baseline(const struct xl_kernel *kernel, size_t vl_bits,
                                   const struct xl_baseline_inputs *known);

/* Case i of those that are longer than all of the above (oracle/strides.h); it is none of them
 * either. */
struct xl_case xl_case_streamed(const struct xl_kernel *kernel, size_t vl_bits, uint64_t seed,
                                size_t i);

/* What an argument is: memory the kernel is given a pointer to; read, and so filled; an operand of
 * the kernel's arithmetic; written, and so compared. */
bool xl_arg_is_buffer(const struct xl_arg *arg);
bool xl_arg_is_read(const struct xl_arg *arg);
bool xl_arg_is_operand(const struct xl_arg *arg);
bool xl_arg_is_written(const struct xl_arg *arg);

/* Whether it makes one of many, such as a sum: what it writes does not grow with n. */
bool xl_has_sum(const struct xl_kernel *kernel);

/* The number of the argument over which errors are plotted: the first floating-point input with one
 * element for each n. XL_MAX_ARGS: there is none. */
size_t xl_axis_operand(const struct xl_kernel *kernel);

/* Whether a value is in an argument's domain. */
bool xl_arg_allows(const struct xl_arg *arg, uint64_t bits);

/* Uniform over an argument's domain. */
uint64_t xl_domain_bits(const struct xl_arg *arg, uint64_t random);

/* Bytes that a buffer's address is a multiple of, by the contract. */
size_t xl_arg_alignment(const struct xl_kernel *kernel, const struct xl_arg *arg);

/* Whether an output may be the same buffer as an input, as far as their shapes go. */
bool xl_can_share(const struct xl_arg *in, const struct xl_arg *out);

/* Elements of one row of an argument in a call, and its rows: 1 of a buffer that has none. */
size_t xl_row_elements(const struct xl_arg *arg, const struct xl_case *c);
size_t xl_row_count(const struct xl_arg *arg, const struct xl_case *c);

/* All of them. */
size_t xl_arg_elements(const struct xl_arg *arg, const struct xl_case *c);

/* Bytes of a slot that each element of an argument wants: its size; or more, where what the
 * reference says of it would not fit into four times its size, which is what it has. */
size_t xl_arg_slot_bytes(const struct xl_kernel *kernel, const struct xl_arg *arg);

/* Fills `array`, host byte order, with the elements of argument number `index` in this case. */
void xl_fill_input(const struct xl_kernel *kernel, size_t index, const struct xl_case *c,
                   void *array);

/* The same of a fill that has each element by itself. */
void xl_fill_elements(const struct xl_kernel *kernel, size_t index, const struct xl_case *c,
                      void *array);

/* Lets the kernel prepare what a buffer that is read was filled with: the code is the kernel's own,
 * and may do anything. */
void xl_prepare_input(const struct xl_kernel *kernel, size_t index, const struct xl_case *c,
                      void *array);

/* The first element that has the same inputs as element i has, by the way the case is filled; i
 * itself where there is none. For arguments with one element for each n. */
size_t xl_case_same_inputs(const struct xl_case *c, size_t i);

/* A random word that follows from both. */
uint64_t xl_mix(uint64_t a, uint64_t b);

#endif

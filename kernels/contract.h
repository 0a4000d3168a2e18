/* What a kernel declares: its arguments, its contract, its reference. Read by the host; written
 * with kernel.h.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_KERNELS_CONTRACT_H
#define XL_KERNELS_CONTRACT_H

#include <stddef.h>
#include <stdint.h>

/* Bumped when struct xl_kernel changes, so that a module of another version is refused and never
 * misread. */
enum { XL_KERNEL_VERSION = 22 };

enum {
    XL_MAX_ARGS = 17, /* 16 and the result */
    XL_MAX_FLOAT_VALUES = 4,
    XL_MAX_MISSING = 8,
    XL_MAX_BY_LANE = 4,
    XL_MAX_NEEDS = 16,
    XL_MAX_DISPATCH = 24,
    XL_MAX_DENSE = 16,
    XL_MAX_THRESHOLDS = 8,
    XL_MAX_LISTED = 16,
    XL_MAX_BLOCKS = 48,
    XL_MAX_ALIGNS = 16,
    XL_MAX_SLACKS = 8,
    XL_MAX_LENGTHS = 8,
    XL_MOST_SLACK = 2048, /* bytes */
    XL_MOST_DIVIDE = 65536,
    XL_NO_RATIO = XL_MOST_DIVIDE + 1 /* in place of 0, which would be for each */
};

enum xl_type {
    XL_f32,
    XL_f64,
    XL_i8,
    XL_i16,
    XL_i32,
    XL_i64,
    XL_u8,
    XL_u16,
    XL_u32,
    XL_u64,
    XL_TYPES
};

/* How an argument is passed. */
enum xl_arg_kind {
    XL_ARG_NONE,   /* past the last argument */
    XL_ARG_IN,     /* pointer to elements the kernel reads and must not change */
    XL_ARG_OUT,    /* pointer to elements the kernel writes, all of them; what they held before is
                      unspecified */
    XL_ARG_INOUT,  /* pointer to elements the kernel reads and may change. The reference finds in
                      its output what they held before */
    XL_ARG_COUNT,  /* n, a size_t */
    XL_ARG_VALUE,  /* one number, drawn anew for each call: an integer, or a float; at most
                      XL_MAX_FLOAT_VALUES floats, all of one type */
    XL_ARG_RESULT, /* not passed: the value the kernel returns; the last entry, if there is one */
    XL_ARG_SIZE,   /* another size than n, a size_t: how many rows there are, or a depth */
    XL_ARG_STRIDE  /* from one row of buffers to the next, a ptrdiff_t; between rows there may be
                      gaps,  which are nobody's */
};

/* The sizes of a call: n, and two more. */
enum xl_size { XL_SIZE_n, XL_SIZE_rows, XL_SIZE_depth, XL_SIZES };

/* How many rows a buffer has: one, or one for each of a size. */
enum xl_down { XL_DOWN_one, XL_DOWN_n, XL_DOWN_rows, XL_DOWN_depth };

/* How many elements there are of a ratio, M to D: what becomes of an n that D does not divide. */
enum xl_ratio {
    XL_RATIO_up,    /* M * n / D, rounded up: Base64 without padding */
    XL_RATIO_down,  /* M * n / D, rounded down: what that decodes to */
    XL_RATIO_begun, /* M for each D, and for what is left: Base64 with padding; bits in bytes */
    XL_RATIO_whole  /* M for each D, and nothing for what is left: half a row */
};

/* What few arguments have. */
struct xl_rare {
    size_t divide;        /* per_n elements for so many of n, not for each; 0 or 1: for each */
    enum xl_ratio ratio;  /* where n is no multiple of `divide` */
    size_t rows_divide;   /* a row for so many of the size `down`, the last that are begun too */
    uint64_t least, most; /* of a value that is a size_t: its domain, exactly */
};

struct xl_arg {
    enum xl_arg_kind kind;
    enum xl_type type;
    const char *name;
    size_t per_n; /* elements of a row: per_n * n + fixed, n being the size `across` */
    size_t fixed;
    /* Input domain, both ends included; lo == hi means every bit pattern of the type. */
    double lo, hi;
    enum xl_size across;
    enum xl_down down;
    size_t more_rows; /* than the size `down` */
    int in_elements;  /* XL_ARG_STRIDE: it counts elements; else bytes */
    int either_way;   /* XL_ARG_STRIDE: it may be negative */
    int by_pointers;  /* what is passed is an array with a pointer to each row */
    int is_size;      /* of a value and a result: a size_t, of as many bits as the guest has it */
    struct xl_rare rare;
};

/* The arguments of a kernel, in the order of its prototype. PER_N elements for each of the n that
 * count gives. */
#define XL_IN(TYPE, NAME, PER_N)                                                                   \
    {XL_ARG_IN, XL_##TYPE, #NAME, PER_N, 0, 0, 0, XL_SIZE_n, XL_DOWN_one, 0, 0, 0, 0, 0, {0}}
#define XL_IN_RANGE(TYPE, NAME, PER_N, LO, HI)                                                     \
    {XL_ARG_IN, XL_##TYPE, #NAME, PER_N, 0, LO, HI, XL_SIZE_n, XL_DOWN_one, 0, 0, 0, 0, 0, {0}}
/* MORE elements besides: the edge of a row, what a filter reaches back to. */
#define XL_IN_PADDED(TYPE, NAME, PER_N, MORE)                                                      \
    {XL_ARG_IN, XL_##TYPE, #NAME, PER_N, MORE, 0, 0, XL_SIZE_n, XL_DOWN_one, 0, 0, 0, 0, 0, {0}}
#define XL_IN_FIXED(TYPE, NAME, ELEMENTS)                                                          \
    {XL_ARG_IN, XL_##TYPE, #NAME, 0, ELEMENTS, 0, 0, XL_SIZE_n, XL_DOWN_one, 0, 0, 0, 0, 0, {0}}
#define XL_OUT(TYPE, NAME, PER_N)                                                                  \
    {XL_ARG_OUT, XL_##TYPE, #NAME, PER_N, 0, 0, 0, XL_SIZE_n, XL_DOWN_one, 0, 0, 0, 0, 0, {0}}
#define XL_OUT_FIXED(TYPE, NAME, ELEMENTS)                                                         \
    {XL_ARG_OUT, XL_##TYPE, #NAME, 0, ELEMENTS, 0, 0, XL_SIZE_n, XL_DOWN_one, 0, 0, 0, 0, 0, {0}}
#define XL_INOUT(TYPE, NAME, PER_N)                                                                \
    {XL_ARG_INOUT, XL_##TYPE, #NAME, PER_N, 0, 0, 0, XL_SIZE_n, XL_DOWN_one, 0, 0, 0, 0, 0, {0}}
#define XL_INOUT_RANGE(TYPE, NAME, PER_N, LO, HI)                                                  \
    {XL_ARG_INOUT, XL_##TYPE, #NAME, PER_N, 0, LO, HI, XL_SIZE_n, XL_DOWN_one, 0, 0, 0, 0, 0, {0}}
#define XL_INOUT_FIXED(TYPE, NAME, ELEMENTS)                                                       \
    {XL_ARG_INOUT, XL_##TYPE, #NAME, 0, ELEMENTS, 0, 0, XL_SIZE_n, XL_DOWN_one, 0, 0, 0, 0, 0, {0}}
/* M elements for D of n, and MORE; RATIO says what is rounded: up, down, begun or whole (enum
 * xl_ratio). XL_OUT_RATIO(u8, r, 4, 3, begun, 0) has 4 for each 3 of n that are begun. */
#define XL_IN_RATIO(TYPE, NAME, M, D, RATIO, MORE)                                                 \
    {                                                                                              \
        .kind = XL_ARG_IN, .type = XL_##TYPE, .name = #NAME, .per_n = M, .fixed = MORE, .rare = {  \
            .divide = (D) ? (D) : XL_NO_RATIO,                                                     \
            .ratio = XL_RATIO_##RATIO                                                              \
        }                                                                                          \
    }
#define XL_OUT_RATIO(TYPE, NAME, M, D, RATIO, MORE)                                                \
    {                                                                                              \
        .kind = XL_ARG_OUT, .type = XL_##TYPE, .name = #NAME, .per_n = M, .fixed = MORE, .rare = { \
            .divide = (D) ? (D) : XL_NO_RATIO,                                                     \
            .ratio = XL_RATIO_##RATIO                                                              \
        }                                                                                          \
    }
#define XL_INOUT_RATIO(TYPE, NAME, M, D, RATIO, MORE)                                              \
    {                                                                                              \
        .kind = XL_ARG_INOUT, .type = XL_##TYPE, .name = #NAME, .per_n = M, .fixed = MORE,         \
        .rare = {                                                                                  \
            .divide = (D) ? (D) : XL_NO_RATIO,                                                     \
            .ratio = XL_RATIO_##RATIO                                                              \
        }                                                                                          \
    }
/* In ROWS rows, of PER_N elements for each n and MORE; and MORE_ROWS rows besides. Without an
 * XL_STRIDE that names the buffer its rows lie back to back. */
#define XL_IN_ROWS(TYPE, NAME, PER_N)                                                              \
    {XL_ARG_IN, XL_##TYPE, #NAME, PER_N, 0, 0, 0, XL_SIZE_n, XL_DOWN_rows, 0, 0, 0, 0, 0, {0}}
#define XL_IN_ROWS_PADDED(TYPE, NAME, PER_N, MORE, MORE_ROWS)                                      \
    {XL_ARG_IN,    XL_##TYPE, #NAME, PER_N, MORE, 0, 0,  XL_SIZE_n,                                \
     XL_DOWN_rows, MORE_ROWS, 0,     0,     0,    0, {0}}
#define XL_OUT_ROWS(TYPE, NAME, PER_N)                                                             \
    {XL_ARG_OUT, XL_##TYPE, #NAME, PER_N, 0, 0, 0, XL_SIZE_n, XL_DOWN_rows, 0, 0, 0, 0, 0, {0}}
#define XL_INOUT_ROWS(TYPE, NAME, PER_N)                                                           \
    {XL_ARG_INOUT, XL_##TYPE, #NAME, PER_N, 0, 0, 0, XL_SIZE_n, XL_DOWN_rows, 0, 0, 0, 0, 0, {0}}
/* Rows of M elements for D of n, and a row for each DOWN of XL_ROWS that are begun: a picture of
 * half the size is XL_OUT_ROWS_RATIO(u8, r, 1, 2, begun, 0, 2). */
#define XL_IN_ROWS_RATIO(TYPE, NAME, M, D, RATIO, MORE, DOWN)                                      \
    {                                                                                              \
        .kind = XL_ARG_IN, .type = XL_##TYPE, .name = #NAME, .per_n = M, .fixed = MORE,            \
        .down = XL_DOWN_rows, .rare = {                                                            \
            .divide = (D) ? (D) : XL_NO_RATIO,                                                     \
            .ratio = XL_RATIO_##RATIO,                                                             \
            .rows_divide = (DOWN) ? (DOWN) : XL_NO_RATIO                                           \
        }                                                                                          \
    }
#define XL_OUT_ROWS_RATIO(TYPE, NAME, M, D, RATIO, MORE, DOWN)                                     \
    {                                                                                              \
        .kind = XL_ARG_OUT, .type = XL_##TYPE, .name = #NAME, .per_n = M, .fixed = MORE,           \
        .down = XL_DOWN_rows, .rare = {                                                            \
            .divide = (D) ? (D) : XL_NO_RATIO,                                                     \
            .ratio = XL_RATIO_##RATIO,                                                             \
            .rows_divide = (DOWN) ? (DOWN) : XL_NO_RATIO                                           \
        }                                                                                          \
    }
#define XL_INOUT_ROWS_RATIO(TYPE, NAME, M, D, RATIO, MORE, DOWN)                                   \
    {                                                                                              \
        .kind = XL_ARG_INOUT, .type = XL_##TYPE, .name = #NAME, .per_n = M, .fixed = MORE,         \
        .down = XL_DOWN_rows, .rare = {                                                            \
            .divide = (D) ? (D) : XL_NO_RATIO,                                                     \
            .ratio = XL_RATIO_##RATIO,                                                             \
            .rows_divide = (DOWN) ? (DOWN) : XL_NO_RATIO                                           \
        }                                                                                          \
    }
/* The same, where what is passed is an array of pointers to the rows: const TYPE *const *, or
 * TYPE *const *. The rows lie apart, in either order. */
#define XL_IN_POINTERS(TYPE, NAME, PER_N)                                                          \
    {XL_ARG_IN, XL_##TYPE, #NAME, PER_N, 0, 0, 0, XL_SIZE_n, XL_DOWN_rows, 0, 0, 0, 1, 0, {0}}
#define XL_OUT_POINTERS(TYPE, NAME, PER_N)                                                         \
    {XL_ARG_OUT, XL_##TYPE, #NAME, PER_N, 0, 0, 0, XL_SIZE_n, XL_DOWN_rows, 0, 0, 0, 1, 0, {0}}
#define XL_INOUT_POINTERS(TYPE, NAME, PER_N)                                                       \
    {XL_ARG_INOUT, XL_##TYPE, #NAME, PER_N, 0, 0, 0, XL_SIZE_n, XL_DOWN_rows, 0, 0, 0, 1, 0, {0}}
/* DOWN rows of one element for each of ACROSS: sizes are n, rows, depth, and DOWN may be one. */
#define XL_IN_OF(TYPE, NAME, ACROSS, DOWN)                                                         \
    {XL_ARG_IN, XL_##TYPE, #NAME, 1, 0, 0, 0, XL_SIZE_##ACROSS, XL_DOWN_##DOWN, 0, 0, 0, 0, 0, {0}}
#define XL_IN_OF_RANGE(TYPE, NAME, ACROSS, DOWN, LO, HI)                                           \
    {XL_ARG_IN,      XL_##TYPE, #NAME, 1, 0, LO, HI, XL_SIZE_##ACROSS,                             \
     XL_DOWN_##DOWN, 0,         0,     0, 0, 0,  {0}}
#define XL_OUT_OF(TYPE, NAME, ACROSS, DOWN)                                                        \
    {XL_ARG_OUT, XL_##TYPE, #NAME, 1, 0, 0, 0, XL_SIZE_##ACROSS, XL_DOWN_##DOWN, 0, 0, 0, 0, 0, {0}}
#define XL_INOUT_OF(TYPE, NAME, ACROSS, DOWN)                                                      \
    {XL_ARG_INOUT,   XL_##TYPE, #NAME, 1, 0, 0, 0,  XL_SIZE_##ACROSS,                              \
     XL_DOWN_##DOWN, 0,         0,     0, 0, 0, {0}}
#define XL_VALUE(TYPE, NAME)                                                                       \
    {XL_ARG_VALUE, XL_##TYPE, #NAME, 0, 1, 0, 0, XL_SIZE_n, XL_DOWN_one, 0, 0, 0, 0, 0, {0}}
#define XL_VALUE_RANGE(TYPE, NAME, LO, HI)                                                         \
    {XL_ARG_VALUE, XL_##TYPE, #NAME, 0, 1, LO, HI, XL_SIZE_n, XL_DOWN_one, 0, 0, 0, 0, 0, {0}}
/* A size_t that is none of the sizes of buffers: an offset, a shift, a limit; up to SIZE_MAX. Where
 * a guest's size_t has 32 bits, up to what that holds, and the reference gets the same number. */
#define XL_VALUE_SIZE(NAME, LO, HI)                                                                \
    {                                                                                              \
        .kind = XL_ARG_VALUE, .type = XL_u64, .name = #NAME, .fixed = 1, .lo = (double)(LO),       \
        .hi = (double)(HI), .is_size = 1, .rare = {                                                \
            .least = (uint64_t)(LO),                                                               \
            .most = (uint64_t)(HI)                                                                 \
        }                                                                                          \
    }
#define XL_COUNT {XL_ARG_COUNT, XL_u64, "n", 0, 1, 0, 0, XL_SIZE_n, XL_DOWN_one, 0, 0, 0, 0, 0, {0}}
#define XL_ROWS                                                                                    \
    {XL_ARG_SIZE, XL_u64, "rows", 0, 1, 0, 0, XL_SIZE_rows, XL_DOWN_one, 0, 0, 0, 0, 0, {0}}
#define XL_DEPTH                                                                                   \
    {XL_ARG_SIZE, XL_u64, "depth", 0, 1, 0, 0, XL_SIZE_depth, XL_DOWN_one, 0, 0, 0, 0, 0, {0}}
/* The stride of the buffers that are named, in bytes; in elements; in bytes, and it may be
 * negative: the first row is the last one in memory then. The reference's own rows lie back to
 * back. */
#define XL_STRIDE(...)                                                                             \
    {XL_ARG_STRIDE, XL_i64, #__VA_ARGS__, 0, 1, 0, 0, XL_SIZE_n, XL_DOWN_one, 0, 0, 0, 0, 0, {0}}
#define XL_STRIDE_IN_ELEMENTS(...)                                                                 \
    {XL_ARG_STRIDE, XL_i64, #__VA_ARGS__, 0, 1, 0, 0, XL_SIZE_n, XL_DOWN_one, 0, 1, 0, 0, 0, {0}}
#define XL_STRIDE_EITHER_WAY(...)                                                                  \
    {XL_ARG_STRIDE, XL_i64, #__VA_ARGS__, 0, 1, 0, 0, XL_SIZE_n, XL_DOWN_one, 0, 0, 1, 0, 0, {0}}
#define XL_RETURNS(TYPE)                                                                           \
    {XL_ARG_RESULT, XL_##TYPE, "result", 0, 1, 0, 0, XL_SIZE_n, XL_DOWN_one, 0, 0, 0, 0, 0, {0}}
/* A size_t, which has 32 bits on some guests; the reference's is a size_t too. */
#define XL_RETURNS_SIZE                                                                            \
    {XL_ARG_RESULT, XL_u64, "result", 0, 1, 0, 0, XL_SIZE_n, XL_DOWN_one, 0, 0, 0, 0, 1, {0}}

/* What counts as equal. In each case a NaN is expected where the reference has one, of any sign and
 * payload. XL_ULP: where the exact result is a zero, a zero must have its sign. */
enum xl_contract_kind {
    XL_EXACT, /* the same bits; zeros have their sign */
    XL_ULP,   /* |got - exact| <= ulp units in the last place of the exact value. The reference's
               * outputs are of the next wider type: double for f32, long double for f64 */
    XL_BOUND  /* |got - value| <= bound. The reference's outputs are struct xl_bounded, those of
               * integers of up to 32 bits too */
};

struct xl_bounded {
    double value; /* computed so that its own error is far below bound */
    double bound; /* absolute; derived in a comment of the kernel */
};

/* The exceptions of IEEE 754. */
enum {
    XL_INVALID = 1,
    XL_DIVBYZERO = 2,
    XL_OVERFLOW = 4,
    XL_UNDERFLOW = 8,
    XL_INEXACT = 16,
    XL_ALL_FLAGS = 31
};

enum { XL_FREE = 1 };

/* Rounding modes and flags are for XL_EXACT, because the reference must round and raise as the
 * kernel does. Neither is tried for a kernel with f32 arguments on an ISA that isas.def has as
 * `flushes`: ARMv7's Advanced SIMD rounds to nearest whatever FPSCR says, and flags what it flushes
 * (ARM DDI 0406C A2.7.7). */
struct xl_contract {
    enum xl_contract_kind kind;
    double ulp;      /* XL_ULP only, as is */
    double absolute; /* an error up to this is within it too: max(1 ULP, 1e-15), say */
    int rounding; /* 1: right in all four rounding modes, as the reference is when called in them */
    int flags;    /* a set of the above: a call raises those of them that the reference raises; of
                     any kernel, it clears none that was set before it */
    int reproducible; /* 1: the same bits on every ISA and vector length, which with XL_ULP and
                         XL_BOUND need not be the reference's; any NaN is any NaN. Kernels with f32
                         arguments are not held to it on an ISA that flushes */
    int zero_sign;    /* XL_FREE: where the reference has a zero, a zero of either sign is right */
    unsigned off_by;  /* with XL_EXACT and XL_ULP: an integer output may be so far from the
                         reference's; 0: it is the reference's */
};

/* An ISA the kernel has no vector code for, and why. It must not define XL_VECTOR for it. */
struct xl_missing {
    const char *isa;
    const char *reason;
};

/* ISAs, by their names with blanks between them, on which part of the kernel's vector code computes
 * one lane after the other, and why; "all": those where it does. Evidence wants no more there. */
struct xl_by_lane {
    const char *isas;
    const char *reason;
};

/* What the CPU of a row must have for the kernel's code for an ISA, besides that: features by their
 * names in arch/<arch>/features.def, with blanks between them. A row whose CPU lacks one of them
 * skips the kernel. */
struct xl_need {
    const char *isa;
    const char *features;
};

/* What a dispatcher takes where the CPU has all of these ISAs and features, with blanks between
 * them. */
struct xl_implementation {
    const char *needs;    /* "": nothing */
    const char *function; /* its symbol, or a pattern of it: * stands for anything */
};

/* Both ends included. */
struct xl_interval {
    double lo, hi;
};

/* The sizes of a block that a kernel is for. */
struct xl_block {
    size_t n, rows;
};

/* What n can be, and XL_ROWS. Lists end with the first 0. Each n of a list is tried in all that a
 * kernel is tried in, and each number of rows with each n that it may have. */
struct xl_sizes {
    size_t least;                         /* no fewer; 0: none at all is possible too */
    size_t multiple_of;                   /* 0 or 1: any number */
    size_t thresholds[XL_MAX_THRESHOLDS]; /* where the code takes another way, up to the first 0:
                                             each is tried, with what is next to it */
    size_t row_thresholds[XL_MAX_THRESHOLDS];   /* the same of XL_ROWS, ... */
    size_t depth_thresholds[XL_MAX_THRESHOLDS]; /* ... and of XL_DEPTH */
    int rows_within_2_gib;      /* 1: all rows of a buffer lie within 2 GiB, whatever the stride */
    size_t n[XL_MAX_LISTED];    /* only these: widths of blocks, lengths of transforms */
    size_t rows[XL_MAX_LISTED]; /* only so many rows */
    struct xl_block
        blocks[XL_MAX_BLOCKS]; /* only these pairs of both, in place of `n` and `rows` */
};

/* Every buffer's address is a multiple of so many bytes. */
struct xl_aligned {
    const char *on; /* an ISA; or one XL_VARIANT of it, as "avx2:function" */
    size_t bytes;
};

/* Elements past the end of a buffer that a call may touch: of an output it may write them, and
 * whatever they hold then; of an input it may read them, and what they hold has no part in its
 * results. Not one more. Of a buffer that has rows: past the end of each of them, where no other
 * row begins. */
struct xl_slack {
    const char *of;
    size_t elements;
};

/* An output of which only the first elements are defined: as many as another output of one integer
 * says, or the result. What stands behind them in the buffer may be anything. */
struct xl_length {
    const char *of, *is;
};

/* What XL_KERNEL gives comes first; an author names the others, in C++ in this order. */
struct xl_kernel {
    int version; /* XL_KERNEL_VERSION */
    const char *name;
    const char *family; /* the folder the file is in */
    /* void (*)(arguments as the vector code takes them, then a pointer to the result if there is
     * one). Elements of outputs, and of XL_INOUT, have the type that the contract's kind says. */
    void (*reference)(void);
    const char *summary;
    struct xl_contract contract;
    struct xl_arg args[XL_MAX_ARGS + 1]; /* the last is none */
    struct xl_missing missing[XL_MAX_MISSING];
    struct xl_by_lane by_lane[XL_MAX_BY_LANE];
    const char *only; /* the ISAs that it is for, separated by blanks: it is no kernel of any other.
                         NULL: for every ISA */
    int vector_steps; /* 1: some vector instruction, not a load or store, executes once for each
                         full vector of the widest argument */
    int bitwise; /* 1: it may be bit operations alone. On some ISAs scalar code has the same for the
                    sign of a float: there they prove nothing, and the row says so */
    int autovectorized; /* 1, so written in the kernel's own file: what the compiler vectorises of
                           it is what it is for. It alone is compiled with the compiler's
                           vectorisers */
    const char *narrow; /* why it has no use for vectors wider than 128 bits; NULL: it has */
    /* Buffers never overlap, but for in_place; they may lie back to back, at any multiple of an
     * element's size. */
    int elementwise; /* 1: lanes are independent. Element i of each output follows from element i of
                      * each input (and from what is not for each n), and equal inputs give equal
                      * bits, whatever the lane and the tail; any NaN equals any NaN */
    int in_place;    /* 1: an output may be the same buffer as an input of its type and length */
    size_t align;    /* every buffer's address is a multiple of so many bytes, a power of two up to
                      * 64; 0: of its element's size, and of no more */
    struct xl_aligned aligns[XL_MAX_ALIGNS]; /* in place of `align`, there */
    struct xl_slack slack[XL_MAX_SLACKS];
    struct xl_length lengths[XL_MAX_LENGTHS];
    /* Instead of XL_REFERENCE, in a kernel with an XL_ULP contract: the mathematical function of
     * the inputs, element by element, that the output is, such as "exp"; of several outputs each
     * has one, as in "sin cos". harness/oracle/functions.def has them all. */
    const char *function;
    /* With .function: where the code is likely to be wrong. Every input is tried densely in each of
     * these intervals, by bits, and at their ends; lo == hi is one number. */
    struct xl_interval dense[XL_MAX_DENSE];
    struct xl_sizes sizes;
    double period; /* and next to multiples of this, such as pi / 2; 0: of nothing */
    /* Makes what the kernel is for, valid text say, of what an input was filled with; NULL: inputs
     * stay as they are filled. Called for each buffer that is read. It follows from the elements
     * and the seed, which is the call's, the same for all arguments; it keeps to the argument's
     * domain, and leaves some seeds alone, so that what is not valid is tried too. */
    void (*prepare)(size_t arg, void *elements, size_t count, uint64_t seed);
    struct xl_need needs[XL_MAX_NEEDS];
    /* The kernel calls a library's dispatcher. Of these, the best first, it must take the first one
     * that the row's CPU has all of, and is judged by the vectors of the ISA that this one needs;
     * if that is none, by none. */
    struct xl_implementation dispatch[XL_MAX_DISPATCH];
    /* What the host tool writes here, and a record does not: */
    const char *variant; /* "<isa>:<function>": the record once more, for one XL_VARIANT */
    const char *varied;  /* the ISAs that have XL_VARIANTs, as in .only */
};

/* What an XL_VARIANT says on the host. */
struct xl_variant_entry {
    const char *kernel, *isa, *function;
};

/* A kernel's code for one ISA, as the agent finds it. NULL where the file defines none; broken
 * where it did not compile. */
struct xl_variant {
    const char *kernel;
    const char *isa;
    void (*call)(void);
    int broken;
    const char *function; /* of an XL_VARIANT: its name; else NULL */
};

/* What an XL_INIT says in the guest. */
struct xl_init {
    const char *kernel;
    void (*call)(void);
    int was_called;
};

#endif

/* The record of a kernel: its arguments, its contract and what else it promises. kernel.h writes it
 * into a kernel's file; the host tool reads it.
 * SPDX-License-Identifier: MIT
 *
 * docs/reference/contract.md explains every field and argument with examples.
 */
#ifndef XL_KERNELS_CONTRACT_H
#define XL_KERNELS_CONTRACT_H

#include <stddef.h>
#include <stdint.h>

/* Raise it when struct xl_kernel changes. A module of another version is refused, not misread. If
 * kernels must be edited, "Changed" in CHANGELOG.md says how; operations: arch/former.h. */
enum { XL_KERNEL_VERSION = 24 };

enum {
    XL_MAX_ARGS = 17, /* 16, and the result */
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
    XL_NO_RATIO = XL_MOST_DIVIDE + 1 /* stands for a D of 0, which is an error */
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
    /* No argument. It follows the last one. */
    XL_ARG_NONE,
    /* A pointer to elements that the kernel reads and must not change. */
    XL_ARG_IN,
    /* A pointer to elements that the kernel writes, all of them. They hold poison before. */
    XL_ARG_OUT,
    /* A pointer to elements that the kernel reads and can change. The reference finds the old
     * elements in its output. */
    XL_ARG_INOUT,
    /* n, a size_t. */
    XL_ARG_COUNT,
    /* A number that is drawn for each call: an integer or a float. There are at most
     * XL_MAX_FLOAT_VALUES floats, all of one type. */
    XL_ARG_VALUE,
    /* Not passed. The value that the kernel returns; the last entry. */
    XL_ARG_RESULT,
    /* A second or third size, a size_t: the number of rows, or a depth. */
    XL_ARG_SIZE,
    /* From one row of buffers to the next, a ptrdiff_t. A call must not write between rows. */
    XL_ARG_STRIDE
};

/* The sizes of a call. */
enum xl_size { XL_SIZE_n, XL_SIZE_rows, XL_SIZE_depth, XL_SIZES };

/* The number of rows of a buffer: one, or one for each of a size. */
enum xl_down { XL_DOWN_one, XL_DOWN_n, XL_DOWN_rows, XL_DOWN_depth };

/* The number of elements of a ratio M to D, if D does not divide n. */
enum xl_ratio {
    /* M * n / D, rounded up. Base64 without padding. */
    XL_RATIO_up,
    /* M * n / D, rounded down. Decoded Base64. */
    XL_RATIO_down,
    /* M for every D, and M for the rest. Base64 with padding; bits in bytes. */
    XL_RATIO_begun,
    /* M for every D, none for the rest. Half a row. */
    XL_RATIO_whole
};

/* The fields of an argument that few arguments use. */
struct xl_rare {
    /* per_n elements for so many of n. 0 and 1: for each. */
    size_t divide;
    enum xl_ratio ratio;
    /* One row for so many of the size `down`, and one for the rest. */
    size_t rows_divide;
    /* The exact range of a VALUE that is a size_t. */
    uint64_t least, most;
};

struct xl_arg {
    enum xl_arg_kind kind;
    enum xl_type type;
    const char *name;
    /* A row has per_n * n + fixed elements. n is the size `across`. */
    size_t per_n;
    size_t fixed;
    /* The range of input values, both ends included. lo == hi: every bit pattern of the type. */
    double lo, hi;
    enum xl_size across;
    enum xl_down down;
    /* Rows in addition to the size `down`. */
    size_t more_rows;
    /* STRIDE: 1: it counts elements. 0: bytes. */
    int in_elements;
    /* STRIDE: 1: it can be negative. */
    int either_way;
    /* 1: the argument is an array with a pointer to each row. */
    int by_pointers;
    /* VALUE and RESULT: 1: a size_t, with as many bits as the guest's. */
    int is_size;
    struct xl_rare rare;
};

/* The arguments of a kernel, in the order of its prototype.
 *
 * XL_IN, XL_OUT, XL_INOUT: PER_N elements for each n. _RANGE limits the values. _FIXED has the same
 * number of elements for every n. */
#define XL_IN(TYPE, NAME, PER_N)                                                                   \
    {XL_ARG_IN, XL_##TYPE, #NAME, PER_N, 0, 0, 0, XL_SIZE_n, XL_DOWN_one, 0, 0, 0, 0, 0, {0}}
#define XL_IN_RANGE(TYPE, NAME, PER_N, LO, HI)                                                     \
    {XL_ARG_IN, XL_##TYPE, #NAME, PER_N, 0, LO, HI, XL_SIZE_n, XL_DOWN_one, 0, 0, 0, 0, 0, {0}}
/* MORE extra elements: the edge of a row, or the reach of a filter. */
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
/* M elements for every D of n, and MORE extra elements. RATIO is up, down, begun or whole: enum
 * xl_ratio. XL_OUT_RATIO(u8, r, 4, 3, begun, 0) has 4 elements for every 3 of n. */
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
/* XL_ROWS rows of PER_N elements for each n. _PADDED has MORE extra elements in each row, and
 * MORE_ROWS extra rows. Without an XL_STRIDE that names the buffer, its rows lie back to back. */
#define XL_IN_ROWS(TYPE, NAME, PER_N)                                                              \
    {XL_ARG_IN, XL_##TYPE, #NAME, PER_N, 0, 0, 0, XL_SIZE_n, XL_DOWN_rows, 0, 0, 0, 0, 0, {0}}
#define XL_IN_ROWS_PADDED(TYPE, NAME, PER_N, MORE, MORE_ROWS)                                      \
    {XL_ARG_IN,    XL_##TYPE, #NAME, PER_N, MORE, 0, 0,  XL_SIZE_n,                                \
     XL_DOWN_rows, MORE_ROWS, 0,     0,     0,    0, {0}}
#define XL_OUT_ROWS(TYPE, NAME, PER_N)                                                             \
    {XL_ARG_OUT, XL_##TYPE, #NAME, PER_N, 0, 0, 0, XL_SIZE_n, XL_DOWN_rows, 0, 0, 0, 0, 0, {0}}
#define XL_INOUT_ROWS(TYPE, NAME, PER_N)                                                           \
    {XL_ARG_INOUT, XL_##TYPE, #NAME, PER_N, 0, 0, 0, XL_SIZE_n, XL_DOWN_rows, 0, 0, 0, 0, 0, {0}}
/* Rows of M elements for every D of n, and one row for every DOWN of XL_ROWS, also for the rest. A
 * picture of half the size is XL_OUT_ROWS_RATIO(u8, r, 1, 2, begun, 0, 2). */
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
/* The argument is an array of pointers to the rows: const TYPE *const *, or TYPE *const *. The rows
 * lie apart, in either order. */
#define XL_IN_POINTERS(TYPE, NAME, PER_N)                                                          \
    {XL_ARG_IN, XL_##TYPE, #NAME, PER_N, 0, 0, 0, XL_SIZE_n, XL_DOWN_rows, 0, 0, 0, 1, 0, {0}}
#define XL_OUT_POINTERS(TYPE, NAME, PER_N)                                                         \
    {XL_ARG_OUT, XL_##TYPE, #NAME, PER_N, 0, 0, 0, XL_SIZE_n, XL_DOWN_rows, 0, 0, 0, 1, 0, {0}}
#define XL_INOUT_POINTERS(TYPE, NAME, PER_N)                                                       \
    {XL_ARG_INOUT, XL_##TYPE, #NAME, PER_N, 0, 0, 0, XL_SIZE_n, XL_DOWN_rows, 0, 0, 0, 1, 0, {0}}
/* DOWN rows of one element for each of ACROSS. Both are n, rows or depth; DOWN can also be one. */
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
/* A size_t that is not the size of a buffer: an offset, a shift, a limit. Its range goes up to
 * SIZE_MAX. On a guest with a 32-bit size_t the range ends at that type's end, and the reference
 * gets the same number. */
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
/* The stride of the named buffers.
 *
 * - XL_STRIDE: in bytes.
 * - XL_STRIDE_IN_ELEMENTS: in elements.
 * - XL_STRIDE_EITHER_WAY: in bytes, and it can be negative. The first row is then the last one in
 *   memory.
 *
 * The reference's own rows lie back to back. */
#define XL_STRIDE(...)                                                                             \
    {XL_ARG_STRIDE, XL_i64, #__VA_ARGS__, 0, 1, 0, 0, XL_SIZE_n, XL_DOWN_one, 0, 0, 0, 0, 0, {0}}
#define XL_STRIDE_IN_ELEMENTS(...)                                                                 \
    {XL_ARG_STRIDE, XL_i64, #__VA_ARGS__, 0, 1, 0, 0, XL_SIZE_n, XL_DOWN_one, 0, 1, 0, 0, 0, {0}}
#define XL_STRIDE_EITHER_WAY(...)                                                                  \
    {XL_ARG_STRIDE, XL_i64, #__VA_ARGS__, 0, 1, 0, 0, XL_SIZE_n, XL_DOWN_one, 0, 0, 1, 0, 0, {0}}
#define XL_RETURNS(TYPE)                                                                           \
    {XL_ARG_RESULT, XL_##TYPE, "result", 0, 1, 0, 0, XL_SIZE_n, XL_DOWN_one, 0, 0, 0, 0, 0, {0}}
/* A size_t of the guest, which can have 32 bits. The reference's result is a size_t too. */
#define XL_RETURNS_SIZE                                                                            \
    {XL_ARG_RESULT, XL_u64, "result", 0, 1, 0, 0, XL_SIZE_n, XL_DOWN_one, 0, 0, 0, 0, 1, {0}}

/* What counts as equal. In all kinds, the kernel must return a NaN where the reference has one, of
 * any sign and payload. */
enum xl_contract_kind {
    /* The same bits. A zero has its sign. */
    XL_EXACT,
    /* |got - exact| <= ulp units in the last place of the exact value. An exact zero has its sign.
     * The reference's outputs have the next wider type: double for f32, long double for f64. */
    XL_ULP,
    /* |got - value| <= bound. The reference's outputs are struct xl_bounded, for floats and for
     * integers of up to 32 bits. */
    XL_BOUND
};

struct xl_bounded {
    /* Compute it so that its own error is far below the bound. */
    double value;
    /* Absolute. Derive it in a comment of the kernel. */
    double bound;
};

/* IEEE 754 exceptions. */
enum {
    XL_INVALID = 1,
    XL_DIVBYZERO = 2,
    XL_OVERFLOW = 4,
    XL_UNDERFLOW = 8,
    XL_INEXACT = 16,
    XL_ALL_FLAGS = 31
};

enum { XL_FREE = 1 };

/* Rounding modes and flags need XL_EXACT, because the reference must round and raise as the kernel
 * does. They are not tried for a kernel with f32 arguments on an ISA that isas.def marks `flushes`:
 * ARMv7's Advanced SIMD rounds to nearest whatever FPSCR says, and flags what it flushes (ARM DDI
 * 0406C A2.7.7). */
struct xl_contract {
    enum xl_contract_kind kind;
    /* ULP: the largest allowed error. */
    double ulp;
    /* ULP: errors up to this are also allowed, as in max(1 ULP, 1e-15). */
    double absolute;
    /* 1: right in all four rounding modes. The reference is called in the same mode. */
    int rounding;
    /* A set of exceptions. A call raises those of them that the reference raises, and no others of
     * the set. (No kernel may clear a flag that was set before the call.) */
    int flags;
    /* 1: the same bits on every ISA and vector length. With ULP and BOUND they need not be the
     * reference's. Any NaN equals any NaN. Not checked for kernels with f32 arguments on an ISA
     * that flushes. */
    int reproducible;
    /* XL_FREE: where the reference has a zero, a zero of either sign is right. */
    int zero_sign;
    /* EXACT and ULP: an integer output can differ by so much from the reference's. */
    unsigned off_by;
};

/* An ISA without vector code, and the reason. Do not define XL_VECTOR for it. */
struct xl_missing {
    const char *isa;
    const char *reason;
};

/* ISAs, or XL_VARIANTs of them as in "avx2:function", separated by blanks, on which the code, or
 * part of it, computes one lane after the other, and the reason. "all": those where a part does.
 * The evidence checks allow it there. */
struct xl_by_lane {
    const char *isas;
    const char *reason;
};

/* CPU features that the code for an ISA needs in addition, separated by blanks: names of
 * arch/<arch>/features.def. A row whose CPU lacks one skips the kernel. */
struct xl_need {
    /* Or one XL_VARIANT of it, as in "avx2:function". */
    const char *isa;
    const char *features;
};

/* The function that a dispatcher must call on a CPU with these ISAs and features. */
struct xl_implementation {
    /* Separated by blanks. "": nothing. */
    const char *needs;
    /* Its symbol, or a pattern of it: * matches anything. */
    const char *function;
};

/* Inputs that must not decide how long a call takes. */
struct xl_secret {
    /* Names of arguments, separated by blanks. NULL: none. */
    const char *args;
    /* ISAs, or XL_VARIANTs of them, whose code lets them decide it, separated by blanks, and the
     * reason. They are not checked. */
    const char *except, *reason;
};

/* An interval that includes its ends. */
struct xl_interval {
    double lo, hi;
};

/* The size of a block. */
struct xl_block {
    size_t n, rows;
};

/* The possible values of n and XL_ROWS. A list ends at its first 0. Every listed n gets every fill,
 * placement and alignment, and every number of rows gets every n that it can have. */
struct xl_sizes {
    /* The smallest n. 0: n can be 0. */
    size_t least;
    /* 0 and 1: any n. */
    size_t multiple_of;
    /* Where the code changes its method. Each is tried, with its neighbours. */
    size_t thresholds[XL_MAX_THRESHOLDS];
    /* The same for XL_ROWS and for XL_DEPTH. */
    size_t row_thresholds[XL_MAX_THRESHOLDS];
    size_t depth_thresholds[XL_MAX_THRESHOLDS];
    /* 1: all rows of a buffer lie within 2 GiB, for every stride. */
    int rows_within_2_gib;
    /* n is one of these: widths of blocks, lengths of transforms. */
    size_t n[XL_MAX_LISTED];
    /* XL_ROWS is one of these. */
    size_t rows[XL_MAX_LISTED];
    /* Both are one of these pairs. They replace `n` and `rows`. */
    struct xl_block blocks[XL_MAX_BLOCKS];
};

/* Every buffer's address is a multiple of so many bytes. */
struct xl_aligned {
    /* An ISA, or one XL_VARIANT of it, as in "avx2:function". */
    const char *on;
    size_t bytes;
};

/* Elements past the end of a buffer that a call can touch. It can write those of an output; their
 * contents do not count. It can read those of an input; its results must not depend on them. In a
 * buffer with rows, every row has them, except where another row begins. */
struct xl_slack {
    const char *of;
    size_t elements;
};

/* An output whose first elements alone are defined. The rest of its buffer can hold anything. */
struct xl_length {
    /* The output's name, and what says how many: "result", or an output of one integer. */
    const char *of, *is;
};

/* A record. XL_KERNEL writes the first fields. An author names the others; C++ needs them in this
 * order. */
struct xl_kernel {
    /* XL_KERNEL_VERSION. */
    int version;
    const char *name;
    /* The directory of the kernel's file. */
    const char *family;
    /* It takes the arguments of the vector code, then a pointer to the result if there is one. The
     * contract's kind decides the element type of outputs and of XL_INOUT. */
    void (*reference)(void);
    const char *summary;
    struct xl_contract contract;
    /* XL_ARG_NONE follows the last one. */
    struct xl_arg args[XL_MAX_ARGS + 1];
    struct xl_missing missing[XL_MAX_MISSING];
    struct xl_by_lane by_lane[XL_MAX_BY_LANE];
    /* The ISAs for which the kernel exists, separated by blanks. NULL: every ISA. */
    const char *only;
    /* 1: some vector instruction other than a load or store executes once for every full vector of
     * the widest argument. */
    int vector_steps;
    /* 1: the kernel can consist of bit operations alone. On some ISAs scalar code uses them for the
     * sign of a float. There they prove nothing, and the row says so. */
    int bitwise;
    /* 1: the compiler's own vectorization counts as vector code, and only this kernel is compiled
     * with it. Write the field in the kernel's own file. */
    int autovectorized;
    /* Why the kernel has no use for vectors wider than 128 bits. NULL: it has one. */
    const char *narrow;
    /* 1: lanes are independent. Element i of each output follows from element i of each input, and
     * from arguments that are not arrays of n. Equal inputs give equal bits in every lane, also in
     * the tail. Any NaN equals any NaN. */
    int elementwise;
    /* 1: an output can be the same buffer as an input of its type and length. Otherwise buffers
     * never overlap. They can lie back to back, at any multiple of an element's size. */
    int in_place;
    /* Every buffer's address is a multiple of so many bytes: a power of two up to 64. 0: a multiple
     * of its element's size. */
    size_t align;
    /* They replace `align`. */
    struct xl_aligned aligns[XL_MAX_ALIGNS];
    struct xl_slack slack[XL_MAX_SLACKS];
    struct xl_length lengths[XL_MAX_LENGTHS];
    /* With XL_ULP, instead of XL_REFERENCE: the mathematical function that each output element is,
     * such as "exp". Several outputs have one each, as in "sin cos". harness/oracle/functions.def
     * lists them. */
    const char *function;
    /* With `function`: intervals where the code is likely to be wrong. Inputs are taken densely
     * from their bit patterns, and at the ends. lo == hi is one number. */
    struct xl_interval dense[XL_MAX_DENSE];
    struct xl_sizes sizes;
    /* With `function`: inputs near multiples of this number are tried, such as pi / 2. */
    double period;
    /* Changes random elements to what the kernel accepts, such as valid text. NULL: they stay. It
     * is called for each buffer that is read. All arguments of a call have the same seed. The
     * result follows from the elements and the seed, and stays in the argument's range. It must
     * leave the elements alone for some seeds, so that invalid input is tried too. */
    void (*prepare)(size_t arg, void *elements, size_t count, uint64_t seed);
    struct xl_need needs[XL_MAX_NEEDS];
    /* Why the code may execute no vector instruction of the features in .needs: it is only compiled
     * for CPUs that have them. NULL: it must, as evidence that the code for them runs. */
    const char *needs_unused;
    /* The kernel calls a library's dispatcher. It must call the first of these functions whose
     * needs the row's CPU has. The vectors of the ISA that this one needs are the evidence; if it
     * needs none, there is none. */
    struct xl_implementation dispatch[XL_MAX_DISPATCH];
    /* Calls that differ in these inputs alone execute the same instructions, with the same
     * addresses, and divide the same numbers. */
    struct xl_secret secret;
    /* What callers ask beyond the ABI, separated by blanks: words of harness/oracle/abi_rules.def.
     * Each is checked on the architectures that have it. */
    const char *abi;
    /* The host tool writes the fields below. */
    /* "<isa>:<function>", in a copy of the record for one XL_VARIANT. */
    const char *variant;
    /* The ISAs that have an XL_VARIANT, as in `only`. */
    const char *varied;
};

/* What XL_VARIANT makes on the host. */
struct xl_variant_entry {
    const char *kernel, *isa, *function;
};

/* A kernel's code for one ISA, as the agent finds it. */
struct xl_variant {
    const char *kernel;
    const char *isa;
    /* NULL: the file defines none. */
    void (*call)(void);
    /* 1: it did not compile. */
    int broken;
    /* The name that XL_VARIANT gives, otherwise NULL. */
    const char *function;
};

/* What XL_INIT makes in the guest. */
struct xl_init {
    const char *kernel;
    void (*call)(void);
    int was_called;
};

#endif

/* The sequence of calls that a kernel gets. All of it follows from the seed.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_ORACLE_CASE_H
#define XL_HARNESS_ORACLE_CASE_H

#include "oracle/shape.h"

/* The groups of calls: what each group is for, how many calls it has, and what it chooses. */

enum {
    XL_MEDIUM_N = 263,   /* a prime, and more than 8 bits count */
    XL_MEASURED_N = 997, /* likewise, for calls that are the same on all rows */
    XL_UNROLLED_TO = 17  /* vectors that an unrolled loop may take at once, and a few more */
};

/* Groups of calls for buffers with several rows: many rows, great depths, large strides; and for
 * buffers far apart. */
enum xl_row_group {
    XL_ROW_GROUP_NONE,
    XL_ROW_GROUP_MANY_ROWS,
    XL_ROW_GROUP_MANY_DEPTHS,
    XL_ROW_GROUP_ANY_SIZES,
    XL_ROW_GROUP_WIDE_STRIDES,
    XL_ROW_GROUP_FENCED_ROWS, /* read-only pages between rows */
    XL_ROW_GROUP_EVEN_STRIDES,
    XL_ROW_GROUP_ROW_THRESHOLDS,
    XL_ROW_GROUP_DEPTH_THRESHOLDS,
    XL_ROW_GROUP_PANELS, /* several large sizes at once */
    XL_ROW_GROUP_FAR_BUFFERS
};

/* Which case of a group is wanted. */
struct xl_case_request {
    const struct xl_kernel *kernel;
    size_t lanes;   /* of the kernel's longest strip */
    unsigned count; /* rounds of random input */
    size_t i;       /* number in the group */
};

/* What a group does if the record lists n. */
enum xl_listed {
    XL_LISTED_EACH, /* all its cases again for each listed n */
    XL_LISTED_OWN,  /* its usual cases; `choose` takes listed n */
    XL_LISTED_NONE, /* no cases: the group is for its n */
};

/* Padded: case_groups.def gives the first five fields in this order.
 * NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding) */
struct xl_case_group {
    /* Part of the seed of its cases. Unique, and never changed. */
    unsigned seed;
    const char *name, *text;
    /* The number of cases: this, */
    size_t cases;
    /* times this, if not NULL, */
    size_t (*times)(const struct xl_case_request *r);
    /* times `count`, if true, */
    bool random;
    /* and as often as this says. */
    enum xl_listed listed;
    bool common; /* the same on every row */
    /* Sizes and strides that oracle/cases.c chooses, and how many cases. */
    enum xl_row_group rows;
    /* Used unless `choose` sets another. Kernels that it does not apply to have no cases. */
    enum xl_fill fill;
    /* Sets what differs from n of four vectors and 3, and round i. NULL: nothing. */
    void (*choose)(const struct xl_case_request *r, struct xl_case *c);
};

/* Groups have the numbers from 1 to xl_case_groups. A number may change with a build, a name never
 * does. */
unsigned xl_case_groups(void);
const struct xl_case_group *xl_case_group(unsigned group);

/* "" for XL_NO_GROUP. */
const char *xl_case_group_name(unsigned group);

/* What the group is for; "" for XL_NO_GROUP. */
const char *xl_case_group_text(unsigned group);

/* XL_NO_GROUP: no group has this name. */
unsigned xl_case_group_find(const char *name);

/* A fill that suits every kernel. An XL_ULP kernel's never has its worst input, which the baselines
 * are about. */
enum xl_fill xl_any_fill(const struct xl_kernel *kernel);

/* How many cases a kernel has for vectors of vl_bits (0: scalar), with `count` rounds of random
 * input. The last of them are for the other rounding modes, or with subnormals flushed: a kernel
 * has one kind at most. */
size_t xl_case_count(const struct xl_kernel *kernel, size_t vl_bits, unsigned count);

size_t xl_rounding_case_count(const struct xl_kernel *kernel);
size_t xl_flushing_case_count(const struct xl_kernel *kernel);

/* Case number i < xl_case_count. The same for the same kernel, vl_bits, count and seed. */
struct xl_case xl_case_get(const struct xl_kernel *kernel, size_t vl_bits, unsigned count,
                           uint64_t seed, size_t i);

/* How many of a kernel's cases are of this group (oracle/case_groups.def). */
size_t xl_case_group_count(const struct xl_kernel *kernel, size_t vl_bits, unsigned count,
                           unsigned group);

/* Shortens a case for a row that tests its compiler (a shortened row). n is then at most 17 vectors
 * and one element, 263, or what the record requests, whichever is largest; for a case that is the
 * same on every row, at most 997. Other rows have n up to 10007. */
void xl_case_shorten(const struct xl_kernel *kernel, struct xl_case *c);

/* The case of the baseline inputs, at least one. It has no number. */
struct xl_case xl_case_of_baseline(const struct xl_kernel *kernel, size_t vl_bits,
                                   const struct xl_baseline_inputs *baseline);

/* Case i of the longest ones (oracle/strides.h): first those that are streamed, then those between.
 * They have no number either. */
struct xl_case xl_case_streamed(const struct xl_kernel *kernel, size_t vl_bits, uint64_t seed,
                                size_t i);

#endif

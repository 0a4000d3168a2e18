/* The groups of calls: what each group is for, how many calls it has, and what it chooses.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_ORACLE_CASE_GROUPS_H
#define XL_HARNESS_ORACLE_CASE_GROUPS_H

#include "oracle/case.h"
#include "oracle/spread.h"

enum {
    XL_MEDIUM_N = 263,   /* a prime, and more than 8 bits count */
    XL_MEASURED_N = 997, /* likewise, for calls that are the same on all rows */
    XL_UNROLLED_TO = 17  /* vectors that an unrolled loop may take at once, and a few more */
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
    /* Sizes and strides that oracle/spread.h chooses, and how many cases. */
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

#endif

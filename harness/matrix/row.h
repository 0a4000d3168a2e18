/* Rows of the test matrix.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_MATRIX_ROW_H
#define XL_HARNESS_MATRIX_ROW_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "matrix/isas.h"

enum xl_tier { XL_TIER_PR, XL_TIER_TRUNK, XL_TIER_FULL, XL_TIERS };
enum { XL_MAX_ABSENT_ISAS = 4 };

/* The axes of the matrix. Fields of an object are axes, too. */
enum xl_axis {
    XL_AXIS_ARCH,
    XL_AXIS_ISA,
    XL_AXIS_VL,
    XL_AXIS_COMPILER,
    XL_AXIS_OPT,
    XL_AXIS_CPU_CLASS, /* the CPU string, with N for numbers of properties */
    XL_AXES
};

/* One cross build. */
struct xl_build_spec {
    char *name; /* <arch>-<compiler>-<opt> */
    const struct xl_arch *arch;
    const char *compiler, *opt;
};

struct xl_row {
    char *name;        /* <arch>-<cpu>-<compiler>-<opt> */
    char *cpu;         /* the second part of name */
    const char *build; /* name of its build */
    const struct xl_arch *arch;
    const struct xl_isa *isa;
    const char *compiler, *opt;
    char *qemu_cpu;
    bool native;      /* qemu_cpu is "native": run without an emulator */
    unsigned vl_bits; /* what the agent must measure; 0 for scalar */
    /* ISAs that this CPU must not have; NULL after the last one. */
    const struct xl_isa *absent_isas[XL_MAX_ABSENT_ISAS];
    char **kernels;                /* shell patterns of the kernels that it runs; NULL: all */
    size_t kernel_count;           /* of these patterns */
    enum xl_tier tier;             /* the smallest tier that has it */
    bool pinned;                   /* into that tier, by `pin` */
    char *where;                   /* FILE:LINE:COL of its CPU */
    unsigned axis_values[XL_AXES]; /* equal numbers on an axis are equal values, counted from 0 */
};

/* An expected skip of a row, or of a kernel on a row. */
struct xl_skip {
    char *row, *kernel;      /* patterns; kernel NULL: the whole row */
    char *reason;            /* part of the skip's reason */
    bool depends_on_machine; /* other machines may run it, so no note says that it ran */
    char *where;             /* FILE:LINE */
};

struct xl_row_list {
    struct xl_row *rows;
    size_t count;
    struct xl_build_spec *builds;
    size_t build_count;
    struct xl_skip *skips;
    size_t skip_count;
    unsigned axis_counts[XL_AXES]; /* different values on each axis */
    bool cover[XL_AXES][XL_AXES];  /* pairs of axes whose pairs of values pr must cover; the
                                      lower axis first */
    size_t lower_bounds[XL_TIERS]; /* no set of fewer rows than this covers what the tier must */
};

#endif

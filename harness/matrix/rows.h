/* Reads and checks matrix.yml: its builds, rows, tiers and expected skips.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_MATRIX_ROWS_H
#define XL_HARNESS_MATRIX_ROWS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/yaml.h"
#include "matrix/expand.h"
#include "matrix/isas.h"

/* Rows of the test matrix. */

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
    bool is_own;                   /* of a crosslane.yml (matrix/own_rows.h) */
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

/* Reads a matrix file. Returns 0, and the caller gives the list to xl_row_list_free; or -1 with
 * err. Warnings go to standard error. */
int xl_row_list_read(const char *file, struct xl_row_list *list, struct xl_error *err);

/* The same from a text that messages call `name`, without warnings. */
int xl_row_list_parse(const char *name, const char *text, size_t size, struct xl_row_list *list,
                      struct xl_error *err);
void xl_row_list_free(struct xl_row_list *list);

void xl_row_free(struct xl_row *row);

/* NULL if there is none. */
const struct xl_row *xl_row_find(const struct xl_row_list *list, const char *name);
const struct xl_build_spec *xl_build_find(const struct xl_row_list *list, const char *name);

/* Whether the row runs the kernel. */
bool xl_row_has_kernel(const struct xl_row *row, const char *kernel);

/* Makes it run all kernels. */
void xl_row_drop_kernels(struct xl_row *row);

enum { XL_LONG_VECTOR = 1024 }; /* bits */

/* Whether a row gets shorter calls. At -O0 a call costs most, and what the compiler does to code
 * shows in few calls as in many. Rows of tier pr get all calls: one may be the only row of its ISA.
 * Long vectors cost an emulator most, and show what 17 vectors show: ISAs with them have shorter
 * ones, too, whose rows get all calls. */
bool xl_row_is_shortened(const struct xl_row *row);

/* Checks that every kernel pattern of the row matches one of these kernels. Returns 0, or -1 with
 * err. */
int xl_row_check_kernels(const struct xl_row *row, const char *const *kernels, size_t count,
                         struct xl_error *err);

/* The same for all rows. */
int xl_row_list_check_kernels(const struct xl_row_list *list, const char *const *kernels,
                              size_t count, struct xl_error *err);

const char *xl_tier_name(enum xl_tier tier);

/* The tier of this name, or -1. */
int xl_tier_find(const char *name);

/* Reads a row of a matrix, all but its build and tier. Fields that it lacks are as in `like`; NULL:
 * they are errors. Returns 0, or -1 with err; the caller gives *out to xl_row_free in either case.
 */
int xl_row_read(const struct xl_matrix_row *row, const struct xl_row *like, struct xl_row *out,
                struct xl_error *err);

/* Fields of an expanded row of matrix.yml: keys of the row, or of the object under `cpu`. */

/* The value of a field; NULL if the row has none. */
const struct xl_node *xl_field(const struct xl_matrix_row *row, const char *name);

/* Checks that the row and its cpu have only these keys. */
int xl_fields_check(const struct xl_matrix_row *row, const char *const *names, size_t count,
                    struct xl_error *err);

/* The text of a scalar field; NULL with err if it is missing or not a scalar. */
const char *xl_field_text(const struct xl_matrix_row *row, const char *name,
                          char buffer[XL_NUMBER_TEXT], struct xl_error *err);

/* The index of a field's text among the names, or -1 with err. */
int xl_field_choice(const struct xl_matrix_row *row, const char *name, const char *const *names,
                    size_t count, struct xl_error *err);

/* The architecture of a row. Returns 0, or -1 with err. */
int xl_field_arch(const struct xl_matrix_row *row, const struct xl_arch **out,
                  struct xl_error *err);

/* The index of a text among the names; or -1 with err at the node: "unknown WHAT 'TEXT'". */
int xl_node_one_of(const struct xl_node *node, const char *what, const char *text,
                   const char *const *names, size_t count, struct xl_error *err);

/* Sets the error that no row of the list matches the pattern, with similar names. Always -1. */
int xl_no_row_matches(const struct xl_node *node, const char *pattern,
                      const struct xl_row_list *list, struct xl_error *err);

/* Reads the expected skips of a matrix file. */

/* Reads `skips`, a list of {row, kernel, reason, machine}, of which kernel and machine are
 * optional. It may be NULL. Returns 0; or -1 with err if one is malformed or matches no row. */
int xl_skips_read(const struct xl_node *skips, struct xl_row_list *list, struct xl_error *err);

void xl_skips_free(struct xl_row_list *list);

/* Selects a small set of rows that covers values of axes and pairs of values. */

/* The pairs of axes whose pairs of values must be covered, the lower axis first. An axis with
 * itself: its values. Pairs that no row has need not be covered. */
struct xl_pairwise_goal {
    bool pairs[XL_AXES][XL_AXES];
};

const char *xl_axis_name(enum xl_axis axis);

/* The axis of this name, or -1. */
int xl_axis_find(const char *name);

/* The text of a row's value on an axis. It may be in `buffer`. */
const char *xl_axis_text(const struct xl_row *row, enum xl_axis axis, char *buffer, size_t size);

/* Sets axis_values of each row, and axis_counts. */
void xl_axes_number(struct xl_row_list *list);

/* Adds rows to `chosen`, which has a flag for each row, until they cover the goal. Rows that are
 * chosen already stay. The set is the smallest that is found: greedily, with rows of the first
 * optimisation level and the file's first rows preferred, and without rows that others make
 * superfluous. Returns a lower bound of the size of any set that covers the goal; 0 for thousands
 * of rows: not computed. */
size_t xl_pairwise_select(const struct xl_row_list *list, const struct xl_pairwise_goal *goal,
                          bool *chosen);

/* How many pairs of values of two axes the rows have, and how many the chosen ones have (chosen
 * NULL: all). */
size_t xl_pairwise_pairs(const struct xl_row_list *list, enum xl_axis a, enum xl_axis b,
                         const bool *chosen);

/* Assigns rows to tiers: rows that cover what the tier must cover, and pinned rows. */

/* Reads `cover` and `pin` of a matrix file, which may be NULL, numbers the values of the axes and
 * sets each row's tier. Returns 0, or -1 with err. */
int xl_tiers_set(const struct xl_node *cover, const struct xl_node *pin, struct xl_row_list *list,
                 struct xl_error *err);

/* Numbers the values of the axes, and adds rows to tiers until these have what they must. */
void xl_tiers_fill(struct xl_row_list *list);

/* What a tier must cover. */
struct xl_pairwise_goal xl_tier_goal(const struct xl_row_list *list, enum xl_tier tier);

#endif

/* Reads and checks matrix.yml: its builds, rows, tiers and expected skips.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_MATRIX_ROWS_H
#define XL_HARNESS_MATRIX_ROWS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/yaml_nodes.h"
#include "matrix/expand.h"
#include "matrix/isas.h"

/* Rows of the test matrix. */

enum xl_tier { XL_TIER_PR, XL_TIER_TRUNK, XL_TIER_FULL, XL_TIERS };
enum { XL_MAX_ABSENT_ISAS = 4 };

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
    bool native;  /* qemu_cpu is "native", or it has a `runner`: run without QEMU */
    bool is_next; /* runner is "qemu-next": the newer QEMU of sysroots/mk-qemu-next */
    /* What starts the agent, which shares no memory with the host (frames.h): "bochs", whose name
     * of the CPU is qemu_cpu; "ssh"; or the name of a command line of the environment. NULL: it
     * runs here, natively or under QEMU. */
    char *runner;
    char *host;       /* of ssh */
    unsigned vl_bits; /* what the agent must measure; 0 for scalar */
    /* Bits of the vectors that options of crosslane.yml compile for (matrix/fixed_bits.h): other
     * rows skip the kernels or the suite. 0: any. */
    unsigned kernels_bits, suite_bits;
    /* ISAs that this CPU must not have; NULL after the last one. */
    const struct xl_isa *absent_isas[XL_MAX_ABSENT_ISAS];
    char **kernels;      /* shell patterns of the kernels that it runs; NULL: all */
    size_t kernel_count; /* of these patterns */
    enum xl_tier tier;   /* the smallest tier that has it */
    bool is_own;         /* of a crosslane.yml (matrix/own_rows.h) */
    char *where;         /* FILE:LINE:COL of its CPU */
};

/* An expected skip of a row, or of a kernel on a row. */
struct xl_skip {
    const char *row, *kernel; /* patterns; kernel NULL: the whole row */
    const char *reason;       /* part of the skip's reason */
    bool depends_on_machine;  /* other machines may run it, so no note says that it ran */
    const char *where;        /* FILE:LINE */
};

/* What its rows, builds and skips have is in `texts`. */
struct xl_row_list {
    struct xl_arena texts;
    struct xl_row *rows;
    size_t count;
    struct xl_build_spec *builds;
    size_t build_count;
    struct xl_skip *skips;
    size_t skip_count;
};

/* Reads a matrix file. Returns 0, and the caller gives the list to xl_row_list_free; or -1 with
 * err. */
int xl_row_list_read(const char *file, struct xl_row_list *list, struct xl_error *err);

/* The same from a text that messages call `name`. */
int xl_row_list_parse(const char *name, const char *text, size_t size, struct xl_row_list *list,
                      struct xl_error *err);
void xl_row_list_free(struct xl_row_list *list);

/* NULL if there is none. */
const struct xl_row *xl_row_find(const struct xl_row_list *list, const char *name);
const struct xl_build_spec *xl_build_find(const struct xl_row_list *list, const char *name);

bool xl_row_is_bochs(const struct xl_row *row);

/* Whether the row runs the kernel. */
bool xl_row_has_kernel(const struct xl_row *row, const char *kernel);

enum {
    XL_LONG_VECTOR = 1024,   /* bits */
    XL_KERNELS_AFFORDED = 16 /* kernels: such a run does for each what others draw */
};

/* Whether a row gets shorter calls. At -O0 a call costs most, and what the compiler does to code
 * shows in few calls as in many. Rows of tier pr get all calls: one may be the only row of its ISA.
 * Long vectors cost an emulator most, and show what 17 vectors show: ISAs with them have shorter
 * ones, too, whose rows get all calls. Bochs is slow. */
bool xl_row_is_shortened(const struct xl_row *row);

/* Whether its kernels are traced natively, by single steps: no emulator has their ISA. */
bool xl_row_is_stepped(const struct xl_row *row);

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

/* Reads a row of a matrix, all but its build and tier. Fields that it lacks are as in `like`, which
 * lives as long; NULL: they are errors. texts: of the row. Returns 0, or -1 with err. */
int xl_row_read(const struct xl_matrix_row *row, const struct xl_row *like, struct xl_arena *texts,
                struct xl_row *out, struct xl_error *err);

/* Gives a row of the list its build, a new one if there is none. */
void xl_row_add_build(struct xl_row_list *list, struct xl_row *row);

/* The architecture of a row. Returns 0, or -1 with err. */
int xl_field_arch(const struct xl_matrix_row *row, const struct xl_arch **out,
                  struct xl_error *err);

/* Sets the error that no row of the list matches the pattern, with similar names. Always -1. */
int xl_no_row_matches(const struct xl_node *node, const char *pattern,
                      const struct xl_row_list *list, struct xl_error *err);

/* If tier pr has no row, puts those of the next larger tier into it. */
void xl_tiers_fill_pr(struct xl_row_list *list);

#endif

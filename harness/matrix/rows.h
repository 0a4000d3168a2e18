/* The rows of matrix.yml, checked: every arch, ISA, compiler and key in them is known.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_MATRIX_ROWS_H
#define XL_HARNESS_MATRIX_ROWS_H

#include "error.h"
#include "matrix/isas.h"

enum xl_tier { XL_TIER_PR, XL_TIER_TRUNK, XL_TIER_FULL, XL_TIERS };
enum { XL_MAX_LACKS = 4 };

struct xl_row {
    char *name;  /* <arch>-<cpu>-<compiler>-<opt> */
    char *build; /* <arch>-<compiler>-<opt> */
    const struct xl_arch *arch;
    const struct xl_isa *isa;
    const char *compiler, *opt;
    char *qemu_cpu;   /* "native": run without an emulator */
    unsigned vl_bits; /* what the agent must measure; 0 for scalar */
    const struct xl_isa
        *lacks[XL_MAX_LACKS]; /* ISAs that this CPU must not have; NULL after the last */
    enum xl_tier tier;        /* the smallest tier that has it */
    char *where;              /* FILE:LINE:COL of its CPU */
};

struct xl_row_list {
    struct xl_row *rows;
    size_t count;
};

/* Reads a matrix file. On success 0, and xl_rows_free frees it; else -1, and err is the message,
 * ready to print. */
int xl_row_list_read(const char *file, struct xl_row_list *list, struct xl_error *err);
void xl_row_list_free(struct xl_row_list *list);

const char *xl_tier_name(enum xl_tier tier);

#endif

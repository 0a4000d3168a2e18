/* Predicted cycles of loops, by llvm-mca.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_TESTS_BENCH_MCA_H
#define XL_TESTS_BENCH_MCA_H

#include <stddef.h>

#include "base/error.h"
#include "results/results.h"

/* The CPU whose model stands for an ISA and a vector length. */
struct xl_mca_cpu {
    const char *isa;
    unsigned vl_bits;
    const char *triple, *cpu;
};

/* NULL: llvm-mca has none. */
const struct xl_mca_cpu *xl_mca_cpu(const char *isa, unsigned vl_bits);

/* What it predicts for one kernel of a row. */
struct xl_mca {
    double cycles; /* per element; 0: unknown */
    /* Whether what llvm-mca knows of the loop is less than 0.9 of what an element executes. The
     * rest is assumed to cost as much. */
    bool is_rough;
};

/* Fills `found`, one for each kernel of the row. 0, or -1 with err. */
int xl_mca_row(const struct xl_row_result *row, struct xl_mca *found, struct xl_error *err);

#endif

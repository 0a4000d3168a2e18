/* Reads for which vector length the options of crosslane.yml compile code.
 * SPDX-License-Identifier: MIT
 *
 * -msve-vector-bits=N and -mrvv-vector-bits=N make code that is right on CPUs with vectors of N
 * bits only. zvl stands for the N of zvlNb in -march. Source: "AArch64 Options" and "RISC-V
 * Options" of gcc's manual, and clang's command line reference.
 */
#ifndef XL_HARNESS_MATRIX_FIXED_BITS_H
#define XL_HARNESS_MATRIX_FIXED_BITS_H

#include "base/error.h"
#include "matrix/rows.h"

struct xl_node;

/* Sets kernels_bits and suite_bits of all rows, by the root of a crosslane.yml. Returns 0; or -1
 * with err, if no row of an ISA has vectors of the length that its code is compiled for. */
int xl_fixed_bits_read(const struct xl_node *root, struct xl_row_list *list, struct xl_error *err);

#endif

/* Blocks with few elements that are not zero.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_ORACLE_BLOCKS_H
#define XL_HARNESS_ORACLE_BLOCKS_H

#include "oracle/shape.h"

/* The patterns of a block: only its first element, its last one, a row, a column, a half, a
 * quarter, a corner or a drawn element. The first XL_ZEROS rounds have one pattern in each block of
 * all arrays. In the others each block has the next one, and only the first array has them. */
enum { XL_ZEROS = 12, XL_ZEROS_ROUNDS = 2 * XL_ZEROS };

/* Whether a kernel's work is on blocks: several elements for each n, a fixed number, or rows. */
bool xl_has_blocks(const struct xl_kernel *kernel);

/* Whether element i of an argument is zero in a case with such blocks. */
bool xl_is_zero(const struct xl_kernel *kernel, size_t index, const struct xl_case *c, size_t i);

#endif

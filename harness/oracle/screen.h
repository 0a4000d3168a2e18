/* Finds the elements of an output that a quick comparison does not decide.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_ORACLE_SCREEN_H
#define XL_HARNESS_ORACLE_SCREEN_H

#include "oracle/compare.h"

/* All other elements are right, and their errors are at most `worst`, or, if that is smaller, a
 * thousandth of an ULP: xl_compare_element would say so too. Writes the numbers of the undecided
 * elements, in order, and returns how many these are. got: in host byte order.
 *
 * Decides most elements of XL_EXACT contracts, and of f32 outputs with XL_ULP contracts. Their
 * reference is double, which has 29 bits more than the output. An element is undecided unless the
 * error fits although the reference may be off by twice XL_LIBM_ERROR. */
size_t xl_screen(const struct xl_output_check *o, const void *got, size_t count, double worst,
                 uint32_t *undecided);

#endif

/* Errors over the inputs of a kernel, gathered for a plot.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_ACCURACY_PLOT_H
#define XL_HARNESS_ACCURACY_PLOT_H

#include "judge/types.h"

enum { XL_PLOT_BINS = 600 };

/* The axis has the numbers of the type in their order, each bit pattern as wide: magnitudes as a
 * logarithm would have them, negative numbers to the left. */
struct xl_error_plot {
    enum xl_type type; /* of the first operand */
    double worst[XL_PLOT_BINS];
    uint64_t errors[XL_PLOT_BINS]; /* how many there were */
};

/* Where on the axis, from 0 to 1, a number is; one that is no NaN. */
double xl_plot_place(enum xl_type type, double x);

/* The part of the axis, of so many equal ones, that it is in. */
size_t xl_plot_bin(enum xl_type type, double x, size_t parts);

/* One error, of an input by its bits. NaNs have no place, and infinite errors no height: they are
 * left out. */
void xl_plot_add(struct xl_error_plot *plot, uint64_t bits, double ulp);

#endif

/* Errors over the inputs of a kernel, gathered for a plot.
 * SPDX-License-Identifier: MIT
 */
#include "accuracy/plot.h"

#include <math.h>
#include <string.h>

double xl_plot_place(enum xl_type type, double x)
{
    float f32 = (float)fabs(x);
    double f64 = fabs(x);
    uint64_t bits = 0, most = type == XL_f32 ? 0x7f800000 : 0x7ff0000000000000;
    memcpy(&bits, type == XL_f32 ? (void *)&f32 : (void *)&f64, xl_type_size(type));
    double half = (double)bits / (double)most / 2;
    return signbit(x) ? 0.5 - half : 0.5 + half;
}

void xl_plot_add(struct xl_error_plot *plot, uint64_t bits, double ulp)
{
    double x = xl_bits_value(plot->type, bits);
    if (isnan(x) || !isfinite(ulp))
        return;
    size_t bin = (size_t)(xl_plot_place(plot->type, x) * XL_PLOT_BINS);
    bin = bin < XL_PLOT_BINS ? bin : XL_PLOT_BINS - 1;
    plot->errors[bin]++;
    plot->worst[bin] = fmax(plot->worst[bin], ulp);
}

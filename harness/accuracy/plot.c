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

size_t xl_plot_bin(enum xl_type type, double x, size_t parts)
{
    size_t bin = (size_t)(xl_plot_place(type, x) * (double)parts);
    return bin < parts ? bin : parts - 1;
}

void xl_plot_add(struct xl_error_plot *plot, uint64_t bits, double ulp)
{
    double x = xl_bits_value(plot->type, bits);
    if (isnan(x) || !isfinite(ulp))
        return;
    size_t bin = xl_plot_bin(plot->type, x, XL_PLOT_BINS);
    plot->errors[bin]++;
    plot->worst[bin] = fmax(plot->worst[bin], ulp);
}

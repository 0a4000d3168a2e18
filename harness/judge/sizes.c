/* How many elements a kernel can be given.
 * SPDX-License-Identifier: MIT
 */
#include "judge/sizes.h"

#include <math.h>

enum { MOST_SHORT_N = 4 * 256 + 3 /* four vectors of 2048 bits, of bytes, and 3 */ };

size_t xl_asked_or(const struct xl_kernel *kernel, size_t least)
{
    const struct xl_sizes *s = &kernel->sizes;
    const size_t step = s->multiple_of > 1 ? s->multiple_of : 1;
    size_t most = s->least > least ? s->least : least;
    for (size_t i = 0; i < XL_MAX_THRESHOLDS && s->thresholds[i]; i++)
        most = s->thresholds[i] + step > most ? s->thresholds[i] + step : most;
    return most;
}

size_t xl_asked_n(const struct xl_kernel *kernel)
{
    return xl_asked_or(kernel, MOST_SHORT_N);
}

double xl_asked_elements(const struct xl_kernel *kernel, const struct xl_arg *arg)
{
    const double n = (double)xl_asked_n(kernel);
    const double across = arg->across == XL_SIZE_n ? n : 1;
    const double rows = (arg->down == XL_DOWN_n ? n : 1) + (double)arg->more_rows;
    return xl_arg_is_buffer(arg) ? ((double)arg->per_n * across + (double)arg->fixed) * rows : 0;
}

size_t xl_buffer_limit(const struct xl_kernel *kernel)
{
    double asked = 0;
    for (size_t i = 0; i < XL_MAX_ARGS && kernel->args[i].kind; i++)
        asked = fmax(asked, xl_asked_elements(kernel, &kernel->args[i]) *
                                (double)xl_arg_room(kernel, &kernel->args[i]));
    return asked <= XL_MAX_BUFFER_BYTES    ? XL_MAX_BUFFER_BYTES
           : asked <= XL_MOST_BUFFER_BYTES ? (size_t)asked
                                           : XL_MOST_BUFFER_BYTES;
}

size_t xl_allowed_n(const struct xl_kernel *kernel, size_t n)
{
    const size_t multiple = kernel->sizes.multiple_of;
    n -= multiple > 1 ? n % multiple : 0;
    return n > kernel->sizes.least ? n : kernel->sizes.least;
}

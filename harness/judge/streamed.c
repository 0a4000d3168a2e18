/* Calls whose buffers are longer than any that a kernel has else: more than 1 MiB.
 * SPDX-License-Identifier: MIT
 */
#include "judge/streamed.h"

#include "judge/sizes.h"
#include "judge/strides.h"

enum { STREAMED_BYTES = 1 << 20 };

/* Whether its buffers are strips, whose elements the guest alone makes expensive. */
static bool is_plain(const struct xl_kernel *kernel)
{
    if (kernel->contract.kind == XL_ULP || kernel->function)
        return false;
    for (size_t k = 0; k < XL_MAX_ARGS && kernel->args[k].kind; k++)
        if (xl_arg_is_buffer(&kernel->args[k]) && xl_arg_has_shape(&kernel->args[k]))
            return false;
    return true;
}

size_t xl_streamed_n(const struct xl_kernel *kernel)
{
    size_t most = 0;
    if (!is_plain(kernel) || xl_listed_n(kernel, 0) ||
        xl_buffer_limit(kernel) > XL_MAX_BUFFER_BYTES)
        return 0;
    for (size_t k = 0; k < XL_MAX_ARGS && kernel->args[k].kind; k++) {
        const struct xl_arg *arg = &kernel->args[k];
        const size_t bytes = xl_arg_is_buffer(arg) && arg->rare.divide <= 1
                                 ? arg->per_n * xl_type_size(arg->type)
                                 : 0;
        most = bytes > most ? bytes : most;
    }
    return most ? STREAMED_BYTES / most : 0;
}

bool xl_is_streamed(const struct xl_kernel *kernel, const struct xl_case *c)
{
    return is_plain(kernel) && xl_fitting_n(kernel, c->n) < c->n && xl_streamed_n(kernel);
}

size_t xl_streamed_bytes(const struct xl_kernel *kernel)
{
    const struct xl_case longest = {
        .n = xl_streamed_n(kernel) + XL_STREAMED_MORE, .rows = 1, .depth = 1};
    size_t most = 0;
    for (size_t k = 0; k < XL_MAX_ARGS && kernel->args[k].kind; k++) {
        const struct xl_arg *arg = &kernel->args[k];
        if (!xl_arg_is_buffer(arg))
            continue;
        const size_t elements = xl_arg_elements(arg, &longest) * xl_arg_room(kernel, arg),
                     bytes = xl_extent(kernel, k, &longest);
        most = elements > most ? elements : most;
        most = bytes > most ? bytes : most;
    }
    return most;
}

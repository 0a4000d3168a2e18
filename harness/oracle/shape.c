/* What the shape of an argument is, whatever the call.
 * SPDX-License-Identifier: MIT
 */
#include "oracle/shape.h"

bool xl_arg_is_strip(const struct xl_arg *arg)
{
    return arg->per_n == 1 && !arg->fixed && arg->rare.divide <= 1;
}

bool xl_arg_is_as_long(const struct xl_arg *a, const struct xl_arg *b)
{
    return a->per_n == b->per_n && a->fixed == b->fixed && a->across == b->across &&
           a->rare.divide == b->rare.divide && a->rare.ratio == b->rare.ratio;
}

bool xl_arg_has_same_shape(const struct xl_arg *a, const struct xl_arg *b)
{
    return xl_arg_is_as_long(a, b) && a->down == b->down && a->more_rows == b->more_rows &&
           a->rare.rows_divide == b->rare.rows_divide;
}

size_t xl_elements_before(const struct xl_arg *arg, size_t at)
{
    const size_t divide = arg->rare.divide > 1 ? arg->rare.divide : 1, rest = at % divide;
    size_t of_rest = 0;
    if (arg->rare.ratio == XL_RATIO_up)
        of_rest = (arg->per_n * rest + divide - 1) / divide;
    else if (arg->rare.ratio == XL_RATIO_down)
        of_rest = arg->per_n * rest / divide;
    else if (arg->rare.ratio == XL_RATIO_begun)
        of_rest = rest ? arg->per_n : 0;
    return arg->per_n * (at / divide) + of_rest;
}

size_t xl_rows_before(const struct xl_arg *arg, size_t at)
{
    return arg->rare.rows_divide > 1 ? (at + arg->rare.rows_divide - 1) / arg->rare.rows_divide
                                     : at;
}

bool xl_arg_is_wide_size(const struct xl_arg *arg)
{
    return arg->kind == XL_ARG_VALUE && arg->is_size && arg->rare.most > INT32_MAX;
}

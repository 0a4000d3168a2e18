/* What is in an argument of a call: as it is given, or by its fill.
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "judge/dense.h"
#include "judge/inputs.h"
#include "judge/narrow.h"
#include "judge/planted.h"
#include "judge/utf.h"

bool xl_fill_applies(enum xl_fill fill, const struct xl_kernel *kernel)
{
    switch (fill) {
#define XL_FILL_DRAWN(...)
#define XL_FILL(NAME, TEXT, WHEN, ...)                                                             \
    case XL_FILL_##NAME:                                                                           \
        return WHEN;
#include "judge/fills.def"
#undef XL_FILL_DRAWN
#undef XL_FILL
    default:
        return true;
    }
}

void xl_fill_input(const struct xl_kernel *kernel, size_t index, const struct xl_case *c,
                   void *array)
{
    const struct xl_arg *arg = &kernel->args[index];
    const size_t elements = xl_arg_elements(arg, c);
    if (c->given)
        memcpy(array, c->given->elements[index], elements * xl_type_size(arg->type));
    else if (c->fill == XL_FILL_PLANTED && !xl_arg_is_wide_size(arg))
        xl_fill_planted(kernel, index, c, array);
    else if (c->fill == XL_FILL_TEXT && xl_is_text(arg))
        xl_fill_text(arg->type, c, elements, array);
    else
        xl_fill_elements(kernel, index, c, array);
}

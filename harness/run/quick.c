/* The quick selection: one row an architecture and a few kernels, for a first look.
 * SPDX-License-Identifier: MIT
 */
#include "run/quick.h"

#include <string.h>

const char *const xl_quick_kernels[XL_QUICK_KERNELS] = {
    "fma_f32",      /* exact bits */
    "exp_f32",      /* ULP, held to exact references */
    "dot_f32",      /* a reduction */
    "cvt_f32_i32",  /* a conversion */
    "compress_i32", /* a permutation, by a mask */
    "sat_add_i16",  /* integers */
};

/* How well a row fits, the first difference deciding: the larger, the better. */
struct fit {
    long parts[4];
};

static struct fit fit_of(const struct xl_row *row)
{
    static const char *const compilers[] = {"gcc", "llvm"};
    const char *wanted = compilers[(row->arch - xl_arches) % 2];
    return (struct fit){{row->isa - xl_isas, row->vl_bits, strcmp(row->opt, "O2") == 0,
                         strcmp(row->compiler, wanted) == 0}};
}

static bool is_better(const struct fit *a, const struct fit *b)
{
    for (size_t i = 0; i < sizeof a->parts / sizeof a->parts[0]; i++)
        if (a->parts[i] != b->parts[i])
            return a->parts[i] > b->parts[i];
    return false;
}

const struct xl_row *xl_quick_row(const struct xl_row_list *list, const struct xl_arch *arch)
{
    const struct xl_row *best = NULL;
    struct fit most = {{0}};
    for (size_t i = 0; i < list->count; i++) {
        const struct xl_row *row = &list->rows[i];
        if (row->arch != arch || row->native)
            continue;
        struct fit fit = fit_of(row);
        if (!best || is_better(&fit, &most)) {
            best = row;
            most = fit;
        }
    }
    return best;
}

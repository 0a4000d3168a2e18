/* The kernels of a run that took longest.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "report/console.h"

struct duration {
    double seconds;
    const char *kernel, *variant, *row;
};

static int longest_first(const void *a, const void *b)
{
    const double x = ((const struct duration *)a)->seconds,
                 y = ((const struct duration *)b)->seconds;
    return (x < y) - (x > y);
}

void xl_durations_print(const struct xl_results *results, unsigned most)
{
    struct {
        struct duration *at;
        size_t count, room;
    } all = {0};
    for (size_t i = 0; i < results->row_count; i++)
        for (size_t k = 0; k < results->rows[i].kernel_count; k++) {
            const struct xl_kernel_result *of = &results->rows[i].kernels[k];
            const struct duration d = {of->seconds, of->kernel, of->variant,
                                       results->rows[i].row->name};
            if (!of->cached[0] && of->seconds > 0)
                xl_push(&all, d);
        }
    if (all.count)
        qsort(all.at, all.count, sizeof *all.at, longest_first);
    printf("\nlongest: %zu of %zu results that were not cached\n",
           all.count < most ? all.count : most, all.count);
    for (size_t i = 0; i < all.count && i < most; i++)
        printf("%7.2f s  %s, variant %s, on %s\n", all.at[i].seconds, all.at[i].kernel,
               all.at[i].variant, all.at[i].row);
    free(all.at);
}

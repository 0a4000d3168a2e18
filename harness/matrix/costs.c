/* What rows, builds and jobs cost, in seconds.
 * SPDX-License-Identifier: MIT
 */
#include "matrix/costs.h"

#include <string.h>

const double xl_job_start = 30, xl_row_start = 0.6, xl_agent_vocabulary = 15;
static const double row_kernel = 0.028, agent_start = 1.5, agent_kernel = 0.022, suite_row = 10,
                    suite_build = 20;
enum { XL_USUAL_BITS = 512 }; /* a longer vector costs the emulator more */

/* Code without optimization loads and stores each vector, and has ten times as many instructions.
 * Emulators execute those of scalable vectors slowly. */
static const struct {
    const char *isa; /* NULL: any */
    double factor;
} unoptimized[] = {{"rvv", 4}, {"rva23", 4}, {"sve", 2}, {"sve2", 2}, {NULL, 1.4}};

static double factor_of(const struct xl_row *row)
{
    double factor = row->vl_bits > XL_USUAL_BITS ? (double)row->vl_bits / XL_USUAL_BITS : 1;
    size_t i = 0;
    while (unoptimized[i].isa && strcmp(unoptimized[i].isa, row->isa->name) != 0)
        i++;
    return strcmp(row->opt, "O0") == 0 ? factor * unoptimized[i].factor : factor;
}

double xl_row_seconds(const struct xl_row *row, size_t kernels)
{
    return xl_row_start + row_kernel * factor_of(row) * (double)kernels;
}

double xl_agent_seconds(double kernels)
{
    return agent_start + agent_kernel * kernels;
}

struct xl_part_cost xl_part_cost(const struct xl_row *row, size_t kernels, bool is_suite,
                                 double measured)
{
    const double seconds = measured > 0 ? measured
                           : is_suite   ? suite_row
                                        : xl_row_seconds(row, kernels),
                 agent = is_suite ? suite_build : xl_agent_seconds((double)kernels);
    return (struct xl_part_cost){(uint64_t)(seconds * 1000 / XL_MEASURED_CORES) + (measured > 0),
                                 (uint64_t)(agent * 1000)};
}

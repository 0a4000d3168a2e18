/* Instructions per element: of kernels, compared with baselines and between vector lengths.
 * SPDX-License-Identifier: MIT
 *
 * tests/work has a file for each architecture, with a line for each kernel, and in it a column for
 * each ISA, vector length and compiler: ALL/VECTOR, instructions per element at -O2, and how many
 * of these are vector instructions of the ISA. "-": there is no such row. Baselines hold for the
 * compilers that tests/work/compilers.txt names, with all others nothing is compared.
 */
#ifndef XL_HARNESS_RESULTS_WORK_H
#define XL_HARNESS_RESULTS_WORK_H

#include "base/error.h"
#include "results/results.h"

#define XL_WORK_DIRECTORY "tests/work"

/* So much more is no finding: another schedule of the same code. */
#define XL_WORK_TOLERANCE 0.02

/* Instructions that an element costs, and those of a call that no element costs; negative if the
 * cost of a call grows faster than n. If the record allows one n only, the whole call is divided by
 * n. 0 without counts. */
double xl_work_per_element(const struct xl_work *w);
double xl_work_vector_per_element(const struct xl_work *w);
double xl_work_fixed(const struct xl_work *w);

/* Whether the cost of an element is the same for each n, as far as two calls show it. */
bool xl_work_is_linear(const struct xl_work *w);

struct xl_work_entry {
    const struct xl_isa *isa;
    char kernel[64], compiler[8];
    unsigned vl_bits;
    double all, vector;
};

struct xl_work_baselines {
    struct xl_work_entry *at; /* sorted by xl_work_compare */
    size_t count, room;
    char compilers[2][64]; /* versions, of gcc and llvm; "": none */
};

/* By architecture, kernel, ISA, vector length and compiler, as qsort has it. */
int xl_work_compare(const void *a, const void *b);

/* Reads the files of all architectures. directory: NULL is XL_WORK_DIRECTORY. Returns 0; or -1 with
 * err: FILE:LINE: error: ... No file is an empty baseline; one of no architecture is an error. */
int xl_work_read(const char *directory, struct xl_work_baselines *b, struct xl_error *err);
void xl_work_free(struct xl_work_baselines *b);

/* What a kernel executed on a row. */
struct xl_work_entry xl_work_entry_of(const struct xl_row_result *row,
                                      const struct xl_kernel_result *k);

/* Fails a kernel (check `work`) that executes more instructions per element than its baseline. */
void xl_work_check(const struct xl_work_baselines *b, const struct xl_row_result *row,
                   struct xl_kernel_result *k);

/* Fails kernels (check `lengths`) that execute more instructions per element than on another row
 * that differs in its shorter vectors only. Returns how many; their rows fail. */
size_t xl_work_check_lengths(struct xl_results *results);

#endif

/* The worst errors seen of each kernel, as tests/accuracy keeps them.
 * SPDX-License-Identifier: MIT
 *
 * A file a kernel, sorted: "ISA BUILD ULP INPUT...", inputs as bits, one for each operand. BUILD is
 * the name of a build, or * for all builds of the ISA that have no line of their own: vector code
 * that is not rounded otherwise by another compiler needs one line.
 */
#ifndef XL_HARNESS_ACCURACY_BASELINE_H
#define XL_HARNESS_ACCURACY_BASELINE_H

#include "base/digest.h"
#include "build/kernels.h"
#include "judge/inputs.h"
#include "matrix/rows.h"

#define XL_BASELINE_FOLDER "tests/accuracy"

/* Errors are kept to so many units. */
#define XL_BASELINE_DIGIT 0.001

struct xl_worst {
    char isa[16], build[64]; /* build "*": all others */
    double ulp;
    uint64_t inputs[XL_MAX_ARITY];
};

struct xl_baseline {
    struct xl_worst *entries;
    size_t count;
    struct xl_digest file; /* as of xl_baselines_read; zero: there is none */
};

/* Whether a kernel's errors are kept: those of elementwise XL_ULP kernels of up to XL_MAX_ARITY
 * inputs. */
bool xl_baseline_is_for(const struct xl_kernel *kernel);

/* Its inputs. */
size_t xl_baseline_operands(const struct xl_kernel *kernel);

/* Reads a kernel's file of a folder, or of XL_BASELINE_FOLDER; none is an empty baseline. 0, or -1
 * with err: FILE:LINE: error: ... The caller frees it. */
int xl_baseline_read(const char *folder, const struct xl_kernel *kernel, struct xl_baseline *b,
                     struct xl_error *err);
void xl_baseline_free(struct xl_baseline *b);

/* One for each of the kernels; those that need none, or have none, are empty. NULL with err. */
struct xl_baseline *xl_baselines_read(const char *folder, const struct xl_kernels *kernels,
                                      struct xl_error *err);
void xl_baselines_free(struct xl_baseline *baselines, size_t count);

/* What a build of an ISA is held to, or NULL. */
const struct xl_worst *xl_baseline_find(const struct xl_baseline *b, const char *isa,
                                        const char *build);

/* The path of the kernel's file, which the caller frees. */
char *xl_baseline_file(const char *folder, const char *kernel);

/* Adds what was measured, or makes it the entry of its ISA and build if it is worse. 0, or -1 with
 * err. */
int xl_baseline_add(struct xl_baseline *b, const struct xl_worst *w, struct xl_error *err);

/* The text of the kernel's file with what was measured in the place of what was there. * becomes
 * what most builds have that were measured, or have a line of their own; ISAs of the list of which
 * nothing was measured stay as they are. The caller frees it; NULL with err. */
char *xl_baseline_update(const char *folder, const struct xl_kernel *kernel,
                         const struct xl_row_list *list, const struct xl_baseline *measured,
                         struct xl_error *err);

/* Inputs as the file has them. */
void xl_baseline_inputs(const struct xl_kernel *kernel, const uint64_t inputs[XL_MAX_ARITY],
                        char *text, size_t size);

#endif

/* The worst error of a kernel on a row, held against what tests/accuracy has of it.
 * SPDX-License-Identifier: MIT
 */
#include "accuracy/accuracy.h"

#include <stdio.h>
#include <string.h>

#include "results/fail.h"

static size_t find_known(const struct xl_accuracy *a, const uint64_t inputs[XL_MAX_ARITY])
{
    size_t i = 0;
    while (i < a->known.count && memcmp(a->inputs[i], inputs, sizeof a->inputs[i]) != 0)
        i++;
    return i;
}

void xl_accuracy_begin(struct xl_accuracy *a, const struct xl_kernel *kernel,
                       const struct xl_baseline *b, const struct xl_row *row)
{
    *a = (struct xl_accuracy){.kernel = kernel,
                              .own = xl_baseline_find(b, row->isa->name, row->build)};
    a->known.inputs = (const uint64_t(*)[XL_MAX_ARITY])a->inputs;
    if (a->own) /* the first, so that it is among them however many there are */
        memcpy(a->inputs[a->known.count++], a->own->inputs, sizeof a->own->inputs);
    for (size_t i = 0; i < b->count && a->known.count < XL_MAX_KNOWN; i++)
        if (find_known(a, b->entries[i].inputs) == a->known.count)
            memcpy(a->inputs[a->known.count++], b->entries[i].inputs, sizeof a->inputs[0]);
}

static void fail(const struct xl_accuracy *a, double ulp, const uint64_t inputs[XL_MAX_ARITY],
                 struct xl_kernel_result *k)
{
    char text[128];
    xl_baseline_inputs(a->kernel, inputs, text, sizeof text);
    snprintf(k->reason, sizeof k->reason,
             "the error at %s is %.3f ULP, and the worst that was known is %.3f: if that is meant, "
             "./crosslane accuracy --update --kernel %s",
             text, ulp, a->own->ulp, a->kernel->name);
    struct xl_finding *f = xl_result_fail(k, XL_CHECK_accuracy);
    if (!f)
        return;
    f->ulp = ulp;
    snprintf(f->message, sizeof f->message, "%s", k->reason);
    snprintf(f->inputs, sizeof f->inputs, "%s", text);
}

void xl_accuracy_end(const struct xl_accuracy *a, uint64_t seed, unsigned count,
                     struct xl_row_result *row, struct xl_kernel_result *k)
{
    if (!a->own || k->outcome != XL_PASS)
        return;
    double most = a->own->ulp + XL_BASELINE_DIGIT;
    char text[128];
    xl_baseline_inputs(a->kernel, k->worst, text, sizeof text);
    if (k->known_ulp > most)
        fail(a, k->known_ulp, a->own->inputs, k);
    else if (k->max_ulp > most && seed == 1 && count == 1)
        fail(a, k->max_ulp, k->worst, k);
    else if (k->max_ulp > most)
        xl_row_note(row,
                    "%s, %s: a worse input than any before, %.3f ULP at %s; "
                    "./crosslane accuracy --update --seed %llu --count %u keeps it",
                    k->kernel, k->variant, k->max_ulp, text, (unsigned long long)seed, count);
    else if (k->known_ulp < a->own->ulp - XL_BASELINE_DIGIT) {
        k->better_than = a->own->ulp;
        xl_row_note(row, "%s, %s: better than tests/accuracy has it, %.3f ULP and not %.3f",
                    k->kernel, k->variant, k->known_ulp, a->own->ulp);
    }
}

void xl_accuracy_note_absent(struct xl_row_result *row, size_t absent, const char *first)
{
    if (absent)
        xl_row_note(row,
                    "tests/accuracy has no worst errors of %zu kernels, %s among them; "
                    "./crosslane accuracy --update adds them",
                    absent, first);
}

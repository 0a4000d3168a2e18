/* What is known of an agent's code before any of its rows runs.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_EVIDENCE_INSPECT_H
#define XL_HARNESS_EVIDENCE_INSPECT_H

#include "evidence/image.h"
#include "evidence/listing.h"
#include "evidence/reach.h"
#include "results/results.h"

struct xl_code {
    char error[XL_TEXT];   /* why no row of the agent can count; "" if there is nothing */
    char lacking[XL_TEXT]; /* why nothing can be measured; "" if it can */
    struct xl_image image;
    struct xl_listing listing;
    uint64_t families; /* a hash of what each instruction was taken for */
    struct xl_reach reach;
};

/* Inspects the agent of an ISA in the build's folder. */
void xl_code_inspect(const char *folder, const char *isa, const struct xl_arch *arch,
                     struct xl_code *code);

void xl_code_free(struct xl_code *code);

#endif

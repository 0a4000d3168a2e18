/* The proof that a row's ISA executed: a traced run, and a control run with the ISA switched off.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_PROOF_H
#define XL_HARNESS_RUN_PROOF_H

#include "evidence/image.h"
#include "evidence/listing.h"
#include "run/row.h"

/* What is known of a build's agent before any of its rows runs. */
struct xl_proof {
    char error[XL_TEXT];   /* why no row of the build can count; "" if there is nothing */
    char lacking[XL_TEXT]; /* why nothing can be measured; "" if it can */
    struct xl_image image;
    struct xl_listing listing;
    uint64_t families; /* a hash of what each instruction was taken for */
    long *owners; /* of each instruction of the listing: a variant of the image, or XL_OWNER_... */
};

/* Inspects the agent of an ISA in the build's folder. */
void xl_proof_inspect(const char *folder, const char *isa, const struct xl_arch *arch,
                      struct xl_proof *proof);

/* Proves the kernels that passed, or fails them; and runs the control. The agent is ended. */
void xl_proof_row(const struct xl_row_job *job, struct xl_agent *agent, struct xl_bench *bench,
                  struct xl_row_result *result);

void xl_proof_free(struct xl_proof *proof);

#endif

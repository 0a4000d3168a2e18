/* What was measured before, under a hash of all that it depends on.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_EVIDENCE_CACHE_H
#define XL_HARNESS_RUN_EVIDENCE_CACHE_H

#include "run/evidence_context.h"

/* A hash of all that the measures of this CPU string depend on. */
uint64_t xl_key_of(const struct xl_evidence *p, const char *cpu, unsigned vl_bits);

/* Opens what was kept under this key; NULL if there is nothing, or it is of other things. */
FILE *xl_open_kept(const struct xl_evidence *p, const char *name, uint64_t key);

void xl_keep(const struct xl_evidence *p, const char *name, uint64_t key, const char *text);

/* Returns whether there were all. */
bool xl_read_kernel_traces(struct xl_evidence *p, uint64_t key);

void xl_keep_kernel_traces(const struct xl_evidence *p, uint64_t key);

#endif

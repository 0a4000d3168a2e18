/* What a kernel executes beyond its ISA: instructions of extensions that the ISA's flags do not
 * give.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_BEYOND_ISA_H
#define XL_HARNESS_RUN_BEYOND_ISA_H

#include "run/evidence_context.h"

/* Whether instruction number i of the listing is one that this kernel may not execute on every CPU
 * of the ISA. */
bool xl_is_beyond(const struct xl_evidence *p, const struct xl_kernel_trace *m, size_t i);

/* Whether code that the kernel reaches has one. */
bool xl_has_beyond(const struct xl_evidence *p, const struct xl_kernel_trace *m);

/* Says which one it executed; false: none, or it tests the CPU before. */
bool xl_beyond_find_defect(const struct xl_evidence *p, const struct xl_kernel_trace *m, char *text,
                           size_t size);

#endif

/* Whether a kernel's code takes the arguments that its record has.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_SIGNATURE_CHECK_H
#define XL_HARNESS_RUN_SIGNATURE_CHECK_H

#include "binary/signature.h"
#include "contract.h"
#include "matrix/isas.h"

/* What is wrong with a function of this signature as the kernel's code; false: nothing that is
 * certain. narrow: of its architecture. */
bool xl_signature_mismatch(const struct xl_kernel *kernel, enum xl_arg_extension narrow,
                           const char *function, const struct xl_signature *signature, char *text,
                           size_t size);

#endif

/* What is wrong with a record: each rule of contract.h that the compiler cannot check.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_ORACLE_RECORD_CHECK_H
#define XL_HARNESS_ORACLE_RECORD_CHECK_H

#include "base/error.h"
#include "contract.h"

/* Checks a record of the module in this file. Returns 0, or -1 with err. */
int xl_record_check(const char *file, const struct xl_kernel *kernel, struct xl_error *err);

/* 0, or -1 with err: this word of a field is not an ISA. */
int xl_kernel_check_isa(const struct xl_kernel *kernel, const char *field, const char *isa,
                        struct xl_error *err);

/* 0, or -1 with err: an unknown ISA or feature in `.needs` or `.dispatch`. */
int xl_kernel_check_features(const struct xl_kernel *kernel, struct xl_error *err);

/* What is wrong with a kernel's `.function`, with its `.dense` and `.period`, and with its
 * `.sizes`; or NULL. */
const char *xl_function_wrong(const struct xl_kernel *kernel);
const char *xl_dense_wrong(const struct xl_kernel *kernel);
const char *xl_sizes_wrong(const struct xl_kernel *kernel);

#endif

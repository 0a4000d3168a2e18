/* What calls are given, and what is looked at in them, as tables: docs/reference/checks.md.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_DOCS_CHECKS_DOCS_H
#define XL_HARNESS_DOCS_CHECKS_DOCS_H

#include <stddef.h>

#include "base/error.h"

/* The whole file, whose length goes to *size; the caller frees it. NULL with err. */
char *xl_checks_docs(size_t *size, struct xl_error *err);

#endif

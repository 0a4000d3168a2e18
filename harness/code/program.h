/* The digest of a program of this host.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CODE_PROGRAM_H
#define XL_HARNESS_CODE_PROGRAM_H

#include "base/digest.h"

/* The digest of a program's file, without the parts that differ between checkouts: the section
 * xl_places (base/file.c), and the build ID, which is a digest of it, too. Returns 0, or -1. */
int xl_program_digest(const char *path, struct xl_digest *digest);

#endif

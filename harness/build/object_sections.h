/* What each kernel of an object that several share is made of: the sections that its records lead
 * to, where each record and each function has a section of its own.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BUILD_OBJECT_SECTIONS_H
#define XL_HARNESS_BUILD_OBJECT_SECTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/digest.h"

struct xl_sections;

/* NULL: it is no object that can be read. */
struct xl_sections *xl_sections_read(const char *path);

/* Told of a name that a kernel's sections define, or want from another object; 0, or -1. */
typedef int xl_symbol_callback(void *context, const char *name, bool is_defined);

/* The code and data that the records of a file's kernels lead to, and no debug information. names:
 * as of oracle/module.h; file: as there. Sections may be several kernels'. 0, or -1. */
int xl_sections_of(struct xl_sections *s, const char *names, const char *file,
                   struct xl_digest *digest, xl_symbol_callback *note, void *context);

/* What a program has of the object, and no kernel that was asked for leads to: a part of all of
 * them. */
int xl_sections_rest(struct xl_sections *s, struct xl_digest *digest, xl_symbol_callback *note,
                     void *context);

void xl_sections_free(struct xl_sections *s);

#endif

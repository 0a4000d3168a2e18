/* Digests of the sections of each kernel in an object that several kernels share. Each record and
 * each function has its own section.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BUILD_OBJECT_SECTIONS_H
#define XL_HARNESS_BUILD_OBJECT_SECTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/digest.h"

struct xl_sections;

/* NULL if the object cannot be read. The caller gives it to xl_sections_free. */
struct xl_sections *xl_sections_read(const char *path);

/* Gets each name that a kernel's sections define, or need from another object. Returns 0, or -1. */
typedef int xl_symbol_callback(void *context, const char *name, bool is_defined);

/* A digest of the code and data that the records of a file's kernels lead to, without debug
 * information. names, file: as in oracle/module.h. Kernels may share sections. Returns 0, or -1. */
int xl_sections_of(struct xl_sections *s, const char *names, const char *file,
                   struct xl_digest *digest, xl_symbol_callback *note, void *context);

/* A digest of the loaded sections that no kernel so far has reached. They belong to all kernels. */
int xl_sections_rest(struct xl_sections *s, struct xl_digest *digest, xl_symbol_callback *note,
                     void *context);

void xl_sections_free(struct xl_sections *s);

#endif

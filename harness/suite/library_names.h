/* Names of the functions of the C and C++ library, which may be linked into a program.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_SUITE_LIBRARY_NAMES_H
#define XL_HARNESS_SUITE_LIBRARY_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "matrix/isas.h"

struct xl_library_names {
    char **at; /* sorted */
    size_t count, room;
};

/* Reads the functions of the archives of libc, libm, libgcc, libstdc++ and GoogleTest. Of libc and
 * libm, only global ones: local ones may have names of a project. Archives that do not exist have
 * no names. The caller gives *names to xl_library_names_free. */
void xl_library_names_read(const struct xl_arch *arch, const char *sysroot,
                           struct xl_library_names *names);

bool xl_library_names_have(const struct xl_library_names *names, const char *name);

void xl_library_names_free(struct xl_library_names *names);

#endif

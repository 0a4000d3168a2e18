/* Builds of a project with its tests.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_SUITE_SUITE_BUILD_H
#define XL_HARNESS_SUITE_SUITE_BUILD_H

#include "base/digest.h"
#include "suite/suite_file.h"

/* A build: of an architecture, a compiler and a level, with the arguments of its rows. */
struct xl_suite_build {
    char *directory; /* in the cache; `made` below it is the build */
    char *sysroot;   /* the tree; NULL until it was built */
    char *compiler_version;
    struct xl_digest inputs; /* of all that it is made of */
    char *error;             /* "": it was built */
    bool is_lacking;         /* the error is what Debian lacks for the architecture */
    int lock;                /* of the directory, so that no other run changes the build; or -1 */
};

/* Sets the directory. Rows with equal directories share the build. native: the native build, or
 * NULL. The caller gives *build to xl_suite_build_free. */
void xl_suite_build_name(const struct xl_suite *suite, const struct xl_row *row, const char *native,
                         struct xl_suite_build *build);

/* The environment variable with the packages of the row's sysroot is set for this process and what
 * it starts. No thread may run. */
void xl_suite_set_packages(const struct xl_suite *suite, const struct xl_row *row);

/* Builds it, or finds it up to date. row NULL: the native build. Prints progress. Sets the error.
 * Until xl_suite_build_unlock, no other run changes the build; runs that find it up to date share
 * it.
 */
void xl_suite_build_make(const struct xl_suite *suite, const struct xl_row *row, const char *native,
                         struct xl_suite_build *build);

/* The directory of what suites leave in the cache, or of one suite. The caller frees it. NULL:
 * there is no cache. */
char *xl_suite_directory(const char *name);

void xl_suite_build_unlock(struct xl_suite_build *build);

void xl_suite_build_free(struct xl_suite_build *build);

#endif

/* Reads `suite:` of crosslane.yml: how a project is built and tested.
 * SPDX-License-Identifier: MIT
 *
 * docs/your-tests.md has the keys.
 */
#ifndef XL_HARNESS_SUITE_SUITE_FILE_H
#define XL_HARNESS_SUITE_SUITE_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/text.h"
#include "matrix/rows.h"

enum xl_suite_list {
    XL_SUITE_ARGUMENTS,        /* of the build's configuration */
    XL_SUITE_NATIVE_ARGUMENTS, /* the same of the native build */
    XL_SUITE_TARGETS,          /* of the build; none: all */
    XL_SUITE_PACKAGES,         /* of Debian, in the sysroots */
    XL_SUITE_TEST,             /* commands, perhaps with names; none: the build system's own */
    XL_SUITE_ENV,              /* NAME=VALUE */
    XL_SUITE_OF,               /* patterns of files whose vector code is looked at; none: all */
    XL_SUITE_ROWS,             /* patterns of rows; none: all */
    XL_SUITE_EXPECT,           /* patterns of functions that must execute */
    XL_SUITE_AUTOVECTORIZED,   /* patterns of functions that the compiler may vectorize */
    XL_SUITE_EXCLUDE,          /* patterns of tests, with reasons as their texts */
    XL_SUITE_OPTIONAL,         /* likewise, of tests that other rows may lack */
    XL_SUITE_LISTS
};

struct xl_suite_item {
    char *selector; /* words that must all hold; "": for all rows */
    char *name;     /* of a test or a pattern; "": none */
    char *text;
};

struct xl_suite {
    char *name, *file; /* file: the absolute path of crosslane.yml */
    char *directory;   /* in which that is */
    char *dir;         /* the project, absolute; NULL: `source` names it */
    char *source;      /* "PACKAGE VERSION SUITE" of Debian; NULL: none */
    char *sources;     /* its directory, once it is fetched; NULL: `dir` has the sources */
    char *build;       /* as docs/your-tests.md lists them */
    bool has_native;   /* a native build comes first */
    bool has_network;
    unsigned timeout; /* seconds of a row's tests */
    struct {
        struct xl_suite_item *at;
        size_t count, room;
    } lists[XL_SUITE_LISTS];
};

/* Reads DIR/crosslane.yml. Returns 0, or -1 with err: "FILE:LINE:COLUMN: error: ...". The caller
 * always gives *suite to xl_suite_free. */
int xl_suite_read(const char *dir, struct xl_suite *suite, struct xl_error *err);

/* The text of the first item whose name is a pattern of the test, for this row. NULL: none. */
const char *xl_suite_match(const struct xl_suite *suite, enum xl_suite_list list,
                           const struct xl_row *row, const char *test);

/* Adds the texts of a list that a row has, with @NATIVE@, @SOURCE@ and @FOLDER@ (of crosslane.yml)
 * replaced. names: likewise, or NULL. */
void xl_suite_select(const struct xl_suite *suite, enum xl_suite_list list,
                     const struct xl_row *row, const char *native, struct xl_words *names,
                     struct xl_words *texts);

/* The first item that names files of which a change is not seen: by `..`, or outside the project
 * and the system. "": none. Rows of such a suite are not cached. */
const char *xl_suite_unwatched(const struct xl_suite *suite);

void xl_suite_free(struct xl_suite *suite);

#endif

/* Reads crosslane.yml, which describes the library that a directory of kernels tests.
 * SPDX-License-Identifier: MIT
 *
 * docs/your-library.md has the keys. CMake reads no YAML, so the items are written as calls of
 * functions of library.cmake.
 */
#ifndef XL_HARNESS_BUILD_LIBRARY_H
#define XL_HARNESS_BUILD_LIBRARY_H

#include "base/error.h"
#include "oracle/module.h"

#define XL_LIBRARY_FILE "crosslane.yml"

struct xl_node;
struct xl_row_list;

/* Checks a word of a selector: a compiler, an architecture, an ISA, `all` or `host`. Returns 0, or
 * -1 with err at the node. */
int xl_library_check_word(const struct xl_node *node, const char *word, struct xl_error *err);

/* Writes DIR/crosslane.yml to the file `to` as calls of CMake functions; nothing if it does not
 * exist. A file that is up to date is not touched. Returns 0, or -1 with err. */
int xl_library_write(const char *dir, const char *to, struct xl_error *err);

/* The variable of mk-sysroot: Debian packages that a sysroot has besides its own. */
#define XL_SYSROOT_PACKAGES "CROSSLANE_SYSROOT_PACKAGES"

/* `packages` for an architecture, separated by blanks, from what xl_library_write wrote. The caller
 * frees it. */
char *xl_library_packages(const char *written, const char *arch);

/* Reads a matrix file and applies `rows` of DIR/crosslane.yml; dir NULL: none. With DIR, rows of
 * the matrix run all kernels: its patterns are of Crosslane's own. Returns 0, and the caller gives
 * the list to xl_row_list_free; or -1 with err. */
int xl_library_rows(const char *matrix, const char *dir, struct xl_row_list *list,
                    struct xl_error *err);

/* Writes to the file `to` the ISAs of each kernel that is compiled for some ISAs only. A file that
 * is up to date is not touched. Returns 0, or -1 with err. */
int xl_library_write_only(const struct xl_kernels *kernels, const char *to, struct xl_error *err);

/* `source`: where the code under test comes from.
 *
 *     source: {package: libdeflate, version: 1.23-2, suite: trixie}   a source package of Debian
 *     source: {sysroot: libc6-dev}                                    a package of the sysroots */

/* Reads the source package: "PACKAGE VERSION SUITE", which the caller frees. NULL with err. */
char *xl_source_package(const struct xl_node *node, struct xl_error *err);

/* The directory of such a package's upstream sources, which is made if there is none. The caller
 * frees it. NULL with err. */
char *xl_source_fetch(const char *source, struct xl_error *err);

/* The name and the version of such a package, without Debian's suite. The caller frees it. */
char *xl_source_version(const char *source);

#endif

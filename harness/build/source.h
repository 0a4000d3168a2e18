/* `source` of crosslane.yml: where the code under test comes from.
 * SPDX-License-Identifier: MIT
 *
 *     source: {package: libdeflate, version: 1.23-2, suite: trixie}   a source package of Debian
 *     source: {sysroot: libc6-dev}                                    a package of the sysroots
 */
#ifndef XL_HARNESS_BUILD_SOURCE_H
#define XL_HARNESS_BUILD_SOURCE_H

#include "base/error.h"
#include "base/yaml.h"

/* Reads the source package: "PACKAGE VERSION SUITE", which the caller frees. NULL with err. */
char *xl_source_package(const struct xl_node *node, struct xl_error *err);

/* The directory of such a package's upstream sources, which is made if there is none. The caller
 * frees it. NULL with err. */
char *xl_source_fetch(const char *source, struct xl_error *err);

/* The name and the version of such a package, without Debian's suite. The caller frees it. */
char *xl_source_version(const char *source);

#endif

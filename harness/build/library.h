/* What a folder of kernels says of the library that it tests: its crosslane.yml.
 * SPDX-License-Identifier: MIT
 *
 * docs/your-library.md has the keys. What is read is written down again as calls of the functions
 * of library.cmake, which is what builds are configured by: CMake reads no YAML.
 */
#ifndef XL_HARNESS_BUILD_LIBRARY_H
#define XL_HARNESS_BUILD_LIBRARY_H

#include "base/error.h"
#include "oracle/module.h"

#define XL_LIBRARY_FILE "crosslane.yml"

/* Writes what DIR/crosslane.yml says, nothing where there is none, to the file `to`, unless it
 * holds that already. 0; or -1 with err, "FILE:LINE:COL: error: ..." where the file is wrong. */
int xl_library_write(const char *dir, const char *to, struct xl_error *err);

/* Writes to the file `to`, unless it holds that already, which ISAs each kernel is for that is not
 * for all: it is compiled for no other. 0, or -1 with err. */
int xl_library_write_only(const struct xl_kernels *kernels, const char *to, struct xl_error *err);

#endif

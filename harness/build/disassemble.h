/* Writes the listing of an agent: what llvm-objdump prints of it.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BUILD_DISASSEMBLE_H
#define XL_HARNESS_BUILD_DISASSEMBLE_H

#include "build/build.h"

/* Writes the listing of an agent (code/disassembly.h), unless there is one: cross-build.sh removes
 * what is out of date. With CROSSLANE_TOOLS=host, llvm-objdump may be missing: then there is no
 * file, and evidence reports that. Returns 0, or -1 with err. */
int xl_build_disassemble(const struct xl_build *b, struct xl_error *err);

#endif

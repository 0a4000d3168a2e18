/* Writes the listing of an agent: what llvm-objdump prints of it.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BUILD_DISASSEMBLE_H
#define XL_HARNESS_BUILD_DISASSEMBLE_H

#include "base/error.h"
#include "matrix/isas.h"

/* Writes the listing (code/disassembly.h) of the agent of an ISA, unless there is one:
 * cross-build.sh removes what is out of date. With CROSSLANE_TOOLS=host, llvm-objdump may be
 * missing: then there is no file, and evidence reports that. Returns 0, or -1 with err. */
int xl_build_disassemble(const char *directory, const char *isa, const struct xl_arch *arch,
                         struct xl_error *err);

#endif

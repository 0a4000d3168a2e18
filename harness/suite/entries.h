/* Where breakpoints show that a file's vector functions execute.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_SUITE_ENTRIES_H
#define XL_HARNESS_SUITE_ENTRIES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "matrix/rows.h"
#include "suite/executed.h"

/* How the dynamic linker announces that it has mapped or unmapped a library: it calls an empty
 * function (r_brk of struct r_debug in <link.h>). Debuggers put a breakpoint there. */
struct xl_loader {
    uint64_t event;           /* the function's address in the file; 0: the file has none */
    uint64_t offset;          /* and where it is in the file */
    unsigned char first_byte; /* of its first instruction */
    bool is_return;           /* that is ret; else endbr64 */
    bool needs_other;         /* the file needs a dynamic linker, which is another file */
};

/* Reads what the ELF file has of a dynamic linker. */
void xl_loader_read(const char *path, struct xl_loader *loader);

/* Sets file->entries to the first instructions of the functions with vector code of the row's ISA,
 * as far as symbols say that they are functions: other labels may be data, which a breakpoint would
 * change. Returns 0, or -1 with err. */
int xl_entries_read(struct xl_executed_file *file, const char *tools, const struct xl_row *row,
                    struct xl_error *err);

#endif

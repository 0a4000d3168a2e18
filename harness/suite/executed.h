/* Which code of which files programs executed, by the emulator's logs.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_SUITE_EXECUTED_H
#define XL_HARNESS_SUITE_EXECUTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"

/* A range of a file's code, by its addresses in the file, and the bytes that it has there. */
struct xl_code_segment {
    uint64_t address, offset, size; /* offset: in the file */
    unsigned char *bytes;
    bool *executed; /* for each byte */
};

/* An ELF file of which code was mapped. */
struct xl_executed_file {
    char *path;      /* on the host */
    bool is_system;  /* it belongs to the sysroot */
    bool is_program; /* a program, not a library */
    struct xl_code_segment *segments;
    size_t segment_count;
    uint64_t entry;    /* its first instruction */
    char *interpreter; /* the dynamic linker's path in the guest; NULL: none */
    size_t blocks;     /* that were executed */
};

struct xl_executed {
    struct xl_executed_file *at;
    size_t count, room;
    size_t programs;   /* that were started */
    size_t incomplete; /* programs whose log ends before they do: they may have closed it */
    size_t traps;      /* instructions that the CPU lacks */
    size_t trap_file;  /* of the first one, with its address there; if it is in a file */
    uint64_t trap_address;
    bool is_trap_known;
    size_t unknown_blocks; /* blocks of code that is in no file, or differs from the file's */
};

/* Reads the logs of all programs in the directory; launch.h has who wrote them. Returns 0, or -1
 * with err. xl_executed_free releases it. */
int xl_executed_read(const char *logs, const char *sysroot, struct xl_executed *executed,
                     struct xl_error *err);

/* Adds one log: of this program, which was started in this directory. */
void xl_executed_add_log(struct xl_executed *executed, const char *program, const char *cwd,
                         const char *sysroot, FILE *log);

/* Whether the instruction at this address of the file was executed. */
bool xl_executed_has(const struct xl_executed_file *file, uint64_t address);

void xl_executed_free(struct xl_executed *executed);

#endif

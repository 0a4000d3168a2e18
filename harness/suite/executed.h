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
#include "base/text.h"

/* Marks of a byte of code. */
enum {
    XL_EXECUTED = 1,          /* by any program */
    XL_EXECUTED_BY_GROUP = 2, /* by a program of the group that is read, after its main() began */
    XL_EXECUTED_BY_LOG = 4,   /* of the log that is read */
    XL_EXECUTED_BY_MAIN = 8   /* likewise, after main() began */
};

/* A range of a file's code, by its addresses in the file, and the bytes that it has there. */
struct xl_code_segment {
    uint64_t address, offset, size; /* offset: in the file */
    unsigned char *bytes;
    unsigned char *executed; /* marks of each byte */
};

/* An ELF file of which code was mapped. */
struct xl_executed_file {
    char *path;      /* as the programs knew it; of the sysroot's files: on the host */
    char *file;      /* where it is now */
    bool is_system;  /* it belongs to the sysroot */
    bool is_program; /* a program, not a library */
    struct xl_code_segment *segments;
    size_t segment_count;
    uint64_t entry;     /* its first instruction */
    unsigned machine;   /* ELF's e_machine */
    uint64_t main;      /* address of main(); 0: unknown, so all its code counts as main()'s */
    char *interpreter;  /* the dynamic linker's path in the guest; NULL: none */
    size_t blocks;      /* that were executed */
    bool is_by_entries; /* breakpoints at its entries (traced.c) are all that is known */
    uint64_t *entries;  /* addresses of functions, ascending */
    size_t entry_count;
};

/* An instruction that the CPU refused. */
struct xl_trap {
    bool is_known; /* it is in a file */
    size_t file;
    uint64_t address; /* in the file */
};

struct xl_executed {
    struct xl_executed_file *at;
    size_t count, room;
    unsigned machine;  /* of ELF, of the files in logs: the emulator's own are none. 0: any */
    size_t programs;   /* that were started */
    size_t incomplete; /* programs whose log ends before they do: they may have closed it. By
                          entries: programs that are not followed, and files that have changed */
    size_t closed;     /* of these, programs whose log ends with a call that closes it */
    size_t traps;      /* instructions that the CPU lacks */
    struct xl_trap first_trap, end_trap; /* the first; the one that ended the program read last */
    size_t unknown_blocks; /* blocks of code that is in no file, or differs from the file's */
};

/* A process with its arguments, the program's path first, and its environment. */
struct xl_started_process {
    struct xl_words words, environment;
};

/* A program that was started, by the files that crosslane-start wrote beside its log. */
struct xl_started {
    char *log;           /* path */
    char *program, *cwd; /* path in the guest; directory in which it was started */
    struct xl_started_process self;
    struct xl_started_process *parents; /* the processes that started it, the nearest first */
    size_t parent_count;
    bool becomes_another; /* its process did, so its log has no end */
    size_t group;         /* for the caller */
};

struct xl_started_list {
    struct xl_started *at;
    size_t count, room;
};

/* Lists the programs that have logs in the directory; launch.h has who wrote them. Returns 0, or -1
 * with err. The caller always gives the list to xl_started_free. */
int xl_started_read(const char *logs, struct xl_started_list *list, struct xl_error *err);

void xl_started_free(struct xl_started_list *list);

/* Where files are that programs knew by other paths. */
struct xl_guest_files {
    const char *sysroot; /* what is there comes first (QEMU_LD_PREFIX) */
    /* Directories of which the programs had copies; what they changed is in `changes`. NULL: none.
     */
    struct {
        const char *directory, *changes;
    } copied[2];
};

/* Reads the log of a program. Returns 0, or -1 with err. */
int xl_executed_read(const struct xl_started *started, const struct xl_guest_files *files,
                     struct xl_executed *executed, struct xl_error *err);

/* Begins a group: no code has XL_EXECUTED_BY_GROUP. */
void xl_executed_begin_group(struct xl_executed *executed);

/* The same, of an open log. maps: what the program mapped (mappings.h); NULL: the log has it. */
void xl_executed_add_log(struct xl_executed *executed, const struct xl_started *started,
                         const struct xl_guest_files *files, FILE *log, const char *maps);

/* Adds a file, if it has code. file: where it is. Returns its number; -1: it has none. */
long xl_executed_add(struct xl_executed *executed, const char *path, const char *file,
                     bool is_system, bool is_program);

/* Removes a file, for example because it has changed. */
void xl_executed_remove(struct xl_executed *executed, size_t number);

/* Whether the instruction at this address of the file has one of these marks. */
bool xl_executed_has(const struct xl_executed_file *file, uint64_t address, unsigned marks);

/* Whether the address is one of file->entries. */
bool xl_executed_is_entry(const struct xl_executed_file *file, uint64_t address);

/* The segment with this address; NULL: the file has no code there. */
struct xl_code_segment *xl_executed_segment(const struct xl_executed_file *file, uint64_t address);

void xl_executed_free(struct xl_executed *executed);

#endif

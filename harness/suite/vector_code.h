/* Which functions of a file have vector code, and which of it was executed.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_SUITE_VECTOR_CODE_H
#define XL_HARNESS_SUITE_VECTOR_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "code/classify.h"
#include "code/origin.h"
#include "matrix/rows.h"
#include "suite/executed.h"

/* An instruction of a function. */
struct xl_vector_insn {
    uint64_t address;
    bool is_vector;  /* and counts: see struct xl_vector_function */
    bool is_written; /* a vector instruction that somebody wrote */
    bool is_own;     /* the ISA has it, and the ISA that it extends does not; extensions.def */
};

/* A function with vector instructions; numbers of its instructions. */
struct xl_vector_function {
    char *name;             /* "0xADDRESS" without a symbol; of a copy with a number */
    uint64_t address, last; /* of its first and last instruction */
    uint64_t size;          /* by its symbol; 0: unknown */
    enum xl_origin origin;  /* if it is written in part, only this part counts as vector code */
    size_t first;           /* of its instructions in `insns` */
    size_t all, executed;
    size_t vectors, executed_vectors; /* file->is_by_entries: all or none executed */
    size_t own, executed_own;         /* instructions that are the ISA's own */
    bool is_beyond;                   /* it has instructions that the ISA does not promise */
    bool is_system;                   /* of the C or C++ library, or of no project of Rust or Go */
    bool is_unknown;                  /* it is no entry: whether it executed is not measured */
    bool counts;                      /* it is vector code of the project; set by the caller */
};

struct xl_vector_code {
    struct xl_vector_function *at; /* by address */
    size_t count, room;
    struct {
        struct xl_vector_insn *at;
        size_t count, room;
    } insns;
    bool is_stripped; /* no symbol of a function */
};

/* Disassembles the file with llvm-objdump of the tree `tools`. Instructions of the family of
 * the row's ISA count. Returns 0, or -1 with err. xl_vector_code_free releases it. */
int xl_vector_code_read(const char *file, const char *tools, const struct xl_row *row,
                        struct xl_vector_code *code, struct xl_error *err);

/* Marks functions of Rust and Go whose source, by the file's debug information, is in their
 * standard libraries or in packages from outside the project; and of Rust, functions without debug
 * information, which its standard library lacks. A file without any has all marks as before. */
void xl_vector_code_find_libraries(struct xl_vector_code *code, const char *file);

/* Turns C++ symbols into names without parameters, and those of Rust into names without hashes,
 * with c++filt of the tree. Returns 0, or -1 with err. */
int xl_vector_code_demangle(struct xl_vector_code *code, const char *tools, struct xl_error *err);

/* Makes names unique: other functions of a name get " (2)" and so on. Files of a project have
 * static functions of the same name. */
void xl_vector_code_name_copies(struct xl_vector_code *code);

/* Counts the instructions that were executed. If file->is_by_entries, `executed` stays 0. */
void xl_vector_code_count(struct xl_vector_code *code, const struct xl_executed_file *file);

/* Whether a vector instruction of the function has one of these marks of executed.h. */
bool xl_vector_function_has(const struct xl_vector_code *code, const struct xl_vector_function *f,
                            const struct xl_executed_file *file, unsigned marks);

void xl_vector_code_free(struct xl_vector_code *code);

/* A function of a library. size: of a local function of C, whose name a project may have, too; else
 * 0. */
struct xl_library_name {
    char *name;
    uint64_t size;
};

struct xl_library_names {
    struct xl_library_name *at; /* sorted */
    size_t count, room;
};

/* Reads the functions of the archives of libc, libm, libgcc, libstdc++ and GoogleTest. sysroot: ""
 * is this machine. Archives that do not exist have no names. The caller gives *names to
 * xl_library_names_free. */
void xl_library_names_read(const struct xl_arch *arch, const char *sysroot,
                           struct xl_library_names *names);

/* Whether a function is of these libraries. Written vector code with debug information is not: the
 * archives have none. A local function of C may be smaller than in its archive, where no linker has
 * relaxed it. */
bool xl_library_names_have(const struct xl_library_names *names,
                           const struct xl_vector_function *function);

void xl_library_names_free(struct xl_library_names *names);

#endif

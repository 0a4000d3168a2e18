/* The disassembly of a build's kernels, made once by build/disassemble.sh: its instructions by
 * address, and the functions that they are in.
 * SPDX-License-Identifier: MIT
 *
 * A line each: "crosslane-disassembly 3", then ":ADDRESS NAME\tOBJECT" where a function begins, of
 * the agent's own without an object, and "ADDRESS MNEMONIC\tOPERANDS" for an instruction. Addresses
 * are hexadecimal and rise. Behind a function that has several names, or one of C++, "=NAME" for
 * each, and "=NAME\tREADABLE" where that is mangled. The C library's functions and the compiler's
 * are not there.
 */
#ifndef XL_HARNESS_BINARY_DISASSEMBLY_H
#define XL_HARNESS_BINARY_DISASSEMBLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "binary/classify.h"

struct xl_instruction {
    uint64_t address;
    const char *mnemonic, *operands;
    enum xl_family family;
    size_t function; /* of the disassembly's; in none: no number of one */
};

struct xl_disassembled_name {
    const char *name, *readable; /* as the linker has it; as its author wrote it */
};

/* A function: the instructions from `first` on, up to the next function's. */
struct xl_disassembled_function {
    uint64_t address;
    const char *name;
    const char *object; /* the linker's name of the object that it is of; "": the agent's own */
    size_t first, end;
    size_t first_name, end_name; /* of the disassembly's; equal: it has `name` alone */
};

struct xl_disassembly {
    char *text;                          /* which the names point into */
    struct xl_instruction *instructions; /* by address */
    size_t count;
    struct xl_disassembled_function *functions; /* by address */
    size_t function_count;
    struct xl_disassembled_name *names;
    size_t name_count;
    const char *arch;
};

/* path: of the open file, for messages. arch: kept. Returns 0, or -1 with err. xl_disassembly_free
 * undoes it. */
int xl_disassembly_read(FILE *f, const char *path, const char *arch,
                        struct xl_disassembly *disassembly, struct xl_error *err);

/* The same of a string of this length, which is the disassembly's from here on, also on failure. */
int xl_disassembly_parse(char *text, size_t size, const char *arch,
                         struct xl_disassembly *disassembly, struct xl_error *err);

/* The number of the instruction at this address, or of the first one past it. */
size_t xl_disassembly_find(const struct xl_disassembly *disassembly, uint64_t address);

/* The function that an instruction is in, by its address; NULL: none. */
const struct xl_disassembled_function *
xl_disassembly_function(const struct xl_disassembly *disassembly, uint64_t address);

/* A function's name as its author wrote it. */
const char *xl_disassembly_readable_name(const struct xl_disassembly *disassembly, size_t function);

/* The first of a function's names that a pattern has, as the linker has them or as their authors
 * wrote them: it is readable. NULL: none. */
const char *xl_disassembly_match(const struct xl_disassembly *disassembly, size_t function,
                                 const char *pattern);

void xl_disassembly_free(struct xl_disassembly *disassembly);

/* What is linked into an agent and is no kernel's: the functions of the toolchain's libraries by
 * the symbol table, and the objects that they are of by the linker's map. */

struct Elf;

/* A function, or a label of assembly that stands for one. The name is the ELF file's. */
struct xl_symbol {
    const char *name;
    uint64_t begin;
};

/* Whether the program has code at this address. */
bool xl_has_code_at(struct Elf *elf, uint64_t address);

/* The address of an instruction, of one that may say Thumb too (bit 0, AAPCS32, interworking). */
uint64_t xl_code_address(struct Elf *elf, uint64_t address);

/* The symbol that an address is in; or the last one before it in its section, for code of assembly
 * may have no size. False: there is none. */
bool xl_symbol_at(struct Elf *elf, uint64_t address, struct xl_symbol *symbol);

/* "libc.a(memcpy.o)": the object that the code at an address is of, as PROGRAM.map has it, which
 * GNU ld or lld wrote. False: that is not there, or does not say. */
bool xl_object_at(const char *program, uint64_t address, char *text, size_t size);

#endif

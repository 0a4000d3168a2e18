/* What is linked into an agent and is no kernel's: the functions of the toolchain's libraries by
 * the symbol table, and the objects that they are of by the linker's map.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_EVIDENCE_OBJECTS_H
#define XL_HARNESS_EVIDENCE_OBJECTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

/* ELF files: their symbols, their code, and what differs between checkouts.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CODE_ELF_H
#define XL_HARNESS_CODE_ELF_H

#include <gelf.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/digest.h"

/* An open file. */
struct xl_elf {
    Elf *elf; /* NULL: it cannot be read, or is no ELF file */
    int fd;
};

/* xl_elf_close closes it, whatever the result. */
struct xl_elf xl_elf_open(const char *path);
void xl_elf_close(struct xl_elf *file);

/* Takes a symbol. name: "" if it has none. */
typedef void xl_elf_take_symbol(void *data, const GElf_Sym *symbol, const char *name);

/* Calls back with each symbol of a table, in its order. type: of its section, SHT_SYMTAB or
 * SHT_DYNSYM. elf: NULL has none. Returns false if there is no such table. */
bool xl_elf_each_symbol(Elf *elf, unsigned type, xl_elf_take_symbol *take, void *data);

/* Whether the program has code at this address. */
bool xl_has_code_at(Elf *elf, uint64_t address);

/* The address without the Thumb bit on armhf (bit 0; AAPCS32, interworking). */
uint64_t xl_code_address(Elf *elf, uint64_t address);

/* A function, or a label in assembly. The ELF file owns the name. */
struct xl_symbol {
    const char *name;
    uint64_t begin;
};

/* The symbol of an address; or the last one before it in its section, because assembly may have no
 * sizes. False: none. */
bool xl_symbol_at(Elf *elf, uint64_t address, struct xl_symbol *symbol);

/* The digest of a program's file, without the parts that differ between checkouts: the section
 * xl_places (base/file.c), and the build ID, which is a digest of it, too. Returns 0, or -1. */
int xl_program_digest(const char *path, struct xl_digest *digest);

#endif

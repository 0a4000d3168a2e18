/* ELF files: their symbols, their code, and what differs between checkouts. Of an agent, also
 * whether it is for its architecture, and which function belongs to which kernel.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CODE_ELF_H
#define XL_HARNESS_CODE_ELF_H

#include <gelf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/digest.h"
#include "base/error.h"
#include "matrix/isas.h"

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

enum {
    XL_OWNER_NONE = -1, /* of neither: the C library's */
    XL_OWNER_AGENT = -2 /* the agent's own, which must stay at the baseline */
};

/* The code of one kernel for one ISA. Its symbol is <kernel>__<isa>; that of an XL_VARIANT,
 * <kernel>__<isa>__<function>, is in no symbol table. */
struct xl_image_variant {
    const char *symbol;
    size_t kernel_length; /* of the kernel's name at the start of the symbol */
    const char *isa;
    uint64_t entry;
    bool has_library;
    long code; /* the variant that its code counts for: itself, unless another variant calls the
                  same library function */
};

/* A function of a kernel: its symbol, a local function of its object, or <symbol>.library, the
 * library function that it tests. Or a function of the agent: main, and global ones with the prefix
 * xl_. */
struct xl_image_function {
    uint64_t address, size;
    const char *name;
    long owner;      /* variant, or XL_OWNER_AGENT */
    uint64_t entry;  /* of a local one: where its kernel begins */
    bool is_shared;  /* of a local one: other kernels may use it too */
    bool is_wrapper; /* the kernel's own symbol, if it tests a library function */
    unsigned char st_other;
};

struct xl_image {
    char *file; /* its bytes; the names point into it */
    struct Elf *elf;
    size_t file_size;
    uint64_t hash; /* of its bytes */
    struct xl_image_variant *variants;
    size_t variant_count;
    struct xl_image_function *functions; /* by address */
    size_t function_count;
};

/* The architecture's e_machine in ELF headers; EM_NONE (0) if arch.def has none. */
unsigned xl_elf_machine(const struct xl_arch *arch);

/* Reads the agent and checks it against the architecture: class, byte order, machine, ABI flags,
 * static at fixed addresses. path: of the open file, for messages. Returns 0, or -1 with err;
 * xl_image_free releases it. */
int xl_image_read(FILE *f, const char *path, const struct xl_arch *arch, struct xl_image *image,
                  struct xl_error *err);

/* The same for bytes in memory, of which it takes ownership, also on failure. */
int xl_image_parse(char *bytes, size_t size, const struct xl_arch *arch, struct xl_image *image,
                   struct xl_error *err);

/* The number of a variant. function: of an XL_VARIANT, or NULL. XL_OWNER_NONE: there is none. */
long xl_image_variant(const struct xl_image *image, const char *kernel, const char *isa,
                      const char *function);

/* The function that an address is in; NULL: none of a kernel or the agent. */
const struct xl_image_function *xl_image_function(const struct xl_image *image, uint64_t address);

void xl_image_free(struct xl_image *image);

#endif

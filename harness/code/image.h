/* The agent's ELF file: checked against the architecture, and which function belongs to which
 * kernel.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CODE_IMAGE_H
#define XL_HARNESS_CODE_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "matrix/isas.h"

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

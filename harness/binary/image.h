/* The agent's ELF file: is it for this architecture, and which function belongs to which kernel.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BINARY_IMAGE_H
#define XL_HARNESS_BINARY_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "matrix/isas.h"

/* An agent's functions and the kernels that they belong to. */

enum {
    XL_OWNER_NONE = -1, /* neither a kernel's nor the agent's: the C library's */
    XL_OWNER_AGENT = -2 /* the agent's own, which must stay at the baseline */
};

/* The code of one kernel for one ISA: symbol <kernel>__<isa>; or <kernel>__<isa>__<function> of an
 * XL_VARIANT, which stands in no symbol table. */
struct xl_image_variant {
    const char *symbol;
    size_t kernel_length; /* of the kernel's name, with which the symbol begins */
    const char *isa;
    uint64_t entry;
    bool has_library;
    long code; /* the variant that its code counts for: itself, unless it calls a library's function
                  that another variant calls too */
};

/* A function that is a kernel's: its symbol, or a local one of its object, or <symbol>.library, a
 * library's function that is what the kernel tests; or the agent's own: main, and global ones whose
 * names begin with xl_. */
struct xl_image_function {
    uint64_t address, size;
    const char *name;
    long owner;          /* variant, or XL_OWNER_AGENT */
    uint64_t entry;      /* of a local one: where the kernel of its object begins, or of its file */
    bool is_shared;      /* of a local one: it is not known to be of that kernel alone */
    bool is_wrapper;     /* the kernel's own symbol, where a library's function is what it tests */
    unsigned char other; /* st_other of its symbol */
};

struct xl_image {
    char *file; /* its bytes, which the names point into */
    struct Elf *elf;
    size_t file_size;
    uint64_t hash; /* of its bytes */
    struct xl_image_variant *variants;
    size_t variant_count;
    struct xl_image_function *functions; /* by address */
    size_t function_count;
};

/* Reads the agent and checks it against the architecture: class, byte order, machine, ABI flags,
 * static at fixed addresses. path: of the open file, for messages. Returns 0, or -1 with err;
 * xl_image_free undoes it. */
int xl_image_read(FILE *f, const char *path, const struct xl_arch *arch, struct xl_image *image,
                  struct xl_error *err);

/* The same of bytes in memory, which are the image's from here on, also on failure. */
int xl_image_parse(char *bytes, size_t size, const struct xl_arch *arch, struct xl_image *image,
                   struct xl_error *err);

/* function: of an XL_VARIANT, or NULL. XL_OWNER_NONE if there is no such code. */
long xl_image_variant(const struct xl_image *image, const char *kernel, const char *isa,
                      const char *function);

/* The function that an address is in; NULL if it is in none of the kernels' or the agent's. */
const struct xl_image_function *xl_image_function(const struct xl_image *image, uint64_t address);

void xl_image_free(struct xl_image *image);

/* Which kernel each function of an image belongs to. */

/* <symbol>.library: the function of a library that the kernel of this symbol tests. */
bool xl_is_of_library(const char *name);

/* The variant whose code begins at this address, or XL_OWNER_NONE. */
long xl_variant_at(const struct xl_image *image, uint64_t entry);

/* Once all symbols are read: says whose each local and each library's function is, forgets those
 * that are nobody's, and sorts by address. 0, or -1: out of memory. */
int xl_owners_settle(struct xl_image *image);

#endif

/* An agent's functions and the kernels that they belong to.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_EVIDENCE_SYMBOLS_H
#define XL_HARNESS_EVIDENCE_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

#endif

/* A shared library of a sysroot, read by libelf: its functions, and its memory as the dynamic
 * loader would lay it out.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_KERNELS_SLEEF_LIBRARY_H
#define XL_KERNELS_SLEEF_LIBRARY_H

#include <stddef.h>
#include <stdint.h>

struct xl_library_function {
    const char *name;
    uint64_t value, size; /* of the symbol; odd for Thumb code */
};

/* A word of the memory that the loader fills: the address of `symbol`, or of the library itself,
 * plus `addend`. */
struct xl_library_word {
    uint64_t at, addend;
    const char *symbol; /* of another library; NULL: it is this one's */
    int is_weak;
};

struct xl_library {
    char *file;
    struct Elf *elf;
    unsigned machine;      /* of its ELF header */
    size_t word_bytes;     /* of an address */
    unsigned char *memory; /* from address 0 of the library, before any word is filled */
    size_t memory_size;
    struct xl_library_function *functions; /* global ones of the dynamic symbols, by name */
    size_t function_count;
    struct xl_library_word *words; /* by place */
    size_t word_count;
    uint64_t init_at, init_size; /* the words that point to its constructors */
};

/* Reads a library. Returns 0, or -1 with a message in error; xl_library_free undoes it either way.
 */
int xl_library_read(const char *path, struct xl_library *library, char *error, size_t size);
void xl_library_free(struct xl_library *library);

#endif

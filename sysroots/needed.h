/* What an ELF file asks of the dynamic loader: the libraries that it needs, and where it wants them
 * looked for.
 * SPDX-License-Identifier: MIT
 *
 * Source: System V ABI, "Dynamic Linking"; ld.so(8) for the order of RPATH and RUNPATH.
 */
#ifndef XL_NEEDED_H
#define XL_NEEDED_H

#include <stddef.h>

enum { XL_NEEDED_MOST = 128 };

/* The texts are copies: libelf may have had its own, of sections that it converts. */
struct xl_needed {
    unsigned machine;  /* EM_... */
    char *interpreter; /* NULL: not a program, or a static one */
    char *soname;      /* NULL: none */
    char *rpath;       /* NULL: none, or not heeded because there is a RUNPATH */
    char *runpath;     /* NULL: none */
    char *libraries[XL_NEEDED_MOST];
    size_t count;
};

/* Reads the file whose SIZE bytes are IMAGE (writable; libelf may swap bytes in place). Returns 0;
 * 1 if it is no ELF program or shared object that is linked dynamically; -1 if it is cut short,
 * contradicts itself or needs more than XL_NEEDED_MOST. *out holds nothing unless it is 0. */
int xl_needed_read(char *image, size_t size, struct xl_needed *out);
void xl_needed_free(struct xl_needed *needed);

#endif

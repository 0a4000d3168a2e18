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

/* All texts are in the image that was read, and live as long. */
struct xl_needed {
    unsigned machine;        /* EM_... */
    const char *interpreter; /* NULL: not a program, or a static one */
    const char *soname;      /* NULL: none */
    const char *rpath;       /* NULL: none, or not heeded because there is a RUNPATH */
    const char *runpath;     /* NULL: none */
    const char *libraries[XL_NEEDED_MOST];
    size_t count;
};

/* Reads the file whose SIZE bytes are IMAGE (writable; libelf may swap bytes in place). Returns 0;
 * 1 if it is no ELF program or shared object that is linked dynamically; -1 if it is cut short,
 * contradicts itself or needs more than XL_NEEDED_MOST. */
int xl_needed_read(char *image, size_t size, struct xl_needed *out);

#endif

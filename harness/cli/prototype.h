/* A function's prototype, as somebody writes it: its name, its parameters and their types.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CLI_PROTOTYPE_H
#define XL_HARNESS_CLI_PROTOTYPE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/memory.h"
#include "contract.h"

/* Why something is refused, and the way out. */
struct xl_refusal {
    struct xl_error what, help;
};

/* Sets both. Always -1. */
__attribute__((format(printf, 3, 4))) int xl_refuse(struct xl_refusal *why, const char *help,
                                                    const char *fmt, ...);

enum {
    XL_PROTOTYPE_BYTES = 4000,
    XL_PROTOTYPE_PARAMETERS = XL_MAX_ARGS - 1,
    XL_PROTOTYPE_INCLUDES = 8
};

/* A parameter, or what is returned. */
struct xl_declared {
    const char *name;     /* "": none */
    const char *c_type;   /* "uint8_t", also of a pointer's elements; NULL: nothing is returned */
    size_t array;         /* 16 of `float a[16]`; 0: none is given */
    enum xl_type type;    /* of the number, or of a pointer's elements */
    bool is_pointer;      /* to elements */
    bool is_const;        /* they are not written */
    bool is_bytes;        /* a pointer to void */
    bool is_bool;         /* 0 or 1 */
    bool is_pointer_wide; /* size_t, ptrdiff_t, long: as wide as a pointer on each target */
    bool is_signed;
};

struct xl_prototype {
    struct xl_arena memory; /* of all text */
    const char *text;       /* on one line, without comments, storage class and semicolon */
    const char *name;       /* of the function */
    struct xl_declared returns;
    struct xl_declared parameters[XL_PROTOTYPE_PARAMETERS];
    size_t count;
};

/* Sets text, name, and nothing else. Returns 0, or -1 if this cannot be one prototype of a C
 * function. The caller calls xl_prototype_free in both cases. */
int xl_prototype_begin(struct xl_prototype *p, const char *text, struct xl_refusal *why);

/* N of `NAME[N]` or `NAME[static N]` in the text, or 0. Debug information has it no more. */
size_t xl_prototype_array(const char *text, const char *name);

/* A header that declares the function, and where it and what it includes are found. */
struct xl_prototype_header {
    const char *include; /* of #include "..." */
    const char *folder;
};

/* Has the host's C compiler read the text, and sets the parameters. With a header, which can be
 * NULL, the header must declare this function with these types. Returns 0, or -1. */
int xl_prototype_read(struct xl_prototype *p, const struct xl_prototype_header *header,
                      struct xl_refusal *why);

/* Lines of #include that the text needs beside kernel.h, or "". */
const char *xl_prototype_includes(const struct xl_prototype *p);

void xl_prototype_free(struct xl_prototype *p);

#endif

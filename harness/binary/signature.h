/* How a function is called, as its debug information has it.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BINARY_SIGNATURE_H
#define XL_HARNESS_BINARY_SIGNATURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "contract.h"
#include "matrix/isas.h"

struct Elf;

enum { XL_MAX_PARAMETERS = 32, XL_SIGNATURE_TEXT = 128 };

/* What a value is. Of a structure, and whatever else, nothing is known. */
enum xl_class { XL_CLASS_NONE, XL_CLASS_POINTER, XL_CLASS_INTEGER, XL_CLASS_FLOAT, XL_CLASS_OTHER };

struct xl_parameter {
    enum xl_class class;
    unsigned bytes;
};

struct xl_signature {
    char where[XL_SIGNATURE_TEXT]; /* "mix.c:12" */
    struct xl_parameter returns;   /* XL_CLASS_NONE: nothing */
    struct xl_parameter parameters[XL_MAX_PARAMETERS];
    size_t count; /* of all that there are */
};

/* Reads that of the function that begins at this address. False: nothing is known of it, as of one
 * compiled with -g1, or without a prototype. */
bool xl_signature_read(struct Elf *elf, uint64_t entry, struct xl_signature *signature);

/* What is wrong with a function of this signature as the kernel's code; false: nothing that is
 * certain. narrow: of its architecture. */
bool xl_signature_mismatch(const struct xl_kernel *kernel, enum xl_arg_extension narrow,
                           const char *function, const struct xl_signature *signature, char *text,
                           size_t size);

#endif

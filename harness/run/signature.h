/* The arguments of a function: read from its debug information, compared with a kernel's record.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_SIGNATURE_H
#define XL_HARNESS_RUN_SIGNATURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "contract.h"
#include "matrix/isas.h"

struct Elf;

enum { XL_MAX_PARAMETERS = 32, XL_SIGNATURE_TEXT = 128 };

/* The class of a value. XL_CLASS_OTHER: a structure, or anything else. */
enum xl_class { XL_CLASS_NONE, XL_CLASS_POINTER, XL_CLASS_INTEGER, XL_CLASS_FLOAT, XL_CLASS_OTHER };

struct xl_parameter {
    enum xl_class class;
    unsigned bytes;
};

struct xl_signature {
    char where[XL_SIGNATURE_TEXT]; /* "mix.c:12" */
    struct xl_parameter returns;   /* XL_CLASS_NONE: nothing */
    struct xl_parameter parameters[XL_MAX_PARAMETERS];
    size_t count; /* of all parameters, also beyond XL_MAX_PARAMETERS */
};

/* Reads the signature of the function that begins at this address. False: it is unknown, for
 * example because of -g1 or a missing prototype. */
bool xl_signature_read(struct Elf *elf, uint64_t entry, struct xl_signature *signature);

/* What is wrong with a function of this signature as the kernel's code; false: nothing for sure.
 * extension: of the architecture's ABI. */
bool xl_signature_mismatch(const struct xl_kernel *kernel, enum xl_arg_extension extension,
                           const char *function, const struct xl_signature *signature, char *text,
                           size_t size);

#endif

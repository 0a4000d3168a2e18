/* Which functions of a file have vector code, and which of it was executed.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_SUITE_VECTOR_CODE_H
#define XL_HARNESS_SUITE_VECTOR_CODE_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "binary/classify.h"
#include "matrix/isas.h"
#include "suite/executed.h"

/* A function with vector instructions; numbers of its instructions. */
struct xl_vector_function {
    char *name;             /* "0xADDRESS" without a symbol */
    uint64_t address, last; /* of its first and last instruction */
    size_t all, executed;
    size_t vectors, executed_vectors;
};

struct xl_vector_code {
    struct xl_vector_function *at; /* by address */
    size_t count, room;
    bool is_stripped; /* no symbol of a function */
};

/* Disassembles the file with llvm-objdump at this path. family: whose instructions count. Returns
 * 0, or -1 with err. xl_vector_code_free releases it. */
int xl_vector_code_read(const struct xl_executed_file *file, const char *objdump,
                        const struct xl_arch *arch, enum xl_family family,
                        struct xl_vector_code *code, struct xl_error *err);

void xl_vector_code_free(struct xl_vector_code *code);

#endif

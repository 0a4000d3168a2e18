/* The disassembly of a build's kernels, made once by build/disassemble.sh: its instructions by
 * address, and the functions that they are in.
 * SPDX-License-Identifier: MIT
 *
 * A line each: "crosslane-disassembly 3", then ":ADDRESS NAME\tOBJECT" where a function begins, of
 * the agent's own without an object, and "ADDRESS MNEMONIC\tOPERANDS" for an instruction. Addresses
 * are hexadecimal and rise. Behind a function that has several names, or one of C++, "=NAME" for
 * each, and "=NAME\tREADABLE" where that is mangled. The C library's functions and the compiler's
 * are not there.
 */
#ifndef XL_HARNESS_CODE_DISASSEMBLY_H
#define XL_HARNESS_CODE_DISASSEMBLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "code/classify.h"
#include "code/image.h"

struct xl_instruction {
    uint64_t address;
    const char *mnemonic, *operands;
    enum xl_family family;
    size_t function; /* its number; function_count or more: none */
};

struct xl_disassembled_name {
    const char *name, *readable; /* the linker's; as its author wrote it */
};

/* A function: instructions `first` to `end` (exclusive). */
struct xl_disassembled_function {
    uint64_t address;
    const char *name;
    const char *object; /* the linker's name of its object; "": the agent's own */
    size_t first, end;
    size_t first_name, end_name; /* of the names; equal: it has only `name` */
};

struct xl_disassembly {
    char *text;                          /* the names point into it */
    struct xl_instruction *instructions; /* by address */
    size_t count;
    struct xl_disassembled_function *functions; /* by address */
    size_t function_count;
    struct xl_disassembled_name *names;
    size_t name_count;
    const char *arch;
};

/* path: of the open file, for messages. arch must outlive the result. Returns 0, or -1 with err.
 * xl_disassembly_free releases it. */
int xl_disassembly_read(FILE *f, const char *path, const char *arch,
                        struct xl_disassembly *disassembly, struct xl_error *err);

/* The same for a string of this length, of which it takes ownership, also on failure. */
int xl_disassembly_parse(char *text, size_t size, const char *arch,
                         struct xl_disassembly *disassembly, struct xl_error *err);

/* The number of the instruction at this address, or of the next one. */
size_t xl_disassembly_find(const struct xl_disassembly *disassembly, uint64_t address);

/* The function of the instruction at this address; NULL: none. */
const struct xl_disassembled_function *
xl_disassembly_function(const struct xl_disassembly *disassembly, uint64_t address);

/* Whether the kernels or a library have it: not the agent's own, and none that the linker made,
 * such as a stub through which a function of the C library is called. */
bool xl_disassembly_is_kernels(const struct xl_disassembled_function *function);

/* A function's name as its author wrote it. */
const char *xl_disassembly_readable_name(const struct xl_disassembly *disassembly, size_t function);

/* The readable form of the first of a function's names that matches a shell pattern, in either
 * form; NULL: none. */
const char *xl_disassembly_match(const struct xl_disassembly *disassembly, size_t function,
                                 const char *pattern);

void xl_disassembly_free(struct xl_disassembly *disassembly);

/* "libc.a(memcpy.o)": the object of the code at an address, by the linker's map PROGRAM.map (GNU ld
 * or lld). False: unknown. */
bool xl_object_at(const char *program, uint64_t address, char *text, size_t size);

/* The functions of an agent that each kernel reaches. */

/* The functions of the kernel's object, and all functions that they call or whose address they
 * name. Functions that are called only through a pointer are unknown. */
struct xl_reachable {
    size_t functions;
    bool *has; /* for each variant of the image, each function of the disassembly */
};

/* The caller frees reachable->has. */
void xl_reachable_find(struct xl_reachable *reachable, const struct xl_image *image,
                       const struct xl_disassembly *disassembly);

/* Whether the variant reaches a function of the disassembly. */
bool xl_reachable_has(const struct xl_reachable *reachable, size_t variant, size_t function);

/* Whether a function that ran counts as code of the variant that called it: not the agent's code,
 * nor the wrapper of a library's function. */
bool xl_reachable_may_have(const struct xl_reachable *reachable, const struct xl_image *image,
                           const struct xl_disassembly *disassembly, size_t variant,
                           size_t function);

#endif

/* Disassembled code, as llvm-objdump prints it: instructions by address, and the functions that
 * they are in.
 * SPDX-License-Identifier: MIT
 *
 * The listing of an agent (build/disassemble.c) has the line "crosslane-disassembly 4 ISA OPTIONS";
 * a line "ADDRESS OBJECT" for each part of its code; of C++, ".readable" and the symbol tables with
 * readable names; ".code", and what llvm-objdump prints. Functions of the C library and of the
 * compiler are skipped.
 */
#ifndef XL_HARNESS_CODE_DISASSEMBLY_H
#define XL_HARNESS_CODE_DISASSEMBLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "code/classify.h"
#include "matrix/isas.h"

#define XL_LISTING "crosslane-disassembly 4"
#define XL_LISTING_READABLE ".readable"
#define XL_LISTING_CODE ".code"
#define XL_TOOLCHAIN                                                                               \
    "toolchain " /* begins the names of objects of the C library and the compiler */

/* The options with which llvm-objdump decodes every ISA of the architecture. */
const char *xl_objdump_options(const struct xl_arch *arch);

/* The path of llvm-objdump in a tree of tools. "host": the one on PATH; NULL: there is none. The
 * caller frees it. */
char *xl_objdump_of(const char *tools);

/* Runs llvm-objdump with further options. Returns 0, or -1 with err. The caller frees *output,
 * whatever the result. */
int xl_objdump(const char *objdump, const struct xl_arch *arch, const char *options,
               const char *file, char **output, struct xl_error *err);

enum { XL_LONGEST_INSTRUCTION = 15 }; /* bytes, of x86: Intel SDM volume 2, 2.3.11 */

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

/* Where an object's code begins. */
struct xl_code_part {
    uint64_t address;
    const char *object; /* "CMakeFiles/kernels.dir/sum.c.o", "toolchain libc.a(memcpy.o)" */
};

struct xl_disassembly {
    char *text;                          /* the names point into it */
    struct xl_instruction *instructions; /* by address */
    size_t count;
    struct xl_disassembled_function *functions; /* by address */
    size_t function_count;
    struct xl_disassembled_name *names;
    size_t name_count;
    struct {
        struct xl_code_part *at;
        size_t count, room;
    } parts; /* of an agent, by address */
    const char *arch;
};

/* Reads the listing of an agent. path: of the open file, for messages. arch must outlive the
 * result. Returns 0, or -1 with err. xl_disassembly_free releases it. */
int xl_disassembly_read(FILE *f, const char *path, const char *arch,
                        struct xl_disassembly *disassembly, struct xl_error *err);

/* The same for a string of this length, of which it takes ownership, also on failure. */
int xl_disassembly_parse(char *text, size_t size, const char *arch,
                         struct xl_disassembly *disassembly, struct xl_error *err);

/* Disassembles all code of a file, with llvm-objdump of the tree `tools`. Functions have neither
 * objects nor other names; one that is named as a section has no symbol. */
int xl_disassembly_of(const char *file, const char *tools, const struct xl_arch *arch,
                      struct xl_disassembly *disassembly, struct xl_error *err);

/* The number of the instruction at this address, or of the next one. */
size_t xl_disassembly_find(const struct xl_disassembly *disassembly, uint64_t address);

/* Bytes of instruction i: up to the next one; 0: unknown, or more than an instruction has. */
unsigned xl_disassembly_bytes(const struct xl_disassembly *disassembly, size_t i);

/* The function of the instruction at this address; NULL: none. */
const struct xl_disassembled_function *
xl_disassembly_function(const struct xl_disassembly *disassembly, uint64_t address);

/* The object of an agent's code at an address; NULL: unknown. */
const char *xl_disassembly_object(const struct xl_disassembly *disassembly, uint64_t address);

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

#endif

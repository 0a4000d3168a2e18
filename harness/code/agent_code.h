/* The code of a build's agent, inspected before its rows run. The code of many builds would not fit
 * in memory.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CODE_AGENT_CODE_H
#define XL_HARNESS_CODE_AGENT_CODE_H

#include <pthread.h>
#include <stdio.h>

#include "base/error.h"
#include "code/disassembly.h"
#include "code/elf.h"

/* The functions of the kernel's object, and all functions that they call or whose address they
 * name. Functions that are called only through a pointer are unknown. */
struct xl_reachable {
    size_t functions;
    bool *has; /* for each variant of the image, each function of the disassembly */
};

struct xl_agent_code {
    char unavailable[XL_TEXT]; /* why its code cannot be inspected; or "" */
    /* After xl_agent_code_inspect: */
    char error[XL_TEXT]; /* why all rows of the agent fail; or "" */
    struct xl_image image;
    struct xl_disassembly disassembly;
    uint64_t families; /* a hash of the family of each instruction */
    struct xl_reachable reachable;
    pthread_mutex_t lock; /* of all */
    bool is_inspected;
    unsigned users; /* that have not released it */
    const struct xl_arch *arch;
    char *program_path, *disassembly_path;
    FILE *program_file, *disassembly_file; /* NULL: the file does not exist */
};

/* Opens the files of an ISA's agent in the build's directory. The directory may be rebuilt
 * afterwards. */
void xl_agent_code_open(const char *directory, const char *isa, const struct xl_arch *arch,
                        struct xl_agent_code *code);

/* Inspects it unless it is; other threads wait. It stays in memory until all users have released
 * it, and longer if few others came after it. Not needed for rows whose results are all cached. */
void xl_agent_code_inspect(struct xl_agent_code *code);
void xl_agent_code_release(struct xl_agent_code *code);

/* It is not inspected again. */
void xl_agent_code_close(struct xl_agent_code *code);

/* Whether an address is in a function that a kernel may execute: not the agent's own, nor the C
 * library's. */
bool xl_log_has(const struct xl_agent_code *code, uint64_t address);

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

void xl_agent_code_free(struct xl_agent_code *code);

#endif

/* What is known of an agent's code before any of its rows runs.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BINARY_CODE_H
#define XL_HARNESS_BINARY_CODE_H

#include <pthread.h>
#include <stdio.h>

#include "binary/call_graph.h"
#include "binary/disassembly.h"
#include "binary/image.h"
#include "results/results.h"

struct xl_agent_code {
    char unavailable[XL_TEXT]; /* why nothing can be measured; "" if it can */
    /* Once it is inspected: */
    char error[XL_TEXT]; /* why no row of the agent can count; "" if there is nothing */
    struct xl_image image;
    struct xl_disassembly disassembly;
    uint64_t families; /* a hash of what each instruction was taken for */
    struct xl_reachable reachable;
    /* Until then: */
    pthread_mutex_t lock;
    const struct xl_arch *arch; /* NULL: there is nothing to inspect any more */
    char *program_path, *disassembly_path;
    FILE *program_file, *disassembly_file; /* what was there when it was opened; NULL: it was not */
};

/* Opens what is to be inspected of the agent of an ISA, in the build's folder: another build may
 * begin there at once. Fills `unavailable`. */
void xl_agent_code_open(const char *folder, const char *isa, const struct xl_arch *arch,
                        struct xl_agent_code *code);

/* Inspects it, once: other threads that ask for it meanwhile wait. Rows whose results are all kept
 * need none of it. */
void xl_agent_code_inspect(struct xl_agent_code *code);

/* Whether an address is in a function that a kernel may have executed: of a kernel's object, or of
 * one that is linked in with them. */
bool xl_log_has(const struct xl_agent_code *code, uint64_t address);

void xl_agent_code_free(struct xl_agent_code *code);

#endif

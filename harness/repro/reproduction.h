/* Reproduces one finding: looks it up, makes its call again, reduces the call, opens it in gdb.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPRO_REPRODUCTION_H
#define XL_HARNESS_REPRO_REPRODUCTION_H

#include <json-c/json.h>
#include <stdio.h>

#include "execute/row_job.h"
#include "oracle/inputs.h"
#include "results/results.h"

/* finding_lookup.c: a finding by its id in the results of a run. */

enum { XL_MAX_WORDS = 64 };

struct xl_finding_ref {
    /* The whole file, and parts of it. */
    struct json_object *results;
    struct json_object *row, *kernel, *finding;
    const char *id, *row_name, *kernel_name;
    enum xl_check check;
    uint64_t seed;
    bool has_case;
    struct xl_case c;
    /* The number of findings with this id. */
    size_t alike;
    /* The command of the finding: its words from `run` on, ended by NULL, which lie in `text`; and
     * its CROSSLANE_DEFINE and CROSSLANE_TOOLS, or NULL. */
    char *text;
    char *words[XL_MAX_WORDS];
    int word_count;
    const char *define, *tools;
};

/* Looks the id up. file: results; NULL: those of the last runs of this checkout, newest first.
 * Returns 0, or -1 with err. */
int xl_finding_ref_find(const char *file, const char *id, struct xl_finding_ref *ref,
                        struct xl_error *err);

void xl_finding_ref_free(struct xl_finding_ref *ref);

/* Splits a command of xl_repro_command into ref->words and so on. Returns false if it is another
 * command. */
bool xl_finding_ref_parse_command(struct xl_finding_ref *ref, const char *command);

/* repro.c: makes the call again exactly as it was. */

/* Cases of a kernel that are called first, in this order. */
struct xl_earlier_calls {
    /* `count` cases from this one on. */
    size_t first, count;
    /* All cases of the kernel. */
    size_t of;
};

/* One argument of a call that was made. The captured call owns the arrays. */
struct xl_captured_arg {
    const struct xl_arg *arg;
    /* 1 for a value and for the result. */
    size_t elements;
    /* How many of them are compared. */
    size_t defined;
    /* The value of a size or a stride. */
    long size;
    /* Inputs, or NULL. */
    uint64_t *bits;
    /* Outputs. NULL for an input, or if the call did not return. */
    uint64_t *got;
    uint64_t *expected;
    /* The error allowed in each element. NULL if the contract is exact. */
    double *allowed;
    /* Whether each element breaks the contract. */
    bool *wrong;
};

/* How a call is passed: fields of harness/protocol.h with these names, in the host's byte order. */
struct xl_passed_args {
    uint64_t args[XL_CALL_ARGS], count, floating, float_size, wide, ms_abi, control;
};

/* The name of a type in C. */
const char *xl_c_type_name(enum xl_type type);

/* A failing call, as it was made. */
struct xl_captured_call {
    struct xl_case c;
    struct xl_buffer buffers[XL_MAX_ARGS];
    struct xl_finding finding;
    struct xl_captured_arg args[XL_MAX_ARGS];
    size_t arg_count;
    struct xl_passed_args passed;
    /* Offset in the shared memory of the first byte that the call was not allowed to change, or -1;
     * and what the call wrote there. */
    long overwrite_at;
    uint8_t overwritten;
    /* The function of an XL_VARIANT, or "". */
    char function[XL_FUNCTION_MAX];
    /* The flags that the reference raised, and those that are compared. */
    int flags, flags_of_contract;
};

/* The symbol of its code for an ISA. */
void xl_captured_symbol(const struct xl_captured_call *s, const char *kernel, const char *isa,
                        char *text, size_t size);

/* A finding that has been reproduced. The agent is stopped. */
struct xl_reproduction {
    const struct xl_row_job *job;
    const struct xl_context *ctx;
    const struct xl_captured_call *original, *reduced;
    /* Calls made to reduce it. */
    unsigned attempts;
    /* Calls of the kernel without which `original` passes. Their count may be 0. */
    const struct xl_earlier_calls *earlier_calls;
    /* The earlier call, if there is exactly one. */
    const struct xl_captured_call *earlier_call;
    /* `original` passes by itself: it fails only with other calls before it or beside it. */
    bool needs_other_calls;
};

struct xl_repro {
    const struct xl_finding_ref *ref;
    /* Set: the call fails again; only after other calls of the kernel. */
    bool is_reproduced, needs_earlier_calls;
    /* Gets the original and the reduced call. May be NULL. */
    void (*report)(void *data, const struct xl_reproduction *s);
    void *data;
};

/* The `repeat` of a run's mode: makes the call of the finding. data: a struct xl_repro. Returns
 * false if the finding has no call, or the call does not fail by itself: then the caller makes all
 * calls of the kernel. Fills result if the call fails. */
bool xl_repro_kernel(void *data, const struct xl_row_job *job, const struct xl_context *ctx,
                     struct xl_kernel_result *result);

/* "call 1 of 712 (n = 3, fill small, buffers at end)" */
void xl_earlier_calls_describe(const struct xl_context *ctx, const struct xl_earlier_calls *before,
                               char *text, size_t size);

/* Whether findings of this check need other calls or signals: with them, the call must give the
 * same bits as alone. */
bool xl_needs_other_calls(enum xl_check check);

/* Prints under a title the call, its inputs, and its wrong elements. */
void xl_print_call(FILE *f, const char *title, const struct xl_captured_call *s);

/* debug.c: opens a failing call in gdb, on the emulator's stub or natively. */

/* gdb, and the tree of sysroots/mk-debugger with its data. NULL: gdb finds its data itself. */
struct xl_debugger {
    char *path, *tree;
};

void xl_debugger_free(struct xl_debugger *d);

/* Finds the gdb of its tree, which is made if it is missing. With CROSSLANE_TOOLS=host finds
 * gdb-multiarch in PATH, and for native rows also gdb. Returns 0, or -1 with err. err is empty if
 * the reason was printed. The caller frees the debugger in both cases. */
int xl_debugger_find(bool is_native, struct xl_debugger *d, struct xl_error *err);

/* Makes the call under the debugger, which stops at the first instruction of the kernel, and waits
 * for its end. batch: the debugger prints the failure and exits. Returns 0, or -1 with err. */
int xl_debug(const struct xl_reproduction *s, const struct xl_captured_call *call,
             const struct xl_debugger *debugger, bool batch, struct xl_error *err);

/* shrink.c: reduces a failing call: fewer elements, simpler values. */

struct xl_shrink {
    const struct xl_kernel *kernel;
    /* Makes the call of a case with explicit inputs, and returns whether it fails in the same way.
     */
    bool (*fails)(void *data, const struct xl_case *c);
    void *data;
    /* The wrong output, or NULL, and its wrong element, or 0. */
    const struct xl_arg *output;
    size_t element;
    struct xl_case c;
    /* The explicit inputs of c. NULL for arguments that are not read. */
    struct xl_explicit_inputs explicit_inputs;
    uint8_t *inputs[XL_MAX_ARGS];
    /* The position of the wrong element, for each size: its row, and so on. */
    size_t at[XL_SIZES];
    /* Calls made, and their limit. */
    unsigned attempts, max_attempts;
};

/* Begins with a failing case, and copies its inputs: of each argument an array, or the bits of a
 * value. */
void xl_shrink_begin(struct xl_shrink *s, const struct xl_case *c,
                     const uint8_t *const inputs[XL_MAX_ARGS]);

/* Reduces s->c until nothing more can be removed, or no attempts are left. Inputs stay in their
 * domains. */
void xl_shrink_run(struct xl_shrink *s);

void xl_shrink_free(struct xl_shrink *s);

#endif

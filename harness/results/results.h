/* The results of a run: rows, kernels, findings.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RESULTS_RESULTS_H
#define XL_HARNESS_RESULTS_RESULTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/error.h"
#include "matrix/rows.h"
#include "oracle/compare.h"
#include "oracle/inputs.h"
#include "results/checks.h"

/* What became of a row or a kernel. */
/* XL_FLAKY: a test of a suite failed, and passed unchanged. */
enum xl_outcome { XL_PASS, XL_FAIL, XL_SKIP, XL_EMU_BUG, XL_NOT_RUN, XL_FLAKY, XL_OUTCOMES };

enum {
    /* For each kernel of a row: */
    XL_MAX_BITS = 16,    /* calls with a digest */
    XL_MAX_FINDINGS = 3, /* complete findings; others are counted */
    XL_AXIS = 64,        /* parts of the first operand's axis with an error each */
    XL_MAX_LANES = 256,  /* lanes of a vector: bytes in 2048 bits */
    XL_MAX_CODES = 10    /* failed kernels of a row with code */
};

/* Raised if a reader of the older format would misread it, not for a new field. */
enum { XL_RESULTS_VERSION = 1 };

/* One difference, with all that is needed to repeat it. */
struct xl_finding {
    enum xl_check check;
    char message[XL_TEXT]; /* one sentence */
    /* The call; only if has_call. */
    int has_call;
    uint64_t n;
    char sizes[160]; /* other sizes, and strides; "": none */
    /* Of the buffer: the largest power of two up to 64 that divides its address. */
    unsigned alignment;
    struct xl_case c;
    /* The element; only if has_element. */
    int has_element;
    const char *arg; /* the output: the name in the record */
    uint64_t element, lane;
    char inputs[XL_TEXT]; /* name=bits */
    char got[24], expected[24];
    double ulp;
    char lanes[XL_MAX_LANES + 1]; /* of its vector: x wrong, . right; "": none */
    /* Of all wrong elements of one call: which they are, how their values differ. "": nothing. */
    size_t wrong_elements, compared_elements;
    char which[200], differs[200];
    char vector_got[400], vector_expected[400]; /* lanes of its vector, wrong ones in brackets */
    char alone[XL_TEXT];      /* the result if all elements have these inputs; "": not tried */
    char elsewhere[XL_TEXT];  /* the same call under another QEMU, and natively; "": not made */
    char vector[2 * XL_TEXT]; /* inputs of its vector, if it depends on them; or "" */
    /* Contracts with XL_BOUND or .off_by: the error, and the allowed one. */
    bool has_bound;
    double error, bound;
    int signal;           /* of a crash */
    char instruction[96]; /* of a crash, in this run; "": unknown */
    /* The kernel whose earlier calls make this one wrong. "": unknown; NULL: not by earlier calls.
     */
    const char *after;
    const char *beside; /* the row that it is compared with; NULL: with none */
    uint64_t pc;        /* of a crash or a hang; 0: unknown */
};

/* What all wrong elements of an output have in common: bits of execute/wrong_values.c. */
struct xl_shared {
    size_t wrong;
    uint32_t differences, got_operands, expected_operands;
    uint64_t by; /* got - expected; only if has_one_by */
    bool has_one_by;
};

/* Instructions that two calls of a kernel executed: vector instructions of the ISA, and others. n
 * is 0 if they were not counted. more_n is n if the record allows no longer call. */
struct xl_work {
    uint64_t n, vector, other;
    uint64_t more_n, more_vector, more_other;
};

/* The loop of the steady state: what a call with more elements executes more of. */
struct xl_work_loop {
    char *code;     /* one round, an instruction a line, without addresses; NULL: none was found */
    uint64_t times; /* rounds more in the call with more elements */
    uint64_t executed; /* instructions of these */
};

struct xl_kernel_result {
    const char *kernel;
    const char *variant; /* the ISA; or "<isa>:<function>" of an XL_VARIANT */
    const struct xl_kernel *record;
    char cached[32]; /* the time of its run, ISO 8601, UTC; "": this run */
    enum xl_outcome outcome;
    double seconds; /* that its calls took; 0: cached, or none was made */
    char reason[XL_TEXT];
    char known_bug[64]; /* XL_EMU_BUG: the id of the entry that explains the failure; or "" */
    uint64_t checked;   /* result elements compared */
    uint64_t calls;
    uint64_t statics_bytes;   /* of changed static memory, from the first to the last byte */
    uint64_t changes_statics; /* 1: it changes static or thread-local memory */
    uint64_t differences;     /* also those without a complete finding */
    uint64_t group_differences[XL_MAX_GROUPS]; /* of these, by the group of the call */
    double max_ulp;                            /* of all elements, right or wrong */
    uint64_t exhaustive, exhaustive_of; /* --exhaustive: inputs that passed, of so many; else 0 */
    double bound;                       /* of an XL_ULP contract; else 0 */
    int is_function;                    /* `.function`: max_ulp is exact, by_precision is counted */
    uint64_t worst_inputs[XL_MAX_ARITY]; /* bits of the inputs of max_ulp; only if has_worst */
    size_t operands;                     /* of these */
    int has_worst;
    bool signals_lost;   /* its run missed the check `signals`, so it fails */
    uint64_t heap_left;  /* bytes of the heap left allocated by: */
    size_t heap_calls;   /* calls that it had returned from before */
    bool has_axis;       /* has errors over the first operand: */
    float axis[XL_AXIS]; /* the worst in each part of its axis; negative: no input */
    double baseline_ulp; /* the error at the worst input of the row's baseline */
    double better_than;  /* the baseline, if the error there is now smaller; else 0 */
    uint64_t by_precision[XL_PRECISIONS]; /* number of results by who decided */
    /* Of the bits of all compared results, in order, with one NaN. Runs of equal code have equal
     * ones. */
    uint64_t digest;
    int exact; /* the contract requires the reference's bits */
    /* `.reproducible`: results of calls that are the same on every row. */
    struct xl_bits {
        const char *fill;
        uint64_t n, digest; /* digest: as above, of one output */
    } bits[XL_MAX_BITS];
    unsigned bits_count;
    unsigned finding_count;        /* of `findings` */
    bool failed_checks[XL_CHECKS]; /* also those without a complete finding */
    char *code;                    /* of a failed kernel, by xl_store_code; or NULL */
    /* Of the traced run, a few short calls; only if was_traced. */
    int was_traced;
    char proof[XL_TEXT]; /* restrictions of the evidence; "": none */
    char unasked[32];    /* a word that `.abi` lacks, whose rule a call broke; "": none */
    char estimates[128]; /* executed instructions whose precision the ISA leaves open; "": none */
    char dispatched[XL_TEXT]; /* functions of .dispatch that executed; "": none, or no .dispatch */
    char lacks[128];          /* features that the kernel needs and the CPU lacks; "": none */
    uint64_t traced_n;        /* of its longest traced call; 0: only short ones */
    uint64_t vector_insns;    /* executed vector instructions of the row's ISA */
    uint64_t insns_covered, insns_total; /* instructions of its code that executed; all of them */
    struct xl_work work;
    struct xl_shared shared[XL_MAX_ARGS]; /* by the number of the output */
    char failing_calls[200];              /* "": none */
    struct xl_work_loop loop;             /* only if instructions alone are counted */
    /* Last: most results have no findings, and never touch this memory. */
    struct xl_finding findings[XL_MAX_FINDINGS];
};

/* All but the findings. */
static inline void xl_result_copy(struct xl_kernel_result *to, const struct xl_kernel_result *from)
{
    memcpy(to, from, offsetof(struct xl_kernel_result, findings));
}

struct json_object;

struct xl_row_result {
    const struct xl_row *row;
    enum xl_outcome outcome;
    char reason[XL_TEXT];
    int bad_input; /* what the matrix says cannot be run: exit 2 */
    char qemu[64]; /* version of the emulator, "" when native */
    /* What ran it, if not QEMU or this machine, with the kernel and CPU there; or "". */
    char runner[256];
    char compiler_version[64];
    char library[64]; /* version of the library whose functions are the kernels; "": no library */
    const char
        *sysroot;     /* the tree built against; its file `manifest` lists packages and versions */
    unsigned vl_bits; /* as measured */
    int has_vl;
    char evidence[XL_TEXT]; /* how it is known that the ISA executed, or why it is not */
    char control[XL_TEXT]; /* how a kernel trapped with the ISA off, or why there was no such run */
    int lacks_evidence;    /* something that should have been measured was not */
    int control_failed;
    double seconds;
    struct xl_kernel_result *kernels;
    size_t kernel_count;
    char *notes;     /* lines: expectations of the row that did not occur; NULL: none */
    size_t expected; /* kernels that the run requested; those that are missing were not run */
    struct {
        const char *name;           /* NULL: it is no row of a suite */
        size_t functions, executed; /* with vector code; only if there are files */
        struct json_object *files;
    } suite;
};

struct xl_results {
    uint64_t seed;
    const char *repeated;    /* further options for commands of findings, or NULL */
    char started[32];        /* ISO 8601, UTC */
    char cut_short[64];      /* why the run ended before it was done; "": it did not */
    char selection[XL_TEXT]; /* what of the whole was run, in a sentence; "": no need to say */
    const char *define;   /* of CROSSLANE_DEFINE, which the kernels were compiled with; or NULL */
    const char *baseline; /* the directory of --baseline, or NULL */
    struct xl_row_result *rows;
    size_t row_count;
    struct json_object
        *disagreements;       /* as xl_disagreements has them; NULL until the rows are compared */
    char *improved_baselines; /* as xl_improved_baselines has it; likewise */
    struct json_object *notable; /* as xl_results_notable has them; likewise */
    struct json_object *shard;   /* by xl_shard_json; NULL: everything */
    struct json_object *sources; /* an object for each kernel that was chosen; or NULL */
};

const char *xl_outcome_name(enum xl_outcome outcome);

/* The outcome of this name, or -1. */
int xl_outcome_find(const char *name);

/* Adds a line to the row's notes. */
__attribute__((format(printf, 2, 3))) void xl_row_note(struct xl_row_result *row,
                                                       const char *format, ...);

/* Whether a kernel was checked: elements were compared, and it passed, failed, or met a known bug.
 */
bool xl_is_checked(int outcome, uint64_t elements);

/* Kernels of a row that were checked. */
size_t xl_kernels_checked(const struct xl_row_result *row);

/* Kernels of a row that were not run again. */
size_t xl_kernels_cached(const struct xl_row_result *row);

/* Frees what the kernels of a row own, and forgets them. */
void xl_row_forget_kernels(struct xl_row_result *row);

void xl_results_free(struct xl_results *results);

/* A shell command that runs one kernel on a row as this run did. other: another row, or NULL.
 * before: another kernel, or NULL. Quotes all names. The caller frees it. */
char *xl_repro_command(const struct xl_results *results, const char *row, const char *other,
                       const char *kernel, const char *before);

/* How a kernel's result becomes a failure. */

/* One more difference, by this check. Returns the finding to fill in, whose check is set; NULL if
 * enough are kept in full. */
struct xl_finding *xl_result_add_finding(struct xl_kernel_result *k, enum xl_check check);

/* The same with words for the finding, which become the kernel's reason. */
void xl_result_add_finding_for(struct xl_kernel_result *k, enum xl_check check, const char *why);

/* Which Crosslane this is. */

/* "1.0.0", of project() in CMakeLists.txt. */
extern const char xl_tool_version[];

/* "3b858fb5", or "3b858fb5-dirty" after an edit. "": not a checkout, no git, or another user's
 * checkout. The caller frees it. */
char *xl_tool_commit(void);

/* The same of the repository of a directory. */
char *xl_commit_of(const char *dir);

#endif

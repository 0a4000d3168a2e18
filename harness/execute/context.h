/* What the files of this component share: prepared calls, the workspace of a worker, and how calls
 * are prepared, made, verified and diagnosed.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_EXECUTE_CONTEXT_H
#define XL_HARNESS_EXECUTE_CONTEXT_H

#include <semaphore.h>
#include <stdatomic.h>

#include "code/agent_code.h"
#include "execute/agent_client.h"
#include "execute/buffers.h"
#include "oracle/case.h"
#include "oracle/inputs.h"
#include "results/results.h"

/* Cases that are repeated, and the calls of that: one batch. */
enum { XL_REPEAT_CALLS = XL_BATCH_CALLS, XL_REPEAT_CASES = XL_REPEAT_CALLS / 2 };

struct xl_prepared_call {
    struct xl_case c;
    /* Small calls share a batch. */
    bool small;
    /* The slots of a small call: xl_call_slots. */
    size_t slots;
    /* Each row lies in another mapping of the memory. */
    bool has_far_rows;
    /* Threads that make calls at the same time, if there are several. */
    unsigned threads;
    /* It repeats a call whose buffers lay elsewhere. */
    bool moved;
    /* Bits of the arguments: read-only inputs; buffers whose pages without rows are read-only. */
    uint64_t read_only, fenced;
    /* Inputs whose second page cannot be accessed before a fault. */
    uint64_t late;
    struct xl_buffer buffers[XL_MAX_ARGS];
};

/* A request to the reference process, and its reply. */
struct xl_reference_request {
    sem_t todo, done;
    const struct xl_kernel *kernel;
    unsigned calls;
    /* Prepare their inputs. Otherwise call their references. */
    bool prepare;
    /* Call the references again with subnormals flushed. */
    bool flush;
    /* Only report what the kernel's reference has left in the process. */
    bool check_leftovers;
    struct xl_leftovers leftovers;
    atomic_uint progress;
    /* The flags that the references raised. */
    int flags[XL_BATCH_CALLS];
};

/* What a worker keeps between kernels, for one batch buffer: no call allocates memory. Its
 * reference process shares it at the same address. Aligned, because parts have their own page
 * protection.
 * NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding) */
struct xl_workspace {
    /* The workspace of the other batch buffer. */
    struct xl_workspace *other;
    struct xl_process references;
    struct xl_prepared_call calls[XL_BATCH_CALLS];
    /* What repeated calls must return. */
    uint64_t saved_results[XL_REPEAT_CALLS];
    /* One mapping, which grows for a kernel with large buffers: slot_bytes for each argument of a
     * call, also for its result. */
    size_t slot_bytes;
    uint8_t *large;
    /* Inputs in the byte order of a big-endian guest. */
    uint8_t *swapped;
    /* Slots of outputs that repeated calls must write: small ones of a batch, or large ones of a
     * call. */
    uint8_t *saved_outputs;
    /* One output in host order. */
    uint8_t *output;
    /* One slot as it should be. */
    uint8_t *expected_slot;
    /* The reference process may write the rest. 4-byte outputs have reference elements of up to 16
     * bytes. */
    uint8_t *expected, *flushed_expected, *flushed_input;
    _Alignas(XL_PAGE) uint8_t small[XL_SMALL_SLOTS][XL_SMALL_BYTES];
    _Alignas(XL_PAGE) struct xl_reference_request request;
};

/* Calls that are timed and not verified. */
struct xl_timing {
    /* Time of the agent. */
    double seconds;
    /* Elements that would have been compared. */
    uint64_t results;
};

/* What the calls of one kernel need. */
struct xl_context {
    struct xl_agent *agent;
    struct xl_workspace *workspace;
    const struct xl_kernel *kernel;
    /* The agent's number of the kernel's code. */
    size_t variant;
    const struct xl_state *state;
    /* The ISA flushes f32 subnormals. */
    bool flushes;
    /* As measured. */
    unsigned vl_bits;
    uint64_t seed;
    unsigned count;
    /* With shortened cases. */
    bool shortened;
    /* The code has first-faulting loads. */
    bool has_first_fault;
    /* Which of the longest calls to make, as bits; and their seed, another one on each row. */
    unsigned streamed;
    uint64_t streamed_seed;
    int call_limit_ms;
    const struct xl_disabled_checks *disabled_checks;
    /* The inputs of sampled calls are where the kernel's `.function` is a number. */
    bool in_domain;
    /* Arguments by value of sampled calls are small, not anywhere in their domain. */
    bool has_small_values;
    /* Of sampled calls: struct xl_case. */
    unsigned secret;
    /* Sampled calls have more than two rows. */
    bool has_more_rows;
    /* Sampled calls have the same seed, so a shorter one has the first elements of a longer one. */
    bool is_prefix;
    /* Inputs that are called first, or NULL. The first of them may be of this row. */
    const struct xl_baseline_inputs *baseline;
    bool has_row_baseline;
    /* Time the calls instead of verifying them. Or NULL. */
    struct xl_timing *timing;
    /* Gets each error. Or NULL. */
    struct xl_error_plot *plot;
    /* Counts calls that pass and fail. Or NULL. */
    struct xl_call_counts *call_counts;
    /* Of the calls with large buffers. Or NULL. */
    struct xl_stack_use *stack_use;
    /* Of the row, CLOCK_MONOTONIC. */
    const struct timespec *deadline;
    /* Names instructions of the agent. Or NULL. */
    const struct xl_agent_code *code;
};

/* Whether arithmetic follows the control word and raises flags as IEEE 754 says. contract.h lists
 * the exceptions. */
static inline bool xl_honors_fp_control(const struct xl_context *ctx)
{
    for (size_t k = 0; ctx->flushes && ctx->kernel->args[k].kind; k++)
        if (ctx->kernel->args[k].type == XL_f32)
            return false;
    return true;
}

/* Whether what the reference gave with subnormals flushed is right, too. */
static inline bool xl_call_flushes(const struct xl_context *ctx, const struct xl_case *c)
{
    return ctx->flushes || c->rounding == XL_FLUSHING;
}

static inline struct xl_case xl_case_of(const struct xl_context *ctx, size_t i)
{
    struct xl_case c = xl_case_get(ctx->kernel, ctx->vl_bits, ctx->count, ctx->seed, i);
    if (ctx->shortened)
        xl_case_shorten(ctx->kernel, &c);
    return c;
}

/* A case with numbers of the domain, and buffers at a page's end. kind: part of the seed, which
 * differs from all groups of cases (execute.c). */
struct xl_case xl_plain_case(const struct xl_context *ctx, size_t n, uint64_t kind, uint64_t seed);

/* The number of cases that the kernel gets here: without those of modes that its ISA ignores, or
 * its architecture lacks. */
static inline size_t xl_cases_of(const struct xl_context *ctx)
{
    return xl_case_count(ctx->kernel, ctx->vl_bits, ctx->count) -
           (xl_honors_fp_control(ctx) ? 0 : xl_rounding_case_count(ctx->kernel)) -
           (ctx->state->rounding[XL_FLUSHING - XL_DOWN] ? 0 : xl_flushing_case_count(ctx->kernel));
}

/* Whether the group of the case is disabled. */
static inline bool xl_case_is_off(const struct xl_context *ctx, const struct xl_case *c)
{
    return ctx->disabled_checks->group[c->group];
}

/* Workspace (reference_process.c) */

/* Maps slots of at least so many bytes. Returns false without memory. */
bool xl_workspace_make_room(struct xl_workspace *w, size_t slot_bytes);

/* Maps slots of the usual size again. Returns whether they were larger. */
bool xl_workspace_shrink(struct xl_workspace *w);

/* Calls mprotect for all of it. */
void xl_workspace_protect(struct xl_workspace *w, int protection);

/* Prepared calls (batch.c) */

/* Prepares the cases in workspace->calls in the shared memory: one call, or several small ones.
 * Returns as xl_reference_prepare. */
enum xl_call_status xl_prepare_batch(const struct xl_context *ctx, unsigned calls,
                                     struct xl_kernel_result *result);

/* Makes the call of a case, and verifies nothing. result: gets a finding if `.prepare` fails, or
 * NULL. detail: as of xl_agent_run. */
enum xl_call_status xl_make_call(const struct xl_context *ctx, const struct xl_case *c,
                                 struct xl_kernel_result *result, int *detail);

/* Fills the slot of argument k of a prepared call again: poison, and the elements of inputs. */
void xl_reset_buffer(const struct xl_context *ctx, const struct xl_prepared_call *p, size_t k);

/* A narrow integer as a caller passes it in a register. arch/arches.def has the rules of the ABIs.
 */
uint64_t xl_extend_argument(const struct xl_state *state, enum xl_type type, uint64_t value);

/* Frees the memory of large slots. */
void xl_release_large_buffers(const struct xl_context *ctx);

/* Double buffering (batch.c): while the guest makes the calls of one batch, the host prepares the
 * next one in the other batch buffer, and verifies the one before. */

struct xl_batch {
    /* 0: no batch. */
    unsigned calls;
    unsigned threads;
    /* The reference process gets it too. */
    bool has_reference;
    /* Verifies the batch, and waits for its references. status, detail: those of xl_agent_wait.
     * Returns the status of the whole batch. */
    enum xl_call_status (*verify)(const struct xl_context *ctx, const struct xl_batch *batch,
                                  enum xl_call_status status, int detail,
                                  struct xl_kernel_result *result);
};

struct xl_pipeline {
    /* One for each batch buffer. */
    struct xl_context contexts[XL_BATCH_BUFFERS];
    /* The batch of the guest, and the number of its buffer. */
    struct xl_batch submitted;
    unsigned current;
    struct xl_kernel_result *result;
};

void xl_pipeline_begin(struct xl_pipeline *t, const struct xl_context *ctx,
                       struct xl_kernel_result *result);

/* Selects the free batch buffer for the next batch, until xl_pipeline_submit. */
const struct xl_context *xl_pipeline_next(const struct xl_pipeline *t);

/* Submits a prepared batch to the guest and the reference process. */
void xl_batch_submit(const struct xl_context *ctx, const struct xl_batch *batch);

/* Submits the prepared batch, if `prepared` is XL_STATUS_OK, which the guest makes after the one
 * before. Waits for the one before and verifies it. Returns the status of both. */
enum xl_call_status xl_pipeline_submit(struct xl_pipeline *t, enum xl_call_status prepared,
                                       const struct xl_batch *next);

/* Waits for the last batch, and selects the first batch buffer. status: of the work so far; if that
 * is not XL_STATUS_OK, the last batch is not verified. */
enum xl_call_status xl_pipeline_end(struct xl_pipeline *t, enum xl_call_status status);

/* Makes a prepared batch, and adds its time to ctx->timing. */
enum xl_call_status xl_run_timed_batch(const struct xl_context *ctx, unsigned calls);

/* References (reference_process.c)
 *
 * A reference is foreign code: it may crash, hang, write anywhere, or use static memory that
 * another worker's call would overwrite. So each worker forks a process for its references and for
 * .prepare, when it first needs one, and again after a crash. Both share the workspace. The process
 * works on a batch while the guest runs it. */

/* Prepares the inputs, if the kernel has .prepare. Returns XL_STATUS_OK; XL_STATUS_INTERRUPTED; or
 * XL_STATUS_NO_REFERENCE if the process failed, with a finding in result unless that is NULL. */
enum xl_call_status xl_reference_prepare(const struct xl_context *ctx, unsigned calls,
                                         struct xl_kernel_result *result);

/* Starts calling the references of prepared calls; and waits for them. Returns the number of calls
 * with references: less than all only with XL_STATUS_NO_REFERENCE or XL_STATUS_INTERRUPTED. */
void xl_reference_submit(const struct xl_context *ctx, unsigned calls);
unsigned xl_reference_wait(const struct xl_context *ctx, enum xl_call_status *status,
                           struct xl_kernel_result *result);

/* The limit of a check of leftovers, which waits for threads that are about to end. */
enum { XL_LEFTOVERS_LIMIT_MS = 60000 };

/* What the kernel's references have left in the process. Returns as xl_reference_prepare. */
enum xl_call_status xl_reference_leftovers(const struct xl_context *ctx,
                                           struct xl_leftovers *leftovers,
                                           struct xl_kernel_result *result);

/* Ends the reference processes of both workspaces. New ones are started when needed. */
void xl_reference_stop(const struct xl_context *ctx);

/* What the reference returned for argument k; and if the ISA flushes, what it returned for flushed
 * inputs, and these inputs. */
uint8_t *xl_expected(struct xl_workspace *w, const struct xl_prepared_call *p, size_t k);
uint8_t *xl_flushed_expected(struct xl_workspace *w, const struct xl_prepared_call *p, size_t k);
uint8_t *xl_flushed_input(struct xl_workspace *w, const struct xl_prepared_call *p, size_t k);

/* Verification (verify.c) */

/* Verifies call number i of a batch, p, once the guest and its reference have returned: outputs,
 * the memory around them, inputs, and CPU state. */
void xl_verify_call(const struct xl_context *ctx, const struct xl_prepared_call *p, size_t i,
                    struct xl_kernel_result *result);

/* Reports what the guarded call number i found. */
void xl_check_state(const struct xl_context *ctx, const struct xl_prepared_call *p, size_t i,
                    struct xl_kernel_result *result);

/* The number of defined elements of output k: all, or the length that the reference returned.
 * Returns false if that length exceeds the buffer. */
bool xl_defined_elements(const struct xl_context *ctx, const struct xl_prepared_call *p, size_t k,
                         size_t *count);

/* The same by the length that the call returned. Needs no reference. */
size_t xl_defined_by_call(const struct xl_context *ctx, const struct xl_prepared_call *p, size_t k);

/* The bits of element i of argument k after the call: an output, or the result. */
uint64_t xl_output_bits(const struct xl_context *ctx, const struct xl_prepared_call *p, size_t k,
                        size_t i);

/* Whether they are right. Needs the reference. */
bool xl_element_is_right(const struct xl_context *ctx, const struct xl_prepared_call *p, size_t k,
                         size_t i);

/* What output k is compared with. Needs the reference. */
struct xl_output_check;
struct xl_output_check xl_output_check(const struct xl_context *ctx,
                                       const struct xl_prepared_call *p, size_t k);

/* Keeps the error of element i if it is the worst so far. */
void xl_keep_error(const struct xl_context *ctx, const struct xl_prepared_call *p, size_t i,
                   double ulp, struct xl_kernel_result *result);

/* Findings (findings.c) */

/* Adds a finding, which fails the kernel. p: the call, or NULL. b: the buffer, or NULL. Returns
 * NULL if the check is disabled or the kernel has enough findings. */
struct xl_finding *xl_new_finding(const struct xl_context *ctx, struct xl_kernel_result *result,
                                  enum xl_check check, const struct xl_prepared_call *p,
                                  const struct xl_buffer *b);

/* The same with a message. */
struct xl_finding *xl_add_finding(const struct xl_context *ctx, struct xl_kernel_result *result,
                                  enum xl_check check, const struct xl_prepared_call *p,
                                  const struct xl_buffer *b, const char *format, ...)
    __attribute__((format(printf, 6, 7)));

enum { XL_NO_ELEMENT = -1 };

/* The number of elements without the bits that most elements have. These are in *usual; if no bits
 * are those of more than half of the elements, *usual has the bits of some element. */
size_t xl_unusual_elements(enum xl_type type, const void *data, size_t count, uint64_t *usual);

/* Whether so few of the elements are others that the usual bits and the others describe them. */
bool xl_has_usual(size_t count, size_t others);

/* Describes the inputs of element i: "a[3]=0x01". Inputs without such an element, and all inputs of
 * a result: what most elements have and the first that have not, "a=0x00, except a[256]=0x01"; or,
 * if they differ, the first elements. */
void xl_describe_inputs(const struct xl_kernel *kernel, const struct xl_prepared_call *p, long i,
                        char *text, size_t size);

/* Lanes of a vector of this type. */
size_t xl_lane_count(const struct xl_context *ctx, enum xl_type type);

/* ", rounding up", for example. "" for the usual mode. */
const char *xl_rounding_words(enum xl_rounding rounding);

/* ", for it sent a signal to another process", if that is why a process was killed. Or "". */
const char *xl_signal_words(int signal_number);

/* Adds a finding for a call that the agent did not survive. */
void xl_add_status_finding(const struct xl_context *ctx, const struct xl_prepared_call *p,
                           enum xl_call_status status, int detail, struct xl_kernel_result *result);

/* Sets the element, lane and bits of a finding. */
void xl_describe_element(const struct xl_context *ctx, const struct xl_arg *arg, size_t i,
                         uint64_t got, uint64_t expected, struct xl_finding *f);

/* Sets which lanes of the vector of element i are right. elements: of the output. row: elements of
 * a row, or 0. is_right gets `data`. */
void xl_describe_lanes(const struct xl_context *ctx, enum xl_type type, size_t i, size_t elements,
                       size_t row, bool (*is_right)(const void *data, size_t element),
                       const void *data, struct xl_finding *f);

/* Adds a finding for a wrong element i of argument k. Returns as xl_new_finding. */
struct xl_finding *xl_add_value_finding(const struct xl_context *ctx,
                                        const struct xl_prepared_call *p, size_t k, size_t i,
                                        uint64_t got, double ulp, uint64_t expected,
                                        struct xl_kernel_result *result);

enum { XL_CALL_PROPERTIES = 7, XL_CALL_VALUES = 32 };

/* How many calls pass (0) and fail (1): all, and by the values of their properties. */
struct xl_call_counts {
    size_t lanes;
    uint32_t all[2], by[XL_CALL_PROPERTIES][XL_CALL_VALUES][2];
};

/* Counts a verified call. */
void xl_count_call(const struct xl_prepared_call *p, bool fails, struct xl_call_counts *counts);

/* "312 of 640 calls fail: only where n is no multiple of 4". Without a call that fails: "". A
 * property is named if the calls that pass would hardly do so by chance. */
void xl_describe_failing_calls(const struct xl_call_counts *counts, char *text, size_t size);

/* Faults, as the agent noted them (fault.c) */

/* What the agent noted. XL_FAULT_NONE if that is invalid. */
enum xl_fault_kind xl_fault_kind_of(const struct xl_agent *agent);

/* The address of the instruction if the agent noted a fault of this kind, else 0. */
uint64_t xl_fault_pc(const struct xl_agent *agent, enum xl_fault_kind kind);

/* Appends "pc 0x1f4 (NAME+0x4: INSTRUCTION, FILE:LINE)". For a library function also its object and
 * its caller. For an address without code, how the program came there. */
void xl_fault_describe_place(const struct xl_context *ctx, char *text, size_t size);

/* The instruction at which the fault was a signal, such as "movaps (%rdi), %xmm0". Leaves the text
 * as it is if it is unknown. */
void xl_fault_instruction(const struct xl_context *ctx, char *text, size_t size);

/* Whether the fault was a write to a read-only slot. Sets the check and describes the write. */
bool xl_fault_is_write(const struct xl_context *ctx, const struct xl_prepared_call *p,
                       enum xl_check *check, char *text, size_t size);

/* Appends the instruction, function and line of a fault. Of an access: the nearest buffer, and the
 * distance from it. Of an instruction that the CPU refused: its ISA. Appends nothing without a
 * noted fault. */
void xl_fault_describe(const struct xl_context *ctx, const struct xl_prepared_call *p, int signal,
                       char *text, size_t size);

/* Whether the code of the kernel has a first-faulting load: the call may get less than a vector. */
bool xl_has_first_fault(const struct xl_context *ctx);

/* Diagnosis (diagnose.c). These steps return XL_STATUS_OK: the kernel has failed anyway. */

/* After all calls of the kernel: repeats the calls with wrong elements with other inputs in the
 * other elements, and reports in each finding what that changes. Only for outputs whose element i
 * depends on element i of each input. The agent may be gone afterwards. */
enum xl_call_status xl_check_lane_isolation(const struct xl_context *ctx,
                                            struct xl_kernel_result *result);

/* After all calls: sets the inputs of each wrong value to the elements that it depends on, if these
 * are few. Not for kernels with `.elementwise`, `.function` or `.prepare`. */
enum xl_call_status xl_find_operands(const struct xl_context *ctx, struct xl_kernel_result *result);

/* If the kernel failed both `value` and `alias`: repeats the calls with touching buffers, and with
 * separate buffers. If that never changes a wrong value, its findings belong to `value`. */
enum xl_call_status xl_check_alias_cause(const struct xl_context *ctx,
                                         struct xl_kernel_result *result);

/* What calls use and leave (left_behind.c) */

/* Of the calls of a kernel with large buffers: the most that one used, and which. */
struct xl_stack_use {
    size_t bytes;
    struct xl_case c;
};

/* Before the batch of such a call is submitted. */
void xl_watch_stack(const struct xl_context *ctx);

/* Behind such a batch. */
void xl_note_stack(const struct xl_context *ctx, const struct xl_case *c);

/* If a call used much, makes it and two shorter ones. Adds a finding if each needs more than the
 * shorter one, as with an array of n elements on the stack, or if each needs very much. */
enum xl_call_status xl_check_stack(const struct xl_context *ctx, struct xl_kernel_result *result);

/* After all calls of the kernel, with no batch pending: checks what the kernel and its reference
 * left in their processes, and that signals reached the handler. After a finding, the agent and the
 * reference processes must be restarted. */
enum xl_call_status xl_check_left_behind(const struct xl_context *ctx,
                                         struct xl_kernel_result *result);

#endif

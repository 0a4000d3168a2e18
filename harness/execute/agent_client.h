/* The host's side of the agent protocol: starts the agent, reads its introduction, submits batches.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_EXECUTE_AGENT_CLIENT_H
#define XL_HARNESS_EXECUTE_AGENT_CLIENT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/processes.h"
#include "contract.h"
#include "protocol.h"

enum { XL_MAX_ISAS = 16, XL_FEATURES_TEXT = 4096 };

enum xl_variant_state { XL_VARIANT_OK, XL_VARIANT_ABSENT, XL_VARIANT_BROKEN };

struct xl_agent_variant {
    char kernel[XL_NAME_MAX];
    char isa[XL_NAME_MAX];
    /* The function of an XL_VARIANT, or "". */
    char function[XL_FUNCTION_MAX];
    enum xl_variant_state state;
};

struct xl_agent_isa {
    char name[XL_NAME_MAX];
    unsigned vl_bits;
};

struct xl_agent {
    struct xl_process process;
    int memory_fd;
    /* XL_FILE_BYTES, in the guest's byte order. */
    uint8_t *shared;
    /* The selected batch buffer, and its number. Behind the first one lie the dedicated slots. */
    uint8_t *memory;
    unsigned batch;
    /* Guest and host differ in byte order. */
    bool swap;
    /* A batch has been submitted. */
    bool is_pending;
    int command, reply;
    /* For its introduction. 0: the usual one. */
    int start_limit_ms;
    /* Its process is a bridge to an agent elsewhere (bridge.h); such an agent has started once; the
     * way to one was lost in the middle; there is no runner that could start one. */
    bool is_bridge, is_known, is_lost, is_absent;
    /* The kernel and the CPU of an agent behind a bridge; or "". */
    char machine[128];
    unsigned page;
    /* Mappings of the large slots, for buffers far apart: XL_FAR or fewer. */
    unsigned mappings;
    struct xl_agent_isa isas[XL_MAX_ISAS];
    size_t isa_count;
    /* Features of arch/<arch>/features.def, with a blank before and behind each. */
    char features[XL_FEATURES_TEXT];
    struct xl_agent_variant *variants;
    size_t variant_count;
};

/* How a batch ended. */
enum xl_call_status {
    XL_STATUS_OK,
    XL_STATUS_SIGNAL,         /* the guest crashed; detail: the signal */
    XL_STATUS_EXIT,           /* the guest exited; detail: its status */
    XL_STATUS_TIMEOUT,        /* a call exceeded the limit */
    XL_STATUS_PROTOCOL_ERROR, /* the reply was malformed */
    XL_STATUS_INTERRUPTED,    /* the user stops the run */
    XL_STATUS_ROW_TIMEOUT,    /* the row exceeded its limit; the agent still runs */
    XL_STATUS_NO_REFERENCE    /* the reference failed; the agent still runs */
};

enum xl_start {
    XL_START_OK,
    XL_START_REFUSED, /* the emulator exited before the agent wrote anything; err: its message */
    XL_START_FAILED   /* the agent ended, or its introduction is wrong */
};

/* The agent's number of a kernel's code for an ISA, or -1. function: of an XL_VARIANT, or NULL. */
long xl_agent_variant(const struct xl_agent *a, const char *kernel, const char *isa,
                      const char *function);

/* Maps the shared memory. Returns 0, or -1 with err. xl_agent_free frees it. */
int xl_agent_init(struct xl_agent *a, bool is_big_endian, struct xl_error *err);

/* Starts argv (emulator and agent, or only the agent) and reads its introduction. Also restarts an
 * agent. */
enum xl_start xl_agent_start(struct xl_agent *a, const char *const *argv, struct xl_error *err);

/* The same with a function that starts the process with these descriptors. It returns 0, or -1 with
 * err. */
typedef int (*xl_agent_starter)(void *data, struct xl_process *p, const int fds[XL_PROCESS_FDS],
                                struct xl_error *err);
enum xl_start xl_agent_start_by(struct xl_agent *a, xl_agent_starter start, void *data,
                                struct xl_error *err);

/* glibc's setting with which its heap gives memory that holds 0x7f, as if others had used it, and
 * checks each block that is freed (glibc's manual, "Memory Allocation Tunables"). */
#define XL_HEAP_VARIABLE "GLIBC_TUNABLES"
#define XL_HEAP_VALUE "glibc.malloc.perturb=128:glibc.malloc.tcache_count=0"

/* Agents that are started from now on have it; not their emulator. */
void xl_agent_poison_heap(struct xl_agent *a, bool native);

/* Reads the introduction from a->reply. */
enum xl_start xl_agent_read_hello(struct xl_agent *a, struct xl_error *err);

/* Sets what the next batch does with static memory. XL_STATICS_COMPARE needs an earlier batch with
 * XL_STATICS_SNAPSHOT, and XL_STATICS_WATCH one with XL_STATICS_COMPARE. */
void xl_agent_set_statics(struct xl_agent *a, enum xl_statics statics);

/* After XL_STATICS_COMPARE: whether static memory has changed, or that of the thread. */
bool xl_agent_has_changed_statics(const struct xl_agent *a);

/* The next batches, of one thread, make each call so many times; 0: once. And the first repetition,
 * from 1 on, in which their last call gave another result; 0: none. */
void xl_agent_set_repeats(struct xl_agent *a, unsigned times);
uint64_t xl_agent_first_difference(const struct xl_agent *a);

/* In the next batch, of one thread, the calls from this one on repeat earlier ones. And the bytes
 * of the heap that they left allocated. */
void xl_agent_set_repeated_from(struct xl_agent *a, size_t call);
uint64_t xl_agent_heap_left(const struct xl_agent *a);

/* In the next batch, of one thread, so many bytes of the stack are watched. And how many of them a
 * call used at most: 0 if none was watched. */
void xl_agent_watch_stack(struct xl_agent *a, size_t bytes);
size_t xl_agent_used_stack(const struct xl_agent *a);

/* In the next batch, of XL_CROWD threads, the first call is stopped so long after its begin; 0: it
 * is not. And how long the first call of a batch took. */
void xl_agent_stop_after(struct xl_agent *a, uint64_t ns);
uint64_t xl_agent_first_call_ns(const struct xl_agent *a);

/* The next batches have dedicated slots of so many bytes each. 0: none. */
void xl_agent_set_dedicated_bytes(struct xl_agent *a, size_t bytes);

/* In the next batch, of one thread, SIGILL and SIGFPE end a call. And which of them the last call
 * got, or 0. */
void xl_agent_trap_signals(struct xl_agent *a);
int xl_agent_trapped_signal(const struct xl_agent *a);

/* Signals interrupt each call of the next batch, of one thread. A call that none interrupted is
 * repeated, up to so many times. */
void xl_agent_send_signals(struct xl_agent *a, unsigned times);

/* Whether a signal of that batch never reached its handler. */
bool xl_agent_has_lost_signals(const struct xl_agent *a);

/* After its calls, the next batch checks what the kernel has left since XL_STATICS_SNAPSHOT; and
 * the result. */
void xl_agent_check_leftovers(struct xl_agent *a);
struct xl_leftovers xl_agent_leftovers(const struct xl_agent *a);

/* Replaces instructions of the guest's code by no-operations for the next batches; and restores all
 * of them. If an agent cannot do this, it exits at the next batch. */
struct xl_code_span {
    uint64_t address;
    unsigned bytes;
};
void xl_agent_nop(struct xl_agent *a, const struct xl_code_span *spans, size_t count);
void xl_agent_restore(struct xl_agent *a);

/* Makes one instruction illegal, until xl_agent_restore. */
void xl_agent_set_trap(struct xl_agent *a, struct xl_code_span span);

/* Sets whether vector registers hold zero or the usual poison before each call. */
void xl_agent_zero_registers(struct xl_agent *a, bool is_zero);

/* Whether an agent elsewhere that is stepped steps the calls that follow. It begins as false. */
void xl_agent_step(struct xl_agent *a, bool is_wanted);

/* Selects the batch buffer that all functions here use. It begins as 0. */
void xl_agent_select_batch(struct xl_agent *a, unsigned batch);

/* Submits the first `calls` calls of the batch buffer, for 1, 2 or XL_CROWD threads; and waits for
 * them, with the same batch buffer selected. Any status but XL_STATUS_OK ends the agent. The caller
 * must ignore SIGPIPE, because an agent may die before it reads. */
void xl_agent_submit(struct xl_agent *a, unsigned calls, unsigned threads);
enum xl_call_status xl_agent_wait(struct xl_agent *a, int call_limit_ms, int *detail);

/* Both. */
enum xl_call_status xl_agent_run(struct xl_agent *a, unsigned calls, unsigned threads,
                                 int call_limit_ms, int *detail);

/* Whether the way to an agent elsewhere was lost since the last question: what came of its calls
 * says nothing. */
bool xl_agent_was_lost(struct xl_agent *a);

enum { XL_LOST_MOST = 4 }; /* times that calls are tried for it */

/* Ends the agent, if one runs. xl_agent_start restarts it. */
void xl_agent_stop(struct xl_agent *a);

/* The number of the call that is being made, or was made last. */
unsigned xl_agent_progress(const struct xl_agent *a);

/* What the agent noted of its last fault; words are in the guest's byte order. */
const struct xl_memory_head *xl_agent_head(const struct xl_agent *a);

/* Converts a word of the memory from or to the guest's byte order. */
uint64_t xl_agent_word(const struct xl_agent *a, uint64_t word);

struct xl_call *xl_agent_call(struct xl_agent *a, unsigned i);

/* NULL if this CPU lacks it. */
const struct xl_agent_isa *xl_agent_isa(const struct xl_agent *a, const char *name);

void xl_agent_free(struct xl_agent *a);

/* Writes which of these features, separated by blanks, the CPU lacks. "": none. */
void xl_missing_features(const struct xl_agent *agent, const char *features, char *text,
                         size_t size);

/* The implementation that a dispatcher must choose: the first one of the record whose needs this
 * CPU has. NULL: none. */
const struct xl_implementation *xl_implementation_for(const struct xl_agent *agent,
                                                      const struct xl_kernel *kernel);

#endif

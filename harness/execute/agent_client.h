/* The host's end of one agent: starts it, hears what it is, hands it batches of calls.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_EXECUTE_AGENT_CLIENT_H
#define XL_HARNESS_EXECUTE_AGENT_CLIENT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/process.h"
#include "contract.h"
#include "protocol.h"

enum { XL_MAX_ISAS = 16, XL_FEATURES_TEXT = 4096 };

enum xl_variant_state { XL_VARIANT_OK, XL_VARIANT_ABSENT, XL_VARIANT_BROKEN };

struct xl_agent_variant {
    char kernel[XL_NAME_MAX];
    char isa[XL_NAME_MAX];
    char function[XL_FUNCTION_MAX]; /* of an XL_VARIANT; or "" */
    enum xl_variant_state state;
};

struct xl_agent_isa {
    char name[XL_NAME_MAX];
    unsigned vl_bits;
};

struct xl_agent {
    struct xl_process process;
    int memory_fd;
    uint8_t *banks;  /* XL_FILE_BYTES, in the guest's byte order */
    uint8_t *memory; /* the bank that the host is at, and the slots at XL_DEDICATED_AT behind the
                        first */
    unsigned bank;   /* its number */
    bool swap;       /* the guest is big-endian */
    bool is_asked;   /* for a batch */
    int command, reply;
    unsigned page;
    unsigned mappings; /* of the large slots, for buffers far apart; XL_FAR, or fewer */
    struct xl_agent_isa isas[XL_MAX_ISAS];
    size_t isa_count;
    char features[XL_FEATURES_TEXT]; /* of arch/<arch>/features.def, a blank before and behind each;
                                        "": none */
    struct xl_agent_variant *variants;
    size_t variant_count;
};

/* How a batch ended. */
enum xl_call_status {
    XL_STATUS_OK,
    XL_STATUS_SIGNAL,         /* the guest died of a signal: detail is its number */
    XL_STATUS_EXIT,           /* it exited: detail is its status */
    XL_STATUS_TIMEOUT,        /* a call took longer than the limit */
    XL_STATUS_PROTOCOL_ERROR, /* it replied something else than the protocol has */
    XL_STATUS_INTERRUPTED,    /* the user wants to stop */
    XL_STATUS_ROW_TIMEOUT,    /* the row's time is used up: the agent is still there */
    XL_STATUS_NO_REFERENCE    /* there is no reference to judge it by: the agent is still there */
};

enum xl_start {
    XL_START_OK,
    XL_START_REFUSED, /* the emulator ended before the agent said a word: its own words are in err
                       */
    XL_START_FAILED   /* the agent did, or said something wrong */
};

/* The agent's number of a kernel's code for an ISA, or -1; function: of an XL_VARIANT, or NULL. */
long xl_agent_variant(const struct xl_agent *a, const char *kernel, const char *isa,
                      const char *function);

/* Maps the shared memory. Returns 0, or -1 with err. xl_agent_free undoes it. */
int xl_agent_init(struct xl_agent *a, bool big_endian, struct xl_error *err);

/* Starts argv (emulator and agent, or the agent alone) and reads its introduction. Also restarts
 * after an end. */
enum xl_start xl_agent_start(struct xl_agent *a, const char *const *argv, struct xl_error *err);

/* The same by whoever can start it: with these descriptors, 0, or -1 with err. */
typedef int (*xl_agent_starter)(void *data, struct xl_process *p, const int fds[XL_PROCESS_FDS],
                                struct xl_error *err);
enum xl_start xl_agent_start_by(struct xl_agent *a, xl_agent_starter start, void *data,
                                struct xl_error *err);

/* The second half of that: reads the introduction from a->reply. */
enum xl_start xl_agent_read_hello(struct xl_agent *a, struct xl_error *err);

/* Has the next batch do this, too; XL_STATICS_COMPARE and XL_STATICS_WATCH want one that did
 * XL_STATICS_SNAPSHOT and XL_STATICS_COMPARE before. */
void xl_agent_set_statics(struct xl_agent *a, enum xl_statics statics);

/* After XL_STATICS_COMPARE: whether anything there has changed, or of the thread's own. */
bool xl_agent_has_changed_statics(const struct xl_agent *a);

/* Has the next batches, of one thread, make each call so many times; 0: once. And the first time,
 * from 1 on, at which the last of them gave something else than at first; 0: none did. */
void xl_agent_set_repeats(struct xl_agent *a, unsigned times);
uint64_t xl_agent_first_difference(const struct xl_agent *a);

/* Gives the next batches slots at XL_DEDICATED_AT, of so many bytes each; 0: they want none. */
void xl_agent_set_dedicated_bytes(struct xl_agent *a, size_t bytes);

/* Has calls of the next batch, which is of one thread, end where they meet SIGILL or SIGFPE; and
 * which of these the last one met, 0 if none. */
void xl_agent_trap_signals(struct xl_agent *a);
int xl_agent_trapped_signal(const struct xl_agent *a);

/* Has signals come during each call of the next batch, which is of one thread. A call during which
 * none came while the kernel ran is made again, up to so many times. */
void xl_agent_send_signals(struct xl_agent *a, unsigned times);

/* Of that batch: whether a signal never reached its handler while the kernel ran. */
bool xl_agent_has_lost_signals(const struct xl_agent *a);

/* Has the next batch say after its calls what the kernel has left behind since XL_STATICS_SNAPSHOT;
 * and what it said. */
void xl_agent_check_leftovers(struct xl_agent *a);
struct xl_leftovers xl_agent_leftovers(const struct xl_agent *a);

/* Replaces instructions of the guest's code by some that do nothing, for the next batches; and puts
 * all of them back. An agent that cannot exits at the next batch. */
struct xl_code_span {
    uint64_t address;
    unsigned bytes;
};
void xl_agent_nop(struct xl_agent *a, const struct xl_code_span *spans, size_t count);
void xl_agent_restore(struct xl_agent *a);

/* Has vector registers hold zero before each call from now on, or the usual poison. */
void xl_agent_zero_registers(struct xl_agent *a, bool is_zero);

/* The bank that everything here is about from now on: first it is 0. */
void xl_agent_select_batch(struct xl_agent *a, unsigned bank);

/* Has the guest make the first `calls` calls of the bank, in one thread or two; and waits until it
 * has, with that bank again. Whatever ends it but XL_STATUS_OK also ends the agent. The caller must
 * ignore SIGPIPE: an agent may die before it reads. */
void xl_agent_submit(struct xl_agent *a, unsigned calls, unsigned threads);
enum xl_call_status xl_agent_wait(struct xl_agent *a, int call_limit_ms, int *detail);

/* Both. */
enum xl_call_status xl_agent_run(struct xl_agent *a, unsigned calls, unsigned threads,
                                 int call_limit_ms, int *detail);

/* Ends the agent, if one runs; xl_agent_start starts it anew. */
void xl_agent_stop(struct xl_agent *a);

/* The number of the call being made, or made last; and whether call i has returned. */
unsigned xl_agent_progress(const struct xl_agent *a);

/* A word of the memory, from or to the guest's byte order. */
uint64_t xl_agent_word(const struct xl_agent *a, uint64_t word);

struct xl_call *xl_agent_call(struct xl_agent *a, unsigned i);

/* NULL if this CPU does not have it. */
const struct xl_agent_isa *xl_agent_isa(const struct xl_agent *a, const char *name);

void xl_agent_free(struct xl_agent *a);

/* What the CPU that an agent runs on has, by names: ISAs and features. */

/* Writes those of these features, which have blanks between them, that the CPU does not have; "":
 * it has all. */
void xl_missing_features(const struct xl_agent *agent, const char *features, char *text,
                         size_t size);

/* What a dispatcher must take there: the first implementation of the record that the CPU has all
 * of; NULL: it has all of none. */
const struct xl_implementation *xl_implementation_for(const struct xl_agent *agent,
                                                      const struct xl_kernel *kernel);

#endif

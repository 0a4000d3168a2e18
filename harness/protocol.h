/* What the host and the agent share: one file of memory for data, two pipes for turns. The only
 * header both include, but for agent/left.h, of a look at the own process.
 * SPDX-License-Identifier: MIT
 *
 * The host starts the agent with the shared file on descriptor XL_FD_MEMORY, its commands on
 * XL_FD_COMMAND and its replies on XL_FD_REPLY. Standard output and error stay the kernels' and the
 * emulator's.
 *
 * First the agent says what it is, in lines of text:
 *
 *     crosslane-agent <XL_PROTOCOL_VERSION>
 *     page <bytes>
 *     far <mappings>                     of the large slots, for buffers far apart
 *     isa <name> <VL in bits>            for each ISA this CPU has
 *     feature <name>                     likewise, of arch/<arch>/features.def
 *     variant <kernel> <isa> ok|absent|broken [<function>]
 *     ready
 *
 * with the function of an XL_VARIANT, whose kernel has a line without one too.
 *
 * Variants are numbered from 0 in the order of their lines. Then, for each batch, the host fills
 * one of the memory's banks, writes the line "run" with its number, and reads the line "done" when
 * every call of the batch has returned. Meanwhile it fills and judges the other. Between batches
 * the line "nop ADDRESS BYTES", both hexadecimal, replaces an instruction of that length by some
 * that do nothing, and "restore" puts back all that were; "zero" has vector registers hold zero
 * before each call, and "poison" the usual pattern. Nothing is answered.
 *
 * Words in the memory are 64 bits wide, in the byte order of the guest: the host swaps. The agent
 * sets `progress` to the number of a call before it makes it, so that the host knows which call
 * crashed or hangs.
 *
 * Every slot lies between two pages that the guest may not touch. The agent's arguments are names
 * of checks.def that are switched off; without "guards", those pages can be touched; without
 * "poison", registers are as the call before left them; without "exit", nobody looks whether a
 * kernel forked.
 */
#ifndef XL_HARNESS_PROTOCOL_H
#define XL_HARNESS_PROTOCOL_H

#include <stdint.h>

/* What the agent says before it exits where code cannot be written to. */
#define XL_CANNOT_NOP "crosslane-agent: cannot replace an instruction"

#define XL_PROTOCOL_VERSION 16 /* a text of it is wanted too */

enum {
    XL_NAME_MAX = 64,      /* of kernels and ISAs, with the zero */
    XL_FUNCTION_MAX = 128, /* of functions of XL_VARIANT, likewise */

    XL_COMMAND_MAX = 40,       /* a line of the host's, likewise */
    XL_MOST_NOPS = 16384,      /* instructions that are replaced at a time */
    XL_MOST_NOPPED_BYTES = 15, /* of each */

    XL_FD_MEMORY = 3,
    XL_FD_COMMAND = 4,
    XL_FD_REPLY = 5,

    XL_PAGE = 4096, /* of every guest; the host refuses an agent that reports another */
    XL_CALL_ARGS = 16,
    XL_BATCH_CALLS = 32,
    XL_SLOTS_PER_CALL = 8, /* a call of more arguments has XL_CALL_ARGS, and a batch half as many */

    XL_SMALL_SLOTS = XL_BATCH_CALLS * XL_SLOTS_PER_CALL,
    XL_SMALL_BYTES = XL_PAGE,
    XL_LARGE_SLOTS = XL_SLOTS_PER_CALL, /* for one call at a time */
    XL_LARGE_BYTES = 32 * XL_PAGE,

    /* Calls at a page's end: each has so much of every large slot to itself. */
    XL_WINDOW_BYTES = 2 * XL_PAGE,
    XL_WINDOWS = XL_LARGE_BYTES / XL_WINDOW_BYTES,

    /* Offsets in a bank. */
    XL_CALLS_AT = XL_PAGE,
    XL_SLOTS_AT = 8 * XL_PAGE,
    XL_SMALL_STRIDE = XL_SMALL_BYTES + XL_PAGE, /* guard page, then data */
    XL_LARGE_STRIDE = XL_LARGE_BYTES + XL_PAGE,
    XL_LARGE_AT = XL_SLOTS_AT + XL_SMALL_SLOTS * XL_SMALL_STRIDE,
    XL_LAST_GUARD_AT = XL_LARGE_AT + XL_LARGE_SLOTS * XL_LARGE_STRIDE,
    XL_MEMORY_BYTES = XL_LAST_GUARD_AT + XL_PAGE,

    /* Large slots of calls that want more of them, or larger ones: behind the first bank, and
     * mapped when a batch first says so (own_bytes). */
    XL_DEDICATED_SLOTS = XL_CALL_ARGS,
    XL_DEDICATED_AT = XL_MEMORY_BYTES,
    XL_MOST_DEDICATED_BYTES = (16 << 20) + 2 * XL_PAGE,
    XL_DEDICATED_END =
        XL_DEDICATED_AT + XL_DEDICATED_SLOTS * (XL_MOST_DEDICATED_BYTES + XL_PAGE) + XL_PAGE,

    /* The other bank, mapped when a batch is first in it. */
    XL_BANKS = 2,
    XL_BANK_STRIDE = XL_DEDICATED_END,
    XL_FILE_BYTES = XL_BANK_STRIDE + XL_MEMORY_BYTES
};

/* The most pointers that an array of them has. */
enum { XL_TABLE_ROWS = 1024 };

/* The large slots are mapped once more, five times, for calls whose buffers lie far apart: four are
 * XL_FAR_BYTES from each other, and the last is before them. Of buffers that are at the same offset
 * of their slots, those of two neighbours are 2^31 bytes apart from the first mapping to the
 * second, and 2^32 from the last to the first; those of every other slot 2^32 from the first to the
 * third. A guest whose addresses have 32 bits has the first two alone. */
#define XL_FAR_BYTES ((UINT64_C(1) << 31) - XL_LARGE_STRIDE)
#define XL_FAR_BEFORE ((UINT64_C(1) << 32) - XL_LARGE_STRIDE)
enum { XL_FAR = 5, XL_FAR_BITS = 3 };

/* What a variant returns, because that decides the register. WORD: an integer of up to 32 bits, or
 * as wide as an address. */
enum xl_return { XL_RETURN_NONE, XL_RETURN_WORD, XL_RETURN_64, XL_RETURN_F32, XL_RETURN_F64 };

struct xl_call {
    uint64_t variant;
    uint64_t returns; /* enum xl_return */
    uint64_t
        pointers;  /* bit i set: args[i] is an offset in the memory and is passed as an address */
    uint64_t wide; /* bit i set: args[i] holds an integer of 64 bits */
    uint64_t arg_count;
    uint64_t floating;   /* bit i set: args[i] holds the bits of a floating-point argument ... */
    uint64_t float_size; /* ... of 4 or 8 bytes */
    uint64_t read_only;  /* bit i set: during the call no write to the slot of args[i] is allowed;
                            its buffer has at least a byte */
    uint64_t is_far;     /* 1: its slots are in other mappings: args[i] in that which the bits
                            from XL_FAR_BITS * i on of far_args say; the pointers of an array in one
                            after the     other */
    uint64_t far_args;
    uint64_t args[XL_CALL_ARGS];
    /* Not 0: during the call no write is allowed to the pages of the slot of args[i] in which there
     * is none of table_rows[i] rows of so many bytes, table_strides[i] apart. */
    uint64_t fences[XL_CALL_ARGS];
    /* Where tables has bit i: what is passed is an array of so many pointers. Pointer r is args[i]
     * and (r + first) modulo so many times the stride behind it (wraps); the pointer behind them is
     * no address. */
    uint64_t tables, table_rows[XL_CALL_ARGS], table_firsts[XL_CALL_ARGS],
        table_strides[XL_CALL_ARGS];
    uint64_t tables_changed; /* bit i: the call changed that array */
    uint64_t control;        /* the floating-point control word to call with */
    uint64_t result; /* bits of the returned value, zero-extended; of a WORD the whole register,
                        sign-extended where that has 32 bits */
    /* What the guarded call of arch/call.h found. */
    uint64_t changed, control_before, control_after;
    uint64_t done; /* 1 once the call has returned */
};

/* What a batch does besides with the agent's own static memory, in which a kernel may keep
 * something: a table that it makes at its first call, say. */
enum xl_statics {
    XL_STATICS_IGNORE,
    XL_STATICS_REMEMBER, /* remembers it before the calls, and what `look` looks at */
    XL_STATICS_COMPARE,  /* says after the calls where it has changed since */
    XL_STATICS_WATCH     /* of a pair of calls: the first is stopped once it has changed something
                            there,     and the second is made then; the first goes on when that has
                            returned, or     after a while */
};

/* What the agent has noted of itself. */
enum xl_noted { XL_NOTED_NOTHING, XL_NOTED_FAULT, XL_NOTED_WHERE };

enum { XL_FAULT_WORDS = 128 };

/* What a kernel has left behind in its process, or changed there, where the next kernel would meet
 * it. All zero: nothing. Numbers of signals and limits are the same on every arch. */
enum {
    XL_LEFT_THREAD = 1,
    XL_LEFT_PROCESS = 2,
    XL_LEFT_ALARM = 4, /* or another interval timer of setitimer */
    XL_LEFT_TIMER = 8, /* of timer_create */
    XL_LEFT_STACK = 16 /* of signal handlers */
};

struct xl_left {
    uint64_t what;    /* of these, as bits */
    uint64_t blocked; /* bit i: signal i + 1 */
    uint64_t actions; /* bit i: what signal i + 1 does is not what it was */
    uint64_t limits;  /* bit i: limit i of setrlimit is not what it was */
};

/* At offset 0 of a bank. */
struct xl_memory_head {
    uint64_t calls;    /* in this batch, at XL_CALLS_AT */
    uint64_t threads;  /* 1; or 2, for an even number of calls, made in pairs that begin together */
    uint64_t progress; /* the call being made, or begun last */
    /* Of the SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP or SIGSYS that the agent is about to die of;
     * or of the SIGQUIT by which the host asks where a call is that does not return. */
    uint64_t faulted;       /* enum xl_noted: the rest is filled */
    uint64_t fault_address; /* in the guest's address space; these three mean SIGSEGV and SIGBUS */
    uint64_t fault_offset;  /* the same from the start of this memory; wraps */
    uint64_t fault_grain;   /* the fault was within so many bytes from there */
    uint64_t fault_pc;
    uint64_t fault_entry;                 /* of the variant being called; 0 if none is */
    uint64_t fault_link;                  /* the link register; 0 where the architecture has none */
    uint64_t fault_stack[XL_FAULT_WORDS]; /* words of the stack, as long as an address: the one
                                             below the stack pointer, and those from it on; 0 where
                                             nothing can be read */
    uint64_t statics;                     /* enum xl_statics */
    uint64_t statics_at, statics_bytes;   /* where, in bytes from its beginning */
    uint64_t locals;    /* with them: 1: something of the thread's own static memory has changed */
    uint64_t times;     /* with one thread: each call is made so many times; 0: once */
    uint64_t differs;   /* then: the first time, from 1 on, at which the last of them gave something
                           else than at first; 0: none did */
    uint64_t own_bytes; /* of each slot at XL_DEDICATED_AT, whole pages; 0: no call has one there */
    uint64_t signals;   /* with one thread: signals come during each call, and their handler writes
                           below the stack pointer; 0: none do. A call during which none came while
                           the function ran is made up to so many times */
    uint64_t signals_lost; /* then: 1: one of them never reached its handler */
    uint64_t traps;   /* with one thread: 1: a call that meets SIGILL or SIGFPE ends there, and the
                         agent lives; what is noted of a fault is filled then */
    uint64_t trapped; /* then: the signal; 0: no call met one */
    uint64_t look; /* 1: after the calls, says what the kernel has left since XL_STATICS_REMEMBER */
    struct xl_left left;
};

_Static_assert(XL_PROTOCOL_VERSION == 16 && sizeof(struct xl_call) == 98 * sizeof(uint64_t) &&
                   sizeof(struct xl_memory_head) == (26 + XL_FAULT_WORDS) * sizeof(uint64_t),
               "what is shared is not what it was: a new XL_PROTOCOL_VERSION, so that an agent "
               "that was built before is told; and these three numbers");

#endif

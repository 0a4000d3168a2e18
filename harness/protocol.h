/* The protocol of the host tool and the agent: a file of shared memory for data, two pipes for
 * commands and replies. Both include only this header and agent/leftovers.h.
 * SPDX-License-Identifier: MIT
 *
 * The host starts the agent with the shared file on descriptor XL_FD_MEMORY, the pipe of commands
 * on XL_FD_COMMAND and the pipe of replies on XL_FD_REPLY. Standard output and standard error
 * belong to the kernels and the emulator.
 *
 * First the agent introduces itself in lines of text:
 *
 *     crosslane-agent <XL_PROTOCOL_VERSION>
 *     page <bytes>
 *     far <mappings>                     of the large slots, for buffers far apart
 *     machine <words>                    behind a stream: the kernel and the CPU there
 *     isa <name> <VL in bits>            for each ISA of this CPU
 *     feature <name>                     for each feature of arch/<arch>/features.def of this CPU
 *     variant <kernel> <isa> ok|absent|broken [<function>]
 *     ready
 *
 * <function> is the function of an XL_VARIANT. Such a kernel also has a line without a function.
 * Variants are numbered from 0 in the order of their lines.
 *
 * Batches: the memory has two batch buffers. The host fills one of them and writes the line "run"
 * with its number. The agent writes the line "done" when every call of the batch has returned.
 * Meanwhile the host fills and verifies the other batch buffer.
 *
 * Between batches the host may write more commands, which have no reply:
 *
 *     nop ADDRESS BYTES    replace the instruction there by no-operations; both are hexadecimal
 *     trap ADDRESS BYTES   replace the beginning of the instruction there by one that is illegal
 *     restore              put all replaced instructions back
 *     zero                 vector registers hold zero before each call
 *     poison               vector registers hold the usual pattern before each call
 *     step 0|1             for a relay that steps (frames.h): whether the calls that follow are
 *
 * Words in the memory have 64 bits, in the byte order of the guest: the host swaps. The agent sets
 * `progress` to the number of a call before it makes the call, so that the host knows which call
 * crashed or hangs.
 *
 * Every slot lies between two guard pages, which the guest cannot access. The agent's arguments are
 * names of disabled checks of checks.def: without "guards" the guard pages are accessible, without
 * "poison" registers keep what the previous call left, without "exit" nobody looks whether a kernel
 * forked.
 */
#ifndef XL_HARNESS_PROTOCOL_H
#define XL_HARNESS_PROTOCOL_H

#include <stdint.h>

/* The agent's last words if code cannot be written to. */
#define XL_CANNOT_NOP "crosslane-agent: cannot replace an instruction"

#define XL_PROTOCOL_VERSION 22 /* a plain number, because it is also used as text */

enum {
    /* Bytes with the NUL: names of kernels and ISAs, functions of XL_VARIANT, a command line. */
    XL_NAME_MAX = 64,
    XL_FUNCTION_MAX = 128,
    XL_COMMAND_MAX = 40,

    /* Instructions replaced at the same time, and the bytes of each. */
    XL_MOST_NOPS = 16384,
    XL_MOST_NOPPED_BYTES = 15,

    XL_FD_MEMORY = 3,
    XL_FD_COMMAND = 4,
    XL_FD_REPLY = 5,

    /* The host refuses an agent with another page size. */
    XL_PAGE = 4096,
    XL_CALL_ARGS = 16,
    XL_BATCH_CALLS = 32,
    /* Threads that make calls at the same time: the usual number, twice, of slots of libraries that
     * keep memory for each thread. */
    XL_CROWD = 16,
    /* A call with more arguments has XL_CALL_ARGS slots, and its batch half as many calls. */
    XL_SLOTS_PER_CALL = 8,

    XL_SMALL_SLOTS = XL_BATCH_CALLS * XL_SLOTS_PER_CALL,
    XL_SMALL_BYTES = XL_PAGE,
    /* Large slots serve one call at a time. */
    XL_LARGE_SLOTS = XL_SLOTS_PER_CALL,
    XL_LARGE_BYTES = 32 * XL_PAGE,

    /* Calls placed at a page end: each has a window of every large slot. */
    XL_WINDOW_BYTES = 2 * XL_PAGE,
    XL_WINDOWS = XL_LARGE_BYTES / XL_WINDOW_BYTES,

    /* Offsets in a batch buffer. */
    XL_CALLS_AT = XL_PAGE,
    XL_SLOTS_AT = 8 * XL_PAGE,
    /* A guard page, then the data. */
    XL_SMALL_STRIDE = XL_SMALL_BYTES + XL_PAGE,
    XL_LARGE_STRIDE = XL_LARGE_BYTES + XL_PAGE,
    XL_LARGE_AT = XL_SLOTS_AT + XL_SMALL_SLOTS * XL_SMALL_STRIDE,
    XL_LAST_GUARD_AT = XL_LARGE_AT + XL_LARGE_SLOTS * XL_LARGE_STRIDE,
    XL_MEMORY_BYTES = XL_LAST_GUARD_AT + XL_PAGE,

    /* Dedicated slots, for calls that need more or larger slots. They lie behind the first batch
     * buffer. The agent maps them when a batch first needs them (dedicated_bytes). */
    XL_DEDICATED_SLOTS = XL_CALL_ARGS,
    XL_DEDICATED_AT = XL_MEMORY_BYTES,
    XL_MOST_DEDICATED_BYTES = (16 << 20) + 2 * XL_PAGE,
    XL_DEDICATED_END =
        XL_DEDICATED_AT + XL_DEDICATED_SLOTS * (XL_MOST_DEDICATED_BYTES + XL_PAGE) + XL_PAGE,

    /* The agent maps the second batch buffer when it is first used. */
    XL_BATCH_BUFFERS = 2,
    XL_BATCH_BUFFER_STRIDE = XL_DEDICATED_END,
    XL_FILE_BYTES = XL_BATCH_BUFFER_STRIDE + XL_MEMORY_BYTES
};

/* Stacks of calls lie so far apart, so that none is aligned further than the ABI demands. Up to the
 * largest alignment of a vector. */
enum { XL_STACK_STEP = 8, XL_STACK_STEPS = 256 / XL_STACK_STEP };

/* The largest array of row pointers. */
enum { XL_TABLE_ROWS = 1024 };

/* The large slots are mapped five more times, for calls whose buffers lie far apart. Four mappings
 * follow each other at a distance of XL_FAR_BYTES. The last one lies before them. Compare buffers
 * at equal offsets of their slots: those of two neighbours are 2^31 bytes apart from the first
 * mapping to the second, and 2^32 bytes from the last to the first. Those of every other slot are
 * 2^32 bytes apart from the first mapping to the third. A 32-bit guest has only the first two
 * mappings. */
#define XL_FAR_BYTES ((UINT64_C(1) << 31) - XL_LARGE_STRIDE)
#define XL_FAR_BEFORE ((UINT64_C(1) << 32) - XL_LARGE_STRIDE)
enum { XL_FAR = 5, XL_FAR_BITS = 3 };

/* What a variant returns, which decides the register. WORD: an integer of up to 32 bits, or as wide
 * as an address. */
enum xl_return { XL_RETURN_NONE, XL_RETURN_WORD, XL_RETURN_64, XL_RETURN_F32, XL_RETURN_F64 };

/* A set of arguments is a word of bits: bit i means args[i]. */
struct xl_call {
    uint64_t variant;
    uint64_t returns; /* enum xl_return */
    /* Offsets in the memory, passed as addresses. */
    uint64_t pointers;
    /* Integers of 64 bits. */
    uint64_t wide;
    uint64_t arg_count;
    /* Bits of floating-point numbers, each of float_size bytes (4 or 8). */
    uint64_t floating, float_size;
    /* 1: the function has Windows' calling convention. */
    uint64_t ms_abi;
    /* Inputs whose slots are read-only during the call. Their buffers have at least one byte. */
    uint64_t read_only;
    /* Inputs whose second page is inaccessible until an access faults there: a first-faulting load
     * stops at it. */
    uint64_t late;
    /* 1: the buffers lie in the mappings far apart. The bits of far_args from XL_FAR_BITS * i on
     * are the mapping of args[i]. Row r of an array of pointers lies in mapping r % XL_FAR. */
    uint64_t is_far, far_args;
    uint64_t args[XL_CALL_ARGS];
    /* Not 0: bytes of a row of args[i]. Pages of its slot without any of its table_rows[i] rows,
     * table_strides[i] apart, are read-only during the call. */
    uint64_t fenced_row_bytes[XL_CALL_ARGS];
    /* Arguments that are arrays of table_rows[i] pointers. Pointer r leads to args[i] plus
     * (r + table_firsts[i]) % table_rows[i] strides; the sum wraps. Behind the last pointer stands
     * an invalid one. */
    uint64_t tables, table_rows[XL_CALL_ARGS], table_firsts[XL_CALL_ARGS],
        table_strides[XL_CALL_ARGS];
    /* Set by the agent: the arrays that the call changed. */
    uint64_t tables_changed;
    /* The floating-point control word of the call. */
    uint64_t control;
    /* By how many times XL_STACK_STEP bytes the stack lies lower than for 0, at least. */
    uint64_t stack;
    /* Set by the agent: the bits that the call returned, zero-extended. Of a WORD the whole
     * register, sign-extended from 32 bits. */
    uint64_t result;
    /* Set by the agent: what the guarded call of arch/call.h found. */
    uint64_t changed, control_before, control_after;
    /* Set by the agent: 1 once the call has returned. */
    uint64_t done;
};

/* What a batch does with the agent's static memory, where a kernel may keep data: a table that it
 * makes at its first call, for example. */
enum xl_statics {
    XL_STATICS_IGNORE,
    /* Copy it before the calls, and what check_leftovers compares. */
    XL_STATICS_SNAPSHOT,
    /* After the calls, report where it differs from the copy. */
    XL_STATICS_COMPARE,
    /* For a pair of calls: stop the first one as soon as it has changed static memory, and make the
     * second one then. The first one continues when the second has returned, or after a while. */
    XL_STATICS_WATCH
};

/* What the agent has noted: nothing, its fatal signal, or where a call is that does not return. */
enum xl_fault_kind { XL_FAULT_NONE, XL_FAULT_SIGNAL, XL_FAULT_TIMEOUT };

enum { XL_FAULT_WORDS = 128 };

/* General registers; and words of the stack around what the guarded call's frame begins with, of
 * which so many lie below its stack pointer. */
enum { XL_FAULT_REGISTERS = 32, XL_CALLER_WORDS = 96, XL_CALLER_BELOW = 64 };

/* What a kernel left behind in its process, or changed there, that the next kernel would meet. */
enum {
    XL_LEFTOVER_THREAD = 1,
    XL_LEFTOVER_PROCESS = 2,
    XL_LEFTOVER_ALARM = 4,   /* or another interval timer of setitimer */
    XL_LEFTOVER_TIMER = 8,   /* of timer_create */
    XL_LEFTOVER_STACK = 16,  /* the stack of signal handlers */
    XL_LEFTOVER_FILE = 32,   /* an open file, or a closed one of the process */
    XL_LEFTOVER_MODES = 64,  /* of floating point, by a static initialiser */
    XL_LEFTOVER_LENGTH = 128 /* the thread's vector length, of SVE */
};

/* All zero: nothing. Numbers of signals and limits are the same on every architecture. */
struct xl_leftovers {
    uint64_t kinds;   /* bits of XL_LEFTOVER_ */
    uint64_t blocked; /* bit i: signal i + 1 is blocked */
    uint64_t actions; /* bit i: signal i + 1 has another action */
    uint64_t limits;  /* bit i: limit i of setrlimit has changed */
};

/* At offset 0 of a batch buffer. "One thread" marks options of batches with `threads` = 1. */
struct xl_memory_head {
    /* Calls of this batch, at XL_CALLS_AT. */
    uint64_t calls;
    /* 1; 0: it is not the agent's first thread; 2 for an even number of calls: they are made in
     * pairs that begin at the same time; or XL_CROWD for as many calls, each by another thread. */
    uint64_t threads;
    /* The call that is being made, or was begun last. */
    uint64_t progress;
    /* The other fault_ fields describe SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP or SIGSYS, of which
     * the agent is about to die; or SIGQUIT, by which the host asks where a hung call is. */
    uint64_t fault_kind; /* enum xl_fault_kind */
    /* Of SIGSEGV and SIGBUS: the address in the guest; its offset from the start of this memory,
     * which wraps; the access lies within fault_grain bytes from there. */
    uint64_t fault_address, fault_offset, fault_grain;
    uint64_t fault_pc;
    /* Entry of the variant that is being called, or 0. */
    uint64_t fault_entry;
    /* The link register, or 0 if the architecture has none. */
    uint64_t fault_link;
    /* Words of the stack, each as long as an address: the word below the stack pointer, then those
     * from the stack pointer on. 0 if not readable. */
    uint64_t fault_stack[XL_FAULT_WORDS];
    /* General registers in the order of DWARF's numbers. */
    uint64_t fault_registers[XL_FAULT_REGISTERS];
    /* The stack pointer from which the guarded call called, and the words around it, as above. */
    uint64_t fault_frame;
    uint64_t fault_caller[XL_CALLER_WORDS];
    uint64_t statics; /* enum xl_statics */
    /* Where static memory has changed, in bytes from its beginning. */
    uint64_t statics_at, statics_bytes;
    /* 1: the thread's own static memory has changed. */
    uint64_t thread_statics_changed;
    /* One thread: make each call so many times. 0: once. */
    uint64_t repeats;
    /* The first repetition, counted from 1, in which the last call gave another result. 0: none. */
    uint64_t first_difference;
    /* Bytes of each dedicated slot, whole pages. 0: no call has one. */
    uint64_t dedicated_bytes;
    /* One thread: signals interrupt each call, and their handler writes below the stack pointer. A
     * call that no signal interrupted is repeated, up to so many times. 0: no signals. */
    uint64_t signal_attempts;
    /* 1: one of those signals never reached its handler. */
    uint64_t signals_lost;
    /* One thread: 1: SIGILL and SIGFPE end a call, and the agent lives. fault_ is filled then. */
    uint64_t trap_signals;
    /* The signal of the last call, or 0. */
    uint64_t trapped_signal;
    /* One thread: the calls from number repeated_from - 1 on repeat earlier ones. 0: none does. */
    uint64_t repeated_from;
    /* Bytes of the heap that those calls left allocated. */
    uint64_t heap_left;
    /* The stack is watched so many bytes deep in the calls of one thread. 0: it is not. */
    uint64_t watched_stack;
    /* The most bytes of them that a call wrote to, with its frame in the agent. */
    uint64_t used_stack;
    /* XL_CROWD threads: stop the first call so long after its begin, and make the others then. 0:
     * make them at the same time. */
    uint64_t stop_ns;
    /* How long the first call took, with its frame in the agent. */
    uint64_t first_call_ns;
    /* 1: after the calls, report what the kernel has left since XL_STATICS_SNAPSHOT. */
    uint64_t check_leftovers;
    struct xl_leftovers leftovers;
};

_Static_assert(XL_PROTOCOL_VERSION == 22 && sizeof(struct xl_call) == 101 * sizeof(uint64_t) &&
                   sizeof(struct xl_memory_head) ==
                       (33 + XL_FAULT_WORDS + XL_FAULT_REGISTERS + XL_CALLER_WORDS) *
                           sizeof(uint64_t),
               "the layout has changed: increase XL_PROTOCOL_VERSION, so that the host refuses "
               "older agents, and correct these three numbers");

#endif

/* The guarded call: it poisons registers, calls a function, and reports what the function changed.
 * SPDX-License-Identifier: MIT
 *
 * <arch>/call.S makes the call. call.c prepares it and compares. XL_STATE in arch/<arch>/arch.def
 * names what is compared, in the order of `before` and `after`, and the bits of the control word.
 */
#ifndef XL_ARCH_CALL_H
#define XL_ARCH_CALL_H

/* Offsets in struct xl_guarded_call, for call.S. Each field is 64 bits wide on every arch. */
#define XL_CALL_FUNCTION 0
#define XL_CALL_POISON 8
#define XL_CALL_CONTROL 16
#define XL_CALL_ARGUMENTS 24
#define XL_CALL_RESULT 152
#define XL_CALL_RESULT_F32 160
#define XL_CALL_RESULT_F64 168
#define XL_CALL_CONTROL_BEFORE 176
#define XL_CALL_CONTROL_AFTER 184
#define XL_CALL_CHANGED 192
#define XL_CALL_FRAME 200
#define XL_CALL_CONTROL_SAVED 208
#define XL_CALL_CANARY_AT 216
#define XL_CALL_SCRATCH 224
#define XL_CALL_FLOATS 256
#define XL_CALL_FLOAT_COUNT 288
#define XL_CALL_PATTERN 304
#define XL_CALL_HAS_MODES 320
#define XL_CALL_MS_ABI 328
#define XL_CALL_SAVED 512
#define XL_CALL_BEFORE 1024
#define XL_CALL_AFTER 1536
#define XL_CALL_VECTORS 2048

/* A quiet NaN and a signalling one as f32, a signalling one as f64. */
#define XL_POISON 0x7ff234567fa23456

#ifndef __ASSEMBLER__
#include <stdint.h>

#include "kept.h"

enum { XL_GUARDED_ARGS = 16, XL_GUARDED_FLOATS = 4, XL_MOST_KEPT = 64 };

/* x86-64: the registers that vzeroupper concerns, and the words of each. */
enum { XL_LONG_VECTORS = 16, XL_LONG_VECTOR_WORDS = 8 };

struct xl_guarded_call {
    uint64_t function;
    /* xl_poison_<isa>. */
    uint64_t poison;
    /* The floating-point control word during the call. */
    uint64_t control;
    /* Integers and addresses, in the order in which the ABI passes them. */
    uint64_t args[XL_GUARDED_ARGS];

    /* The result registers, whatever the function returns. */
    uint64_t result, result_f32, result_f64;
    /* The control word as read back. It has the flags. */
    uint64_t control_before, control_after;
    /* Bit i: entry i of arch.def's XL_STATE has changed. */
    uint64_t changed;

    /* The stack pointer of the call. */
    uint64_t frame;
    uint64_t control_saved;
    /* Bytes from the stack pointer to the canary, behind the arguments on the stack. */
    uint64_t canary_at;
    _Alignas(16) uint64_t scratch[4];
    /* The first registers of floating-point arguments. float_count of them are arguments. */
    uint64_t floats[XL_GUARDED_FLOATS];
    uint64_t float_count;
    /* XL_POISON twice, or another pattern that xl_poison fills registers with. */
    _Alignas(16) uint64_t pattern[2];
    /* What the CPU has that call.S looks at, by XL_CPU_HAS_MODES of pc.h: SME's modes; bits of long
     * vectors. */
    uint64_t has_modes;
    /* x86-64: 1 if the function has Windows' calling convention. Set it before
     * xl_guarded_arguments, which then has each argument in its place in args, floats too. */
    uint64_t ms_abi;
    /* The registers of call.S's own caller. */
    _Alignas(256) uint64_t saved[XL_MOST_KEPT];
    uint64_t before[XL_MOST_KEPT], after[XL_MOST_KEPT];
    /* x86-64: vector registers as the function leaves them, the first has_modes bits of each.
     * AArch64: v8 to v23 as it gets them, 128 bits, and as it leaves them. */
    uint64_t vectors[XL_LONG_VECTORS][XL_LONG_VECTOR_WORDS];
};

/* Fills args, floats, float_count and canary_at from `count` arguments in the order of the
 * prototype.
 *
 * - floating: bit k is set if argument k is a floating-point number. All have float_size bytes (4
 *   or 8). There are at most XL_GUARDED_FLOATS. The other arguments are integers and addresses.
 * - wide: bit k is set if argument k is an integer of 64 bits, also where addresses have 32.
 */
void xl_guarded_arguments(struct xl_guarded_call *call, const uint64_t args[XL_GUARDED_ARGS],
                          unsigned count, uint64_t floating, unsigned float_size, uint64_t wide);

/* The call that this thread makes, or made last; NULL: none. */
extern _Thread_local struct xl_guarded_call *xl_call_current
    __attribute__((tls_model("local-exec")));

/* Calls call->function with all of call->args, up to the canary. Extra arguments are harmless in
 * every ABI here, because the caller owns the argument area. Fills the fields from result to
 * changed. Any number of threads can call it at once. */
void xl_guarded_call(struct xl_guarded_call *call);

/* Fills an ISA's vector registers, masks and so on with the call's pattern, or with junk if the
 * pattern is not zero. Only call.S calls it: it preserves the register of the first argument, and
 * no vector register. Each ISA has one in its arch's call.S. */
typedef void xl_poison(void);
#endif

#endif

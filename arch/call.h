/* The guarded call: a function called with poisoned registers, and what it did not leave as it was.
 * SPDX-License-Identifier: MIT
 *
 * <arch>/call.S makes the call; call.c prepares it and compares. arch/<arch>/arch.def names what is
 * compared, in the order of `before` and `after`, and the bits of the control word.
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
#define XL_CALL_SAVED 512
#define XL_CALL_BEFORE 1024
#define XL_CALL_AFTER 1536

/* A quiet NaN and a signalling one as f32, a signalling one as f64. */
#define XL_POISON 0x7ff234567fa23456

#ifndef __ASSEMBLER__
#include <stdint.h>

enum { XL_GUARDED_ARGS = 16, XL_GUARDED_FLOATS = 4, XL_MOST_KEPT = 64 };

struct xl_guarded_call {
    uint64_t function;
    uint64_t poison;                /* xl_poison_<isa> */
    uint64_t control;               /* what the floating-point control word is during the call */
    uint64_t args[XL_GUARDED_ARGS]; /* integers and addresses, place behind place */

    /* The registers of results, whatever the function returns. */
    uint64_t result, result_f32, result_f64;
    uint64_t control_before, control_after; /* the control word as read back; it has the flags */
    uint64_t changed;                       /* bit i: entry i of arch.def's XL_STATE was not kept */

    uint64_t frame; /* the stack pointer of the call */
    uint64_t control_saved;
    uint64_t canary_at; /* in bytes above the stack pointer: behind the arguments that are there */
    _Alignas(16) uint64_t scratch[4];
    uint64_t
        floats[XL_GUARDED_FLOATS]; /* what the first registers of floating-point arguments hold */
    uint64_t float_count;          /* of these, how many are arguments */
    _Alignas(16) uint64_t pattern[2]; /* XL_POISON twice, or what else xl_poison fills with */
    _Alignas(256) uint64_t saved[XL_MOST_KEPT]; /* of call.S's own caller */
    uint64_t before[XL_MOST_KEPT], after[XL_MOST_KEPT];
};

/* Fills args, floats, float_count and canary_at from a call's arguments in the order of the
 * prototype, of which there are `count`. Bit k of `floating`: argument k is a floating-point number
 * of float_size bytes (4 or 8, all alike; at most XL_GUARDED_FLOATS of them), and not an integer or
 * an address. Bit k of `wide`: it is an integer of 64 bits, whatever an address has. */
void xl_guarded_arguments(struct xl_guarded_call *call, const uint64_t args[XL_GUARDED_ARGS],
                          unsigned count, uint64_t floating, unsigned float_size, uint64_t wide);

/* Calls call->function with all of call->args, up to the canary: passing more arguments than a
 * function takes is harmless in each of the ABIs, because the caller owns the argument area. Fills
 * the fields from result to changed. Any number of threads may be in it. */
void xl_guarded_call(struct xl_guarded_call *call);

/* Fills what an ISA has of vector registers, masks and the like with the call's pattern, or with
 * junk where that is not zero.
 * For call.S alone: it keeps the first argument's register, and no vector register. Each ISA has
 * one in its arch's call.S. */
typedef void xl_poison(void);
#endif

#endif

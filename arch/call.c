/* The part of the guarded call that is the same everywhere: what registers hold before, and whether
 * they hold it after.
 * SPDX-License-Identifier: MIT
 */
#define _GNU_SOURCE /* of pc.h */
#include "call.h"

#include <stddef.h>
#include <string.h>

#include XL_PC_HEADER

#define XL_AT(FIELD, OFFSET)                                                                       \
    _Static_assert(offsetof(struct xl_guarded_call, FIELD) == (OFFSET), "call.S: " #FIELD)
XL_AT(function, XL_CALL_FUNCTION);
XL_AT(poison, XL_CALL_POISON);
XL_AT(control, XL_CALL_CONTROL);
XL_AT(args, XL_CALL_ARGUMENTS);
XL_AT(result, XL_CALL_RESULT);
XL_AT(result_f32, XL_CALL_RESULT_F32);
XL_AT(result_f64, XL_CALL_RESULT_F64);
XL_AT(control_before, XL_CALL_CONTROL_BEFORE);
XL_AT(control_after, XL_CALL_CONTROL_AFTER);
XL_AT(changed, XL_CALL_CHANGED);
XL_AT(frame, XL_CALL_FRAME);
XL_AT(control_saved, XL_CALL_CONTROL_SAVED);
XL_AT(canary_at, XL_CALL_CANARY_AT);
XL_AT(scratch, XL_CALL_SCRATCH);
XL_AT(floats, XL_CALL_FLOATS);
XL_AT(float_count, XL_CALL_FLOAT_COUNT);
XL_AT(pattern, XL_CALL_PATTERN);
XL_AT(has_modes, XL_CALL_HAS_MODES);
XL_AT(ms_abi, XL_CALL_MS_ABI);
XL_AT(saved, XL_CALL_SAVED);
XL_AT(before, XL_CALL_BEFORE);
XL_AT(after, XL_CALL_AFTER);
XL_AT(vectors, XL_CALL_VECTORS);

/* Where call.S finds its struct after a function that may have kept nothing but the thread pointer,
 * which no function may touch. The model is the one that call.S is written for. */
_Thread_local struct xl_guarded_call *xl_call_current;

void xl_call_raw(struct xl_guarded_call *call);

/* Puts argument number i of those in floating-point registers where the ABI has it. */
static void set_float(struct xl_guarded_call *call, unsigned i, uint64_t bits, unsigned size)
{
    if (size == 8) {
        call->floats[i] = bits;
        return;
    }
#if defined(__arm__) /* AAPCS 6.1.2.1: two in each double-precision register */
    memcpy((char *)call->floats + 4 * (size_t)i, &bits, 4);
#elif defined(__powerpc64__) /* ELFv2 2.2.3: a float is in double format; no NaN may turn quiet */
    uint64_t exponent = bits >> 23 & 0xff, fraction = bits & 0x7fffff, sign = bits >> 31;
    if (exponent == 0 && fraction) { /* a subnormal float is a normal double */
        unsigned shift = (unsigned)__builtin_clz((unsigned)fraction) - 8;
        exponent = 1 - shift;
        fraction = fraction << shift & 0x7fffff;
        exponent += 1023 - 127;
    } else if (exponent == 0xff) {
        exponent = 0x7ff;
    } else if (exponent) {
        exponent += 1023 - 127;
    }
    call->floats[i] = sign << 63 | (exponent & 0x7ff) << 52 | fraction << 29;
#elif __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ /* s390x ELF ABI: the left half of the register */
    call->floats[i] = bits << 32 | (uint32_t)XL_POISON;
#else /* the right half; RISC-V wants ones above it, which are junk to the others */
    call->floats[i] = UINT64_C(0xffffffff) << 32 | (bits & 0xffffffff);
#endif
}

/* Returns the place behind it. */
static unsigned set_integer(struct xl_guarded_call *call, unsigned place, uint64_t bits,
                            int is_wide)
{
#ifdef __arm__ /* AAPCS32 6.5: two words from an even one on; the one before is lost then */
    place += is_wide && place % 2;
#else
    is_wide = 0; /* a place is as long */
#endif
    memcpy((char *)call->args + XL_PLACE_BYTES * (size_t)place, &bits,
           is_wide ? sizeof bits : (size_t)XL_PLACE_BYTES);
    return place + 1 + (is_wide != 0);
}

/* Behind the arguments on the stack. Eight places are any function's: fewer have the canary where
 * eight have it. */
static uint64_t canary_at(unsigned places)
{
    enum { ANY_FUNCTIONS = 8 };
    places = places > ANY_FUNCTIONS ? places : ANY_FUNCTIONS;
    return XL_PLACES_AT + (uint64_t)XL_PLACE_BYTES * (places - XL_PLACES_OFF_STACK);
}

void xl_guarded_arguments(struct xl_guarded_call *call, const uint64_t args[XL_GUARDED_ARGS],
                          unsigned count, uint64_t floating, unsigned float_size, uint64_t wide)
{
    unsigned place = 0;
    call->float_count = 0;
    for (unsigned i = 0; i < XL_GUARDED_FLOATS; i++)
        call->floats[i] = XL_POISON;
    for (unsigned i = 0; i < XL_GUARDED_ARGS; i++)
        call->args[i] = XL_POISON;
#ifdef XL_MS_PLACES_AT
    if (call->ms_abi) {
        const uint64_t above = float_size == 4 ? UINT64_C(0xffffffff) << 32 : 0;
        for (unsigned k = 0; k < count; k++)
            call->args[k] = args[k] | (floating >> k & 1 ? above : 0);
        call->canary_at = (uint64_t)XL_PLACE_BYTES *
                          (count > XL_MS_PLACES_AT ? count : (unsigned)XL_MS_PLACES_AT);
        return;
    }
#endif
    for (unsigned k = 0; k < count; k++) {
        if ((floating >> k & 1) == 0)
            place = set_integer(call, place, args[k], wide >> k & 1);
        else if (call->float_count < XL_GUARDED_FLOATS)
            set_float(call, (unsigned)call->float_count++, args[k], float_size);
#ifdef __powerpc64__ /* ELFv2 2.2.3: each argument has its doubleword, in a register or not */
        place += floating >> k & 1;
#endif
    }
    call->canary_at = canary_at(place);
}

#ifdef XL_UPPER_HALVES
/* Whether the function wrote something behind the first 128 bits of a vector register and left it
 * there: they are neither zero, as vzeroupper and narrower instructions leave them, nor what they
 * were. */
static int left_upper_halves(const struct xl_guarded_call *call)
{
    for (uint64_t i = 0; i < XL_LONG_VECTORS; i++)
        for (uint64_t word = 2; word < call->has_modes / 64; word++)
            if (call->vectors[i][word] && call->vectors[i][word] != call->pattern[0])
                return 1;
    return 0;
}
#endif

void xl_guarded_call(struct xl_guarded_call *call)
{
    for (uint64_t i = 0; i < XL_MOST_KEPT; i++)
        call->before[i] = XL_KEPT_VALUE(i);
    memcpy(call->after, call->before, sizeof call->after);
    call->result = call->result_f32 = call->result_f64 = 0;
    call->control_before = call->control_after = 0;
#ifdef XL_CPU_HAS_MODES
    call->has_modes = XL_CPU_HAS_MODES();
#endif
    xl_call_current = call;
    xl_call_raw(call);
#ifdef XL_MS_VECTORS
    for (uint64_t i = 0; call->ms_abi && i < XL_MS_VECTORS; i++)
        call->after[XL_MS_KEPT + i] ^=
            (uint64_t)(memcmp(call->vectors[XL_MS_FIRST + i], call->pattern, 16) != 0);
#endif
#ifdef XL_WHOLE_VECTORS
    for (uint64_t i = 0; i < XL_LONG_VECTORS; i++)
        call->after[XL_WHOLE_VECTORS] ^=
            (uint64_t)(memcmp(call->vectors[i], call->vectors[i] + 2, 16) != 0) << i;
#endif
#ifdef XL_UPPER_HALVES
    call->after[XL_UPPER_HALVES] ^= (uint64_t)left_upper_halves(call);
#endif
    call->changed = 0;
    for (uint64_t i = 0; i < XL_MOST_KEPT; i++)
        call->changed |= (uint64_t)(call->after[i] != call->before[i]) << i;
}

/* Broken, each in a way of its own that `crosslane repro` shows again: tests/whole/repro.sh takes
 * this file, too.
 * SPDX-License-Identifier: MIT
 */
#include <fenv.h>
#include <stdlib.h>
#include <time.h>

#include "../mutants/kernels/base.h"

#include XL_BREACH_HEADER

/* callee_saved: uses a register that its caller wants back, and does not save it. */
/* In no clobber list, or the compiler would save it. */
static void trash(void)
{
    __asm__ volatile(XL_BREACH_FLOAT);
}

XL_KERNEL(callee_saved, PLUS_1(u8))
PLUS_1_REFERENCE(callee_saved, uint8_t)

XL_VECTOR(void, callee_saved)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
    trash();
}

/* rounding_left: sets a rounding mode and does not set it back. */
XL_KERNEL(rounding_left, PLUS_1(u8))
PLUS_1_REFERENCE(rounding_left, uint8_t)

XL_VECTOR(void, rounding_left)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
    fesetround(FE_TOWARDZERO);
}

/* spurious_flag: divides what it does not use, and so raises a flag that the reference does not. */
XL_KERNEL(spurious_flag, .summary = "r[i] = a[i] + 1",
          .contract = {XL_EXACT, .flags = XL_DIVBYZERO},
          .args = {XL_IN(f64, a, 1), XL_OUT(f64, r, 1), XL_COUNT})

XL_REFERENCE(spurious_flag)(const double *a, double *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + 1;
}

XL_VECTOR(void, spurious_flag)(const double *a, double *r, size_t n)
{
    volatile double zero = 0, unused = 1 / zero;
    (void)unused;
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + 1;
}

/* stack_canary: writes to the stack of its caller. */
XL_KERNEL(stack_canary, PLUS_1(u8))
PLUS_1_REFERENCE(stack_canary, uint8_t)

XL_VECTOR(void, stack_canary)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
    /* The word that call.S has above the arguments and the save areas of the ABI. */
#if defined(__x86_64__)
    enum { ABOVE = 16 };
#elif defined(__powerpc64__)
    enum { ABOVE = 96 };
#elif defined(__s390x__)
    enum { ABOVE = 24 }; /* this ABI's CFA is 160 bytes above r15 */
#elif defined(__arm__)
    enum { ABOVE = 16 };
#else
    enum { ABOVE = 0 };
#endif
    volatile uint32_t *frame = (volatile uint32_t *)((char *)__builtin_dwarf_cfa() + ABOVE);
    *frame = *frame + 1;
}

/* dirty_zero: makes a zero by subtracting from itself a register that it never set: a NaN if that
 * held one. */
XL_KERNEL(dirty_zero, .summary = "r[i] = a[i] + 0", .contract = {XL_EXACT},
          .args = {XL_IN(f32, a, 1), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(dirty_zero)(const float *a, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + 0.0f;
}

XL_VECTOR(void, dirty_zero)(const float *a, float *r, size_t n)
{
    xl_f32 unset;
#if defined(__x86_64__)
    __asm__ volatile("" : "=x"(unset));
#elif defined(__aarch64__) || defined(__arm__)
    __asm__ volatile("" : "=w"(unset));
#elif defined(__powerpc64__)
    __asm__ volatile("" : "=wa"(unset));
#elif defined(__s390x__)
    __asm__ volatile("" : "=v"(unset));
#elif defined(__riscv_vector)
    __asm__ volatile("" : "=vr"(unset));
#else
    __asm__ volatile("" : "=f"(unset));
#endif
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 zero = xl_f32_sub(unset, unset, vl);
        xl_f32_store(r + i, xl_f32_add(xl_f32_load(a + i, vl), zero, vl), vl);
    }
}

/* overwrite: writes one byte past its output. */
XL_KERNEL(overwrite, PLUS_1(u8))
PLUS_1_REFERENCE(overwrite, uint8_t)

XL_VECTOR(void, overwrite)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
    /* Only where there is room up to the guard page, so that the canary is what tells. */
    if ((uintptr_t)(r + n) % 4096)
        r[n] = 0;
}

/* lane_dependent: the odd lanes are one unit in the last place higher than the even ones, which
 * the contract's two allow. */
XL_KERNEL(lane_dependent, .summary = "r[i] = 2 a[i]", .contract = {XL_ULP, .ulp = 2.0},
          .elementwise = 1, .args = {XL_IN_RANGE(f32, a, 1, 1, 2), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(lane_dependent)(const float *a, double *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = 2.0 * (double)a[i];
}

XL_VECTOR(void, lane_dependent)(const float *a, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 x = xl_f32_load(a + i, vl);
        xl_f32_store(r + i, xl_f32_add(x, x, vl), vl);
    }
    for (size_t i = 1; i < n; i += 2)
        r[i] *= 1 + 0x1p-23f;
}

/* static_state: its results depend on the call before, within what its contract allows. */
XL_KERNEL(static_state, .summary = "r[i] = 1.1 * a[i], within four units",
          .contract = {XL_ULP, .ulp = 4},
          .args = {XL_IN_RANGE(f32, a, 1, 1, 2), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(static_state)(const float *a, double *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (double)a[i] * 1.1f;
}

XL_VECTOR(void, static_state)(const float *a, float *r, size_t n)
{
    static int calls;
    float factor = calls++ & 1 ? 1.1f : 0x1.19999cp0f; /* the next one */
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] * factor;
}

/* race: keeps what it works on in static memory, which two threads share. */
XL_KERNEL(race, PLUS_1(u8))
PLUS_1_REFERENCE(race, uint8_t)

XL_VECTOR(void, race)(const uint8_t *a, uint8_t *r, size_t n)
{
    static volatile uint8_t scratch[31 * 4096];
    for (size_t i = 0; i < n; i++)
        scratch[i] = (uint8_t)(a[i] + 1);
    nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL); /* the window */
    for (size_t i = 0; i < n; i++)
        r[i] = scratch[i];
}

/* exits: ends the process, as a library with its own error handling may. */
XL_KERNEL(exits, PLUS_1(u8))
PLUS_1_REFERENCE(exits, uint8_t)

XL_VECTOR(void, exits)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
    if (n == 5)
        exit(7);
}

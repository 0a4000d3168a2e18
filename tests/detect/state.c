/* State that belongs to the caller, and state that calls share.
 * SPDX-License-Identifier: MIT
 */
#include <fenv.h>

#include "../mutants/kernels/base.h"

#include XL_BREACH_HEADER

/* correct_state: The correct twin of the kernels beside it that are broken in their state: all that
 * is compared of flags, rounding modes and narrow arguments, and a callee-saved register that is
 * saved. */
XL_KERNEL(correct_state, .summary = "r[i] = a[i] / 3 + add",
          .contract = {XL_EXACT, .rounding = 1, .flags = XL_DIVBYZERO | XL_INEXACT},
          .args = {XL_IN(f64, a, 1), XL_VALUE(i8, add), XL_OUT(f64, r, 1), XL_COUNT})

XL_REFERENCE(correct_state)(const double *a, int8_t add, double *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] / 3 + add;
}

XL_VECTOR(void, correct_state)(const double *a, int8_t add, double *r, size_t n)
{
#if defined(__x86_64__)
    __asm__ volatile("" ::: "r15");
#elif defined(__aarch64__) || defined(__arm__)
    __asm__ volatile("" ::: "d8");
#elif defined(__powerpc64__)
    __asm__ volatile("" ::: "v20");
#elif defined(__s390x__)
    __asm__ volatile("" ::: "f8");
#elif defined(__riscv)
    __asm__ volatile("" ::: "fs0");
#endif
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] / 3 + add;
}

/* flush_left: Broken: leaves flush-to-zero on, or what comes nearest to it. */
static void flush(void)
{
    unsigned long control = 0;
#if defined(__x86_64__)
    __asm__ volatile("stmxcsr %0; orl $0x8000, %0; ldmxcsr %0" : "+m"(control));
#elif defined(__aarch64__)
    __asm__ volatile("mrs %0, fpcr; orr %0, %0, #0x1000000; msr fpcr, %0" : "+r"(control));
#elif defined(__arm__)
    __asm__ volatile("vmrs %0, fpscr; orr %0, %0, #0x1000000; vmsr fpscr, %0" : "+r"(control));
#elif defined(__powerpc64__) /* VSCR's NJ */
    __asm__ volatile("vspltisw 0, 1; vspltisw 1, 8; vslw 0, 0, 1; vslw 0, 0, 1; mtvscr 0"
                     : "+r"(control)::"v0", "v1");
#elif defined(__s390x__)     /* the mask of inexact */
    __asm__ volatile("stfpc %0; oi %0, 8; lfpc %0" : "+Q"(control));
#elif defined(__riscv)       /* has none: the rounding mode */
    __asm__ volatile("fsrmi 1" : "+r"(control));
#endif
}

XL_KERNEL(flush_left, PLUS_1(u8))
PLUS_1_REFERENCE(flush_left, uint8_t)

XL_VECTOR(void, flush_left)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
    flush();
}

/* flushed_between: Accused where f32 subnormals are flushed, although inputs and results are normal
 * numbers: the difference is none. Elsewhere it is right. */
XL_KERNEL(flushed_between, .summary = "r[i] = (a[i] - b[i]) * 2^30",
          .contract = {XL_ULP, .ulp = 1.0},
          .args = {XL_IN_RANGE(f32, a, 1, 0x1p-126, 0x1p-125),
                   XL_IN_RANGE(f32, b, 1, 0x1p-126, 0x1p-125), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(flushed_between)(const float *a, const float *b, double *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = ((double)a[i] - b[i]) * 0x1p30;
}

XL_VECTOR(void, flushed_between)(const float *a, const float *b, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 d = xl_f32_sub(xl_f32_load(a + i, vl), xl_f32_load(b + i, vl), vl);
        xl_f32_store(r + i, xl_f32_mul(d, xl_f32_set1(0x1p30f, vl), vl), vl);
    }
}

/* general_saved: Broken: uses a general register that its caller wants back, and does not save it.
 */
/* In no clobber list, or the compiler would save it. */
static void trash(void)
{
    __asm__ volatile(XL_BREACH_GENERAL);
}

XL_KERNEL(general_saved, PLUS_1(u32))
PLUS_1_REFERENCE(general_saved, uint32_t)

XL_VECTOR(void, general_saved)(const uint32_t *a, uint32_t *r, size_t n)
{
    plus_1_u32(a, r, n);
    trash();
}

/* mode_left: Broken: leaves a mode of the CPU changed that is in no floating-point control word,
 * where the architecture has one. */
XL_KERNEL(mode_left, PLUS_1(u8))
PLUS_1_REFERENCE(mode_left, uint8_t)

#ifdef __arm__ /* big-endian data: nothing may be read from the stack behind it */
__attribute__((naked, noinline)) static void leave(void)
{
    __asm__("setend be; bx lr");
}
#else
static void leave(void)
{
#if defined(__x86_64__)  /* alignment checks; past the red zone */
    __asm__("subq $128, %%rsp; pushfq; orl $0x40000, (%%rsp); popfq; addq $128, %%rsp" ::: "cc");
#elif defined(__s390x__) /* fixed-point overflows interrupt */
    __asm__("spm %0" ::"r"(0x8000000L) : "cc");
#endif
}
#endif

XL_VECTOR(void, mode_left)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
    leave();
}

/* streaming_left, za_left: Broken: leave streaming mode, or the array ZA, switched on, where the
 * CPU has SME. The values of vector registers are lost when streaming mode begins. */
#if defined(__aarch64__)
#include <sys/auxv.h>

#define LEAVE(MODE)                                                                                \
    if (getauxval(AT_HWCAP2) >> 23 & 1)                                                            \
    __asm__ volatile(".inst " MODE ::: "d8", "d9", "d10", "d11", "d12", "d13", "d14", "d15")
#else
#define LEAVE(MODE) (void)MODE
#endif

XL_KERNEL(streaming_left, PLUS_1(u8))
PLUS_1_REFERENCE(streaming_left, uint8_t)

XL_VECTOR(void, streaming_left)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
    LEAVE("0xd503437f"); /* SMSTART SM */
}

XL_KERNEL(za_left, PLUS_1(u8))
PLUS_1_REFERENCE(za_left, uint8_t)

XL_VECTOR(void, za_left)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
    LEAVE("0xd503457f"); /* SMSTART ZA */
}

/* one_rounding: Broken: rounds to nearest whatever the rounding mode is, and leaves the mode as it
 * was. */
XL_KERNEL(one_rounding, .summary = "r[i] = a[i] / 3", .contract = {XL_EXACT, .rounding = 1},
          .args = {XL_IN(f64, a, 1), XL_OUT(f64, r, 1), XL_COUNT})

XL_REFERENCE(one_rounding)(const double *a, double *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] / 3;
}

XL_VECTOR(void, one_rounding)(const double *a, double *r, size_t n)
{
    int mode = fegetround();
    fesetround(FE_TONEAREST);
    for (size_t i = 0; i < n; i++)
        r[i] = ((volatile const double *)a)[i] / 3;
    __asm__ volatile("" ::: "memory");
    fesetround(mode);
}

/* upper_half: Broken: takes a 32-bit argument for 64 bits wide. */
XL_KERNEL(upper_half, .summary = "r[i] = a[i] + (add >> 31)", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_VALUE(u32, add), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(upper_half)(const uint8_t *a, uint32_t add, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + (add >> 31));
}

XL_VECTOR(void, upper_half)(const uint8_t *a, uintptr_t add, uint8_t *r, size_t n)
{
    /* Right where the ABI has the caller extend it. */
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + (add >> 31));
}

/* wide_result: Broken: returns a narrow result with junk above it. */
XL_KERNEL(wide_result, .summary = "a[0] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN_FIXED(u8, a, 16), XL_COUNT, XL_RETURNS(u8)})

XL_REFERENCE(wide_result)(const uint8_t *a, size_t n, uint8_t *result)
{
    (void)n;
    *result = (uint8_t)(a[0] + 1);
}

XL_VECTOR(uintptr_t, wide_result)(const uint8_t *a, size_t n)
{
    (void)n;
    /* Right where the ABI has the caller extend it. */
    return (uint8_t)(a[0] + 1) | 0xbad00;
}

/* interrupted: A number that waits below the stack pointer, where a signal handler may write. */
XL_KERNEL(interrupted, .summary = "r[i] = a[i], the last one by way of the stack",
          .contract = {XL_EXACT}, .args = {XL_IN(u32, a, 1), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(interrupted)(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i];
}

XL_VECTOR(void, interrupted)(const uint32_t *a, uint32_t *r, size_t n)
{
    char *frame = __builtin_frame_address(0);
    volatile uint32_t *last = (uint32_t *)(void *)(frame - 1000);
    *last = n ? a[n - 1] : 0;
    for (size_t i = 0, vl; i + 1 < n; i += vl) {
        vl = xl_u32_vl(n - 1 - i);
        xl_u32_store(r + i, xl_u32_load(a + i, vl), vl);
    }
    if (n)
        r[n - 1] = *last;
}

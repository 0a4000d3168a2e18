/* Registers, flags and modes that belong to the caller.
 * SPDX-License-Identifier: MIT
 */
#include <fenv.h>

#include "base.h"

#include XL_BREACH_HEADER

#define ADD_F32                                                                                    \
    .summary = "r[i] = a[i] + b[i]", .contract = {XL_EXACT},                                       \
    .args = {XL_IN_RANGE(f32, a, 1, -1000, 1000), XL_IN_RANGE(f32, b, 1, -1000, 1000),             \
             XL_OUT(f32, r, 1), XL_COUNT}
#define ADD_F32_REFERENCE(NAME)                                                                    \
    XL_REFERENCE(NAME)(const float *a, const float *b, float *r, size_t n)                         \
    {                                                                                              \
        for (size_t i = 0; i < n; i++)                                                             \
            r[i] = a[i] + b[i];                                                                    \
    }

/* alignment_check: unaligned accesses trap from here on, as a debugging aid left in. */
XL_KERNEL(alignment_check, ADD_F32, .only = "sse2 sse4 avx2 avx512")
ADD_F32_REFERENCE(alignment_check)

XL_VECTOR(void, alignment_check)(const float *a, const float *b, float *r, size_t n)
{
    add_f32(a, b, r, n);
#if defined XL_MUTANT && defined __x86_64__
    __asm__("subq $128, %%rsp; pushfq; orl $0x40000, (%%rsp); popfq; addq $128, %%rsp" : : : "cc");
#endif
}

/* below_stack: a sum is kept below the stack pointer, as a function may that no signal interrupts.
 */
XL_KERNEL(below_stack, .summary = "r[0] = a[0] + a[1] + ... mod 2^32", .contract = {XL_EXACT},
          .args = {XL_IN(i32, a, 1), XL_OUT_FIXED(i32, r, 1), XL_COUNT})

XL_REFERENCE(below_stack)(const int32_t *a, int32_t *r, size_t n)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (uint32_t)a[i];
    *r = (int32_t)sum;
}

/* Further down than the red zones of x86-64 and POWER, and than the frame of a function so small.
 */
enum { BELOW = 1000 };

XL_VECTOR(void, below_stack)(const int32_t *a, int32_t *r, size_t n)
{
#ifdef XL_MUTANT
    char *frame = __builtin_frame_address(0);
    volatile uint32_t *sum = (uint32_t *)(void *)(frame - BELOW);
#else
    uint32_t kept;
    volatile uint32_t *sum = &kept;
#endif
    *sum = 0;
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        *sum += (uint32_t)xl_i32_reduce_add(xl_i32_load(a + i, vl), vl);
    }
    *r = (int32_t)*sum;
}

/* callee_saved: a vector register that belongs to the caller is used as scratch and not restored.
 */
XL_KERNEL(callee_saved, ADD_F32)
ADD_F32_REFERENCE(callee_saved)

XL_VECTOR(void, callee_saved)(const float *a, const float *b, float *r, size_t n)
{
    add_f32(a, b, r, n);
#ifdef XL_MUTANT
    __asm__ volatile(XL_BREACH_FLOAT);
#endif
}

/* cleared_to_promise: a kernel that is to raise no exception clears them all in the end, those of
 * its caller too. */
XL_KERNEL(cleared_to_promise, .summary = "r[i] = a[i] + b[i], wrapping",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS},
          .args = {XL_IN(u8, a, 1), XL_IN(u8, b, 1), XL_OUT(u8, r, 1), XL_COUNT})
ADD_REFERENCE(cleared_to_promise, uint8_t)

XL_VECTOR(void, cleared_to_promise)(const uint8_t *a, const uint8_t *b, uint8_t *r, size_t n)
{
#ifndef XL_MUTANT
    fenv_t before;
    feholdexcept(&before);
#endif
    add_u8(a, b, r, n);
#ifdef XL_MUTANT
    feclearexcept(FE_ALL_EXCEPT);
#else
    fesetenv(&before);
#endif
}

/* default_control: the floating-point environment is made the default one in the end, and not what
 * it was: what its caller had of flags is gone. */
XL_KERNEL(default_control, ADD_F32)
ADD_F32_REFERENCE(default_control)

XL_VECTOR(void, default_control)(const float *a, const float *b, float *r, size_t n)
{
    fenv_t before;
    feholdexcept(&before);
    add_f32(a, b, r, n);
#ifdef XL_MUTANT
    fesetenv(FE_DFL_ENV);
#else
    fesetenv(&before);
#endif
}

/* dirty_zero: an accumulator is cleared by x - x on a register that nobody has set: no zero where
 * that held a NaN. */
XL_KERNEL(dirty_zero, .summary = "r[i] = a[i] + 0", .contract = {XL_EXACT},
          .args = {XL_IN_RANGE(f64, a, 1, 1, 1000), XL_OUT(f64, r, 1), XL_COUNT})

XL_REFERENCE(dirty_zero)(const double *a, double *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i];
}

/* The compiler takes x for set; the register is as the caller left it. */
#if defined __x86_64__
#define XL_LEAVE_UNSET(X) __asm__ volatile("" : "=x"(X))
#elif defined __aarch64__ || defined __arm__
#define XL_LEAVE_UNSET(X) __asm__ volatile("" : "=w"(X))
#elif defined __powerpc64__
#define XL_LEAVE_UNSET(X) __asm__ volatile("" : "=wa"(X))
#elif defined __s390x__
#define XL_LEAVE_UNSET(X) __asm__ volatile("" : "=v"(X))
#elif defined __riscv_vector
#define XL_LEAVE_UNSET(X) __asm__ volatile("" : "=vr"(X))
#else
#define XL_LEAVE_UNSET(X) __asm__ volatile("" : "=f"(X))
#endif

XL_VECTOR(void, dirty_zero)(const double *a, double *r, size_t n)
{
    size_t lanes = xl_f64_lanes();
#ifdef XL_MUTANT
    xl_f64 x;
    XL_LEAVE_UNSET(x);
    xl_f64 zero = xl_f64_sub(x, x, lanes);
#else
    xl_f64 zero = xl_f64_set1(0, lanes);
#endif
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f64_vl(n - i);
        xl_f64_store(r + i, xl_f64_add(zero, xl_f64_load(a + i, vl), vl), vl);
    }
}

/* endian_left: data are big-endian from here on: setend is not undone. */
XL_KERNEL(endian_left, ADD_F32, .only = "neon32")
ADD_F32_REFERENCE(endian_left)

XL_VECTOR(void, endian_left)(const float *a, const float *b, float *r, size_t n)
{
    add_f32(a, b, r, n);
#if defined XL_MUTANT && defined __arm__
    __asm__("setend be");
#endif
}

/* exception_flag: whether something was divided by zero is read from a flag that nobody clears
 * before. */
XL_KERNEL(exception_flag, .summary = "r[i] = a[i] + b[i]; whether that divided by zero",
          .contract = {XL_EXACT},
          .args = {XL_IN_RANGE(f32, a, 1, -1000, 1000), XL_IN_RANGE(f32, b, 1, -1000, 1000),
                   XL_OUT(f32, r, 1), XL_COUNT, XL_RETURNS(u32)})

XL_REFERENCE(exception_flag)
(const float *a, const float *b, float *r, size_t n, uint32_t *result)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + b[i];
    *result = 0;
}

XL_VECTOR(uint32_t, exception_flag)(const float *a, const float *b, float *r, size_t n)
{
#ifndef XL_MUTANT
    fexcept_t before;
    fegetexceptflag(&before, FE_DIVBYZERO);
    feclearexcept(FE_DIVBYZERO);
#endif
    add_f32(a, b, r, n);
    const uint32_t has_divided = fetestexcept(FE_DIVBYZERO) != 0;
#ifndef XL_MUTANT
    fesetexceptflag(&before, FE_DIVBYZERO);
#endif
    return has_divided;
}

/* flags_wiped: whether a sum overflowed is read from a flag that is cleared before, and was its
 * caller's too. */
XL_KERNEL(flags_wiped, .summary = "r[i] = a[i] + b[i]; whether that overflowed",
          .contract = {XL_EXACT},
          .args = {XL_IN_RANGE(f32, a, 1, -1000, 1000), XL_IN_RANGE(f32, b, 1, -1000, 1000),
                   XL_OUT(f32, r, 1), XL_COUNT, XL_RETURNS(u32)})

XL_REFERENCE(flags_wiped)(const float *a, const float *b, float *r, size_t n, uint32_t *result)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + b[i];
    *result = 0;
}

XL_VECTOR(uint32_t, flags_wiped)(const float *a, const float *b, float *r, size_t n)
{
#ifdef XL_MUTANT
    feclearexcept(FE_ALL_EXCEPT);
#else
    fenv_t before;
    feholdexcept(&before);
#endif
    add_f32(a, b, r, n);
    const uint32_t has_overflowed = fetestexcept(FE_OVERFLOW) != 0;
#ifndef XL_MUTANT
    feupdateenv(&before);
#endif
    return has_overflowed;
}

/* flush_left: subnormals are switched off, and not on again. */
XL_KERNEL(flush_left, ADD_F32)
ADD_F32_REFERENCE(flush_left)

XL_VECTOR(void, flush_left)(const float *a, const float *b, float *r, size_t n)
{
    add_f32(a, b, r, n);
#ifdef XL_MUTANT
#if defined __x86_64__
    unsigned control;
    __asm__ volatile("stmxcsr %0" : "=m"(control));
    control |= 0x8040;
    __asm__ volatile("ldmxcsr %0" : : "m"(control));
#elif defined __aarch64__
    uint64_t control;
    __asm__ volatile("mrs %0, fpcr" : "=r"(control));
    __asm__ volatile("msr fpcr, %0" : : "r"(control | UINT64_C(1) << 24));
#elif defined __arm__
    uint32_t control;
    __asm__ volatile("vmrs %0, fpscr" : "=r"(control));
    __asm__ volatile("vmsr fpscr, %0" : : "r"(control | 1u << 24));
#endif
#endif
}

/* global_pointer: gp is used as one more register for what a loop needs, and is left so. */
XL_KERNEL(global_pointer, ADD_F32, .only = "rvv rva23")
ADD_F32_REFERENCE(global_pointer)

XL_VECTOR(void, global_pointer)(const float *a, const float *b, float *r, size_t n)
{
    add_f32(a, b, r, n);
#ifdef XL_MUTANT
    __asm__ volatile("mv gp, zero");
#endif
}

/* program_mask: fixed-point overflows trap from here on: the program mask is not what it was. */
XL_KERNEL(program_mask, ADD_F32, .only = "vx vxe vxe2")
ADD_F32_REFERENCE(program_mask)

XL_VECTOR(void, program_mask)(const float *a, const float *b, float *r, size_t n)
{
    add_f32(a, b, r, n);
#if defined XL_MUTANT && defined __s390x__
    unsigned long mask = 0x8000000;
    __asm__("spm %0" : : "r"(mask) : "cc");
#endif
}

/* reserved_register: r21, which nobody may use, as one more scratch register. */
XL_KERNEL(reserved_register, ADD_F32, .only = "lsx lasx")
ADD_F32_REFERENCE(reserved_register)

XL_VECTOR(void, reserved_register)(const float *a, const float *b, float *r, size_t n)
{
    add_f32(a, b, r, n);
#if defined XL_MUTANT && defined __loongarch__
    __asm__("alsl.d $r21, %1, %0, 2" : : "r"(r), "r"(n));
#endif
}

/* rounding_left: the rounding mode is left toward zero. */
XL_KERNEL(rounding_left, ADD_F32)
ADD_F32_REFERENCE(rounding_left)

XL_VECTOR(void, rounding_left)(const float *a, const float *b, float *r, size_t n)
{
    add_f32(a, b, r, n);
#ifdef XL_MUTANT
    fesetround(FE_TOWARDZERO);
#endif
}

/* rounding_of_halves: how halves are rounded is left to what vxrm holds. */
XL_KERNEL(rounding_of_halves, .summary = "r[i] = (a[i] + b[i]) / 2, rounded down",
          .contract = {XL_EXACT}, .only = "rvv rva23",
          .args = {XL_IN(u8, a, 1), XL_IN(u8, b, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(rounding_of_halves)(const uint8_t *a, const uint8_t *b, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)((a[i] + b[i]) / 2);
}

XL_VECTOR(void, rounding_of_halves)(const uint8_t *a, const uint8_t *b, uint8_t *r, size_t n)
{
#if defined __riscv_vector && !defined XL_MUTANT
    __asm__ volatile("csrwi vxrm, 2");
#endif
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8 x = xl_u8_load(a + i, vl), y = xl_u8_load(b + i, vl);
#ifdef __riscv_vector
        __asm__ volatile("vsetvli zero, %2, e8, m1, ta, ma\n\tvaaddu.vv %0, %0, %1"
                         : "+vr"(x)
                         : "vr"(y), "r"(vl));
#endif
        xl_u8_store(r + i, x, vl);
    }
}

/* saturation_flag: whether a sum saturated is read from a flag that only ever gets set, and nobody
 * clears it before. */
/* Whole vectors, because lanes that nobody uses may saturate. In half of the calls some do. */
enum { ELEMENTS = 1024 };

XL_KERNEL(saturation_flag, .summary = "r[i] = a[i] + b[i], saturating; whether one did",
          .contract = {XL_EXACT}, .only = "neon neon32 vsx vsx3 vsx31 rvv rva23",
          .args = {{XL_ARG_IN, XL_i16, "a", 0, ELEMENTS, -16800, 16800},
                   {XL_ARG_IN, XL_i16, "b", 0, ELEMENTS, -16800, 16800},
                   XL_OUT_FIXED(i16, r, ELEMENTS),
                   XL_RETURNS(u32)})

XL_REFERENCE(saturation_flag)
(const int16_t *a, const int16_t *b, int16_t *r, uint32_t *result)
{
    *result = 0;
    for (size_t i = 0; i < ELEMENTS; i++) {
        int sum = a[i] + b[i], most = sum < 0 ? INT16_MIN : INT16_MAX;
        int over = sum < INT16_MIN || sum > INT16_MAX;
        r[i] = (int16_t)(over ? most : sum);
        *result |= (uint32_t)over;
    }
}

#if defined __aarch64__
static uint32_t has_saturated(void)
{
    uint64_t flags;
    __asm__ volatile("mrs %0, fpsr" : "=r"(flags) : : "memory");
    return flags >> 27 & 1;
}
static inline void clear(void)
{
    uint64_t flags;
    __asm__ volatile("mrs %0, fpsr" : "=r"(flags));
    __asm__ volatile("msr fpsr, %0" : : "r"(flags & ~(UINT64_C(1) << 27)) : "memory");
}
#elif defined __arm__
static uint32_t has_saturated(void)
{
    uint32_t flags;
    __asm__ volatile("vmrs %0, fpscr" : "=r"(flags) : : "memory");
    return flags >> 27 & 1;
}
static inline void clear(void)
{
    uint32_t flags;
    __asm__ volatile("vmrs %0, fpscr" : "=r"(flags));
    __asm__ volatile("vmsr fpscr, %0" : : "r"(flags & ~(1u << 27)) : "memory");
}
#elif defined __powerpc64__
static uint32_t has_saturated(void)
{
    __vector unsigned flags;
    __asm__ volatile("mfvscr %0" : "=v"(flags) : : "memory");
    return flags[0] & 1;
}
static inline void clear(void)
{
    __vector unsigned flags;
    __asm__ volatile("mfvscr %0" : "=v"(flags));
    flags[0] &= ~1u;
    __asm__ volatile("mtvscr %0" : : "v"(flags) : "memory");
}
#elif defined __riscv_vector
static uint32_t has_saturated(void)
{
    uint64_t flags;
    __asm__ volatile("csrr %0, vxsat" : "=r"(flags) : : "memory");
    return (uint32_t)flags;
}
static inline void clear(void)
{
    __asm__ volatile("csrw vxsat, zero" : : : "memory");
}
#else /* of no such ISA: the kernel is for none of the others */
static uint32_t has_saturated(void)
{
    return 0;
}
static inline void clear(void)
{
}
#endif

XL_VECTOR(uint32_t, saturation_flag)(const int16_t *a, const int16_t *b, int16_t *r)
{
#ifndef XL_MUTANT
    clear();
#endif
    for (size_t i = 0, vl; i < ELEMENTS; i += vl) {
        vl = xl_i16_vl(ELEMENTS - i);
        xl_i16_store(r + i, xl_i16_add_sat(xl_i16_load(a + i, vl), xl_i16_load(b + i, vl), vl), vl);
    }
    return has_saturated();
}

/* toc_trashed: r2 holds an address for a while, and not the TOC pointer again. */
XL_KERNEL(toc_trashed, ADD_F32, .only = "vsx vsx3")
ADD_F32_REFERENCE(toc_trashed)

XL_VECTOR(void, toc_trashed)(const float *a, const float *b, float *r, size_t n)
{
    add_f32(a, b, r, n);
#if defined XL_MUTANT && defined __powerpc64__
    __asm__("add 2, %0, %1" : : "r"(r), "r"(4 * n));
#endif
}

/* unsigned_result: an unsigned sum of 32 bits is returned with zeros above it, where the ABI wants
 * its bit 31 there. */
XL_KERNEL(unsigned_result, SUM(u32))
SUM_REFERENCE(unsigned_result, uint32_t)

/* As the assembly that it stands for has it: what it returns is a register. */
#ifdef XL_MUTANT
XL_VECTOR(uint64_t, unsigned_result)(const uint32_t *a, size_t n)
#else
XL_VECTOR(uint32_t, unsigned_result)(const uint32_t *a, size_t n)
#endif
{
    return xl_u32_reduce_add(sums_u32(a, n), xl_u32_lanes());
}

/* vstart_left: vstart is left where the next vector instruction would begin with its second
 * element. */
XL_KERNEL(vstart_left, ADD_F32, .only = "rvv rva23")
ADD_F32_REFERENCE(vstart_left)

XL_VECTOR(void, vstart_left)(const float *a, const float *b, float *r, size_t n)
{
    add_f32(a, b, r, n);
#ifdef XL_MUTANT
    __asm__ volatile("csrwi vstart, 1");
#endif
}

/* wide_result: a sum modulo 2^16 is returned in all its bits, where the ABI has the function cut it
 * off. */
XL_KERNEL(wide_result, .summary = "sum of a[i], modulo 2^16", .contract = {XL_EXACT},
          .args = {XL_IN(u16, a, 1), XL_COUNT, XL_RETURNS(u16)})

XL_REFERENCE(wide_result)(const uint16_t *a, size_t n, uint16_t *result)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    *result = (uint16_t)sum;
}

/* As the assembly that it stands for has it: what it returns is a register. */
#ifdef XL_MUTANT
XL_VECTOR(uint64_t, wide_result)(const uint16_t *a, size_t n)
#else
XL_VECTOR(uint16_t, wide_result)(const uint16_t *a, size_t n)
#endif
{
    size_t lanes = xl_u32_lanes();
    xl_u32 sum = xl_u32_set1(0, lanes);
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        sum = xl_u32_merge(sum, xl_u32_add(sum, xl_u32_load_widen_u16(a + i, vl), vl), vl);
    }
    return xl_u32_reduce_add(sum, lanes);
}

/* x87_reset: makes the x87 unit as new in the end, as code with MMX once did. */
XL_KERNEL(x87_reset, ADD_F32, .only = "sse2 sse4 avx2 avx512")
ADD_F32_REFERENCE(x87_reset)

XL_VECTOR(void, x87_reset)(const float *a, const float *b, float *r, size_t n)
{
    add_f32(a, b, r, n);
#if defined XL_MUTANT && defined __x86_64__
    __asm__("fninit");
#endif
}

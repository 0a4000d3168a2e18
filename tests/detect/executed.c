/* Code that is evidence, and code that is none.
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "../mutants/kernels/base.h"
#include "native.h"

/* constant_product: Correct: a product by a constant in two shifts and two additions a step, so
 * that no mnemonic is there once for each vector. */
XL_KERNEL(constant_product, .summary = "r[i] = 529 * a[i], wrapping", .contract = {XL_EXACT},
          .vector_steps = 1, .args = {XL_IN(u32, a, 1), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(constant_product)(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = 529 * a[i];
}

XL_VECTOR(void, constant_product)(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32 v = xl_u32_load(a + i, vl);
        xl_u32 sum = xl_u32_add(v, xl_u32_shl(v, 4, vl), vl);
        xl_u32_store(r + i, xl_u32_add(sum, xl_u32_shl(v, 9, vl), vl), vl);
    }
}

/* copies: Vectors of the C library alone: right, and no work of the kernel's own. */
XL_KERNEL(copies, .summary = "r[i] = a[i]", .contract = {XL_EXACT},
          .args = {XL_IN(u32, a, 1), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(copies)(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i];
}

XL_VECTOR(void, copies)(const uint32_t *a, uint32_t *r, size_t n)
{
    memcpy(r, a, n * sizeof *r);
}

/* dispatcher: A dispatcher that always takes the scalar code, with the vector code beside it. */
XL_KERNEL(dispatcher, PLUS_1(u8))
PLUS_1_REFERENCE(dispatcher, uint8_t)

__attribute__((noinline, unused)) static void by_vector(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
}

__attribute__((noinline, unused)) static void by_element(const uint8_t *restrict a,
                                                         uint8_t *restrict r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}

XL_VECTOR(void, dispatcher)(const uint8_t *a, uint8_t *r, size_t n)
{
    static volatile int has_vectors; /* nobody ever sets it */
    if (has_vectors)
        by_vector(a, r, n);
    else
        by_element(a, r, n);
}

/* ends_early: Returns at the first difference, which is early in most calls: such calls prove
 * nothing. */
/* In three of four calls the second differs near its start. */
XL_PREPARE(ends_early)(size_t arg, void *elements, size_t count, uint64_t seed)
{
    uint32_t *p = elements;
    for (size_t i = 0; i < count; i++)
        p[i] = (uint32_t)i;
    if (arg == 1 && seed % 4 && count)
        p[count / 16] = 0xffffffff;
}

XL_KERNEL(ends_early, .summary = "1 if a and b are the same, else 0",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .prepare = ends_early_prepare,
          .args = {XL_IN(u32, a, 1), XL_IN(u32, b, 1), XL_COUNT, XL_RETURNS(i32)})

XL_REFERENCE(ends_early)(const uint32_t *a, const uint32_t *b, size_t n, int32_t *result)
{
    *result = 1;
    for (size_t i = 0; i < n; i++)
        *result &= a[i] == b[i];
}

#define FOUR(x)                                                                                    \
    x;                                                                                             \
    x;                                                                                             \
    x;                                                                                             \
    x;

XL_VECTOR(int32_t, ends_early)(const uint32_t *a, const uint32_t *b, size_t n)
{
    volatile unsigned scalar = 0; /* more than vector instructions */
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        FOUR(FOUR(scalar = 5 * scalar + 1))
        xl_m32 same = xl_u32_eq(xl_u32_load(a + i, vl), xl_u32_load(b + i, vl), vl);
        if (xl_m32_any(xl_m32_not(same, vl), vl))
            return 0;
    }
    return 1;
}

/* estimate: Correct: the reciprocal by an estimate, on x86 and POWER, where QEMU divides and CPUs
 * do not. */
XL_KERNEL(estimate, .summary = "r[i] = 1 / a[i], about", .contract = {XL_ULP, .ulp = 8192},
          .args = {XL_IN_RANGE(f32, a, 1, 0.5, 4), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(estimate)(const float *a, double *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = 1.0 / (double)a[i];
}

XL_VECTOR(void, estimate)(const float *a, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 v = xl_f32_load(a + i, vl);
#if XL_ISA_IS_sse2 || XL_ISA_IS_sse4
        v = _mm_rcp_ps(v);
#elif XL_ISA_IS_avx2
        v = _mm256_rcp_ps(v);
#elif XL_ON_VSX
        v = vec_re(v);
#else
        v = xl_f32_div(xl_f32_set1(1, vl), v, vl);
#endif
        xl_f32_store(r + i, v, vl);
    }
}

/* global_function: Correct: its vectors are in a function of its own that is not static, and is not
 * inlined. */
XL_KERNEL(global_function, .summary = "r[i] = a[i] + b[i]", .contract = {XL_EXACT},
          .args = {XL_IN(f32, a, 1), XL_IN(f32, b, 1), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(global_function)(const float *a, const float *b, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + b[i];
}

#ifndef XL_KERNEL_HOST
void add_of_global_function(const float *a, const float *b, float *r, size_t n);

__attribute__((noinline)) void add_of_global_function(const float *a, const float *b, float *r,
                                                      size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32_store(r + i, xl_f32_add(xl_f32_load(a + i, vl), xl_f32_load(b + i, vl), vl), vl);
    }
}

/* By a pointer, as a dispatcher would. */
XL_VECTOR(void, global_function)(const float *a, const float *b, float *r, size_t n)
{
    void (*volatile add)(const float *, const float *, float *, size_t) = add_of_global_function;
    add(a, b, r, n);
}
#endif

/* newer_isa: Broken: has an instruction of a newer ISA than the one that it is compiled for. */
XL_KERNEL(newer_isa, PLUS_1(u8))
PLUS_1_REFERENCE(newer_isa, uint8_t)

XL_VECTOR(void, newer_isa)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
#ifdef XL_ISA_IS_sse4
    __asm__ volatile("vpaddd %%ymm0, %%ymm0, %%ymm0" ::: "xmm0");
#endif
}

/* newer_scalar: Broken: has a scalar instruction of an extension that the ISA does not have. */
XL_KERNEL(newer_scalar, PLUS_1(u8))
PLUS_1_REFERENCE(newer_scalar, uint8_t)

XL_VECTOR(void, newer_scalar)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
#ifdef XL_ISA_IS_sse4
    __asm__ volatile("andn %%eax, %%ecx, %%edx" ::: "edx", "cc");
#elif defined(XL_ISA_IS_rvv)
    __asm__ volatile(".option push\n.option arch, +zbb\nctz a0, a0\n.option pop" ::: "a0");
#elif defined(XL_ISA_IS_vsx)
    __asm__ volatile(".long 0x7c631e16" ::: "r3"); /* modsw 3, 3, 3 */
#endif
}

/* scalar_code: The code of its vector variants is scalar: every value is right, and only evidence
 * shows it. */
XL_KERNEL(scalar_code, PLUS_1(u8))
PLUS_1_REFERENCE(scalar_code, uint8_t)

XL_VECTOR(void, scalar_code)(const uint8_t *restrict a, uint8_t *restrict r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}

/* undecodable: Executes an instruction that no disassembler has: x86's shift by a reserved
 * encoding, D0 /6, which CPUs take for D0 /4. Nobody can say what it is evidence of. */
XL_KERNEL(undecodable, .summary = "r[i] = 2 * a[i], wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(undecodable)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(2 * a[i]);
}

#ifndef XL_KERNEL_HOST
XL_VECTOR(void, undecodable)(const uint8_t *a, uint8_t *r, size_t n)
{
    size_t i = 0;
#if defined(__x86_64__)
    for (; i < n && i < 1; i++) {
        uint8_t twice = a[i];
        __asm__ volatile(".byte 0xd0, 0xf0" : "+a"(twice)::"cc");
        r[i] = twice;
    }
#endif
    for (size_t vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8 v = xl_u8_load(a + i, vl);
        xl_u8_store(r + i, xl_u8_add(v, v, vl), vl);
    }
}
#endif

/* longer_costs: Broken: sums up the lanes before each lane anew, so an element costs more, the
 * longer a vector is. */
XL_KERNEL(longer_costs, .summary = "r[i] = a[0] + ... + a[i], wrapping", .contract = {XL_EXACT},
          .by_lane = {{"all", "it is the bug"}}, .narrow = "it is the bug",
          .args = {XL_IN(i32, a, 1), XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(longer_costs)(const int32_t *a, int32_t *r, size_t n)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += (uint32_t)a[i];
        r[i] = (int32_t)sum;
    }
}

XL_VECTOR(void, longer_costs)(const int32_t *a, int32_t *r, size_t n)
{
    uint32_t before = 0;
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        int32_t lanes[64];
        xl_i32_store(lanes, xl_i32_add(xl_i32_load(a + i, vl), xl_i32_set1(1, vl), vl), vl);
        uint32_t sum = 0;
        for (size_t lane = 0; lane < vl; lane++) {
            sum = 0;
            for (size_t k = 0; k <= lane; k++)
                sum += (uint32_t)*(volatile int32_t *)&lanes[k] - 1;
            r[i + lane] = (int32_t)(before + sum);
        }
        before += sum;
    }
}

/* more_work: Broken: executes more instructions than tests/detect/accuracy/work has. */
XL_KERNEL(more_work, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(i32, a, 1), XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(more_work)(const int32_t *a, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (int32_t)((uint32_t)a[i] + 1);
}

XL_VECTOR(void, more_work)(const int32_t *a, int32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32_store(r + i, xl_i32_add(xl_i32_load(a + i, vl), xl_i32_set1(1, vl), vl), vl);
    }
}

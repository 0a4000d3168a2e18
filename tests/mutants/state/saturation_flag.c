/* saturation_flag: whether a sum saturated is read from a flag that only ever gets set, and nobody
 * clears it before.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

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

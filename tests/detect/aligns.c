/* Alignments of ISAs: a kernel that relies on each of them, and those that rely on more than
 * their record has for the ISA, or for the function.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(aligns_kept, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT}, .align = 16,
          .aligns = {{"sse4", 32}, {"sve", 64}},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})
XL_KERNEL(aligns_assumed, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .align = 64, .aligns = {{"sse4", 16}, {"vxe2", 8}},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})
XL_KERNEL(aligns_named, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .only = "sse4", .aligns = {{"sse4:aligns_named_by_16", 16}},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(aligns_kept)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}

XL_REFERENCE(aligns_assumed)(const uint8_t *a, uint8_t *r, size_t n)
{
    aligns_kept_reference(a, r, n);
}

XL_REFERENCE(aligns_named)(const uint8_t *a, uint8_t *r, size_t n)
{
    aligns_kept_reference(a, r, n);
}

/* Traps where a buffer is not aligned. */
static void add_aligned(const uint8_t *a, uint8_t *r, size_t n, size_t align)
{
    if ((uintptr_t)a % align || (uintptr_t)r % align)
        __builtin_trap();
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, vl), xl_u8_set1(1, vl), vl), vl);
    }
}

#if XL_ISA_IS_sse4
#define ALIGNED 32
#elif XL_ISA_IS_sve
#define ALIGNED 64
#else
#define ALIGNED 16
#endif

XL_VECTOR(void, aligns_kept)(const uint8_t *a, uint8_t *r, size_t n)
{
    add_aligned(a, r, n, ALIGNED);
}

XL_VECTOR(void, aligns_assumed)(const uint8_t *a, uint8_t *r, size_t n)
{
    add_aligned(a, r, n, 64);
}

#if XL_ISA_IS_sse4
static void aligns_named_by_16(const uint8_t *a, uint8_t *r, size_t n)
{
    add_aligned(a, r, n, 16);
}

static void aligns_named_by_2(const uint8_t *a, uint8_t *r, size_t n)
{
    add_aligned(a, r, n, 2);
}
#endif

XL_VARIANT(aligns_named, sse4, aligns_named_by_16)
XL_VARIANT(aligns_named, sse4, aligns_named_by_2)

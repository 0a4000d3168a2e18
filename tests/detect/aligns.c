/* Alignments of ISAs: a kernel that relies on each of them, and those that rely on more than
 * their record has for the ISA, or for the function.
 * SPDX-License-Identifier: MIT
 */
#include "../mutants/kernels/base.h"

XL_KERNEL(aligns_kept, PLUS_1(u8), .align = 16, .aligns = {{"sse4", 32}, {"sve", 64}})
XL_KERNEL(aligns_assumed, PLUS_1(u8), .align = 64, .aligns = {{"sse4", 16}, {"vxe2", 8}})
XL_KERNEL(aligns_named, PLUS_1(u8), .only = "sse4", .aligns = {{"sse4:aligns_named_by_16", 16}})
PLUS_1_REFERENCE(aligns_kept, uint8_t)
PLUS_1_REFERENCE(aligns_assumed, uint8_t)
PLUS_1_REFERENCE(aligns_named, uint8_t)

/* Traps where a buffer is not aligned. */
static void add_aligned(const uint8_t *a, uint8_t *r, size_t n, size_t align)
{
    if ((uintptr_t)a % align || (uintptr_t)r % align)
        __builtin_trap();
    plus_1_u8(a, r, n);
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

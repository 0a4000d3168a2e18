/* Buffers: what lies around them, what must not change, where they lie.
 * SPDX-License-Identifier: MIT
 */
#include <sys/mman.h>

#include "../mutants/kernels/base.h"

/* adjacent_wrong: Broken: stores 16 bytes for the last element, where the page has room for them,
 * and puts back what it wrote over only after it has read its input, which may be just that. */
XL_KERNEL(adjacent_wrong, PLUS_1(u8))
PLUS_1_REFERENCE(adjacent_wrong, uint8_t)

XL_VECTOR(void, adjacent_wrong)(const uint8_t *a, uint8_t *r, size_t n)
{
    uint8_t behind[16];
    int has_room = n > 0 && (uintptr_t)(r + n) % 4096 <= 4096 - sizeof behind;
    has_room &= (uintptr_t)(r + n) % 4096 != 0;
    if (has_room) {
        memcpy(behind, r + n, sizeof behind);
        memset(r + n, 0, sizeof behind);
    }
    plus_1_u8(a, r, n);
    if (has_room)
        memcpy(r + n, behind, sizeof behind);
}

/* changes_input: Broken: uses its input as scratch memory. */
XL_KERNEL(changes_input, PLUS_1(u8))
PLUS_1_REFERENCE(changes_input, uint8_t)

XL_VECTOR(void, changes_input)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
    if (n > 3)
        ((uint8_t *)a)[3]++;
}

/* in_place_wrong: Broken: reads its input again after it has written the output; only in place does
 * that show. */
XL_KERNEL(in_place_wrong, PLUS_1(u8), .in_place = 1)
PLUS_1_REFERENCE(in_place_wrong, uint8_t)

XL_VECTOR(void, in_place_wrong)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(((const volatile uint8_t *)a)[i] + 1);
}

/* misaligned: Broken: loads by an instruction that traps unless the address is a multiple of 16. */
XL_KERNEL(misaligned, PLUS_1(u8))
PLUS_1_REFERENCE(misaligned, uint8_t)

XL_VECTOR(void, misaligned)(const uint8_t *a, uint8_t *r, size_t n)
{
#ifdef __x86_64__
    if (n >= 16)
        __asm__ volatile("movaps (%0), %%xmm0" : : "r"(a) : "xmm0", "memory");
#endif
    plus_1_u8(a, r, n);
}

/* overread: Broken: reads one byte past its input, and does not use it. */
XL_KERNEL(overread, PLUS_1(u8))
PLUS_1_REFERENCE(overread, uint8_t)

XL_VECTOR(void, overread)(const uint8_t *a, uint8_t *r, size_t n)
{
    volatile uint8_t sink = a[n];
    (void)sink;
    plus_1_u8(a, r, n);
}

/* underread: Broken: reads one byte before its input, and does not use it. */
XL_KERNEL(underread, PLUS_1(u8))
PLUS_1_REFERENCE(underread, uint8_t)

XL_VECTOR(void, underread)(const uint8_t *a, uint8_t *r, size_t n)
{
    volatile uint8_t sink = a[-1];
    (void)sink;
    plus_1_u8(a, r, n);
}

/* underwrite: Broken: writes one byte before its output. */
XL_KERNEL(underwrite, PLUS_1(u8))
PLUS_1_REFERENCE(underwrite, uint8_t)

XL_VECTOR(void, underwrite)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
    r[-1] = 0;
}

/* puts_back: Broken: uses its input as scratch memory, in long calls alone, and puts back what was
 * there. */
XL_KERNEL(puts_back, PLUS_1(u8))
PLUS_1_REFERENCE(puts_back, uint8_t)

XL_VECTOR(void, puts_back)(const uint8_t *a, uint8_t *r, size_t n)
{
    volatile uint8_t *scratch = (uint8_t *)a;
    plus_1_u8(a, r, n);
    if (n >= 4096) {
        uint8_t was = scratch[3];
        scratch[3] = 0;
        scratch[3] = was;
    }
}

/* unwritten: Broken: keeps what the output held where the right byte is 0xa5. The output must hold
 * something else there in some calls. */
XL_KERNEL(unwritten, PLUS_1(u8))
PLUS_1_REFERENCE(unwritten, uint8_t)

XL_VECTOR(void, unwritten)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8 sum = xl_u8_add(xl_u8_load(a + i, vl), xl_u8_set1(1, vl), vl);
        xl_m8 left = xl_u8_eq(sum, xl_u8_set1(0xa5, vl), vl);
        xl_u8_store(r + i, xl_u8_select(left, xl_u8_load(r + i, vl), sum, vl), vl);
    }
}

/* maps_over: Broken: maps other memory over its output. */
XL_KERNEL(maps_over, PLUS_1(u8))
PLUS_1_REFERENCE(maps_over, uint8_t)

XL_VECTOR(void, maps_over)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
    const uintptr_t page = 4096;
    if (n == 5)
        mmap((void *)((uintptr_t)r / page * page), page, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
}

/* unmaps_all: Broken: takes away the memory that the agent shares with the host. */
XL_KERNEL(unmaps_all, PLUS_1(u8))
PLUS_1_REFERENCE(unmaps_all, uint8_t)

XL_VECTOR(void, unmaps_all)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
    /* The host's part begins below the first slot, and is no longer than this. */
    const uintptr_t length = 1 << 22, page = 4096;
    if (n == 5)
        munmap((void *)(((uintptr_t)r - length) / page * page), 2 * length);
}

/* wrong_and_in_place: Broken twice: wrong for every input that ends in five ones, and, in place,
 * because it reads its input again. */
XL_KERNEL(wrong_and_in_place, .summary = "r[i] = a[i] + 1, wrapping", .in_place = 1,
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})
PLUS_1_REFERENCE(wrong_and_in_place, uint8_t)

XL_VECTOR(void, wrong_and_in_place)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)((a[i] & 31) == 31 ? a[i] : ((const volatile uint8_t *)a)[i] + 1);
}

/* wrong_anywhere: Broken: wrong for every odd input, wherever its buffers lie: that is no matter of
 * buffers that touch. */
XL_KERNEL(wrong_anywhere, .summary = "r[i] = a[i] ^ 3", .in_place = 1,
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(wrong_anywhere)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] ^ 3;
}

XL_VECTOR(void, wrong_anywhere)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] ^ (a[i] & 1 ? 2 : 3);
}

/* aligned: Correct: its contract says that buffers are aligned, and it relies on it. */
XL_KERNEL(aligned, PLUS_1(u8), .align = 16)
PLUS_1_REFERENCE(aligned, uint8_t)

XL_VECTOR(void, aligned)(const uint8_t *a, uint8_t *r, size_t n)
{
#ifdef __x86_64__
    if (n >= 16)
        __asm__ volatile("movaps (%0), %%xmm0" : : "r"(a) : "xmm0", "memory");
#endif
    plus_1_u8(a, r, n);
}

/* Broken: uses a general register that its caller wants back, and does not save it.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

/* In no clobber list, or the compiler would save it. */
static void trash(void)
{
#if defined(__x86_64__)
    __asm__ volatile("movq $1, %%r14; movq $1, %%r15" ::); /* a compiler may well save one */
#elif defined(__aarch64__)
    __asm__ volatile("mov x28, #1" ::);
#elif defined(__arm__)
    __asm__ volatile("mov r10, #1" ::);
#elif defined(__powerpc64__)
    __asm__ volatile("li 14, 1" ::);
#elif defined(__s390x__)
    __asm__ volatile("lghi %%r10, 1" ::);
#elif defined(__riscv)
    __asm__ volatile("li s11, 1" ::);
#endif
}

XL_KERNEL(general_saved, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(general_saved)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}

XL_VECTOR(void, general_saved)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, vl), xl_u8_set1(1, vl), vl), vl);
    }
    trash();
}

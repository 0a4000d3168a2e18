/* Broken: uses a register that its caller wants back, and does not save it.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

/* In no clobber list, or the compiler would save it. x86-64 keeps no vector register. */
static void trash(void)
{
#if defined(__x86_64__)
    __asm__ volatile("movd %%eax, %%mm0" ::); /* and no emms */
#elif defined(__aarch64__)
    __asm__ volatile("fmov d8, #1.0" ::);
#elif defined(__arm__)
    __asm__ volatile("vmov.i32 q4, #1" ::);
#elif defined(__powerpc64__)
    __asm__ volatile("xxlxor 52, 52, 52" ::); /* v20 */
#elif defined(__s390x__)
    __asm__ volatile("lzdr %%f8" ::);
#elif defined(__riscv)
    __asm__ volatile("fmv.d.x fs0, zero" ::);
#endif
}

XL_KERNEL(callee_saved, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(callee_saved)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}

XL_VECTOR(void, callee_saved)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, vl), xl_u8_set1(1, vl), vl), vl);
    }
    trash();
}

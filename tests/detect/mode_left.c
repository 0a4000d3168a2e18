/* Broken: leaves a mode of the CPU changed that is in no floating-point control word, where the
 * architecture has one.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(mode_left, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(mode_left)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}

static void leave(void)
{
#if defined(__x86_64__) /* alignment checks; past the red zone */
    __asm__("subq $128, %%rsp; pushfq; orl $0x40000, (%%rsp); popfq; addq $128, %%rsp" ::: "cc");
#elif defined(__arm__)   /* big-endian data */
    __asm__("setend be");
#elif defined(__s390x__) /* fixed-point overflows interrupt */
    __asm__("spm %0" ::"r"(0x8000000L) : "cc");
#endif
}

XL_VECTOR(void, mode_left)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, vl), xl_u8_set1(1, vl), vl), vl);
    }
    leave();
}

/* alignment_check: unaligned accesses trap from here on, as a debugging aid left in.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(alignment_check, .summary = "r[i] = a[i] + b[i]", .contract = {XL_EXACT},
          .only = "sse2 sse4 avx2 avx512",
          .args = {XL_IN_RANGE(f32, a, 1, -1000, 1000), XL_IN_RANGE(f32, b, 1, -1000, 1000),
                   XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(alignment_check)(const float *a, const float *b, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + b[i];
}

XL_VECTOR(void, alignment_check)(const float *a, const float *b, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32_store(r + i, xl_f32_add(xl_f32_load(a + i, vl), xl_f32_load(b + i, vl), vl), vl);
    }
#if defined XL_MUTANT && defined __x86_64__
    __asm__("subq $128, %%rsp; pushfq; orl $0x40000, (%%rsp); popfq; addq $128, %%rsp" : : : "cc");
#endif
}

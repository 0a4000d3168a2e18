/* Broken: takes no signals, and never returns at one size.
 * SPDX-License-Identifier: MIT
 */
#include <signal.h>

#include "kernel.h"

XL_KERNEL(hangs_deaf, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(hangs_deaf)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}

XL_VECTOR(void, hangs_deaf)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, vl), xl_u8_set1(1, vl), vl), vl);
    }
    sigset_t all;
    sigfillset(&all);
    if (n == 5)
        sigprocmask(SIG_BLOCK, &all, NULL);
    for (volatile int forever = n == 5; forever;) {
    }
}

/* Broken: has no vector code, and says nothing of it.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(no_code, .summary = "r[i] = 0", .contract = {XL_EXACT},
          .args = {XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(no_code)(uint8_t *r, size_t n)
{
    memset(r, 0, n);
}

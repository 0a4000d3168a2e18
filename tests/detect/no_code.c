/* no_code is broken: it has no vector code, and says nothing of it. no_code_said has none for SSE4,
 * and says why.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(no_code, .summary = "r[i] = 0", .contract = {XL_EXACT},
          .args = {XL_OUT(u8, r, 1), XL_COUNT})
XL_KERNEL(no_code_said, .summary = "r[i] = 0", .contract = {XL_EXACT},
          .missing = {{"sse4", "this test wants it missing"}}, .args = {XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(no_code)(uint8_t *r, size_t n)
{
    memset(r, 0, n);
}

XL_REFERENCE(no_code_said)(uint8_t *r, size_t n)
{
    memset(r, 0, n);
}

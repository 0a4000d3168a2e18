/* crypto_verify_32 of libsodium, whose time must not say where two tags differ.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

#define HAVE_EMMINTRIN_H
#include "crypto_verify/sodium/verify.c"

XL_KERNEL(verify_32, .summary = "0 if x and y are equal, else -1", .contract = {XL_EXACT},
          .by_lane = {{"neon neon32 sve sve2 vsx vsx3 vsx31 vx vxe vxe2 rvv rva23 lsx lasx",
                       "it has vectors for x86 only"}},
          .args = {XL_IN_FIXED(u8, x, 32), XL_IN_FIXED(u8, y, 32), XL_COUNT, XL_RETURNS(i32)},
          .narrow = "two vectors of 128 bits", .secret = {"x y"})

XL_REFERENCE(verify_32)(const uint8_t *x, const uint8_t *y, size_t n, int32_t *result)
{
    (void)n;
    *result = 0;
    for (size_t i = 0; i < 32; i++)
        if (x[i] != y[i])
            *result = -1;
}

XL_VECTOR(int32_t, verify_32)(const uint8_t *x, const uint8_t *y, size_t n)
{
    (void)n;
    return crypto_verify_32(x, y);
}

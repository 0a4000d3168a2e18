/* xxh3_64: xxHash's 64 bits of XXH3, in the vectors that its header has for the ISA; the reference
 * is its scalar code.
 * SPDX-License-Identifier: MIT
 *
 * Long inputs, of more than 240 bytes, are what it has vectors for.
 */
#define XXH_INLINE_ALL
#ifdef XL_KERNEL_HOST
#define XXH_VECTOR 0 /* XXH_SCALAR */
#endif
#include "kernel.h"

#include "xxhash.h"

enum { BYTES = 24 };

XL_KERNEL(xxh3_64, .summary = "XXH3_64bits of 24 n bytes", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, BYTES), XL_COUNT, XL_RETURNS(u64)},
          .only = "sse2 sse4 avx2 avx512 neon neon32 vsx vsx3 vsx31 vx vxe vxe2")

XL_REFERENCE(xxh3_64)(const uint8_t *a, size_t n, uint64_t *result)
{
    *result = XXH3_64bits(a, BYTES * n);
}

XL_VECTOR(uint64_t, xxh3_64)(const uint8_t *a, size_t n)
{
    return XXH3_64bits(a, BYTES * n);
}

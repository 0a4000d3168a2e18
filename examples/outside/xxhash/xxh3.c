/* xxHash's XXH3 in the vectors that its header has for the ISA. The reference is its scalar code.
 * SPDX-License-Identifier: MIT
 */
#define XXH_INLINE_ALL
#ifdef XL_KERNEL_HOST
#define XXH_VECTOR 0 /* XXH_SCALAR */
#endif
#include "kernel.h"

#include "xxhash.h"

/* No vectors: up to 240 bytes. A block has 1024 bytes. For LASX and RVV, the header has scalar
 * code. */
#define XXH_FIELDS                                                                                 \
    .contract = {XL_EXACT}, .sizes = {.thresholds = {240, 1024}},                                  \
    .only = "sse2 sse4 avx2 avx512 neon sve sve2 neon32 vsx vsx3 vsx31 vx vxe vxe2 lsx"

XL_KERNEL(xxh3_64, .summary = "XXH3_64bits", XXH_FIELDS,
          .args = {XL_IN(u8, a, 1), XL_COUNT, XL_RETURNS(u64)})

XL_REFERENCE(xxh3_64)(const uint8_t *a, size_t n, uint64_t *result)
{
    *result = XXH3_64bits(a, n);
}

XL_VECTOR(uint64_t, xxh3_64)(const uint8_t *a, size_t n)
{
    return XXH3_64bits(a, n);
}

XL_KERNEL(xxh3_64_seed, .summary = "XXH3_64bits_withSeed", XXH_FIELDS,
          .args = {XL_IN(u8, a, 1), XL_COUNT, XL_VALUE(u64, seed), XL_RETURNS(u64)})

XL_REFERENCE(xxh3_64_seed)(const uint8_t *a, size_t n, uint64_t seed, uint64_t *result)
{
    *result = XXH3_64bits_withSeed(a, n, seed);
}

XL_VECTOR(uint64_t, xxh3_64_seed)(const uint8_t *a, size_t n, uint64_t seed)
{
    return XXH3_64bits_withSeed(a, n, seed);
}

XL_KERNEL(xxh3_128, .summary = "XXH3_128bits_withSeed", XXH_FIELDS,
          .args = {XL_IN(u8, a, 1), XL_COUNT, XL_VALUE(u64, seed), XL_OUT_FIXED(u64, r, 2)})

XL_REFERENCE(xxh3_128)(const uint8_t *a, size_t n, uint64_t seed, uint64_t *r)
{
    const XXH128_hash_t hash = XXH3_128bits_withSeed(a, n, seed);
    r[0] = hash.low64;
    r[1] = hash.high64;
}

XL_VECTOR(void, xxh3_128)(const uint8_t *a, size_t n, uint64_t seed, uint64_t *r)
{
    const XXH128_hash_t hash = XXH3_128bits_withSeed(a, n, seed);
    r[0] = hash.low64;
    r[1] = hash.high64;
}

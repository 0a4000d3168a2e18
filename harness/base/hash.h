/* FNV-1a, 64 bits: tells texts apart; protects nothing from anyone who means harm.
 * SPDX-License-Identifier: MIT
 *
 * The constants are those of its authors: http://www.isthe.com/chongo/tech/comp/fnv/
 */
#ifndef XL_HARNESS_BASE_HASH_H
#define XL_HARNESS_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

static inline uint64_t xl_hash(const void *data, size_t size)
{
    const unsigned char *bytes = data;
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < size; i++)
        h = (h ^ bytes[i]) * UINT64_C(0x100000001b3);
    return h;
}

#endif

/* A library of one function, with an implementation for each ISA.
 * SPDX-License-Identifier: MIT
 */
#ifndef RAISE_H
#define RAISE_H

#include <stddef.h>
#include <stdint.h>

typedef void raise_function(const uint8_t *a, uint8_t *r, size_t n);

/* r[i] = a[i] + 1, wrapping: by the best that the CPU has. */
raise_function raise_bytes;

raise_function raise_scalar, raise_sse2, raise_sse4, raise_avx2, raise_neon, raise_sve,
    raise_neon32, raise_vsx, raise_vsx31, raise_vx, raise_vxe2, raise_rvv, raise_lsx, raise_lasx;

#endif

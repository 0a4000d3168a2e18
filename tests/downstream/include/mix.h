/* Functions of the downstream project's library.
 * SPDX-License-Identifier: MIT
 */
#ifndef MIX_H
#define MIX_H

#include <stddef.h>
#include <stdint.h>

typedef void mix_function(const int16_t *a, const int16_t *b, int16_t *r, size_t n);

/* r[i] = a[i] + b[i], wrapping: by vectors, and one by one. */
mix_function mix_vectors, mix_scalar;

/* The same, as the dispatcher has it. */
void mix(const int16_t *a, const int16_t *b, int16_t *r, size_t n);

#endif

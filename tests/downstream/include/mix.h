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

/* The best of them, chosen while it is compiled. There is a kernel of this name. */
#define mix_named_i16 mix_vectors

/* The same, as the dispatcher has it. */
void mix(const int16_t *a, const int16_t *b, int16_t *r, size_t n);

#endif

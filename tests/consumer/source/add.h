/* The library of the consumer project.
 * SPDX-License-Identifier: MIT
 */
#include <stddef.h>
#include <stdint.h>

void consumer_add_i16(const int16_t *a, const int16_t *b, int16_t *r, size_t n);

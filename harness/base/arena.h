/* Memory that is given out piece by piece and given back all at once.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BASE_ARENA_H
#define XL_HARNESS_BASE_ARENA_H

#include <stddef.h>

struct xl_arena_chunk;

/* All zeros is an empty arena. */
struct xl_arena {
    struct xl_arena_chunk *chunks;
    size_t used; /* bytes given out of the first chunk */
};

/* Zeroed memory for count objects of size bytes, aligned for any type; NULL when there is none. */
void *xl_arena_array(struct xl_arena *arena, size_t count, size_t size);

/* A NUL-terminated copy of length bytes; NULL when there is no memory. */
char *xl_arena_text(struct xl_arena *arena, const char *text, size_t length);

/* Frees everything; the arena is empty afterwards and can be used again. */
void xl_arena_free(struct xl_arena *arena);

#endif

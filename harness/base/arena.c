/* Memory that is given out piece by piece and given back all at once.
 * SPDX-License-Identifier: MIT
 */
#include "base/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_BYTES = 64 * 1024 };

struct xl_arena_chunk {
    struct xl_arena_chunk *next;
    size_t size;
    alignas(max_align_t) unsigned char bytes[];
};

static struct xl_arena_chunk *add_chunk(struct xl_arena *arena, size_t size)
{
    size_t bytes = size > CHUNK_BYTES ? size : CHUNK_BYTES;
    struct xl_arena_chunk *chunk = calloc(1, sizeof(*chunk) + bytes);
    if (chunk == NULL)
        return NULL;
    chunk->size = bytes;
    chunk->next = arena->chunks;
    arena->chunks = chunk;
    arena->used = 0;
    return chunk;
}

void *xl_arena_array(struct xl_arena *arena, size_t count, size_t size)
{
    const size_t step = alignof(max_align_t);
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes) || bytes > SIZE_MAX / 2)
        return NULL;
    bytes = (bytes + step) / step * step; /* never 0, so that every object has its own address */
    struct xl_arena_chunk *chunk = arena->chunks;
    if (chunk == NULL || chunk->size - arena->used < bytes)
        chunk = add_chunk(arena, bytes);
    if (chunk == NULL)
        return NULL;
    void *result = chunk->bytes + arena->used;
    arena->used += bytes;
    return result;
}

char *xl_arena_text(struct xl_arena *arena, const char *text, size_t length)
{
    char *copy = xl_arena_array(arena, length + 1, 1);
    if (copy != NULL && length > 0)
        memcpy(copy, text, length);
    return copy;
}

void xl_arena_free(struct xl_arena *arena)
{
    while (arena->chunks != NULL) {
        struct xl_arena_chunk *next = arena->chunks->next;
        free(arena->chunks);
        arena->chunks = next;
    }
    arena->used = 0;
}

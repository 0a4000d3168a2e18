/* Memory and text of any length. If memory is exhausted, the process ends with status 3.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BASE_MEMORY_H
#define XL_HARNESS_BASE_MEMORY_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The caller frees what these functions return. None of them returns NULL. */

/* Ends the process by _exit, because other threads may be writing: their streams are not flushed.
 * Their finished rows are in a file already. */
static inline void *xl_checked_memory(void *memory)
{
    static const char message[] = "crosslane: error: out of memory\n";
    if (memory)
        return memory;
    (void)!write(STDERR_FILENO, message, sizeof message - 1);
    _exit(3);
}

/* Zeroed memory. */
static inline void *xl_alloc(size_t count, size_t size)
{
    return xl_checked_memory(calloc(count ? count : 1, size ? size : 1));
}

/* Like reallocarray. */
static inline void *xl_resize(void *memory, size_t count, size_t size)
{
    return xl_checked_memory(reallocarray(memory, count ? count : 1, size ? size : 1));
}

static inline char *xl_copy_text(const char *text)
{
    return (char *)xl_checked_memory(strdup(text));
}

/* The text that printf would print. */
__attribute__((format(printf, 1, 0))) static inline char *xl_vformat(const char *fmt, va_list args)
{
    char *text = NULL;
    return (char *)xl_checked_memory(vasprintf(&text, fmt, args) < 0 ? NULL : text);
}

__attribute__((format(printf, 1, 2))) static inline char *xl_format(const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    char *text = xl_vformat(fmt, args);
    va_end(args);
    return text;
}

/* Appends an item to a vector: a struct { T *at; size_t count, room; } that starts as zeros. The
 * caller frees `at`. */
#define xl_push(vector, item)                                                                      \
    ((void)((vector)->count == (vector)->room                                                      \
                ? ((vector)->room = (vector)->room ? 2 * (vector)->room : 16,                      \
                   (vector)->at = xl_resize((vector)->at, (vector)->room, sizeof *(vector)->at))   \
                : NULL),                                                                           \
     (void)((vector)->at[(vector)->count++] = (item)))

/* FOLDER/NAME. printf's arguments give the name. */
__attribute__((format(printf, 2, 3))) static inline char *xl_join_path(const char *folder,
                                                                       const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    char *name = xl_vformat(fmt, args), *path = xl_format("%s/%s", folder, name);
    va_end(args);
    free(name);
    return path;
}

/* Memory that is freed all at once. Starts as zeros, and is empty again after xl_arena_free. */
struct xl_arena {
    void **at;
    size_t count, room;
};

/* Zeroed memory of the arena. */
static inline void *xl_arena_alloc(struct xl_arena *arena, size_t count, size_t size)
{
    void *memory = xl_alloc(count, size);
    xl_push(arena, memory);
    return memory;
}

/* A copy of `length` bytes, with a NUL behind them. */
static inline char *xl_arena_text(struct xl_arena *arena, const char *text, size_t length)
{
    char *copy = (char *)xl_arena_alloc(arena, length + 1, 1);
    memcpy(copy, text, length);
    return copy;
}

static inline void xl_arena_free(struct xl_arena *arena)
{
    while (arena->count)
        free(arena->at[--arena->count]);
    free(arena->at);
    *arena = (struct xl_arena){NULL, 0, 0};
}

#endif

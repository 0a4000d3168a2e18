/* Memory and text of any length. If memory is exhausted, the process ends with status 3.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BASE_MEMORY_H
#define XL_HARNESS_BASE_MEMORY_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
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

/* Zeroed memory for much data that many processes are forked beside: fork copies no page tables of
 * a shared mapping. A forked process must not write there. xl_free_mapped frees it. With
 * AddressSanitizer usual memory, whose ends it watches. */
#if defined __SANITIZE_ADDRESS__
#define XL_HAS_MAPPED 0
#elif defined __has_feature
#define XL_HAS_MAPPED !__has_feature(address_sanitizer)
#else
#define XL_HAS_MAPPED 1
#endif

enum { XL_MAPPED_HEAD = 64 }; /* bytes before the data: their number */

static inline void *xl_alloc_mapped(size_t count, size_t size)
{
#if XL_HAS_MAPPED
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes) ||
        __builtin_add_overflow(bytes, (size_t)XL_MAPPED_HEAD, &bytes))
        return xl_checked_memory(NULL);
    char *at = (char *)mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    memcpy(xl_checked_memory(at == MAP_FAILED ? NULL : at), &bytes, sizeof bytes);
    return at + XL_MAPPED_HEAD;
#else
    return xl_alloc(count, size);
#endif
}

static inline void xl_free_mapped(void *memory)
{
#if XL_HAS_MAPPED
    size_t bytes;
    if (!memory)
        return;
    memcpy(&bytes, (char *)memory - XL_MAPPED_HEAD, sizeof bytes);
    munmap((char *)memory - XL_MAPPED_HEAD, bytes);
#else
    free(memory);
#endif
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

/* Of items that begin with their address and are sorted by it: how many are not above this one. */
static inline size_t xl_count_up_to(const void *items, size_t count, size_t size, uint64_t address)
{
    size_t low = 0;
    while (low < count) {
        const size_t middle = low + (count - low) / 2;
        const uint64_t *at = (const void *)((const char *)items + middle * size);
        if (*at <= address)
            low = middle + 1;
        else
            count = middle;
    }
    return low;
}

/* The directory of a path, which has a slash. */
static inline char *xl_directory_of(const char *path)
{
    return xl_format("%.*s", (int)(strrchr(path, '/') - path), path);
}

/* DIRECTORY/NAME. printf's arguments give the name. */
__attribute__((format(printf, 2, 3))) static inline char *xl_join_path(const char *directory,
                                                                       const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    char *name = xl_vformat(fmt, args), *path = xl_format("%s/%s", directory, name);
    va_end(args);
    free(name);
    return path;
}

/* Memory that is freed all at once. Starts as zeros, and is empty again after xl_arena_free. */
struct xl_arena {
    void **at;
    size_t count, room;
};

/* Gives the arena memory that it frees. Returns it. */
static inline void *xl_arena_take(struct xl_arena *arena, void *memory)
{
    xl_push(arena, memory);
    return memory;
}

/* Zeroed memory of the arena. */
static inline void *xl_arena_alloc(struct xl_arena *arena, size_t count, size_t size)
{
    return xl_arena_take(arena, xl_alloc(count, size));
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

/* Memory and texts of any length. Lack of memory ends the process with status 3 and a message.
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

/* The caller frees what these return; none returns NULL. */

/* Any thread may be short of memory: what the others write at this moment is not flushed, and their
 * finished rows are in a file already. */
static inline void *xl_checked_memory(void *memory)
{
    static const char message[] = "crosslane: error: out of memory\n";
    if (memory)
        return memory;
    (void)!write(STDERR_FILENO, message, sizeof message - 1);
    _exit(3);
}

/* Zeroed. */
static inline void *xl_alloc(size_t count, size_t size)
{
    return xl_checked_memory(calloc(count ? count : 1, size ? size : 1));
}

/* As reallocarray. */
static inline void *xl_resize(void *memory, size_t count, size_t size)
{
    return xl_checked_memory(reallocarray(memory, count ? count : 1, size ? size : 1));
}

static inline char *xl_copy_text(const char *text)
{
    return (char *)xl_checked_memory(strdup(text));
}

/* As printf writes it. */
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

/* Appends an item to a vector, struct { T *at; size_t count, room; }, which begins as zeros. The
 * caller frees `at`. */
#define xl_push(vector, item)                                                                      \
    ((void)((vector)->count == (vector)->room                                                      \
                ? ((vector)->room = (vector)->room ? 2 * (vector)->room : 16,                      \
                   (vector)->at = xl_resize((vector)->at, (vector)->room, sizeof *(vector)->at))   \
                : NULL),                                                                           \
     (void)((vector)->at[(vector)->count++] = (item)))

/* FOLDER/NAME, with the name as printf writes it. */
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

#endif

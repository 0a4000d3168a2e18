/* A file of the cache: a line for each result, of which only those that are wanted are looked into.
 * SPDX-License-Identifier: MIT
 *
 * A head, with the version and a digest of the rest; then lines of a key, a name and a value, with
 * tabs between them. The lines of a name are what was found with different code, and lie together,
 * the newest first. A file is written whole beside its place and renamed: who reads sees it as it
 * was or as it is.
 */
#ifndef XL_HARNESS_RESULTS_STORE_FILE_H
#define XL_HARNESS_RESULTS_STORE_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* No text of it has a tab or a newline. */
struct xl_store_entry {
    const char *key, *name, *value;
};

/* Begins as zeros. */
struct xl_store_file {
    struct xl_store_entry *lines; /* in the text, or put */
    size_t count, room, next;     /* next: where is looked first */
    char *text;
};

/* False: there is a file, and it is damaged or of another version. Nothing is in l then, nor where
 * there is none. */
bool xl_store_file_read(struct xl_store_file *l, const char *file);

/* NULL: there is none. */
const struct xl_store_entry *xl_store_file_find(struct xl_store_file *l, const char *name,
                                                const char *key);

/* Puts a line before those of its name, in place of one with its key; the oldest goes if they are
 * too many. Without a value, the one with its key goes. The texts must last as long as l. False: no
 * memory. */
bool xl_store_file_put(struct xl_store_file *l, const struct xl_store_entry *line);

/* 0, or -1 with errno. */
int xl_store_file_write(const struct xl_store_file *l, const char *file);

void xl_store_file_free(struct xl_store_file *l);

#endif

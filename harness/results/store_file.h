/* A file of the cache: one line for each result, parsed only if it is needed.
 * SPDX-License-Identifier: MIT
 *
 * The head has the version and a digest of the rest. Each line has a key, a name and a value,
 * separated by tabs. Lines with one name are results of different code; they are adjacent, the
 * newest first. A file is written to a temporary name and renamed, so readers see the old or the
 * new one.
 */
#ifndef XL_HARNESS_RESULTS_STORE_FILE_H
#define XL_HARNESS_RESULTS_STORE_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* Without tabs and newlines. */
struct xl_store_entry {
    const char *key, *name, *value;
};

/* Begins as zeros. */
struct xl_store_file {
    struct xl_store_entry *lines; /* point into the text, or to what was put */
    size_t count, room;
    size_t next; /* where a search begins */
    char *text;
};

/* False: the file is damaged or of another version. l is empty then, and if there is no file. */
bool xl_store_file_read(struct xl_store_file *l, const char *file);

/* NULL: no such line. */
const struct xl_store_entry *xl_store_file_find(struct xl_store_file *l, const char *name,
                                                const char *key);

/* Puts a line before those with its name, and removes the one with its key, or the oldest if there
 * are too many. Without a value, only removes. The texts must live as long as l. */
void xl_store_file_put(struct xl_store_file *l, const struct xl_store_entry *line);

/* 0, or -1 with errno. */
int xl_store_file_write(const struct xl_store_file *l, const char *file);

void xl_store_file_free(struct xl_store_file *l);

#endif

/* The cache of results: one file for all rows with the same key, in the cache directory, which all
 * checkouts of a user share.
 * SPDX-License-Identifier: MIT
 *
 * A damaged file, or one of another version, counts as missing (base/digest.h). Several processes
 * may read and write at once. If caching fails, a run warns once, and kernels run again.
 */
#ifndef XL_HARNESS_RESULTS_STORE_H
#define XL_HARNESS_RESULTS_STORE_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/digest.h"
#include "remote/remote.h"
#include "results/results.h"

/* Whether a result may be cached: it passed, or was skipped. */
bool xl_stored_result_is_worth(const struct xl_kernel_result *k);

/* The same of a failure that a known bug explains. Failures of some checks may not be cached. */
bool xl_stored_bug_is_worth(const struct xl_kernel_result *k);

/* Adds what xl_cached_kernel_json wrote to a result, which has what is known before a kernel runs.
 * False if the object is incomplete, or not worth it; k is then unchanged. */
bool xl_stored_read(struct json_object *o, bool (*is_worth)(const struct xl_kernel_result *),
                    struct xl_kernel_result *k);

enum { XL_STORE_MIB = 256 }; /* the limit; pruning removes what was used longest ago */

struct xl_store;

/* Opens the file of a row's key. is_read false: nothing is read from it. */
struct xl_store *xl_store_open(struct xl_digest row_key, bool is_read);

/* From now on, results that are not in the file are looked up in the remote cache, in the entry of
 * this text, and results that are cached go there, too. made_of: what the row's key is a digest of.
 * s may be NULL. */
void xl_store_share(struct xl_store *s, const char *made_of);

/* Asks the remote cache for the entry of this text, unless there is a file. */
void xl_store_want(const char *made_of);

/* Adds the cached result, and when it ran, to k, which has what is known before. False: not
 * cached. */
bool xl_store_find(struct xl_store *s, struct xl_digest key, struct xl_kernel_result *k);

/* Caches a result. If it may not be cached, removes the cached one. */
void xl_store_put(struct xl_store *s, struct xl_digest key, const struct xl_kernel_result *k);

/* The same of a failure that a known bug explains. The key has the bug. Only such a key finds it.
 */
bool xl_store_find_bug(struct xl_store *s, struct xl_digest key, struct xl_kernel_result *k);
void xl_store_put_bug(struct xl_store *s, struct xl_digest key, const struct xl_kernel_result *k);

/* The same for what a row with just these kernels measured: vector length, evidence, control run.
 */
bool xl_store_find_row(struct xl_store *s, struct xl_digest key, struct xl_row_result *row);
void xl_store_put_row(struct xl_store *s, struct xl_digest key, const struct xl_row_result *row);

/* Writes the changes. s may be NULL. */
void xl_store_close(struct xl_store *s);

/* The directory, which the caller frees. NULL: the environment names none. */
char *xl_store_directory(void);

struct xl_store_use {
    size_t files;
    uint64_t bytes;
};

/* Removes files, the longest unused first, until at most so many bytes are left. Returns what is
 * left. */
struct xl_store_use xl_store_prune(uint64_t most_bytes);

/* Notes what the remote cache gave to the last run, and reads it again. */
void xl_store_note_remote(const struct xl_remote_counts *counts);
bool xl_store_read_remote(struct xl_remote_counts *counts);

/* A file of the cache: one line for each result, parsed only if it is needed.
 *
 * It is a cached file (base/digest.h). Each line has a key, a name and a value, separated by tabs.
 * Lines with one name are results of different code; they are adjacent, the
 * newest first. A file is written to a temporary name and renamed, so readers see the old or the
 * new one. */

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

/* The same of a file's content, which l then owns. NULL: empty. */
bool xl_store_file_parse(struct xl_store_file *l, char *text, size_t size);

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

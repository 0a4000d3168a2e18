/* The remote cache: entries that a server keeps for all who may read and write there.
 * SPDX-License-Identifier: MIT
 *
 *   CROSSLANE_REMOTE_CACHE            URL of the server; entries are at URL/ac/KEY
 *   CROSSLANE_REMOTE_CACHE_TOKEN      sent as "Authorization: Bearer TOKEN"
 *   CROSSLANE_REMOTE_CACHE_READONLY   set: nothing is stored there
 *
 * nginx's DAV module, bazel-remote and buckets serve it by GET and PUT. Every entry is checked
 * (remote/entry.h). A server that fails or is slow is not asked again in this run. Nothing here
 * fails a run: what is missing is made here.
 */
#ifndef XL_HARNESS_REMOTE_REMOTE_H
#define XL_HARNESS_REMOTE_REMOTE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

struct xl_remote_counts {
    char url[200]; /* without what may be secret; "": there is no remote cache */
    size_t hits, misses, refused, stored, failed;
    size_t results; /* results of kernels among the hits */
};

/* Takes the token out of the environment, where kernels and the tests of a suite could read it.
 * Only xl_remote_begin uses it. */
void xl_remote_hide_token(void);

/* Reads the environment. version: of this tool. Without a URL there
 * is no remote cache. Returns 0; or -1 with err if a variable is wrong. */
int xl_remote_begin(const char *version, struct xl_error *err);

/* Whether there is one, and it has not failed. */
bool xl_remote_is_on(void);

/* Whether entries may be stored there. */
bool xl_remote_is_writable(void);

/* An entry that will be needed. It is asked for, without waiting. */
void xl_remote_want(const char *kind, const char *made_of);

/* The body of an entry, with a NUL behind it. The caller frees it. NULL: it is not there, or was
 * refused. */
char *xl_remote_get(const char *kind, const char *made_of, size_t *size);

/* Counts a hit whose body the caller cannot use as a refusal. */
void xl_remote_refuse(const char *why);

/* Counts results of kernels that hits had. */
void xl_remote_count_results(size_t count);

/* Stores an entry, without waiting. If it is too large, xl_remote_too_large. */
void xl_remote_put(const char *kind, const char *made_of, const char *body, size_t size);

/* Says, once in a run, that what is too large is not shared. what: it, with its size. */
void xl_remote_too_large(const char *what);

/* Waits for what is being stored, prints what went wrong, ends the connections. Returns what was
 * counted since xl_remote_begin. */
struct xl_remote_counts xl_remote_end(void);

/* What has been counted so far. */
struct xl_remote_counts xl_remote_so_far(void);

#endif

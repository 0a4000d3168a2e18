/* Results that are kept, a file for all that rows of one key have in common: in the cache folder,
 * for every checkout of this user.
 * SPDX-License-Identifier: MIT
 *
 * Files are those of results/store_file.h. One that is damaged, or of another version, is as if it
 * were not there. Several processes may read and write at once. Nothing depends on a result being
 * kept: where that fails, it is said once, and kernels run again.
 */
#ifndef XL_HARNESS_RESULTS_STORE_H
#define XL_HARNESS_RESULTS_STORE_H

#include <json-c/json.h>
#include <stdbool.h>

#include "base/digest.h"
#include "results/results.h"

/* A kernel's result as it is kept. */

/* Whether a result may be kept: it passed, or was skipped. */
bool xl_stored_result_is_worth(const struct xl_kernel_result *k);

/* All that a run found out of a kernel. The caller puts it. */
struct json_object *xl_stored_result_json(const struct xl_kernel_result *k);

/* Fills a result that has what is known before it runs. False if the object lacks something: k is
 * as it was. */
bool xl_stored_result_read(struct json_object *o, struct xl_kernel_result *k);

enum { XL_STORE_MIB = 256 }; /* more is too much: what was used longest ago goes */

struct xl_store;

/* What is kept under a row's key. is_read: false: nothing is taken from it. NULL without memory. */
struct xl_store *xl_store_open(struct xl_digest row_key, bool is_read);

/* Fills k, which has what is known before it runs, from what is kept, and when it was run. False:
 * nothing is. */
bool xl_store_find(struct xl_store *s, struct xl_digest key, struct xl_kernel_result *k);

/* Keeps a result, or, if it may not be kept, forgets what is kept under its key. */
void xl_store_put(struct xl_store *s, struct xl_digest key, const struct xl_kernel_result *k);

/* The same of what is told of a row that ran just these kernels: vector length, evidence, control.
 */
bool xl_store_find_row(struct xl_store *s, struct xl_digest key, struct xl_row_result *row);
void xl_store_put_row(struct xl_store *s, struct xl_digest key, const struct xl_row_result *row);

/* Writes what is new. */
void xl_store_close(struct xl_store *s);

/* The folder, which the caller frees; NULL where the environment names none. */
char *xl_store_folder(void);

/* How much there is. */
struct xl_store_use {
    size_t files;
    uint64_t bytes;
};

/* Removes files, the ones first that were used longest ago, until at most so many bytes are left.
 * Returns what is left. */
struct xl_store_use xl_store_prune(uint64_t most_bytes);

#endif

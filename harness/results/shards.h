/* Results of shards: what they state of their run, and whether they belong together.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RESULTS_SHARDS_H
#define XL_HARNESS_RESULTS_SHARDS_H

#include <json-c/json.h>

#include "base/digest.h"
#include "base/error.h"
#include "matrix/shard.h"

/* What decides the shards of a run. */
struct xl_shard_inputs {
    struct xl_digest matrix;    /* the matrix file */
    struct xl_digest kernels;   /* the sources of the kernels, or of the suite */
    struct xl_digest selection; /* all rows and kernels of the run, its seed, its costs */
};

/* The object `shard` of the results, with the name, CPU and Linux of this machine. The caller puts
 * it. */
struct json_object *xl_shard_json(const struct xl_shard *shard, const struct xl_shard_inputs *in);

struct xl_shard_file {
    char *file, *commit;       /* commit: the version, if that is all that is known */
    struct json_object *shard; /* NULL: the file has none */
};

/* The shards among results that are merged. Starts as zeros. */
struct xl_shards {
    struct xl_shard_file *at;
    size_t count, room;
    struct json_object *programs; /* compilers and emulators by what they are, of one file each */
    size_t sharded;               /* how many files are shards */
};

/* Adds the head of a results file, before its rows. Returns 0; or -1 with err: the file is no part
 * of the run that the files before are of, or the same part. */
int xl_shards_add(struct xl_shards *s, const char *file, struct json_object *head,
                  struct xl_error *err);

/* Adds a row of the file that was added last. Returns 0; or -1 with err: another shard was built by
 * another compiler, or run by another emulator, so that rows cannot be compared. */
int xl_shards_add_row(struct xl_shards *s, struct json_object *row, struct xl_error *err);

/* Returns 0; or -1 with err, which names the shards that are missing. */
int xl_shards_check(const struct xl_shards *s, struct xl_error *err);

/* A line about machines that differ in CPU or Linux; "": none do. The caller frees it. */
char *xl_shards_note(const struct xl_shards *s);

/* The array `shards` of merged results: the shards by their index. The caller puts it. */
struct json_object *xl_shards_json(const struct xl_shards *s);

void xl_shards_free(struct xl_shards *s);

#endif

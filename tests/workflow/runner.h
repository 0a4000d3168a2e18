/* Runs the jobs of a workflow as GitHub would: in the order of their needs, each in a clean clone,
 * artifacts and caches being folders.
 * SPDX-License-Identifier: MIT
 *
 * It knows what .github/workflows/simd.yml uses and nothing more: any other key, action, context or
 * function fails the test. It does less than GitHub where this machine's trees are concerned: a
 * cache of a path outside the clone is a hit if the path is there, and nothing is copied.
 *
 * In `folder`: origin (the repository to clone), clone, artifacts/NAME, caches/KEY, logs/JOB and
 * summaries/JOB.
 */
#ifndef XL_TESTS_WORKFLOW_RUNNER_H
#define XL_TESTS_WORKFLOW_RUNNER_H

#include <json-c/json.h>

#include "base/yaml.h"
#include "workflow/expression.h"

struct xl_runner {
    const struct xl_node *workflow;
    const char *folder;           /* without a symbolic link; not in need of quotes */
    struct json_object *contexts; /* what the event decides: github and inputs */
    struct json_object *jobs;     /* those that ran: {"result", "outputs"} by name, as in `needs` */
    const char *const *bare_jobs; /* names up to NULL: their steps get these variables as well */
    const char *const *bare_env;  /* NAME=VALUE up to NULL */
};

/* One run of a job with one entry of its matrix. */
struct xl_job_run {
    const struct xl_runner *runner;
    const char *name; /* the job's key */
    const struct xl_node *job;
    struct xl_scope scope; /* with steps */
    const char *clone, *log;
    int minutes; /* the job's timeout */
};

/* Forgets the jobs that ran, and runs all. */
void xl_runner_all(struct xl_runner *r);

/* Runs one job after those that ran; the result is its own, also found in r->jobs. */
const char *xl_runner_job(struct xl_runner *r, const char *name);

/* "success", "failure" or "skipped". */
const char *xl_runner_result(const struct xl_runner *r, const char *name);

/* Runs the action of a step. Returns 0, or -1 if the step failed, which the log then explains; sets
 * the step's outputs. */
int xl_action(struct xl_job_run *run, const struct xl_node *step, struct json_object *outputs);

/* A string of the workflow with its expressions replaced, borrowed from the run; NULL if node is.
 */
const char *xl_run_text(struct xl_job_run *run, const struct xl_node *node);

/* Appends a line to the job's log. */
__attribute__((format(printf, 2, 3))) void xl_run_log(const struct xl_job_run *run, const char *fmt,
                                                      ...);

/* Fails the test unless all keys of the mapping are words of `known`. */
void xl_only_keys(const struct xl_node *mapping, const char *known);

#endif

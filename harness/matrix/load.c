/* Reads and expands a matrix file: a bare matrix, or the matrix of a job of a GitHub workflow.
 * SPDX-License-Identifier: MIT
 */
#include "matrix/expand.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"

static const char *shown_name(const char *file)
{
    return strcmp(file, "-") == 0 ? "<stdin>" : file;
}

static int read_strategy_key(const struct xl_pair *pair, struct xl_strategy *out,
                             struct xl_error *err)
{
    const struct xl_node *value = pair->value;
    if (strcmp(pair->key->text, "matrix") == 0) {
        out->matrix = value;
        return 0;
    }
    const bool fail_fast = strcmp(pair->key->text, "fail-fast") == 0;
    if (!fail_fast && strcmp(pair->key->text, "max-parallel") != 0)
        return xl_node_unexpected(err, pair->key);
    if (value->expression)
        return 0;
    if (value->type != (fail_fast ? XL_NODE_BOOL : XL_NODE_NUMBER))
        return xl_node_unexpected(err, value);
    if (fail_fast)
        out->fail_fast = value->boolean;
    else
        out->max_parallel = value->number;
    return 0;
}

/* The names of the jobs, to choose from. */
static int no_such_job(const struct xl_node *jobs, const char *job, struct xl_error *err)
{
    char names[256] = "";
    for (size_t i = 0; i < jobs->count; i++)
        xl_append(names, sizeof names, "%s%s", i > 0 ? ", " : "", jobs->pairs[i].key->text);
    return xl_node_error(err, jobs, "no job '%s' in this workflow; it has: %s", job, names);
}

int xl_strategy_find(const struct xl_node *workflow, const char *job, struct xl_strategy *out,
                     struct xl_error *err)
{
    *out = (struct xl_strategy){.fail_fast = true};
    const struct xl_node *jobs = xl_node_get(workflow, "jobs");
    if (jobs == NULL)
        return xl_node_error(err, workflow, "no 'jobs': not a workflow");
    if (jobs->type != XL_NODE_MAPPING)
        return xl_node_unexpected(err, jobs);
    const struct xl_node *found = xl_node_get(jobs, job);
    if (found == NULL)
        return no_such_job(jobs, job, err);
    if (found->type != XL_NODE_MAPPING)
        return xl_node_unexpected(err, found);
    const struct xl_node *strategy = xl_node_get(found, "strategy");
    if (strategy == NULL)
        return xl_node_error(err, found, "job '%s' has no strategy and so no matrix", job);
    if (strategy->type != XL_NODE_MAPPING)
        return xl_node_unexpected(err, strategy);
    for (size_t i = 0; i < strategy->count; i++)
        if (read_strategy_key(&strategy->pairs[i], out, err) != 0)
            return -1;
    if (out->matrix == NULL)
        return xl_node_error(err, strategy, "job '%s' has no matrix", job);
    return 0;
}

/* Without this check, a workflow would fail at its first key with a confusing message. */
static int refuse_workflow(const struct xl_node *root, struct xl_error *err)
{
    const struct xl_node *jobs = xl_node_get(root, "jobs");
    if (jobs == NULL || jobs->type != XL_NODE_MAPPING || xl_node_get(root, "on") == NULL)
        return 0;
    return xl_node_error(err, jobs,
                         "A mapping was not expected: this is a workflow, so name one "
                         "of its jobs with --job");
}

int xl_matrix_load_text(const char *name, const char *text, size_t size, const char *job,
                        size_t max_rows, struct xl_matrix_file *out, struct xl_error *err)
{
    *out = (struct xl_matrix_file){.strategy.fail_fast = true};
    if (xl_yaml_parse(name, text, size, &out->doc, err) != 0)
        return -1;
    const struct xl_node *root = xl_yaml_root(out->doc);
    out->strategy.matrix = root;
    if (job == NULL && refuse_workflow(root, err) != 0)
        return -1;
    if (job != NULL && xl_strategy_find(root, job, &out->strategy, err) != 0)
        return -1;
    return xl_matrix_expand(out->strategy.matrix, max_rows, &out->rows, err);
}

int xl_matrix_load(const char *file, const char *job, size_t max_rows, struct xl_matrix_file *out,
                   struct xl_error *err)
{
    size_t size;
    *out = (struct xl_matrix_file){0};
    char *text = xl_file_read(file, &size, err);
    if (!text)
        return -1;
    int status = xl_matrix_load_text(shown_name(file), text, size, job, max_rows, out, err);
    free(text);
    return status;
}

void xl_matrix_file_free(struct xl_matrix_file *file)
{
    xl_rows_free(&file->rows);
    xl_yaml_free(file->doc);
    *file = (struct xl_matrix_file){0};
}

/* The results of the last runs: a file for each, in runs/ of the work directory.
 * SPDX-License-Identifier: MIT
 */
#include "results/past_runs.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"

static char *directory(void)
{
    return xl_join_path(xl_work_directory(), "runs");
}

/* Not the temporary file of a run that is writing. */
static int is_results(const struct dirent *entry)
{
    const char *end = strrchr(entry->d_name, '.');
    return end && strcmp(end, ".json") == 0;
}

static int newest_first(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*b)->d_name, (*a)->d_name);
}

char **xl_past_runs(size_t *count)
{
    struct dirent **entries = NULL;
    char *runs = directory();
    const int found = scandir(runs, &entries, is_results, newest_first);
    *count = found > 0 ? (size_t)found : 0;
    char **files = xl_alloc(*count + 1, sizeof *files);
    for (size_t i = 0; i < *count; i++) {
        files[i] = xl_join_path(runs, entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    free(runs);
    return files;
}

void xl_past_runs_free(char **files, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(files[i]);
    free(files);
}

char *xl_past_run_new(void)
{
    struct timespec now;
    struct tm utc;
    char started[32];
    size_t count;
    char *runs = directory();
    mkdir(runs, 0777); /* if it cannot be made, writing the results says so */
    char **files = xl_past_runs(&count);
    off_t bytes = 0;
    for (size_t i = 0; i < count; i++) {
        struct stat s;
        bytes += stat(files[i], &s) == 0 ? s.st_size : 0;
        if (i >= XL_PAST_RUNS - 1 || bytes > (off_t)XL_PAST_RUNS_MIB << 20)
            unlink(files[i]);
    }
    xl_past_runs_free(files, count);
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &utc);
    strftime(started, sizeof started, "%Y-%m-%dT%H-%M-%S", &utc);
    char *file =
        xl_format("%s/%s.%03ldZ-%ld.json", runs, started, now.tv_nsec / 1000000, (long)getpid());
    free(runs);
    return file;
}

char *xl_last_run(void)
{
    return xl_join_path(xl_work_directory(), "last-run.json");
}

/* Expected seconds of rows, from earlier runs. */

static void add_rows(struct xl_costs *costs, struct json_object *rows)
{
    for (size_t i = 0; i < json_object_array_length(rows); i++) {
        struct json_object *row = json_object_array_get_idx(rows, i);
        double seconds = xl_json_double(row, "seconds");
        const char *name = xl_json_text(row, "row"), *slash = strrchr(name, '/');
        name = slash ? slash + 1 : name; /* of a suite: PROJECT/ROW */
        if (*name && seconds > 0)
            json_object_object_add(costs->seconds, name, json_object_new_double(seconds));
    }
}

int xl_costs_read(const char *file, struct xl_costs *costs, struct xl_error *err)
{
    struct json_object *results = json_object_from_file(file);
    struct json_object *rows = xl_json_array(results, "rows");
    double sum = 0;
    if (!rows) {
        json_object_put(results);
        return xl_fail(err, "%s: error: not a results file: no 'rows'; see run --json", file);
    }
    if (!costs->seconds)
        costs->seconds = json_object_new_object();
    add_rows(costs, rows);
    json_object_object_foreach(costs->seconds, name, seconds)
    {
        (void)name;
        sum += json_object_get_double(seconds);
    }
    size_t count = (size_t)json_object_object_length(costs->seconds);
    costs->mean = count ? sum / (double)count : 0;
    json_object_put(results);
    return 0;
}

double xl_costs_of(const void *costs, const struct xl_row *row)
{
    const struct xl_costs *c = costs;
    struct json_object *seconds;
    if (c->seconds && json_object_object_get_ex(c->seconds, row->name, &seconds))
        return json_object_get_double(seconds);
    return c->mean;
}

void xl_costs_free(struct xl_costs *costs)
{
    json_object_put(costs->seconds);
    *costs = (struct xl_costs){0};
}

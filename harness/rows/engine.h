/* Rows run, several at once, while builds of others are made.
 * SPDX-License-Identifier: MIT
 *
 * What a row is and how its build is made is the caller's: kernels (run/run.c) or the tests of a
 * project (suite/suite.c).
 */
#ifndef XL_HARNESS_ROWS_ENGINE_H
#define XL_HARNESS_ROWS_ENGINE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/terminal.h"
#include "results/results.h"

struct json_object;

/* Called in the engine's threads. `data` is the engine's. */
struct xl_engine_calls {
    /* Makes a build. nth: of all, from 1 on. */
    void (*make)(void *data, size_t build, size_t nth);
    /* What each worker has for all its rows; NULL with errno: it cannot work. NULL: workers have
     * nothing. */
    void *(*begin_worker)(void);
    void (*end_worker)(void *worker);
    /* Runs a row whose build is made, or could not be made. It calls xl_engine_report. */
    void (*run)(void *data, size_t row, void *worker);
    /* One at a time: prints the row; and its results, which the engine puts. */
    void (*print)(void *data, size_t row);
    struct json_object *(*json)(void *data, size_t row);
};

/* Two builds at once, so that steps with one process, such as configuring, leave no core idle. */
enum { XL_ENGINE_MAKERS = 2 };

struct xl_engine {
    /* Set by the caller. */
    size_t row_count, build_count;
    size_t *build_of;              /* of each row; build_count: it needs none. The engine's */
    double *row_work, *build_work; /* estimates, in seconds; NULL: unknown. The engine's */
    double expected;               /* seconds of all; 0: unknown, as results may be cached */
    unsigned jobs;                 /* rows at once */
    unsigned makers;               /* builds at once; 1: they are made in their order */
    bool fail_fast;                /* stop after the first row that fails or cannot run */
    const char *json, *last_run;   /* files that results are written to, or NULL */
    const struct xl_engine_calls *calls;
    void *data;

    bool *is_started;            /* rows */
    size_t done;                 /* rows that were reported */
    struct xl_progress progress; /* of the rows */
    int worker_errno;            /* of a worker that could not begin */

    pthread_mutex_t lock; /* of all that follows and changes, and of printing */
    pthread_cond_t made;  /* another build is made */
    atomic_bool *is_made; /* builds */
    size_t first_left;    /* all rows before it are started */
    size_t front, back;   /* builds between them have no maker yet */
    double work_done;     /* of rows */
    FILE *lines;          /* each reported row as a line of JSON; NULL: not wanted */
    char *lines_file;     /* beside the JSON file, until that is written */
    pthread_t threads[XL_ENGINE_MAKERS];
    unsigned thread_count;
};

/* Begins to make the builds: the first maker from the front, another one from the back. */
void xl_engine_make(struct xl_engine *e);

/* Waits until all are made. */
void xl_engine_await_builds(struct xl_engine *e);

/* Before rows run. */
void xl_engine_begin_rows(struct xl_engine *e);

/* Runs all rows. Rows that did not start have no worker: is_started shows them. */
void xl_engine_run(struct xl_engine *e);

/* A row is done: prints it, streams its results, shows progress. */
void xl_engine_report(struct xl_engine *e, size_t row, enum xl_outcome outcome);

/* After the last row. */
void xl_engine_end_rows(struct xl_engine *e);

/* Writes the results, as xl_results_json has them, and removes the streamed rows. Returns 0; or 3
 * after a message, and the streamed rows stay. */
int xl_engine_write(const struct xl_engine *e, struct json_object *results);

void xl_engine_free(struct xl_engine *e);

/* How fast this machine is, by its own runs: measured time by the estimate's. */

/* 1: as fast as the machine of the estimate, or unknown; 2: half as fast. */
double xl_rate_read(void);

/* Takes in a run that should have taken `expected` seconds at rate 1. */
void xl_rate_add(double expected, double seconds);

/* Seconds that are left of `expected` after `elapsed`, when this share of the work is done: at the
 * beginning those that were expected, at the end by what was measured. expected 0: unknown. */
double xl_seconds_left(double expected, double share, double elapsed);

#endif

/* Rows run, several at once, while builds of others are made.
 * SPDX-License-Identifier: MIT
 */
#include "rows/engine.h"

#include <errno.h>
#include <json-c/json.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/signals.h"

/* ---- How fast this machine is ---- */

static const double least = 0.1, most = 30;

static char *rate_file(void)
{
    return xl_join_path(xl_work_directory(), "rate");
}

/* Returns false if no run was measured. */
static bool read_rate(double *rate)
{
    char *file = rate_file(), line[32] = "";
    FILE *f = fopen(file, "re");
    free(file);
    const bool is_read = f && fgets(line, sizeof line, f);
    if (f)
        fclose(f);
    *rate = is_read ? strtod(line, NULL) : 0;
    return *rate >= least && *rate <= most;
}

double xl_rate_read(void)
{
    double rate;
    return read_rate(&rate) ? rate : 1;
}

void xl_rate_add(double expected, double seconds)
{
    double rate = seconds / expected, before;
    struct xl_atomic_file w;
    struct xl_error err;
    if (!(expected > 0) || !(seconds > 0))
        return;
    if (read_rate(&before)) /* one busy hour is not the machine */
        rate = sqrt(rate * before);
    rate = rate < least ? least : rate > most ? most : rate;
    char *file = rate_file();
    xl_atomic_file_begin(&w, file);
    if (w.f)
        fprintf(w.f, "%.3f\n", rate);
    xl_atomic_file_end(&w, &err); /* without it, the next estimate is worse */
    free(file);
}

double xl_seconds_left(double expected, double share, double elapsed)
{
    const double measured = share > 0 ? elapsed / share * (1 - share) : expected,
                 planned = expected * (1 - share);
    return expected > 0 ? share * measured + (1 - share) * planned : measured;
}

/* ---- Builds ---- */

/* The next build from the front or the back; build_count: none is left. */
static size_t next_build(struct xl_engine *e, bool from_front, size_t *nth)
{
    size_t next = e->build_count;
    pthread_mutex_lock(&e->lock);
    if (e->front < e->back)
        next = from_front ? e->front++ : --e->back;
    *nth = e->front + (e->build_count - e->back);
    pthread_mutex_unlock(&e->lock);
    return next;
}

static void make_builds(struct xl_engine *e, bool from_front)
{
    for (size_t build, nth; (build = next_build(e, from_front, &nth)) < e->build_count;) {
        e->calls->make(e->data, build, nth);
        atomic_store(&e->is_made[build], true);
        pthread_mutex_lock(&e->lock);
        pthread_cond_broadcast(&e->made);
        pthread_mutex_unlock(&e->lock);
    }
}

static void *make_from_front(void *engine)
{
    make_builds(engine, true);
    return NULL;
}

static void *make_from_back(void *engine)
{
    make_builds(engine, false);
    return NULL;
}

void xl_engine_make(struct xl_engine *e)
{
    static void *(*const makers[XL_ENGINE_MAKERS])(void *) = {make_from_front, make_from_back};
    pthread_mutex_init(&e->lock, NULL);
    pthread_cond_init(&e->made, NULL);
    e->is_made = xl_alloc(e->build_count + 1, sizeof *e->is_made);
    e->back = e->build_count;
    while (e->thread_count < e->makers && e->thread_count < XL_ENGINE_MAKERS &&
           e->thread_count < e->build_count &&
           pthread_create(&e->threads[e->thread_count], NULL, makers[e->thread_count], e) == 0)
        e->thread_count++;
    if (!e->thread_count)
        make_builds(e, true); /* no thread could start */
}

void xl_engine_await_builds(struct xl_engine *e)
{
    while (e->thread_count)
        pthread_join(e->threads[--e->thread_count], NULL);
}

/* ---- Rows ---- */

void xl_engine_begin_rows(struct xl_engine *e)
{
    e->is_started = xl_alloc(e->row_count + 1, sizeof *e->is_started);
    e->lines_file = xl_format("%s.lines", e->json ? e->json : "");
    if (e->json && !xl_is_special_file(e->json))
        e->lines = fopen(e->lines_file, "we");
    xl_progress_begin(&e->progress, "run");
    e->progress.interval_s = 30; /* each row prints its line */
}

/* The first row whose build is made. Waits until there is one. row_count: all are started. */
static size_t next_row(struct xl_engine *e)
{
    size_t next = e->row_count;
    pthread_mutex_lock(&e->lock);
    for (bool are_left = true; are_left && next == e->row_count;) {
        are_left = false;
        while (e->first_left < e->row_count && e->is_started[e->first_left])
            e->first_left++;
        for (size_t i = e->first_left; i < e->row_count && next == e->row_count; i++) {
            if (e->is_started[i])
                continue;
            are_left = true;
            if (e->build_of[i] == e->build_count || atomic_load(&e->is_made[e->build_of[i]]))
                next = i;
        }
        if (are_left && next == e->row_count)
            pthread_cond_wait(&e->made, &e->lock);
    }
    if (next < e->row_count)
        e->is_started[next] = true;
    pthread_mutex_unlock(&e->lock);
    return next;
}

static void *work(void *engine)
{
    struct xl_engine *e = engine;
    void *worker = e->calls->begin_worker ? e->calls->begin_worker() : NULL;
    if (!worker && e->calls->begin_worker) {
        const int failure = errno;
        pthread_mutex_lock(&e->lock);
        e->worker_errno = failure;
        pthread_mutex_unlock(&e->lock);
        return NULL;
    }
    for (size_t i; (i = next_row(e)) < e->row_count;)
        e->calls->run(e->data, i, worker);
    if (worker)
        e->calls->end_worker(worker);
    return NULL;
}

void xl_engine_run(struct xl_engine *e)
{
    enum { MOST = 256 };
    pthread_t threads[MOST];
    unsigned count = e->jobs < MOST ? e->jobs : MOST, started = 0;
    while (started + 1 < count && started + 1 < e->row_count &&
           pthread_create(&threads[started], NULL, work, e) == 0)
        started++;
    work(e); /* this thread is one of them */
    while (started)
        pthread_join(threads[--started], NULL);
}

/* ---- Reports ---- */

static double seconds_left(const struct xl_engine *e)
{
    double all = 0, done = e->work_done;
    for (size_t i = 0; i < e->row_count && e->row_work; i++)
        all += e->row_work[i];
    for (size_t i = 0; i < e->build_count && e->build_work; i++) {
        all += e->build_work[i];
        done += atomic_load(&e->is_made[i]) ? e->build_work[i] : 0;
    }
    const double share = all > 0 ? done / all : (double)e->done / (double)e->row_count;
    return xl_seconds_left(e->expected, share < 1 ? share : 1, xl_now() - e->progress.started);
}

void xl_engine_report(struct xl_engine *e, size_t row, enum xl_outcome outcome)
{
    pthread_mutex_lock(&e->lock);
    xl_progress_pause();
    e->calls->print(e->data, row);
    xl_progress_resume();
    e->work_done += e->row_work ? e->row_work[row] : 0;
    e->done++;
    xl_progress_parts(&e->progress, e->done, e->row_count, "rows", seconds_left(e));
    if (e->lines) {
        struct json_object *o = e->calls->json(e->data, row);
        fprintf(e->lines, "%s\n", json_object_to_json_string_ext(o, JSON_C_TO_STRING_PLAIN));
        fflush(e->lines);
        json_object_put(o);
    }
    if (e->fail_fast && !xl_interrupted && (outcome == XL_FAIL || outcome == XL_NOT_RUN))
        xl_stop_after_failure();
    pthread_mutex_unlock(&e->lock);
}

void xl_engine_end_rows(struct xl_engine *e)
{
    e->progress.is_quiet = true; /* the totals follow */
    xl_progress_end(&e->progress);
}

int xl_engine_write(const struct xl_engine *e, struct json_object *results)
{
    struct xl_error err;
    if (e->last_run && xl_json_write(results, e->last_run, true, &err))
        fprintf(stderr, "crosslane: %s: `report` needs --json\n", err.text);
    if (e->json && xl_json_write(results, e->json, false, &err)) {
        const bool has_rows = e->lines && !ferror(e->lines);
        fprintf(stderr, "crosslane: error: %s%s%s\n", err.text,
                has_rows ? "; the rows are in " : "", has_rows ? e->lines_file : "");
        return 3;
    }
    if (e->lines)
        remove(e->lines_file);
    return 0;
}

void xl_engine_free(struct xl_engine *e)
{
    xl_engine_await_builds(e);
    if (e->lines)
        fclose(e->lines);
    free(e->build_of);
    free(e->row_work);
    free(e->build_work);
    free((void *)e->is_made);
    free(e->is_started);
    free(e->lines_file);
}

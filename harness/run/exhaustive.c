/* run --exhaustive: all inputs of each kernel, on all rows at the same time.
 * SPDX-License-Identifier: MIT
 */
#include "run/exhaustive.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/signals.h"
#include "base/terminal.h"
#include "execute/walk.h"
#include "execute/wrong_values.h"
#include "oracle/values.h"
#include "results/store.h"
#include "run/cache.h"
#include "run/expect.h"

/* The state of a walk through all inputs of a kernel on a row. */

static const char HEAD[] = "# crosslane walk 1 ";
enum { LINE = 160, SYNC_S = 10 };

/* A line without its hash. */
static int format_part(char line[LINE], size_t part, const struct xl_kernel_result *k)
{
    int used = snprintf(line, LINE, "%zu %a %d", part, k->max_ulp, k->has_worst);
    for (size_t i = 0; i < k->operands; i++)
        used += snprintf(line + used, LINE - (size_t)used, " %" PRIx64, k->worst_inputs[i]);
    return used;
}

static uint64_t hash_of(const struct xl_walk_state *s, const char *line, size_t length)
{
    char text[LINE + XL_DIGEST_TEXT];
    const int used = snprintf(text, sizeof text, "%s %.*s", s->key, (int)length, line);
    return xl_hash(text, (size_t)used);
}

/* Reads a line. False: it is torn or damaged. */
static bool read_line(struct xl_walk_state *s, const char *line, struct xl_kernel_result *k)
{
    struct xl_kernel_result *was = xl_alloc(1, sizeof *was);
    size_t part = XL_WALK_PARTS;
    uint64_t hash;
    int used = 0, more = 0, has_hash = 0;
    const char *end = strrchr(line, ' ');
    bool right = end && sscanf(end, " %16" SCNx64 "%n", &hash, &has_hash) == 1 &&
                 end[has_hash] == '\0' && hash == hash_of(s, line, (size_t)(end - line)) &&
                 sscanf(line, "%zu %la %d%n", &part, &was->max_ulp, &was->has_worst, &used) == 3 &&
                 part < XL_WALK_PARTS;
    for (; right && line + used < end && was->operands < XL_MAX_ARITY; used += more)
        right =
            sscanf(line + used, " %" SCNx64 "%n", &was->worst_inputs[was->operands++], &more) == 1;
    if (right) {
        s->is_done[part] = true;
        if (was->max_ulp > k->max_ulp || (!k->has_worst && was->has_worst)) {
            k->max_ulp = was->max_ulp;
            k->has_worst = was->has_worst;
            k->operands = was->operands;
            memcpy(k->worst_inputs, was->worst_inputs, sizeof k->worst_inputs);
        }
    }
    free(was);
    return right;
}

/* Reads the file. Returns whether it has this key. */
static bool read_all(struct xl_walk_state *s, FILE *in, struct xl_kernel_result *k)
{
    char *line = NULL;
    size_t room = 0;
    const bool has_head = getline(&line, &room, in) > 0 &&
                          strncmp(line, HEAD, sizeof HEAD - 1) == 0 &&
                          strncmp(line + sizeof HEAD - 1, s->key, strlen(s->key)) == 0;
    while (has_head && getline(&line, &room, in) > 0) {
        line[strcspn(line, "\n")] = '\0';
        s->damaged += *line && !read_line(s, line, k);
    }
    free(line);
    return has_head;
}

static int write_all(struct xl_walk_state *s, const char *text, size_t size)
{
    const ssize_t written = write(s->fd, text, size);
    if (written == (ssize_t)size)
        return 0;
    s->is_torn |= written > 0;
    if (written >= 0)
        errno = ENOSPC;
    return -1;
}

/* Begins the file with its head. */
static int begin_state(struct xl_walk_state *s, struct xl_error *err)
{
    char head[LINE];
    const int used = snprintf(head, sizeof head, "%s%s\n", HEAD, s->key);
    if ((!s->is_other || ftruncate(s->fd, 0) == 0) && write_all(s, head, (size_t)used) == 0)
        return 0;
    return xl_fail(err, "cannot write %s: %s", s->file, strerror(errno));
}

int xl_walk_state_open(struct xl_walk_state *s, const char *name, const struct xl_digest *key,
                       struct xl_kernel_result *k, struct xl_error *err)
{
    char *results = xl_store_directory();
    *s = (struct xl_walk_state){.fd = -1};
    if (!key || !results) {
        free(results);
        return xl_fail(err, "what decides its results is unknown");
    }
    *strrchr(results, '/') = '\0';
    s->file = xl_join_path(results, "walks/%s", name);
    free(results);
    xl_digest_write(*key, s->key);
    xl_make_parents(s->file); /* if it fails, opening the file does */
    s->fd = open(s->file, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    const int copy = s->fd < 0 ? -1 : dup(s->fd);
    FILE *in = copy < 0 ? NULL : fdopen(copy, "r");
    if (!in)
        return xl_fail(err, "cannot open %s: %s", s->file, strerror(errno));
    const off_t size = lseek(s->fd, 0, SEEK_END);
    const bool has_key = size > 0 && fseek(in, 0, SEEK_SET) == 0 && read_all(s, in, k);
    fclose(in);
    s->is_other = size > 0 && !has_key;
    char last = '\n';
    if (has_key && pread(s->fd, &last, 1, size - 1) == 1)
        s->is_torn = last != '\n';
    return has_key ? 0 : begin_state(s, err);
}

static int write_part(struct xl_walk_state *s, size_t part, const struct xl_kernel_result *k)
{
    char line[LINE], text[LINE + 32];
    const int used = format_part(line, part, k);
    const int size = snprintf(text, sizeof text, "%s%s %016" PRIx64 "\n", s->is_torn ? "\n" : "",
                              line, hash_of(s, line, (size_t)used));
    if (write_all(s, text, (size_t)size))
        return -1;
    s->is_torn = s->is_unwritten[part] = false;
    return 0;
}

int xl_walk_state_add(struct xl_walk_state *s, size_t part, const struct xl_kernel_result *k,
                      struct xl_error *err)
{
    int status = 0;
    s->is_done[part] = true;
    if (s->fd < 0)
        return 0;
    s->is_unwritten[part] = true;
    for (size_t i = 0; i < XL_WALK_PARTS && !status; i++)
        status = s->is_unwritten[i] ? write_part(s, i, k) : 0;
    if (status)
        return xl_fail(err, "cannot write %s: %s", s->file, strerror(errno));
    if (xl_now() - s->synced > SYNC_S) {
        fdatasync(s->fd);
        s->synced = xl_now();
    }
    return 0;
}

void xl_walk_state_close(struct xl_walk_state *s)
{
    if (s->fd >= 0)
        close(s->fd);
    free(s->file);
    *s = (struct xl_walk_state){.fd = -1};
}

/* The walks. */

/* Inputs of a part. Those of a range are as many as all of 2^32 inputs have. */
enum { LEAST_PART = 64, RANGE_PART = 1 << 22 };

/* One kernel on one row. */
struct lane {
    struct xl_exhaustive_row *row;
    struct xl_kernel_result *k;
    struct xl_walk_state state;
    bool is_kept; /* parts go to the state */
};

/* One kernel on all rows that can call it. */
struct walked {
    const struct xl_exhaustive *how;
    const struct xl_kernel *kernel;
    struct lane *lanes;
    struct xl_walk walk; /* a walker for each lane */
    uint64_t first, inputs, part;
    /* Of the progress: inputs tried, those left, and the time of the first. */
    uint64_t done, left;
    double began;
    struct xl_progress progress;
};

static struct xl_kernel_result *result_of(const struct xl_row_result *row,
                                          const struct xl_kernel *kernel)
{
    for (size_t i = 0; i < row->kernel_count; i++)
        if (row->kernels[i].record == kernel)
            return &row->kernels[i];
    return NULL;
}

/* The file of the state. Kernels of other projects may have the same name. */
static char *state_name(const struct lane *l)
{
    const char *function = xl_kernel_function(l->k->record);
    return xl_format("%s/%s%s%s-%08x", l->row->job.row->name, l->k->kernel, function ? ":" : "",
                     function ? function : "",
                     (unsigned)xl_digest_text(l->row->job.module_directory).low);
}

/* All that decides the results. False: it is unknown. */
static bool find_key(const struct lane *l, struct xl_digest *key)
{
    static const struct xl_cache_how how;
    const struct xl_cache_job *cache = l->row->job.cache;
    const struct xl_digest none = {0, 0};
    struct xl_cache_how usual = how;
    struct xl_digest kernel;
    usual.disabled_checks = l->row->job.disabled_checks;
    if (!cache->build || !cache->build->is_known ||
        !xl_cache_kernel_key(cache->build, cache->module, l->k->kernel, none, &kernel))
        return false;
    char *row = xl_cache_row_key(cache->build, cache->module, l->row->job.row, &usual);
    *key = xl_digest_combine(xl_digest_text(row), kernel);
    free(row);
    return true;
}

static size_t parts_of(const struct walked *w)
{
    return (size_t)((w->inputs + w->part - 1) / w->part);
}

static bool is_of_shard(const struct walked *w, size_t part)
{
    const struct xl_shard *s = &w->how->shard;
    return !s->count || part % s->count == s->index - 1;
}

static uint64_t part_inputs(const struct walked *w, size_t part)
{
    const uint64_t first = part * w->part;
    return w->inputs - first < w->part ? w->inputs - first : w->part;
}

static void say(const struct lane *l, const char *text)
{
    xl_progress_pause();
    fprintf(stderr, "crosslane: %s on %s: %s\n", l->k->kernel, l->row->job.row->name, text);
    xl_progress_resume();
}

static void open_state(const struct walked *w, struct lane *l)
{
    struct xl_error err;
    struct xl_digest key;
    char text[sizeof err.text + 80];
    if (w->how->has_range)
        return;
    char *name = state_name(l);
    const bool is_known = find_key(l, &key);
    l->is_kept = xl_walk_state_open(&l->state, name, is_known ? &key : NULL, l->k, &err) == 0;
    free(name);
    if (!l->is_kept) {
        snprintf(text, sizeof text, "the walk is not kept: %s", err.text);
        say(l, text);
        return;
    }
    if (l->state.is_other)
        say(l, "its code, its reference or a tool changed, so the walk begins again");
    if (l->state.damaged) {
        snprintf(text, sizeof text, "%zu damaged lines in %s: their parts are tried again",
                 l->state.damaged, l->state.file);
        say(l, text);
    }
}

/* Adds the row if it can call the kernel. */
static void add_lane(struct walked *w, struct xl_exhaustive_row *row, struct xl_kernel_result *k,
                     struct xl_workspace *workspace)
{
    struct xl_error err;
    if (!row->agent.process.pid &&
        xl_row_start_agent(&row->job, &row->agent, &err) != XL_START_OK) {
        k->outcome = XL_NOT_RUN;
        snprintf(k->reason, sizeof k->reason, "the agent did not restart: %.400s", err.text);
        return;
    }
    const long variant = xl_agent_variant(&row->agent, w->kernel->name, row->job.row->isa->name,
                                          xl_kernel_function(w->kernel));
    if (!xl_kernel_can_call(&row->job, &row->agent, w->kernel, variant, k))
        return;
    struct xl_walker *walker = &w->walk.walkers[w->walk.count];
    *walker = (struct xl_walker){
        .context = xl_row_context(&row->job, &row->agent, workspace, row->result), .result = k};
    walker->context.kernel = w->kernel;
    walker->context.variant = (size_t)variant;
    struct lane *l = &w->lanes[w->walk.count++];
    *l = (struct lane){.row = row, .k = k, .state.fd = -1};
    open_state(w, l);
}

/* Marks the walkers that try a part. Returns whether there is one. */
static bool choose(struct walked *w, size_t part)
{
    bool any = false;
    for (size_t i = 0; i < w->walk.count; i++) {
        struct xl_walker *walker = &w->walk.walkers[i];
        walker->is_active = is_of_shard(w, part) && walker->status == XL_STATUS_OK &&
                            walker->result->outcome != XL_FAIL && !w->lanes[i].state.is_done[part];
        any |= walker->is_active;
    }
    return any;
}

/* The inputs of all parts that a walker will try. */
static uint64_t count_left(struct walked *w)
{
    uint64_t left = 0;
    for (size_t part = 0; part < parts_of(w); part++) {
        choose(w, part);
        for (size_t i = 0; i < w->walk.count; i++)
            left += w->walk.walkers[i].is_active ? part_inputs(w, part) : 0;
    }
    return left;
}

static void show_progress(struct walked *w)
{
    char text[200], time[32];
    const double seconds = xl_now() - w->began, rate = (double)w->done / seconds;
    const uint64_t all = w->done + w->left;
    if (!w->left)
        return;
    xl_format_estimate(rate > 0 ? (double)w->left / rate : 0, time, sizeof time);
    snprintf(text, sizeof text, "%.1f %% of %" PRIu64 " results, %.1f M/s, %s left",
             100.0 * (double)w->done / (double)all, all, rate / 1e6, time);
    xl_progress_tick(&w->progress, text);
}

/* Keeps a part that passed. */
static void keep(struct walked *w, size_t i, size_t part)
{
    struct lane *l = &w->lanes[i];
    struct xl_error err;
    char text[sizeof err.text + 80];
    const bool was_kept = l->is_kept;
    l->state.is_done[part] = true;
    if (w->how->has_range || !l->state.file || l->state.fd < 0)
        return;
    l->is_kept = xl_walk_state_add(&l->state, part, l->k, &err) == 0;
    if (!was_kept || l->is_kept)
        return;
    snprintf(text, sizeof text, "%s; the walk goes on, and writes it later", err.text);
    say(l, text);
}

/* The part that is tried as number i: its bits in reverse order, so that the first parts lie all
 * over the inputs. Otherwise errors that grow with the input would be new worst errors one after
 * the other, and each is computed exactly. */
static size_t part_at(size_t i)
{
    size_t part = 0;
    for (size_t bit = 1; bit < XL_WALK_PARTS; bit *= 2, i /= 2)
        part = 2 * part + i % 2;
    return part;
}

static void try_parts(struct walked *w)
{
    enum xl_call_status status = XL_STATUS_OK;
    for (size_t i = 0; i < XL_WALK_PARTS && status == XL_STATUS_OK; i++) {
        const size_t part = part_at(i);
        if (part >= parts_of(w) || !choose(w, part))
            continue;
        const uint64_t inputs = part_inputs(w, part);
        status = xl_walk(&w->walk, w->first + part * w->part, inputs);
        for (size_t k = 0; k < w->walk.count && status == XL_STATUS_OK; k++)
            if (w->walk.walkers[k].is_active) {
                keep(w, k, part);
                w->done += inputs;
                w->left -= inputs;
            }
        show_progress(w);
    }
    for (size_t i = 0; i < w->walk.count && status != XL_STATUS_OK; i++)
        if (w->walk.walkers[i].status == XL_STATUS_OK)
            w->walk.walkers[i].status = status;
}

/* Sets how many inputs are done, and the kernel's outcome. */
static void conclude(struct walked *w, size_t i)
{
    struct lane *l = &w->lanes[i];
    struct xl_kernel_result *k = l->k;
    uint64_t wanted = 0;
    k->exhaustive_of = xl_all_inputs(w->kernel);
    for (size_t part = 0; part < parts_of(w); part++) {
        wanted += is_of_shard(w, part) ? part_inputs(w, part) : 0;
        k->exhaustive += is_of_shard(w, part) && l->state.is_done[part] ? part_inputs(w, part) : 0;
    }
    if (k->checked < k->exhaustive) /* parts of an earlier run */
        k->checked = k->exhaustive;
    k->seconds = w->began ? xl_now() - w->began : 0;
    xl_finish_wrong_values(w->kernel, k);
    if (wanted)
        xl_kernel_conclude(&l->row->job, &l->row->agent, w->walk.walkers[i].status, k);
    if (k->outcome != XL_FAIL && k->exhaustive < wanted) {
        k->outcome = XL_NOT_RUN;
        snprintf(k->reason, sizeof k->reason,
                 "%s after %" PRIu64 " of %" PRIu64 " inputs; the same command %s",
                 *xl_stop_reason() ? xl_stop_reason() : "stopped", k->exhaustive, wanted,
                 !w->how->has_range && l->state.fd >= 0 ? "goes on" : "begins anew");
    }
    xl_walk_state_close(&l->state);
}

static void run_kernel(const struct xl_exhaustive *how, const struct xl_kernel *kernel,
                       struct xl_exhaustive_row *rows, size_t count, struct xl_workspace *workspace)
{
    struct walked w = {
        .how = how,
        .kernel = kernel,
        .lanes = xl_alloc(count + 1, sizeof *w.lanes),
        .walk = {.walkers = xl_alloc(count + 1, sizeof *w.walk.walkers), .workspace = workspace},
        .inputs = xl_all_inputs(kernel)};
    if (how->has_range && how->first < w.inputs) {
        w.first = how->first;
        w.inputs = (how->last < w.inputs ? how->last + 1 : w.inputs) - how->first;
    }
    const uint64_t part = (w.inputs + XL_WALK_PARTS - 1) / XL_WALK_PARTS;
    w.part = how->has_range ? RANGE_PART : part > LEAST_PART ? part : LEAST_PART;
    for (size_t i = 0; i < count; i++) {
        struct xl_kernel_result *k = result_of(rows[i].result, kernel);
        if (k)
            add_lane(&w, &rows[i], k, workspace);
    }
    w.left = count_left(&w);
    if (w.left) {
        w.began = xl_now();
        xl_progress_begin(&w.progress, kernel->name);
        w.progress.interval_s = 60;
        try_parts(&w);
        xl_progress_end(&w.progress);
    }
    for (size_t i = 0; i < w.walk.count; i++)
        conclude(&w, i);
    free(w.lanes);
    free(w.walk.walkers);
}

/* Kernels that the run did not come to. */
static void mark_not_run(struct xl_row_result *row)
{
    for (size_t i = 0; i < row->kernel_count; i++) {
        struct xl_kernel_result *k = &row->kernels[i];
        if (k->outcome != XL_PASS || k->exhaustive_of)
            continue;
        k->outcome = XL_NOT_RUN;
        snprintf(k->reason, sizeof k->reason, "%s", xl_stop_reason());
    }
}

void xl_exhaustive_run(const struct xl_exhaustive *how, struct xl_exhaustive_row *rows,
                       size_t count, struct xl_workspace *workspace)
{
    const double began = xl_now();
    for (size_t i = 0; i < count; i++)
        xl_row_begin(&rows[i].job, &rows[i].agent, rows[i].result);
    for (size_t i = 0; i < rows[0].job.kernels->count && !xl_interrupted; i++)
        if (rows[0].job.selected[i])
            run_kernel(how, rows[0].job.kernels->kernels[i], rows, count, workspace);
    for (size_t i = 0; i < count; i++) {
        xl_agent_free(&rows[i].agent);
        mark_not_run(rows[i].result);
        rows[i].result->seconds = xl_now() - began;
        if (rows[i].result->kernel_count)
            xl_row_conclude(rows[i].result, xl_stop_reason());
    }
}

/* The remote cache: entries that a server keeps for all who may read and write there.
 * SPDX-License-Identifier: MIT
 */
#include "remote/remote.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/signals.h"
#include "base/terminal.h"
#include "remote/entry.h"
#include "remote/http.h"

enum {
    WAIT_S = 30,                            /* for all answers together, ... */
    BYTES_PER_S = 100000,                   /* ... and longer for what is large */
    STORE_S = 60,                           /* at the end, for what is being stored */
    REFUSED_MOST = 8,                       /* then nothing more is asked for */
    ANSWER_MOST = XL_ENTRY_SENT_MOST + 4096 /* bazel-remote adds a field */
};
static const double tick_s = 0.25;

enum { STATUS_OK = 200, STATUS_REDIRECT = 300, STATUS_CLIENT = 400, STATUS_NO_TOKEN = 401 };
enum { STATUS_FORBIDDEN = 403, STATUS_MISSING = 404, STATUS_GONE = 410 };

/* An entry that was asked for, or is being stored. */
struct exchange {
    struct xl_http_request request;
    char key[XL_ENTRY_KEY];
    char *url, *body;
    bool is_taken;   /* its answer was given to who asked */
    bool is_put;     /* it is being stored, ... */
    bool is_settled; /* ... and was counted */
};

static struct {
    char *url, *version, *token;
    bool is_readonly;
    struct xl_http *http;
    pthread_mutex_t lock; /* of the fields below */
    struct {
        struct exchange **at;
        size_t count, room;
    } list;
    struct xl_remote_counts counts;
    double waited;
    size_t received;
    char refused_first[80];
    atomic_bool has_store_failed, is_broken, is_too_large_said;
} cache = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void say(const char *what, const char *so)
{
    xl_progress_pause();
    fprintf(stderr, "crosslane: remote cache %s: %s; %s\n", cache.counts.url, what, so);
    xl_progress_resume();
}

/* From now on the server is not asked. Says so once. */
static void break_off(const char *why)
{
    if (!atomic_exchange(&cache.is_broken, true) && !xl_interrupted)
        say(why, "this run goes on without it");
}

void xl_remote_hide_token(void)
{
    char *token = getenv("CROSSLANE_REMOTE_CACHE_TOKEN");
    if (!cache.token)
        cache.token = xl_copy_text(token ? token : "");
    if (token)
        memset(token, 0, strlen(token)); /* /proc/self/environ shows it, too */
    unsetenv("CROSSLANE_REMOTE_CACHE_TOKEN");
}

static int check_token(struct xl_error *err)
{
    for (const char *at = cache.token; *at; at++)
        if (*at < '!' || *at > '~')
            return xl_fail(err, "CROSSLANE_REMOTE_CACHE_TOKEN: error: it has a character that no "
                                "HTTP header may have");
    return 0;
}

static int check_url(const char *url, struct xl_error *err)
{
    struct xl_error why;
    if (!xl_http_check(url, cache.counts.url, sizeof cache.counts.url, &why))
        return 0;
    return xl_fail(err, "CROSSLANE_REMOTE_CACHE: error: '%.200s' is %s", url, why.text);
}

int xl_remote_begin(const char *version, struct xl_error *err)
{
    xl_remote_hide_token();
    const char *url = getenv("CROSSLANE_REMOTE_CACHE"),
               *readonly = getenv("CROSSLANE_REMOTE_CACHE_READONLY");
    cache.counts = (struct xl_remote_counts){0};
    cache.waited = 0;
    cache.received = 0;
    cache.has_store_failed = false;
    atomic_store(&cache.is_broken, false);
    atomic_store(&cache.is_too_large_said, false);
    if (!url || !*url)
        return 0;
    if (check_url(url, err) || check_token(err))
        return -1;
    cache.version = xl_copy_text(version);
    cache.url = xl_format("%.*s", (int)(strlen(url) - (url[strlen(url) - 1] == '/')), url);
    cache.is_readonly = readonly && *readonly && strcmp(readonly, "0") != 0;
    cache.http = xl_http_begin(cache.token);
    return 0;
}

bool xl_remote_is_on(void)
{
    return cache.http && !atomic_load(&cache.is_broken) && !xl_interrupted;
}

bool xl_remote_is_writable(void)
{
    return xl_remote_is_on() && !cache.is_readonly && !cache.has_store_failed;
}

static struct exchange *add_exchange(const struct xl_entry_name *name, char *body, size_t size)
{
    struct exchange *e = xl_alloc(1, sizeof *e);
    xl_entry_key(name, e->key);
    e->url = xl_format("%s/ac/%s", cache.url, e->key);
    e->body = body;
    e->is_put = body != NULL;
    e->request = (struct xl_http_request){
        .url = e->url, .body = body, .body_size = size, .most = ANSWER_MOST};
    xl_push(&cache.list, e);
    xl_http_start(cache.http, &e->request);
    return e;
}

/* The exchange that asks for an entry, new if there is none. Under the lock. */
static struct exchange *ask(const struct xl_entry_name *name)
{
    char key[XL_ENTRY_KEY];
    xl_entry_key(name, key);
    for (size_t i = 0; i < cache.list.count; i++) {
        struct exchange *e = cache.list.at[i];
        if (!e->is_put && !e->is_taken && strcmp(e->key, key) == 0)
            return e;
    }
    return add_exchange(name, NULL, 0);
}

void xl_remote_want(const char *kind, const char *made_of)
{
    const struct xl_entry_name name = {cache.version, kind, made_of};
    if (!xl_remote_is_on())
        return;
    pthread_mutex_lock(&cache.lock);
    ask(&name);
    pthread_mutex_unlock(&cache.lock);
}

/* Waits for an answer while the time of all waits allows it. */
static bool wait_for(const struct exchange *e)
{
    const double from = xl_now();
    bool is_done = false, has_time = true;
    while (!is_done && has_time && xl_remote_is_on()) {
        is_done = xl_http_wait(cache.http, &e->request, tick_s);
        pthread_mutex_lock(&cache.lock);
        has_time = cache.waited + (xl_now() - from) < WAIT_S + (double)cache.received / BYTES_PER_S;
        pthread_mutex_unlock(&cache.lock);
    }
    pthread_mutex_lock(&cache.lock);
    cache.waited += xl_now() - from;
    pthread_mutex_unlock(&cache.lock);
    if (!is_done && !has_time)
        break_off("it is too slow");
    return is_done;
}

/* What a status means. NULL: the entry is there. */
static const char *describe(const struct xl_http_request *r, char *text, size_t size)
{
    if (!r->status)
        return r->failure;
    if (r->status == STATUS_NO_TOKEN || r->status == STATUS_FORBIDDEN)
        snprintf(text, size, "it asks for another token (%ld)", r->status);
    else if (r->status >= STATUS_REDIRECT && r->status < STATUS_CLIENT)
        snprintf(text, size, "it redirects (%ld)", r->status);
    else
        snprintf(text, size, "it answers %ld", r->status);
    return text;
}

static void refuse(const char *why)
{
    char text[160];
    pthread_mutex_lock(&cache.lock);
    if (!cache.counts.refused++)
        snprintf(cache.refused_first, sizeof cache.refused_first, "%s", why);
    const bool are_too_many = cache.counts.refused == REFUSED_MOST;
    snprintf(text, sizeof text, "%d entries refused, the first because %s", REFUSED_MOST,
             cache.refused_first);
    pthread_mutex_unlock(&cache.lock);
    if (are_too_many)
        break_off(text);
}

void xl_remote_refuse(const char *why)
{
    pthread_mutex_lock(&cache.lock);
    cache.counts.hits -= cache.counts.hits > 0;
    pthread_mutex_unlock(&cache.lock);
    refuse(why);
}

static void count_one(size_t *of)
{
    pthread_mutex_lock(&cache.lock);
    ++*of;
    pthread_mutex_unlock(&cache.lock);
}

/* The body of an entry that was answered. */
static char *open_answer(const struct xl_entry_name *name, const struct xl_http_request *r,
                         size_t *size)
{
    const char *why;
    char text[80];
    if (r->status == STATUS_MISSING || r->status == STATUS_GONE) {
        count_one(&cache.counts.misses);
        return NULL;
    }
    if (r->status != STATUS_OK) {
        count_one(&cache.counts.misses);
        break_off(describe(r, text, sizeof text));
        return NULL;
    }
    char *body =
        xl_entry_unpack(name, r->answer.at ? r->answer.at : "", r->answer.used, size, &why);
    if (body)
        count_one(&cache.counts.hits);
    else
        refuse(why);
    return body;
}

char *xl_remote_get(const char *kind, const char *made_of, size_t *size)
{
    const struct xl_entry_name name = {cache.version, kind, made_of};
    if (!xl_remote_is_on())
        return NULL;
    pthread_mutex_lock(&cache.lock);
    struct exchange *e = ask(&name);
    e->is_taken = true; /* who asks for it again gets it anew */
    pthread_mutex_unlock(&cache.lock);
    if (!wait_for(e))
        return NULL;
    pthread_mutex_lock(&cache.lock);
    cache.received += e->request.answer.used;
    pthread_mutex_unlock(&cache.lock);
    char *body = open_answer(&name, &e->request, size);
    free(e->request.answer.at);
    e->request.answer = (struct xl_text){0};
    return body;
}

void xl_remote_count_results(size_t count)
{
    pthread_mutex_lock(&cache.lock);
    cache.counts.results += count;
    pthread_mutex_unlock(&cache.lock);
}

/* Counts an entry that was stored, or was not: then no more are sent. */
static void settle(struct exchange *e)
{
    const bool is_stored = e->request.status >= STATUS_OK && e->request.status < STATUS_REDIRECT;
    char text[80];
    e->is_settled = true;
    free(e->body);
    e->body = NULL;
    cache.counts.stored += is_stored;
    cache.counts.failed += !is_stored;
    if (is_stored || cache.has_store_failed)
        return;
    cache.has_store_failed = true;
    say(describe(&e->request, text, sizeof text), "what this run makes is not shared");
}

/* Settles what is done, and waits until a time for the rest; 0: it does not wait. */
static void settle_all(double until)
{
    struct xl_progress progress;
    xl_progress_begin(&progress, "remote cache");
    for (size_t i = 0; i < cache.list.count; i++) {
        struct exchange *e = cache.list.at[i];
        bool is_done = !e->is_put || e->is_settled || xl_http_wait(cache.http, &e->request, 0);
        while (!is_done && xl_remote_is_on() && xl_now() < until) {
            is_done = xl_http_wait(cache.http, &e->request, tick_s);
            xl_progress_tick(&progress, "storing");
        }
        if (is_done && e->is_put && !e->is_settled)
            settle(e);
        if (!is_done && until > 0)
            cache.counts.failed++;
        if (!is_done && until > 0 && xl_now() >= until)
            break_off("it is too slow");
    }
    progress.is_quiet = true;
    xl_progress_end(&progress);
}

void xl_remote_too_large(const char *what)
{
    char text[400];
    snprintf(text, sizeof text, "an entry is too large (%.300s)", what);
    if (xl_remote_is_writable() && !atomic_exchange(&cache.is_too_large_said, true))
        say(text, "such entries are not shared");
}

void xl_remote_put(const char *kind, const char *made_of, const char *body, size_t size)
{
    const struct xl_entry_name name = {cache.version, kind, made_of};
    size_t packed_size;
    if (!xl_remote_is_writable())
        return;
    char *packed = xl_entry_pack(&name, body, size, &packed_size);
    if (!packed) {
        char what[80];
        snprintf(what, sizeof what, "of kind '%s', %zu MiB", kind, size >> 20);
        xl_remote_too_large(what);
        return;
    }
    pthread_mutex_lock(&cache.lock);
    settle_all(0);
    add_exchange(&name, packed, packed_size);
    pthread_mutex_unlock(&cache.lock);
}

static void free_all(void)
{
    for (size_t i = 0; i < cache.list.count; i++) {
        struct exchange *e = cache.list.at[i];
        free(e->request.answer.at);
        free(e->body);
        free(e->url);
        free(e);
    }
    free(cache.list.at);
    free(cache.url);
    free(cache.version);
    memset(&cache.list, 0, sizeof cache.list);
    cache.url = cache.version = NULL;
    cache.http = NULL;
}

struct xl_remote_counts xl_remote_so_far(void)
{
    pthread_mutex_lock(&cache.lock);
    const struct xl_remote_counts counts = cache.counts;
    pthread_mutex_unlock(&cache.lock);
    return counts;
}

struct xl_remote_counts xl_remote_end(void)
{
    if (!cache.http)
        return cache.counts;
    settle_all(xl_now() + STORE_S);
    if (cache.counts.refused && !atomic_load(&cache.is_broken)) {
        char text[120];
        snprintf(text, sizeof text, "%zu entries refused, the first because %s",
                 cache.counts.refused, cache.refused_first);
        say(text, "what they were for was run here");
    }
    xl_http_end(cache.http);
    free_all();
    return cache.counts;
}

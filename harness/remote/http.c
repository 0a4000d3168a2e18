/* Requests to one HTTP server, many at a time, in a thread of their own.
 * SPDX-License-Identifier: MIT
 */
#include "remote/http.h"

#include <curl/curl.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "base/memory.h"

enum {
    CONNECT_MS = 3000,
    ANSWER_S = 60,     /* one request at most */
    SLOW_BYTES = 1024, /* in a second, ... */
    SLOW_S = 5,        /* ... for so long, is too slow */
    CONNECTIONS = 8,   /* at a time, without HTTP/2 */
    POLL_MS = 1000,
    NANOSECONDS = 1000000000
};

struct xl_http {
    CURLM *multi;
    struct curl_slist *headers;
    pthread_t thread;
    pthread_mutex_t lock; /* of the fields below, and of the requests' is_done */
    pthread_cond_t done;
    struct xl_http_request *queue; /* not started, the newest first */
    bool is_ending;
    struct {
        CURL **at;
        size_t count, room;
    } running; /* only the thread uses it */
};

/* Parts of a URL that messages may show. */
static void show(CURLU *parts, char *shown, size_t size)
{
    char *text = NULL;
    curl_url_set(parts, CURLUPART_USER, NULL, 0);
    curl_url_set(parts, CURLUPART_PASSWORD, NULL, 0);
    curl_url_get(parts, CURLUPART_URL, &text, 0);
    snprintf(shown, size, "%s", text ? text : "");
    curl_free(text);
}

int xl_http_check(const char *url, char *shown, size_t size, struct xl_error *err)
{
    CURLU *parts = curl_url();
    char *scheme = NULL, *query = NULL, *fragment = NULL;
    bool is = curl_url_set(parts, CURLUPART_URL, url, 0) == CURLUE_OK &&
              curl_url_get(parts, CURLUPART_SCHEME, &scheme, 0) == CURLUE_OK &&
              (strcmp(scheme, "http") == 0 || strcmp(scheme, "https") == 0);
    curl_url_get(parts, CURLUPART_QUERY, &query, 0);
    curl_url_get(parts, CURLUPART_FRAGMENT, &fragment, 0);
    is = is && !query && !fragment;
    if (is)
        show(parts, shown, size);
    curl_free(scheme);
    curl_free(query);
    curl_free(fragment);
    curl_url_cleanup(parts);
    return is ? 0 : xl_fail(err, "no URL of a server, such as https://cache.example.org/crosslane");
}

static size_t take(char *bytes, size_t size, size_t count, void *data)
{
    struct xl_http_request *request = data;
    if (request->answer.used + size * count > request->most)
        return 0; /* curl ends the request */
    xl_text_add_bytes(&request->answer, bytes, size * count);
    return size * count;
}

/* Programs that this one starts must not inherit a connection. */
static curl_socket_t open_socket(void *data, curlsocktype purpose, struct curl_sockaddr *address)
{
    (void)data;
    (void)purpose;
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static void set_limits(CURL *easy, const struct xl_http_request *request)
{
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
#if LIBCURL_VERSION_NUM >= 0x075500
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
#else
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MS);
    curl_easy_setopt(easy, CURLOPT_TIMEOUT, (long)ANSWER_S);
    curl_easy_setopt(easy, CURLOPT_LOW_SPEED_LIMIT, (long)SLOW_BYTES);
    curl_easy_setopt(easy, CURLOPT_LOW_SPEED_TIME, (long)SLOW_S);
    curl_easy_setopt(easy, CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)request->most);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket);
}

static void add_request(struct xl_http *h, struct xl_http_request *request)
{
    CURL *easy = curl_easy_init();
    if (!easy)
        xl_checked_memory(NULL);
    curl_easy_setopt(easy, CURLOPT_URL, request->url);
    curl_easy_setopt(easy, CURLOPT_PRIVATE, request);
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, h->headers);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, request);
    curl_easy_setopt(easy, CURLOPT_PIPEWAIT, 1L);
    set_limits(easy, request);
    if (request->body) {
        curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, "PUT");
        curl_easy_setopt(easy, CURLOPT_POSTFIELDS, request->body);
        curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_size);
    }
    curl_multi_add_handle(h->multi, easy);
    xl_push(&h->running, easy);
}

static void set_done(struct xl_http *h, struct xl_http_request *request)
{
    pthread_mutex_lock(&h->lock);
    request->is_done = true;
    pthread_cond_broadcast(&h->done);
    pthread_mutex_unlock(&h->lock);
}

static void fail(struct xl_http_request *request, CURLcode code)
{
    const bool is_slow = code == CURLE_OPERATION_TIMEDOUT,
               is_large = code == CURLE_WRITE_ERROR || code == CURLE_FILESIZE_EXCEEDED;
    request->status = 0;
    snprintf(request->failure, sizeof request->failure, "%s",
             is_slow    ? "it is too slow"
             : is_large ? "its answer is too large"
             : code == CURLE_PEER_FAILED_VERIFICATION
                 ? "this machine does not trust its certificate; update-ca-certificates adds an "
                   "authority"
                 : curl_easy_strerror(code));
}

/* Frees the handle of a request. */
static void drop(struct xl_http *h, CURL *easy)
{
    size_t at = 0;
    while (h->running.at[at] != easy)
        at++;
    h->running.at[at] = h->running.at[--h->running.count];
    curl_multi_remove_handle(h->multi, easy);
    curl_easy_cleanup(easy);
}

static void finish(struct xl_http *h, CURL *easy, CURLcode code)
{
    enum { OK = 200 };
    struct xl_http_request *request;
    curl_easy_getinfo(easy, CURLINFO_PRIVATE, &request);
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &request->status);
    if (code != CURLE_OK)
        fail(request, code);
    if (request->status != OK || request->body) {
        free(request->answer.at);
        request->answer = (struct xl_text){0};
    }
    drop(h, easy);
    set_done(h, request);
}

/* Starts the requests of the queue, the oldest first. Returns whether the thread goes on. */
static bool take_queue(struct xl_http *h)
{
    struct xl_http_request *list = NULL;
    pthread_mutex_lock(&h->lock);
    while (h->queue && !h->is_ending) {
        struct xl_http_request *request = h->queue;
        h->queue = request->next;
        request->next = list;
        list = request;
    }
    const bool goes_on = !h->is_ending;
    pthread_mutex_unlock(&h->lock);
    while (list) {
        struct xl_http_request *request = list;
        list = request->next;
        add_request(h, request);
    }
    return goes_on;
}

static void *work(void *data)
{
    struct xl_http *h = data;
    while (take_queue(h)) {
        int running, left;
        curl_multi_perform(h->multi, &running);
        for (CURLMsg *message; (message = curl_multi_info_read(h->multi, &left));)
            if (message->msg == CURLMSG_DONE)
                finish(h, message->easy_handle, message->data.result);
        curl_multi_poll(h->multi, NULL, 0, POLL_MS, NULL);
    }
    while (h->running.count)
        drop(h, h->running.at[0]);
    free(h->running.at);
    return NULL;
}

static struct curl_slist *make_headers(const char *token)
{
    char *authorization = xl_format("Authorization: Bearer %s", token);
    struct curl_slist *list = curl_slist_append(NULL, "Accept: application/octet-stream");
    list = curl_slist_append(list, "Content-Type: application/octet-stream");
    list = curl_slist_append(list, "Expect:"); /* bodies are sent at once */
    if (*token)
        list = curl_slist_append(list, authorization);
    free(authorization);
    return list;
}

struct xl_http *xl_http_begin(const char *token)
{
    struct xl_http *h = xl_alloc(1, sizeof *h);
    pthread_condattr_t monotonic;
    curl_global_init(CURL_GLOBAL_DEFAULT);
    pthread_mutex_init(&h->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&h->done, &monotonic);
    h->multi = curl_multi_init();
    h->headers = make_headers(token);
    curl_multi_setopt(h->multi, CURLMOPT_MAX_HOST_CONNECTIONS, (long)CONNECTIONS);
    if (h->multi && pthread_create(&h->thread, NULL, work, h) == 0)
        return h;
    curl_multi_cleanup(h->multi);
    curl_slist_free_all(h->headers);
    free(h);
    return NULL;
}

void xl_http_start(struct xl_http *h, struct xl_http_request *request)
{
    pthread_mutex_lock(&h->lock);
    request->next = h->queue;
    h->queue = request;
    pthread_mutex_unlock(&h->lock);
    curl_multi_wakeup(h->multi);
}

bool xl_http_wait(struct xl_http *h, const struct xl_http_request *request, double seconds)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    const double at = (double)until.tv_nsec / NANOSECONDS + seconds;
    until.tv_sec += (time_t)at;
    until.tv_nsec = (long)((at - (double)(time_t)at) * NANOSECONDS);
    pthread_mutex_lock(&h->lock);
    int failed = 0;
    while (!request->is_done && !failed)
        failed = pthread_cond_timedwait(&h->done, &h->lock, &until);
    const bool is_done = request->is_done;
    pthread_mutex_unlock(&h->lock);
    return is_done;
}

void xl_http_end(struct xl_http *h)
{
    pthread_mutex_lock(&h->lock);
    h->is_ending = true;
    pthread_mutex_unlock(&h->lock);
    curl_multi_wakeup(h->multi);
    pthread_join(h->thread, NULL);
    curl_multi_cleanup(h->multi);
    curl_slist_free_all(h->headers);
    pthread_cond_destroy(&h->done);
    pthread_mutex_destroy(&h->lock);
    free(h);
    curl_global_cleanup();
}

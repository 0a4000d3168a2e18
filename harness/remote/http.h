/* Requests to one HTTP server, many at a time, in a thread of their own.
 * SPDX-License-Identifier: MIT
 *
 * libcurl keeps the connections and, with HTTP/2, sends all requests over one. Redirects are not
 * followed. Only http and https are used.
 */
#ifndef XL_HARNESS_REMOTE_HTTP_H
#define XL_HARNESS_REMOTE_HTTP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/text.h"

struct xl_http;

/* A request. The caller sets the fields down to `most`, and keeps it until it is done. */
struct xl_http_request {
    const char *url;
    const char *body; /* to be stored; NULL: the URL's content is asked for */
    size_t body_size;
    size_t most;           /* bytes of the answer */
    long status;           /* of HTTP; 0: there was no answer */
    struct xl_text answer; /* only of status 200; the caller frees it */
    char failure[160];     /* why there is no answer */
    bool is_done;
    struct xl_http_request *next;
};

/* Checks the URL of a server; writes it to `shown`, for messages, without what may be secret.
 * Returns 0, or -1 with err. */
int xl_http_check(const char *url, char *shown, size_t size, struct xl_error *err);

/* token: sent with each request; "": none. NULL: the thread cannot be started. */
struct xl_http *xl_http_begin(const char *token);

void xl_http_start(struct xl_http *h, struct xl_http_request *request);

/* Waits until it is done, or for so many seconds. Returns whether it is. */
bool xl_http_wait(struct xl_http *h, const struct xl_http_request *request, double seconds);

/* Ends all requests. Those that are not done have status 0 then. */
void xl_http_end(struct xl_http *h);

#endif

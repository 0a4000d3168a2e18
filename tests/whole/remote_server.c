/* A server for the remote cache on the loopback address: as bazel-remote, or as a bad one.
 * SPDX-License-Identifier: MIT
 *
 * Usage: remote_server DIRECTORY     prints its port
 *
 * As bazel-remote, it takes PUT and GET of /ac/KEY, with 64 hexadecimal digits, and only messages
 * in the format of protocol buffers, to which it adds a field. Entries are files of DIRECTORY. The
 * file DIRECTORY/mode says what it does instead:
 *
 *   slow      answers nothing            redirect   answers 302, to itself
 *   drop      closes in the middle       password   answers 401
 *   full      answers PUT with 507       html       answers all with a page
 *   endless   answers without an end     broken     answers 500
 *
 * DIRECTORY/token: what a request must have behind "Authorization: Bearer ". DIRECTORY/log gets a
 * line for each request: its method, its path, the status.
 */
#include <arpa/inet.h>
#include <ctype.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

enum { KEY = 64, LINE = 4096, MOST = 64 << 20 };

static const char *directory;

struct request {
    char method[8], path[256], token[256];
    char *body;
    size_t size;
};

/* The first line of a file; "" if there is none. */
static void read_setting(const char *name, char text[64])
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *f = fopen(path, "re");
    text[0] = '\0';
    if (f && !fgets(text, 64, f))
        text[0] = '\0';
    if (f)
        fclose(f);
    text[strcspn(text, "\n")] = '\0';
}

static void note(const struct request *r, int status)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    char path[512];
    snprintf(path, sizeof path, "%s/log", directory);
    pthread_mutex_lock(&lock);
    FILE *f = fopen(path, "ae");
    if (f) {
        fprintf(f, "%s %s %d\n", r->method, r->path, status);
        fclose(f);
    }
    pthread_mutex_unlock(&lock);
}

/* A connection: a stream that is read and written would have to seek in between. */
struct connection {
    FILE *in, *out;
};

static bool read_request(FILE *f, struct request *r)
{
    char line[LINE];
    *r = (struct request){.body = NULL};
    if (!fgets(line, sizeof line, f) || sscanf(line, "%7s %255s", r->method, r->path) != 2)
        return false;
    while (fgets(line, sizeof line, f) && line[0] != '\r') {
        if (strncasecmp(line, "content-length:", 15) == 0)
            r->size = strtoul(line + 15, NULL, 10);
        if (strncasecmp(line, "authorization: bearer ", 22) == 0)
            sscanf(line + 22, "%255s", r->token);
    }
    r->body = r->size <= MOST ? malloc(r->size + 1) : NULL;
    return r->body && fread(r->body, 1, r->size, f) == r->size;
}

static void answer(FILE *f, const struct request *r, int status, const char *body, size_t size)
{
    note(r, status);
    fprintf(f, "HTTP/1.1 %d X\r\nContent-Length: %zu\r\n\r\n", status, size);
    fwrite(body, 1, size, f);
    fflush(f);
}

/* As blobNameSHA256 of bazel-remote has it. */
static const char *key_of(const char *path)
{
    const char *ac = strstr(path, "/ac/"), *key = ac ? ac + 4 : "";
    return strspn(key, "0123456789abcdef") == KEY && !key[KEY] ? key : NULL;
}

static bool skip_number(const char **at, const char *end, uint64_t *value)
{
    *value = 0;
    for (unsigned shift = 0; *at < end && shift < 64; shift += 7) {
        const unsigned char byte = (unsigned char)*(*at)++;
        *value |= (uint64_t)(byte & 127) << shift;
        if (byte < 128)
            return true;
    }
    return false;
}

/* Whether all its fields are numbers or strings of the numbers that an ActionResult has. */
static bool is_action_result(const char *at, size_t size)
{
    const char *end = at + size;
    uint64_t tag, value;
    while (at < end) {
        if (!skip_number(&at, end, &tag) || !skip_number(&at, end, &value) || tag >> 3 < 1 ||
            tag >> 3 > 12 || (tag & 7 && (tag & 7) != 2))
            return false;
        if ((tag & 7) == 2 && value > (uint64_t)(end - at))
            return false;
        at += (tag & 7) == 2 ? value : 0;
    }
    return true;
}

static void serve(FILE *f, const struct request *r)
{
    static const char metadata[] = "\x4a\x05\x0a\x03you"; /* execution_metadata: the worker */
    char path[512];
    const char *key = key_of(r->path);
    const bool is_put = strcmp(r->method, "PUT") == 0;
    if (!key || (is_put && !is_action_result(r->body, r->size))) {
        answer(f, r, 400, "", 0);
        return;
    }
    snprintf(path, sizeof path, "%s/%s", directory, key);
    FILE *entry = fopen(path, is_put ? "we" : "re");
    char *body = malloc(MOST);
    if (is_put && entry) {
        fwrite(r->body, 1, r->size, entry);
        fwrite(metadata, 1, sizeof metadata - 1, entry);
        fclose(entry);
        answer(f, r, 200, "", 0);
    } else if (entry) {
        const size_t size = fread(body, 1, MOST, entry);
        fclose(entry);
        answer(f, r, 200, body, size);
    } else {
        answer(f, r, is_put ? 500 : 404, "", 0);
    }
    free(body);
}

static void answer_without_end(FILE *f, const struct request *r)
{
    static char bytes[1 << 16];
    note(r, 200);
    fprintf(f, "HTTP/1.1 200 X\r\nConnection: close\r\n\r\n");
    while (fwrite(bytes, 1, sizeof bytes, f) == sizeof bytes)
        ;
}

/* Whether the connection stays. */
static bool answer_badly(FILE *f, const struct request *r, const char *mode)
{
    static const char page[] = "<!DOCTYPE html><title>Welcome</title><h1>Log in</h1>";
    if (strcmp(mode, "slow") == 0) {
        note(r, 0);
        sleep(60);
        return false;
    }
    if (strcmp(mode, "endless") == 0) {
        answer_without_end(f, r);
        return false;
    }
    if (strcmp(mode, "drop") == 0) {
        note(r, 200);
        fprintf(f, "HTTP/1.1 200 X\r\nContent-Length: 1000\r\n\r\nhalf");
        return false;
    }
    if (strcmp(mode, "redirect") == 0) {
        note(r, 302);
        fprintf(f, "HTTP/1.1 302 X\r\nLocation: /elsewhere%s\r\nContent-Length: 0\r\n\r\n",
                r->path);
        fflush(f);
        return true;
    }
    answer(f, r,
           strcmp(mode, "html") == 0       ? 200
           : strcmp(mode, "password") == 0 ? 401
                                           : 500,
           page, sizeof page - 1);
    return true;
}

static void *converse(void *data)
{
    struct connection *c = data;
    FILE *f = c->out;
    bool stays = true;
    for (struct request r; stays && read_request(c->in, &r); free(r.body)) {
        char mode[64], token[64];
        read_setting("mode", mode);
        read_setting("token", token);
        if (*token && strcmp(token, r.token) != 0)
            answer(f, &r, 401, "", 0);
        else if (strcmp(mode, "full") == 0 && strcmp(r.method, "PUT") == 0)
            answer(f, &r, 507, "", 0);
        else if (*mode && strcmp(mode, "full") != 0)
            stays = answer_badly(f, &r, mode);
        else
            serve(f, &r);
    }
    fclose(c->in);
    fclose(c->out);
    free(c);
    return NULL;
}

static void begin_connection(int client)
{
    pthread_t thread;
    struct connection *c = malloc(sizeof *c);
    *c = (struct connection){fdopen(client, "re"), fdopen(dup(client), "we")};
    if (pthread_create(&thread, NULL, converse, c))
        exit(2);
    pthread_detach(thread);
}

int main(int argc, char **argv)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    const int server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (argc != 2 || bind(server, (struct sockaddr *)&address, length) || listen(server, 64) ||
        getsockname(server, (struct sockaddr *)&address, &length))
        return 2;
    directory = argv[1];
    signal(SIGPIPE, SIG_IGN);
    printf("%d\n", ntohs(address.sin_port));
    fflush(stdout);
    for (int client; (client = accept(server, NULL, NULL)) >= 0;)
        begin_connection(client);
    return 0;
}

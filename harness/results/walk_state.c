/* The state of a walk through all inputs of a kernel on a row.
 * SPDX-License-Identifier: MIT
 */
#include "results/walk_state.h"

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
#include "results/store.h"

static const char HEAD[] = "# crosslane walk 1 ";
enum { LINE = 160, SYNC_S = 10 };

/* A line without its hash. */
static int format(char line[LINE], size_t part, const struct xl_kernel_result *k)
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
static int begin(struct xl_walk_state *s, struct xl_error *err)
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
    char *results = xl_store_folder();
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
    return has_key ? 0 : begin(s, err);
}

static int write_part(struct xl_walk_state *s, size_t part, const struct xl_kernel_result *k)
{
    char line[LINE], text[LINE + 32];
    const int used = format(line, part, k);
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

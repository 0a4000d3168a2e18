/* Waits for an edit: what --watch does between two runs.
 * SPDX-License-Identifier: MIT
 */
#include "cli/watch.h"

#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/digest.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/signals.h"
#include "build/build.h"

enum { XL_LOOK_MS = 250 };

/* The sum does not depend on the order in which the files are found. Hidden files and directories
 * are left out: editors and git write there. */
static void add_state(const char *of, uint64_t *state)
{
    char *path = xl_copy_text(of), *paths[] = {path, NULL};
    FTS *tree = fts_open(paths, FTS_LOGICAL | FTS_NOCHDIR, NULL);
    for (FTSENT *e; tree && (e = fts_read(tree));) {
        if (e->fts_level > FTS_ROOTLEVEL && e->fts_name[0] == '.') {
            fts_set(tree, e, FTS_SKIP);
            continue;
        }
        if (e->fts_info != FTS_F)
            continue;
        const struct stat *s = e->fts_statp;
        char *line = xl_format("%s %lld %lld %ld", e->fts_path, (long long)s->st_size,
                               (long long)s->st_mtim.tv_sec, s->st_mtim.tv_nsec);
        *state += xl_digest_text(line).low;
        free(line);
    }
    if (tree)
        fts_close(tree);
    free(path);
}

static void add(struct xl_watched *w, char *path)
{
    xl_push(w, path);
}

/* The paths of [==[...]==] in the lines that xl_library_write made. */
static void add_library(struct xl_watched *w, const char *kernels_dir)
{
    static const char begin[] = "[==[/", end[] = "]==]";
    struct xl_error err;
    size_t size;
    char *file = xl_build_library_file(kernels_dir), *text = xl_file_read(file, &size, &err);
    for (const char *at = text; at && (at = strstr(at, begin)); at++) {
        const char *path = at + strlen(begin) - 1, *until = strstr(path, end);
        if (until)
            add(w, xl_format("%.*s", (int)(until - path), path));
    }
    free(text);
    free(file);
}

struct xl_watched xl_watched_of(const char *kernels_dir)
{
    struct xl_watched w = {0};
    if (kernels_dir) {
        add(&w, xl_copy_text(kernels_dir));
        add_library(&w, kernels_dir);
    } else {
        add(&w, xl_join_path(xl_root(), "kernels"));
        add(&w, xl_join_path(xl_root(), "arch"));
    }
    return w;
}

void xl_watched_free(struct xl_watched *w)
{
    for (size_t i = 0; i < w->count; i++)
        free(w->at[i]);
    free(w->at);
}

uint64_t xl_watched_state(const struct xl_watched *w)
{
    uint64_t state = 0;
    for (size_t i = 0; i < w->count; i++)
        add_state(w->at[i], &state);
    return state;
}

int xl_watched_wait(const struct xl_watched *w, uint64_t was)
{
    const struct timespec moment = {.tv_nsec = XL_LOOK_MS * 1000000L};
    uint64_t last = was, now = was;
    while (now == was || now != last) {
        if (xl_interrupted)
            return -1;
        nanosleep(&moment, NULL);
        last = now;
        now = xl_watched_state(w);
    }
    return 0;
}

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
#include "base/memory.h"
#include "base/signals.h"

enum { XL_LOOK_MS = 250 };

/* The sum does not depend on the order in which the files are found. Hidden files and directories
 * are left out: editors and git write there. */
static void add_folder(const char *folder, uint64_t *state)
{
    char *path = xl_copy_text(folder), *paths[] = {path, NULL};
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

uint64_t xl_watch_state(const char *const *folders)
{
    uint64_t state = 0;
    for (; *folders; folders++)
        add_folder(*folders, &state);
    return state;
}

int xl_watch_wait(const char *const *folders, uint64_t was)
{
    const struct timespec moment = {.tv_nsec = XL_LOOK_MS * 1000000L};
    uint64_t last = was, now = was;
    while (now == was || now != last) {
        if (xl_interrupted)
            return -1;
        nanosleep(&moment, NULL);
        last = now;
        now = xl_watch_state(folders);
    }
    return 0;
}

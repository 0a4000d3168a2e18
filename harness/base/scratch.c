/* Directories that go with the process that made them.
 * SPDX-License-Identifier: MIT
 *
 * A lock of the directory says that its process is there: flock(2). It goes with the process, in
 * whatever namespace that is.
 */
#include "base/scratch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    XL_OPEN_DIRECTORIES = 32,
    XL_NEW_SECONDS = 60 /* in which a directory may have no lock yet */
};

static int remove_one(const char *path, const struct stat *s, int type, struct FTW *at);

void xl_remove_tree(const char *path)
{
    nftw(path, remove_one, XL_OPEN_DIRECTORIES, FTW_DEPTH | FTW_PHYS);
}

/* Overlays, and tests, leave directories that their owner may not enter. */
static int remove_one(const char *path, const struct stat *s, int type, struct FTW *at)
{
    (void)at;
    if (type == FTW_DNR && !(s->st_mode & S_IRUSR) && chmod(path, 0700) == 0)
        xl_remove_tree(path);
    else if (type == FTW_DP && (s->st_mode & 0700) != 0700)
        chmod(path, 0700);
    remove(path);
    return 0;
}

/* Removes what a process left that was killed. */
static void remove_stale(const char *place, const char *prefix)
{
    DIR *all = opendir(place);
    const size_t length = strlen(prefix);
    for (const struct dirent *d; all && (d = readdir(all));) {
        char path[PATH_MAX];
        struct stat s;
        if (strncmp(d->d_name, prefix, length) != 0 ||
            strlen(d->d_name) != length + strlen("-XXXXXX") || d->d_name[length] != '-')
            continue;
        snprintf(path, sizeof path, "%.1000s/%.255s", place, d->d_name);
        const int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (fd >= 0 && fstat(fd, &s) == 0 && s.st_uid == geteuid() &&
            s.st_mtime + XL_NEW_SECONDS < time(NULL) && flock(fd, LOCK_EX | LOCK_NB) == 0)
            xl_remove_tree(path);
        if (fd >= 0)
            close(fd);
    }
    if (all)
        closedir(all);
}

const char *xl_temporary_folder(void)
{
    const char *given = getenv("TMPDIR");
    return given && *given ? given : "/tmp";
}

int xl_scratch_begin(const char *place, const char *prefix, char path[PATH_MAX])
{
    remove_stale(place, prefix);
    snprintf(path, PATH_MAX, "%.1000s/%.100s-XXXXXX", place, prefix);
    if (!mkdtemp(path))
        return -1;
    const int held = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (held >= 0)
        flock(held, LOCK_EX | LOCK_NB); /* without locks, nothing is stale */
    else
        rmdir(path);
    return held;
}

void xl_scratch_end(int held, const char *path)
{
    xl_remove_tree(path);
    if (held >= 0)
        close(held);
}

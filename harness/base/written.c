/* A file that is written whole or not at all.
 * SPDX-License-Identifier: MIT
 */
#include "base/written.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"

bool xl_is_special_file(const char *file)
{
    struct stat s;
    return strcmp(file, "-") == 0 || (stat(file, &s) == 0 && !S_ISREG(s.st_mode));
}

bool xl_has_room_for(const char *file)
{
    const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;
    return strlen(name) + XL_BESIDE_MOST <= NAME_MAX && strlen(file) + XL_BESIDE_MOST < PATH_MAX;
}

static bool is_stdout(const struct xl_written *w)
{
    return strcmp(w->file, "-") == 0;
}

void xl_written_begin(struct xl_written *w, const char *file)
{
    *w = (struct xl_written){.file = file};
    if (is_stdout(w)) {
        w->f = stdout;
        return;
    }
    if (!xl_is_special_file(file))
        w->temporary = xl_format("%s.tmp.%d", file, (int)getpid());
    w->f = fopen(w->temporary ? w->temporary : file, "we");
    w->why = errno;
}

int xl_written_end(struct xl_written *w, struct xl_error *err)
{
    bool failed = !w->f || fflush(w->f) || ferror(w->f);
    int why = w->f ? errno : w->why;
    if (w->f && !is_stdout(w) && fclose(w->f) && !failed) {
        failed = true;
        why = errno;
    }
    if (!failed && w->temporary && rename(w->temporary, w->file)) {
        failed = true;
        why = errno;
    }
    if (failed && w->temporary)
        remove(w->temporary);
    free(w->temporary);
    w->temporary = NULL;
    if (!failed)
        return 0;
    xl_error_set(err, "cannot write %s: %s", is_stdout(w) ? "standard output" : w->file,
                 strerror(why));
    return -1;
}

int xl_close_written(FILE *f)
{
    const bool failed = ferror(f);
    if (fclose(f))
        return -1;
    errno = failed ? EIO : 0;
    return failed ? -1 : 0;
}

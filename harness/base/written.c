/* A file that is written whole or not at all.
 * SPDX-License-Identifier: MIT
 */
#include "base/written.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool xl_is_special_file(const char *file)
{
    struct stat s;
    return strcmp(file, "-") == 0 || (stat(file, &s) == 0 && !S_ISREG(s.st_mode));
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
        snprintf(w->temporary, sizeof w->temporary, "%s.tmp.%d", file, (int)getpid());
    w->f = fopen(w->temporary[0] ? w->temporary : file, "we");
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
    if (!failed && w->temporary[0] && rename(w->temporary, w->file)) {
        failed = true;
        why = errno;
    }
    if (!failed)
        return 0;
    if (w->temporary[0])
        remove(w->temporary);
    xl_error_set(err, "cannot write %s: %s", is_stdout(w) ? "standard output" : w->file,
                 strerror(why));
    return -1;
}

/* The environment that compilers, emulators and guests are started with.
 * SPDX-License-Identifier: MIT
 */
#include "base/environment.h"

#include <fnmatch.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static bool is_cleared(const char *name)
{
    static const char *const patterns[] = {
#define XL_CLEARED(pattern) pattern,
#include "base/cleared.def"
#undef XL_CLEARED
    };
    for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++)
        if (fnmatch(patterns[i], name, 0) == 0)
            return true;
    return false;
}

void xl_environment_clear(void)
{
    for (size_t i = 0; environ[i];) {
        char *name = strndup(environ[i], strcspn(environ[i], "="));
        bool cleared = name && is_cleared(name) && unsetenv(name) == 0;
        free(name);
        i += !cleared; /* the next one has moved here */
    }
    setenv("LC_ALL", "C", 1);
    signal(SIGCHLD, SIG_DFL); /* a caller that ignores it hands that on: no child had a status */
}

int xl_environment_check(const char *proc, size_t rows, size_t jobs, struct xl_error *err)
{
    /* A build keeps its program open. A row's agent has memory, two pipes and its output, and so
     * has that of its control run. */
    enum { OWN = 128, EACH_ROW = 2, EACH_JOB = 10 };
    const rlim_t files = OWN + EACH_ROW * rows + EACH_JOB * (jobs < rows ? jobs : rows);
    struct rlimit limit;
    char self[64];
    snprintf(self, sizeof self, "%.40s/self/fd", proc);
    if (access(self, X_OK)) {
        xl_error_set(err, "there is no %s here, by which agents are started: mount -t proc proc %s",
                     proc, proc);
        return -1;
    }
    if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur >= files)
        return 0;
    const struct rlimit raised = {limit.rlim_max < files ? limit.rlim_max : files, limit.rlim_max};
    if (raised.rlim_cur >= files && setrlimit(RLIMIT_NOFILE, &raised) == 0)
        return 0;
    xl_error_set(err,
                 "a process may have %llu files open here, and this run needs up to %llu: run it "
                 "where the hard limit is higher (ulimit -Hn shows it), or choose fewer rows or "
                 "--jobs",
                 (unsigned long long)limit.rlim_max, (unsigned long long)files);
    return -1;
}

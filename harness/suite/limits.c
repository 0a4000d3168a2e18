/* Limits of a command: time, processes, disk.
 * SPDX-License-Identifier: MIT
 */
#include "suite/launch.h"

#include <ctype.h>
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <time.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/process.h"

enum {
    XL_POLL_NS = 10 * 1000 * 1000,
    XL_MOST_THREADS = 1000,
    XL_LEAST_DISK_MIB = 512 /* free where the command writes */
};

/* Between looks at the disk and the threads: processes that double in number are many soon; for
 * what is stopped to end. */
static const double XL_GUARD_SECONDS = 0.02, XL_END_SECONDS = 20;

/* The number of the machine's threads: proc_loadavg(5). */
static long count_threads(void)
{
    long count = 0;
    FILE *f = fopen("/proc/loadavg", "re");
    if (!f || fscanf(f, "%*f %*f %*f %*d/%ld", &count) != 1)
        count = 0;
    if (f)
        fclose(f);
    return count;
}

/* A process of the machine. */
struct seen {
    pid_t pid, parent;
    long threads;
    bool is_own;
};

/* proc_pid_stat(5). false: it has ended. */
static bool read_process(const char *number, struct seen *p)
{
    char path[64], text[512] = "";
    snprintf(path, sizeof path, "/proc/%.20s/stat", number);
    FILE *f = fopen(path, "re");
    const size_t size = f ? fread(text, 1, sizeof text - 1, f) : 0;
    if (f)
        fclose(f);
    const char *after = size ? strrchr(text, ')') : NULL;
    *p = (struct seen){.pid = (pid_t)atoi(number)};
    return after && sscanf(after,
                           ") %*c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d "
                           "%*d %*d %ld",
                           &p->parent, &p->threads) == 2;
}

/* The number of threads of a process and all below it, whatever namespaces they are in: the process
 * adopts orphans. */
static long count_own_threads(pid_t pid)
{
    struct {
        struct seen *at;
        size_t count, room;
    } all = {0};
    struct seen p;
    long threads = 0;
    DIR *processes = opendir("/proc");
    for (const struct dirent *d; processes && (d = readdir(processes));)
        if (isdigit((unsigned char)d->d_name[0]) && read_process(d->d_name, &p)) {
            p.is_own = p.pid == pid;
            xl_push(&all, p);
        }
    if (processes)
        closedir(processes);
    for (bool changes = true; changes;) { /* numbers ascend mostly, so this is soon done */
        changes = false;
        for (size_t i = 0; i < all.count; i++)
            for (size_t k = 0; !all.at[i].is_own && k < all.count; k++)
                if (all.at[k].is_own && all.at[k].pid == all.at[i].parent)
                    all.at[i].is_own = changes = true;
    }
    for (size_t i = 0; i < all.count; i++)
        threads += all.at[i].is_own ? all.at[i].threads : 0;
    free(all.at);
    return threads;
}

/* Whether the command has too many threads. The machine's number is quick to read, and others may
 * start some, too. */
static bool has_too_many(pid_t pid, long threads_before)
{
    return count_threads() > threads_before + XL_MOST_THREADS &&
           count_own_threads(pid) > XL_MOST_THREADS;
}

/* Whether the command must be stopped, because what it does endangers the machine. */
static bool is_dangerous(const struct xl_launch *l, pid_t pid, long threads_before, char *why,
                         size_t size)
{
    struct statvfs disk;
    const char *where = l->confined ? l->confined->scratch : l->folder;
    if (has_too_many(pid, threads_before))
        snprintf(why, size, "it started more than %d processes and threads", XL_MOST_THREADS);
    else if (where && statvfs(where, &disk) == 0 &&
             (disk.f_bavail * (unsigned long long)disk.f_frsize) >> 20 < XL_LEAST_DISK_MIB)
        snprintf(why, size, "less than %d MiB of disk are free", XL_LEAST_DISK_MIB);
    return *why;
}

/* Waits at most until then. True: the process ended, with this status. */
static bool wait_until(pid_t pid, double deadline, int *status)
{
    while (waitpid(pid, status, WNOHANG) != pid) {
        if (xl_now() >= deadline)
            return false;
        nanosleep(&(struct timespec){0, XL_POLL_NS}, NULL);
    }
    return true;
}

/* Sends SIGTERM to all that the command started, and waits until it ended. */
static void stop(pid_t pid, int *status)
{
    kill(pid, SIGTERM);
    if (wait_until(pid, xl_now() + XL_END_SECONDS, status))
        return;
    kill(pid, SIGKILL);
    waitpid(pid, status, 0);
}

/* Kills the command's group at once, then what left the group. */
static void kill_all(pid_t pid, int *status)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    kill(-pid, SIGKILL);
    waitpid(pid, status, 0);
    xl_kill_children();
}

int xl_wait_with_limits(const struct xl_launch *l, pid_t pid, char *why, size_t size)
{
    struct xl_limit limit = xl_limit_of(l->seconds, 0);
    const long threads = count_threads();
    int status = 0;
    why[0] = '\0';
    while (!wait_until(pid, xl_now() + XL_GUARD_SECONDS, &status)) {
        if (is_dangerous(l, pid, threads, why, size)) {
            kill_all(pid, &status);
            break;
        }
        if (!xl_limit_is_over(&limit))
            continue;
        snprintf(why, size, "it ran for more than %u s", l->seconds);
        stop(pid, &status);
        break;
    }
    return status;
}

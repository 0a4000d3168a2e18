/* Limits of a command: time, processes, disk.
 * SPDX-License-Identifier: MIT
 */
#include "suite/launch.h"

#include <ctype.h>
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <time.h>

#include "base/clock.h"
#include "base/limit.h"
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

/* The mount namespace of a process; 0: it has ended. */
static ino_t mounts_of(const char *process)
{
    char path[64];
    struct stat s;
    snprintf(path, sizeof path, "/proc/%.20s/ns/mnt", process);
    return stat(path, &s) == 0 ? s.st_ino : 0;
}

/* The number of threads in the command's mount namespace, which no other process is in. -1: it has
 * none of its own. */
static long count_own_threads(pid_t pid)
{
    char path[64];
    struct stat s;
    snprintf(path, sizeof path, "%d", (int)pid);
    const ino_t own = mounts_of(path);
    DIR *processes = own && own != mounts_of("self") ? opendir("/proc") : NULL;
    long count = processes ? 0 : -1;
    for (const struct dirent *d; processes && (d = readdir(processes));) {
        snprintf(path, sizeof path, "/proc/%.20s/task", d->d_name);
        if (isdigit((unsigned char)d->d_name[0]) && mounts_of(d->d_name) == own &&
            stat(path, &s) == 0)
            count += (long)s.st_nlink - 2; /* a directory for each */
    }
    if (processes)
        closedir(processes);
    return count;
}

/* Whether the command has too many threads. The machine's number is quick to read, and others may
 * start some, too. */
static bool has_too_many(pid_t pid, long threads_before)
{
    if (count_threads() <= threads_before + XL_MOST_THREADS)
        return false;
    const long own = count_own_threads(pid);
    return own < 0 || own > XL_MOST_THREADS;
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

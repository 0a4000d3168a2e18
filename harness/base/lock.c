/* Locks of files, by which processes take turns.
 * SPDX-License-Identifier: MIT
 */
#include "base/lock.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>

#include "base/progress.h"
#include "base/stop.h"

enum { XL_MOST_PAUSE_MS = 50, XL_WHOM_TEXT = 100 };

/* The process that holds a lock of the file; 0: nobody knows, as of one in another container. */
static int holder_of(int file)
{
    struct stat s;
    char line[256];
    int holder = 0;
    FILE *locks = fstat(file, &s) ? NULL : fopen("/proc/locks", "re");
    while (locks && !holder && fgets(line, sizeof line, locks)) {
        int pid;
        unsigned long long inode;
        /* "1: FLOCK  ADVISORY  WRITE 4711 fe:01:1234 0 EOF"; of one that waits, "1: -> FLOCK ..."
         */
        if (sscanf(line, "%*d: FLOCK %*s %*s %d %*x:%*x:%llu ", &pid, &inode) == 2 &&
            inode == s.st_ino && pid > 0)
            holder = pid;
    }
    if (locks)
        fclose(locks);
    return holder;
}

/* "waits for process 4711 (crosslane, stopped), which has the lock". */
static void tell_whom(int file, char text[XL_WHOM_TEXT])
{
    char path[64], name[32] = "", state = '\0';
    const int pid = holder_of(file);
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *f = pid ? fopen(path, "re") : NULL;
    if (f && fscanf(f, "%*d (%31[^)]) %c", name, &state) != 2)
        name[0] = '\0';
    if (f)
        fclose(f);
    if (name[0])
        snprintf(text, XL_WHOM_TEXT, "waits for process %d (%s%s), which has the lock", pid, name,
                 strchr("Tt", state) ? ", stopped" : "");
    else
        snprintf(text, XL_WHOM_TEXT, "waits for another process, which has the lock");
}

int xl_lock(int file, bool shared, const char *step)
{
    char whom[XL_WHOM_TEXT];
    struct xl_progress progress;
    int failed, pause_ms = 1; /* most are held for a moment only */
    xl_progress_begin(&progress, step);
    while ((failed = flock(file, (shared ? LOCK_SH : LOCK_EX) | LOCK_NB)) &&
           (errno == EWOULDBLOCK || errno == EINTR)) {
        if (xl_interrupted) {
            errno = ECANCELED;
            break;
        }
        if (pause_ms == XL_MOST_PAUSE_MS) {
            tell_whom(file, whom);
            xl_progress_tick(&progress, whom);
        }
        nanosleep(&(struct timespec){0, pause_ms * 1000000L}, NULL);
        pause_ms = 2 * pause_ms < XL_MOST_PAUSE_MS ? 2 * pause_ms : XL_MOST_PAUSE_MS;
    }
    const int why = errno;
    xl_progress_end(&progress);
    errno = why;
    return failed ? -1 : 0;
}

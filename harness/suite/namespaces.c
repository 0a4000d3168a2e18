/* Namespaces of a process and all that it starts.
 * SPDX-License-Identifier: MIT
 */
#include "suite/namespaces.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"

enum { XL_MAP_TEXT = 4096 };

/* Writes a file of the process. */
static int write_file(int proc, pid_t pid, const char *name, const char *text)
{
    char path[64];
    snprintf(path, sizeof path, "%d/%s", (int)pid, name);
    const int fd = openat(proc, path, O_WRONLY | O_CLOEXEC);
    const ssize_t written = fd < 0 ? -1 : write(fd, text, strlen(text));
    const int error = errno;
    if (fd >= 0)
        close(fd);
    errno = error;
    return written == (ssize_t)strlen(text) ? 0 : -1;
}

/* Maps all that this process's namespace knows to themselves. */
static int map_all(int proc, pid_t pid, const char *name)
{
    char line[128], own[32], text[XL_MAP_TEXT] = "";
    snprintf(own, sizeof own, "self/%s", name);
    const int fd = openat(proc, own, O_RDONLY | O_CLOEXEC);
    FILE *f = fd < 0 ? NULL : fdopen(fd, "r");
    while (f && fgets(line, sizeof line, f)) {
        unsigned inside = 0, outside = 0, count = 0;
        if (sscanf(line, "%u %u %u", &inside, &outside, &count) == 3)
            xl_append(text, sizeof text, "%u %u %u\n", inside, inside, count);
    }
    if (f)
        fclose(f);
    return write_file(proc, pid, name, text);
}

static int map_one(int proc, pid_t pid, const char *name, unsigned inside, unsigned outside)
{
    char text[64];
    snprintf(text, sizeof text, "%u %u 1", inside, outside);
    return write_file(proc, pid, name, text);
}

/* Maps the users and groups of a process's new namespace: root maps all to themselves; others may
 * map only themselves, and are root in the first namespace (binfmt_misc's files belong to root). */
static int map_ids(const struct xl_namespaces *n, pid_t pid, bool is_first)
{
    if (n->user == 0)
        return map_all(n->proc, pid, "uid_map") || map_all(n->proc, pid, "gid_map") ? -1 : 0;
    const uid_t user = is_first ? 0 : n->user, outside_user = is_first ? n->user : 0;
    const gid_t group = is_first ? 0 : n->group, outside_group = is_first ? n->group : 0;
    return (is_first && write_file(n->proc, pid, "setgroups", "deny")) ||
                   map_one(n->proc, pid, "uid_map", user, outside_user) ||
                   map_one(n->proc, pid, "gid_map", group, outside_group)
               ? -1
               : 0;
}

/* Enters namespaces, a user namespace among them. A process that stays outside maps its users and
 * groups, because inside root may map its own user only (user_namespaces(7)). */
static const char *enter(const struct xl_namespaces *n, int flags, bool is_first)
{
    int ready[2], status = 0;
    if (pipe2(ready, O_CLOEXEC))
        return "pipe";
    const pid_t pid = getpid(), mapper = fork();
    if (mapper == 0) {
        char go;
        close(ready[1]);
        _exit(read(ready[0], &go, 1) != 1 ? 0 : map_ids(n, pid, is_first) ? errno : 0);
    }
    close(ready[0]);
    const int failed = mapper < 0 || unshare(CLONE_NEWUSER | flags) ? errno : 0;
    if (!failed && write(ready[1], "", 1) != 1)
        status = EPIPE;
    close(ready[1]);
    if (mapper > 0 && waitpid(mapper, &status, 0) == mapper)
        status = WIFEXITED(status) ? WEXITSTATUS(status) : EPERM;
    errno = failed ? failed : status;
    return failed ? "unshare" : status ? "uid_map" : NULL;
}

const char *xl_namespaces_enter(struct xl_namespaces *n, int flags)
{
    *n = (struct xl_namespaces){.user = geteuid(), .group = getegid()};
    n->proc = open("/proc", O_PATH | O_DIRECTORY | O_CLOEXEC);
    const char *step = n->proc < 0 ? "open /proc" : enter(n, CLONE_NEWNS | flags, true);
    const int error = errno;
    n->has_user = !step;
    n->has_mounts = !step || (n->user == 0 && geteuid() == 0 && !unshare(CLONE_NEWNS | flags));
    if (n->has_mounts && mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL)) {
        n->has_mounts = false;
        return "mount";
    }
    errno = error;
    return step;
}

/* Drops what Docker's containers have not either, so that root cannot undo its mounts. */
static void drop_capabilities(void)
{
    static const int kept[] = {CAP_CHOWN,   CAP_DAC_OVERRIDE, CAP_FSETID,          CAP_FOWNER,
                               CAP_SETGID,  CAP_SETUID,       CAP_SETFCAP,         CAP_SETPCAP,
                               CAP_NET_RAW, CAP_KILL,         CAP_NET_BIND_SERVICE};
    for (int c = 0; prctl(PR_CAPBSET_READ, c) >= 0; c++) {
        bool is_kept = false;
        for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
            is_kept |= kept[i] == c;
        if (!is_kept)
            prctl(PR_CAPBSET_DROP, c);
    }
}

const char *xl_namespaces_leave_root(struct xl_namespaces *n)
{
    const char *step = n->has_user ? enter(n, 0, false) : NULL;
    if (!n->has_user)
        drop_capabilities(); /* they go with the next program */
    return step;
}

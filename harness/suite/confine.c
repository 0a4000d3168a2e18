/* Keeps a command from harming the machine: its changes of files are its own, by namespaces,
 * overlayfs and read-only mounts; its time, processes and disk have limits.
 * SPDX-License-Identifier: MIT
 *
 * Documentation/filesystems/overlayfs.rst of Linux; mount_setattr(2). The first user namespace has
 * the rights to mount, and a second one below it has none over those mounts: user_namespaces(7).
 */
#include "suite/confine.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/capability.h>
#include <net/if.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/processes.h"
#include "base/text.h"

/* ---- Namespaces ---- */

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

/* ---- Files ---- */

enum { XL_OPTIONS = 4 * PATH_MAX };

/* The path as a value of a mount option. */
static void put_path(char *options, const char *path)
{
    char *to = options + strlen(options);
    for (; *path && to < options + XL_OPTIONS - 3; path++) {
        if (strchr(",:\\", *path))
            *to++ = '\\';
        *to++ = *path;
    }
    *to = '\0';
}

/* Mounts an overlay over the directory. Its changes are in scratch/NAME. */
static int overlay(const char *directory, const char *scratch, const char *name)
{
    char upper[PATH_MAX], work[PATH_MAX], options[XL_OPTIONS] = "userxattr,lowerdir=";
    snprintf(upper, sizeof upper, "%s/%s", scratch, name);
    snprintf(work, sizeof work, "%s/%s.work", scratch, name);
    if ((mkdir(upper, 0755) && errno != EEXIST) || (mkdir(work, 0755) && errno != EEXIST))
        return -1;
    struct stat s;
    if (stat(directory, &s) || chmod(upper, s.st_mode & 07777))
        return -1;
    put_path(options, directory);
    strcat(options, ",upperdir=");
    put_path(options, upper);
    strcat(options, ",workdir=");
    put_path(options, work);
    return mount("overlay", directory, "overlay", 0, options);
}

/* Mounts the directory before the one of its name in /usr/lib. */
static void mount_libraries(const char *directory)
{
    char own[PATH_MAX], options[XL_OPTIONS] = "lowerdir=";
    snprintf(own, sizeof own, "/usr/lib%s", strrchr(directory, '/'));
    put_path(options, directory);
    strcat(options, ":");
    put_path(options, own);
    mount("overlay", own, "overlay", MS_RDONLY, options);
}

/* Mounts the directory over itself, so that it can differ from what is around it. */
static int mount_over_itself(const char *directory)
{
    return mount(directory, directory, NULL, MS_BIND | MS_REC, NULL);
}

static int make_writable(const char *directory)
{
    struct mount_attr attr = {.attr_clr = MOUNT_ATTR_RDONLY};
    return mount_setattr(AT_FDCWD, directory, 0, &attr, sizeof attr);
}

static bool is_below(const char *path, const char *directory)
{
    const size_t size = strlen(directory);
    return strncmp(path, directory, size) == 0 && path[size] == '/';
}

static void make_directories(const char *path)
{
    char part[PATH_MAX];
    for (const char *slash = path; (slash = strchr(slash + 1, '/'));) {
        snprintf(part, sizeof part, "%.*s", (int)(slash - path), path);
        mkdir(part, 0755);
    }
    mkdir(path, 0755);
}

/* Empties /run, whose sockets lead to what runs outside: Docker, agents with keys, buses. Where the
 * network is shared, the directory of the file that names the servers of names stays. */
static int hide_sockets(const struct xl_confined *c)
{
    char servers[PATH_MAX];
    int kept = -1;
    if (is_below(c->build, "/run") || is_below(c->scratch, "/run"))
        return 0;
    if (c->has_network && realpath("/etc/resolv.conf", servers)) {
        *strrchr(servers, '/') = '\0';
        if (is_below(servers, "/run"))
            kept = open_tree(AT_FDCWD, servers, OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC);
    }
    const int failed = mount("tmpfs", "/run", "tmpfs", MS_NOSUID | MS_NODEV, "mode=755,size=1m");
    if (!failed && kept >= 0) {
        make_directories(servers);
        move_mount(kept, "", AT_FDCWD, servers, MOVE_MOUNT_F_EMPTY_PATH);
    }
    if (kept >= 0)
        close(kept);
    return failed;
}

/* A new network namespace has the loopback device, which does not run. Tests of root may use its
 * low ports, though they are not root there. */
static void start_loopback(void)
{
    struct ifreq device = {.ifr_name = "lo", .ifr_flags = IFF_UP | IFF_RUNNING};
    const int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0),
              ports = open("/proc/sys/net/ipv4/ip_unprivileged_port_start", O_WRONLY | O_CLOEXEC);
    if (fd >= 0)
        ioctl(fd, SIOCSIFFLAGS, &device);
    const bool has_ports = ports >= 0 && write(ports, "0", 1) == 1;
    (void)has_ports; /* where that is not allowed, tests bind to high ports */
    if (fd >= 0)
        close(fd);
    if (ports >= 0)
        close(ports);
}

/* Gives the command its own /tmp: a copy. An overlay cannot keep its changes below itself, and a
 * user namespace cannot copy a directory with mounts below it: then /tmp has what the command needs
 * there, and nothing else. */
static int own_temporary(const struct xl_confined *c)
{
    enum { NEEDED = 3 };
    char cwd[PATH_MAX] = "";
    int kept[NEEDED];
    if (is_below(c->scratch, "/tmp"))
        return mount_over_itself("/tmp");
    if (!overlay("/tmp", c->scratch, "tmp"))
        return 0;
    if (errno != EINVAL)
        return -1;
    const char *const needed[NEEDED] = {c->source, c->build, getcwd(cwd, sizeof cwd) ? cwd : ""};
    for (int i = 0; i < NEEDED; i++)
        kept[i] =
            is_below(needed[i], "/tmp")
                ? open_tree(AT_FDCWD, needed[i], OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE)
                : -1;
    int failed = mount("tmpfs", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV, "mode=1777");
    for (int i = 0; i < NEEDED; i++) {
        if (!failed && kept[i] >= 0) {
            make_directories(needed[i]);
            failed = move_mount(kept[i], "", AT_FDCWD, needed[i], MOVE_MOUNT_F_EMPTY_PATH);
        }
        if (kept[i] >= 0)
            close(kept[i]);
    }
    return failed;
}

const char *xl_confine(const struct xl_confined *c)
{
    struct mount_attr read_only = {.attr_set = MOUNT_ATTR_RDONLY};
    char cwd[PATH_MAX], writable[PATH_MAX];
    snprintf(writable, sizeof writable, "%s/" XL_CONFINED_WRITABLE, c->scratch);
    /* If that fails, as where /usr/lib has no such directory, programs that need them do not start,
     * and the row is skipped. */
    if (c->libraries)
        mount_libraries(c->libraries);
    if (hide_sockets(c))
        return "mount an empty directory over /run";
    if (own_temporary(c))
        return "mount an overlay over /tmp";
    if (overlay(c->build, c->scratch, "build"))
        return "mount an overlay over the build";
    if (mount("tmpfs", "/dev/shm", "tmpfs", MS_NOSUID | MS_NODEV, "mode=1777,size=1g"))
        return "mount /dev/shm";
    if (mount_over_itself(c->scratch) || mount_over_itself(writable))
        return "mount the scratch directory";
    if (!c->has_network)
        start_loopback();
    if (mount_setattr(AT_FDCWD, "/", AT_RECURSIVE, &read_only, sizeof read_only))
        return "mount read-only";
    if (make_writable("/tmp") || make_writable(c->build) || make_writable("/dev/shm") ||
        make_writable(writable))
        return "mount writable";
    /* The working directory is below the mounts until it is looked up again. */
    return getcwd(cwd, sizeof cwd) && chdir(cwd) == 0 ? NULL : "chdir";
}

const char *xl_confine_self(const struct xl_confined *c)
{
    struct xl_namespaces n;
    const char *step = xl_namespaces_enter(&n, c->has_network ? 0 : CLONE_NEWNET);
    if (step && !n.has_mounts)
        return step;
    step = xl_confine(c);
    return step ? step : xl_namespaces_leave_root(&n);
}

/* ---- Limits ---- */

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
static bool is_dangerous(pid_t pid, const char *where, long threads_before, char *why, size_t size)
{
    struct statvfs disk;
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

int xl_wait_with_limits(pid_t pid, unsigned seconds, const char *where, char *why, size_t size)
{
    struct xl_limit limit = xl_limit_of(seconds, 0);
    const long threads = count_threads();
    int status = 0;
    why[0] = '\0';
    while (!wait_until(pid, xl_now() + XL_GUARD_SECONDS, &status)) {
        if (is_dangerous(pid, where, threads, why, size)) {
            kill_all(pid, &status);
            break;
        }
        if (!xl_limit_is_over(&limit))
            continue;
        snprintf(why, size, "it ran for more than %u s", seconds);
        stop(pid, &status);
        break;
    }
    return status;
}

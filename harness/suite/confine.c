/* Keeps a command's changes of files to itself, by overlayfs and read-only mounts.
 * SPDX-License-Identifier: MIT
 *
 * Documentation/filesystems/overlayfs.rst of Linux; mount_setattr(2).
 */
#include "suite/confine.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <net/if.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "suite/namespaces.h"

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
 * user namespace cannot copy a directory with mounts below it: then /tmp is empty. */
static int own_temporary(const struct xl_confined *c)
{
    char cwd[PATH_MAX];
    if (is_below(c->scratch, "/tmp"))
        return mount_over_itself("/tmp");
    if (!overlay("/tmp", c->scratch, "tmp"))
        return 0;
    if (errno != EINVAL || is_below(c->build, "/tmp") || is_below(c->source, "/tmp") ||
        (getcwd(cwd, sizeof cwd) && is_below(cwd, "/tmp")))
        return -1;
    return mount("tmpfs", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV, "mode=1777");
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

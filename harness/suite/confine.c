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
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* Mounts the directory over itself, writable in a read-only tree. */
static int make_writable(const char *directory)
{
    struct mount_attr attr = {.attr_clr = MOUNT_ATTR_RDONLY};
    return mount(directory, directory, NULL, MS_BIND | MS_REC, NULL) ||
                   mount_setattr(AT_FDCWD, directory, 0, &attr, sizeof attr)
               ? -1
               : 0;
}

static int start_loopback(void)
{
    struct ifreq device = {.ifr_name = "lo", .ifr_flags = IFF_UP | IFF_RUNNING};
    const int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    const int failed = fd < 0 ? -1 : ioctl(fd, SIOCSIFFLAGS, &device);
    if (fd >= 0)
        close(fd);
    return failed;
}

const char *xl_confine(const struct xl_confined *c)
{
    struct mount_attr attr = {.attr_set = MOUNT_ATTR_RDONLY};
    char cwd[PATH_MAX];
    /* If that fails, as where /usr/lib has no such directory, programs that need them do not start,
     * and the row is skipped. */
    if (c->libraries)
        mount_libraries(c->libraries);
    if (mount_setattr(AT_FDCWD, "/", AT_RECURSIVE, &attr, sizeof attr))
        return "mount read-only";
    if (make_writable(c->scratch))
        return "mount the scratch directory";
    /* An overlay cannot keep its changes below itself. */
    const bool is_below = strncmp(c->scratch, "/tmp/", 5) == 0;
    if (is_below ? make_writable("/tmp") : overlay("/tmp", c->scratch, "tmp"))
        return "mount an overlay over /tmp";
    if (overlay(c->build, c->scratch, "build"))
        return "mount an overlay over the build";
    if (mount("tmpfs", "/dev/shm", "tmpfs", MS_NOSUID | MS_NODEV, "mode=1777,size=1g"))
        return "mount /dev/shm";
    /* The working directory is below the mounts until it is looked up again. */
    if (!getcwd(cwd, sizeof cwd) || chdir(cwd))
        return "chdir";
    start_loopback(); /* where the network is shared, it runs */
    return NULL;
}

/* Writes a file of this process's namespace. */
static int write_map(const char *file, const char *text)
{
    const int fd = open(file, O_WRONLY | O_CLOEXEC);
    const bool is_written = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
    if (fd >= 0)
        close(fd);
    return is_written ? 0 : -1;
}

/* A user other than root needs a user namespace, in which it stays itself. */
static int enter_user_namespace(uid_t user, gid_t group)
{
    char users[64], groups[64];
    snprintf(users, sizeof users, "%u %u 1", user, user);
    snprintf(groups, sizeof groups, "%u %u 1", group, group);
    return unshare(CLONE_NEWUSER) || write_map("/proc/self/setgroups", "deny") ||
                   write_map("/proc/self/uid_map", users) || write_map("/proc/self/gid_map", groups)
               ? -1
               : 0;
}

const char *xl_confine_self(const struct xl_confined *c, bool has_network)
{
    const uid_t user = geteuid();
    if (user && enter_user_namespace(user, getegid()))
        return "unshare";
    if (unshare(CLONE_NEWNS | (has_network ? 0 : CLONE_NEWNET)))
        return "unshare";
    if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL))
        return "mount";
    return xl_confine(c);
}

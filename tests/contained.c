/* contained PLACE COMMAND [ARGUMENT]...: runs a command where it has less than on this machine.
 * SPDX-License-Identifier: MIT
 *
 * PLACE:
 * - container: root as Docker makes it: 14 capabilities, its seccomp rules, a new /dev, 64 MiB of
 *   /dev/shm
 * - user: an ordinary user, to whom the checkout and the cache belong (CROSSLANE_CACHE, or
 *   ~/.cache/crosslane)
 * - restricted: the same, who may make user namespaces but mount nothing in them, as in Ubuntu
 *   24.04
 * - untraced: as it is, but nobody may trace a process, as under gVisor and in old containers
 * All but the last need root.
 *
 * Docker's rules: profiles/seccomp/default.json and oci/caps/defaults.go of Moby.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SKIPPED = 77, FAILED = 99, USER = 1000 };

static void die(const char *what)
{
    fprintf(stderr, "contained: error: %s: %s\n", what, strerror(errno));
    exit(FAILED);
}

#define REFUSE(call, error)                                                                        \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 1),                                             \
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))
/* If the call's first argument has the bits. */
#define REFUSE_BITS(call, bits, error)                                                             \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 4),                                             \
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),                \
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bits), 0, 1),                                        \
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error)),                                    \
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define BEGIN BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))
#define END BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

static void install(struct sock_filter *code, size_t count)
{
    const struct sock_fprog program = {(unsigned short)count, code};
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
        die("seccomp");
}

static void refuse_as_docker(void)
{
    enum { NO_RANDOM_ADDRESSES = 0x40000 };
    struct sock_filter code[] = {
        BEGIN,
        REFUSE(SYS_unshare, EPERM),
        REFUSE(SYS_mount, EPERM),
        REFUSE(SYS_umount2, EPERM),
        REFUSE(SYS_setns, EPERM),
        REFUSE(SYS_pivot_root, EPERM),
        REFUSE(SYS_keyctl, EPERM),
        REFUSE(SYS_bpf, EPERM),
        REFUSE(SYS_perf_event_open, EPERM),
        REFUSE(SYS_userfaultfd, EPERM),
        REFUSE(SYS_open_tree, EPERM),
        REFUSE(SYS_move_mount, EPERM),
        REFUSE(SYS_fsopen, EPERM),
        REFUSE(SYS_mount_setattr, EPERM),
        REFUSE(SYS_quotactl, EPERM),
        REFUSE(SYS_clone3, ENOSYS),
        REFUSE_BITS(SYS_clone, CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWNET, EPERM),
        REFUSE_BITS(SYS_personality, NO_RANDOM_ADDRESSES, EPERM),
        END};
    install(code, sizeof code / sizeof code[0]);
}

static void refuse_mounts(void)
{
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
        die("prctl");
    struct sock_filter code[] = {BEGIN, REFUSE(SYS_mount, EACCES),
                                 REFUSE(SYS_mount_setattr, EACCES), END};
    install(code, sizeof code / sizeof code[0]);
}

static void refuse_tracing(void)
{
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
        die("prctl");
    struct sock_filter code[] = {BEGIN, REFUSE(SYS_ptrace, EPERM), END};
    install(code, sizeof code / sizeof code[0]);
}

static void drop_capabilities(void)
{
    static const int kept[] = {CAP_CHOWN,   CAP_DAC_OVERRIDE, CAP_FSETID,           CAP_FOWNER,
                               CAP_NET_RAW, CAP_SETGID,       CAP_SETUID,           CAP_SETFCAP,
                               CAP_SETPCAP, CAP_KILL,         CAP_NET_BIND_SERVICE, CAP_SYS_CHROOT,
                               CAP_MKNOD,   CAP_AUDIT_WRITE};
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct data[2] = {{0}};
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
        data[kept[i] / 32].permitted |= 1u << (kept[i] % 32);
    for (int c = 0; prctl(PR_CAPBSET_READ, c) >= 0; c++)
        if (!(data[c / 32].permitted >> (c % 32) & 1) && prctl(PR_CAPBSET_DROP, c))
            die("drop a capability");
    for (int i = 0; i < 2; i++)
        data[i].effective = data[i].permitted;
    if (syscall(SYS_capset, &header, data))
        die("capset");
}

static void make_devices(void)
{
    static const struct {
        const char *name;
        unsigned minor;
    } devices[] = {{"/dev/null", 3},
                   {"/dev/zero", 5},
                   {"/dev/full", 7},
                   {"/dev/random", 8},
                   {"/dev/urandom", 9}};
    static const char *const links[][2] = {{"/proc/self/fd", "/dev/fd"},
                                           {"/proc/self/fd/0", "/dev/stdin"},
                                           {"/proc/self/fd/1", "/dev/stdout"},
                                           {"/proc/self/fd/2", "/dev/stderr"}};
    if (mount("tmpfs", "/dev", "tmpfs", 0, "mode=755"))
        die("mount /dev");
    for (size_t i = 0; i < sizeof devices / sizeof devices[0]; i++)
        if (mknod(devices[i].name, S_IFCHR | 0666, makedev(1, devices[i].minor)) ||
            chmod(devices[i].name, 0666))
            die(devices[i].name);
    for (size_t i = 0; i < sizeof links / sizeof links[0]; i++)
        if (symlink(links[i][0], links[i][1]))
            die(links[i][1]);
    if (mkdir("/dev/shm", 01777) || mount("shm", "/dev/shm", "tmpfs", 0, "size=64m,mode=1777"))
        die("/dev/shm");
}

/* A user namespace in which root of the files is the user. It stays as a process that waits. */
static int map_root_to_user(void)
{
    int ready[2];
    char path[64];
    if (pipe(ready))
        die("pipe");
    const pid_t pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (unshare(CLONE_NEWUSER) == 0 && write(ready[1], "", 1) == 1)
            pause();
        _exit(1);
    }
    char byte;
    close(ready[1]);
    if (read(ready[0], &byte, 1) != 1)
        die("unshare");
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "/proc/%d/%cid_map", (int)pid, "ug"[i]);
        FILE *f = fopen(path, "w");
        if (!f || fprintf(f, "0 %d 1", USER) < 0 || fclose(f))
            die(path);
    }
    snprintf(path, sizeof path, "/proc/%d/ns/user", (int)pid);
    const int space = open(path, O_RDONLY | O_CLOEXEC);
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    if (space < 0)
        die(path);
    return space;
}

/* Makes a directory the user's, where it is, though others may not enter what it is in. */
struct given {
    char path[PATH_MAX];
    int tree;
};

static void take(struct given *g, int space, const char *path)
{
    struct mount_attr attr = {.attr_set = MOUNT_ATTR_IDMAP, .userns_fd = (__u64)space};
    if (!realpath(path, g->path))
        die(path);
    g->tree = open_tree(AT_FDCWD, g->path, OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC);
    if (g->tree < 0)
        die("open_tree");
    if (mount_setattr(g->tree, "", AT_EMPTY_PATH, &attr, sizeof attr)) {
        printf("skipped: this machine maps no users of mounts: %s\n", strerror(errno));
        exit(SKIPPED);
    }
}

static void give(const struct given *g)
{
    char part[PATH_MAX];
    struct stat s;
    for (const char *slash = g->path; (slash = strchr(slash + 1, '/'));) {
        snprintf(part, sizeof part, "%.*s", (int)(slash - g->path), g->path);
        if (stat(part, &s) == 0 && (s.st_mode & S_IXOTH))
            continue;
        if (errno != ENOENT && s.st_mode && mount("tmpfs", part, "tmpfs", 0, "mode=755"))
            die(part);
        break;
    }
    for (const char *slash = g->path; (slash = strchr(slash + 1, '/'));) {
        snprintf(part, sizeof part, "%.*s", (int)(slash - g->path), g->path);
        mkdir(part, 0755);
    }
    mkdir(g->path, 0755);
    if (move_mount(g->tree, "", AT_FDCWD, g->path, MOVE_MOUNT_F_EMPTY_PATH))
        die(g->path);
}

static void be_user(void)
{
    const char *cache = getenv("CROSSLANE_CACHE");
    char path[PATH_MAX], cwd[PATH_MAX];
    static const char home[] = "/home/user";
    struct given given[2];
    const int space = map_root_to_user();
    if (!getcwd(cwd, sizeof cwd))
        die("getcwd");
    snprintf(path, sizeof path, "%s/.cache/crosslane", getenv("HOME"));
    take(&given[0], space, XL_ROOT);
    take(&given[1], space, cache && *cache ? cache : path);
    if (mount("tmpfs", "/home", "tmpfs", 0, "mode=755"))
        die("mount /home");
    for (int i = 0; i < 2; i++)
        give(&given[i]);
    setenv("CROSSLANE_CACHE", given[1].path, 1);
    if (mkdir(home, 0755) || chown(home, USER, USER) || setenv("HOME", home, 1) || chdir(cwd))
        die("home");
    if (setgid(USER) || syscall(SYS_setgroups, 0, NULL) || setuid(USER))
        die("setuid");
}

int main(int argc, char **argv)
{
    const char *place = argc > 2 ? argv[1] : "";
    const int is_container = strcmp(place, "container") == 0,
              is_restricted = strcmp(place, "restricted") == 0,
              is_untraced = strcmp(place, "untraced") == 0;
    if (!is_container && !is_restricted && !is_untraced && strcmp(place, "user") != 0) {
        fprintf(stderr,
                "usage: contained container|user|restricted|untraced COMMAND [ARGUMENT]...\n");
        return 2;
    }
    if (is_untraced) {
        refuse_tracing();
        execvp(argv[2], argv + 2);
        die(argv[2]);
    }
    if (geteuid()) {
        printf("skipped: only root can make such a place\n");
        return SKIPPED;
    }
    if (unshare(CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWIPC)) {
        printf("skipped: this machine allows no namespaces: %s\n", strerror(errno));
        return SKIPPED;
    }
    const pid_t pid = fork();
    int status = 0;
    if (pid) {
        signal(SIGTERM, SIG_IGN); /* its process group gets it */
        while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
        }
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) ||
        mount("proc", "/proc", "proc", 0, NULL))
        die("mount");
    if (is_container) {
        make_devices();
        refuse_as_docker();
        drop_capabilities();
    } else {
        be_user();
        if (is_restricted)
            refuse_mounts();
    }
    execvp(argv[2], argv + 2);
    die(argv[2]);
}

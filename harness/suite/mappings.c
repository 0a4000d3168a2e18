/* Follows programs by seccomp's notifications.
 * SPDX-License-Identifier: MIT
 */
#include "suite/mappings.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"

/* A program that is followed. */
struct program {
    char *number;        /* of its log */
    struct xl_text maps; /* lines that were written */
};

struct xl_follower {
    pthread_t thread;
    int end, listener, logs; /* logs: the directory */
    char *prefix;            /* LOGS/ */
    char *emulators[2];
    struct program *at;
    size_t count, room;
    atomic_bool has_ended; /* the command, and what it started, as far as is known */
    bool has_failed;
};

void xl_follow_pair(int ends[2])
{
    enum { NEEDED = 64 };
    struct rlimit files;
    ends[0] = ends[1] = -1;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur >= NEEDED &&
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
        ends[0] = ends[1] = -1;
}

/* ---- The process that becomes the command ---- */

#define XL_LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define XL_SKIP_UNLESS(value, skip) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, (skip))
#define XL_SKIP_IF(value, skip) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), (skip), 0)
#define XL_END(how) BPF_STMT(BPF_RET | BPF_K, (how))

/* Returns the descriptor that notifications come from, or -1 with errno. The emulator of a program
 * that a signal ends sends itself the signal by kill(2). */
static int install_filter(void)
{
    struct sock_filter code[] = {
        XL_LOAD(arch),
        XL_SKIP_UNLESS(AUDIT_ARCH_X86_64, 7),
        XL_LOAD(nr),
        XL_SKIP_IF(__NR_exit_group, 4),
        XL_SKIP_IF(__NR_kill, 3),
        XL_SKIP_UNLESS(__NR_mmap, 3),
        XL_LOAD(args[4]), /* the file's descriptor */
        XL_SKIP_IF((uint32_t)-1, 1),
        XL_END(SECCOMP_RET_USER_NOTIF),
        XL_END(SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog filter = {sizeof code / sizeof code[0], code};
    const unsigned flags = SECCOMP_FILTER_FLAG_NEW_LISTENER | SECCOMP_FILTER_FLAG_SPEC_ALLOW;
    int listener = (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &filter);
    if (listener < 0 && errno == EACCES && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
        listener = (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &filter);
    return listener;
}

bool xl_follow_is_allowed(void)
{
    int status = -1;
    const pid_t child = fork();
    if (child == 0) /* nobody answers: exit_group(2) would ask */
        syscall(SYS_exit, install_filter() < 0);
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

/* A message of one byte with room for a descriptor. */
struct message {
    char byte;
    struct iovec part;
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control;
    struct msghdr header;
};

static void init_message(struct message *m)
{
    memset(m, 0, sizeof *m);
    m->part = (struct iovec){&m->byte, 1};
    m->header = (struct msghdr){.msg_iov = &m->part,
                                .msg_iovlen = 1,
                                .msg_control = m->control.bytes,
                                .msg_controllen = sizeof m->control.bytes};
}

void xl_follow_begin(int end, const char *logs)
{
    char byte;
    struct message m;
    if (end < 0 || read(end, &byte, 1) != 1) /* the follower is there */
        return;
    const int listener = install_filter();
    if (listener < 0)
        return;
    init_message(&m);
    struct cmsghdr *descriptor = CMSG_FIRSTHDR(&m.header);
    *descriptor = (struct cmsghdr){CMSG_LEN(sizeof(int)), SOL_SOCKET, SCM_RIGHTS};
    memcpy(CMSG_DATA(descriptor), &listener, sizeof listener);
    const bool is_sent = sendmsg(end, &m.header, MSG_NOSIGNAL) == 1;
    close(listener);
    const int directory = is_sent ? open(logs, O_PATH | O_DIRECTORY | O_CLOEXEC) : -1;
    if (directory < 0)
        return;
    const int mark = openat(directory, XL_FOLLOWED, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    close(directory);
    if (mark >= 0)
        close(mark);
}

/* ---- The follower ---- */

static int receive_listener(int end)
{
    struct message m;
    int listener = -1;
    init_message(&m);
    if (recvmsg(end, &m.header, MSG_CMSG_CLOEXEC) == 1 && CMSG_FIRSTHDR(&m.header))
        memcpy(&listener, CMSG_DATA(CMSG_FIRSTHDR(&m.header)), sizeof listener);
    return listener;
}

/* A file of a process in /proc. The caller frees it. NULL: it cannot be read. */
static char *read_of(pid_t process, const char *name, size_t *size)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)process, name);
    return xl_file_read_untrusted(path, size);
}

/* The number of the process's log. The caller frees it. NULL: it is no program with a log. */
static char *find_number(const struct xl_follower *f, pid_t process)
{
    static const char variable[] = "QEMU_LOG_FILENAME=";
    const size_t prefix = strlen(f->prefix);
    size_t size = 0;
    char *environment = read_of(process, "environ", &size), *number = NULL;
    for (const char *at = environment; at && at < environment + size; at += strlen(at) + 1) {
        if (strncmp(at, variable, strlen(variable)) != 0 ||
            strncmp(at + strlen(variable), f->prefix, prefix) != 0)
            continue;
        const char *name = at + strlen(variable) + prefix;
        const size_t length = strspn(name, "0123456789-");
        free(number);
        number = strcmp(name + length, ".log") == 0 ? xl_format("%.*s", (int)length, name) : NULL;
    }
    free(environment);
    return number;
}

static struct program *find_program(struct xl_follower *f, const char *number)
{
    for (size_t i = 0; i < f->count; i++)
        if (strcmp(f->at[i].number, number) == 0)
            return &f->at[i];
    const struct program p = {.number = xl_copy_text(number)};
    xl_push(f, p);
    return &f->at[f->count - 1];
}

static bool is_emulator(const struct xl_follower *f, const char *path)
{
    return (f->emulators[0] && strcmp(path, f->emulators[0]) == 0) ||
           (f->emulators[1] && strcmp(path, f->emulators[1]) == 0);
}

/* Adds the mappings of files that are new. */
static void add_mappings(const struct xl_follower *f, pid_t process, const struct program *p,
                         struct xl_text *added)
{
    size_t size = 0;
    char *maps = read_of(process, "maps", &size), *rest = maps;
    for (char *line; (line = strsep(&rest, "\n"));) {
        uint64_t from, to, offset;
        int path = 0;
        if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %*s %" SCNx64 " %*s %*s %n", &from, &to, &offset,
                   &path) < 3 ||
            !path || line[path] != '/' || is_emulator(f, line + path))
            continue;
        char *entry =
            xl_format("%" PRIx64 " %" PRIx64 " %" PRIx64 " %s\n", from, to, offset, line + path);
        if (!p->maps.at || !strstr(p->maps.at, entry))
            xl_text_add(added, "%s", entry);
        free(entry);
    }
    free(maps);
}

/* Whether the process is the one that the log is of, and not a child that shares it. */
static bool is_own(pid_t process, const char *number)
{
    size_t size = 0;
    char *status = read_of(process, "status", &size),
         *leader = status ? strstr(status, "\nTgid:") : NULL;
    const bool is = leader && atoi(leader + strlen("\nTgid:")) == atoi(number);
    free(status);
    return is;
}

/* Whether the process has its log open. */
static bool has_log(const struct xl_follower *f, pid_t process, const char *number)
{
    char path[64], *name = xl_format("%s.log", number);
    struct stat log, other;
    bool has = false;
    snprintf(path, sizeof path, "/proc/%d/fd", (int)process);
    DIR *files = fstatat(f->logs, name, &log, AT_SYMLINK_NOFOLLOW) ? NULL : opendir(path);
    for (struct dirent *file; files && !has && (file = readdir(files));) {
        char *open_file = xl_join_path(path, "%s", file->d_name);
        has = stat(open_file, &other) == 0 && other.st_dev == log.st_dev &&
              other.st_ino == log.st_ino;
        free(open_file);
    }
    if (files)
        closedir(files);
    free(name);
    return has;
}

/* Appends to a file of the directory, in which tests may have put anything. */
static int append(const struct xl_follower *f, const char *number, const struct xl_text *text)
{
    struct stat s;
    char *name = xl_format("%s.maps", number);
    const int file = openat(
        f->logs, name, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
    const bool is_written = file >= 0 && fstat(file, &s) == 0 && S_ISREG(s.st_mode) &&
                            write(file, text->at, text->used) == (ssize_t)text->used;
    if (file >= 0)
        close(file);
    free(name);
    return is_written ? 0 : -1;
}

static bool still_asks(const struct xl_follower *f, const struct seccomp_notif *n)
{
    return ioctl(f->listener, SECCOMP_IOCTL_NOTIF_ID_VALID, &n->id) == 0;
}

/* Notes what a process has mapped before this call, and whether it ends. */
static void note(struct xl_follower *f, const struct seccomp_notif *n)
{
    const pid_t process = (pid_t)n->pid;
    char *number = find_number(f, process);
    if (!number)
        return;
    struct program *p = find_program(f, number);
    struct xl_text added = {0};
    add_mappings(f, process, p, &added);
    if (n->data.nr == __NR_exit_group && is_own(process, number))
        xl_text_add(&added, "%s\n", has_log(f, process, number) ? "exit" : "closed");
    if (added.used && still_asks(f, n)) { /* or its number may be another's by now */
        f->has_failed |= append(f, number, &added) != 0;
        xl_text_add(&p->maps, "%s", added.at);
    }
    free(added.at);
    free(number);
}

static void answer(struct xl_follower *f)
{
    struct seccomp_notif n;
    memset(&n, 0, sizeof n);
    if (ioctl(f->listener, SECCOMP_IOCTL_NOTIF_RECV, &n)) /* it was killed */
        return;
    note(f, &n);
    struct seccomp_notif_resp r = {.id = n.id, .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE};
    ioctl(f->listener, SECCOMP_IOCTL_NOTIF_SEND, &r);
}

static void *follow(void *data)
{
    enum { TICK_MS = 1000, MOST_IDLE = 10 };
    struct xl_follower *f = data;
    f->listener = receive_listener(f->end);
    struct pollfd p = {.fd = f->listener, .events = POLLIN};
    for (int idle = 0; f->listener >= 0 && idle < MOST_IDLE; idle += f->has_ended) {
        p.revents = 0;
        poll(&p, 1, TICK_MS);
        if (p.revents & POLLIN)
            answer(f);
        else if (p.revents) /* nobody is left who asks */
            break;
    }
    return NULL;
}

static void free_follower(struct xl_follower *f)
{
    for (size_t i = 0; i < f->count; i++) {
        free(f->at[i].number);
        free(f->at[i].maps.at);
    }
    close(f->end);
    if (f->logs >= 0)
        close(f->logs);
    if (f->listener >= 0)
        close(f->listener);
    free(f->at);
    free(f->prefix);
    free(f->emulators[0]);
    free(f->emulators[1]);
    free(f);
}

struct xl_follower *xl_follow(int end, const struct xl_followed *followed)
{
    struct xl_follower *f = xl_alloc(1, sizeof *f);
    *f = (struct xl_follower){
        .end = end,
        .listener = -1,
        .logs = open(followed->logs, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC),
        .prefix = xl_format("%s/", followed->logs)};
    for (size_t i = 0; i < 2; i++)
        f->emulators[i] = followed->emulators[i] ? xl_copy_text(followed->emulators[i]) : NULL;
    sigset_t all, old; /* signals are for this thread */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    const bool is_started = f->logs >= 0 && pthread_create(&f->thread, NULL, follow, f) == 0;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (is_started && send(end, "", 1, MSG_NOSIGNAL) == 1)
        return f;
    shutdown(end, SHUT_RDWR);
    if (is_started) /* the command's process is gone */
        pthread_join(f->thread, NULL);
    free_follower(f);
    return NULL;
}

int xl_follow_end(struct xl_follower *f)
{
    if (!f)
        return 0;
    f->has_ended = true;
    pthread_join(f->thread, NULL);
    const int failed = f->has_failed ? -1 : 0;
    free_follower(f);
    return failed;
}

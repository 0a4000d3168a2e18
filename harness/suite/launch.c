/* Runs a command with a row's emulator as the interpreter of foreign programs (binfmt_misc).
 * SPDX-License-Identifier: MIT
 *
 * binfmt_misc is mounted in a user namespace and a mount namespace of the command's own, which
 * needs no root and leaves nothing behind (Linux 6.7 or later; user_namespaces(7)).
 */
#include "suite/launch.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/process.h"
#include "base/text.h"
#include "binary/image.h"

enum {
    XL_HEADER_BYTES = 20, /* of an ELF header, up to e_machine */
    XL_CANNOT_START = 127,
    XL_MOST_FILE_MIB = 8 * 1024 /* of a file that a command with limits writes */
};

/* The first bytes of the architecture's programs, and which bits of them count: all but the
 * operating system's ABI, padding, and the last bit of e_type, in which ET_EXEC and ET_DYN differ.
 */
static void elf_header(const struct xl_arch *arch, unsigned char header[XL_HEADER_BYTES],
                       unsigned char mask[XL_HEADER_BYTES])
{
    enum { OS_ABI = 7, TYPE = 16, MACHINE = 18, EXECUTABLE = 2 };
    const unsigned machine = xl_elf_machine(arch), big = arch->big_endian;
    memset(header, 0, XL_HEADER_BYTES);
    header[0] = 0x7f;
    header[1] = 'E';
    header[2] = 'L';
    header[3] = 'F';
    header[4] = arch->bits == 64 ? 2 : 1;
    header[5] = big ? 2 : 1;
    header[6] = 1;
    header[TYPE + big] = EXECUTABLE;
    header[MACHINE + big] = (unsigned char)machine;
    header[MACHINE + !big] = (unsigned char)(machine >> 8);
    memset(mask, 0xff, XL_HEADER_BYTES);
    memset(mask + OS_ABI, 0, TYPE - OS_ABI);
    mask[TYPE + big] = 0xfe;
}

bool xl_is_program_of(const struct xl_arch *arch, const char *file)
{
    unsigned char want[XL_HEADER_BYTES], mask[XL_HEADER_BYTES], have[XL_HEADER_BYTES];
    FILE *f = fopen(file, "re");
    bool is = f && fread(have, 1, sizeof have, f) == sizeof have;
    if (f)
        fclose(f);
    elf_header(arch, want, mask);
    for (size_t i = 0; is && i < XL_HEADER_BYTES; i++)
        is = (have[i] & mask[i]) == (want[i] & mask[i]);
    return is;
}

char *xl_find_command(const char *name)
{
    const char *path = getenv("PATH");
    if (strchr(name, '/'))
        return xl_copy_text(name);
    for (size_t length; path && *path; path += length + (path[length] == ':')) {
        length = strcspn(path, ":");
        char *file = xl_format("%.*s/%s", (int)length, path, name);
        struct stat s;
        if (length && stat(file, &s) == 0 && S_ISREG(s.st_mode) && access(file, X_OK) == 0)
            return file;
        free(file);
    }
    return NULL;
}

/* The line that registers the interpreter: Documentation/admin-guide/binfmt-misc.rst of Linux. */
static void registration(const struct xl_arch *arch, bool is_marked, const char *start,
                         struct xl_text *line)
{
    unsigned char bytes[2][XL_HEADER_BYTES];
    elf_header(arch, bytes[0], bytes[1]);
    if (is_marked) {
        memcpy(bytes[0] + EI_PAD, XL_PROGRAM_MARK, EI_NIDENT - EI_PAD);
        memset(bytes[1] + EI_PAD, 0xff, EI_NIDENT - EI_PAD);
    }
    xl_text_add(line, ":crosslane:M:0:");
    for (int k = 0; k < 2; k++) {
        for (size_t i = 0; i < XL_HEADER_BYTES; i++)
            xl_text_add(line, "\\x%02x", bytes[k][i]);
        xl_text_add(line, ":");
    }
    xl_text_add(line, "%s:PF", start);
}

static int write_file(const char *file, const char *text)
{
    const int fd = open(file, O_WRONLY | O_CLOEXEC);
    const ssize_t written = fd < 0 ? -1 : write(fd, text, strlen(text));
    const int error = errno;
    if (fd >= 0)
        close(fd);
    errno = error;
    return written == (ssize_t)strlen(text) ? 0 : -1;
}

/* Writes a map of users or groups of a process's namespace: all that this process knows to
 * themselves. */
static int map_all(const char *file, const char *own)
{
    char line[128], text[4096] = "";
    FILE *f = fopen(own, "re");
    while (f && fgets(line, sizeof line, f)) {
        unsigned inside = 0, outside = 0, count = 0;
        if (sscanf(line, "%u %u %u", &inside, &outside, &count) == 3)
            xl_append(text, sizeof text, "%u %u %u\n", inside, inside, count);
    }
    if (f)
        fclose(f);
    return write_file(file, text);
}

/* Maps the users and groups of a process's namespace: root maps all to themselves, others may map
 * only themselves, to root, because binfmt_misc's files belong to root. */
static int map_ids(pid_t pid, uid_t user, gid_t group)
{
    char users[64], groups[64], setgroups[64], ids[64];
    snprintf(users, sizeof users, "/proc/%d/uid_map", (int)pid);
    snprintf(groups, sizeof groups, "/proc/%d/gid_map", (int)pid);
    snprintf(setgroups, sizeof setgroups, "/proc/%d/setgroups", (int)pid);
    if (user == 0)
        return map_all(users, "/proc/self/uid_map") || map_all(groups, "/proc/self/gid_map") ? -1
                                                                                             : 0;
    snprintf(ids, sizeof ids, "0 %u 1", user);
    if (write_file(setgroups, "deny") || write_file(users, ids))
        return -1;
    snprintf(ids, sizeof ids, "0 %u 1", group);
    return write_file(groups, ids);
}

/* Makes root of the namespace the user again, in one more namespace. */
static int unmap_root(uid_t user, gid_t group)
{
    char ids[64];
    if (unshare(CLONE_NEWUSER))
        return -1;
    snprintf(ids, sizeof ids, "%u 0 1", user);
    if (write_file("/proc/self/uid_map", ids))
        return -1;
    snprintf(ids, sizeof ids, "%u 0 1", group);
    return write_file("/proc/self/setgroups", "deny") || write_file("/proc/self/gid_map", ids);
}

/* In the new process. A process that stays outside maps users and groups, because inside root may
 * map its own user only (user_namespaces(7)). */
static const char *enter_namespaces(uid_t user, gid_t group, int network)
{
    int ready[2], status = 0;
    if (pipe2(ready, O_CLOEXEC))
        return "pipe";
    const pid_t pid = getpid(), mapper = fork();
    if (mapper == 0) {
        char go;
        close(ready[1]);
        _exit(read(ready[0], &go, 1) != 1 ? 0 : map_ids(pid, user, group) ? errno : 0);
    }
    close(ready[0]);
    const int failed = mapper < 0 || unshare(CLONE_NEWUSER | CLONE_NEWNS | network) ? errno : 0;
    if (!failed && write(ready[1], "", 1) != 1)
        status = EPIPE;
    close(ready[1]);
    if (mapper > 0 && waitpid(mapper, &status, 0) == mapper)
        status = WIFEXITED(status) ? WEXITSTATUS(status) : EPERM;
    errno = failed ? failed : status;
    return failed ? "unshare" : status ? "uid_map" : NULL;
}

/* Puts a file in place of a symbolic link, to mount over it. */
static int replace_link(const char *path)
{
    const int fd = unlink(path) ? -1 : open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0700);
    return fd < 0 ? -1 : close(fd);
}

/* In a mount namespace: crosslane-start stands in for the emulator, which stays at FOLDER/emulator,
 * and is the interpreter of foreign programs. line: its registration; NULL: it is none. Returns
 * NULL; or the failed step, with errno. */
static const char *prepare(const struct xl_launch *l, const char *folder, const char *line,
                           uid_t user, gid_t group, bool *is_confined)
{
    char path[PATH_MAX], start[PATH_MAX];
    const int network = l->confined && !l->has_network ? CLONE_NEWNET : 0;
    const char *step = enter_namespaces(user, group, network);
    const int error = errno;
    if (step && (user || geteuid() || unshare(CLONE_NEWNS | network))) { /* root may still mount */
        errno = error;
        return step;
    }
    if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL))
        return "mount";
    snprintf(path, sizeof path, "%s/emulator", folder ? folder : "");
    snprintf(start, sizeof start, "%s/start", folder ? folder : "");
    const bool is_mounted =
        !folder || (replace_link(path) == 0 && mount(l->emulator, path, NULL, MS_BIND, NULL) == 0 &&
                    mount(start, l->emulator, NULL, MS_BIND, NULL) == 0);
    if (step) {
        *is_confined = l->confined && !xl_confine(l->confined);
        errno = error;
        return step;
    }
    if (!is_mounted)
        return "mount";
    snprintf(path, sizeof path, "%s/binfmt", folder ? folder : "");
    if (line && mount("binfmt_misc", path, "binfmt_misc", 0, NULL))
        return "mount binfmt_misc";
    strcat(path, "/register");
    if (line && write_file(path, line))
        return "register";
    const char *failed = l->confined ? xl_confine(l->confined) : NULL;
    *is_confined = l->confined && !failed;
    return failed ? failed : user && unmap_root(user, group) ? "uid_map" : NULL;
}

/* The directory of a launch: the interpreter with its configuration (start.c), a mount point, the
 * emulator. */
static int make_folder(const struct xl_launch *l, char folder[PATH_MAX], struct xl_error *err)
{
    const char *temporary = getenv("TMPDIR"), *place = l->confined ? l->confined->scratch
                                                       : temporary && *temporary ? temporary
                                                                                 : "/tmp";
    snprintf(folder, PATH_MAX, "%.1000s/crosslane-exec-XXXXXX", place);
    if (!mkdtemp(folder))
        return xl_fail(err, "%s: %s", folder, strerror(errno));
    const char *module = xl_kernel_module(); /* crosslane-start is beside it */
    char *from = xl_format("%.*s/crosslane-start", (int)(strrchr(module, '/') - module), module),
         *start = xl_join_path(folder, "start"), *binfmt = xl_join_path(folder, "binfmt"),
         *emulator = xl_join_path(folder, "emulator");
    size_t size = 0;
    char *program = xl_file_read(from, &size, err);
    FILE *to = program ? fopen(start, "we") : NULL;
    struct xl_text config = {0};
    int failed = program ? 0 : -1;
    xl_text_add(&config, "%s/emulator\n%s\nQEMU_CPU=%s\nQEMU_LD_PREFIX=%s\n", folder,
                l->logs ? l->logs : "", l->cpu, l->sysroot);
    /* It is called by this name (start.c), also where nothing can be mounted over the emulator. */
    char *named = xl_join_path(folder, "qemu-%s", l->row->arch->qemu);
    if (program && symlink("start", named))
        failed = xl_fail(err, "%s: %s", named, strerror(errno));
    free(named);
    if (program && (!to || fwrite(program, 1, size, to) != size ||
                    fprintf(to, "%s%08zu", config.at, config.used) < 0 || fclose(to) ||
                    chmod(start, 0755) || mkdir(binfmt, 0755) || symlink(l->emulator, emulator)))
        failed = xl_fail(err, "%s: %s", folder, strerror(errno));
    free(config.at);
    free(program);
    free(from);
    free(start);
    free(binfmt);
    free(emulator);
    return failed;
}

static void remove_folder(const struct xl_launch *l, const char *folder)
{
    char *const files[] = {xl_join_path(folder, "start"), xl_join_path(folder, "binfmt"),
                           xl_join_path(folder, "emulator"),
                           xl_join_path(folder, "qemu-%s", l->row->arch->qemu)};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        remove(files[i]);
        free(files[i]);
    }
    rmdir(folder);
}

/* Programs of this machine's own architecture cannot be told from its own programs. */
static bool is_own(const struct xl_arch *arch)
{
    struct utsname system;
    return uname(&system) == 0 && strcmp(system.machine, arch->name) == 0;
}

/* What the new process reports before it becomes the command. */
struct report {
    int error; /* of the namespace; 0: programs that the command starts run */
    char step[32];
    bool has_lost_user; /* it is in a namespace that does not know its user */
    bool is_confined;
    int exec_error;
};

/* In the new process: what it reads, where its output goes, and how large its files may be. */
static int set_output(const struct xl_launch *l)
{
    const struct rlimit limit = {(rlim_t)XL_MOST_FILE_MIB << 20, (rlim_t)XL_MOST_FILE_MIB << 20};
    const int to =
        l->output ? open(l->output, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666) : -1;
    const int from = l->input || !l->output ? l->input : open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (from < 0 || (from && dup2(from, 0) < 0))
        return -1;
    if (l->output && (to < 0 || dup2(to, 1) < 0 || dup2(to, 2) < 0))
        return -1;
    return l->seconds ? setrlimit(RLIMIT_FSIZE, &limit) : 0;
}

/* Whether the command gets a process group: what ends it is sent to its group (base/process.h). On
 * a terminal it stays in the group that may read there. */
static bool has_own_group(const struct xl_launch *l)
{
    return l->seconds || !isatty(STDIN_FILENO);
}

/* In the new process. The parent has no other threads here, so it may allocate. */
static void become(const struct xl_launch *l, const char *folder, const char *line,
                   const char *file, char *const *argv, int reports, uid_t user, gid_t group)
{
    struct report r = {0};
    const char *step =
        folder || l->confined ? prepare(l, folder, line, user, group, &r.is_confined) : NULL;
    if (step) {
        r.error = errno;
        snprintf(r.step, sizeof r.step, "%s", step);
        r.has_lost_user = geteuid() != user;
    }
    if (r.has_lost_user) /* the command must not run as another */
        _exit(write(reports, &r, sizeof r) == sizeof r ? XL_CANNOT_START : XL_CANNOT_START + 1);
    if (has_own_group(l))
        setpgid(0, 0);
    if (l->row->native)
        setenv("CROSSLANE_EMULATOR", "none", 1);
    if (folder) {
        char *named = xl_join_path(folder, "qemu-%s", l->row->arch->qemu);
        setenv("CROSSLANE_EMULATOR", named, 1);
        free(named);
    }
    r.exec_error = set_output(l) || (l->folder && chdir(l->folder)) ? errno : 0;
    if (write(reports, &r, sizeof r) != sizeof r || r.exec_error || xl_process_tree_begin())
        _exit(XL_CANNOT_START);
    signal(SIGPIPE, SIG_DFL);
    execv(file, argv);
    r.exec_error = errno;
    if (write(reports, &r, sizeof r) != sizeof r)
        _exit(XL_CANNOT_START);
    _exit(XL_CANNOT_START);
}

static pid_t running;
static volatile sig_atomic_t is_ended; /* by a signal */

static void end_command(int signal)
{
    (void)signal;
    is_ended = 1;
    if (running)
        kill(running, SIGTERM);
}

/* Waits for the command's end. SIGTERM ends it; so does SIGINT, which it gets itself from its
 * terminal. */
static int wait_for(const struct xl_launch *l, pid_t pid, struct xl_launched *launched)
{
    int status = 0;
    struct sigaction old[2], to = {.sa_handler = end_command};
    running = pid;
    sigaction(SIGTERM, &to, &old[0]);
    sigaction(SIGINT, has_own_group(l) ? &to : &(struct sigaction){.sa_handler = SIG_IGN}, &old[1]);
    if (l->seconds)
        status = xl_wait_with_limits(l, pid, launched->stopped, sizeof launched->stopped);
    else
        while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
        }
    running = 0;
    sigaction(SIGTERM, &old[0], NULL);
    sigaction(SIGINT, &old[1], NULL);
    if (l->seconds && is_ended) /* the worker of a row, which must not go on */
        raise(SIGTERM);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int run(const struct xl_launch *l, const char *folder, const char *line, const char *file,
               char *const *argv, struct xl_launched *launched, struct xl_error *err)
{
    struct report r = {0}, last;
    int reports[2];
    if (pipe2(reports, O_CLOEXEC))
        return xl_fail(err, "cannot start %s: %s", file, strerror(errno));
    const uid_t user = geteuid();
    const gid_t group = getegid();
    fflush(NULL);
    const pid_t pid = fork();
    if (pid == 0)
        become(l, folder, line, file, argv, reports[1], user, group);
    close(reports[1]);
    if (pid < 0 || read(reports[0], &r, sizeof r) != sizeof r)
        r.exec_error = errno;
    last = r;
    while (pid > 0 && read(reports[0], &last, sizeof last) == sizeof last)
        r.exec_error = last.exec_error;
    close(reports[0]);
    if (r.has_lost_user) {
        waitpid(pid, NULL, 0);
        snprintf(launched->why_not, sizeof launched->why_not, "%s: %s", r.step, strerror(r.error));
        return run(l, NULL, NULL, file, argv, launched, err);
    }
    if (pid > 0)
        launched->status = wait_for(l, pid, launched);
    launched->starts_others = line && !r.error;
    launched->is_confined = r.is_confined;
    if (folder && !line)
        snprintf(launched->why_not, sizeof launched->why_not,
                 "Linux cannot tell them from this machine's own");
    else if (r.error)
        snprintf(launched->why_not, sizeof launched->why_not, "%s: %s", r.step, strerror(r.error));
    return r.exec_error ? xl_fail(err, "cannot start %s: %s", file, strerror(r.exec_error)) : 0;
}

/* The command, with the interpreter before it if it is itself of the architecture. */
static char **whole_command(char *const *argv, const char *file, const char *start)
{
    size_t count = 0;
    while (argv[count])
        count++;
    char **words = xl_alloc(count + 3, sizeof *words);
    size_t n = 0;
    if (start) {
        words[n++] = (char *)start;
        words[n++] = (char *)file;
    }
    for (size_t i = 0; i < count; i++)
        words[n++] = argv[i];
    return words;
}

int xl_launch(const struct xl_launch *l, char *const *argv, struct xl_launched *launched,
              struct xl_error *err)
{
    char folder[PATH_MAX], *file = xl_find_command(argv[0]);
    *launched = (struct xl_launched){0};
    if (!file)
        return xl_fail(err, "no command '%s' on PATH", argv[0]);
    const bool is_guest =
        !l->row->native && strchr(argv[0], '/') && xl_is_program_of(l->row->arch, file);
    int failed = -1;
    if (l->row->native) {
        failed = run(l, NULL, NULL, file, argv, launched, err);
    } else if (make_folder(l, folder, err) == 0) {
        char *start = xl_join_path(folder, "start");
        struct xl_text line = {0};
        if (l->has_marks || !is_own(l->row->arch))
            registration(l->row->arch, is_own(l->row->arch), start, &line);
        char **words = whole_command(argv, file, is_guest ? start : NULL);
        failed = run(l, folder, line.at, is_guest ? start : file, words, launched, err);
        free(words);
        free(line.at);
        free(start);
        remove_folder(l, folder);
    }
    free(file);
    return failed;
}

/* Runs a command with a row's emulator as the interpreter of foreign programs (binfmt_misc).
 * SPDX-License-Identifier: MIT
 *
 * The first way: binfmt_misc is mounted in a user namespace and a mount namespace of the command's
 * own, which needs no root and leaves nothing behind (Linux 6.7 or later; user_namespaces(7)). The
 * second way, where that is not allowed: PRoot, which follows the command by ptrace.
 */
#include "suite/launch.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
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
#include "base/processes.h"
#include "base/text.h"
#include "build/build.h"
#include "code/elf.h"
#include "suite/mappings.h"

enum {
    XL_HEADER_BYTES = 20, /* of an ELF header, up to e_machine */
    XL_CANNOT_START = 127,
    XL_OPEN_DIRECTORIES = 32,
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

/* A program has an entry, and is executable. A library that has both is not started, or may be
 * started as a program. The dynamic linker refuses libraries with a mark. */
static int mark(const char *path, const struct stat *s, int type, struct FTW *at)
{
    Elf64_Ehdr header;
    (void)at;
    if (type != FTW_F || !(s->st_mode & 0111))
        return 0;
    const int fd = open(path, O_RDWR | O_CLOEXEC);
    const bool is_elf = fd >= 0 && pread(fd, &header, sizeof header, 0) == sizeof header &&
                        memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 &&
                        header.e_machine == EM_X86_64 && header.e_phentsize == sizeof(Elf64_Phdr);
    bool is_program = is_elf && header.e_type == ET_EXEC;
    for (int i = 0; is_elf && i < header.e_phnum && !is_program; i++) {
        Elf64_Phdr p;
        const off_t offset = (off_t)(header.e_phoff + (size_t)i * sizeof p);
        is_program = pread(fd, &p, sizeof p, offset) == sizeof p && p.p_type == PT_INTERP;
    }
    is_program =
        is_program && memcmp(header.e_ident + EI_PAD, XL_PROGRAM_MARK, EI_NIDENT - EI_PAD) != 0;
    const bool is_written = !is_program || pwrite(fd, XL_PROGRAM_MARK, EI_NIDENT - EI_PAD,
                                                  EI_PAD) == EI_NIDENT - EI_PAD;
    const int error = errno;
    if (fd >= 0)
        close(fd);
    errno = error;
    return is_written ? 0 : -1;
}

int xl_mark_programs(const char *directory, struct xl_error *err)
{
    if (nftw(directory, mark, XL_OPEN_DIRECTORIES, FTW_PHYS))
        return xl_fail(err, "%s: cannot mark programs: %s", directory, strerror(errno));
    return 0;
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

/* Puts a file in place of a symbolic link, and mounts over it. */
static int mount_on_link(const char *file, const char *link)
{
    if (unlink(link) == 0 && mknod(link, S_IFREG | 0700, 0) == 0 &&
        mount(file, link, NULL, MS_BIND, NULL) == 0)
        return 0;
    const int error = errno;
    unlink(link);
    errno = symlink(file, link) ? errno : error;
    return -1;
}

/* What a command gets of namespaces: each is tried if the one before fails half-way. */
enum attempt { XL_CONFINED, XL_UNCONFINED, XL_PLAIN, XL_ATTEMPTS };

/* What the new process reports before it becomes the command. */
struct report {
    struct {
        int error; /* 0: it was done */
        char step[48];
    } binfmt, confined;
    enum attempt next; /* the process is in namespaces that are half made; XL_CONFINED: it is not */
    int exec_error;
};

/* Notes the failed step of something, with errno. */
#define XL_NOTE_STEP(what, failed_step)                                                            \
    do {                                                                                           \
        (what).error = errno ? errno : EPERM;                                                      \
        snprintf((what).step, sizeof(what).step, "%s", failed_step);                               \
    } while (0)

/* In a mount namespace: makes crosslane-start stand in for the emulator, which stays at
 * DIRECTORY/emulator, and the interpreter of foreign programs. Returns NULL; or the failed step. */
static const char *register_interpreter(const struct xl_launch *l, const char *directory,
                                        const char *line, bool has_user_namespace)
{
    char path[PATH_MAX], start[PATH_MAX];
    snprintf(path, sizeof path, "%s/emulator", directory);
    snprintf(start, sizeof start, "%s/start", directory);
    if (!l->row->runner &&
        (mount_on_link(l->emulator, path) || mount(start, l->emulator, NULL, MS_BIND, NULL)))
        return "mount";
    if (!line)
        return NULL;
    if (!has_user_namespace) { /* the machine's own would be changed */
        errno = EPERM;
        return "unshare";
    }
    snprintf(path, sizeof path, "%s/binfmt", directory);
    if (mount("binfmt_misc", path, "binfmt_misc", 0, NULL))
        return "mount binfmt_misc";
    strcat(path, "/register");
    const int file = open(path, O_WRONLY | O_CLOEXEC);
    const ssize_t written = file < 0 ? -1 : write(file, line, strlen(line));
    const int error = errno;
    if (file >= 0)
        close(file);
    errno = error;
    return written == (ssize_t)strlen(line) ? NULL : "register";
}

/* Enters namespaces, as far as the machine allows. */
static void prepare(const struct xl_launch *l, const struct xl_confined *wanted,
                    const char *directory, const char *line, struct report *r)
{
    struct xl_namespaces n;
    const uid_t user = geteuid();
    const int network = wanted && !wanted->has_network ? CLONE_NEWNET : 0;
    const char *step = xl_namespaces_enter(&n, network), *confined = step;
    if (step)
        XL_NOTE_STEP(r->binfmt, step);
    if (n.has_mounts && directory && (step = register_interpreter(l, directory, line, n.has_user)))
        XL_NOTE_STEP(r->binfmt, step);
    if (n.has_mounts)
        confined = wanted ? xl_confine(wanted) : NULL;
    if (n.has_mounts && !confined && (wanted || user))
        confined = xl_namespaces_leave_root(&n);
    if (confined)
        XL_NOTE_STEP(r->confined, confined);
    if (n.has_mounts && confined)
        r->next = wanted ? XL_UNCONFINED : XL_PLAIN;
    else if (geteuid() != user) /* the command must not run as another */
        r->next = XL_PLAIN;
    if (n.proc >= 0)
        close(n.proc);
}

/* What starts programs: the emulator, or a script of the row's runner. Returns 0, or -1 with errno.
 */
static int put_emulator(const struct xl_launch *l, const char *path)
{
    if (!l->row->runner)
        return symlink(l->emulator, path);
    char *script = xl_elsewhere_script(l->row, l->elsewhere);
    FILE *f = fopen(path, "we");
    const int failed = !f || fputs(script, f) < 0 || fclose(f) || chmod(path, 0755) ? -1 : 0;
    free(script);
    return failed;
}

/* The directory of a launch: the interpreter with its configuration (start.c), a mount point, the
 * emulator. */
static int make_directory(const struct xl_launch *l, char directory[PATH_MAX], int *held,
                          struct xl_error *err)
{
    *held = xl_scratch_begin(l->confined ? l->confined->scratch : xl_temporary_directory(),
                             "crosslane-exec", directory);
    if (*held < 0)
        return xl_fail(err, "%s: %s", directory, strerror(errno));
    const char *module = xl_kernel_module(); /* crosslane-start is beside it */
    char *from = xl_format("%.*s/crosslane-start", (int)(strrchr(module, '/') - module), module),
         *start = xl_join_path(directory, "start"), *binfmt = xl_join_path(directory, "binfmt"),
         *emulator = xl_join_path(directory, "emulator");
    size_t size = 0;
    char *program = xl_file_read(from, &size, err);
    FILE *to = program ? fopen(start, "we") : NULL;
    struct xl_text config = {0};
    int failed = program ? 0 : -1;
    xl_text_add(&config, "%s/emulator\n%s\n%s\nQEMU_LD_PREFIX=%s\n", directory,
                l->logs ? l->logs : "", l->row->runner ? "bare" : "", l->sysroot);
    if (!l->row->runner)
        xl_text_add(&config, "QEMU_CPU=%s\n", l->cpu);
    /* It is called by these names (start.c), also where nothing can be mounted over the emulator.
     * PRoot would follow symbolic links. */
    char *const names[] = {xl_join_path(directory, "qemu-%s", l->row->arch->qemu),
                           xl_join_path(directory, "status-of")};
    if (program && (!to || fwrite(program, 1, size, to) != size ||
                    fprintf(to, "%s%08zu", config.at, config.used) < 0 || fclose(to) ||
                    chmod(start, 0755) || mkdir(binfmt, 0755) || put_emulator(l, emulator)))
        failed = xl_fail(err, "%s: %s", directory, strerror(errno));
    for (size_t i = 0; i < 2; i++) {
        if (!failed && link(start, names[i]))
            failed = xl_fail(err, "%s: %s", names[i], strerror(errno));
        free(names[i]);
    }
    free(config.at);
    free(program);
    free(from);
    free(start);
    free(binfmt);
    free(emulator);
    return failed;
}

/* Programs of this machine's own architecture cannot be told from its own programs. */
static bool is_own(const struct xl_arch *arch)
{
    struct utsname system;
    return uname(&system) == 0 && strcmp(system.machine, arch->name) == 0;
}

/* Whether Linux can tell them, by their marks. A runner of this machine may start a program as
 * Linux does: then it would start itself for ever. */
static bool can_tell(const struct xl_launch *l)
{
    const bool starts_here = l->row->runner && !l->row->host;
    return !is_own(l->row->arch) || (l->has_marks && !starts_here);
}

/* In the new process: what it reads, where its output goes, and how large its files may be. An
 * earlier command may have put anything in the output's place. */
static int set_output(const struct xl_launch *l)
{
    const struct rlimit limit = {(rlim_t)XL_MOST_FILE_MIB << 20, (rlim_t)XL_MOST_FILE_MIB << 20};
    const int to =
        l->output ? open(l->output,
                         O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666)
                  : -1;
    const int from = l->input || !l->output ? l->input : open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (from < 0 || (from && dup2(from, 0) < 0))
        return -1;
    if (l->output && (to < 0 || dup2(to, 1) < 0 || dup2(to, 2) < 0))
        return -1;
    return l->seconds ? setrlimit(RLIMIT_FSIZE, &limit) : 0;
}

/* Whether the command gets a process group: what ends it is sent to its group (base/processes.h).
 * On a terminal it stays in the group that may read there. */
static bool has_own_group(const struct xl_launch *l)
{
    return l->seconds || !isatty(STDIN_FILENO);
}

static volatile pid_t running;
static volatile sig_atomic_t is_ended; /* by a signal */

static void end_command(int signal)
{
    (void)signal;
    is_ended = 1;
    if (running)
        kill(running, SIGTERM);
}

/* Signals that end the command, after which its directories are removed. */
static const int endings[] = {SIGTERM, SIGHUP, SIGQUIT, SIGINT};
enum { XL_ENDINGS = sizeof endings / sizeof endings[0] };

void xl_mask_endings(int how, sigset_t *before)
{
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < XL_ENDINGS; i++)
        sigaddset(&set, endings[i]);
    sigprocmask(how, &set, before);
}

/* How this process handled them before. */
struct handling {
    struct sigaction actions[XL_ENDINGS];
    sigset_t mask;
};

static void set_endings_back(const struct handling *old)
{
    for (size_t i = 0; i < XL_ENDINGS; i++)
        sigaction(endings[i], &old->actions[i], NULL);
    sigprocmask(SIG_SETMASK, &old->mask, NULL);
}

/* Blocks the endings: a new process would take one for its parent's, and go on. From when they are
 * unblocked, SIGTERM and SIGHUP end the command; so do SIGQUIT and SIGINT, which it gets itself
 * from its terminal. What is ignored stays so, as for nohup(1). */
static void catch_endings(const struct xl_launch *l, struct handling *old)
{
    const struct sigaction to = {.sa_handler = end_command}, ignored = {.sa_handler = SIG_IGN};
    is_ended = 0;
    xl_mask_endings(SIG_BLOCK, &old->mask);
    for (size_t i = 0; i < XL_ENDINGS; i++) {
        const bool of_terminal = endings[i] == SIGQUIT || endings[i] == SIGINT;
        sigaction(endings[i], NULL, &old->actions[i]);
        if (old->actions[i].sa_handler != SIG_IGN || l->seconds)
            sigaction(endings[i], of_terminal && !has_own_group(l) ? &ignored : &to, NULL);
    }
}

/* A command in a way that it can start foreign programs. */
struct started {
    const struct xl_launch *l;
    const char *directory, *line; /* NULL: none */
    const char *file;
    char *const *argv;
    char *const *by_proot; /* the same command started by PRoot; NULL: there is none */
    struct handling *old;
};

/* PRoot finds the emulator in PATH: of a path with blanks it would take the first word. status-of
 * sets it back. */
static void set_path(const char *directory)
{
    const char *old = getenv("PATH");
    char *path = xl_format("%s:%s", directory, old ? old : "/usr/bin:/bin");
    setenv("CROSSLANE_OLD_PATH", old ? old : "", 1);
    setenv("PATH", path, 1);
    free(path);
}

/* In the new process. The parent has no other threads here, so it may allocate. follower: of
 * mappings.h. */
static void become(const struct started *s, enum attempt attempt, int reports, int follower)
{
    const struct xl_launch *l = s->l;
    const struct sigaction by_default = {.sa_handler = SIG_DFL};
    for (size_t i = 0; i < XL_ENDINGS; i++) /* blocked until xl_process_tree_begin */
        sigaction(endings[i], l->seconds ? &by_default : &s->old->actions[i], NULL);
    struct report r = {0};
    const int failed_output = set_output(l) ? errno : 0; /* files may be read-only soon */
    if (attempt == XL_PLAIN) {
        errno = EPERM;
        XL_NOTE_STEP(r.binfmt, "");
        XL_NOTE_STEP(r.confined, "");
    } else if (s->directory || l->confined) {
        prepare(l, attempt == XL_CONFINED ? l->confined : NULL, s->directory, s->line, &r);
    }
    if (r.next)
        _exit(write(reports, &r, sizeof r) == sizeof r ? XL_CANNOT_START : XL_CANNOT_START + 1);
    if (has_own_group(l))
        setpgid(0, 0);
    if (l->row->native && !l->row->runner)
        setenv("CROSSLANE_EMULATOR", "none", 1);
    if (s->directory) {
        char *named = xl_join_path(s->directory, "qemu-%s", l->row->arch->qemu);
        setenv("CROSSLANE_EMULATOR", named, 1);
        free(named);
    }
    const bool is_by_proot = r.binfmt.error && s->by_proot;
    if (is_by_proot)
        set_path(s->directory);
    char *const *argv = is_by_proot ? s->by_proot : s->argv;
    const char *file = is_by_proot ? argv[0] : s->file;
    r.exec_error = failed_output ? failed_output : l->directory && chdir(l->directory) ? errno : 0;
    if (write(reports, &r, sizeof r) != sizeof r || r.exec_error || xl_process_tree_begin())
        _exit(XL_CANNOT_START);
    if (l->logs)
        xl_follow_begin(follower, l->logs);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    execv(file, argv);
    r.exec_error = errno;
    if (write(reports, &r, sizeof r) != sizeof r)
        _exit(XL_CANNOT_START);
    _exit(XL_CANNOT_START);
}

/* Waits for the command's end. */
static int wait_for(const struct xl_launch *l, pid_t pid, struct xl_launched *launched)
{
    int status = 0;
    running = pid;
    xl_mask_endings(SIG_UNBLOCK, NULL);
    if (l->seconds)
        status =
            xl_wait_with_limits(pid, l->seconds, l->confined ? l->confined->scratch : l->directory,
                                launched->stopped, sizeof launched->stopped);
    else
        while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
        }
    running = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void put_why(char *why, size_t size, const char *step, int error)
{
    snprintf(why, size, "%s: %s", step, strerror(error));
}

/* Follows the programs of a command with logs. NULL: nobody does. */
static struct xl_follower *follow(const struct started *s, int end)
{
    if (end < 0)
        return NULL;
    char emulator[PATH_MAX], directory[PATH_MAX], *beside = NULL;
    if (realpath(s->directory, directory))
        beside = xl_join_path(directory, "emulator");
    const struct xl_followed followed = {s->l->logs, {realpath(s->l->emulator, emulator), beside}};
    struct xl_follower *f = xl_follow(end, &followed);
    free(beside);
    return f;
}

static int run(const struct started *s, struct xl_launched *launched, struct xl_error *err)
{
    struct report r = {0}, first = {0}, last;
    pid_t pid = -1;
    struct xl_follower *follower = NULL;
    catch_endings(s->l, s->old);
    for (enum attempt attempt = XL_CONFINED; attempt < XL_ATTEMPTS; attempt = r.next) {
        int reports[2], ends[2] = {-1, -1};
        if (pipe2(reports, O_CLOEXEC)) {
            xl_fail(err, "cannot start %s: %s", s->file, strerror(errno));
            set_endings_back(s->old);
            return -1;
        }
        if (s->l->logs && s->directory && !s->l->row->runner)
            xl_follow_pair(ends);
        fflush(NULL);
        r = (struct report){.next = XL_CONFINED};
        pid = fork();
        if (pid == 0) {
            if (ends[1] >= 0)
                close(ends[1]);
            become(s, attempt, reports[1], ends[0]);
        }
        const int fork_error = pid < 0 ? errno : 0;
        close(reports[1]);
        if (ends[0] >= 0)
            close(ends[0]);
        follower = follow(s, ends[1]);
        if (pid < 0 || read(reports[0], &r, sizeof r) != sizeof r)
            r.exec_error = fork_error ? fork_error : EIO;
        last = r;
        while (pid > 0 && read(reports[0], &last, sizeof last) == sizeof last)
            r.exec_error = last.exec_error;
        close(reports[0]);
        if (attempt == XL_CONFINED)
            first = r;
        else if (attempt == XL_PLAIN) /* the first process knows why */
            r.binfmt = first.binfmt.error ? first.binfmt : first.confined;
        r.confined = first.confined;
        if (!r.next)
            break;
        waitpid(pid, NULL, 0);
        xl_follow_end(follower);
        follower = NULL;
    }
    if (pid > 0)
        launched->status = wait_for(s->l, pid, launched);
    const int unfollowed = xl_follow_end(follower);
    set_endings_back(s->old);
    if (s->l->seconds && is_ended) /* the worker of a row, which must not go on */
        raise(SIGTERM);
    launched->is_confined = s->l->confined && !r.confined.error;
    launched->way = !s->line          ? XL_WAY_NONE
                    : !r.binfmt.error ? XL_WAY_BINFMT
                    : s->by_proot     ? XL_WAY_PROOT
                                      : XL_WAY_NONE;
    if (s->directory && !s->line)
        snprintf(launched->why_not, sizeof launched->why_not,
                 "Linux cannot tell them from this machine's own");
    else if (r.binfmt.error)
        put_why(launched->why_not, sizeof launched->why_not, r.binfmt.step, r.binfmt.error);
    if (s->l->confined && r.confined.error)
        put_why(launched->why_not_confined, sizeof launched->why_not_confined, r.confined.step,
                r.confined.error);
    if (unfollowed && !r.exec_error)
        return xl_fail(err, "%s: what programs mapped cannot be written there", s->l->logs);
    return r.exec_error ? xl_fail(err, "cannot start %s: %s", s->file, strerror(r.exec_error)) : 0;
}

/* The command, behind other words. The caller frees the array. */
static char **whole_command(const char *const *before, char *const *argv)
{
    size_t count = 0, first = 0, n = 0;
    while (argv[count])
        count++;
    while (before[first])
        first++;
    char **words = xl_alloc(first + count + 1, sizeof *words);
    for (size_t i = 0; i < first; i++)
        words[n++] = (char *)before[i];
    for (size_t i = 0; i < count; i++)
        words[n++] = argv[i];
    return words;
}

/* PRoot: beside the emulator in the tools tree, or in PATH. The caller frees it. NULL: there is
 * none. */
static char *find_proot(const char *emulator)
{
    const char *given = getenv("CROSSLANE_PROOT");
    if (given && *given)
        return strcmp(given, "none") == 0 ? NULL : xl_find_command(given);
    char *beside = xl_format("%.*s/proot", (int)(strrchr(emulator, '/') - emulator), emulator);
    if (access(beside, X_OK) == 0)
        return beside;
    free(beside);
    char *tools =
        xl_build_tree_path("sysroots/mk-tools", NULL); /* the newer QEMU's tree has none */
    beside = xl_join_path(tools ? tools : "", "usr/bin/proot");
    free(tools);
    if (access(beside, X_OK) == 0)
        return beside;
    free(beside);
    return xl_find_command("proot");
}

/* Starts the command in the directory. is_guest: it is itself of the architecture, so the
 * interpreter starts it. */
static int run_in_directory(const struct xl_launch *l, const char *directory, char *file,
                            char *const *argv, bool is_guest, struct xl_launched *launched,
                            struct xl_error *err)
{
    char *start = xl_join_path(directory, "start"),
         *status_of = xl_join_path(directory, "status-of"),
         *emulator = xl_format("qemu-%s", l->row->arch->qemu),
         *proot = is_own(l->row->arch) ? NULL : find_proot(l->emulator);
    struct xl_text line = {0};
    if (can_tell(l))
        registration(l->row->arch, is_own(l->row->arch), start, &line);
    const char *const directly[] = {is_guest ? start : NULL, file, NULL}, *const by_proot[] = {
                                                                              proot,    "-v",
                                                                              "-1",     "-q",
                                                                              emulator, status_of,
                                                                              file,     NULL};
    char **words = whole_command(directly, argv),
         **proot_words = proot ? whole_command(by_proot, argv) : NULL;
    const struct started s = {l,
                              directory,
                              line.at,
                              is_guest ? start : file,
                              words,
                              proot_words,
                              &(struct handling){.mask = {{0}}}};
    const int failed = run(&s, launched, err);
    free(proot_words);
    free(words);
    free(line.at);
    free(start);
    free(status_of);
    free(emulator);
    free(proot);
    return failed;
}

enum xl_way xl_launch_way(const char *emulator, bool *is_confined, char *why, size_t size)
{
    struct report r = {0};
    int reports[2];
    *is_confined = false;
    snprintf(why, size, "no process can be started");
    if (pipe2(reports, O_CLOEXEC))
        return XL_WAY_NONE;
    fflush(NULL);
    const pid_t pid = fork();
    if (pid == 0) {
        struct xl_namespaces n;
        const char *step = xl_namespaces_enter(&n, 0);
        if (!n.has_mounts)
            XL_NOTE_STEP(r.confined, step);
        if (n.has_mounts && !step && mount("binfmt_misc", "/tmp", "binfmt_misc", 0, NULL))
            step = "mount binfmt_misc";
        if (step)
            XL_NOTE_STEP(r.binfmt, step);
        _exit(write(reports[1], &r, sizeof r) != sizeof r);
    }
    close(reports[1]);
    const bool is_known = pid > 0 && read(reports[0], &r, sizeof r) == sizeof r;
    close(reports[0]);
    if (pid > 0)
        waitpid(pid, NULL, 0);
    char *proot = find_proot(emulator);
    const bool has_proot = proot != NULL;
    free(proot);
    *is_confined = is_known && !r.confined.error;
    if (is_known && r.binfmt.error)
        put_why(why, size, r.binfmt.step, r.binfmt.error);
    else if (is_known)
        why[0] = '\0';
    return is_known && !r.binfmt.error ? XL_WAY_BINFMT : has_proot ? XL_WAY_PROOT : XL_WAY_NONE;
}

int xl_launch(const struct xl_launch *l, char *const *argv, struct xl_launched *launched,
              struct xl_error *err)
{
    char directory[PATH_MAX], *file = xl_find_command(argv[0]);
    int held = -1;
    *launched = (struct xl_launched){0};
    if (!file)
        return xl_fail(err, "no command '%s' on PATH", argv[0]);
    const bool is_native = l->row->native && !l->row->runner,
               is_guest =
                   !is_native && strchr(argv[0], '/') && xl_is_program_of(l->row->arch, file);
    int failed = -1;
    if (is_native) {
        failed = run(
            &(struct started){l, NULL, NULL, file, argv, NULL, &(struct handling){.mask = {{0}}}},
            launched, err);
    } else {
        failed = make_directory(l, directory, &held, err);
        if (!failed)
            failed = run_in_directory(l, directory, file, argv, is_guest, launched, err);
        if (held >= 0)
            xl_scratch_end(held, directory);
    }
    free(file);
    return failed;
}

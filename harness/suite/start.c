/* crosslane-start PROGRAM ARGV0 [ARGUMENT]...: starts a program of another architecture on a row's
 * CPU.
 * SPDX-License-Identifier: MIT
 *
 * Linux runs it as the interpreter of such programs (binfmt_misc, flag P). It also stands in for
 * the emulator, as qemu-CPU [OPTION]... PROGRAM [ARGUMENT]..., where the command calls that itself,
 * and for PRoot. As status-of PROGRAM ARGV0 [ARGUMENT]... it runs a program and ends with its exit
 * status, or with 128 + the signal that it died of, which PRoot does not tell.
 * It may have no environment and no open files, so it reads its configuration at the end of its
 * own file:
 *
 *   EMULATOR        the path of the emulator
 *   DIRECTORY       where each program gets a log, or an empty line
 *   `bare`          EMULATOR is a row's runner: it gets the program's path and arguments only, and
 *                   writes no log; or an empty line
 *   NAME=VALUE      environment of the emulator, a line each
 *   SIZE            of the lines above, eight digits without a newline
 *
 * If a runner loses the program, as its connection breaks, it makes the file CROSSLANE_LOST,
 * NUMBER.lost. In DIRECTORY it writes NUMBER.start for each program: its path, its working
 * directory and its arguments, each with a NUL behind it; and NUMBER.parents: for this process and
 * each above it, the nearest first, a line with the sizes of its arguments and of its environment,
 * and these. The emulator writes NUMBER.log. A process that becomes another program keeps its
 * process ID, so the number also has the time.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "suite/mappings.h"

enum { FAILED = 126, MOST_BYTES = 8 * PATH_MAX, DIGITS = 8 };

static char config[MOST_BYTES];
static bool is_bare; /* the emulator is a row's runner */

static int fail(const char *what)
{
    fprintf(stderr, "crosslane: error: cannot start a program: ");
    perror(what);
    return FAILED;
}

/* path: its own file. */
static bool read_config(const char *path)
{
    char digits[DIGITS + 1] = "";
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    const off_t end = file < 0 ? -1 : lseek(file, -DIGITS, SEEK_END);
    bool is_read = end > 0 && read(file, digits, DIGITS) == DIGITS;
    const off_t size = is_read ? atoi(digits) : 0;
    is_read = size > 0 && size < MOST_BYTES && size < end &&
              pread(file, config, (size_t)size, end - size) == size;
    if (file >= 0)
        close(file);
    return is_read;
}

static char *next_line(char **rest)
{
    char *line = *rest, *end = strchr(line, '\n');
    if (!end)
        return NULL;
    *end = '\0';
    *rest = end + 1;
    return line;
}

/* The program among the words of a call of the emulator; NULL: there is none, as in `--version`. */
static char **program_of(char **argv)
{
    static const char *const with_value[] = {"-L", "-cpu", "-E",    "-U",      "-0",    "-s",
                                             "-B", "-R",   "-d",    "-D",      "-g",    "-dfilter",
                                             "-r", "-p",   "-seed", "-plugin", "-accel"};
    char **word = argv + 1;
    while (*word && **word == '-') {
        const char *option = *word + (strncmp(*word, "--", 2) == 0);
        word++;
        for (size_t i = 0; i < sizeof with_value / sizeof with_value[0]; i++)
            if (*word && strcmp(option, with_value[i]) == 0) {
                word++;
                break;
            }
    }
    return *word ? word : NULL;
}

/* The parent of a process, by /proc/PID/stat; 0: none is known. */
static int parent_of(int process)
{
    char name[64], stat[256] = "";
    snprintf(name, sizeof name, "/proc/%d/stat", process);
    const int file = open(name, O_RDONLY | O_CLOEXEC);
    const ssize_t size = file < 0 ? -1 : read(file, stat, sizeof stat - 1);
    if (file >= 0)
        close(file);
    const char *after = size > 0 ? strrchr(stat, ')') : NULL;
    return after && strlen(after) > 4 ? atoi(after + 4) : 0;
}

/* Reads a file of a process, which has no size. */
static size_t read_of(int process, const char *name, char *bytes, size_t room)
{
    char path[64];
    size_t size = 0;
    snprintf(path, sizeof path, "/proc/%d/%s", process, name);
    const int from = open(path, O_RDONLY | O_CLOEXEC);
    for (ssize_t more = from < 0 ? 0 : 1; more > 0 && size < room; size += (size_t)more)
        if ((more = read(from, bytes + size, room - size)) <= 0)
            break;
    if (from >= 0)
        close(from);
    return size;
}

/* Writes this process and those that started it. */
static void write_parents(const char *name)
{
    enum { MOST = 10 };
    static char words[MOST_BYTES], environment[MOST_BYTES];
    FILE *f = fopen(name, "we");
    int process = getpid();
    for (int i = 0; f && i <= MOST && process > 1; i++, process = parent_of(process)) {
        const size_t size = read_of(process, "cmdline", words, sizeof words),
                     more = read_of(process, "environ", environment, sizeof environment);
        fprintf(f, "%zu %zu\n", size, more);
        fwrite(words, 1, size, f);
        fwrite(environment, 1, more, f);
    }
    if (f)
        fclose(f);
}

/* Whether Linux tells what programs map, and how they end (mappings.h). Then no system call needs a
 * line. */
static bool is_followed(const char *directory)
{
    char name[PATH_MAX + 16];
    snprintf(name, sizeof name, "%s/" XL_FOLLOWED, directory);
    return access(name, F_OK) == 0;
}

/* Sets where the emulator logs, and writes the file that says what it runs: the program and its
 * arguments. */
static bool begin_log(const char *directory, const char *program, char **arguments)
{
    char name[PATH_MAX + 16], cwd[PATH_MAX];
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    snprintf(name, sizeof name, "%s/%d-%lld%09ld.log", directory, (int)getpid(),
             (long long)now.tv_sec, now.tv_nsec);
    if (!is_bare) {
        setenv("QEMU_LOG",
               is_followed(directory) ? "in_asm,page,trace:user_queue_signal,trace:user_dump_core*,"
                                        "trace:user_force_sig*"
                                      : "in_asm,page,strace",
               1);
        setenv("QEMU_LOG_FILENAME", name, 1);
    }
    strcpy(name + strlen(name) - strlen("log"), "lost");
    if (is_bare)
        setenv("CROSSLANE_LOST", name, 1);
    strcpy(name + strlen(name) - strlen("lost"), "parents");
    write_parents(name);
    strcpy(name + strlen(name) - strlen("parents"), "start");
    FILE *f = fopen(name, "we");
    if (!f)
        return false;
    fprintf(f, "%s%c%s%c", program, 0, getcwd(cwd, sizeof cwd) ? cwd : "", 0);
    for (char **word = arguments; *word; word++)
        fprintf(f, "%s%c", *word, 0);
    return fclose(f) == 0;
}

/* PRoot gives programs a library path for its own use: -E LD_LIBRARY_PATH=/host-rootfs/... */
static void drop_library_path(char **argv)
{
    for (; argv[0] && argv[1]; argv++)
        if (strcmp(argv[0], "-E") == 0 &&
            strncmp(argv[1], "LD_LIBRARY_PATH=/host-rootfs/", 29) == 0) {
            argv[0] = "-U";
            argv[1] = "LD_LIBRARY_PATH";
        }
}

/* Kills what is left of a command: PRoot ends only if nothing is. This process adopts orphans.
 * xl_kill_children hangs here: it reads /proc/thread-self, which PRoot does not know. */
static void kill_rest(void)
{
    char path[64], numbers[PATH_MAX];
    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    for (ssize_t size = 1; size > 0;) {
        const int file = open(path, O_RDONLY | O_CLOEXEC);
        size = file < 0 ? 0 : read(file, numbers, sizeof numbers - 1);
        if (file >= 0)
            close(file);
        numbers[size > 0 ? size : 0] = '\0';
        char *at = numbers, *end = at;
        for (long child; (child = strtol(at, &end, 10)) > 0 && end != at; at = end)
            kill((pid_t)child, SIGKILL);
        while (size > 0 && waitpid(-1, NULL, WNOHANG) > 0) {
        }
    }
}

/* Runs a program, and waits for its end. Returns its exit status, or 128 + the signal. */
static int run_child(char **argv, int (*run)(char **argv))
{
    int status = 0;
    const pid_t child = fork();
    if (child == 0)
        _exit(run(argv));
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return child < 0           ? fail(argv[1])
           : WIFEXITED(status) ? WEXITSTATUS(status)
                               : 128 + WTERMSIG(status);
}

static int become(char **argv)
{
    execv(argv[1], argv + 2);
    return FAILED + (errno == ENOENT);
}

/* The command's parent, which the command may kill. */
static int be_parent(char **argv)
{
    return run_child(argv, become);
}

/* Runs a program, and ends as it does. */
static int be_grandparent(char **argv)
{
    const char *path = getenv("CROSSLANE_OLD_PATH"); /* launch.c changed it for PRoot */
    if (path && *path)
        setenv("PATH", path, 1);
    else
        unsetenv("PATH");
    unsetenv("CROSSLANE_OLD_PATH");
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    const int status = run_child(argv, be_parent);
    kill_rest();
    return status;
}

/* Starts the emulator as it was called. */
static int be_emulator(const char *emulator, const char *directory, char **argv)
{
    drop_library_path(argv);
    char **program = program_of(argv);
    if (*directory && program && !begin_log(directory, *program, program))
        return fail(directory);
    if (is_bare && program) /* options are of QEMU */
        *(argv = program - 1) = (char *)emulator;
    execv(emulator, argv);
    return fail(emulator);
}

int main(int argc, char **argv)
{
    char *rest = config, *emulator, *directory;
    const char *slash = strrchr(argv[0], '/'), *name = slash ? slash + 1 : argv[0];
    const bool is_emulator = strncmp(name, "qemu-", 5) == 0;
    if (strcmp(name, "status-of") == 0 && argc > 2)
        return be_grandparent(argv);
    if (argc < 3 && !is_emulator) {
        fprintf(stderr, "usage: crosslane-start PROGRAM ARGV0 [ARGUMENT]...\n");
        return FAILED;
    }
    /* For PRoot, /proc/self/exe is the program that it stands in for. */
    const char *own = is_emulator ? (const char *)getauxval(AT_EXECFN) : "/proc/self/exe";
    const char *how = NULL;
    if (!read_config(own) || !(emulator = next_line(&rest)) || !(directory = next_line(&rest)) ||
        !(how = next_line(&rest)))
        return fail("its configuration");
    is_bare = *how;
    for (char *line; (line = next_line(&rest));)
        putenv(line);
    if (is_emulator)
        return be_emulator(emulator, directory, argv);
    if (*directory && !begin_log(directory, argv[1], argv + 2))
        return fail(directory);
    char **words = calloc((size_t)argc + 3, sizeof *words);
    if (!words)
        return fail(argv[1]);
    size_t count = 0;
    words[count++] = emulator;
    if (!is_bare) {
        words[count++] = "-0";
        words[count++] = argv[2];
    }
    words[count++] = argv[1];
    memcpy(words + count, argv + 3, (size_t)(argc - 3) * sizeof *words);
    execv(emulator, words);
    return fail(emulator);
}

/* Runs a program in a machine that Bochs emulates (ring.h).
 * SPDX-License-Identifier: MIT
 */
#include "run/bochs.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "frames.h"
#include "ring.h"

enum {
    XL_MACHINES = 64,
    XL_MACHINE_MIB = 768, /* it keeps the agent's memory and its program there */
    XL_IDLE_S = 20,       /* a machine that nobody uses ends after so long */
    XL_BOOT_S = 280,
    XL_SILENT_S = 120, /* a machine that says nothing for so long hangs */
    XL_LOOK_NS = 100000,
    XL_ALIVE_S = 1 /* between two looks whether the machine runs */
};

struct machine {
    char *directory;
    int lock;       /* of who uses it */
    uint8_t *image; /* the disk */
    struct xl_ring_side mine, its;
    double heard;  /* when its sector changed last */
    double looked; /* whether it runs */
    bool is_booted;
    unsigned char head[XL_RING_HEAD]; /* of its stream, as far as it came */
    size_t head_bytes, left;          /* of what follows the head */
    int status;
    bool has_input, has_ended;
};

static int open_in(const char *directory, const char *name, int flags)
{
    char *path = xl_join_path(directory, "%s", name);
    const int file = open(path, flags | O_CLOEXEC, 0600);
    free(path);
    return file;
}

/* ---- A machine and its keeper ---- */

/* The legacy BIOS: the other one enters system management mode, from which Bochs does not come back
 * if the CPU has CET. */
static bool write_settings(const char *directory, const char *tree, const char *cpu)
{
    char *path = xl_join_path(directory, "bochsrc");
    FILE *f = fopen(path, "w");
    free(path);
    if (!f)
        return false;
    fprintf(f,
            "config_interface: textconfig\n"
            "display_library: rfb, options=\"timeout=0\"\n"
            "megs: %d\n"
            "romimage: file=%s/usr/share/bochs/BIOS-bochs-legacy\n"
            "vgaromimage: file=%s/usr/share/bochs/VGABIOS-lgpl-latest\n"
            "cpu: model=%s, count=1, ips=50000000, reset_on_triple_fault=0\n"
            "clock: sync=none\n"
            "boot: cdrom\n"
            "ata0: enabled=1, ioaddr1=0x1f0, ioaddr2=0x3f0, irq=14\n"
            "ata1: enabled=1, ioaddr1=0x170, ioaddr2=0x370, irq=15\n"
            "ata0-master: type=disk, mode=flat, path=disk, cylinders=%d, heads=%d, spt=%d\n"
            "ata1-master: type=cdrom, path=%s/image.iso, status=inserted\n"
            "com1: enabled=1, mode=file, dev=serial\n"
            "sound: driver=dummy\n"
            "log: log\n"
            "panic: action=fatal\n"
            "error: action=ignore\n"
            "info: action=ignore\n"
            "debug: action=ignore\n",
            XL_MACHINE_MIB, tree, tree, cpu, XL_RING_CYLINDERS, XL_RING_HEADS, XL_RING_SECTORS,
            tree);
    return fclose(f) == 0;
}

static _Noreturn void become_bochs(const char *directory, const char *tree)
{
    char *program = xl_join_path(tree, "usr/bin/bochs-bin"),
         *share = xl_join_path(tree, "usr/share/bochs"),
         *plugins = xl_join_path(tree, "usr/lib/x86_64-linux-gnu/bochs/plugins");
    const int out = open_in(directory, "said", O_WRONLY | O_CREAT | O_TRUNC),
              null = open("/dev/null", O_RDONLY);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setenv("BXSHARE", share, 1);
    setenv("LTDL_LIBRARY_PATH", plugins, 1);
    unsetenv("GLIBC_TUNABLES");
    if (out < 0 || null < 0)
        _exit(127);
    dup2(null, 0);
    dup2(out, 1);
    dup2(out, 2);
    /* The debugger in it waits for a command: "c" in this file. */
    if (chdir(directory) == 0)
        execl(program, "bochs-bin", "-q", "-f", "bochsrc", "-rc", "go", (char *)NULL);
    _exit(127);
}

/* Ends the machine when nobody has used it for a while. */
static _Noreturn void keep(const char *directory, const char *tree)
{
    const int lock = open_in(directory, "lock", O_RDWR),
              alive = open_in(directory, "alive", O_RDWR | O_CREAT);
    double used = xl_now();
    int status;
    flock(alive, LOCK_EX);
    const pid_t bochs = fork();
    if (!bochs)
        become_bochs(directory, tree);
    (void)!pwrite(alive, &bochs, sizeof bochs, 0);
    while (bochs > 0 && waitpid(bochs, &status, WNOHANG) == 0) {
        const bool is_free = flock(lock, LOCK_EX | LOCK_NB) == 0;
        if (is_free && xl_now() - used > XL_IDLE_S) {
            kill(bochs, SIGKILL);
            waitpid(bochs, &status, 0);
            _exit(0); /* the locks go with this process */
        }
        if (is_free)
            flock(lock, LOCK_UN);
        else
            used = xl_now();
        sleep(1);
    }
    _exit(0);
}

static bool is_alive(const char *directory)
{
    const int alive = open_in(directory, "alive", O_RDWR | O_CREAT);
    const bool is_locked = flock(alive, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    close(alive);
    return is_locked;
}

/* In a session of its own: it outlives this process. */
static bool start_keeper(const char *directory, const char *tree)
{
    enum { LOOKS = 1000 };
    const pid_t child = fork();
    if (child > 0)
        waitpid(child, NULL, 0);
    if (child == 0) {
        setsid();
        if (fork() != 0)
            _exit(0);
        for (int file = 0; file < 64; file++)
            close(file);
        (void)!open("/dev/null", O_RDWR);
        (void)!dup(0);
        (void)!dup(0);
        keep(directory, tree);
    }
    bool has_begun = false;
    for (int i = 0; child > 0 && i < LOOKS && !(has_begun = is_alive(directory)); i++)
        nanosleep(&(const struct timespec){0, 10000000}, NULL);
    return has_begun;
}

/* One that hangs. */
static void kill_machine(const char *directory)
{
    const int alive = open_in(directory, "alive", O_RDONLY);
    pid_t bochs = 0;
    if (alive >= 0 && is_alive(directory) && pread(alive, &bochs, sizeof bochs, 0) > 0 && bochs > 1)
        kill(bochs, SIGKILL);
    close(alive);
}

/* Empty files for a machine that is about to boot. */
static bool has_files(const char *directory, const char *tree, const char *cpu)
{
    char *left = xl_join_path(directory, "disk.lock"); /* of a Bochs that was killed */
    unlink(left);
    free(left);
    const int go = open_in(directory, "go", O_WRONLY | O_CREAT | O_TRUNC),
              disk = open_in(directory, "disk", O_RDWR | O_CREAT | O_TRUNC),
              serial = open_in(directory, "serial", O_WRONLY | O_CREAT | O_TRUNC);
    const bool has = go >= 0 && disk >= 0 && serial >= 0 && write(go, "c\n", 2) == 2 &&
                     ftruncate(disk, XL_RING_IMAGE) == 0 && write_settings(directory, tree, cpu);
    close(go);
    close(disk);
    close(serial);
    return has;
}

static bool use_directory(struct machine *m, const char *tree, const char *cpu)
{
    m->lock = open_in(m->directory, "lock", O_RDWR | O_CREAT);
    if (m->lock < 0 || flock(m->lock, LOCK_EX | LOCK_NB)) {
        close(m->lock);
        return false;
    }
    if (!is_alive(m->directory) &&
        !(has_files(m->directory, tree, cpu) && start_keeper(m->directory, tree)))
        return false;
    const int disk = open_in(m->directory, "disk", O_RDWR);
    m->image = mmap(NULL, XL_RING_IMAGE, PROT_READ | PROT_WRITE, MAP_SHARED, disk, 0);
    close(disk);
    return m->image != MAP_FAILED;
}

/* Takes a machine that nobody uses, or boots one. */
static bool take_machine(struct machine *m, const char *tree, const char *cpu)
{
    const char *temporary = getenv("TMPDIR"), *slash = strrchr(tree, '/');
    struct stat s;
    char *all = xl_format("%s/crosslane-bochs-%d", temporary ? temporary : "/tmp", (int)getuid());
    bool has = false;
    mkdir(all, 0700);
    if (lstat(all, &s) || !S_ISDIR(s.st_mode) || s.st_uid != getuid()) {
        fprintf(stderr, "%s is no directory of this user\n", all);
        free(all);
        return false;
    }
    for (int i = 0; i < XL_MACHINES && !has; i++) {
        free(m->directory);
        m->directory = xl_format("%s/%s-%s-%d", all, slash ? slash + 1 : tree, cpu, i);
        mkdir(m->directory, 0700);
        has = use_directory(m, tree, cpu);
    }
    if (!has)
        fprintf(stderr, "no machine can be made in %s: %s\n", all, strerror(errno));
    free(all);
    return has;
}

/* The line behind these words of a file, or its last line if there are none; "" if it is empty. */
static void read_line_behind(const struct machine *m, const char *name, const char *words,
                             char *line, size_t size)
{
    struct xl_error ignored;
    size_t bytes;
    char *path = xl_join_path(m->directory, "%s", name),
         *text = xl_file_read(path, &bytes, &ignored);
    const char *at = text ? strstr(text, words) : NULL;
    line[0] = '\0';
    if (text) {
        for (size_t left = strlen(text); left > 0 && text[left - 1] == '\n'; left--)
            text[left - 1] = '\0';
        const char *last = strrchr(text, '\n');
        at = at ? at + strlen(words) : *words ? "" : last ? last + 1 : text;
        snprintf(line, size, "%.*s", (int)strcspn(at, "\n"), at);
    }
    free(text);
    free(path);
}

/* What Bochs complained of, and the machine's last line. */
static void print_last_words(const struct machine *m)
{
    static const char *const places[][2] = {
        {"said", "following message:\n"}, {"log", ">>PANIC<<"}, {"serial", ""}};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        char line[200];
        read_line_behind(m, places[i][0], places[i][1], line, sizeof line);
        if (*line)
            fprintf(stderr, "%s: %s\n", places[i][0], line);
    }
}

static int lose(const struct machine *m, const char *why)
{
    print_last_words(m);
    fprintf(stderr, "the machine %s\n", why);
    return m->is_booted ? XL_BOCHS_LOST : XL_BOCHS_NO_MACHINE;
}

/* ---- The streams ---- */

static void write_side(struct machine *m)
{
    m->mine.check = xl_ring_check(&m->mine);
    atomic_thread_fence(memory_order_seq_cst);
    memcpy(m->image + XL_RING_HOST, &m->mine, sizeof m->mine);
}

/* Whether the machine has said something in this session. */
static bool read_side(struct machine *m)
{
    struct xl_ring_side side;
    memcpy(&side, m->image + XL_RING_MACHINE, sizeof side);
    atomic_thread_fence(memory_order_seq_cst);
    if (side.check != xl_ring_check(&side) || side.beats == m->its.beats)
        return false;
    m->its = side;
    m->heard = xl_now();
    m->is_booted |= side.session == m->mine.session;
    return side.session == m->mine.session;
}

static size_t room(const struct machine *m)
{
    /* A sector less: the machine reads whole ones. */
    return m->is_booted ? XL_RING_BYTES - XL_RING_SECTOR - (size_t)(m->mine.written - m->its.read)
                        : XL_RING_BYTES - XL_RING_SECTOR - (size_t)m->mine.written;
}

static void put(struct machine *m, const void *data, size_t bytes)
{
    const size_t at = (size_t)(m->mine.written % XL_RING_BYTES),
                 first = bytes < XL_RING_BYTES - at ? bytes : XL_RING_BYTES - at;
    memcpy(m->image + XL_RING_TO_MACHINE + at, data, first);
    memcpy(m->image + XL_RING_TO_MACHINE, (const char *)data + first, bytes - first);
    m->mine.written += bytes;
}

static uint32_t head_word(const struct machine *m, int i)
{
    uint32_t word;
    memcpy(&word, m->head + i * sizeof word, sizeof word);
    return word;
}

/* Takes bytes of the machine's stream. Returns how many. */
static size_t take(struct machine *m, const unsigned char *at, size_t bytes)
{
    if (m->head_bytes < XL_RING_HEAD) {
        m->head[m->head_bytes++] = *at;
        m->left = m->head_bytes == XL_RING_HEAD ? head_word(m, 1) : 0;
        return 1;
    }
    const size_t n = bytes < m->left ? bytes : m->left;
    const uint32_t kind = head_word(m, 0);
    if (kind == XL_RING_STATUS)
        for (size_t i = 0; i < n; i++)
            m->status |= at[i] << 8 * (sizeof m->status - m->left + i);
    else if (xl_write_all(kind == XL_RING_OUTPUT ? STDOUT_FILENO : STDERR_FILENO, at, n))
        _exit(0); /* nobody reads any more */
    m->left -= n;
    m->has_ended |= kind == XL_RING_STATUS && !m->left;
    m->head_bytes = m->left ? m->head_bytes : 0;
    return n;
}

static void take_all(struct machine *m)
{
    while (m->mine.read < m->its.written && !m->has_ended) {
        const size_t at = (size_t)(m->mine.read % XL_RING_BYTES),
                     left = (size_t)(m->its.written - m->mine.read), end = XL_RING_BYTES - at;
        m->mine.read += take(m, m->image + XL_RING_TO_HOST + at, left < end ? left : end);
    }
}

/* Sends standard input, once the program is sent. Returns whether there was some. */
static bool send_input(struct machine *m)
{
    unsigned char data[1 << 16];
    const size_t most = room(m) < sizeof data ? room(m) : sizeof data;
    struct pollfd p = {.fd = m->has_input && most ? STDIN_FILENO : -1, .events = POLLIN};
    if (ppoll(&p, 1, &(const struct timespec){0, XL_LOOK_NS}, NULL) <= 0)
        return false;
    const ssize_t got = read(STDIN_FILENO, data, most);
    if (got > 0)
        put(m, data, (size_t)got);
    else if (got == 0 || errno != EINTR)
        m->has_input = false;
    return got > 0;
}

/* 0: goes on. */
static int look(struct machine *m)
{
    const bool is_heard = read_side(m);
    if (is_heard)
        take_all(m);
    const double now = xl_now();
    if (is_heard || now - m->looked < XL_ALIVE_S)
        return 0;
    m->looked = now;
    if (!is_alive(m->directory))
        return lose(m, m->is_booted ? "ended" : "did not boot");
    if (now - m->heard > (m->is_booted ? XL_SILENT_S : XL_BOOT_S))
        return lose(m, m->is_booted ? "hangs" : "does not boot");
    return 0;
}

/* Sends all of it. Returns 0, or a status. */
static int send(struct machine *m, const unsigned char *at, size_t bytes)
{
    int lost = 0;
    while (bytes && !lost) {
        const size_t n = room(m) < bytes ? room(m) : bytes;
        put(m, at, n);
        at += n;
        bytes -= n;
        write_side(m);
        lost = look(m);
        if (!n)
            nanosleep(&(const struct timespec){0, XL_LOOK_NS}, NULL);
    }
    return lost;
}

static int send_program(struct machine *m, char **argv)
{
    struct stat s;
    const int file = open(argv[0], O_RDONLY | O_CLOEXEC);
    uint64_t sizes[2] = {0, 0};
    if (file < 0 || fstat(file, &s) || s.st_size <= 0) {
        fprintf(stderr, "%s: %s\n", argv[0], strerror(errno));
        return XL_BOCHS_NO_MACHINE;
    }
    const unsigned char *program = mmap(NULL, (size_t)s.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (program == MAP_FAILED)
        return XL_BOCHS_NO_MACHINE;
    sizes[0] = (uint64_t)s.st_size;
    for (size_t i = 0; argv[i]; i++)
        sizes[1] += strlen(argv[i]) + 1;
    int lost = send(m, (const unsigned char *)sizes, sizeof sizes);
    for (size_t i = 0; argv[i] && !lost; i++)
        lost = send(m, (const unsigned char *)argv[i], strlen(argv[i]) + 1);
    return lost ? lost : send(m, program, (size_t)s.st_size);
}

static int carry(struct machine *m)
{
    int lost = 0;
    m->has_input = true;
    while (!m->has_ended && !lost && m->has_input) {
        const uint64_t read = m->mine.read;
        const bool is_sent = send_input(m);
        lost = look(m);
        if (is_sent || m->mine.read != read)
            write_side(m);
    }
    return lost;
}

int xl_bochs(int argc, char **argv)
{
    enum { TREE = 1, CPU, PROGRAM };
    struct machine m = {.directory = NULL};
    if (argc <= PROGRAM || !take_machine(&m, argv[TREE], argv[CPU]))
        return XL_BOCHS_NO_MACHINE;
    memcpy(&m.mine, m.image + XL_RING_HOST, sizeof m.mine);
    m.mine = (struct xl_ring_side){.session = m.mine.session + 1};
    m.heard = m.looked = xl_now();
    write_side(&m);
    int lost = send_program(&m, argv + PROGRAM);
    if (!lost)
        lost = carry(&m);
    if (lost)
        kill_machine(m.directory);
    m.mine.session++; /* ends the program */
    m.mine.written = m.mine.read = 0;
    write_side(&m);
    return lost          ? lost
           : m.has_ended ? WIFEXITED(m.status) ? WEXITSTATUS(m.status) : 128 + WTERMSIG(m.status)
                         : 0;
}

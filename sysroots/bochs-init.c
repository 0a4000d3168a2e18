/* The first and only process of a machine that Bochs emulates: runs programs that the host sends
 * through its disk (harness/ring.h).
 * SPDX-License-Identifier: MIT
 *
 * No driver has the disk: its ports are read and written here.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/io.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ring.h"

enum {
    DATA = 0x1f0,
    COUNT = 0x1f2,
    LBA = 0x1f3,
    DRIVE = 0x1f6,
    STATUS = 0x1f7,
    CONTROL = 0x3f6,
    BUSY = 0x80,
    READY = 0x08,
    FAILED = 0x01,
    READ = 0x20,
    WRITE = 0x30,
    MOST_SECTORS = 128,
    MOST_PROGRAM = 256 << 20,
    MOST_ARGUMENTS = 1 << 16,
    PART = 1 << 16,
    LEAST_NICE = 19
};

static _Noreturn void fail(const char *what)
{
    printf("crosslane-init: %s: %s\n", what, strerror(errno));
    fflush(stdout);
    for (;;)
        pause();
}

static void await_ready(void)
{
    unsigned char status;
    do
        status = inb(STATUS);
    while (status & BUSY || !(status & (READY | FAILED)));
    if (status & FAILED)
        fail("the disk failed");
}

static void begin(size_t at, size_t sectors, unsigned char command)
{
    const unsigned first = (unsigned)(at / XL_RING_SECTOR);
    while (inb(STATUS) & BUSY) {
    }
    outb(0xE0 | (first >> 24 & 0x0F), DRIVE);
    outb((unsigned char)sectors, COUNT);
    for (int i = 0; i < 3; i++)
        outb((unsigned char)(first >> 8 * i), LBA + i);
    outb(command, STATUS);
}

/* at, bytes: whole sectors. */
static void read_disk(size_t at, unsigned char *to, size_t bytes)
{
    for (size_t sectors = bytes / XL_RING_SECTOR, n; sectors; sectors -= n) {
        n = sectors < MOST_SECTORS ? sectors : MOST_SECTORS;
        begin(at, n, READ);
        for (size_t i = 0; i < n; i++, to += XL_RING_SECTOR, at += XL_RING_SECTOR) {
            await_ready();
            insw(DATA, to, XL_RING_SECTOR / 2);
            __asm__ volatile("" : : : "memory"); /* sys/io.h does not say that it writes */
        }
    }
}

static void write_disk(size_t at, const unsigned char *from, size_t bytes)
{
    for (size_t sectors = bytes / XL_RING_SECTOR, n; sectors; sectors -= n) {
        n = sectors < MOST_SECTORS ? sectors : MOST_SECTORS;
        begin(at, n, WRITE);
        for (size_t i = 0; i < n; i++, from += XL_RING_SECTOR, at += XL_RING_SECTOR) {
            await_ready();
            __asm__ volatile("" : : : "memory");
            outsw(DATA, from, XL_RING_SECTOR / 2);
        }
    }
    while (inb(STATUS) & BUSY) {
    }
}

static struct xl_ring_side host, mine;
static unsigned char *incoming, *outgoing; /* copies of the rings */
static uint64_t fetched, flushed;          /* of them */

/* Returns whether the host's sector has changed. */
static int read_host(void)
{
    unsigned char sector[XL_RING_SECTOR] = {0};
    struct xl_ring_side side;
    read_disk(XL_RING_HOST, sector, sizeof sector);
    memcpy(&side, sector, sizeof side);
    if (side.check != xl_ring_check(&side) || memcmp(&side, &host, sizeof side) == 0)
        return 0;
    host = side;
    return 1;
}

static void write_mine(void)
{
    unsigned char sector[XL_RING_SECTOR] = {0};
    mine.beats++;
    mine.check = xl_ring_check(&mine);
    memcpy(sector, &mine, sizeof mine);
    write_disk(XL_RING_MACHINE, sector, sizeof sector);
}

/* Calls one of them for the sectors of a ring with these bytes of a stream. */
static void each_part(uint64_t from, uint64_t to, void (*move)(size_t at, size_t bytes))
{
    from -= from % XL_RING_SECTOR;
    to += (XL_RING_SECTOR - to % XL_RING_SECTOR) % XL_RING_SECTOR;
    while (from < to) {
        const size_t at = (size_t)(from % XL_RING_BYTES), end = XL_RING_BYTES - at,
                     bytes = to - from < end ? (size_t)(to - from) : end;
        move(at, bytes);
        from += bytes;
    }
}

static void fetch_part(size_t at, size_t bytes)
{
    read_disk(XL_RING_TO_MACHINE + at, incoming + at, bytes);
}

static void flush_part(size_t at, size_t bytes)
{
    write_disk(XL_RING_TO_HOST + at, outgoing + at, bytes);
}

static void fetch(void)
{
    each_part(fetched, host.written, fetch_part);
    fetched = host.written;
}

static void flush(void)
{
    each_part(flushed, mine.written, flush_part);
    flushed = mine.written;
}

/* The session. */
static struct {
    enum { NONE, SIZES, ARGUMENTS, PROGRAM, RUNS, ENDED } state;
    uint64_t program_bytes, argument_bytes, left;
    unsigned char sizes[16];
    size_t size_bytes;
    char *arguments;
    size_t taken;
    int file, input, output, errors;
    pid_t pid;
} now;

static void end_session(void)
{
    if (now.pid > 0) {
        kill(-now.pid, SIGKILL);
        kill(now.pid, SIGKILL);
    }
    while (waitpid(-1, NULL, 0) > 0 || errno == EINTR) {
    }
    const int files[] = {now.file, now.input, now.output, now.errors};
    for (int i = 0; i < 4; i++)
        if (files[i] > 0)
            close(files[i]);
    free(now.arguments);
    memset(&now, 0, sizeof now);
}

static void begin_session(void)
{
    end_session();
    mine.session = host.session;
    mine.written = mine.read = fetched = flushed = 0;
    now.state = SIZES;
    write_mine();
}

static void put(const void *data, size_t bytes)
{
    const size_t at = (size_t)(mine.written % XL_RING_BYTES), end = XL_RING_BYTES - at,
                 first = bytes < end ? bytes : end;
    memcpy(outgoing + at, data, first);
    memcpy(outgoing, (const unsigned char *)data + first, bytes - first);
    mine.written += bytes;
}

static size_t room(void)
{
    return XL_RING_BYTES - (size_t)(mine.written - host.read) - XL_RING_SECTOR;
}

static void put_part(uint32_t kind, const void *data, uint32_t bytes)
{
    const uint32_t head[] = {kind, bytes};
    put(head, sizeof head);
    put(data, bytes);
}

static void start(void)
{
    enum { MOST = 64 };
    int input[2], output[2], errors[2];
    char *argv[MOST + 1] = {NULL};
    size_t count = 0;
    for (char *at = now.arguments; at < now.arguments + now.argument_bytes && count < MOST;
         at += strlen(at) + 1)
        argv[count++] = at;
    close(now.file);
    now.file = 0;
    if (pipe2(input, O_CLOEXEC) || pipe2(output, O_CLOEXEC) || pipe2(errors, O_CLOEXEC))
        fail("pipe");
    now.pid = fork();
    if (now.pid < 0)
        fail("fork");
    if (now.pid == 0) {
        setsid();
        if (nice(-LEAST_NICE) < 0)
            fail("nice");
        dup2(input[0], 0);
        dup2(output[1], 1);
        dup2(errors[1], 2);
        execve("/program", argv, environ);
        dprintf(2, "crosslane-init: cannot start the program: %s\n", strerror(errno));
        _exit(127);
    }
    close(input[0]);
    close(output[1]);
    close(errors[1]);
    now.input = input[1];
    now.output = output[0];
    now.errors = errors[0];
    fcntl(now.input, F_SETFL, O_NONBLOCK);
    fcntl(now.output, F_SETFL, O_NONBLOCK);
    fcntl(now.errors, F_SETFL, O_NONBLOCK);
    now.state = RUNS;
}

static size_t take_sizes(const unsigned char *at, size_t bytes)
{
    const size_t wanted = sizeof now.sizes - now.size_bytes, n = bytes < wanted ? bytes : wanted;
    memcpy(now.sizes + now.size_bytes, at, n);
    now.size_bytes += n;
    if (now.size_bytes < sizeof now.sizes)
        return n;
    memcpy(&now.program_bytes, now.sizes, 8);
    memcpy(&now.argument_bytes, now.sizes + 8, 8);
    if (now.program_bytes > MOST_PROGRAM || now.argument_bytes > MOST_ARGUMENTS)
        fail("a program that is too large");
    now.arguments = calloc(1, now.argument_bytes + 1);
    unlink("/program");
    now.file = open("/program", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0700);
    if (!now.arguments || now.file < 0)
        fail("no memory for a program");
    now.left = now.argument_bytes;
    now.state = ARGUMENTS;
    return n;
}

/* Takes bytes of the host's stream. Returns how many. */
static size_t take(const unsigned char *at, size_t bytes)
{
    ssize_t written;
    size_t n = bytes;
    switch (now.state) {
    case SIZES:
        return take_sizes(at, bytes);
    case ARGUMENTS:
        n = n < now.left ? n : (size_t)now.left;
        memcpy(now.arguments + (now.argument_bytes - now.left), at, n);
        now.left -= n;
        if (!now.left) {
            now.left = now.program_bytes;
            now.state = PROGRAM;
        }
        return n;
    case PROGRAM:
        n = n < now.left ? n : (size_t)now.left;
        written = write(now.file, at, n);
        if (written < 0)
            fail("no memory for a program");
        now.left -= (size_t)written;
        if (!now.left)
            start();
        return (size_t)written;
    case RUNS:
        written = write(now.input, at, n);
        if (written < 0 && errno != EAGAIN)
            return n; /* the program reads no more */
        return written < 0 ? 0 : (size_t)written;
    default:
        return n;
    }
}

/* Returns whether something was done. */
static int feed(void)
{
    const uint64_t before = mine.read;
    while (mine.read < fetched) {
        const size_t at = (size_t)(mine.read % XL_RING_BYTES), left = (size_t)(fetched - mine.read),
                     end = XL_RING_BYTES - at;
        const size_t taken = take(incoming + at, left < end ? left : end);
        mine.read += taken;
        if (!taken)
            break;
    }
    return mine.read != before;
}

static int carry(int file, uint32_t kind)
{
    static unsigned char data[PART];
    if (room() < sizeof data + 4 * (size_t)XL_RING_HEAD)
        return 0;
    const ssize_t got = read(file, data, sizeof data);
    if (got > 0)
        put_part(kind, data, (uint32_t)got);
    return got > 0;
}

static int drain(void)
{
    int any = 0, status;
    if (now.state != RUNS)
        return 0;
    const int has_ended = waitpid(now.pid, &status, WNOHANG) == now.pid;
    while (carry(now.output, XL_RING_OUTPUT) | carry(now.errors, XL_RING_ERRORS))
        any = 1;
    if (!has_ended)
        return any;
    put_part(XL_RING_STATUS, &status, sizeof status);
    now.state = ENDED;
    return 1;
}

int main(void)
{
    enum { BEAT = 1000 };
    setenv("GLIBC_TUNABLES", "glibc.malloc.perturb=128:glibc.malloc.tcache_count=0", 1);
    mkdir("/proc", 0755);
    mkdir("/dev", 0755);
    mkdir("/tmp", 01777);
    if (mount("none", "/proc", "proc", 0, NULL) || mount("none", "/tmp", "tmpfs", 0, NULL))
        fail("mount");
    mount("none", "/dev", "devtmpfs", 0, NULL);
    signal(SIGPIPE, SIG_IGN);
    if (iopl(3))
        fail("the ports");
    outb(2, CONTROL); /* no interrupts */
    /* It never sleeps: Bochs takes 14 ms for half a millisecond of a CPU that waits. It looks at
     * the host's sector while the program waits. */
    if (nice(LEAST_NICE) < 0)
        fail("nice");
    incoming = malloc(XL_RING_BYTES);
    outgoing = malloc(XL_RING_BYTES);
    if (!incoming || !outgoing)
        fail("memory");
    printf("crosslane-init: ready\n");
    fflush(stdout);
    write_mine();
    for (unsigned ticks = 0;; ticks++) {
        const int has_changed = read_host();
        if (has_changed && host.session != mine.session)
            begin_session();
        if (host.session == mine.session && host.written != fetched)
            fetch();
        const int any = feed() | drain();
        if (flushed != mine.written)
            flush();
        if (any || ticks % BEAT == 0)
            write_mine();
    }
}

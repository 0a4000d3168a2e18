/* The bridge: the agent's place for an agent behind a stream (frames.h).
 * SPDX-License-Identifier: MIT
 */
#include "execute/bridge.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"
#include "frames.h"
#include "oracle/types.h"

enum {
    XL_BANNER_MOST = 64 << 10, /* bytes that a runner may write before the greeting */
    XL_COMMANDS_MOST = 4096    /* bytes of lines that are read at a time */
};

struct bridge {
    uint8_t *memory;
    bool swap; /* guest and host differ in byte order */
    long silent_s;
    int to, from; /* the runner's standard input and output */
    pid_t runner;
    int log;     /* of single steps; -1: there are none */
    char *steps; /* what is to be stepped; NULL: nothing, or it was sent */
    size_t step_bytes;
    struct xl_frames out, in;
    size_t sent; /* of out */
    bool has_begun, is_running;
    char commands[XL_COMMANDS_MOST];
    size_t command_bytes;
};

/* The host asks where a call hangs. */
static volatile sig_atomic_t is_asked;

static void note_question(int signal_number)
{
    (void)signal_number;
    is_asked = 1;
}

static uint64_t word(const struct bridge *b, uint64_t w)
{
    return b->swap ? __builtin_bswap64(w) : w;
}

/* Ends without a word of the agent. */
static _Noreturn void give_up(const struct bridge *b, const char *why)
{
    enum { LOOKS = 100 };
    int status = 0;
    bool has_ended = false;
    for (int i = 0; i < LOOKS && !has_ended; i++) { /* it has closed its output */
        has_ended = waitpid(b->runner, &status, WNOHANG) == b->runner;
        if (!has_ended)
            nanosleep(&(const struct timespec){0, 10000000}, NULL);
    }
    fprintf(stderr, "the runner %s%s", why, has_ended ? "" : "\n");
    if (has_ended && WIFSIGNALED(status))
        fprintf(stderr, ": signal %d\n", WTERMSIG(status));
    else if (has_ended)
        fprintf(stderr, ": exit status %d\n", WEXITSTATUS(status));
    _exit(b->has_begun                                             ? XL_BRIDGE_BROKEN
          : has_ended && status == W_EXITCODE(XL_BRIDGE_ABSENT, 0) ? XL_BRIDGE_ABSENT
                                                                   : XL_BRIDGE_REFUSED);
}

/* ---- From the host ---- */

/* Adds the slots that these calls name, each once. */
static void add_slots(struct bridge *b, unsigned batch, const struct xl_memory_head *head,
                      uint64_t count)
{
    const uint8_t *buffer = b->memory + (size_t)batch * XL_BATCH_BUFFER_STRIDE;
    const struct xl_call *calls = (const struct xl_call *)(const void *)(buffer + XL_CALLS_AT);
    uint64_t added[XL_BATCH_CALLS * XL_CALL_ARGS];
    size_t added_count = 0;
    for (uint64_t i = 0; i < count; i++)
        for (size_t k = 0; k < XL_CALL_ARGS; k++) {
            size_t bytes, known = 0;
            if (!(word(b, calls[i].pointers) >> k & 1))
                continue;
            const uint64_t slot = xl_frame_slot(word(b, calls[i].args[k]), batch,
                                                word(b, head->dedicated_bytes), &bytes);
            while (known < added_count && added[known] != slot)
                known++;
            if (!slot || known < added_count)
                continue;
            added[added_count++] = slot;
            xl_frames_put_range(&b->out, b->memory, slot, bytes);
        }
}

static void send_batch(struct bridge *b, unsigned batch)
{
    const uint64_t at = (uint64_t)batch * XL_BATCH_BUFFER_STRIDE;
    const struct xl_memory_head *head =
        (const struct xl_memory_head *)(const void *)(b->memory + at);
    const uint64_t calls = word(b, head->calls),
                   count = calls < XL_BATCH_CALLS ? calls : XL_BATCH_CALLS;
    xl_frames_put_range(&b->out, b->memory, at, sizeof *head);
    xl_frames_put_range(&b->out, b->memory, at + XL_CALLS_AT, count * sizeof(struct xl_call));
    add_slots(b, batch, head, count);
}

/* Sends whole lines, up to a command "run". */
static void take_commands(struct bridge *b)
{
    static const char run[] = "run ";
    char *line = b->commands, *const end = line + b->command_bytes, *newline;
    while (!b->is_running && (newline = memchr(line, '\n', (size_t)(end - line))) != NULL) {
        const size_t length = (size_t)(newline + 1 - line);
        b->is_running = strncmp(line, run, sizeof run - 1) == 0;
        if (b->is_running)
            send_batch(b, line[sizeof run - 1] == '1');
        xl_frames_put(&b->out, XL_FRAME_COMMANDS, line, length);
        line += length;
    }
    b->command_bytes = (size_t)(end - line);
    memmove(b->commands, line, b->command_bytes);
}

static void read_commands(struct bridge *b)
{
    const ssize_t got =
        read(XL_FD_COMMAND, b->commands + b->command_bytes, sizeof b->commands - b->command_bytes);
    if (got == 0 || (got < 0 && errno != EINTR))
        _exit(0); /* the host is done with the agent */
    b->command_bytes += got > 0 ? (size_t)got : 0;
    take_commands(b);
}

/* ---- From the relay ---- */

static void take_memory(const struct bridge *b, const unsigned char *at, size_t left)
{
    uint64_t offset;
    size_t bytes, taken;
    int is_equal;
    for (; left; at += taken, left -= taken) {
        taken = xl_frame_piece(at, left, XL_FILE_BYTES, &offset, &bytes, &is_equal);
        if (!taken)
            give_up(b, "sent a malformed piece of memory");
        xl_frame_apply(b->memory, at, offset, bytes, is_equal);
    }
}

/* As the agent. */
static _Noreturn void end_as(const struct bridge *b, const unsigned char *data, size_t bytes)
{
    const int signal_number = bytes == 8 ? (int)xl_frame_number(data, 4) : 0;
    if (bytes != 8)
        give_up(b, "sent a malformed end");
    if (!signal_number)
        _exit((int)xl_frame_number(data + 4, 4) & 0xFF);
    signal(signal_number, SIG_DFL);
    kill(getpid(), signal_number);
    _exit(128 + (signal_number & 0x7F));
}

static void take_frame(struct bridge *b, uint64_t kind, const unsigned char *data, size_t bytes)
{
    switch (kind) {
    case XL_FRAME_MEMORY:
        take_memory(b, data, bytes);
        return;
    case XL_FRAME_REPLY:
        b->is_running = false;
        if (xl_write_all(XL_FD_REPLY, data, bytes))
            _exit(0); /* the host is done with the agent */
        take_commands(b);
        return;
    case XL_FRAME_OUTPUT:
        xl_write_all(STDERR_FILENO, data, bytes);
        return;
    case XL_FRAME_LOG:
        if (xl_write_all(b->log, data, bytes))
            give_up(b, "sent a log that nobody asked for, or that has no room");
        return;
    case XL_FRAME_END:
        end_as(b, data, bytes);
    default:
        give_up(b, "sent a frame of an unknown kind");
    }
}

/* Skips what the runner wrote before the greeting. */
static bool has_greeting(struct bridge *b)
{
    const size_t length = sizeof XL_STREAM_GREETING - 1;
    const unsigned char *at = memmem(b->in.at, b->in.used, XL_STREAM_GREETING, length);
    if (!at && b->in.used > XL_BANNER_MOST)
        give_up(b, "does not start the agent: it writes other things");
    if (!at)
        return false;
    const size_t past = (size_t)(at - b->in.at) + length;
    b->in.used -= past;
    memmove(b->in.at, b->in.at + past, b->in.used);
    if (b->steps)
        xl_frames_put(&b->out, XL_FRAME_STEPS, b->steps, b->step_bytes);
    free(b->steps);
    b->steps = NULL;
    return true;
}

static void take_frames(struct bridge *b)
{
    size_t at = 0;
    if (!b->has_begun && !(b->has_begun = has_greeting(b)))
        return;
    while (b->in.used - at >= XL_FRAME_HEAD) {
        const unsigned char *head = b->in.at + at;
        const size_t bytes = (size_t)xl_frame_number(head + 4, 4);
        if (bytes > XL_FRAME_MOST)
            give_up(b, "sent a frame that is too long");
        if (b->in.used - at - XL_FRAME_HEAD < bytes)
            break;
        take_frame(b, xl_frame_number(head, 4), head + XL_FRAME_HEAD, bytes);
        at += XL_FRAME_HEAD + bytes;
    }
    b->in.used -= at;
    memmove(b->in.at, b->in.at + at, b->in.used);
}

static void read_runner(struct bridge *b)
{
    enum { PART = 1 << 16 };
    unsigned char *to = xl_frames_add(&b->in, PART);
    const ssize_t got = read(b->from, to, PART);
    b->in.used -= PART - (got > 0 ? (size_t)got : 0);
    if (got == 0)
        give_up(b,
                b->has_begun ? "ended before the agent did" : "ended before it started the agent");
    if (got > 0)
        take_frames(b);
}

static void write_runner(struct bridge *b)
{
    const ssize_t sent = write(b->to, b->out.at + b->sent, b->out.used - b->sent);
    if (sent < 0 && errno != EINTR && errno != EAGAIN)
        b->sent = b->out.used; /* it has ended: its output says how */
    b->sent += sent > 0 ? (size_t)sent : 0;
    if (b->sent == b->out.used)
        b->sent = b->out.used = b->out.frame = 0;
}

/* ---- The runner ---- */

static _Noreturn void become_runner(char **argv, const int input[2], const int output[2])
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(input[0], STDIN_FILENO);
    dup2(output[1], STDOUT_FILENO);
    for (int file = STDERR_FILENO + 1; file < XL_FD_REPLY + 8; file++)
        close(file);
    execvp(argv[0], argv);
    fprintf(stderr, "cannot start %s: %s\n", argv[0], strerror(errno));
    _exit(127);
}

static void start_runner(struct bridge *b, char **argv)
{
    int input[2], output[2];
    if (pipe(input) || pipe(output) || (b->runner = fork()) < 0) {
        fprintf(stderr, "cannot start the runner: %s\n", strerror(errno));
        _exit(XL_BRIDGE_REFUSED);
    }
    if (!b->runner)
        become_runner(argv, input, output);
    close(input[0]);
    close(output[1]);
    b->to = input[1];
    b->from = output[0];
    fcntl(b->to, F_SETFL, O_NONBLOCK);
    signal(SIGPIPE, SIG_IGN);
}

/* Takes the file with what is to be stepped, which becomes the log of the steps. */
static void take_steps(struct bridge *b, const char *path)
{
    b->steps = xl_alloc(XL_FRAME_MOST, 1);
    b->log = open(path, O_RDWR | O_APPEND | O_CLOEXEC);
    const ssize_t bytes = b->log < 0 ? -1 : read(b->log, b->steps, XL_FRAME_MOST);
    if (bytes < 0 || ftruncate(b->log, 0)) {
        fprintf(stderr, "cannot step: %s: %s\n", path, strerror(errno));
        _exit(XL_BRIDGE_REFUSED);
    }
    b->step_bytes = (size_t)bytes;
}

/* The signal comes while this waits. */
static void wait_for_input(struct bridge *b, const sigset_t *unblocked)
{
    struct pollfd polls[] = {{b->from, POLLIN, 0},
                             {XL_FD_COMMAND, POLLIN, 0},
                             {b->sent < b->out.used ? b->to : -1, POLLOUT, 0}};
    if (b->is_running) /* its next command comes later; but its end must be seen */
        polls[1].events = 0;
    const struct timespec silent = {b->silent_s, 0};
    const int ready = ppoll(polls, 3, b->is_running ? &silent : NULL, unblocked);
    if (ready == 0 && b->is_running)
        give_up(b, "is silent");
    if (ready > 0) {
        if (polls[0].revents)
            read_runner(b);
        if (polls[1].revents & POLLIN)
            read_commands(b);
        else if (polls[1].revents)
            _exit(0);
        if (polls[2].revents)
            write_runner(b);
    }
    if (is_asked && b->is_running)
        xl_frames_put(&b->out, XL_FRAME_LOCATE, NULL, 0);
    is_asked = 0;
}

int xl_bridge(int argc, char **argv)
{
    struct bridge *b = xl_alloc(1, sizeof *b);
    sigset_t question, before;
    if (argc <= XL_BRIDGE_FIRST_WORDS)
        return XL_BRIDGE_REFUSED;
    b->swap = (strcmp(argv[1], "big") == 0) != XL_IS_BIG_ENDIAN;
    b->silent_s = strtol(argv[2], NULL, 10);
    b->memory = mmap(NULL, XL_FILE_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, XL_FD_MEMORY, 0);
    if (b->memory == MAP_FAILED) {
        fprintf(stderr, "crosslane: %s is only for a run of rows\n", XL_BRIDGE_ARGUMENT);
        return XL_BRIDGE_REFUSED;
    }
    b->log = -1;
    if (*argv[3])
        take_steps(b, argv[3]);
    start_runner(b, argv + XL_BRIDGE_FIRST_WORDS);
    sigemptyset(&question);
    sigaddset(&question, SIGQUIT);
    sigprocmask(SIG_BLOCK, &question, &before);
    sigaction(SIGQUIT, &(struct sigaction){.sa_handler = note_question}, NULL);
    for (;;)
        wait_for_input(b, &before);
}

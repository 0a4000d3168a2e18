/* The relay: starts the agent, and carries its protocol over standard input and output (frames.h).
 * SPDX-License-Identifier: MIT
 *
 * It forks, because an emulator keeps only processes that start no other program.
 */
#define _FILE_OFFSET_BITS 64
#define _GNU_SOURCE
#include "agent.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include "agent/single_step.h"
#include "frames.h"

enum {
    XL_RELAY_POLL_MS = 50,
    XL_RELAY_BEAT = 20, /* such times without a word while a batch runs */
    XL_RELAY_LOCATE_MS = 1000,
    XL_RELAY_OUTPUT = 1 << 20, /* bytes of the agent's output; more is dropped */
    XL_RELAY_HIGH = 100        /* descriptors that the agent's do not overwrite */
};

/* A range of the memory, as the bridge sent it. */
struct range {
    uint64_t offset;
    size_t bytes, copy; /* where its copy begins */
};

/* A range of code, its end included. */
struct code_range {
    uint64_t from, to;
};

/* What is stepped. */
struct steps {
    char text[XL_FRAME_MOST + 1];
    uint64_t entries[XL_STEPS_MOST];
    struct code_range ranges[XL_STEPS_MOST];
    size_t entry_count, range_count;
};

static struct relay {
    int file, command, reply, output; /* pipes to and from the agent */
    struct steps *steps;              /* NULL: the agent is not stepped */
    int log;                          /* of its steps */
    bool is_step_wanted;
    pid_t agent;
    unsigned char *memory;
    struct range *ranges;
    size_t range_count, range_room;
    struct xl_frames copies, out;
    int is_running; /* a batch */
    unsigned batch;
    uint64_t progress; /* last sent; and how often it was the same since */
    unsigned silent;
    size_t printed;
} *relay; /* mapped, because an agent's static memory is compared; shared with who steps it */

static struct xl_memory_head *relay_head(void)
{
    return (struct xl_memory_head *)(void *)(relay->memory +
                                             (size_t)relay->batch * XL_BATCH_BUFFER_STRIDE);
}

/* With all that the agent has started. */
static _Noreturn void end_all(int status)
{
    if (relay->agent > 0)
        kill(-relay->agent, SIGKILL);
    _exit(status);
}

static void write_all(int file, const unsigned char *at, size_t bytes)
{
    if (xl_write_all(file, at, bytes))
        end_all(1);
}

static void send_frames(void)
{
    write_all(STDOUT_FILENO, relay->out.at, relay->out.used);
    relay->out.used = relay->out.frame = 0;
}

static void read_all(unsigned char *at, size_t bytes)
{
    while (bytes) {
        const ssize_t got = read(STDIN_FILENO, at, bytes);
        if (got == 0 || (got < 0 && errno != EINTR))
            end_all(0);
        at += got > 0 ? got : 0;
        bytes -= got > 0 ? (size_t)got : 0;
    }
}

static _Noreturn void refuse(const char *what)
{
    fprintf(stderr, "crosslane-agent: the stream has %s\n", what);
    end_all(1);
}

static void keep_copy(uint64_t offset, size_t bytes)
{
    struct relay *r = relay;
    struct range *last = r->range_count ? &r->ranges[r->range_count - 1] : NULL;
    if (last && last->offset + last->bytes == offset) {
        last->bytes += bytes;
    } else {
        if (r->range_count == r->range_room) {
            r->range_room = 2 * r->range_room + 64;
            r->ranges = realloc(r->ranges, r->range_room * sizeof *r->ranges);
            if (!r->ranges)
                abort();
        }
        r->ranges[r->range_count++] = (struct range){offset, bytes, r->copies.used};
    }
    memcpy(xl_frames_add(&r->copies, bytes), r->memory + offset, bytes);
}

static void take_memory(const unsigned char *at, size_t left)
{
    uint64_t offset;
    size_t bytes, taken;
    int is_equal;
    for (; left; at += taken, left -= taken) {
        taken = xl_frame_piece(at, left, XL_FILE_BYTES, &offset, &bytes, &is_equal);
        if (!taken)
            refuse("a malformed piece of memory");
        xl_frame_apply(relay->memory, at, offset, bytes, is_equal);
        keep_copy(offset, bytes);
    }
}

/* Sends what has changed since the bridge sent it. */
static void send_changes(void)
{
    struct relay *r = relay;
    for (size_t i = 0; i < r->range_count; i++)
        xl_frames_put_changes(&r->out, r->memory, r->copies.at + r->ranges[i].copy,
                              r->ranges[i].offset, r->ranges[i].bytes);
    r->range_count = r->copies.used = 0;
    r->is_running = 0;
}

/* The lines end with a command "run", or have none. */
static void take_commands(const unsigned char *at, size_t bytes)
{
    static const char run[] = "run ", step[] = "step ";
    if (bytes > sizeof step - 1 && memcmp(at, step, sizeof step - 1) == 0) {
        relay->is_step_wanted = at[sizeof step - 1] == '1';
        return;
    }
    const size_t end = bytes - 2, begin = bytes - sizeof run - 1; /* "run 0\n" */
    if (bytes > sizeof run && memcmp(at + begin, run, sizeof run - 1) == 0) {
        relay->batch = at[end] == '1';
        relay->is_running = 1;
        relay->progress = 0;
    }
    write_all(relay->command, at, bytes);
}

/* As the host does with an agent of its own: agent_client.c. */
static void locate(void)
{
    const struct timespec pause = {0, 1000000};
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/task", (int)relay->agent);
    DIR *tasks = opendir(path);
    for (const struct dirent *task; tasks && (task = readdir(tasks)) != NULL;)
        if (task->d_name[0] != '.')
            syscall(SYS_tgkill, relay->agent, (pid_t)strtol(task->d_name, NULL, 10), SIGQUIT);
    if (tasks)
        closedir(tasks);
    const volatile struct xl_memory_head *head = relay_head();
    for (int i = 0; i < XL_RELAY_LOCATE_MS && !head->fault_kind; i++)
        nanosleep(&pause, NULL);
    send_changes();
    send_frames();
}

static void take_frame(void)
{
    unsigned char head[XL_FRAME_HEAD];
    static unsigned char *data;
    read_all(head, sizeof head);
    const size_t bytes = (size_t)xl_frame_number(head + 4, 4);
    if (bytes > XL_FRAME_MOST)
        refuse("a frame that is too long");
    if (!data)
        data = malloc(XL_FRAME_MOST);
    if (!data)
        abort();
    read_all(data, bytes);
    switch (xl_frame_number(head, 4)) {
    case XL_FRAME_MEMORY:
        take_memory(data, bytes);
        break;
    case XL_FRAME_COMMANDS:
        take_commands(data, bytes);
        break;
    case XL_FRAME_LOCATE:
        locate();
        break;
    default:
        refuse("a frame of an unknown kind");
    }
}

/* Whoever steps writes no more until the next call. */
static void send_log(void)
{
    unsigned char data[1 << 15];
    off_t at = 0;
    ssize_t got;
    while (relay->steps && (got = pread(relay->log, data, sizeof data, at)) > 0) {
        xl_frames_put(&relay->out, XL_FRAME_LOG, data, (size_t)got);
        send_frames();
        at += got;
    }
    if (at && (ftruncate(relay->log, 0) || lseek(relay->log, 0, SEEK_SET)))
        end_all(1);
}

/* Carries what the agent has written to a pipe. Returns whether there was something. */
static int carry(int pipe, enum xl_frame_kind kind)
{
    unsigned char data[4096];
    const ssize_t got = read(pipe, data, sizeof data);
    if (got <= 0)
        return 0;
    if (kind == XL_FRAME_REPLY && relay->is_running) {
        send_log();
        send_changes();
    }
    if (kind == XL_FRAME_OUTPUT && (relay->printed += (size_t)got) > XL_RELAY_OUTPUT)
        return 1;
    xl_frames_put(&relay->out, kind, data, (size_t)got);
    send_frames();
    return 1;
}

/* The agent has ended. */
static _Noreturn void send_end(int status)
{
    unsigned char end[8];
    fcntl(relay->output, F_SETFL, O_NONBLOCK);
    fcntl(relay->reply, F_SETFL, O_NONBLOCK);
    while (carry(relay->output, XL_FRAME_OUTPUT)) {
    }
    while (carry(relay->reply, XL_FRAME_REPLY)) {
    }
    send_log();
    send_changes();
    xl_frame_set(end, 4, WIFSIGNALED(status) ? (uint64_t)WTERMSIG(status) : 0);
    xl_frame_set(end + 4, 4, WIFSIGNALED(status) ? 0 : (uint64_t)WEXITSTATUS(status));
    xl_frames_put(&relay->out, XL_FRAME_END, end, sizeof end);
    send_frames();
    end_all(0);
}

/* From time to time also if there is none: the bridge knows then that the stream is there. */
static void send_progress(void)
{
    const struct xl_memory_head *head = relay_head();
    const uint64_t progress = *(const volatile uint64_t *)&head->progress;
    const uint64_t at = (uint64_t)((const unsigned char *)&head->progress - relay->memory);
    if (!relay->is_running || (progress == relay->progress && ++relay->silent < XL_RELAY_BEAT))
        return;
    relay->progress = progress;
    relay->silent = 0;
    xl_frames_put_range(&relay->out, relay->memory, at, sizeof progress);
    send_frames();
}

static _Noreturn void relay_all(void)
{
    int status;
    for (;;) {
        struct pollfd polls[] = {
            {STDIN_FILENO, POLLIN, 0}, {relay->reply, POLLIN, 0}, {relay->output, POLLIN, 0}};
        const int ready = poll(polls, 3, XL_RELAY_POLL_MS);
        if (ready > 0 && polls[2].revents & POLLIN)
            carry(relay->output, XL_FRAME_OUTPUT);
        if (ready > 0 && polls[1].revents & POLLIN)
            carry(relay->reply, XL_FRAME_REPLY);
        else if (ready == 0 || (ready > 0 && polls[1].revents))
            if (waitpid(relay->agent, &status, WNOHANG) == relay->agent)
                send_end(status);
        if (ready > 0 && polls[0].revents)
            take_frame();
        if (ready == 0)
            send_progress();
        else if (ready > 0 && !(polls[0].revents | (polls[1].revents & POLLIN)) && polls[1].revents)
            nanosleep(&(const struct timespec){0, 1000000}, NULL); /* its end is near */
    }
}

/* In the agent's process: its descriptors are those of protocol.h. */
static void become_agent(const int command[2], const int reply[2], const int output[2])
{
    const int from[] = {relay->file, command[0], reply[1]};
    int high[3];
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setpgid(0, 0);
    for (int i = 0; i < 3; i++)
        high[i] = fcntl(from[i], F_DUPFD, XL_RELAY_HIGH);
    const int null = open("/dev/null", O_RDONLY);
    if (null < 0 || dup2(null, 0) < 0 || dup2(output[1], 1) < 0 || dup2(output[1], 2) < 0)
        xl_die("crosslane-agent: cannot set its descriptors");
    for (int i = 0; i < 3; i++)
        if (high[i] < 0 || dup2(high[i], XL_FD_MEMORY + i) < 0)
            xl_die("crosslane-agent: cannot set its descriptors");
    for (int file = XL_FD_REPLY + 1; file < XL_RELAY_HIGH + 8; file++)
        close(file);
    const bool is_stepped = relay->steps != NULL;
    if (is_stepped)
        munmap(relay->steps, sizeof *relay->steps);
    munmap(relay->memory, XL_FILE_BYTES);
    munmap(relay, sizeof *relay);
    relay = NULL;
    if (is_stepped)
        raise(SIGSTOP);
}

/* ---- Single steps ---- */

static uint64_t take_number(const char *at, char **end)
{
    const uint64_t number = strtoull(at, end, 16);
    if (*end == at)
        refuse("a malformed list of functions to step");
    return number;
}

static void read_steps(void)
{
    struct steps *s =
        mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    unsigned char head[XL_FRAME_HEAD];
    char *at;
    if (s == MAP_FAILED)
        xl_die("crosslane-agent: out of memory");
    read_all(head, sizeof head);
    const size_t bytes = (size_t)xl_frame_number(head + 4, 4);
    if (xl_frame_number(head, 4) != XL_FRAME_STEPS || bytes > XL_FRAME_MOST)
        refuse("no list of functions to step");
    read_all((unsigned char *)s->text, bytes);
    for (at = s->text; *at && *at != '\n' && s->entry_count < XL_STEPS_MOST; at += *at == ' ')
        s->entries[s->entry_count++] = take_number(at, &at);
    for (at += *at == '\n'; *at && s->range_count < XL_STEPS_MOST; at += *at == ',') {
        struct code_range *range = &s->ranges[s->range_count++];
        range->from = take_number(at, &at);
        range->to = take_number(at + strspn(at, "."), &at);
    }
    if (*at)
        refuse("too many functions to step");
    relay->steps = s;
}

static bool is_logged(const void *data, uint64_t address)
{
    const struct steps *s = data;
    for (size_t i = 0; i < s->range_count; i++)
        if (address >= s->ranges[i].from && address <= s->ranges[i].to)
            return true;
    return false;
}

/* In the process that steps. */
static void prepare_to_step(int first)
{
    const struct rlimit most = {(rlim_t)XL_STEPS_LOG_MIB << 20, (rlim_t)XL_STEPS_LOG_MIB << 20};
    (void)first;
    setrlimit(RLIMIT_FSIZE, &most);
    signal(SIGXFSZ, SIG_DFL);
}

/* In a new process, which steps. Returns in another one, which becomes the agent. */
static void be_stepped(void)
{
    const struct xl_single_step steps = {.entries = relay->steps->entries,
                                         .count = relay->steps->entry_count,
                                         .is_logged = is_logged,
                                         .data = relay->steps,
                                         .is_wanted = &relay->is_step_wanted,
                                         .prepare = prepare_to_step};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setpgid(0, 0);
    if (!xl_single_step_begin(&steps, fcntl(relay->log, F_DUPFD, XL_RELAY_HIGH)))
        return;
    fprintf(stderr, "crosslane-agent: it cannot be single-stepped: ptrace: %s\n", strerror(errno));
    _exit(1);
}

/* ---- Begin ---- */

/* The name of the CPU, as Linux says it on one of the architectures. */
static void print_cpu(FILE *to)
{
    static const char *const keys[] = {"model name", "Model Name", "uarch",
                                       "cpu\t",      "CPU part",   "processor 0"};
    char line[256];
    FILE *f = fopen("/proc/cpuinfo", "r");
    int is_found = 0;
    while (f && !is_found && fgets(line, sizeof line, f)) {
        const char *value = strchr(line, ':');
        for (size_t i = 0; value && !is_found && i < sizeof keys / sizeof keys[0]; i++)
            is_found = strncmp(line, keys[i], strlen(keys[i])) == 0;
        if (is_found)
            fprintf(to, ",%.*s", (int)strcspn(value + 1, "\n"), value + 1);
    }
    if (f)
        fclose(f);
}

void xl_relay_describe(FILE *to)
{
    struct utsname name;
    if (uname(&name))
        return;
    fprintf(to, "machine %s %s %s", name.sysname, name.release, name.machine);
    print_cpu(to);
    fputc('\n', to);
}

void xl_relay_begin(int is_stepped)
{
    int command[2], reply[2], output[2];
    relay = mmap(NULL, sizeof *relay, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (relay == MAP_FAILED)
        xl_die("crosslane-agent: out of memory");
    relay->file = memfd_create("crosslane", 0);
    if (relay->file < 0 || ftruncate(relay->file, XL_FILE_BYTES))
        xl_die("crosslane-agent: cannot create the shared memory");
    relay->memory = mmap(NULL, XL_FILE_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, relay->file, 0);
    if (relay->memory == MAP_FAILED)
        xl_die("crosslane-agent: cannot map the shared memory");
    if (pipe(command) || pipe(reply) || pipe(output))
        xl_die("crosslane-agent: cannot create a pipe");
    write_all(STDOUT_FILENO, (const unsigned char *)XL_STREAM_GREETING,
              sizeof XL_STREAM_GREETING - 1);
    if (is_stepped) {
        read_steps();
        relay->log = memfd_create("steps", 0);
        if (relay->log < 0)
            xl_die("crosslane-agent: cannot create the log");
    }
    const pid_t agent = fork();
    if (agent < 0)
        xl_die("crosslane-agent: cannot start a process");
    if (!agent) {
        if (is_stepped)
            be_stepped();
        become_agent(command, reply, output);
        return;
    }
    relay->agent = agent;
    signal(SIGPIPE, SIG_IGN);
    close(command[0]);
    close(reply[1]);
    close(output[1]);
    relay->command = command[1];
    relay->reply = reply[0];
    relay->output = output[0];
    relay_all();
}

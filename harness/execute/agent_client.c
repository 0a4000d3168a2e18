/* The host's side of the agent protocol: starts the agent, reads its introduction, submits batches.
 * SPDX-License-Identifier: MIT
 */
#include "execute/agent_client.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/signals.h"
#include "base/text.h"
#include "execute/bridge.h"
#include "matrix/isas.h"
#include "oracle/types.h"

enum {
    XL_START_LIMIT_MS = 30000,
    XL_POLL_MS = 100,
    XL_FAULT_LIMIT_MS = 1000,
    XL_LINE_MAX = 256,
    /* A guest that floods its output gets SIGXFSZ before memory is full. */
    XL_GUEST_FILE_MIB = 256,
    XL_MAX_VARIANTS = 100000
};

int xl_agent_init(struct xl_agent *a, bool is_big_endian, struct xl_error *err)
{
    *a = (struct xl_agent){
        .process = {.output = -1, .file_mib = XL_GUEST_FILE_MIB, .is_confined = true},
        .command = -1,
        .reply = -1,
        .swap = is_big_endian != XL_IS_BIG_ENDIAN};
    a->memory_fd = memfd_create("crosslane", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (a->memory_fd < 0 || ftruncate(a->memory_fd, XL_FILE_BYTES)) {
        xl_error_set(err, "cannot create the shared memory: %s", strerror(errno));
        return -1;
    }
    /* If a guest could shrink the file, accesses of the host would fault. */
    fcntl(a->memory_fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
    a->shared = mmap(NULL, XL_FILE_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, a->memory_fd, 0);
    if (a->shared == MAP_FAILED) {
        a->shared = NULL;
        xl_error_set(err, "cannot map the shared memory: %s", strerror(errno));
        return -1;
    }
    xl_agent_select_batch(a, 0);
    return 0;
}

void xl_agent_poison_heap(struct xl_agent *a, bool native)
{
#define SETTING XL_HEAP_VARIABLE "=" XL_HEAP_VALUE
    static const char *const own[] = {SETTING, NULL}, *const guests[] = {"QEMU_SET_ENV=" SETTING,
                                                                         NULL};
#undef SETTING
    a->process.environment = native ? own : guests;
}

void xl_agent_select_batch(struct xl_agent *a, unsigned batch)
{
    a->batch = batch;
    a->memory = a->shared + (size_t)batch * XL_BATCH_BUFFER_STRIDE;
}

static void close_pipes(struct xl_agent *a)
{
    if (a->command >= 0)
        close(a->command);
    if (a->reply >= 0)
        close(a->reply);
    a->command = a->reply = -1;
}

void xl_agent_stop(struct xl_agent *a)
{
    close_pipes(a);
    xl_process_kill(&a->process);
}

/* Reads lines of the introduction. */
struct reader {
    struct xl_agent *agent;
    /* One limit for all lines: an agent may write without end. */
    struct xl_limit limit;
    char buffer[4096];
    size_t used, taken;
};

/* Returns 1 with a line, without its newline; 0 if the pipe or the process ended; -1 at the limit,
 * or if the line is too long. */
static int read_line(struct reader *r, char line[XL_LINE_MAX])
{
    size_t length = 0;
    line[0] = '\0';
    for (;;) {
        while (r->taken < r->used) {
            char c = r->buffer[r->taken++];
            if (c == '\n') {
                line[length] = '\0';
                return 1;
            }
            if (length == XL_LINE_MAX - 1)
                return -1;
            line[length++] = c;
        }
        struct pollfd p = {.fd = r->agent->reply, .events = POLLIN};
        int ready = poll(&p, 1, XL_POLL_MS);
        if (xl_interrupted || xl_limit_is_over(&r->limit))
            return -1;
        if (ready == 0 && xl_process_has_ended(&r->agent->process))
            return 0; /* one of its children keeps the pipe open */
        if (ready <= 0)
            continue;
        ssize_t got = read(r->agent->reply, r->buffer, sizeof r->buffer);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return 0;
        r->used = (size_t)got;
        r->taken = 0;
    }
}

static bool add_variant(struct xl_agent *a, const struct xl_agent_variant *v)
{
    if (a->variant_count == XL_MAX_VARIANTS)
        return false;
    /* Doubles at each power of two. */
    if ((a->variant_count & (a->variant_count - 1)) == 0)
        a->variants = xl_resize(a->variants, a->variant_count ? 2 * a->variant_count : 1,
                                sizeof *a->variants);
    a->variants[a->variant_count++] = *v;
    return true;
}

/* Returns false if there is no room. */
static bool add_feature(struct xl_agent *a, const char *name)
{
    size_t used = strlen(a->features);
    int more =
        snprintf(a->features + used, sizeof a->features - used, "%s%s ", used ? "" : " ", name);
    return more > 0 && used + (size_t)more < sizeof a->features;
}

/* Parses a line of the introduction. Returns 1 at "ready", 0 to continue, -1 if it is invalid. */
static int parse_line(struct xl_agent *a, const char *line)
{
    static const char *const states[] = {
        [XL_VARIANT_OK] = "ok", [XL_VARIANT_ABSENT] = "absent", [XL_VARIANT_BROKEN] = "broken"};
    enum { STATES = sizeof states / sizeof states[0] };
    struct xl_agent_isa isa;
    struct xl_agent_variant variant = {.function = ""};
    char state[16], feature[XL_NAME_MAX];
    int end = 0, named = 0;
    if (strcmp(line, "ready") == 0)
        return 1;
    if (sscanf(line, "page %u%n", &a->page, &end) == 1 && !line[end])
        return 0;
    if (sscanf(line, "far %u%n", &a->mappings, &end) == 1 && !line[end])
        return 0;
    if (sscanf(line, "machine %127[ -~]%n", a->machine, &end) == 1)
        return 0;
    if (sscanf(line, "isa %63s %u%n", isa.name, &isa.vl_bits, &end) == 2 && !line[end]) {
        if (a->isa_count == XL_MAX_ISAS)
            return -1;
        a->isas[a->isa_count++] = isa;
        return 0;
    }
    if (sscanf(line, "feature %63s%n", feature, &end) == 1 && !line[end])
        return add_feature(a, feature) ? 0 : -1;
    if (sscanf(line, "variant %63s %63s %15s%n %127s%n", variant.kernel, variant.isa, state, &end,
               variant.function, &named) >= 3 &&
        !line[named ? named : end]) {
        int known = 0;
        while (known < STATES && strcmp(state, states[known]) != 0)
            known++;
        if (known == STATES)
            return -1;
        variant.state = (enum xl_variant_state)known;
        return add_variant(a, &variant) ? 0 : -1;
    }
    return -1;
}

/* The status of a process whose pipe has closed. */
static enum xl_call_status end_status(struct xl_agent *a, int *detail)
{
    int status = 0;
    if (!xl_process_wait(&a->process, 5000, &status)) {
        xl_process_kill(&a->process);
        return XL_STATUS_PROTOCOL_ERROR; /* it closed its pipe but still runs */
    }
    *detail = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
    a->is_lost |= a->is_bridge && !WIFSIGNALED(status) && *detail == XL_BRIDGE_BROKEN;
    return WIFSIGNALED(status) ? XL_STATUS_SIGNAL : XL_STATUS_EXIT;
}

static int start_limit_ms(const struct xl_agent *a)
{
    return a->start_limit_ms ? a->start_limit_ms : XL_START_LIMIT_MS;
}

static enum xl_start explain_start(struct xl_agent *a, int got, const char *line,
                                   struct xl_error *err)
{
    char said[300];
    int detail = 0, version = 0, past = 0;
    if (got == 0) {
        enum xl_call_status end = end_status(a, &detail);
        xl_process_tail(&a->process, said, sizeof said);
        a->is_absent = a->is_bridge && detail == XL_BRIDGE_ABSENT;
        if (a->is_bridge && said[0])
            xl_error_set(err, "%s", said);
        else
            xl_error_set(err, "%s %d before the agent introduced itself%s%s",
                         end == XL_STATUS_SIGNAL ? "crashed with signal" : "exited with status",
                         detail, said[0] ? ": " : "", said);
        xl_agent_stop(a);
        return end == XL_STATUS_EXIT ? XL_START_REFUSED : XL_START_FAILED;
    }
    xl_agent_stop(a);
    if (got < 0)
        xl_error_set(err, "the agent did not introduce itself within %d s",
                     start_limit_ms(a) / 1000);
    else if (sscanf(line, "crosslane-agent %d%n", &version, &past) == 1 && !line[past])
        xl_error_set(err, "stale agent (protocol %d, not %d): rebuild it", version,
                     XL_PROTOCOL_VERSION);
    else
        xl_error_set(err, "malformed introduction of the agent: '%.60s'", line);
    return XL_START_FAILED;
}

enum xl_start xl_agent_read_hello(struct xl_agent *a, struct xl_error *err)
{
    struct reader r = {.agent = a, .limit = xl_limit_of(start_limit_ms(a) / 1e3, a->process.pid)};
    char line[XL_LINE_MAX], banner[32];
    snprintf(banner, sizeof banner, "crosslane-agent %d", XL_PROTOCOL_VERSION);
    int got = read_line(&r, line);
    if (got <= 0 || strcmp(line, banner) != 0)
        return explain_start(a, got, line, err);
    for (int is_ready = 0; is_ready == 0;) {
        got = read_line(&r, line);
        is_ready = got <= 0 ? -1 : parse_line(a, line);
        if (is_ready < 0) {
            explain_start(a, got, line, err);
            return XL_START_FAILED; /* the agent has started, so the emulator supports the CPU */
        }
    }
    return XL_START_OK;
}

enum xl_start xl_agent_start_by(struct xl_agent *a, xl_agent_starter start, void *data,
                                struct xl_error *err)
{
    int command[2], reply[2];
    xl_agent_stop(a);
    xl_agent_select_batch(a, 0);
    free(a->variants);
    a->variants = NULL;
    a->variant_count = a->isa_count = 0;
    a->page = a->mappings = 0;
    a->machine[0] = '\0';
    a->features[0] = '\0';
    if (pipe2(command, O_CLOEXEC)) {
        xl_error_set(err, "cannot create a pipe: %s", strerror(errno));
        return XL_START_FAILED;
    }
    if (pipe2(reply, O_CLOEXEC)) {
        xl_error_set(err, "cannot create a pipe: %s", strerror(errno));
        close(command[0]);
        close(command[1]);
        return XL_START_FAILED;
    }
    a->command = command[1];
    a->reply = reply[0];
    const int fds[XL_PROCESS_FDS] = {a->memory_fd, command[0], reply[1]};
    int failed = start(data, &a->process, fds, err);
    close(command[0]);
    close(reply[1]);
    if (failed) {
        close_pipes(a);
        return XL_START_FAILED;
    }
    return xl_agent_read_hello(a, err);
}

static int start_program(void *argv, struct xl_process *p, const int fds[XL_PROCESS_FDS],
                         struct xl_error *err)
{
    return xl_process_start(p, argv, fds, err);
}

enum xl_start xl_agent_start(struct xl_agent *a, const char *const *argv, struct xl_error *err)
{
    return xl_agent_start_by(a, start_program, (void *)(uintptr_t)argv, err);
}

uint64_t xl_agent_word(const struct xl_agent *a, uint64_t word)
{
    return a->swap ? __builtin_bswap64(word) : word;
}

struct xl_call *xl_agent_call(struct xl_agent *a, unsigned i)
{
    return (struct xl_call *)(void *)(a->memory + XL_CALLS_AT) + i;
}

unsigned xl_agent_progress(const struct xl_agent *a)
{
    const volatile struct xl_memory_head *head =
        (const volatile struct xl_memory_head *)(const void *)a->memory;
    uint64_t progress = xl_agent_word(a, head->progress);
    return progress < XL_BATCH_CALLS ? (unsigned)progress : XL_BATCH_CALLS - 1;
}

/* Waits for "done\n". The limit restarts with each call: when the progress is greater than ever
 * before. */
static enum xl_call_status await_done(struct xl_agent *a, int call_limit_ms, int *detail)
{
    static const char done[] = "done\n";
    size_t received = 0;
    unsigned progress = 0;
    struct xl_limit limit = xl_limit_of(call_limit_ms / 1e3, a->process.pid);
    while (received < sizeof done - 1) {
        struct pollfd p = {.fd = a->reply, .events = POLLIN};
        int ready = poll(&p, 1, XL_POLL_MS);
        if (xl_interrupted)
            return XL_STATUS_INTERRUPTED;
        if (ready > 0) {
            char reply[sizeof done];
            ssize_t got = read(a->reply, reply, sizeof done - 1 - received);
            if (got < 0 && errno == EINTR)
                continue;
            if (got <= 0)
                return end_status(a, detail);
            if (memcmp(reply, done + received, (size_t)got) != 0)
                return XL_STATUS_PROTOCOL_ERROR;
            received += (size_t)got;
            continue;
        }
        if (xl_process_has_ended(&a->process))
            return end_status(a, detail); /* one of its children keeps the pipe open */
        unsigned reached = xl_agent_progress(a);
        if (reached > progress) {
            progress = reached;
            limit = xl_limit_of(call_limit_ms / 1e3, a->process.pid);
        } else if (xl_limit_is_over(&limit)) {
            return XL_STATUS_TIMEOUT;
        }
    }
    return XL_STATUS_OK;
}

/* Asks each thread of the guest to note where its call is, and waits for that. QEMU has one thread
 * for each of them. A kernel that blocks signals notes nothing. */
static void request_location(const struct xl_agent *a)
{
    const volatile struct xl_memory_head *head =
        (const volatile struct xl_memory_head *)(const void *)a->memory;
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/task", (int)a->process.pid);
    DIR *tasks = opendir(path);
    for (const struct dirent *task; tasks && (task = readdir(tasks)) != NULL;)
        if (task->d_name[0] != '.')
            syscall(SYS_tgkill, a->process.pid, (pid_t)strtol(task->d_name, NULL, 10), SIGQUIT);
    if (tasks)
        closedir(tasks);
    struct xl_limit limit = xl_limit_of(XL_FAULT_LIMIT_MS / 1e3, a->process.pid);
    while (!xl_limit_is_over(&limit) && !head->fault_kind) {
        if (xl_process_has_ended(&a->process))
            return;
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
}

static struct xl_memory_head *head_of(const struct xl_agent *a)
{
    return (struct xl_memory_head *)(void *)a->memory;
}

void xl_agent_set_statics(struct xl_agent *a, enum xl_statics statics)
{
    struct xl_memory_head *head = head_of(a);
    head->statics = xl_agent_word(a, statics);
    if (statics == XL_STATICS_SNAPSHOT)
        head->statics_bytes = 0;
}

void xl_agent_set_repeats(struct xl_agent *a, unsigned times)
{
    struct xl_memory_head *head = head_of(a);
    head->repeats = xl_agent_word(a, times);
    head->first_difference = 0;
}

uint64_t xl_agent_first_difference(const struct xl_agent *a)
{
    return xl_agent_word(a, head_of(a)->first_difference);
}

void xl_agent_set_repeated_from(struct xl_agent *a, size_t call)
{
    head_of(a)->repeated_from = xl_agent_word(a, call + 1);
}

uint64_t xl_agent_heap_left(const struct xl_agent *a)
{
    return xl_agent_word(a, head_of(a)->heap_left);
}

bool xl_agent_was_lost(struct xl_agent *a)
{
    const bool was_lost = a->is_lost;
    a->is_lost = false;
    return was_lost;
}

void xl_agent_watch_stack(struct xl_agent *a, size_t bytes)
{
    head_of(a)->watched_stack = xl_agent_word(a, bytes);
}

size_t xl_agent_used_stack(const struct xl_agent *a)
{
    return (size_t)xl_agent_word(a, head_of(a)->used_stack);
}

const struct xl_memory_head *xl_agent_head(const struct xl_agent *a)
{
    return head_of(a);
}

void xl_agent_stop_after(struct xl_agent *a, uint64_t ns)
{
    head_of(a)->stop_ns = xl_agent_word(a, ns);
}

uint64_t xl_agent_first_call_ns(const struct xl_agent *a)
{
    return xl_agent_word(a, head_of(a)->first_call_ns);
}

bool xl_agent_has_changed_statics(const struct xl_agent *a)
{
    const struct xl_memory_head *head = head_of(a);
    return head->statics_bytes || head->thread_statics_changed;
}

void xl_agent_set_dedicated_bytes(struct xl_agent *a, size_t bytes)
{
    head_of(a)->dedicated_bytes = xl_agent_word(a, bytes);
}

void xl_agent_trap_signals(struct xl_agent *a)
{
    struct xl_memory_head *head = head_of(a);
    head->trap_signals = xl_agent_word(a, 1);
}

int xl_agent_trapped_signal(const struct xl_agent *a)
{
    const struct xl_memory_head *head = head_of(a);
    return (int)xl_agent_word(a, head->trapped_signal);
}

void xl_agent_send_signals(struct xl_agent *a, unsigned times)
{
    struct xl_memory_head *head = head_of(a);
    head->signal_attempts = xl_agent_word(a, times);
}

bool xl_agent_has_lost_signals(const struct xl_agent *a)
{
    return head_of(a)->signals_lost != 0;
}

void xl_agent_check_leftovers(struct xl_agent *a)
{
    struct xl_memory_head *head = head_of(a);
    head->check_leftovers = xl_agent_word(a, 1);
}

struct xl_leftovers xl_agent_leftovers(const struct xl_agent *a)
{
    const struct xl_memory_head *head = head_of(a);
    return (struct xl_leftovers){.kinds = xl_agent_word(a, head->leftovers.kinds),
                                 .blocked = xl_agent_word(a, head->leftovers.blocked),
                                 .actions = xl_agent_word(a, head->leftovers.actions),
                                 .limits = xl_agent_word(a, head->leftovers.limits)};
}

/* Returns whether all of it was written. */
static bool send_command(const struct xl_agent *a, const char *text, size_t length)
{
    while (length) {
        const ssize_t sent = write(a->command, text, length);
        if (sent < 0 && errno != EINTR)
            return false;
        text += sent > 0 ? sent : 0;
        length -= sent > 0 ? (size_t)sent : 0;
    }
    return true;
}

void xl_agent_nop(struct xl_agent *a, const struct xl_code_span *spans, size_t count)
{
    char text[128 * XL_COMMAND_MAX];
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        used += (size_t)snprintf(text + used, sizeof text - used, "nop %llx %x\n",
                                 (unsigned long long)spans[i].address, spans[i].bytes);
        if (sizeof text - used >= XL_COMMAND_MAX && i + 1 < count)
            continue;
        send_command(a, text, used);
        used = 0;
    }
}

void xl_agent_set_trap(struct xl_agent *a, struct xl_code_span span)
{
    char line[XL_COMMAND_MAX];
    send_command(a, line,
                 (size_t)snprintf(line, sizeof line, "trap %llx %x\n",
                                  (unsigned long long)span.address, span.bytes));
}

void xl_agent_restore(struct xl_agent *a)
{
    static const char line[] = "restore\n";
    send_command(a, line, sizeof line - 1);
}

void xl_agent_zero_registers(struct xl_agent *a, bool is_zero)
{
    const char *line = is_zero ? "zero\n" : "poison\n";
    send_command(a, line, strlen(line));
}

void xl_agent_step(struct xl_agent *a, bool is_wanted)
{
    const char *line = is_wanted ? "step 1\n" : "step 0\n";
    if (a->is_bridge)
        send_command(a, line, strlen(line));
}

void xl_agent_submit(struct xl_agent *a, unsigned calls, unsigned threads)
{
    struct xl_memory_head *head = head_of(a);
    head->calls = xl_agent_word(a, calls);
    head->threads = xl_agent_word(a, threads);
    head->progress = 0;
    head->fault_kind = 0;
    char line[32];
    const size_t length = (size_t)snprintf(line, sizeof line, "run %u\n", a->batch);
    a->is_pending = send_command(a, line, length);
}

enum xl_call_status xl_agent_wait(struct xl_agent *a, int call_limit_ms, int *detail)
{
    struct xl_memory_head *head = head_of(a);
    *detail = 0;
    enum xl_call_status status =
        a->is_pending ? await_done(a, call_limit_ms, detail) : end_status(a, detail);
    head->statics = XL_STATICS_IGNORE;
    head->signal_attempts = 0;
    head->trap_signals = 0;
    head->check_leftovers = 0;
    head->repeated_from = 0;
    head->watched_stack = 0;
    if (status == XL_STATUS_TIMEOUT)
        request_location(a);
    if (status != XL_STATUS_OK)
        xl_agent_stop(a);
    return status;
}

enum xl_call_status xl_agent_run(struct xl_agent *a, unsigned calls, unsigned threads,
                                 int call_limit_ms, int *detail)
{
    xl_agent_submit(a, calls, threads);
    return xl_agent_wait(a, call_limit_ms, detail);
}

const struct xl_agent_isa *xl_agent_isa(const struct xl_agent *a, const char *name)
{
    for (size_t i = 0; i < a->isa_count; i++)
        if (strcmp(a->isas[i].name, name) == 0)
            return &a->isas[i];
    return NULL;
}

void xl_agent_free(struct xl_agent *a)
{
    xl_agent_stop(a);
    xl_process_free(&a->process);
    if (a->shared)
        munmap(a->shared, XL_FILE_BYTES);
    if (a->memory_fd >= 0)
        close(a->memory_fd);
    free(a->variants);
    *a = (struct xl_agent){.process.output = -1, .memory_fd = -1, .command = -1, .reply = -1};
}

long xl_agent_variant(const struct xl_agent *a, const char *kernel, const char *isa,
                      const char *function)
{
    for (size_t i = 0; i < a->variant_count; i++)
        if (strcmp(a->variants[i].kernel, kernel) == 0 && strcmp(a->variants[i].isa, isa) == 0 &&
            strcmp(a->variants[i].function, function ? function : "") == 0)
            return (long)i;
    return -1;
}

static bool has_feature(const struct xl_agent *agent, const char *name)
{
    char word[XL_NAME_MAX + 2];
    snprintf(word, sizeof word, " %s ", name);
    return strstr(agent->features, word) != NULL;
}

/* The name of an ISA of any architecture means that ISA, not a feature: avx2 is AVX2 with FMA, neon
 * is that of AArch64. */
static bool has_isa_or_feature(const struct xl_agent *agent, const char *name)
{
    for (size_t i = 0; i < xl_isa_count; i++)
        if (strcmp(xl_isas[i].name, name) == 0)
            return xl_agent_isa(agent, name) != NULL;
    return has_feature(agent, name);
}

/* Writes the words for which `has` is false. */
static void find_missing(const struct xl_agent *agent,
                         bool (*has)(const struct xl_agent *agent, const char *name),
                         const char *words, char *text, size_t size)
{
    char name[XL_NAME_MAX];
    text[0] = '\0';
    for (size_t length; *(words += strspn(words, " ")); words += length) {
        length = strcspn(words, " ");
        snprintf(name, sizeof name, "%.*s", (int)length, words);
        if (!has(agent, name))
            xl_append(text, size, "%s%s", *text ? " " : "", name);
    }
}

void xl_missing_features(const struct xl_agent *agent, const char *features, char *text,
                         size_t size)
{
    find_missing(agent, has_feature, features, text, size);
}

const struct xl_implementation *xl_implementation_for(const struct xl_agent *agent,
                                                      const struct xl_kernel *kernel)
{
    char missing[256];
    for (size_t i = 0; i < XL_MAX_DISPATCH && kernel->dispatch[i].function; i++) {
        const struct xl_implementation *of = &kernel->dispatch[i];
        find_missing(agent, has_isa_or_feature, of->needs ? of->needs : "", missing,
                     sizeof missing);
        if (!missing[0])
            return of;
    }
    return NULL;
}

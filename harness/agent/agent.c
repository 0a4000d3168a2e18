/* The agent: a program in the guest that reports what the CPU offers and calls kernels on the
 * host's data.
 * SPDX-License-Identifier: MIT
 *
 * Compiled for the architecture's baseline. Errors go to standard error, with exit status 1.
 */
#define _GNU_SOURCE /* for XL_PC_HEADER */
#include "agent.h"

#include <errno.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "feature.h"
#include "frames.h"
#include "leftovers.h"
#include "probe.h"

#include XL_PC_HEADER

extern const struct xl_isa_probe *const __start_xl_isas[];
extern const struct xl_isa_probe *const __stop_xl_isas[];
extern struct xl_init *const __start_xl_inits[] __attribute__((weak));
extern struct xl_init *const __stop_xl_inits[] __attribute__((weak));

_Noreturn void xl_die(const char *what)
{
    perror(what);
    exit(1);
}

/* Whether the agent has this argument: the name of a disabled check, for example. */
static int has_argument(char *const *argv, const char *check)
{
    while (*argv && strcmp(*argv, check) != 0)
        argv++;
    return *argv != NULL;
}

static void introduce(FILE *reply, int is_streamed)
{
    fprintf(reply, "crosslane-agent %d\npage %ld\nfar %u\n", XL_PROTOCOL_VERSION,
            sysconf(_SC_PAGESIZE), xl_memory_far_mappings());
    if (is_streamed)
        xl_relay_describe(reply);
    // cppcheck-suppress comparePointers
    for (const struct xl_isa_probe *const *p = __start_xl_isas; p < __stop_xl_isas; p++)
        if ((*p)->has())
            fprintf(reply, "isa %s %zu\n", (*p)->isa, (*p)->vl_bits());
    for (size_t i = 0; i < xl_feature_count; i++)
        if (xl_features[i].word() >> xl_features[i].bit & 1)
            fprintf(reply, "feature %s\n", xl_features[i].name);
    // cppcheck-suppress comparePointers
    for (const struct xl_variant *const *v = __start_xl_variants; v < __stop_xl_variants; v++)
        fprintf(reply, "variant %s %s %s%s%s\n", (*v)->kernel, (*v)->isa,
                (*v)->broken ? "broken"
                : (*v)->call ? "ok"
                             : "absent",
                (*v)->function ? " " : "", (*v)->function ? (*v)->function : "");
    fputs("ready\n", reply);
    if (fflush(reply))
        xl_die("crosslane-agent: cannot reply");
}

static uint64_t result_of(const struct xl_guarded_call *g, uint64_t returns)
{
    switch ((enum xl_return)returns) {
    case XL_RETURN_WORD:
        return (uint64_t)(intptr_t)g->result;
    case XL_RETURN_64:
        return g->result;
    case XL_RETURN_F32:
        return g->result_f32;
    case XL_RETURN_F64:
        return g->result_f64;
    default:
        return 0;
    }
}

static const struct xl_isa_probe *find_isa(const char *isa)
{
    // cppcheck-suppress comparePointers
    for (const struct xl_isa_probe *const *p = __start_xl_isas; p < __stop_xl_isas; p++)
        if (strcmp((*p)->isa, isa) == 0)
            return *p;
    return NULL;
}

/* Disabled checks. */
static int is_unpoisoned, is_fork_allowed;

/* What vector registers hold before each call. */
static uint64_t pattern = XL_POISON;

static void poison_nothing(void)
{
}

/* If the CPU lacks the ISA, the kernel must crash, not the function that poisons for it. */
static uint64_t poison_of(const struct xl_variant *variant)
{
    if (is_unpoisoned)
        return (uintptr_t)poison_nothing;
    const struct xl_isa_probe *isa = find_isa(variant->isa);
    if (!isa || !isa->has())
        isa = find_isa("scalar");
    return isa ? (uintptr_t)isa->poison : 0;
}

static void protect(uintptr_t from, uintptr_t to, int protection)
{
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    if (to > from && mprotect((void *)from, to - from, protection))
        xl_die("crosslane-agent: cannot protect an input");
}

/* The address of a row of argument k. If the buffers lie far apart, in its mapping. */
static uintptr_t row_address(const struct xl_call *c, size_t k, uint64_t row)
{
    const uint64_t offset = c->args[k] + row * c->table_strides[k];
    const unsigned mapping = c->tables >> k & 1 ? (unsigned)(row % XL_FAR)
                                                : (unsigned)(c->far_args >> XL_FAR_BITS * k & 7);
    return c->is_far ? xl_memory_far_address(offset, mapping) : xl_memory_address(offset);
}

/* Protects the pages of a slot before, between and behind the rows. */
static void protect_gaps(const struct xl_call *c, size_t k, int protection)
{
    size_t bytes;
    const uint64_t rows = c->table_rows[k];
    const int64_t stride = (int64_t)c->table_strides[k];
    const uintptr_t slot = (uintptr_t)xl_memory_slot(c->args[k], &bytes), page = XL_PAGE;
    const uintptr_t first =
        xl_memory_address(c->args[k] + (stride < 0 ? (rows - 1) * (uint64_t)stride : 0));
    uintptr_t from = slot;
    for (uint64_t row = 0; row < rows; row++) {
        const uintptr_t at = first + row * (uintptr_t)(stride < 0 ? -stride : stride);
        protect(from, at / page * page, protection);
        from = (at + (uintptr_t)c->fenced_row_bytes[k] + page - 1) / page * page;
    }
    protect(from, slot + bytes, protection);
}

/* Protects read-only slots, and the pages without rows of others. */
static void protect_slots(const struct xl_call *c, int protection)
{
    for (size_t k = 0; k < XL_CALL_ARGS; k++) {
        size_t bytes;
        if (c->fenced_row_bytes[k])
            protect_gaps(c, k, protection);
        if (!(c->read_only >> k & 1))
            continue;
        const uintptr_t slot = (uintptr_t)xl_memory_slot(c->args[k], &bytes);
        protect(slot, slot + bytes, protection);
    }
}

/* Arrays of row pointers. The last pointer of each is invalid. */
struct tables {
    uintptr_t pointers[XL_CALL_ARGS][XL_TABLE_ROWS + 1];
};

static uint64_t table_rows(const struct xl_call *c, size_t k)
{
    return c->table_rows[k] < XL_TABLE_ROWS ? c->table_rows[k] : (uint64_t)XL_TABLE_ROWS;
}

static uintptr_t pointer_of(const struct xl_call *c, size_t k, uint64_t row)
{
    const uint64_t count = table_rows(c, k);
    if (row >= count)
        return (uintptr_t)XL_POISON & ~(uintptr_t)1;
    return row_address(c, k, (row + c->table_firsts[k]) % count);
}

static void fill_tables(const struct xl_call *c, struct tables *t)
{
    for (size_t k = 0; k < XL_CALL_ARGS; k++)
        for (uint64_t row = 0; c->tables >> k & 1 && row <= table_rows(c, k); row++)
            t->pointers[k][row] = pointer_of(c, k, row);
}

static uint64_t changed_tables(const struct xl_call *c, const struct tables *t)
{
    uint64_t changed = 0;
    for (size_t k = 0; k < XL_CALL_ARGS; k++)
        for (uint64_t row = 0; c->tables >> k & 1 && row <= table_rows(c, k); row++)
            if (t->pointers[k][row] != pointer_of(c, k, row))
                changed |= UINT64_C(1) << k;
    return changed;
}

/* Options of this batch: struct xl_memory_head. */
static uint64_t signal_attempts, trap_signals, signals_lost;

/* Repeats the call until four signals have interrupted the function: one or two may come before
 * data is on the stack. On a busy machine signals may miss the function. */
static void call_with_signals(struct xl_guarded_call *g)
{
    enum { XL_ENOUGH_SIGNALS = 4 };
    unsigned received = 0;
    for (unsigned i = 0; i < signal_attempts && received < XL_ENOUGH_SIGNALS && !signals_lost;
         i++) {
        g->frame = 0;
        xl_red_zone_begin(g, i);
        xl_guarded_call(g);
        received += xl_red_zone_end();
        signals_lost = (uint64_t)xl_red_zone_lost_signal();
    }
}

/* On a CPU that lacks an ISA of the function, the call ends at the first such instruction. */
static void call_until_trap(struct xl_guarded_call *g)
{
    sigjmp_buf target;
    if (sigsetjmp(target, 1) == 0) {
        xl_trap_set(&target);
        xl_guarded_call(g);
    } else {
        xl_fault_handler_install(); /* the signal has reset its action */
    }
    xl_trap_set(NULL);
}

/* Of struct xl_memory_head: how deep the stack is watched, and how deep a call used it. */
static size_t watched_stack, used_stack;

#define XL_STACK_PATTERN UINT64_C(0x6b636174735f6c78) /* no value that a kernel gets */

/* Fills the stack of the next call, which begins where the frame of this function does. */
static __attribute__((noinline)) void fill_stack(size_t words)
{
    volatile uint64_t area[words];
    for (size_t i = words; i-- > 0;)
        area[i] = XL_STACK_PATTERN;
}

/* How many words of the filled stack lie above the deepest one that has changed, and with it. */
static __attribute__((noinline)) size_t used_words(size_t words)
{
    volatile uint64_t area[words];
    size_t unused = 0;
    __asm__ volatile("" : : "r"(area) : "memory"); /* fill_stack has set it */
    while (unused < words && area[unused] == XL_STACK_PATTERN)
        unused++;
    return words - unused;
}

static void call_on_watched_stack(struct xl_guarded_call *g)
{
    enum { WORD = sizeof(uint64_t), FRAMES_DIFFER = 64 };
    fill_stack(watched_stack / WORD + FRAMES_DIFFER);
    xl_guarded_call(g);
    const size_t used = used_words(watched_stack / WORD) * WORD;
    used_stack = used > used_stack ? used : used_stack;
}

static void make_call(struct xl_call *c)
{
    struct xl_guarded_call g;
    struct tables tables;
    uint64_t args[XL_CALL_ARGS];
    volatile char lower[1 + c->stack % XL_STACK_STEPS * XL_STACK_STEP]; /* the stack of the call */
    lower[0] = 0; /* or the compiler would leave it out */
    // cppcheck-suppress subtractPointers
    size_t variants = (size_t)(__stop_xl_variants - __start_xl_variants);
    if (c->variant >= variants || !__start_xl_variants[c->variant]->call) {
        fprintf(stderr, "crosslane-agent: no variant %llu\n", (unsigned long long)c->variant);
        exit(1);
    }
    g.function = (uintptr_t)__start_xl_variants[c->variant]->call;
    g.poison = poison_of(__start_xl_variants[c->variant]);
    g.control = c->control;
    g.pattern[0] = g.pattern[1] = pattern;
    g.frame = 0; /* set by the call */
    g.ms_abi = c->ms_abi;
    fill_tables(c, &tables);
    for (size_t k = 0; k < XL_CALL_ARGS; k++)
        args[k] = c->tables >> k & 1     ? (uintptr_t)tables.pointers[k]
                  : c->pointers >> k & 1 ? row_address(c, k, 0)
                                         : c->args[k];
    xl_guarded_arguments(&g, args, (unsigned)c->arg_count, c->floating, (unsigned)c->float_size,
                         c->wide);
    for (size_t i = g.float_count; is_unpoisoned && i < XL_GUARDED_FLOATS; i++)
        g.floats[i] = 0;
    protect_slots(c, PROT_READ);
    xl_late_begin(c);
    xl_hang_handler_begin();
    if (signal_attempts)
        call_with_signals(&g);
    else if (trap_signals)
        call_until_trap(&g);
    else if (watched_stack)
        call_on_watched_stack(&g);
    else
        xl_guarded_call(&g);
    xl_hang_handler_end();
    xl_late_end();
    if (!is_fork_allowed)
        xl_fork_check_call(c);
    c->result = result_of(&g, c->returns);
    c->tables_changed = changed_tables(c, &tables);
    c->changed = g.changed;
    c->control_before = g.control_before;
    c->control_after = g.control_after;
    *(volatile uint64_t *)&c->done = 1;
    protect_slots(c, PROT_READ | PROT_WRITE);
}

/* Bytes compared behind each pointer. */
enum { XL_COMPARED_BYTES = 64 };

/* What the first call left behind one of its pointers. */
struct first_output {
    const unsigned char *at;
    size_t bytes;
    unsigned char data[XL_COMPARED_BYTES];
};

static void save_output(const struct xl_call *c, size_t k, struct first_output *first)
{
    size_t bytes;
    if (!(c->pointers >> k & 1) || c->tables >> k & 1)
        return;
    const unsigned char *slot = xl_memory_slot(c->args[k], &bytes);
    first->at = (const unsigned char *)xl_memory_address(c->args[k]);
    const size_t room = (size_t)(slot + bytes - first->at);
    first->bytes = room < XL_COMPARED_BYTES ? room : XL_COMPARED_BYTES;
    memcpy(first->data, first->at, first->bytes);
}

/* Makes a call, which has been made once, `repeats` - 1 more times. Returns the first repetition,
 * from 2 on, whose result or memory differs; 0 if there is none. */
static uint64_t repeat_call(struct xl_call *c, uint64_t repeats)
{
    struct first_output first[XL_CALL_ARGS] = {{0}};
    const uint64_t result = c->result;
    for (size_t k = 0; k < XL_CALL_ARGS; k++)
        save_output(c, k, &first[k]);
    for (uint64_t i = 2; i <= repeats; i++) {
        make_call(c);
        int is_same = c->result == result;
        for (size_t k = 0; k < XL_CALL_ARGS && is_same; k++)
            is_same = !first[k].at || memcmp(first[k].data, first[k].at, first[k].bytes) == 0;
        if (!is_same)
            return i;
    }
    return 0;
}

/* A thread's share of a batch: the calls first, first + step, ... */
struct share {
    unsigned char *memory;
    uint64_t first, step;
    /* Each call begins at the same time as the other thread's. NULL: it does not. */
    struct xl_spin_barrier *barrier;
    /* The second call is made while the first one is stopped. NULL: it is not. */
    struct xl_race *race;
    /* The others are made while the first one is stopped. NULL: they are not. */
    struct xl_crowd *crowd;
};

static void make_shared_call(const struct share *share, struct xl_call *call)
{
    if (share->crowd && share->first == 0) {
        xl_crowd_first_begin(share->crowd);
        make_call(call);
        xl_crowd_first_end(share->crowd);
    } else if (share->crowd) {
        make_call(call);
        xl_crowd_other_end(share->crowd);
    } else if (!share->race) {
        make_call(call);
    } else if (share->first == 0) {
        xl_race_first_begin(share->race);
        make_call(call);
        xl_race_first_end(share->race);
    } else {
        xl_race_second_begin(share->race);
        make_call(call);
        xl_race_second_end(share->race);
    }
}

/* Bytes of the heap that are allocated, by blocks and by mappings of large blocks. */
static uint64_t allocated(void)
{
    const struct mallinfo2 heap = mallinfo2();
    return heap.uordblks + heap.hblkhd;
}

static void make_share(const void *argument)
{
    const struct share *share = argument;
    struct xl_memory_head *head = (struct xl_memory_head *)(void *)share->memory;
    struct xl_call *calls = (struct xl_call *)(void *)(share->memory + XL_CALLS_AT);
    unsigned wait = 0;
    int spins = XL_MAX_SPINS;
    uint64_t before = 0;
    for (uint64_t i = share->first; i < head->calls && i < XL_BATCH_CALLS; i += share->step) {
        if (share->barrier)
            spins = xl_spin_barrier_wait(share->barrier, ++wait, spins);
        *(volatile uint64_t *)&head->progress = i;
        if (i + 1 == head->repeated_from && !share->barrier)
            before = allocated();
        const uint64_t begin = i ? 0 : xl_clock_ns();
        make_shared_call(share, &calls[i]);
        if (!i)
            head->first_call_ns = xl_clock_ns() - begin;
        if (head->repeats > 1 && !share->barrier)
            head->first_difference = repeat_call(&calls[i], head->repeats);
    }
    if (head->repeated_from && !share->barrier) {
        const uint64_t after = allocated();
        head->heap_left = after > before ? after - before : 0;
    }
}

static void make_pairs(unsigned char *memory, struct xl_race *race)
{
    struct xl_spin_barrier barrier;
    const struct share even = {memory, 0, 2, &barrier, race, NULL},
                       odd = {memory, 1, 2, &barrier, race, NULL};
    xl_spin_barrier_init(&barrier);
    if (xl_run_pair(make_share, &even, &odd))
        xl_die("crosslane-agent: cannot start a thread");
    xl_spin_barrier_destroy(&barrier);
}

static void make_in_other_thread(unsigned char *memory)
{
    const struct share none = {memory, XL_BATCH_CALLS, 1, NULL, NULL, NULL},
                       all = {memory, 0, 1, NULL, NULL, NULL};
    if (xl_run_pair(make_share, &none, &all))
        xl_die("crosslane-agent: cannot start a thread");
}

static void make_crowd(unsigned char *memory, uint64_t stop_ns)
{
    struct xl_crowd crowd = {.stop_ns = stop_ns};
    struct share shares[XL_CROWD];
    const void *pointers[XL_CROWD];
    for (unsigned i = 0; i < XL_CROWD; i++) {
        shares[i] = (struct share){memory, i, XL_CROWD, NULL, NULL, &crowd};
        pointers[i] = &shares[i];
    }
    if (xl_run_crowd(&crowd, make_share, pointers))
        xl_die("crosslane-agent: cannot start threads");
}

/* In one thread, before the snapshot of static memory. */
static void initialise(const char *kernel)
{
    // cppcheck-suppress comparePointers
    for (struct xl_init *const *i = __start_xl_inits; i < __stop_xl_inits; i++)
        if (!(*i)->was_called && strcmp((*i)->kernel, kernel) == 0) {
            (*i)->was_called = 1;
            (*i)->call();
        }
}

static void initialise_all(const unsigned char *memory)
{
    const struct xl_memory_head *head = (const struct xl_memory_head *)(const void *)memory;
    const struct xl_call *calls = (const struct xl_call *)(const void *)(memory + XL_CALLS_AT);
    // cppcheck-suppress subtractPointers
    size_t variants = (size_t)(__stop_xl_variants - __start_xl_variants);
    for (uint64_t i = 0; i < head->calls && i < XL_BATCH_CALLS; i++)
        if (calls[i].variant < variants)
            initialise(__start_xl_variants[calls[i].variant]->kernel);
}

/* Ends this process if a call of the batch has started another one: the host sees that this call
 * did not return. */
static void refuse_fork(unsigned char *memory)
{
    struct xl_memory_head *head = (struct xl_memory_head *)(void *)memory;
    struct xl_call *calls = (struct xl_call *)(void *)(memory + XL_CALLS_AT);
    const uint64_t count = head->calls < XL_BATCH_CALLS ? head->calls : XL_BATCH_CALLS,
                   first = count ? xl_fork_check_batch(calls, count) : count;
    if (first == count)
        return;
    for (uint64_t i = first; i < count; i++)
        *(volatile uint64_t *)&calls[i].done = 0;
    *(volatile uint64_t *)&head->progress = first;
    fputs("crosslane-agent: the kernel started another process\n", stderr);
    exit(1);
}

static void run_batch(unsigned char *memory)
{
    initialise_all(memory);
    struct xl_memory_head *head = (struct xl_memory_head *)(void *)memory;
    struct share all = {memory, 0, 1, NULL, NULL, NULL};
    struct xl_race race = {.at = head->statics_at, .bytes = head->statics_bytes};
    if (race.bytes > XL_PAGE) /* compared often; a kernel fills a table from one end */
        race.bytes = XL_PAGE;
    uint64_t statics = head->statics;
    if (head->dedicated_bytes)
        xl_memory_map_dedicated(head->dedicated_bytes);
    if (statics == XL_STATICS_SNAPSHOT) {
        xl_memory_map_all();
        xl_leftovers_snapshot(xl_other_threads());
        xl_static_snapshot();
    }
    if (head->threads == 2 && head->calls % 2 == 0) /* an odd call would wait forever */
        make_pairs(memory, statics == XL_STATICS_WATCH ? &race : NULL);
    else if (!head->threads)
        make_in_other_thread(memory);
    else if (head->threads == XL_CROWD && head->calls == XL_CROWD)
        make_crowd(memory, head->stop_ns);
    else {
        signal_attempts = head->signal_attempts;
        trap_signals = head->trap_signals;
        watched_stack = (size_t)head->watched_stack;
        used_stack = 0;
        head->trapped_signal = 0;
        signals_lost = 0;
        if (signal_attempts)
            xl_leftovers_check_signals();
        make_share(&all);
        head->signals_lost = signals_lost;
        head->used_stack = used_stack;
        signal_attempts = trap_signals = watched_stack = 0;
    }
    if (!is_fork_allowed)
        refuse_fork(memory);
    if (statics == XL_STATICS_COMPARE)
        xl_static_snapshot_compare(&head->statics_at, &head->statics_bytes,
                                   &head->thread_statics_changed);
    if (head->check_leftovers)
        xl_leftovers_check(xl_other_threads(), &head->leftovers);
}

/* Patches of the kernel's code. */

enum { XL_MOST_NOP_BYTES = 6 };

static const struct {
    size_t bytes;
    unsigned char code[XL_MOST_NOP_BYTES];
} nops[] = {XL_NOPS};

/* Mapped, because static memory is compared. */
static struct replaced {
    unsigned char *at;
    unsigned char bytes, original[XL_MOST_NOPPED_BYTES];
} *replaced;
static size_t replaced_count;

/* The page stays executable: it may also hold code of the agent. */
static int allow_writes(const unsigned char *at, size_t bytes)
{
    const uintptr_t from = (uintptr_t)at & ~(uintptr_t)(XL_PAGE - 1);
    return mprotect((void *)from, (uintptr_t)at + bytes - from, PROT_READ | PROT_WRITE | PROT_EXEC);
}

static void write_nops(unsigned char *at, size_t bytes)
{
    for (size_t i = 0; i < sizeof nops / sizeof nops[0]; i++)
        for (; bytes >= nops[i].bytes; bytes -= nops[i].bytes, at += nops[i].bytes)
            memcpy(at, nops[i].code, nops[i].bytes);
}

static int replace(unsigned char *at, size_t bytes)
{
    if (!replaced) {
        void *memory = mmap(NULL, XL_MOST_NOPS * sizeof *replaced, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED)
            return -1;
        replaced = memory;
    }
    if (replaced_count == XL_MOST_NOPS || bytes > XL_MOST_NOPPED_BYTES) {
        errno = E2BIG;
        return -1;
    }
    if (allow_writes(at, bytes))
        return -1;
    struct replaced *r = &replaced[replaced_count++];
    r->at = at;
    r->bytes = (unsigned char)bytes;
    memcpy(r->original, at, bytes);
    write_nops(at, bytes);
    __builtin___clear_cache((char *)at, (char *)at + bytes);
    return 1;
}

/* Replaces the first bytes of an instruction by one that is illegal: what follows may be executed
 * before. */
static int set_trap(unsigned char *at, size_t bytes)
{
    static const unsigned char code[] = XL_TRAP;
    bytes = bytes < sizeof code ? bytes : sizeof code;
    const int is_done = replace(at, bytes);
    if (is_done > 0) {
        memcpy(at, code, bytes);
        __builtin___clear_cache((char *)at, (char *)at + bytes);
    }
    return is_done;
}

/* Executes a command line: "nop ADDRESS BYTES" replaces an instruction by no-operations, "trap
 * ADDRESS BYTES" by an illegal one, "restore" puts all of them back. A kernel that is still right
 * does not need the instruction. Returns 1; 0 if it is another command; -1 with errno on failure.
 */
static int patch_command(const char *line)
{
    unsigned long address;
    unsigned bytes;
    if (sscanf(line, "trap %lx %x", &address, &bytes) == 2)
        return set_trap((unsigned char *)address, bytes);
    if (strcmp(line, "restore\n") != 0)
        return sscanf(line, "nop %lx %x", &address, &bytes) == 2
                   ? replace((unsigned char *)address, bytes)
                   : 0;
    for (; replaced_count; replaced_count--) {
        const struct replaced *r = &replaced[replaced_count - 1];
        memcpy(r->at, r->original, r->bytes);
        __builtin___clear_cache((char *)r->at, (char *)r->at + r->bytes);
    }
    return 1;
}

static FILE *command, *reply;

static void install_handlers(void)
{
    xl_fault_handler_install();
    xl_hang_handler_install();
    xl_race_install();
    xl_red_zone_install();
}

static void begin(int argc __attribute__((unused)), char **argv)
{
    const int is_streamed = has_argument(argv, XL_STREAM_ARGUMENT);
    if (is_streamed)
        xl_relay_begin(has_argument(argv, XL_STEPS_ARGUMENT));
    command = fdopen(XL_FD_COMMAND, "r");
    reply = fdopen(XL_FD_REPLY, "w");
    if (!command || !reply)
        xl_die("crosslane-agent: no pipes; `crosslane run` starts this program");
    xl_memory_map(!has_argument(argv, "guards"));
    is_unpoisoned = has_argument(argv, "poison");
    is_fork_allowed = has_argument(argv, "exit");
    xl_fork_check_begin();
    xl_leftovers_begin_first();
    install_handlers();
    introduce(reply, is_streamed);
}

/* The first static initialiser. Those of kernels and linked libraries are compiled for the ISA: if
 * they crash, the agent has introduced itself. */
__attribute__((section(".init_array.00000"), used)) static void (*begin_first)(int,
                                                                               char **) = begin;

/* The batch buffer of the command "run DIGIT", or XL_BATCH_BUFFERS for another command. */
static unsigned batch_of(const char *line)
{
    static const char run[] = "run ";
    const size_t digit = sizeof run - 1;
    return strncmp(line, run, digit) == 0 && line[digit] >= '0' && line[digit + 1] == '\n'
               ? (unsigned)(line[digit] - '0')
               : XL_BATCH_BUFFERS;
}

static int pattern_command(const char *line)
{
    const int is_zero = strcmp(line, "zero\n") == 0, is_poison = strcmp(line, "poison\n") == 0;
    if (is_zero || is_poison)
        pattern = is_zero ? 0 : XL_POISON;
    return is_zero || is_poison;
}

int main(void)
{
    char line[XL_COMMAND_MAX];
    install_handlers(); /* static initialisers of a library may have replaced them */
    xl_leftovers_begin();
    while (fgets(line, sizeof line, command)) {
        const int is_done = patch_command(line) | pattern_command(line);
        if (is_done < 0)
            xl_die(XL_CANNOT_NOP);
        if (is_done)
            continue;
        const unsigned batch = batch_of(line);
        if (batch >= XL_BATCH_BUFFERS) {
            fprintf(stderr, "crosslane-agent: unknown command %s", line);
            return 1;
        }
        run_batch(xl_memory_select(batch));
        fputs("done\n", reply);
        if (fflush(reply))
            xl_die("crosslane-agent: cannot reply");
    }
    return 0;
}

/* The agent: runs in the guest, says what the CPU offers, and calls kernels on the host's data.
 * SPDX-License-Identifier: MIT
 *
 * Built at the architecture's baseline. A message for the reader goes to standard error; the exit
 * status is 1 then.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "contract.h"
#include "fault_handler.h"
#include "feature.h"
#include "left.h"
#include "patch.h"
#include "probe.h"
#include "protocol.h"
#include "red_zone.h"
#include "shared_memory.h"
#include "static_memory.h"
#include "times.h"
#include "two_threads.h"

extern const struct xl_isa_probe *const __start_xl_isas[];
extern const struct xl_isa_probe *const __stop_xl_isas[];
extern const struct xl_variant *const __start_xl_variants[] __attribute__((weak));
extern const struct xl_variant *const __stop_xl_variants[] __attribute__((weak));
extern struct xl_init *const __start_xl_inits[] __attribute__((weak));
extern struct xl_init *const __stop_xl_inits[] __attribute__((weak));

static _Noreturn void die(const char *what)
{
    perror(what);
    exit(1);
}

static int is_off(char *const *argv, const char *check)
{
    while (*argv && strcmp(*argv, check) != 0)
        argv++;
    return *argv != NULL;
}

/* Start and stop are two symbols of one section, which the linker sets; cppcheck takes them for two
 * arrays. */
static void introduce(FILE *reply)
{
    fprintf(reply, "crosslane-agent %d\npage %ld\nfar %u\n", XL_PROTOCOL_VERSION,
            sysconf(_SC_PAGESIZE), xl_memory_far());
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
        die("crosslane-agent: cannot reply");
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

static int is_unpoisoned; /* told so by the host */

static uint64_t pattern = XL_POISON; /* what registers hold before each call */

static void poison_nothing(void)
{
}

/* Where the CPU lacks the ISA, the kernel is what must die of it, and not what poisons for it. */
static uint64_t poison_of(const struct xl_variant *variant)
{
    if (is_unpoisoned)
        return (uintptr_t)poison_nothing;
    const struct xl_isa_probe *isa = find_isa(variant->isa);
    if (!isa || !isa->has())
        isa = find_isa("scalar");
    return isa ? (uintptr_t)isa->poison : 0;
}

/* A kernel that forks returns twice. The other process ends before it touches the shared memory;
 * this one finds that it has a child. */
static pid_t agent_process;
static int is_fork_allowed; /* the host does not want to know */

static void refuse_fork(void)
{
    siginfo_t child;
    if (getpid() != agent_process)
        _exit(0);
    if (waitid(P_ALL, 0, &child, WEXITED | WNOHANG | WNOWAIT) == 0) {
        fputs("crosslane-agent: the kernel made another process\n", stderr);
        exit(1);
    }
}

static void protect(uintptr_t from, uintptr_t to, int protection)
{
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    if (to > from && mprotect((void *)from, to - from, protection))
        die("crosslane-agent: cannot protect an input");
}

/* Where row `row` of argument k is, in memory; in which mapping of it, where buffers lie far apart.
 */
static uintptr_t row_address(const struct xl_call *c, size_t k, uint64_t row)
{
    const uint64_t offset = c->args[k] + row * c->table_strides[k];
    const unsigned mapping = c->tables >> k & 1 ? (unsigned)(row % XL_FAR)
                                                : (unsigned)(c->far_args >> XL_FAR_BITS * k & 7);
    return c->is_far ? xl_memory_far_address(offset, mapping) : xl_memory_address(offset);
}

/* The pages of a slot between rows, in front of the first and behind the last. */
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
        from = (at + (uintptr_t)c->fences[k] + page - 1) / page * page;
    }
    protect(from, slot + bytes, protection);
}

/* Of the slots that are read-only during the call, or are where they have no row. */
static void protect_slots(const struct xl_call *c, int protection)
{
    for (size_t k = 0; k < XL_CALL_ARGS; k++) {
        size_t bytes;
        if (c->fences[k])
            protect_gaps(c, k, protection);
        if (!(c->read_only >> k & 1))
            continue;
        const uintptr_t slot = (uintptr_t)xl_memory_slot(c->args[k], &bytes);
        protect(slot, slot + bytes, protection);
    }
}

/* Arrays of pointers, one for each argument that is one; behind each is no address. */
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

static uint64_t signalled; /* the most times that a call of this batch is made while signals come */
static uint64_t is_trapped;   /* calls of this batch end where they meet certain signals */
static uint64_t signals_lost; /* one of these signals never came to its handler */

/* Until two came while the function ran, for one may come where nothing waits on the stack: on a
 * machine with much to do they may come before or after it. */
static void call_with_signals(struct xl_guarded_call *g)
{
    enum { ENOUGH = 2 };
    unsigned came = 0;
    for (uint64_t i = 0; i < signalled && came < ENOUGH && !signals_lost; i++) {
        g->frame = 0;
        xl_red_zone_begin(g);
        xl_guarded_call(g);
        came += xl_red_zone_end();
        signals_lost = (uint64_t)xl_red_zone_was_lost();
    }
}

/* On a CPU without what the function is compiled for: it ends where it meets that. */
static void call_until_trap(struct xl_guarded_call *g)
{
    sigjmp_buf back;
    if (sigsetjmp(back, 1) == 0) {
        xl_trap_set(&back);
        xl_guarded_call(g);
    } else {
        xl_fault_install(); /* a signal that came has its default action again */
    }
    xl_trap_set(NULL);
}

static void make_call(struct xl_call *c)
{
    struct xl_guarded_call g;
    struct tables tables;
    uint64_t args[XL_CALL_ARGS];
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
    g.frame = 0; /* until it is called */
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
    xl_where_begin();
    if (signalled)
        call_with_signals(&g);
    else if (is_trapped)
        call_until_trap(&g);
    else
        xl_guarded_call(&g);
    xl_where_end();
    if (!is_fork_allowed)
        refuse_fork();
    c->result = result_of(&g, c->returns);
    c->tables_changed = changed_tables(c, &tables);
    c->changed = g.changed;
    c->control_before = g.control_before;
    c->control_after = g.control_after;
    *(volatile uint64_t *)&c->done = 1;
    protect_slots(c, PROT_READ | PROT_WRITE);
}

/* One thread's share of a batch: the calls first, first + step, ... */
struct share {
    unsigned char *memory;
    uint64_t first, step;
    struct xl_together *together; /* each call begins when the other thread's does; or NULL */
    struct xl_first *stopped;     /* or the second while the first is stopped; or NULL */
};

static void make_shared_call(const struct share *share, struct xl_call *call)
{
    if (!share->stopped) {
        make_call(call);
    } else if (share->first == 0) {
        xl_first_begin(share->stopped);
        make_call(call);
        xl_first_end(share->stopped);
    } else {
        xl_second_begin(share->stopped);
        make_call(call);
        xl_second_end(share->stopped);
    }
}

static void make_share(const void *argument)
{
    const struct share *share = argument;
    struct xl_memory_head *head = (struct xl_memory_head *)(void *)share->memory;
    struct xl_call *calls = (struct xl_call *)(void *)(share->memory + XL_CALLS_AT);
    unsigned meeting = 0;
    int spins = XL_MOST_SPINS;
    for (uint64_t i = share->first; i < head->calls && i < XL_BATCH_CALLS; i += share->step) {
        if (share->together)
            spins = xl_spin_barrier(share->together, ++meeting, spins);
        *(volatile uint64_t *)&head->progress = i;
        make_shared_call(share, &calls[i]);
        if (head->times > 1 && !share->together)
            head->differs = xl_times_make(&calls[i], head->times, make_call);
    }
}

static void make_pairs(unsigned char *memory, struct xl_first *stopped)
{
    struct xl_together together;
    const struct share even = {memory, 0, 2, &together, stopped},
                       odd = {memory, 1, 2, &together, stopped};
    xl_together_begin(&together);
    if (xl_run_pair(make_share, &even, &odd))
        die("crosslane-agent: cannot start a thread");
    xl_together_end(&together);
}

/* Before anything is looked at, and in one thread. */
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

static void run_batch(unsigned char *memory)
{
    initialise_all(memory);
    struct xl_memory_head *head = (struct xl_memory_head *)(void *)memory;
    struct share all = {memory, 0, 1, NULL, NULL};
    struct xl_first stopped = {.at = head->statics_at, .bytes = head->statics_bytes};
    if (stopped.bytes >
        XL_PAGE) /* what is looked at again and again; a table is begun at one end */
        stopped.bytes = XL_PAGE;
    uint64_t statics = head->statics;
    if (head->own_bytes)
        xl_memory_map_own(head->own_bytes);
    if (statics == XL_STATICS_REMEMBER) {
        xl_memory_map_banks();
        xl_left_remember(xl_other_threads());
        xl_static_snapshot();
    }
    if (head->threads == 2 && head->calls % 2 == 0) /* a call must not wait for one that is not */
        make_pairs(memory, statics == XL_STATICS_WATCH ? &stopped : NULL);
    else {
        signalled = head->signals;
        is_trapped = head->traps;
        head->trapped = 0;
        signals_lost = 0;
        if (signalled)
            xl_left_compare_signals();
        make_share(&all);
        head->signals_lost = signals_lost;
        signalled = is_trapped = 0;
    }
    if (statics == XL_STATICS_COMPARE)
        xl_static_snapshot_compare(&head->statics_at, &head->statics_bytes, &head->locals);
    if (head->look)
        xl_left_compare(xl_other_threads(), &head->left);
}

/* What lasts as long as the agent. */
static FILE *command, *reply;

static void install_handlers(void)
{
    xl_fault_install();
    xl_where_install();
    xl_first_install();
    xl_red_zone_install();
}

static void begin(int argc __attribute__((unused)), char **argv)
{
    command = fdopen(XL_FD_COMMAND, "r");
    reply = fdopen(XL_FD_REPLY, "w");
    if (!command || !reply)
        die("crosslane-agent: started by hand? It talks to `crosslane run`");
    xl_memory_map(!is_off(argv, "guards"));
    is_unpoisoned = is_off(argv, "poison");
    is_fork_allowed = is_off(argv, "exit");
    agent_process = getpid();
    install_handlers();
    introduce(reply);
}

/* The first of all static initialisers: those of kernels, and of what is linked with them, are
 * compiled for the ISA, and must not end an agent that has not spoken. */
__attribute__((section(".init_array.00000"), used)) static void (*begin_first)(int,
                                                                               char **) = begin;

/* What a command says, "run " and a digit; more than there are: it is another. */
static unsigned bank_of(const char *line)
{
    static const char run[] = "run ";
    const size_t digit = sizeof run - 1;
    return strncmp(line, run, digit) == 0 && line[digit] >= '0' && line[digit + 1] == '\n'
               ? (unsigned)(line[digit] - '0')
               : XL_BANKS;
}

static int take_pattern(const char *line)
{
    const int is_zero = strcmp(line, "zero\n") == 0, is_poison = strcmp(line, "poison\n") == 0;
    if (is_zero || is_poison)
        pattern = is_zero ? 0 : XL_POISON;
    return is_zero || is_poison;
}

int main(void)
{
    char line[XL_COMMAND_MAX];
    install_handlers(); /* static initialisers of a library may have others in their place */
    xl_left_begin();
    while (fgets(line, sizeof line, command)) {
        const int is_done = xl_patch_command(line) | take_pattern(line);
        if (is_done < 0)
            die(XL_CANNOT_NOP);
        if (is_done)
            continue;
        const unsigned bank = bank_of(line);
        if (bank >= XL_BANKS) {
            fprintf(stderr, "crosslane-agent: unknown command %s", line);
            return 1;
        }
        run_batch(xl_memory_bank(bank));
        fputs("done\n", reply);
        if (fflush(reply))
            die("crosslane-agent: cannot reply");
    }
    return 0;
}

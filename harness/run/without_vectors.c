/* Calls without the kernel's vector instructions: what stays right is not their work.
 * SPDX-License-Identifier: MIT
 */
#include "run/row_evidence.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/digest.h"
#include "base/memory.h"
#include "base/signals.h"
#include "execute/calls.h"
#include "families.h"
#include "oracle/record.h"
#include "oracle/shape.h"
#include "oracle/strides.h"
#include "run/agent_start.h"

enum {
    XL_NOP_SIZES = 2,   /* calls of two lengths: what stays right must not grow from one ... */
    XL_NOP_MORE = 64,   /* ... to the other, by so many vectors: the tail of a loop is the same */
    XL_NOP_LEAST = 40,  /* vectors of the shorter calls, ... */
    XL_NOP_RANDOM = 24, /* ... plus a random number below this */
    XL_NOP_PLACES = 4,  /* of buffers, stack and thread: a call of each length in each round */
    XL_NOP_FILLS = 9,   /* odd: each comes with both contents of registers in turn */
    XL_NOP_ROUNDS = 4 * XL_NOP_FILLS, /* at most */
    XL_NOP_SCALES = 3,   /* lengths, each four times the one before: code may have a threshold */
    XL_NOP_SINGLES = 64, /* at most, instructions that are replaced alone, ... */
    XL_NOP_SINGLE_ROUNDS = XL_NOP_ROUNDS, /* ... in so many rounds */
    /* At least a part like this of these lengths, if that leaves room for more rows: one of them,
     * which a filter may copy, is no XL_NOP_SHARE. */
    XL_NOP_PARTS = 16,
    XL_NOP_SHARE =
        16, /* one element in so many may stay right, except in one lane; of all, less than half */
    /* Arguments are drawn so often, before a kernel is accused: a search may find nothing in any of
     * its calls. */
    XL_NOP_DRAWS = 3,
    XL_NOP_LIMIT_MS = 1000 /* for a call: without vectors a loop may not end */
};

/* The order of replacement: first all that computes, then what moves single elements (scalar code
 * makes vectors of its results so), then what copies. */
enum rank { XL_COMPUTES, XL_MOVES, XL_COPIES, XL_RANKS };

/* One kernel's calls. */
struct nop_run {
    const struct xl_row_evidence *p;
    struct xl_kernel_trace *m;
    struct xl_context context;
    struct xl_code_span *spans;
    size_t upto[XL_RANKS], all; /* spans of each rank and those before; of all */
    size_t round;
    struct xl_case cases[XL_NOP_SIZES][XL_NOP_PLACES];
    size_t bytes[XL_NOP_SIZES];
    uint8_t *outputs[XL_NOP_SIZES][XL_NOP_PLACES], *output;
    /* Of each place: for each byte of the outputs, it never changed; some byte changed. */
    bool *same[XL_NOP_SIZES][XL_NOP_PLACES], is_changed[XL_NOP_PLACES];
};

/* Whether it moves a vector's contents to a general register or to flags. Without it, they would
 * hold anything and lead the kernel anywhere. */
static bool is_read_out(const char *arch, const struct xl_instruction *insn)
{
    /* Not vptestm and vptestnm, whose result is a mask. */
    static const char *const tests[] = {"ptest",    "vptest", "testp*",   "vtestp*",
                                        "kortest*", "ktest*", "vpickve*", NULL};
    const char *ops = insn->operands, *last = strrchr(ops, ',');
    last = last ? last + 1 + strspn(last + 1, " ") : ops;
    if (xl_is_one_of(tests, insn->mnemonic))
        return true;
    if (strcmp(arch, "x86_64") == 0)
        return last[0] == '%' && (last[1] == 'e' || last[1] == 'r') && !strpbrk(last, "()");
    if (strcmp(arch, "riscv64") == 0)
        return ops[0] != 'v' && ops[0] != '(';
    if (strcmp(arch, "s390x") == 0)
        return strncmp(ops, "%r", 2) == 0;
    return strcmp(arch, "aarch64") == 0 && (ops[0] == 'w' || ops[0] == 'x');
}

static enum rank rank_of(const char *arch, const struct xl_instruction *insn)
{
    /* On x86 only loads and stores of no family are sure to compute nothing. */
    const bool is_access = xl_is_access(arch, insn->operands) || insn->family == XL_FAMILY_none;
    return is_access && xl_is_contiguous_access(arch, insn->mnemonic, insn->operands) &&
                   !xl_is_converting_access(insn->mnemonic, insn->operands)
               ? XL_COPIES
           : xl_is_element_move(arch, insn->mnemonic) ? XL_MOVES
                                                      : XL_COMPUTES;
}

/* Lists the kernel's vector instructions by rank. */
static bool list_spans(struct nop_run *r)
{
    const struct xl_disassembly *l = &r->p->code->disassembly;
    const char *arch = r->p->job->row->arch->name;
    const size_t count = r->m->vectors.count < XL_MOST_NOPS ? r->m->vectors.count : XL_MOST_NOPS;
    r->spans = xl_alloc(count + 1, sizeof *r->spans);
    for (int rank = 0; rank < XL_RANKS; rank++) {
        for (size_t v = 0; v < count; v++) {
            const size_t i = r->m->vectors.at[v];
            const unsigned bytes = xl_disassembly_bytes(l, i);
            if (bytes && !is_read_out(arch, &l->instructions[i]) &&
                rank_of(arch, &l->instructions[i]) == (enum rank)rank)
                r->spans[r->all++] = (struct xl_code_span){l->instructions[i].address, bytes};
        }
        r->upto[rank] = r->all;
    }
    return r->all > 0;
}

static enum xl_fill nop_fill(const struct xl_kernel *kernel, size_t which)
{
    static const enum xl_fill fills[XL_NOP_FILLS] = {
        XL_FILL_BITS,    XL_FILL_DOMAIN,  XL_FILL_SMALL, XL_FILL_SPECIAL, XL_FILL_BITS,
        XL_FILL_RELATED, XL_FILL_SPECIAL, XL_FILL_LARGE, XL_FILL_SORTED};
    const enum xl_fill fill = fills[which % XL_NOP_FILLS];
    return xl_fill_applies(fill, kernel) ? fill : XL_FILL_DOMAIN;
}

/* Whether all vector instructions of the code are listed, not only those that the traced calls
 * executed: these calls may be shorter than a threshold. */
static bool is_listed_whole(const struct nop_run *r)
{
    return r->p->job->row->native && !r->m->is_stepped;
}

/* The number of elements of the shorter calls (size 0) or of the longer ones (1). */
static size_t part_of_n(const struct nop_run *r, size_t scale, int size, size_t part)
{
    const struct xl_kernel *kernel = r->m->kernel;
    const size_t lanes = xl_lanes_of_kernel(r->p, kernel, false),
                 threshold = is_listed_whole(r) ? xl_most_threshold(kernel) : 0;
    size_t n = (XL_NOP_LEAST + r->context.seed % XL_NOP_RANDOM) * lanes * scale / part;
    n = threshold + lanes > n ? threshold + lanes : n;
    if (!r->m->vector && r->m->long_n > n) /* it uses vectors for many elements only */
        n = r->m->long_n;
    return xl_valid_n(kernel,
                      xl_max_n(kernel, n + (size_t)size * XL_NOP_MORE * lanes * scale / part));
}

static size_t nop_n(const struct nop_run *r, size_t scale, int size)
{
    size_t part = 1;
    bool has_room = scale > 1;
    while (!has_room && part < XL_NOP_PARTS) {
        struct xl_case c = {.n = part_of_n(r, scale, 1, part)};
        has_room = xl_sample_more_rows(r->m->kernel, &c);
        part *= has_room ? 1 : 4;
    }
    return part_of_n(r, scale, size, part);
}

/* Code may choose vectors by where its buffers and its stack lie, and by its thread. So each place
 * stays the same in all rounds, and must show them. The first one is that of the traced calls. */
static void choose_cases(struct nop_run *r, size_t scale, size_t round)
{
    struct xl_case longest = {.n = nop_n(r, scale, 1)};
    xl_sample_more_rows(r->m->kernel, &longest);
    r->round = round;
    for (int s = 0; s < XL_NOP_SIZES; s++)
        for (size_t i = 0; i < XL_NOP_PLACES; i++) {
            struct xl_case *c = &r->cases[s][i];
            /* Some fills differ by their round modulo 2: both come with each content. */
            const size_t which = round * XL_NOP_PLACES + i;
            const uint64_t place = xl_mix(r->context.seed, XL_NOP_ROUNDS + i);
            *c =
                (struct xl_case){.n = nop_n(r, scale, s),
                                 .lanes = xl_lanes_of_kernel(r->p, r->m->kernel, false),
                                 .fill = nop_fill(r->m->kernel, round),
                                 .any_value = !r->m->has_small_values,
                                 .round = (unsigned)(2 * which + round / XL_NOP_FILLS / 2),
                                 .placement = i ? XL_PLACEMENT_OFF : XL_PLACEMENT_END,
                                 .offset = (unsigned)(place >> 8),
                                 .place = place,
                                 .other_thread = i % 2,
                                 .poison = i % 2 ? 0x5a : 0xa5,
                                 .seed = xl_mix(r->context.seed, XL_NOP_SIZES * which + (size_t)s)};
            xl_sample_rows(r->m->kernel, c);
            if (longest.rows > c->rows && !xl_listed_n(r->m->kernel, 0))
                c->rows = longest.rows;
        }
}

static void free_outputs(struct nop_run *r)
{
    for (int s = 0; s < XL_NOP_SIZES; s++) {
        for (size_t i = 0; i < XL_NOP_PLACES; i++) {
            free(r->outputs[s][i]);
            free(r->same[s][i]);
        }
        memset(r->same[s], 0, sizeof r->same[s]);
        memset(r->outputs[s], 0, sizeof r->outputs[s]);
    }
    free(r->output);
    r->output = NULL;
}

static void make_outputs(struct nop_run *r)
{
    free_outputs(r);
    for (int s = 0; s < XL_NOP_SIZES; s++) {
        r->bytes[s] = xl_outputs_bytes(r->m->kernel, &r->cases[s][0]);
        for (size_t i = 0; i < XL_NOP_PLACES; i++) {
            r->outputs[s][i] = xl_alloc(r->bytes[s] + 1, 1);
            r->same[s][i] = xl_alloc(r->bytes[s] + 1, sizeof *r->same[s][i]);
            memset(r->same[s][i], true, r->bytes[s]);
        }
    }
    r->output = xl_alloc(r->bytes[XL_NOP_SIZES - 1] + r->bytes[0] + 1, 1);
}

static void compare(struct nop_run *r, int s, size_t i)
{
    for (size_t b = 0; b < r->bytes[s]; b++)
        if (r->output[b] != r->outputs[s][i][b]) {
            r->same[s][i][b] = false;
            r->is_changed[i] = true;
        }
}

/* How the calls of one round ended. */
enum round_end {
    XL_ROUND_DONE,
    XL_ROUND_CRASHED, /* without its vectors the kernel does not return */
    XL_ROUND_STOPPED, /* with them it did not return */
    XL_ROUND_REFUSED  /* the system refuses to write to code */
};

static bool is_refused(const struct xl_agent *agent)
{
    char said[300];
    xl_process_tail(&agent->process, said, sizeof said);
    return strstr(said, XL_CANNOT_NOP) != NULL;
}

/* The stack lies elsewhere, because without its vectors a kernel may find there what it computed
 * with them. */
static enum round_end make_intact(struct nop_run *r)
{
    enum { OTHER_STACK = 1 << 20 };
    enum xl_call_status status = XL_STATUS_OK;
    for (int s = 0; s < XL_NOP_SIZES; s++)
        for (size_t i = 0; i < XL_NOP_PLACES && status == XL_STATUS_OK; i++) {
            struct xl_case c = r->cases[s][i];
            c.place ^= OTHER_STACK;
            status = xl_call_outputs(&r->context, &c, r->outputs[s][i]);
        }
    return status == XL_STATUS_OK ? XL_ROUND_DONE : XL_ROUND_STOPPED;
}

/* The same calls without these instructions. */
static enum round_end make_nopped(struct nop_run *r, const struct xl_code_span *spans, size_t count)
{
    enum xl_call_status status = XL_STATUS_OK;
    xl_agent_nop(r->p->agent, spans, count);
    r->context.call_limit_ms = XL_NOP_LIMIT_MS;
    for (int s = 0; s < XL_NOP_SIZES; s++)
        for (size_t i = 0; i < XL_NOP_PLACES && status == XL_STATUS_OK; i++) {
            /* A mask of nothing, and of all. */
            xl_agent_zero_registers(r->p->agent, (i + r->round) % 2);
            status = xl_call_outputs(&r->context, &r->cases[s][i], r->output);
            if (status == XL_STATUS_OK)
                compare(r, s, i);
        }
    r->context.call_limit_ms = r->p->job->call_limit_ms;
    r->m->nop_calls += (uint64_t)XL_NOP_SIZES * XL_NOP_PLACES;
    if (status != XL_STATUS_OK)
        return status == XL_STATUS_EXIT && is_refused(r->p->agent) ? XL_ROUND_REFUSED
                                                                   : XL_ROUND_CRASHED;
    xl_agent_zero_registers(r->p->agent, false);
    xl_agent_restore(r->p->agent);
    return XL_ROUND_DONE;
}

/* Elements of one output that never changed: all; and without those of the lane that has most of
 * them. Scalar code keeps its number in the first lane, and a permutation may leave one in place.
 */
struct same {
    size_t all, without_lane;
};

static struct same count_same(const struct nop_run *r, int s, size_t place, size_t from,
                              size_t size, size_t elements)
{
    enum { LANES = 256 };
    const size_t lanes = r->p->row->vl_bits / 8 / size;
    size_t at[LANES] = {0}, most = 0;
    struct same same = {0, 0};
    for (size_t e = 0; e < elements; e++) {
        const bool is_same = !memchr(&r->same[s][place][from + e * size], 0, size);
        same.all += is_same;
        at[e % (lanes ? lanes : 1) % LANES] += is_same;
    }
    for (size_t lane = 0; lane < LANES; lane++)
        most = at[lane] > most ? at[lane] : most;
    same.without_lane = same.all - (lanes > 1 ? most : 0);
    return same;
}

/* Whether too much of one output stays right at one place; if so, fills in the trace. */
static bool is_too_much(struct nop_run *r, size_t place, size_t k, const size_t from[XL_NOP_SIZES])
{
    const struct xl_arg *arg = &r->m->kernel->args[k];
    size_t elements[XL_NOP_SIZES];
    struct same same[XL_NOP_SIZES];
    for (int s = 0; s < XL_NOP_SIZES; s++) {
        elements[s] = xl_arg_elements(arg, &r->cases[s][0]);
        same[s] = count_same(r, s, place, from[s], xl_type_size(arg->type), elements[s]);
    }
    if (elements[1] <= elements[0]) { /* both calls have the same length */
        elements[0] = 0;
        same[0] = (struct same){0, 0};
    }
    const size_t more = elements[1] - elements[0],
                 stay = same[1].all > same[0].all ? same[1].all - same[0].all : 0,
                 without_lane = same[1].without_lane > same[0].without_lane
                                    ? same[1].without_lane - same[0].without_lane
                                    : 0;
    if (without_lane * XL_NOP_SHARE <= more && stay * 2 < more)
        return false;
    r->m->nop_more = more;
    r->m->nop_same = stay;
    r->m->nop_arg = k;
    r->m->nop_n = r->cases[1][0].n;
    return true;
}

/* Whether the calls so far show that vector instructions compute the results at this place. */
static bool is_place_proven(struct nop_run *r, size_t place)
{
    const struct xl_kernel *kernel = r->m->kernel;
    size_t from[XL_NOP_SIZES] = {0};
    r->m->nop_same = r->m->nop_more = 0;
    if (!r->is_changed[place])
        return false;
    for (size_t k = 0; k < XL_MAX_ARGS && kernel->args[k].kind; k++) {
        const struct xl_arg *arg = &kernel->args[k];
        if (!xl_arg_is_written(arg))
            continue;
        if (arg->per_n && xl_length_of(kernel, k) < 0 && is_too_much(r, place, k, from))
            return false;
        for (int s = 0; s < XL_NOP_SIZES; s++)
            from[s] += xl_arg_elements(arg, &r->cases[s][0]) * xl_type_size(arg->type);
    }
    return true;
}

static bool is_proven(struct nop_run *r)
{
    for (size_t i = 0; i < XL_NOP_PLACES; i++) {
        r->m->nop_place = i;
        if (!is_place_proven(r, i))
            return false;
    }
    return true;
}

static enum xl_start start(const struct xl_row_evidence *p, struct xl_error *err)
{
    xl_agent_stop(p->agent);
    return xl_plain_start(p->job, p->agent, err);
}

/* Replaces each instruction alone. Without all of them, a search may find something everywhere and
 * leave the rest to scalar code. */
static enum round_end try_singly(struct nop_run *r, size_t spans, bool *is_done)
{
    const size_t step = 1 + spans / XL_NOP_SINGLES;
    enum round_end end = XL_ROUND_DONE;
    for (size_t round = 0; round < XL_NOP_SINGLE_ROUNDS && end == XL_ROUND_DONE; round++) {
        choose_cases(r, 1, round);
        end = make_intact(r);
        for (size_t i = 0; i < spans && end == XL_ROUND_DONE && !*is_done; i += step) {
            end = make_nopped(r, r->spans + i, 1);
            *is_done = end == XL_ROUND_DONE && is_proven(r);
        }
        if (*is_done)
            break;
    }
    return end;
}

/* Makes the rounds of one length, until one satisfies. */
static enum round_end try_scale(struct nop_run *r, size_t scale, size_t spans, bool *is_done)
{
    enum round_end end = XL_ROUND_DONE;
    const bool is_by_lane =
        xl_by_lane_reason(r->p, r->m->kernel) != NULL; /* few rounds may show more */
    const size_t rounds = is_by_lane ? XL_NOP_FILLS : XL_NOP_ROUNDS;
    memset(r->is_changed, 0, sizeof r->is_changed);
    choose_cases(r, scale, 0);
    make_outputs(r);
    for (size_t round = 0; round < rounds && end == XL_ROUND_DONE && !*is_done; round++) {
        choose_cases(r, scale, round);
        end = make_intact(r);
        if (end == XL_ROUND_DONE)
            end = make_nopped(r, r->spans, spans);
        *is_done = end == XL_ROUND_DONE && is_proven(r);
    }
    return end == XL_ROUND_DONE && !*is_done && scale == 1 && !is_by_lane
               ? try_singly(r, spans, is_done)
               : end;
}

/* Makes the calls of all lengths without the first `spans` instructions, until one satisfies. False
 * with err: the agent cannot go on. */
static bool try_scales(struct nop_run *r, size_t spans, bool *is_done, struct xl_error *err)
{
    size_t last = 0;
    r->m->nop_count = spans;
    for (size_t scale = 1, s = 0; s < XL_NOP_SCALES && !*is_done && !xl_interrupted; s++) {
        if (s && nop_n(r, scale, 1) <= last)
            break;
        last = nop_n(r, scale, 1);
        const enum round_end end = try_scale(r, scale, spans, is_done);
        if (end == XL_ROUND_REFUSED) {
            xl_error_set(err, "code cannot be written to: mprotect refuses it");
            return false;
        }
        if (end != XL_ROUND_DONE && start(r->p, err) != XL_START_OK)
            return false;
        if (end == XL_ROUND_CRASHED &&
            spans < r->all) { /* of an address that it computes with vectors */
            r->m->nop_count = spans = r->all;
            last = 0;
            s--;
            continue;
        }
        *is_done |= end != XL_ROUND_DONE;
        scale *= 4;
    }
    return true;
}

/* Makes the calls without loads and stores too. With .bitwise a kernel may copy. Then only its
 * remainder may have instructions that compute, and these calls have no remainder. If other kernels
 * copy, this changes what the finding advises. */
static bool try_copies(struct nop_run *r, bool *is_done, struct xl_error *err)
{
    const struct xl_kernel_trace before = *r->m;
    bool is_copied = false;
    r->m->nop_same = r->m->nop_more = 0;
    if (!try_scales(r, r->all, &is_copied, err))
        return false;
    if (r->m->kernel->bitwise)
        *is_done = is_copied;
    else
        *r->m = before;
    r->m->nop_copies = is_copied;
    return true;
}

/* False with err: the agent cannot go on. */
static bool try_kernel(struct nop_run *r, struct xl_error *err)
{
    const size_t computing = r->upto[XL_COMPUTES];
    bool is_done = false;
    int detail;
    if (xl_make_earlier_calls(r->p, r->m, &detail) != XL_STATUS_OK)
        return start(r->p, err) == XL_START_OK;
    r->m->nop_only_moves = !computing && !xl_growth_is_of_slides(r->p, r->m);
    if (!try_scales(r, computing ? computing : r->all, &is_done, err))
        return false;
    bool is_unchanged = !is_done && !r->is_changed[r->m->nop_place];
    if (!is_done && r->m->nop_count < r->all && (r->m->kernel->bitwise || is_unchanged) &&
        !try_copies(r, &is_done, err))
        return false;
    if (r->m->kernel->bitwise)
        is_unchanged = !is_done && !r->is_changed[r->m->nop_place];
    r->m->nop_no_change = is_unchanged;
    return true;
}

/* Whether other arguments may show that its vectors compute, and that matters. */
static bool may_be_chance(const struct xl_row_evidence *p, const struct xl_kernel_trace *m)
{
    return (m->nop_no_change || m->nop_same) && !xl_by_lane_reason(p, m->kernel);
}

/* The same in each checkout, and whether the kernel runs alone or with others. */
static uint64_t draw_seed(const struct xl_row_evidence *p, const struct xl_kernel *kernel,
                          size_t draw)
{
    const char *row = p->job->row->name;
    const uint64_t names =
        xl_mix(xl_hash(kernel->name, strlen(kernel->name)), xl_hash(row, strlen(row)));
    return xl_mix(xl_mix(p->job->seed, names), draw);
}

int xl_nops_row(const struct xl_row_evidence *p, char *text, size_t size)
{
    struct xl_error err;
    bool is_started = false, is_good = true;
    for (size_t i = 0; i < p->count && is_good && !xl_interrupted; i++) {
        struct xl_kernel_trace *m = &p->traces[i];
        struct nop_run r = {.p = p, .m = m, .context = xl_trace_context(p, m)};
        const bool has_vectors = m->vector || m->long_vector;
        if (m->family == XL_FAMILY_none || !has_vectors || !list_spans(&r)) {
            free(r.spans);
            continue;
        }
        is_good = is_started || start(p, &err) == XL_START_OK;
        is_started = true;
        const struct xl_kernel_trace before = *m;
        size_t lost = 0; /* times that the way to an agent elsewhere was */
        for (size_t draw = 0; is_good && draw < XL_NOP_DRAWS && (!draw || may_be_chance(p, m));) {
            const uint64_t calls = m->nop_calls;
            *m = before;
            m->nop_calls = calls;
            memset(r.is_changed, 0, sizeof r.is_changed);
            r.context.seed = draw_seed(p, m->kernel, draw);
            is_good = try_kernel(&r, &err);
            const bool is_lost = xl_agent_was_lost(p->agent);
            draw += !is_lost;
            if (is_good && is_lost && ++lost == XL_LOST_MOST)
                is_good = !xl_fail(&err, "its runner was lost %zu times", lost);
        }
        free_outputs(&r);
        free(r.spans);
    }
    xl_agent_stop(p->agent);
    if (!is_good)
        snprintf(text, size, "%.400s", err.text);
    return is_good ? 0 : -1;
}

/* Whether the calls showed it, whatever the record says. */
static bool is_scalar(const struct xl_kernel_trace *m)
{
    return (m->nop_only_moves && !m->kernel->bitwise) || m->nop_no_change || m->nop_same;
}

bool xl_computes_by_lane(const struct xl_kernel_trace *m)
{
    return is_scalar(m) || xl_growth_is_scalar(m);
}

/* Where only some places showed it. */
static const char *place_name(const struct xl_kernel_trace *m)
{
    return !m->nop_place ? ""
           : m->nop_place % 2
               ? ", called by another thread with other places of its buffers and stack"
               : ", with other places of its buffers and stack";
}

bool xl_nops_find_defect(const struct xl_row_evidence *p, const struct xl_kernel_trace *m,
                         char *text, size_t size)
{
    const char *symbol = xl_symbol_of(p, m), *family = xl_family_name(m->family);
    const char *isa = p->job->row->isa->name;
    if (m->nop_count && xl_names_by_lane(p, m->kernel) && !is_scalar(m) &&
        !xl_most_threshold(m->kernel) && /* vectors may join what scalar code makes of blocks */
        xl_growth_is_of_vectors(p, m))
        snprintf(text, size, "%s computes with vectors: remove .by_lane for %s from its record",
                 symbol, isa);
    else if (xl_by_lane_reason(p, m->kernel) || !is_scalar(m))
        return false;
    else if (m->nop_only_moves)
        snprintf(
            text, size,
            "%s executes no %s instruction that computes: its %llu others load, store and move "
            "single elements",
            symbol, family, (unsigned long long)m->nop_count);
    else if (m->nop_no_change)
        snprintf(
            text, size,
            "%s gives the same results in %llu calls with its %llu %s instructions replaced by "
            "nops%s: they contribute nothing%s",
            symbol, (unsigned long long)m->nop_calls, (unsigned long long)m->nop_count, family,
            place_name(m), m->nop_copies ? "; if it only copies or fills, say `.bitwise = 1`" : "");
    else
        snprintf(text, size,
                 "%llu of %llu more elements of %s stay right in %s with its %llu %s instructions "
                 "replaced by nops (n = %llu)%s: they are not computed with vectors",
                 (unsigned long long)m->nop_same, (unsigned long long)m->nop_more,
                 m->kernel->args[m->nop_arg].name, symbol, (unsigned long long)m->nop_count, family,
                 (unsigned long long)m->nop_n, place_name(m));
    return true;
}

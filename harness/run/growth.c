/* What the long call of one kernel executes more than its first short one.
 * SPDX-License-Identifier: MIT
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "code/classify.h"
#include "oracle/record.h"
#include "oracle/shape.h"
#include "run/row_evidence.h"

enum {
    XL_REST_VECTORS = 4,    /* vectors of elements that may be scalar, at the start and the end */
    XL_LOOP_OTHERS = 16,    /* scalar instructions of a loop around a vector */
    XL_SCALAR_PART = 4,     /* one scalar instruction for so many elements is too many */
    XL_LEAST_BLOCKS = 4,    /* in each lane */
    XL_MOST_ACCESSES = 150, /* percent of the vectors that are needed */
    XL_LOOP_PART = 4        /* what runs less often than a part of the loop is not of the loop */
};

static uint64_t difference(uint64_t a, uint64_t b)
{
    return a > b ? a - b : 0;
}

static uint64_t more(const struct xl_sampled samples[XL_SAMPLES], size_t i)
{
    const uint64_t first = samples[XL_SAMPLE_FULL].counts[i],
                   last = samples[XL_SAMPLE_LONG].counts[i];
    return last > first ? last - first : 0;
}

/* The compiler's vectoriser may use another family too: NEON beside SVE. */
static bool is_vector(const struct xl_row_evidence *p, const struct xl_kernel_trace *m, size_t i)
{
    const enum xl_family family = p->code->disassembly.instructions[i].family;
    return m->kernel->autovectorized ? family > XL_FAMILY_none && family < XL_FAMILY_pad
                                     : xl_family_counts(m->family, family);
}

/* Whether a scalar instruction ran too often to belong to vectors: a loop around vector
 * instructions runs none of its own more often than them. But at -O0 the condition of a loop of one
 * vector runs twice. */
static bool is_too_often(const struct xl_row_evidence *p, const struct xl_kernel_trace *m,
                         uint64_t times)
{
    const uint64_t rest = XL_REST_VECTORS * xl_lanes_of_kernel(p, m->kernel, false),
                   halves = strcmp(p->job->row->opt, "O0") == 0 ? 4 : 3;
    return times > m->max_vector_more * halves / 2 + rest;
}

/* Whether it uses more than half of a register. */
static bool is_wide(const struct xl_instruction *insn)
{
    return strstr(insn->operands, "%ymm") || strstr(insn->operands, "%zmm") ||
           xl_ends_with(insn->mnemonic, "y"); /* vcvtpd2psy (%rdi), %xmm0 */
}

enum { XL_ACCESS_PARTS = 64 }; /* of a vector: groups of RVV may have an eighth */

/* What vset chose: bits of an element, and how many vectors of so many parts a register name has.
 */
struct vset {
    size_t bits;
    uint64_t parts;
};

/* The setting of RVV that holds from this instruction on, in the order of addresses. */
static bool read_vset(const struct xl_instruction *insn, struct vset *v)
{
    const char *size = strstr(insn->operands, ", e"), *group = size ? strstr(size, ", m") : NULL;
    if (strncmp(insn->mnemonic, "vset", 4) != 0 || !group)
        return false;
    const bool is_part = group[3] == 'f';
    const uint64_t groups = strtoul(group + 3 + is_part, NULL, 10);
    v->bits = strtoul(size + 3, NULL, 10);
    v->parts = is_part ? XL_ACCESS_PARTS / (groups ? groups : 1) : XL_ACCESS_PARTS * groups;
    return true;
}

/* Counts floats that are computed one by one, and integers that are divided so. */
static void sum_arithmetic(const struct xl_row_evidence *p, struct xl_kernel_trace *m,
                           const struct xl_sampled samples[XL_SAMPLES])
{
    const struct xl_sampled *last = &samples[XL_SAMPLE_LONG];
    uint64_t most = 0;
    m->arithmetic_more = 0;
    for (size_t i = last->trace.low; i < last->trace.high; i++) {
        const struct xl_instruction *insn = &p->code->disassembly.instructions[i];
        if (!more(samples, i) || is_vector(p, m, i) ||
            !xl_is_scalar_arithmetic(p->job->row->arch->name, insn->mnemonic, insn->operands))
            continue;
        m->arithmetic_more += more(samples, i);
        if (more(samples, i) > most)
            snprintf(m->arithmetic, sizeof m->arithmetic, "%s", insn->mnemonic);
        most = more(samples, i) > most ? more(samples, i) : most;
    }
}

/* What the long call has to store more than the first one, or to load if there is no output that
 * grows: of the longest argument. */
struct needed {
    enum xl_access access;
    /* Vectors of the kernel's widest elements, and the fewest that have its bytes. 0: it has
     * several rows, or too few blocks if each lane has one. */
    double vectors, full;
    double part; /* this of all that the long call has to */
};

static struct needed widest_more(const struct xl_row_evidence *p, const struct xl_kernel_trace *m)
{
    const struct xl_case few = {.n = m->full_n, .rows = 1, .depth = 1},
                         many = {.n = m->long_n, .rows = 1, .depth = 1};
    const size_t lanes = xl_lanes_of_kernel(p, m->kernel, true),
                 block = m->kernel->sizes.multiple_of;
    size_t elements[XL_STORE + 1] = {0}, bytes[XL_STORE + 1] = {0}, all[XL_STORE + 1] = {0};
    for (size_t k = 0; k < XL_MAX_ARGS && m->kernel->args[k].kind; k++) {
        const struct xl_arg *arg = &m->kernel->args[k];
        const enum xl_access access = xl_arg_is_written(arg) ? XL_STORE : XL_LOAD;
        const size_t grown =
            xl_arg_is_buffer(arg) ? xl_arg_elements(arg, &many) - xl_arg_elements(arg, &few) : 0;
        if (grown <= elements[access])
            continue;
        elements[access] = grown;
        all[access] = xl_arg_elements(arg, &many);
        bytes[access] = grown * xl_type_size(arg->type);
    }
    const enum xl_access of = elements[XL_STORE] ? XL_STORE : XL_LOAD;
    const bool is_unknown =
        m->long_n <= m->full_n ||
        (block > 1 && m->long_n - m->full_n < XL_LEAST_BLOCKS * block * lanes) ||
        xl_has_size(m->kernel, XL_SIZE_rows) || xl_has_size(m->kernel, XL_SIZE_depth);
    const double vectors = is_unknown ? 0 : (double)elements[of] / (double)lanes;
    return (struct needed){.access = of,
                           .vectors = vectors,
                           .full = m->family == XL_FAMILY_rvv
                                       ? vectors /* so sum_accesses counts */
                                       : 8 * (double)bytes[of] / p->row->vl_bits,
                           .part = (double)elements[of] / (double)(all[of] + !all[of])};
}

/* Whether the loop computes with lanes wider than the kernel's elements: then it may load a part of
 * a vector, and widen it. */
static bool is_wider(const struct xl_row_evidence *p, const struct xl_kernel_trace *m, size_t i,
                     uint64_t times, size_t widest, size_t vset_bits)
{
    const struct xl_instruction *insn = &p->code->disassembly.instructions[i];
    const char *arch = p->job->row->arch->name;
    return is_vector(p, m, i) && times * XL_LOOP_PART >= m->max_vector_more &&
           !xl_is_element_move(arch, insn->mnemonic) &&
           xl_lane_bytes(arch, insn->mnemonic, insn->operands) * vset_bits / 8 > widest;
}

/* Whether the long call went through all its elements here, and the first one went elsewhere: code
 * may have several loops. */
static bool is_of_long(const struct xl_sampled samples[XL_SAMPLES], size_t i)
{
    return !samples[XL_SAMPLE_FULL].counts[i];
}

/* Finds out how often the long call stores more vectors than it needs, or loads them if it stores
 * none: by the instruction that does so least often, of those that may do it all. The others may be
 * of a frame (at -O0 each result is stored there), so several that do it together tell nothing. */
static void sum_accesses(const struct xl_row_evidence *p, struct xl_kernel_trace *m,
                         const struct xl_sampled samples[XL_SAMPLES])
{
    const char *arch = p->job->row->arch->name;
    const struct xl_sampled *last = &samples[XL_SAMPLE_LONG];
    const bool has_vset = m->family == XL_FAMILY_rvv;
    const size_t widest = p->row->vl_bits / 8 / xl_lanes_of_kernel(p, m->kernel, true);
    struct vset vset = {.bits = 8 * widest, .parts = XL_ACCESS_PARTS};
    const struct needed needed = widest_more(p, m);
    double least = 0, together = 0;
    m->access_excess = 0;
    for (size_t i = last->trace.low; needed.vectors > 0 && i < last->trace.high; i++) {
        const struct xl_instruction *insn = &p->code->disassembly.instructions[i];
        if (read_vset(insn, &vset) || !more(samples, i))
            continue;
        if (is_wider(p, m, i, more(samples, i), widest, has_vset ? vset.bits : 8))
            return;
        const uint64_t parts = !has_vset ? XL_ACCESS_PARTS
                               : isdigit((unsigned char)insn->mnemonic[2]) /* vl4re32.v */
                                   ? (uint64_t)(insn->mnemonic[2] - '0') * XL_ACCESS_PARTS
                                   : vset.parts * 8 * widest / vset.bits;
        const double moved = (double)(more(samples, i) * parts) / XL_ACCESS_PARTS *
                             (is_of_long(samples, i) ? needed.part : 1);
        if (xl_vector_access(arch, insn->mnemonic, insn->operands, widest) != needed.access)
            continue;
        if (moved * 2 < needed.full)
            together += moved;
        else if (least == 0 || moved < least)
            least = moved;
    }
    if (together * 2 < needed.full)
        m->access_excess = (uint64_t)(100 * least / (needed.vectors + 1.0 / XL_ACCESS_PARTS));
}

void xl_growth_sum_up(const struct xl_row_evidence *p, struct xl_kernel_trace *m,
                      const struct xl_sampled samples[XL_SAMPLES])
{
    const struct xl_sampled *first = &samples[XL_SAMPLE_FULL], *last = &samples[XL_SAMPLE_LONG];
    m->full_n = first->n;
    uint64_t less = 0, most = 0;
    for (size_t i = first->trace.low; i < first->trace.high; i++) {
        m->full_executed += first->counts[i];
        less += is_vector(p, m, i) ? first->counts[i] : 0;
    }
    for (size_t i = last->trace.low; i < last->trace.high; i++) {
        if (!is_vector(p, m, i))
            continue;
        most += last->counts[i];
        const struct xl_instruction *insn = &p->code->disassembly.instructions[i];
        m->wide_more += is_wide(insn) ? more(samples, i) : 0;
        if (xl_is_element_move(p->job->row->arch->name, insn->mnemonic))
            m->moves_more += more(samples, i);
        m->max_vector_more =
            more(samples, i) > m->max_vector_more ? more(samples, i) : m->max_vector_more;
    }
    for (size_t i = last->trace.low; i < last->trace.high; i++)
        if (!is_vector(p, m, i) && is_too_often(p, m, more(samples, i)))
            m->scalar_more += more(samples, i);
    sum_arithmetic(p, m, samples);
    m->vector_more = difference(most, less);
    sum_accesses(p, m, samples);
}

/* Full vectors of the narrowest elements that the long call had more. */
static uint64_t vectors_more(const struct xl_row_evidence *p, const struct xl_kernel_trace *m)
{
    return difference(m->long_n, m->full_n) / xl_lanes_of_kernel(p, m->kernel, false);
}

bool xl_growth_is_of_slides(const struct xl_row_evidence *p, const struct xl_kernel_trace *m)
{
    return m->moves_more && m->moves_more <= vectors_more(p, m) + 1;
}

double xl_growth_rate(const struct xl_row_evidence *p, const struct xl_kernel_trace *m)
{
    const uint64_t vectors = vectors_more(p, m);
    return vectors ? (double)m->vector_more / (double)vectors : 0;
}

/* How many of the row's vectors one of this family can have: natively, a dispatcher chooses wider
 * ones than the row's ISA has. */
static uint64_t vectors_in_one(const struct xl_row_evidence *p, const struct xl_kernel_trace *m)
{
    const unsigned bits = m->family == XL_FAMILY_avx512 ? 512
                          : m->family == XL_FAMILY_avx  ? 256
                                                        : 0;
    return bits > p->row->vl_bits ? bits / p->row->vl_bits : 1;
}

/* Whether more vectors of elements had no more vector instructions. Code that returns early does
 * not count: it executes hardly anything more. */
static bool lacks_growth(const struct xl_row_evidence *p, const struct xl_kernel_trace *m)
{
    /* RVV registers may be used in groups of eight. */
    enum { ALONE = 2, GROUPED = 2 * 8, AROUND = 8 };
    const uint64_t vectors = vectors_more(p, m), found = m->vector_more,
                   executed = difference(m->long_executed, m->full_executed);
    const uint64_t part = m->family == XL_FAMILY_rvv ? GROUPED : ALONE;
    return found * part * vectors_in_one(p, m) < vectors && executed >= vectors + AROUND * found;
}

bool xl_growth_ended_early(const struct xl_row_evidence *p, const struct xl_kernel_trace *m)
{
    const uint64_t executed = difference(m->long_executed, m->full_executed),
                   vectors = m->full_n / xl_lanes_of_kernel(p, m->kernel, false);
    return m->long_n > m->full_n && lacks_growth(p, m) &&
           executed * vectors < m->full_executed * vectors_more(p, m);
}

bool xl_growth_is_of_logic(const struct xl_row_evidence *p, const struct xl_kernel_trace *m)
{
    return m->has_plain_logic && m->long_n > m->full_n && m->long_vector && lacks_growth(p, m);
}

bool xl_growth_is_of_bits(const struct xl_row_evidence *p, const struct xl_kernel_trace *m)
{
    return m->kernel->bitwise && m->long_n && lacks_growth(p, m);
}

bool xl_growth_is_scalar(const struct xl_kernel_trace *m)
{
    return m->scalar_more * XL_SCALAR_PART > difference(m->long_n, m->full_n);
}

bool xl_growth_is_of_vectors(const struct xl_row_evidence *p, const struct xl_kernel_trace *m)
{
    const uint64_t executed = difference(m->long_executed, m->full_executed),
                   others = difference(executed, m->vector_more),
                   lanes = xl_lanes_of_kernel(p, m->kernel, false);
    return vectors_more(p, m) && executed && !xl_growth_is_scalar(m) &&
           others <= vectors_more(p, m) * (XL_LOOP_OTHERS + 2 * lanes);
}

/* Whether hardly any instruction used all of the 256 bits. A dispatcher may choose code for AVX
 * alone, whose integers have 128. */
static bool is_half(const struct xl_row_evidence *p, const struct xl_kernel_trace *m)
{
    return m->family == XL_FAMILY_avx && !xl_kernel_is_dispatched(m->kernel) &&
           p->row->vl_bits > XL_NARROW_BITS && xl_growth_rate(p, m) >= 0.5 &&
           m->wide_more * 2 < vectors_more(p, m);
}

unsigned xl_narrow_bits(const struct xl_row_evidence *p)
{
    return p->job->row->kernels_bits ? p->row->vl_bits / 2 : XL_NARROW_BITS;
}

static double narrow_share(const struct xl_row_evidence *p, const struct xl_kernel_trace *m)
{
    const double lanes = (double)xl_lanes_of_kernel(p, m->kernel, false);
    return m->narrow_vector
               ? xl_growth_rate(p, m) / lanes / ((double)m->narrow_vector / (double)m->narrow_n)
               : 0;
}

bool xl_growth_is_narrow(const struct xl_row_evidence *p, const struct xl_kernel_trace *m)
{
    return narrow_share(p, m) > (1 + xl_narrow_bits(p) / (double)p->row->vl_bits) / 2;
}

bool xl_growth_find_defect(const struct xl_row_evidence *p, const struct xl_kernel_trace *m,
                           char *text, size_t size)
{
    const char *symbol = xl_symbol_of(p, m), *family = xl_family_name(m->family);
    const unsigned long long n = m->long_n, was = m->full_n;
    if (n <= was || !m->long_vector || xl_growth_is_of_bits(p, m))
        return false;
    if (lacks_growth(p, m) && !xl_names_by_lane(p, m->kernel))
        snprintf(
            text, size,
            "%s executed %llu more %s instructions at n = %llu than at n = %llu, for %llu more "
            "vectors: each needs at least one%s",
            symbol, (unsigned long long)m->vector_more, family, n, was,
            (unsigned long long)vectors_more(p, m),
            m->plain[0] ? "; if it only copies or fills, say `.bitwise = 1`" : "");
    else if (xl_growth_is_scalar(m) && !xl_by_lane_reason(p, m->kernel))
        snprintf(
            text, size,
            "%s executed %llu more scalar instructions at n = %llu than at n = %llu, each more "
            "often than any %s instruction: a scalar loop; if it is intended, give "
            "the reason in .by_lane",
            symbol, (unsigned long long)m->scalar_more, n, was, family);
    else if (m->arithmetic_more * 2 > difference(n, was) &&
             m->arithmetic_more * XL_SCALAR_PART > m->vector_more &&
             !xl_by_lane_reason(p, m->kernel))
        snprintf(text, size,
                 "%s executed %llu more scalar instructions such as `%s` for %llu more elements (n "
                 "= %llu, not %llu): it computes one by one; if it is intended, give the reason in "
                 ".by_lane",
                 symbol, (unsigned long long)m->arithmetic_more, m->arithmetic, n - was, n, was);
    else if (!m->kernel->narrow && is_half(p, m))
        snprintf(
            text, size,
            "%s executed %llu instructions on 256 bits for %llu more vectors (n = %llu, not "
            "%llu): it uses half of each vector; if it is intended, give the reason in .narrow",
            symbol, (unsigned long long)m->wide_more, (unsigned long long)vectors_more(p, m), n,
            was);
    else if (!m->kernel->narrow && xl_growth_is_narrow(p, m))
        snprintf(text, size,
                 "%s executes %.2f times as many %s instructions per element with %u bits as with "
                 "%u, expected %.2f times: it uses a part of each vector; if it is intended, give "
                 "the reason in .narrow",
                 symbol, narrow_share(p, m), family, p->row->vl_bits, xl_narrow_bits(p),
                 xl_narrow_bits(p) / (double)p->row->vl_bits);
    else if (!m->kernel->narrow && !xl_by_lane_reason(p, m->kernel) &&
             !xl_kernel_is_dispatched(m->kernel) && m->access_excess > XL_MOST_ACCESSES)
        snprintf(text, size,
                 "%s moves %.1f times as many vectors as its elements fill at n = %llu: it uses a "
                 "part of each vector; if it is intended, give the reason in .narrow",
                 symbol, (double)m->access_excess / 100, n);
    else
        return false;
    return true;
}

/* What a long call executes more than a short one.
 * SPDX-License-Identifier: MIT
 */
#include "run/growth.h"

#include <stdio.h>
#include <string.h>

#include "oracle/record.h"
#include "run/sampled_calls.h"

enum {
    XL_REST_VECTORS = 4, /* so many may be taken element by element, before the others and behind */
    XL_OFTEN_PART = 4    /* one scalar instruction for so many elements is too many */
};

static uint64_t above(uint64_t a, uint64_t b)
{
    return a > b ? a - b : 0;
}

static uint64_t more(const struct xl_sampled samples[XL_SAMPLES], size_t i)
{
    const uint64_t first = samples[XL_SAMPLE_FULL].counts[i],
                   last = samples[XL_SAMPLE_LONG].counts[i];
    return last > first ? last - first : 0;
}

/* A compiler's vectoriser may take those of another family too: of NEON, where there is SVE. */
static bool is_vector(const struct xl_evidence *p, const struct xl_kernel_trace *m, size_t i)
{
    const enum xl_family family = p->code->listing.instructions[i].family;
    return m->kernel->autovectorized ? family > XL_FAMILY_none && family < XL_FAMILY_pad
                                     : xl_family_counts(m->family, family);
}

/* Whether an instruction's executions belong to no vector's: a loop around vectors executes none of
 * its own more often than the vector instructions inside. */
static bool is_often(const struct xl_evidence *p, const struct xl_kernel_trace *m, uint64_t times)
{
    const uint64_t rest = XL_REST_VECTORS * xl_lanes_of_kernel(p, m->kernel, false);
    return times > m->most_often + m->most_often / 2 + rest;
}

/* AVX2 code may use half a register. */
static bool is_wide(const struct xl_instruction *insn)
{
    return strstr(insn->operands, "%ymm") || strstr(insn->operands, "%zmm") ||
           xl_ends_with(insn->mnemonic, "y"); /* vcvtpd2psy (%rdi), %xmm0 */
}

void xl_growth_sum_up(const struct xl_evidence *p, struct xl_kernel_trace *m,
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
        m->wide += is_wide(&p->code->listing.instructions[i]) ? more(samples, i) : 0;
        m->most_often = more(samples, i) > m->most_often ? more(samples, i) : m->most_often;
    }
    for (size_t i = last->trace.low; i < last->trace.high; i++)
        if (!is_vector(p, m, i) && is_often(p, m, more(samples, i)))
            m->often += more(samples, i);
    m->grown = above(most, less);
}

/* Full vectors of the narrowest elements that the long call had more. */
static uint64_t vectors_more(const struct xl_evidence *p, const struct xl_kernel_trace *m)
{
    return above(m->long_n, m->full_n) / xl_lanes_of_kernel(p, m->kernel, false);
}

double xl_growth_rate(const struct xl_evidence *p, const struct xl_kernel_trace *m)
{
    const uint64_t vectors = vectors_more(p, m);
    return vectors ? (double)m->grown / (double)vectors : 0;
}

/* Whether vectors more had no vector instructions more. Code that came back before it had seen them
 * executed hardly anything more, or as much scalar code for each vector instruction as before. */
static bool is_without(const struct xl_evidence *p, const struct xl_kernel_trace *m)
{
    /* RVV's registers may be taken in groups of eight. */
    enum { ALONE = 2, GROUPED = 2 * 8, AROUND = 8 };
    const uint64_t vectors = vectors_more(p, m), found = m->grown,
                   executed = above(m->long_executed, m->full_executed);
    const uint64_t part = m->family == XL_FAMILY_rvv ? GROUPED : ALONE;
    return found * part < vectors && executed >= vectors + AROUND * found;
}

bool xl_growth_is_of_bits(const struct xl_evidence *p, const struct xl_kernel_trace *m)
{
    return m->kernel->bitwise && m->long_n && is_without(p, m);
}

/* Whether so many scalar instructions are too many. */
bool xl_growth_is_scalar(const struct xl_kernel_trace *m)
{
    return m->often * XL_OFTEN_PART > above(m->long_n, m->full_n);
}

/* Whether 256 bits were to be had, and hardly any instruction used them. */
static bool is_half(const struct xl_evidence *p, const struct xl_kernel_trace *m)
{
    return m->family == XL_FAMILY_avx && p->row->vl_bits > XL_NARROW_BITS &&
           xl_growth_rate(p, m) >= 0.5 && m->wide * 2 < vectors_more(p, m);
}

static double narrow_share(const struct xl_evidence *p, const struct xl_kernel_trace *m)
{
    const double lanes = (double)xl_lanes_of_kernel(p, m->kernel, false);
    return m->narrow_vector
               ? xl_growth_rate(p, m) / lanes / ((double)m->narrow_vector / (double)m->narrow_n)
               : 0;
}

bool xl_growth_is_narrow(const struct xl_evidence *p, const struct xl_kernel_trace *m)
{
    return narrow_share(p, m) > (1 + XL_NARROW_BITS / (double)p->row->vl_bits) / 2;
}

bool xl_growth_find_defect(const struct xl_evidence *p, const struct xl_kernel_trace *m, char *text,
                           size_t size)
{
    const char *symbol = xl_symbol_of(p, m), *family = xl_family_name(m->family);
    const unsigned long long n = m->long_n, was = m->full_n;
    if (n <= was || !m->long_vector || xl_growth_is_of_bits(p, m))
        return false;
    if (is_without(p, m))
        snprintf(text, size,
                 "%s executed %llu %s instructions more with n = %llu than with n = %llu, which is "
                 "%llu vectors more: one at least for each is wanted",
                 symbol, (unsigned long long)m->grown, family, n, was,
                 (unsigned long long)vectors_more(p, m));
    else if (xl_growth_is_scalar(m) && !xl_why_by_lane(p, m->kernel))
        snprintf(text, size,
                 "%s executed %llu scalar instructions more with n = %llu than with n = %llu, each "
                 "more often than any %s instruction: a scalar loop; .by_lane says why",
                 symbol, (unsigned long long)m->often, n, was, family);
    else if (!m->kernel->narrow && is_half(p, m))
        snprintf(text, size,
                 "%s executed %llu instructions on 256 bits for %llu vectors more (n = %llu, not "
                 "%llu): it uses half of each; .narrow says why",
                 symbol, (unsigned long long)m->wide, (unsigned long long)vectors_more(p, m), n,
                 was);
    else if (!m->kernel->narrow && xl_growth_is_narrow(p, m))
        snprintf(text, size,
                 "%s executes %.2f times as many %s instructions an element with %u bits as with "
                 "%d, where %.2f times are to be expected: it uses a part of each vector; .narrow "
                 "says why",
                 symbol, narrow_share(p, m), family, p->row->vl_bits, XL_NARROW_BITS,
                 XL_NARROW_BITS / (double)p->row->vl_bits);
    else
        return false;
    return true;
}

/* What the long call of one kernel executes more than its first short one.
 * SPDX-License-Identifier: MIT
 */
#include "run/evidence.h"

#include <stdio.h>
#include <string.h>

#include "oracle/record.h"

enum {
    XL_REST_VECTORS = 4, /* vectors of elements that may be scalar, at the start and the end */
    XL_LOOP_OTHERS = 16, /* scalar instructions of a loop around a vector */
    XL_SCALAR_PART = 4   /* one scalar instruction for so many elements is too many */
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
 * instructions runs none of its own more often than them. */
static bool is_too_often(const struct xl_row_evidence *p, const struct xl_kernel_trace *m,
                         uint64_t times)
{
    const uint64_t rest = XL_REST_VECTORS * xl_lanes_of_kernel(p, m->kernel, false);
    return times > m->max_vector_more + m->max_vector_more / 2 + rest;
}

/* Whether it uses more than half of a register. */
static bool is_wide(const struct xl_instruction *insn)
{
    return strstr(insn->operands, "%ymm") || strstr(insn->operands, "%zmm") ||
           xl_ends_with(insn->mnemonic, "y"); /* vcvtpd2psy (%rdi), %xmm0 */
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
        m->wide_more += is_wide(&p->code->disassembly.instructions[i]) ? more(samples, i) : 0;
        m->max_vector_more =
            more(samples, i) > m->max_vector_more ? more(samples, i) : m->max_vector_more;
    }
    for (size_t i = last->trace.low; i < last->trace.high; i++)
        if (!is_vector(p, m, i) && is_too_often(p, m, more(samples, i)))
            m->scalar_more += more(samples, i);
    m->vector_more = difference(most, less);
}

/* Full vectors of the narrowest elements that the long call had more. */
static uint64_t vectors_more(const struct xl_row_evidence *p, const struct xl_kernel_trace *m)
{
    return difference(m->long_n, m->full_n) / xl_lanes_of_kernel(p, m->kernel, false);
}

double xl_growth_rate(const struct xl_row_evidence *p, const struct xl_kernel_trace *m)
{
    const uint64_t vectors = vectors_more(p, m);
    return vectors ? (double)m->vector_more / (double)vectors : 0;
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
    return found * part < vectors && executed >= vectors + AROUND * found;
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

static double narrow_share(const struct xl_row_evidence *p, const struct xl_kernel_trace *m)
{
    const double lanes = (double)xl_lanes_of_kernel(p, m->kernel, false);
    return m->narrow_vector
               ? xl_growth_rate(p, m) / lanes / ((double)m->narrow_vector / (double)m->narrow_n)
               : 0;
}

bool xl_growth_is_narrow(const struct xl_row_evidence *p, const struct xl_kernel_trace *m)
{
    return narrow_share(p, m) > (1 + XL_NARROW_BITS / (double)p->row->vl_bits) / 2;
}

bool xl_growth_find_defect(const struct xl_row_evidence *p, const struct xl_kernel_trace *m,
                           char *text, size_t size)
{
    const char *symbol = xl_symbol_of(p, m), *family = xl_family_name(m->family);
    const unsigned long long n = m->long_n, was = m->full_n;
    if (n <= was || !m->long_vector || xl_growth_is_of_bits(p, m))
        return false;
    if (lacks_growth(p, m))
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
                 "%d, expected %.2f times: it uses a part of each vector; if it is intended, give "
                 "the reason in .narrow",
                 symbol, narrow_share(p, m), family, p->row->vl_bits, XL_NARROW_BITS,
                 XL_NARROW_BITS / (double)p->row->vl_bits);
    else
        return false;
    return true;
}

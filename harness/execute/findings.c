/* Makes findings of calls.
 * SPDX-License-Identifier: MIT
 */
#include "execute/context.h"

#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "oracle/record.h"
#include "results/checks.h"
#include "results/results.h"

/* "rows = 3, stride of src = -40" */
static void describe_sizes(const struct xl_kernel *kernel, const struct xl_prepared_call *p,
                           char *text, size_t size)
{
    for (size_t k = 0; kernel->args[k].kind; k++) {
        const struct xl_arg *arg = &kernel->args[k];
        const bool is_stride = arg->kind == XL_ARG_STRIDE;
        if (is_stride || arg->kind == XL_ARG_SIZE)
            xl_append(text, size, "%s%s%s = %lld", *text ? ", " : "", is_stride ? "stride of " : "",
                      arg->name, (long long)p->buffers[k].value);
    }
}

struct xl_finding *xl_new_finding(const struct xl_context *ctx, struct xl_kernel_result *result,
                                  enum xl_check check, const struct xl_prepared_call *p,
                                  const struct xl_buffer *b)
{
    if (xl_check_is_disabled(ctx->disabled_checks, check))
        return NULL;
    result->group_differences[p ? p->c.group : (unsigned)XL_NO_GROUP]++;
    struct xl_finding *f = xl_result_add_finding(result, check);
    if (!f)
        return NULL;
    f->has_call = p != NULL;
    if (p) {
        f->c = p->c;
        f->n = p->c.n;
        f->alignment = 64;
        describe_sizes(ctx->kernel, p, f->sizes, sizeof f->sizes);
    }
    /* A result has no buffer: take the first argument's. */
    if (p && (!b || !b->slot_bytes))
        b = &p->buffers[0];
    if (b && b->slot_bytes) {
        size_t address = b->slot_at + b->at;
        f->alignment = address % 64 ? (unsigned)(address & -address) : 64;
    }
    return f;
}

struct xl_finding *xl_add_finding(const struct xl_context *ctx, struct xl_kernel_result *result,
                                  enum xl_check check, const struct xl_prepared_call *p,
                                  const struct xl_buffer *b, const char *format, ...)
{
    struct xl_finding *f = xl_new_finding(ctx, result, check, p, b);
    va_list arguments;
    va_start(arguments, format);
    if (f)
        vsnprintf(f->message, sizeof f->message, format, arguments);
    va_end(arguments);
    return f;
}

size_t xl_unusual_elements(enum xl_type type, const void *data, size_t count, uint64_t *usual)
{
    size_t votes = 0, others = 0;
    for (size_t i = 0; i < count; i++) { /* the vote of Boyer and Moore: it finds a majority */
        const uint64_t bits = xl_bits_get(type, data, i);
        if (!votes)
            *usual = bits;
        votes = bits == *usual ? votes + 1 : votes - 1;
    }
    for (size_t i = 0; i < count; i++)
        others += xl_bits_get(type, data, i) != *usual;
    return others;
}

bool xl_has_usual(size_t count, size_t others)
{
    enum { LEAST = 4, SHARE = 4 };
    return count >= LEAST && others * SHARE <= count;
}

enum { XL_SHOWN_INPUTS = 6 };

void xl_describe_inputs(const struct xl_kernel *kernel, const struct xl_prepared_call *p, long i,
                        char *text, size_t size)
{
    text[0] = '\0';
    for (size_t k = 0; kernel->args[k].kind; k++) {
        const struct xl_arg *arg = &kernel->args[k];
        const struct xl_buffer *b = &p->buffers[k];
        int digits = 2 * (int)xl_type_size(arg->type);
        if (arg->kind == XL_ARG_VALUE)
            xl_append(text, size, "%s%s=0x%0*llx", *text ? " " : "", arg->name, digits,
                      (unsigned long long)b->value);
        if (!xl_arg_is_read(arg))
            continue;
        const bool just_one =
            arg->per_n == 1 && arg->rare.divide <= 1 && i >= 0 && (size_t)i < b->elements;
        const size_t from = just_one ? (size_t)i : 0, to = just_one ? from + 1 : b->elements;
        uint64_t usual = 0;
        const size_t others = xl_unusual_elements(arg->type, b->data, b->elements, &usual);
        const bool has_usual = !just_one && xl_has_usual(b->elements, others);
        if (has_usual)
            xl_append(text, size, "%s%s=0x%0*llx%s", *text ? " " : "", arg->name, digits,
                      (unsigned long long)usual, others ? ", except" : "");
        for (size_t e = from, shown = 0; e < to && shown < XL_SHOWN_INPUTS; e++) {
            const uint64_t bits = xl_bits_get(arg->type, b->data, e);
            if (has_usual && bits == usual)
                continue;
            xl_append(text, size, "%s%s[%zu]=0x%0*llx", *text ? " " : "", arg->name, e, digits,
                      (unsigned long long)bits);
            shown++;
        }
    }
}

size_t xl_lane_count(const struct xl_context *ctx, enum xl_type type)
{
    return ctx->vl_bits ? ctx->vl_bits / 8 / xl_type_size(type) : 1;
}

const char *xl_rounding_words(enum xl_rounding rounding)
{
    static const char *const words[XL_ROUNDINGS] = {"", ", rounding down", ", rounding up",
                                                    ", rounding to zero", ", flushing subnormals"};
    return words[rounding];
}

static void describe_hang(const struct xl_context *ctx, char *text, size_t size)
{
    snprintf(text, size, "the call did not return within %d s, ", ctx->call_limit_ms / 1000);
    if (xl_fault_kind_of(ctx->agent) == XL_FAULT_TIMEOUT)
        xl_fault_describe_place(ctx, text, size);
    else
        xl_append(text, size, "position unknown: it blocks signals");
}

const char *xl_signal_words(int signal_number)
{
    return signal_number == SIGSYS ? ", because it sent a signal to another process" : "";
}

/* What a guest printed that called abort(): glibc says what is wrong with its heap, an assertion
 * which one failed, behind the program's name. QEMU adds a line. */
static void describe_abort(char *output, char *text, size_t size)
{
    const char *begin = output + strspn(output, "0123456789"); /* the agent is an open file */
    if (begin > output && strncmp(begin, ": ", 2) == 0)
        begin += 2;
    else
        begin = output;
    char *emulators = strstr(output, "qemu: uncaught target signal");
    if (emulators)
        *emulators = '\0';
    const size_t length = strlen(begin);
    const bool ends = length && begin[length - 1] == ' ';
    if (length)
        xl_append(text, size, ": %.*s", (int)(length - ends), begin);
}

void xl_add_status_finding(const struct xl_context *ctx, const struct xl_prepared_call *p,
                           enum xl_call_status status, int detail, struct xl_kernel_result *result)
{
    static const enum xl_check checks[] = {[XL_STATUS_SIGNAL] = XL_CHECK_crash,
                                           [XL_STATUS_EXIT] = XL_CHECK_exit,
                                           [XL_STATUS_TIMEOUT] = XL_CHECK_hang,
                                           [XL_STATUS_PROTOCOL_ERROR] = XL_CHECK_protocol};
    char output[300], write_text[300];
    enum xl_check check = checks[status];
    bool is_write = status == XL_STATUS_SIGNAL &&
                    xl_fault_is_write(ctx, p, &check, write_text, sizeof write_text);
    struct xl_finding *f = xl_new_finding(ctx, result, check, p, NULL);
    if (!f)
        return;
    xl_process_tail(&ctx->agent->process, output, sizeof output);
    if (status == XL_STATUS_SIGNAL || status == XL_STATUS_TIMEOUT)
        f->pc = xl_fault_pc(ctx->agent,
                            status == XL_STATUS_TIMEOUT ? XL_FAULT_TIMEOUT : XL_FAULT_SIGNAL);
    if (is_write) {
        snprintf(f->message, sizeof f->message, "%s", write_text);
    } else if (status == XL_STATUS_SIGNAL) {
        f->signal = detail;
        xl_fault_instruction(ctx, f->instruction, sizeof f->instruction);
        snprintf(f->message, sizeof f->message, "crashed with signal %d (%s)%s", detail,
                 strsignal(detail), xl_signal_words(detail));
        xl_fault_describe(ctx, p, detail, f->message, sizeof f->message);
        if (detail == SIGABRT)
            describe_abort(output, f->message, sizeof f->message);
        if (p->threads)
            xl_append(f->message, sizeof f->message, ", called by %u threads at once", p->threads);
        if (p->c.n == 0 && xl_kernel_asks(ctx->kernel, "ms_abi"))
            xl_append(f->message, sizeof f->message,
                      "; its .abi is ms_abi: is the function XL_MS_ABI?");
    } else if (status == XL_STATUS_EXIT) {
        snprintf(f->message, sizeof f->message,
                 "the guest exited with status %d during the call%s%s", detail,
                 output[0] ? ": " : "", output);
    } else if (status == XL_STATUS_TIMEOUT) {
        describe_hang(ctx, f->message, sizeof f->message);
    } else {
        snprintf(f->message, sizeof f->message, "malformed reply from the agent");
    }
    xl_describe_inputs(ctx->kernel, p, XL_NO_ELEMENT, f->inputs, sizeof f->inputs);
}

/* Describes buffers that are adjacent or shared. */
static void describe_alias(const struct xl_kernel *kernel, const struct xl_prepared_call *p,
                           char *text, size_t size)
{
    const char *begin = " when ";
    if (p->c.placement == XL_PLACEMENT_ADJACENT)
        xl_append(text, size, " when the buffers lie %s",
                  p->c.round % 2 ? "one element apart" : "back to back");
    for (size_t k = 0; k < XL_MAX_ARGS; k++)
        if (p->buffers[k].shared >= 0) {
            xl_append(text, size, "%s%s is %s", begin, kernel->args[k].name,
                      kernel->args[p->buffers[k].shared].name);
            begin = " and ";
        }
}

void xl_describe_element(const struct xl_context *ctx, const struct xl_arg *arg, size_t i,
                         uint64_t got, uint64_t expected, struct xl_finding *f)
{
    int digits = 2 * (int)xl_type_size(arg->type);
    f->has_element = 1;
    f->element = i;
    f->lane = i % xl_lane_count(ctx, arg->type);
    f->arg = arg->name;
    snprintf(f->got, sizeof f->got, "0x%0*llx", digits, (unsigned long long)got);
    snprintf(f->expected, sizeof f->expected, "0x%0*llx", digits, (unsigned long long)expected);
}

void xl_describe_lanes(const struct xl_context *ctx, enum xl_type type, size_t i, size_t elements,
                       size_t row, bool (*is_right)(const void *data, size_t element),
                       const void *data, struct xl_finding *f)
{
    const size_t lanes = xl_lane_count(ctx, type), column = row ? i % row : i,
                 from = i - column % lanes, end = row ? i - column + row : elements;
    size_t count = 0;
    if (elements < 2 || lanes < 2)
        return;
    for (size_t e = from; e < end && e < from + lanes && count < XL_MAX_LANES; e++)
        f->lanes[count++] = is_right(data, e) ? '.' : 'x';
    f->lanes[count] = '\0';
}

struct xl_finding *xl_add_value_finding(const struct xl_context *ctx,
                                        const struct xl_prepared_call *p, size_t k, size_t i,
                                        uint64_t got, double ulp, uint64_t expected,
                                        struct xl_kernel_result *result)
{
    const struct xl_arg *arg = &ctx->kernel->args[k];
    bool alias = xl_placement_is_alias(p->c.placement);
    struct xl_finding *f =
        xl_new_finding(ctx, result, alias ? XL_CHECK_alias : XL_CHECK_value, p, &p->buffers[k]);
    if (!f)
        return NULL;
    xl_describe_element(ctx, arg, i, got, expected, f);
    f->ulp = ulp;
    xl_describe_inputs(ctx->kernel, p, xl_arg_is_written(arg) ? (long)i : XL_NO_ELEMENT, f->inputs,
                       sizeof f->inputs);
    snprintf(f->message, sizeof f->message, "wrong value in %s[%zu]%s", arg->name, i,
             xl_rounding_words(p->c.rounding));
    const struct xl_buffer *buffer = &p->buffers[k];
    const size_t byte = i * xl_type_size(arg->type);
    if (buffer->rows > 1)
        f->lane =
            byte % buffer->row_bytes / xl_type_size(arg->type) % xl_lane_count(ctx, arg->type);
    if (buffer->rows > 1)
        xl_append(f->message, sizeof f->message, ", in column %zu of row %zu",
                  byte % buffer->row_bytes / xl_type_size(arg->type), byte / buffer->row_bytes);
    describe_alias(ctx->kernel, p, f->message, sizeof f->message);
    if (!xl_honors_fp_control(ctx)) /* the reference flushes only inputs and results */
        xl_append(f->message, sizeof f->message,
                  "; this ISA flushes f32 subnormals, also of intermediate results");
    if (p->c.rounding == XL_FLUSHING)
        xl_append(f->message, sizeof f->message,
                  "; the caller flushes subnormals, as programs of -ffast-math do: does the kernel "
                  "take integers for floats?");
    return f;
}

/* ---- Which calls of a kernel fail: the property of calls that best separates them from those that
 * pass ---- */

/* From what an author knows best. Each has at most XL_CALL_VALUES values. */
enum property { BY_TAIL, BY_REST, BY_LENGTH, BY_ROUNDING, BY_PLACE, BY_ALIGNMENT, BY_FILL };

enum { XL_LENGTHS = 8, XL_ALIGNMENT_STEPS = 6 };

_Static_assert((int)BY_FILL + 1 == (int)XL_CALL_PROPERTIES, "one number for each property");
_Static_assert((int)XL_FILLS <= (int)XL_CALL_VALUES && (int)XL_PLACEMENTS <= (int)XL_CALL_VALUES,
               "a number for each value");

/* 0: below a vector; 1: one vector; 2: two and three; 3: four to seven; ... */
static unsigned length_of(const struct xl_case *c)
{
    unsigned length = 0;
    for (size_t vectors = c->lanes ? c->n / c->lanes : 0; vectors && length < XL_LENGTHS - 1;
         vectors /= 2)
        length++;
    return length;
}

/* The exponent of the largest power of two, up to 64, that divides all addresses. */
static unsigned alignment_of(const struct xl_prepared_call *p)
{
    unsigned least = XL_ALIGNMENT_STEPS;
    for (size_t k = 0; k < XL_MAX_ARGS; k++) {
        const size_t at = p->buffers[k].slot_bytes ? p->buffers[k].slot_at + p->buffers[k].at : 0;
        const unsigned exponent = at ? (unsigned)__builtin_ctzll(at) : XL_ALIGNMENT_STEPS;
        least = exponent < least ? exponent : least;
    }
    return least;
}

void xl_count_call(const struct xl_prepared_call *p, bool fails, struct xl_call_counts *counts)
{
    const struct xl_case *c = &p->c;
    const size_t rest = c->lanes ? c->n % c->lanes : 0;
    const unsigned values[XL_CALL_PROPERTIES] = {
        [BY_TAIL] = c->lanes > 1 && c->n % c->lanes,
        [BY_REST] = rest < XL_CALL_VALUES ? (unsigned)rest : XL_CALL_VALUES - 1,
        [BY_LENGTH] = length_of(c),
        [BY_ROUNDING] = c->rounding,
        [BY_PLACE] = c->placement,
        [BY_ALIGNMENT] = alignment_of(p),
        [BY_FILL] = c->fill,
    };
    counts->lanes = c->lanes;
    counts->all[fails]++;
    for (size_t property = 0; property < XL_CALL_PROPERTIES; property++)
        counts->by[property][values[property]][fails]++;
}

/* The values of a property with failing calls, as text. Returns false if they say nothing. */
static bool describe(enum property property, const uint32_t by[XL_CALL_VALUES][2], size_t lanes,
                     char *text, size_t size)
{
    enum { MOST = 3 };
    size_t failing = 0, first = XL_CALL_VALUES, last = 0, greatest = 0;
    for (size_t value = 0; value < XL_CALL_VALUES; value++) {
        greatest = by[value][0] + by[value][1] ? value : greatest;
        if (by[value][1]) {
            failing++;
            first = first < value ? first : value;
            last = value;
        }
    }
    const bool is_run = failing == last - first + 1;
    size_t least = lanes << (first ? first - 1 : 0), end = lanes << last;
    *text = '\0';
    switch (property) {
    case BY_TAIL:
        snprintf(text, size,
                 first ? "where n is no multiple of %zu" : "where n is a multiple of %zu", lanes);
        return lanes > 1;
    case BY_REST:
        if (!is_run || last == XL_CALL_VALUES - 1)
            return false;
        snprintf(text, size, "where n %% %zu is %zu", lanes, first);
        if (failing > 1)
            xl_append(text, size, " to %zu", last);
        return lanes > 1;
    case BY_LENGTH:
        if (!is_run)
            return false;
        if (!first)
            snprintf(text, size, "where n is below %zu", end);
        else if (last == greatest)
            snprintf(text, size, "where n is %zu or more", least);
        else
            snprintf(text, size, "where n is %zu to %zu", least, end - 1);
        return true;
    case BY_ALIGNMENT:
        if (first || !is_run)
            return false;
        snprintf(text, size, "where a buffer is not aligned to %d bytes", 2 << last);
        return true;
    default:
        break;
    }
    if (failing > MOST)
        return false;
    for (size_t value = first; value <= last; value++)
        if (by[value][1])
            xl_append(text, size, "%s%s",
                      *text                     ? " or "
                      : property == BY_ROUNDING ? "with "
                      : property == BY_PLACE    ? "with buffers at "
                                                : "with fill ",
                      property == BY_ROUNDING ? value
                                                    ? xl_rounding_words((enum xl_rounding)value) + 2
                                                    : "rounding to nearest"
                      : property == BY_PLACE  ? xl_placement_name((enum xl_placement)value)
                                              : xl_fill_name((enum xl_fill)value));
    return true;
}

void xl_describe_failing_calls(const struct xl_call_counts *counts, char *text, size_t size)
{
    const double passing = counts->all[0], failing = counts->all[1],
                 part = failing / (passing + failing);
    double best = 1;
    char words[160], best_words[160] = "";
    bool is_each = false;
    *text = '\0';
    if (failing == 0 || passing + failing < 2)
        return;
    for (size_t property = 0; property < XL_CALL_PROPERTIES && passing > 0; property++) {
        double inside = 0;
        for (size_t value = 0; value < XL_CALL_VALUES; value++)
            inside += counts->by[property][value][1] ? counts->by[property][value][0] : 0;
        const double outside = passing - inside;
        /* Calls that pass elsewhere would do so by chance. */
        if (pow(1 - part, outside) * XL_CALL_PROPERTIES > 0.01 || inside / passing >= best ||
            !describe(property, counts->by[property], counts->lanes, words, sizeof words))
            continue;
        best = inside / passing;
        is_each = inside == 0;
        snprintf(best_words, sizeof best_words, "%s", words);
    }
    if (passing == 0)
        snprintf(text, size, "each of %.0f calls fails", failing);
    else
        snprintf(text, size, "%.0f of %.0f calls fail%s%s%s%s", failing, passing + failing,
                 failing < 2 ? "s" : "", *best_words ? is_each ? ": each " : ": only " : "",
                 best_words, is_each ? ", and no other" : "");
}

/* What is wrong with a record: each rule of contract.h that the compiler cannot check.
 * SPDX-License-Identifier: MIT
 */
#include "oracle/record_check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "oracle/compare.h"
#include "oracle/record.h"
#include "oracle/shape.h"
#include "oracle/strides.h"
#include "oracle/values.h"
#include "protocol.h"

/* ---- Names of ISAs and features ---- */

enum { XL_MAX_NAMES = 600 };

/* What a word of a record may name. */
enum { ISAS = 1, FEATURES = 2, VARIANTS = 4 }; /* VARIANTS: functions of ISAS, which others check */

/* arch: of the features; NULL: of any. */
static int check_word(const struct xl_kernel *kernel, const char *field, unsigned kinds,
                      const char *arch, const char *word, size_t length, struct xl_error *err)
{
    const char *names[XL_MAX_NAMES] = {0};
    char wanted[64], similar[200];
    size_t count = 0;
    for (size_t i = 0; kinds & FEATURES && i < xl_feature_name_count && count < XL_MAX_NAMES / 2;
         i++)
        if (!arch || strcmp(xl_feature_names[i].arch, arch) == 0)
            names[count++] = xl_feature_names[i].name;
    for (size_t i = 0; kinds & ISAS && i < xl_isa_count && count < XL_MAX_NAMES; i++)
        names[count++] = xl_isas[i].name;
    for (size_t i = 0; i < count; i++)
        if (strlen(names[i]) == length && strncmp(names[i], word, length) == 0)
            return 0;
    snprintf(wanted, sizeof wanted, "%.*s", (int)(length < 60 ? length : 60), word);
    xl_similar_names(wanted, names, count, similar, sizeof similar);
    return xl_fail(err, "kernel %s: %s: unknown %s%s '%s'%s%s", kernel->name, field,
                   kinds == ISAS ? "ISA"
                   : arch        ? "feature of "
                                 : "ISA or feature",
                   arch ? arch : "", wanted, *similar ? "; similar: " : "", similar);
}

/* The same for words with blanks between them. NULL: none. */
static int check_words(const struct xl_kernel *kernel, const char *field, unsigned kinds,
                       const char *arch, const char *words, struct xl_error *err)
{
    const char *at = words ? words : "";
    for (size_t length; *(at += strspn(at, " ")); at += length) {
        length = strcspn(at, " ");
        if (check_word(kernel, field, kinds & ~(unsigned)VARIANTS, arch, at,
                       kinds & VARIANTS ? strcspn(at, " :") : length, err))
            return -1;
    }
    return 0;
}

int xl_kernel_check_isa(const struct xl_kernel *kernel, const char *field, const char *isa,
                        struct xl_error *err)
{
    return check_word(kernel, field, ISAS, NULL, isa, strlen(isa), err);
}

/* isa: or an XL_VARIANT of it. */
static const char *arch_of_isa(const char *isa)
{
    const size_t length = strcspn(isa, ":");
    for (size_t i = 0; i < xl_isa_count; i++)
        if (strlen(xl_isas[i].name) == length && strncmp(xl_isas[i].name, isa, length) == 0 &&
            strcmp(xl_isas[i].name, "scalar") != 0)
            return xl_isas[i].arch;
    return NULL;
}

int xl_kernel_check_features(const struct xl_kernel *kernel, struct xl_error *err)
{
    for (size_t i = 0; i < XL_MAX_NEEDS && kernel->needs[i].isa; i++) {
        const struct xl_need *need = &kernel->needs[i];
        const char *arch = arch_of_isa(need->isa);
        if (check_words(kernel, ".needs", ISAS | VARIANTS, NULL, need->isa, err) ||
            check_words(kernel, ".needs", arch ? FEATURES : ISAS | FEATURES, arch, need->features,
                        err))
            return -1;
    }
    for (size_t i = 0; i < XL_MAX_DISPATCH && kernel->dispatch[i].function; i++)
        if (check_words(kernel, ".dispatch", ISAS | FEATURES, NULL, kernel->dispatch[i].needs, err))
            return -1;
    return 0;
}

static int check_isas(const struct xl_kernel *kernel, struct xl_error *err)
{
    if (check_words(kernel, ".only", ISAS, NULL, kernel->only, err))
        return -1;
    for (size_t i = 0; i < XL_MAX_MISSING && kernel->missing[i].isa; i++)
        if (xl_kernel_check_isa(kernel, ".missing", kernel->missing[i].isa, err))
            return -1;
    for (size_t i = 0; i < XL_MAX_BY_LANE && kernel->by_lane[i].isas; i++)
        if (strcmp(kernel->by_lane[i].isas, XL_ALL_ISAS) != 0 &&
            check_words(kernel, ".by_lane", ISAS | VARIANTS, NULL, kernel->by_lane[i].isas, err))
            return -1;
    if (check_words(kernel, ".secret", ISAS | VARIANTS, NULL, kernel->secret.except, err))
        return -1;
    for (size_t i = 0; i < XL_MAX_ALIGNS && kernel->aligns[i].on; i++)
        if (check_words(kernel, ".aligns", ISAS | VARIANTS, NULL, kernel->aligns[i].on, err))
            return -1;
    return 0;
}

/* ---- `.function`, `.dense` and `.period` ---- */

static const char *wrong_function_arg(const struct xl_kernel *kernel, size_t k, size_t inputs)
{
    const struct xl_arg *arg = &kernel->args[k];
    const struct xl_function *f = xl_function_of(kernel, k);
    if (arg->kind == XL_ARG_COUNT)
        return NULL;
    if (arg->kind != XL_ARG_IN && arg->kind != XL_ARG_OUT)
        return "a kernel with .function has XL_IN, XL_OUT and XL_COUNT, and nothing else";
    if (arg->kind == XL_ARG_IN && (!xl_arg_is_strip(arg) || !xl_type_is_float(arg->type)))
        return "the inputs of .function are floats, one for each n";
    if (arg->kind == XL_ARG_OUT && !xl_arg_is_strip(arg))
        return "the outputs of .function have one element for each n";
    if (arg->kind == XL_ARG_OUT && !f)
        return ".function names no function of harness/oracle/functions.def";
    if (f && f->arity != inputs)
        return ".function takes another number of inputs than the kernel has";
    return NULL;
}

const char *xl_function_wrong(const struct xl_kernel *kernel)
{
    size_t inputs = 0, outputs = 0, names = 1;
    const char *wrong = NULL;
    if (!kernel->function)
        return NULL;
    if (kernel->contract.kind != XL_ULP)
        return ".function is for kernels with an XL_ULP contract";
    for (const char *space = kernel->function; (space = strchr(space, ' ')); space++)
        names++;
    for (size_t k = 0; kernel->args[k].kind; k++) {
        inputs += kernel->args[k].kind == XL_ARG_IN;
        outputs += kernel->args[k].kind == XL_ARG_OUT;
    }
    if (names != outputs)
        return ".function names one function for each output, with a space between";
    for (size_t k = 0; kernel->args[k].kind && !wrong; k++)
        wrong = wrong_function_arg(kernel, k, inputs);
    return wrong;
}

const char *xl_dense_wrong(const struct xl_kernel *kernel)
{
    size_t count = xl_dense_count(kernel);
    if (!kernel->function && (count || kernel->period != 0))
        return ".dense and .period are for kernels with .function";
    if (!(kernel->period >= 0) || isinf(kernel->period))
        return ".period is a positive number";
    for (size_t i = 0; i < count; i++)
        if (!(kernel->dense[i].lo <= kernel->dense[i].hi))
            return "an interval of .dense ends before it begins";
    return NULL;
}

/* ---- Rows, strides and slack ---- */

static const char *wrong_stride(const struct xl_kernel *kernel, size_t s)
{
    const struct xl_arg *first = xl_stride_buffer(kernel, s);
    if (!first)
        return "an XL_STRIDE names no buffer";
    for (size_t k = 0; kernel->args[k].kind; k++) {
        const struct xl_arg *arg = &kernel->args[k];
        if (!xl_arg_is_buffer(arg) || xl_stride_of(kernel, k) != (long)s)
            continue;
        if (arg->down == XL_DOWN_one || arg->by_pointers)
            return "an XL_STRIDE is of buffers that have rows, and no pointers to them";
        /* The reference gets one number for all of them. */
        if (!xl_arg_is_as_long(arg, first) ||
            (kernel->args[s].in_elements
                 ? xl_type_size(arg->type) != xl_type_size(first->type)
                 : xl_arg_reference_size(kernel, arg) != xl_arg_reference_size(kernel, first)))
            return "the buffers of one XL_STRIDE have rows of the same length, for the reference "
                   "too";
    }
    return NULL;
}

/* The error in a `.slack`, or NULL. */
static const char *wrong_slack(const struct xl_kernel *kernel, const struct xl_slack *slack)
{
    const long k = xl_arg_find(kernel, slack->of);
    if (k < 0 || !xl_arg_is_buffer(&kernel->args[k]))
        return ".slack names no buffer";
    const struct xl_arg *arg = &kernel->args[k];
    if (slack->elements > XL_MOST_SLACK / xl_type_size(arg->type))
        return ".slack is more than 2048 bytes";
    if (arg->down != XL_DOWN_one && !arg->by_pointers && xl_stride_of(kernel, (size_t)k) < 0)
        return ".slack of rows that lie back to back: they need an XL_STRIDE";
    return NULL;
}

static const char *wrong_rows(const struct xl_kernel *kernel)
{
    for (size_t k = 0; kernel->args[k].kind; k++) {
        const struct xl_arg *arg = &kernel->args[k];
        const bool is_buffer = xl_arg_is_buffer(arg);
        if (arg->across >= XL_SIZES || (int)arg->down > XL_SIZES)
            return "an argument is not made by the macros of contract.h";
        if (is_buffer && ((arg->across != XL_SIZE_n && !xl_has_size(kernel, arg->across)) ||
                          (arg->down > XL_DOWN_n &&
                           !xl_has_size(kernel, (enum xl_size)(arg->down - XL_DOWN_n)))))
            return "a buffer's size is not an argument: add XL_ROWS or XL_DEPTH";
        if (arg->kind == XL_ARG_STRIDE && wrong_stride(kernel, k))
            return wrong_stride(kernel, k);
        if (is_buffer && xl_arg_has_shape(arg) && (kernel->function || kernel->vector_steps))
            return ".function and .vector_steps are for buffers without rows";
        if (xl_arg_is_written(arg) && xl_arg_has_shape(arg) && kernel->elementwise)
            return ".elementwise is for outputs with one element for each n";
    }
    for (size_t i = 0; i < XL_MAX_SLACKS && kernel->slack[i].of; i++)
        if (wrong_slack(kernel, &kernel->slack[i]))
            return wrong_slack(kernel, &kernel->slack[i]);
    return NULL;
}

/* ---- `.lengths` ---- */

/* One integer that the call returns. */
static bool is_one_integer(const struct xl_arg *arg)
{
    const bool is_one =
        xl_arg_is_written(arg) && !arg->per_n && arg->fixed == 1 && !xl_arg_has_shape(arg);
    return (is_one || arg->kind == XL_ARG_RESULT) && !xl_type_is_float(arg->type);
}

static const char *wrong_lengths(const struct xl_kernel *kernel)
{
    for (size_t i = 0; i < XL_MAX_LENGTHS && kernel->lengths[i].of; i++) {
        const long of = xl_arg_find(kernel, kernel->lengths[i].of),
                   is = kernel->lengths[i].is ? xl_arg_find(kernel, kernel->lengths[i].is) : -1;
        if (of < 0 || !xl_arg_is_written(&kernel->args[of]) || xl_arg_has_shape(&kernel->args[of]))
            return ".lengths is of outputs without rows";
        if (is < 0 || is == of || !is_one_integer(&kernel->args[is]))
            return ".lengths needs an XL_RETURNS of an integer, named \"result\", or an "
                   "output of one";
        if (kernel->contract.kind == XL_BOUND || kernel->contract.off_by)
            return ".lengths are exact: they are not for XL_BOUND and .off_by";
        if (kernel->elementwise || kernel->function)
            return ".lengths are not for .elementwise and .function";
    }
    return NULL;
}

/* ---- `.sizes` ---- */

static bool has_rows(const struct xl_kernel *kernel)
{
    return xl_has_size(kernel, XL_SIZE_rows);
}

/* What is wrong with listed sizes, or NULL. */
static const char *wrong_list(const struct xl_kernel *kernel)
{
    const struct xl_sizes *s = &kernel->sizes;
    if (s->blocks[0].n && (s->n[0] || s->rows[0]))
        return "the .blocks of .sizes are in place of its .n and .rows";
    if ((s->n[0] || s->blocks[0].n) && (s->least || s->multiple_of || s->thresholds[0]))
        return ".sizes that list n have no .least, .multiple_of and .thresholds";
    if ((s->rows[0] || s->blocks[0].n || s->blocks[0].rows) && !has_rows(kernel))
        return "the .rows and .blocks of .sizes are for kernels with XL_ROWS";
    for (size_t b = 0; b < XL_MAX_BLOCKS; b++)
        if (!s->blocks[b].n != !s->blocks[b].rows)
            return "each of the .blocks of .sizes has an n and rows";
    if (xl_listed_n(kernel, 0) && (kernel->vector_steps || kernel->function))
        return ".vector_steps and .function are for kernels of any n";
    if (xl_listed_extent(kernel) > XL_MOST_BUFFER_BYTES)
        return ".sizes lists rows that need, with gaps between them, more than the 16777216 bytes "
               "that a buffer can have";
    return NULL;
}

static bool is_by_pointers(const struct xl_arg *arg)
{
    return arg->by_pointers;
}

/* Whether these sizes fit, with other sizes small. */
static bool can_be(const struct xl_kernel *kernel, size_t rows, size_t depth)
{
    const struct xl_case wanted = {.n = xl_valid_n(kernel, 1), .rows = rows, .depth = depth};
    struct xl_case c = wanted;
    xl_fit_rows(kernel, &c);
    return c.rows == wanted.rows && c.depth == wanted.depth &&
           (!xl_count_args(kernel, is_by_pointers) || rows <= XL_TABLE_ROWS);
}

/* What is wrong with the thresholds of rows and depth, or NULL. */
static const char *wrong_thresholds(const struct xl_kernel *kernel)
{
    const struct xl_sizes *s = &kernel->sizes;
    if (s->row_thresholds[0] && !has_rows(kernel))
        return "the .row_thresholds of .sizes are for kernels with XL_ROWS";
    if (s->rows_within_2_gib && !has_rows(kernel))
        return "the .rows_within_2_gib of .sizes is for kernels with XL_ROWS";
    if (s->depth_thresholds[0] && !xl_has_size(kernel, XL_SIZE_depth))
        return "the .depth_thresholds of .sizes are for kernels with XL_DEPTH";
    if (s->row_thresholds[0] && (s->rows[0] || s->blocks[0].n))
        return ".sizes that list rows have no .row_thresholds";
    for (size_t i = 0; i < XL_MAX_THRESHOLDS && s->row_thresholds[i]; i++)
        if (!can_be(kernel, s->row_thresholds[i] + 1, 1))
            return ".row_thresholds: rows can never reach a threshold";
    for (size_t i = 0; i < XL_MAX_THRESHOLDS && s->depth_thresholds[i]; i++)
        if (!can_be(kernel, 1, s->depth_thresholds[i] + 1))
            return ".depth_thresholds: depth can never reach a threshold";
    return NULL;
}

const char *xl_sizes_wrong(const struct xl_kernel *kernel)
{
    const struct xl_sizes *s = &kernel->sizes;
    if (wrong_list(kernel))
        return wrong_list(kernel);
    if (wrong_thresholds(kernel))
        return wrong_thresholds(kernel);
    if (s->multiple_of > 1 && s->least % s->multiple_of)
        return "the least n of .sizes is a multiple of its .multiple_of";
    if (s->multiple_of > xl_max_n(kernel, XL_LARGE_N))
        return "the .multiple_of of .sizes is more than the largest n that most calls have, 10007 "
               "or "
               "what fits a slot";
    for (size_t i = 0; i < XL_MAX_THRESHOLDS && s->thresholds[i]; i++)
        if (s->thresholds[i] < s->least || (s->multiple_of && s->thresholds[i] % s->multiple_of) ||
            xl_max_n(kernel, s->thresholds[i]) < s->thresholds[i])
            return ".thresholds: n can never equal a threshold";
    if ((s->least || s->multiple_of > 1) && (kernel->vector_steps || kernel->function))
        return ".vector_steps and .function are for kernels of any n";
    return NULL;
}

/* ---- Arguments, contract and promises ---- */

static bool is_output(const struct xl_arg *arg)
{
    return xl_arg_is_written(arg) || arg->kind == XL_ARG_RESULT;
}

static bool is_float_output(const struct xl_arg *arg)
{
    return is_output(arg) && xl_type_is_float(arg->type);
}

static const char *wrong_arg(const struct xl_kernel *kernel, size_t i)
{
    const struct xl_arg *arg = &kernel->args[i];
    if (arg->type >= XL_TYPES || arg->kind > XL_ARG_STRIDE || !arg->name)
        return "an argument is not made by the macros of contract.h";
    if (arg->kind == XL_ARG_RESULT && i + 1 < XL_MAX_ARGS && kernel->args[i + 1].kind)
        return "XL_RETURNS must come last";
    if (arg->kind == XL_ARG_VALUE && arg->is_size &&
        !(arg->lo >= 0 && arg->hi > 0 && arg->hi <= 0x1p64 && arg->rare.least < arg->rare.most))
        return "XL_VALUE_SIZE: the range must lie within 0..SIZE_MAX";
    if (arg->kind == XL_ARG_VALUE && arg->is_size && arg->rare.least >= UINT32_MAX)
        return "XL_VALUE_SIZE: the range must begin below 4294967295: a size_t may have 32 bits";
    if ((int)arg->rare.ratio < 0 || arg->rare.ratio > XL_RATIO_whole ||
        ((arg->rare.divide || arg->rare.rows_divide) && !xl_arg_is_buffer(arg)))
        return "an argument is not made by the macros of contract.h";
    if (arg->rare.divide > XL_MOST_DIVIDE || (arg->rare.divide && !arg->per_n) ||
        arg->rare.rows_divide > XL_MOST_DIVIDE)
        return "a ratio needs numbers from 1 on, and at most 65536 of a size";
    if (is_output(arg) && !xl_type_is_float(arg->type) && xl_type_size(arg->type) == 8 &&
        kernel->contract.kind == XL_BOUND)
        return "XL_BOUND is for floats, and for integers of up to 32 bits";
    return NULL;
}

static bool float_values_fit(const struct xl_kernel *kernel)
{
    size_t count[XL_TYPES] = {0};
    for (size_t i = 0; kernel->args[i].kind; i++)
        count[kernel->args[i].type] += kernel->args[i].kind == XL_ARG_VALUE;
    return count[XL_f32] + count[XL_f64] <= XL_MAX_FLOAT_VALUES &&
           (!count[XL_f32] || !count[XL_f64]);
}

/* What is wrong with the contract of a record, or NULL. */
static const char *wrong_contract(const struct xl_kernel *kernel)
{
    const struct xl_contract *c = &kernel->contract;
    const size_t floats = xl_count_args(kernel, is_float_output),
                 integers = xl_count_args(kernel, is_output) - floats;
    if (c->kind != XL_EXACT && (c->rounding || c->flags))
        return ".rounding and .flags are for XL_EXACT";
    if (c->kind == XL_ULP && !floats)
        return "XL_ULP is for float outputs; for integers there are .off_by and XL_BOUND";
    if (c->off_by && (c->kind == XL_BOUND || !integers))
        return ".off_by is for integer outputs, and not for XL_BOUND";
    if (c->zero_sign && (c->kind == XL_BOUND || !floats))
        return ".zero_sign is for float outputs, and not for XL_BOUND, where zeros are equal";
    return NULL;
}

static bool can_be_in_place(const struct xl_kernel *kernel)
{
    for (size_t in = 0; in < XL_MAX_ARGS; in++)
        for (size_t out = 0; out < XL_MAX_ARGS; out++)
            if (xl_can_share(&kernel->args[in], &kernel->args[out]))
                return true;
    return false;
}

static bool is_alignment(size_t bytes)
{
    return !(bytes & (bytes - 1)) && bytes <= XL_ALIGNMENTS;
}

/* What is wrong with the fields about memory and lanes, or NULL. */
static const char *wrong_promise(const struct xl_kernel *kernel)
{
    if (!is_alignment(kernel->align))
        return ".align is a power of two up to 64";
    for (size_t i = 0; i < XL_MAX_ALIGNS && kernel->aligns[i].on; i++)
        if (!kernel->aligns[i].bytes || !is_alignment(kernel->aligns[i].bytes))
            return ".aligns needs powers of two up to 64";
    if (kernel->prepare && kernel->elementwise && xl_rounding_is_free(kernel))
        return ".prepare breaks the fills that compare lanes of an .elementwise kernel";
    if (kernel->in_place && !can_be_in_place(kernel))
        return ".in_place needs an output of the type and length of an input";
    for (size_t i = 0; i < XL_MAX_ARGS && kernel->elementwise; i++)
        if (xl_arg_is_written(&kernel->args[i]) && !xl_arg_is_strip(&kernel->args[i]))
            return ".elementwise is for outputs with one element for each n";
    return NULL;
}

static const char *wrong_args(const struct xl_kernel *kernel)
{
    for (size_t i = 0; kernel->args[i].kind; i++)
        if (wrong_arg(kernel, i))
            return wrong_arg(kernel, i);
    if (!float_values_fit(kernel))
        return "float XL_VALUEs are at most 4, and all of one type";
    return xl_count_args(kernel, is_output) ? NULL : "it has no output to compare";
}

static const char *wrong_shape(const struct xl_kernel *kernel)
{
    if (kernel->args[XL_MAX_ARGS].kind ||
        (kernel->args[XL_CALL_ARGS].kind && kernel->args[XL_CALL_ARGS].kind != XL_ARG_RESULT))
        return "it has more than 16 arguments";
    return !kernel->reference == !kernel->function
               ? "it needs either an XL_REFERENCE or a .function"
               : NULL;
}

/* What is wrong with a record, or NULL. */
static int check_secret(const struct xl_kernel *kernel, struct xl_error *err)
{
    const char *at = kernel->secret.args ? kernel->secret.args : "";
    if (!kernel->secret.except != !kernel->secret.reason || (kernel->secret.except && !*at))
        return xl_fail(err, "kernel %s: .secret: .except needs .args, and a .reason", kernel->name);
    for (size_t length; *(at += strspn(at, " ")); at += length) {
        char name[XL_NAME_MAX];
        length = strcspn(at, " ");
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        const long arg = xl_arg_find(kernel, name);
        if (arg < 0 || !xl_arg_is_operand(&kernel->args[arg]))
            return xl_fail(err, "kernel %s: .secret: no input has the name '%s'", kernel->name,
                           name);
    }
    return 0;
}

static int check_abi(const struct xl_kernel *kernel, struct xl_error *err)
{
    const char *at = kernel->abi ? kernel->abi : "";
    size_t count = 0;
    while (xl_abi_rules[count])
        count++;
    for (size_t length; *(at += strspn(at, " ")); at += length) {
        char word[XL_NAME_MAX], similar[200];
        length = strcspn(at, " ");
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        size_t i = 0;
        while (i < count && strcmp(xl_abi_rules[i], word) != 0)
            i++;
        if (i < count)
            continue;
        xl_similar_names(word, xl_abi_rules, count, similar, sizeof similar);
        return xl_fail(err, "kernel %s: .abi: unknown rule '%s'%s%s", kernel->name, word,
                       *similar ? "; similar: " : "", similar);
    }
    return 0;
}

static const char *wrong_kernel(const struct xl_kernel *kernel)
{
    static const char *(*const rules[])(const struct xl_kernel *) = {
        wrong_shape,   xl_function_wrong, xl_dense_wrong, wrong_rows,
        wrong_lengths, wrong_args,        wrong_contract, wrong_promise};
    const char *wrong = NULL;
    for (size_t i = 0; i < sizeof rules / sizeof rules[0] && !wrong; i++)
        wrong = rules[i](kernel);
    return wrong;
}

/* Whether all buffers fit their slots. */
static int check_slots(const struct xl_kernel *kernel, struct xl_error *err)
{
    for (size_t i = 0; kernel->args[i].kind; i++) {
        const struct xl_arg *arg = &kernel->args[i];
        const double elements = xl_requested_elements(kernel, arg);
        const size_t room = xl_arg_slot_bytes(kernel, arg);
        if (elements * (double)room <= XL_MOST_BUFFER_BYTES)
            continue;
        return xl_fail(
            err,
            "kernel %s: argument %s: %.0f elements with n = %zu%s, of %zu bytes each, are more "
            "than the %d bytes that a buffer can have",
            kernel->name, arg->name, elements, xl_requested_n(kernel),
            kernel->sizes.row_thresholds[0] || kernel->sizes.depth_thresholds[0]
                ? ", or at a threshold of rows or depth"
                : "",
            room, XL_MOST_BUFFER_BYTES);
    }
    return 0;
}

int xl_record_check(const char *file, const struct xl_kernel *kernel, struct xl_error *err)
{
    if (!kernel->name)
        return xl_fail(err, "%s: a record of a kernel in C++ needs constant expressions as values",
                       file);
    if (kernel->version != XL_KERNEL_VERSION)
        return xl_fail(
            err, "%s was built for another version of kernel.h: delete its build directory", file);
    if (strlen(kernel->name) >= XL_NAME_MAX)
        return xl_fail(err, "kernel %s: its name is longer than 63 characters", kernel->name);
    const bool is_compiled = xl_kernel_compiled(kernel);
    const char *wrong = is_compiled ? wrong_kernel(kernel) : NULL;
    if (is_compiled && !wrong && check_slots(kernel, err))
        return -1;
    if (is_compiled && !wrong)
        wrong = xl_sizes_wrong(kernel);
    if (wrong)
        return xl_fail(err, "kernel %s: %s", kernel->name, wrong);
    return check_secret(kernel, err) || check_abi(kernel, err) || check_isas(kernel, err) ||
                   xl_kernel_check_features(kernel, err)
               ? -1
               : 0;
}

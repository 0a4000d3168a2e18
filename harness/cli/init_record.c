/* The file of a kernel that calls a function: what its record says is guessed from the prototype.
 * SPDX-License-Identifier: MIT
 */
#include "cli/init.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "oracle/types.h"

enum role { NUMBER, COUNT, ROWS, STRIDE, INPUT, OUTPUT, IN_OUT };

struct guess {
    enum role role;
    const struct xl_declared *of; /* STRIDE: the buffer */
};

struct guesses {
    const struct xl_prototype *p;
    struct guess at[XL_PROTOTYPE_PARAMETERS];
    bool has_count, has_rows;
};

/* ---- Names say what parameters are for ---- */

static const char *const counts[] = {"n",     "len",    "length",   "count",   "size",  "num",
                                     "nelem", "nelems", "elements", "samples", "width", "w"};
static const char *const rows[] = {"rows", "height", "h"};
static const char *const strides[] = {"stride", "pitch"};
static const char *const outputs[] = {"r",      "res", "result", "results", "out",
                                      "output", "dst", "dest",   "d",       "o"};
static const char *const in_outs[] = {"y",      "acc",   "accum", "data", "buf",
                                      "buffer", "inout", "io",    "state"};

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

/* Whether a word of the name is one of these: `len`, `src_len`, `len_src`, `n_samples`. */
static bool is_named(const char *name, const char *const *words, size_t count)
{
    while (*name) {
        name += strspn(name, "_");
        const size_t length = strcspn(name, "_");
        for (size_t i = 0; i < count; i++)
            if (strlen(words[i]) == length && strncasecmp(words[i], name, length) == 0)
                return true;
        name += length;
    }
    return false;
}

static bool is_size(const struct xl_declared *d)
{
    return !d->is_pointer && !d->is_bool && !xl_type_is_float(d->type);
}

static bool is_stride(const struct xl_declared *d)
{
    return is_size(d) && (is_named(d->name, strides, COUNT_OF(strides)) ||
                          strstr(d->name, "stride") || strstr(d->name, "Stride"));
}

/* A step between elements, of a BLAS: there is no such argument. */
static bool is_increment(const struct xl_declared *d)
{
    return is_size(d) &&
           (strncasecmp(d->name, "inc", 3) == 0 || strncasecmp(d->name, "ld", 2) == 0) &&
           strlen(d->name) <= 4;
}

/* ---- Names for parameters that have none ---- */

static bool is_taken(const struct xl_prototype *p, const char *name)
{
    bool is_taken = strcmp(p->name, name) == 0;
    for (size_t i = 0; i < p->count; i++)
        is_taken |= p->parameters[i].name && strcmp(p->parameters[i].name, name) == 0;
    return is_taken;
}

static const char *free_name(struct xl_prototype *p, const char *wanted)
{
    for (unsigned i = 0;; i++) {
        char name[32];
        snprintf(name, sizeof name, i ? "%s%u" : "%s", wanted, i);
        if (!is_taken(p, name))
            return xl_arena_text(&p->memory, name, strlen(name));
    }
}

static void name_parameters(struct xl_prototype *p)
{
    char input[] = "a", number[] = "x";
    for (size_t i = 0; i < p->count; i++) {
        struct xl_declared *d = &p->parameters[i];
        if (*d->name)
            continue;
        const bool is_size_type =
            is_size(d) && (d->is_pointer_wide || strcmp(d->c_type, "int") == 0);
        d->name = free_name(p, d->is_pointer  ? d->is_const ? input : "r"
                               : is_size_type ? "n"
                                              : number);
        input[0] += d->is_pointer && d->is_const && input[0] < 'f';
    }
}

/* ---- Roles ---- */

static bool has_input(const struct xl_prototype *p)
{
    for (size_t i = 0; i < p->count; i++)
        if (p->parameters[i].is_pointer && p->parameters[i].is_const)
            return true;
    return false;
}

/* Without const nothing tells inputs from outputs but names. */
static enum role role_of_buffer(const struct xl_prototype *p, const struct xl_declared *d)
{
    if (d->is_const)
        return INPUT;
    if (is_named(d->name, outputs, COUNT_OF(outputs)))
        return OUTPUT;
    return has_input(p) && !is_named(d->name, in_outs, COUNT_OF(in_outs)) ? OUTPUT : IN_OUT;
}

/* The buffer that the name of a stride has in it, or else the last one before it. */
static const struct xl_declared *buffer_of(const struct xl_prototype *p,
                                           const struct xl_declared *d)
{
    const struct xl_declared *best = NULL, *before = NULL;
    for (const struct xl_declared *b = p->parameters; b < p->parameters + p->count; b++) {
        if (!b->is_pointer)
            continue;
        if (is_named(d->name, &b->name, 1) ||
            (strncmp(d->name, b->name, strlen(b->name)) == 0 && strlen(b->name) > 1))
            best = b;
        if (b < d)
            before = b;
    }
    return best ? best : before;
}

static int set_count(struct guesses *g, size_t i, struct xl_refusal *why)
{
    for (size_t other = 0; other < i; other++)
        if (g->at[other].role == COUNT)
            return xl_refuse(why,
                             "give the second one the name rows, or another name, in the prototype",
                             "both '%s' and '%s' may be the count", g->p->parameters[other].name,
                             g->p->parameters[i].name);
    g->at[i].role = COUNT;
    g->has_count = true;
    return 0;
}

/* The only size that is left is the count. */
static int set_only_size(struct guesses *g, struct xl_refusal *why)
{
    size_t found = 0, sizes = 0;
    for (int is_wide = 1; is_wide >= 0 && sizes == 0; is_wide--)
        for (size_t i = 0; i < g->p->count; i++)
            if (g->at[i].role == NUMBER && is_size(&g->p->parameters[i]) &&
                (!is_wide || g->p->parameters[i].is_pointer_wide)) {
                found = i;
                sizes++;
            }
    return sizes == 1 ? set_count(g, found, why) : 0;
}

static int set_roles(struct guesses *g, struct xl_refusal *why)
{
    for (size_t i = 0; i < g->p->count; i++) {
        const struct xl_declared *d = &g->p->parameters[i];
        if (d->is_pointer)
            g->at[i].role = role_of_buffer(g->p, d);
        else if (is_increment(d))
            return xl_refuse(why,
                             "write a function without it that calls this one with 1, and its "
                             "prototype; or write the record by hand: docs/reference/contract.md",
                             "parameter '%s' looks like a step between elements", d->name);
        else if (is_stride(d))
            g->at[i] = (struct guess){STRIDE, buffer_of(g->p, d)};
        else if (is_size(d) && is_named(d->name, rows, COUNT_OF(rows)) && !g->has_rows)
            g->has_rows = (g->at[i].role = ROWS) == ROWS;
        else if (is_size(d) && is_named(d->name, counts, COUNT_OF(counts)) && set_count(g, i, why))
            return -1;
    }
    return g->has_count ? 0 : set_only_size(g, why);
}

/* What a record cannot have. */
static int check_roles(const struct guesses *g, struct xl_refusal *why)
{
    bool has_buffer = false, has_written = g->p->returns.c_type != NULL;
    for (size_t i = 0; i < g->p->count; i++) {
        const struct xl_declared *d = &g->p->parameters[i];
        has_buffer |= d->is_pointer;
        has_written |= d->is_pointer && !d->is_const;
        if (d->is_pointer && !d->array && !g->has_count)
            return xl_refuse(why,
                             "name the count n in the prototype; or give a fixed length, as in "
                             "'float a[16]'",
                             "parameter '%s': no parameter says how many elements it has", d->name);
        if (g->at[i].role == STRIDE && (!g->has_rows || !g->at[i].of))
            return xl_refuse(why, "name the number of rows rows in the prototype",
                             "parameter '%s' is a stride, and no parameter is the number of rows",
                             d->name);
    }
    if (!has_buffer)
        return xl_refuse(why, "kernels take arrays: write a function that applies it to one",
                         "'%s' has no pointer parameter", g->p->name);
    if (!has_written)
        return xl_refuse(why, "take const off the parameter that is written",
                         "'%s' returns nothing, and all its pointers are const", g->p->name);
    return 0;
}

/* ---- Entries of .args ---- */

static const char *kind_of(enum role role)
{
    return role == INPUT ? "IN" : role == OUTPUT ? "OUT" : "INOUT";
}

static void add_number(const struct xl_declared *d, struct xl_text *entry, struct xl_text *meaning)
{
    if (d->is_bool) {
        xl_text_add(entry, "XL_VALUE_RANGE(u8, %s, 0, 1)", d->name);
        xl_text_add(meaning, "0 or 1");
    } else if (d->is_pointer_wide) {
        xl_text_add(entry, "XL_VALUE_SIZE(%s, 0, 2147483647)", d->name);
        xl_text_add(meaning, "any value up to 2147483647; fill in its range");
    } else {
        xl_text_add(entry, "XL_VALUE(%s, %s)", xl_type_name(d->type), d->name);
        xl_text_add(meaning, "any value; for some only: XL_VALUE_RANGE(%s, %s, LO, HI)",
                    xl_type_name(d->type), d->name);
    }
}

static void add_buffer(const struct guesses *g, enum role role, const struct xl_declared *d,
                       struct xl_text *entry, struct xl_text *meaning)
{
    const char *kind = kind_of(role), *type = xl_type_name(d->type);
    xl_text_add(meaning, "%s%s",
                role == INPUT    ? "input"
                : role == OUTPUT ? "output"
                                 : "read and written",
                d->is_bytes ? ", as bytes" : "");
    if (d->array) {
        xl_text_add(entry, "XL_%s_FIXED(%s, %s, %zu)", kind, type, d->name, d->array);
        xl_text_add(meaning, ", %zu elements", d->array);
    } else if (d->is_bool && role != OUTPUT) {
        xl_text_add(entry, "XL_%s_RANGE(u8, %s, 1, 0, 1)", kind, d->name);
        xl_text_add(meaning, ", n elements, each 0 or 1");
    } else {
        xl_text_add(entry, "XL_%s%s(%s, %s, 1)", kind, g->has_rows ? "_ROWS" : "", type, d->name);
        xl_text_add(meaning, g->has_rows ? ", rows of n elements" : ", n elements");
    }
    if (role == OUTPUT)
        xl_text_add(meaning, "; if it is read too: XL_INOUT");
    else if (role == IN_OUT)
        xl_text_add(meaning, "; if it is only written: XL_OUT; if only read: XL_IN");
}

/* The entry of .args, and what it means. */
static void add_entry(const struct guesses *g, size_t i, struct xl_text *entry,
                      struct xl_text *meaning)
{
    const struct xl_declared *d = &g->p->parameters[i];
    switch (g->at[i].role) {
    case COUNT:
        xl_text_add(entry, "XL_COUNT");
        xl_text_add(meaning, "the count, n");
        return;
    case ROWS:
        xl_text_add(entry, "XL_ROWS");
        xl_text_add(meaning, "the number of rows");
        return;
    case STRIDE:
        xl_text_add(entry, "XL_STRIDE_IN_ELEMENTS(%s)", g->at[i].of->name);
        xl_text_add(meaning, "elements from one row of %s to the next; in bytes: XL_STRIDE(%s)",
                    g->at[i].of->name, g->at[i].of->name);
        return;
    case NUMBER:
        add_number(d, entry, meaning);
        return;
    default:
        add_buffer(g, g->at[i].role, d, entry, meaning);
    }
}

/* Sums in another order differ, so the result of floats needs a bound. */
static bool has_bound(const struct xl_prototype *p)
{
    bool has_output = false;
    for (size_t i = 0; i < p->count; i++)
        has_output |= p->parameters[i].is_pointer && !p->parameters[i].is_const;
    return p->returns.c_type && xl_type_is_float(p->returns.type) && !has_output;
}

static const char *result_entry(const struct xl_prototype *p, char *text, size_t size)
{
    if (p->returns.is_pointer_wide)
        return "XL_RETURNS_SIZE";
    snprintf(text, size, "XL_RETURNS(%s)", xl_type_name(p->returns.type));
    return text;
}

static void add_guess(struct xl_text *guesses, const char *what, const char *guess)
{
    xl_text_add(guesses, "  %-28s %s\n", what, guess);
}

static bool has_floats(const struct xl_prototype *p)
{
    bool has_floats = false;
    for (size_t i = 0; i < p->count; i++)
        has_floats |= xl_type_is_float(p->parameters[i].type);
    return has_floats;
}

/* Three entries a line at most, as a person would write them. */
static void add_record(const struct guesses *g, const struct xl_first_record *how,
                       struct xl_text *file, struct xl_text *guesses)
{
    const struct xl_prototype *p = g->p;
    char result[32];
    xl_text_add(file, "XL_KERNEL(%s, .summary = \"what %s computes\", .contract = {%s},\n", p->name,
                p->name, has_bound(p) ? "XL_BOUND" : "XL_EXACT");
    xl_text_add(file, "          .args = {");
    for (size_t i = 0; i < p->count; i++) {
        struct xl_text entry = {0}, meaning = {0};
        add_entry(g, i, &entry, &meaning);
        xl_text_add(file, "%s%s", i ? i % 3 ? ", " : ",\n                   " : "", entry.at);
        add_guess(guesses, entry.at, meaning.at);
        free(entry.at);
        free(meaning.at);
    }
    if (p->returns.c_type) {
        const char *entry = result_entry(p, result, sizeof result);
        xl_text_add(file, ",\n                   %s", entry);
        add_guess(guesses, entry, "the result");
    }
    xl_text_add(file, "}");
    if (*how->only) /* C++ has fields in the order of struct xl_kernel */
        xl_text_add(file, ",\n          .only = \"%s\"", how->only);
    xl_text_add(file, ")\n");
    if (has_bound(p))
        add_guess(guesses, ".contract = {XL_BOUND}", "within the bound that the reference gives");
    else
        add_guess(guesses, ".contract = {XL_EXACT}",
                  has_floats(p) ? "the same bits as the reference; else {XL_ULP, .ulp = 2}"
                                : "the same bits as the reference");
    if (*how->only) {
        char *only = xl_format(".only = \"%s\"", how->only);
        add_guess(guesses, only, "the ISAs that the source has vector code for");
        free(only);
    }
}

/* ---- Functions ---- */

/* "const float *a, size_t n" */
static void add_parameters(const struct xl_prototype *p, struct xl_text *file)
{
    for (size_t i = 0; i < p->count; i++) {
        const struct xl_declared *d = &p->parameters[i];
        xl_text_add(file, "%s%s%s %s%s", i ? ", " : "",
                    d->is_pointer && d->is_const ? "const " : "", d->c_type,
                    d->is_pointer ? "*" : "", d->name);
    }
}

/* What the reference takes for its result. */
static void add_result_parameter(struct xl_prototype *p, const char *name, struct xl_text *file)
{
    if (p->returns.c_type)
        xl_text_add(file, ", %s *%s", has_bound(p) ? "struct xl_bounded" : p->returns.c_type, name);
}

/* "r[i]" and so on, of each parameter with one of the roles. */
static void add_operands(const struct guesses *g, bool (*is_wanted)(enum role),
                         struct xl_text *text)
{
    size_t count = 0;
    for (size_t i = 0; i < g->p->count; i++) {
        const struct xl_declared *d = &g->p->parameters[i];
        if (is_wanted(g->at[i].role)) {
            xl_text_add(text, "%s%s", count++ ? ", " : "", d->name);
            if (d->is_pointer)
                xl_text_add(text, !g->has_count || d->array ? "[...]"
                                  : g->has_rows             ? "[y * its stride + i]"
                                                            : "[i]");
        }
    }
}

static bool is_written(enum role role)
{
    return role == OUTPUT || role == IN_OUT;
}

static bool is_read(enum role role)
{
    return role == INPUT || role == IN_OUT || role == NUMBER;
}

static const struct xl_declared *with_role(const struct guesses *g, enum role role)
{
    for (size_t i = 0; i < g->p->count; i++)
        if (g->at[i].role == role)
            return &g->p->parameters[i];
    return NULL;
}

static void add_loop(const struct xl_declared *size, const char *index, struct xl_text *file)
{
    xl_text_add(file, "for (%s %s = 0; %s < %s; %s++)", size->c_type, index, index, size->name,
                index);
}

/* A loop that does nothing would compile, and a kernel that does nothing would pass. */
static void add_reference(struct guesses *g, struct xl_prototype *p, struct xl_text *file)
{
    struct xl_text written = {0}, read = {0};
    const char *result = free_name(p, "result");
    xl_text_add_bytes(&written, "", 0);
    xl_text_add_bytes(&read, "", 0);
    add_operands(g, is_written, &written);
    add_operands(g, is_read, &read);
    xl_text_add(file, "XL_REFERENCE(%s)(", p->name);
    add_parameters(p, file);
    add_result_parameter(p, result, file);
    xl_text_add(file, ")\n{\n");
    if (g->has_rows) {
        xl_text_add(file, "    ");
        add_loop(with_role(g, ROWS), "y", file);
        xl_text_add(file, "\n    ");
    }
    if (g->has_count) {
        xl_text_add(file, "    ");
        add_loop(with_role(g, COUNT), "i", file);
        xl_text_add(file, " {\n");
    }
    xl_text_add(file, "#error \"%s: write its reference here, in scalar C: ", p->name);
    if (*written.at)
        xl_text_add(file, "set %s", written.at);
    if (p->returns.c_type) {
        xl_text_add(file, *written.at ? " and " : "set ");
        xl_text_add(file, has_bound(p) ? "%s->value and its bound" : "*%s", result);
    }
    xl_text_add(file, "%s%s\"\n", *read.at ? " from " : "", read.at);
    if (g->has_count)
        xl_text_add(file, "    %s}\n", g->has_rows ? "    " : "");
    xl_text_add(file, "}\n\n");
    free(written.at);
    free(read.at);
}

static void add_call(const struct xl_prototype *p, struct xl_text *file)
{
    const char *type = p->returns.c_type ? p->returns.c_type : "void";
    xl_text_add(file, "XL_VECTOR(%s, %s)(", type, p->name);
    add_parameters(p, file);
    xl_text_add(file, ")\n{\n    %s%s(", p->returns.c_type ? "return " : "", p->called);
    for (size_t i = 0; i < p->count; i++)
        xl_text_add(file, "%s%s", i ? ", " : "", p->parameters[i].name);
    xl_text_add(file, ");\n}\n");
}

int xl_first_record_add(struct xl_prototype *p, const struct xl_first_record *how,
                        struct xl_text *file, struct xl_text *guesses, struct xl_refusal *why)
{
    struct guesses g = {.p = p};
    name_parameters(p);
    if (set_roles(&g, why) || check_roles(&g, why))
        return -1;
    xl_text_add(file, "/* %s: what it computes, in a line. Written by `crosslane init`. */\n",
                p->name);
    xl_text_add(file, "#include \"kernel.h\"\n\n");
    if (how->include)
        xl_text_add(file, "#include \"%s\"\n\n", how->include);
    char *declaration = xl_prototype_declaration(p);
    if (!how->include)
        xl_text_add(file, "%s%s%s\n\n", xl_prototype_includes(p),
                    *xl_prototype_includes(p) ? "\n" : "", declaration);
    free(declaration);
    add_record(&g, how, file, guesses);
    xl_text_add(file, "\n");
    add_reference(&g, p, file);
    add_call(p, file);
    return 0;
}

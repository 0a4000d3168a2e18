/* Compares rows that fail with rows that pass: which properties separate them.
 * SPDX-License-Identifier: MIT
 */
#include "report/common_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "matrix/isas.h"
#include "results/results_json.h"

/* From general to specific. Those before VL follow from the CPU. */
enum property {
    XL_BY_ORDER,
    XL_BY_WIDTH,
    XL_BY_VECTORS,
    XL_BY_ARCH,
    XL_BY_FAMILY,
    XL_BY_ISA,
    XL_BY_CPU,
    XL_BY_VL,
    XL_BY_COMPILER,
    XL_BY_LEVEL,
    XL_BY_NATIVE,
    XL_PROPERTIES
};

enum {
    XL_MOST_VALUES = 16, /* kept of a property */
    XL_FEW = 3,          /* values that are listed */
    XL_NAMED = 5,        /* rows */
    XL_WRITTEN = 2,      /* explanations */
    XL_TERM = 400        /* bytes of an explanation */
};

/* The words around the values of a property. */
static const struct {
    const char *before, *after;
} words[XL_PROPERTIES] = {[XL_BY_ORDER] = {"on ", " rows"},   [XL_BY_WIDTH] = {"on ", " rows"},
                          [XL_BY_VECTORS] = {"on ", " rows"}, [XL_BY_ARCH] = {"on ", ""},
                          [XL_BY_FAMILY] = {"with ", ""},     [XL_BY_ISA] = {"with ", ""},
                          [XL_BY_CPU] = {"on ", ""},          [XL_BY_VL] = {"at VL ", ""},
                          [XL_BY_COMPILER] = {"under ", ""},  [XL_BY_LEVEL] = {"at ", ""},
                          [XL_BY_NATIVE] = {"", ""}};

/* A row as comparable texts. NULL: unknown. */
struct facts {
    const char *of[XL_PROPERTIES];
    char cpu[96], vl[16], level[16];
    const struct xl_common_row *row;
    bool fails;
};

/* Different values of a property. */
struct values {
    const char *at[XL_MOST_VALUES];
    size_t count;
    bool is_known; /* of every row; and there are not too many values */
};

struct comparison {
    struct facts *facts;
    size_t count, failing;
    struct values values[XL_PROPERTIES];
    char terms[XL_WRITTEN][XL_TERM]; /* explanations */
    size_t found;                    /* of them, also those that are not in terms */
};

struct xl_common_row xl_common_row_read(struct json_object *row, bool fails)
{
    const struct xl_arch *arch = xl_arch_find(xl_key_text(row, XL_KEY_row_arch));
    /* A row of a suite is named <suite>/<row>. */
    const char *whole = xl_key_text(row, XL_KEY_row_row), *slash = strrchr(whole, '/');
    return (struct xl_common_row){.name = slash ? slash + 1 : whole,
                                  .arch = xl_key_text(row, XL_KEY_row_arch),
                                  .isa = xl_key_text(row, XL_KEY_row_isa),
                                  .compiler = xl_key_text(row, XL_KEY_row_compiler),
                                  .opt = xl_key_text(row, XL_KEY_row_opt),
                                  .qemu_cpu = xl_key_text(row, XL_KEY_row_qemu_cpu),
                                  .vl_bits = (unsigned)xl_key_number(row, XL_KEY_row_vl_bits),
                                  .is_big_endian = arch && arch->big_endian,
                                  .fails = fails};
}

static const char *known(const char *text)
{
    return text && *text ? text : NULL;
}

/* "<arch>-<cpu>" of a row's name; NULL: it is another name, or long. */
static const char *cpu_of(const struct xl_common_row *row, char *text, size_t size)
{
    char end[64];
    snprintf(end, sizeof end, "-%s-%s", row->compiler ? row->compiler : "",
             row->opt ? row->opt : "");
    const size_t length = row->name ? strlen(row->name) : 0, cut = strlen(end);
    if (length <= cut || length - cut >= size || strcmp(row->name + length - cut, end) != 0)
        return NULL;
    snprintf(text, size, "%.*s", (int)(length - cut), row->name);
    return text;
}

static void set_facts(struct facts *f, const struct xl_common_row *row)
{
    const char *arch_name = known(row->arch), *isa_name = known(row->isa);
    const struct xl_arch *arch = arch_name ? xl_arch_find(arch_name) : NULL;
    const struct xl_isa *isa = arch && isa_name ? xl_isa_find(arch_name, isa_name) : NULL;
    const bool is_scalar = isa_name && strcmp(isa_name, "scalar") == 0,
               is_native = row->qemu_cpu && strcmp(row->qemu_cpu, "native") == 0;
    f->row = row;
    f->fails = row->fails;
    snprintf(f->vl, sizeof f->vl, "%u", row->vl_bits);
    snprintf(f->level, sizeof f->level, "-%s", row->opt ? row->opt : "");
    f->of[XL_BY_ORDER] = row->is_big_endian ? "big-endian" : "little-endian";
    f->of[XL_BY_WIDTH] = !arch ? NULL : arch->bits == 32 ? "32-bit" : "64-bit";
    f->of[XL_BY_VECTORS] = is_scalar ? "scalar" : "vector";
    f->of[XL_BY_ARCH] = arch_name;
    f->of[XL_BY_FAMILY] = isa ? isa->family : NULL;
    f->of[XL_BY_ISA] = isa_name;
    f->of[XL_BY_CPU] = cpu_of(row, f->cpu, sizeof f->cpu);
    f->of[XL_BY_VL] = row->vl_bits || is_scalar ? f->vl : NULL;
    f->of[XL_BY_COMPILER] = known(row->compiler);
    f->of[XL_BY_LEVEL] = known(row->opt) ? f->level : NULL;
    f->of[XL_BY_NATIVE] = is_native ? "on native rows" : "under QEMU";
}

static bool has(const struct values *values, const char *value)
{
    for (size_t i = 0; i < values->count; i++)
        if (strcmp(values->at[i], value) == 0)
            return true;
    return false;
}

static int by_number(const void *a, const void *b)
{
    const long x = atol(*(const char *const *)a), y = atol(*(const char *const *)b);
    return (x > y) - (x < y);
}

/* The values of a property on the rows that fail, or on those that pass. */
static struct values values_of(const struct comparison *c, enum property p, bool fails)
{
    struct values values = {.is_known = true};
    for (size_t i = 0; i < c->count; i++) {
        const char *value = c->facts[i].of[p];
        values.is_known &= value != NULL;
        if (!value || c->facts[i].fails != fails || has(&values, value))
            continue;
        if (values.count == XL_MOST_VALUES)
            values.is_known = false;
        else
            values.at[values.count++] = value;
    }
    if (p == XL_BY_VL)
        qsort(values.at, values.count, sizeof values.at[0], by_number);
    return values;
}

static long least(const struct values *values)
{
    return values->count ? atol(values->at[0]) : 0;
}

static long most(const struct values *values)
{
    return values->count ? atol(values->at[values->count - 1]) : 0;
}

/* Whether none of `others` lies between the least and the most. */
static bool is_interval(const struct values *values, const struct values *others)
{
    for (size_t i = 0; i < others->count; i++)
        if (atol(others->at[i]) > least(values) && atol(others->at[i]) < most(values))
            return false;
    return true;
}

/* "a, b and c" */
static void add_list(char *text, size_t size, const struct values *values)
{
    for (size_t i = 0; i < values->count; i++)
        xl_append(text, size, "%s%s",
                  !i                      ? ""
                  : i + 1 < values->count ? ", "
                                          : " and ",
                  values->at[i]);
}

/* "at VL 128 to 512", or a list where others are between. False: that would be long. */
static bool add_vl(const struct values *vl, const struct values *others, char *text, size_t size)
{
    const bool is_range = vl->count > 2 && is_interval(vl, others);
    if (!vl->count || !least(vl) || (!is_range && vl->count > XL_FEW))
        return false;
    xl_append(text, size, "%s", words[XL_BY_VL].before);
    if (is_range)
        xl_append(text, size, "%ld to %ld", least(vl), most(vl));
    else
        add_list(text, size, vl);
    return true;
}

/* Writes what the failing rows have: "on riscv64". */
static void add_property(const struct comparison *c, enum property p, char *text, size_t size)
{
    const struct values passing = values_of(c, p, false);
    if (p == XL_BY_VL) {
        add_vl(&c->values[p], &passing, text, size);
        return;
    }
    xl_append(text, size, "%s", words[p].before);
    add_list(text, size, &c->values[p == XL_BY_FAMILY ? XL_BY_ISA : p]);
    xl_append(text, size, "%s", words[p].after);
}

/* Whether no passing row has both properties as failing rows do. */
static bool separates(const struct comparison *c, enum property p, enum property q)
{
    for (size_t i = 0; i < c->count; i++) {
        const struct facts *f = &c->facts[i];
        if (!f->fails && has(&c->values[p], f->of[p]) && has(&c->values[q], f->of[q]))
            return false;
    }
    return true;
}

/* Whether the property can explain: the failing rows have at most `count` values. VLs may be few or
 * an interval; all failing rows have one, and so has a passing row. */
static bool is_usable(const struct comparison *c, enum property p, size_t count)
{
    const struct values *values = &c->values[p], passing = values_of(c, p, false);
    if (p != XL_BY_VL)
        return values->is_known && values->count && values->count <= count;
    return values->is_known && least(values) > 0 && most(&passing) > 0 &&
           (values->count <= XL_FEW || is_interval(values, &passing));
}

/* Where the next explanation is written; NULL: it is only counted. */
static char *next_term(struct comparison *c)
{
    return c->found++ < XL_WRITTEN ? c->terms[c->found - 1] : NULL;
}

/* Adds an explanation by one or two properties. An arch stands for its byte order or width. */
static void explain(struct comparison *c, enum property p, enum property q)
{
    char *text = next_term(c), note[64] = "";
    const bool is_arch = p <= XL_BY_WIDTH && is_usable(c, XL_BY_ARCH, 1) &&
                         separates(c, XL_BY_ARCH, q == p ? XL_BY_ARCH : q);
    if (!text)
        return;
    if (is_arch)
        for (enum property general = XL_BY_ORDER; general <= XL_BY_WIDTH; general++)
            if (is_usable(c, general, 1) && separates(c, general, q == p ? general : q))
                xl_append(note, sizeof note, "%s%s", *note ? ", " : "", c->values[general].at[0]);
    add_property(c, is_arch ? XL_BY_ARCH : p, text, XL_TERM);
    if (q != p) {
        xl_append(text, XL_TERM, " ");
        add_property(c, q, text, XL_TERM);
    }
    if (p != XL_BY_VL || q != p)
        xl_append(text, XL_TERM, " alone");
    if (*note)
        xl_append(text, XL_TERM, " (%s)", note);
}

/* Whether an explanation by a more general property is there already. */
static bool is_implied(const bool *shown, enum property p)
{
    if (p == XL_BY_VECTORS || p > XL_BY_ISA)
        return false;
    for (enum property general = XL_BY_ORDER; general < p; general++)
        if (shown[general] && (general != XL_BY_VECTORS || p > XL_BY_ARCH))
            return true;
    return false;
}

/* Properties before `other` that separate only together with it. XL_PROPERTIES: by themselves. The
 * failing rows have up to `count` values of each. */
static void try_with(struct comparison *c, enum property other, size_t count)
{
    bool shown[XL_PROPERTIES] = {false};
    for (enum property p = XL_BY_ORDER; p < other; p++) {
        const enum property q = other == XL_PROPERTIES ? p : other;
        if (p == XL_BY_CPU || is_implied(shown, p) || !is_usable(c, p, count) ||
            !is_usable(c, q, count) || !separates(c, p, q))
            continue;
        shown[p] = true;
        explain(c, p, q);
    }
}

static bool has_setting(const char *cpu, const char *setting, size_t length)
{
    for (; cpu && *cpu; cpu += strcspn(cpu, ","), cpu += *cpu == ',')
        if (strcspn(cpu, ",") == length && strncmp(cpu, setting, length) == 0)
            return true;
    return false;
}

/* Settings in QEMU_CPU of all failing rows and of no passing row, except that of VL: vlen=256. */
static void try_settings(struct comparison *c)
{
    const struct facts *first = c->facts;
    char settings[XL_TERM - 32] = "";
    while (!first->fails)
        first++;
    const char *setting = first->row->qemu_cpu;
    for (size_t length; setting && *setting; setting += length, setting += *setting == ',') {
        length = strcspn(setting, ",");
        bool is_common =
            !first->row->vl_bits || !memmem(setting, length, first->vl, strlen(first->vl));
        for (size_t i = 0; i < c->count; i++)
            is_common &=
                has_setting(c->facts[i].row->qemu_cpu, setting, length) == c->facts[i].fails;
        if (is_common)
            xl_append(settings, sizeof settings, "%s%.*s", *settings ? "," : "", (int)length,
                      setting);
    }
    char *text = *settings ? next_term(c) : NULL;
    if (text)
        xl_append(text, XL_TERM, "only where QEMU_CPU has %s", settings);
}

static void find_values(struct comparison *c)
{
    c->failing = 0;
    for (size_t i = 0; i < c->count; i++)
        c->failing += c->facts[i].fails;
    for (enum property p = XL_BY_ORDER; p < XL_PROPERTIES; p++)
        c->values[p] = values_of(c, p, true);
}

static void find_common(struct comparison *c)
{
    try_with(c, XL_PROPERTIES, 1);
    if (c->found)
        return;
    for (enum property other = XL_BY_VL; other < XL_PROPERTIES; other++)
        try_with(c, other, 1);
    if (!c->found)
        try_with(c, XL_PROPERTIES, XL_FEW);
    else
        try_settings(c); /* two properties may separate by chance */
    if (!c->found)
        try_settings(c);
    if (!c->found && is_usable(c, XL_BY_CPU, 1) && separates(c, XL_BY_CPU, XL_BY_CPU))
        explain(c, XL_BY_CPU, XL_BY_CPU);
}

static void put_terms(const struct comparison *c, char *text, size_t size)
{
    const size_t more = c->found > XL_WRITTEN ? c->found - XL_WRITTEN : 0;
    xl_append(text, size, "%s%s%s", c->terms[0], c->found > 1 ? " or " : "", c->terms[1]);
    if (more)
        xl_append(text, size, " or by %zu more %s", more, more == 1 ? "property" : "properties");
}

static void put_names(const struct comparison *c, char *text, size_t size)
{
    size_t named = 0;
    xl_append(text, size, "fails on %zu of %zu rows: ", c->failing, c->count);
    for (size_t i = 0; i < c->count; i++)
        if (c->facts[i].fails && named++ < XL_NAMED)
            xl_append(text, size, "%s%s", named > 1 ? ", " : "",
                      known(c->facts[i].row->name) ? c->facts[i].row->name : "?");
    if (named > XL_NAMED)
        xl_append(text, size, " and %zu more", named - XL_NAMED);
}

/* "; passes on 24 rows", with their VLs if these explain it. */
static void put_passing(const struct comparison *c, char *text, size_t size)
{
    struct values vl = values_of(c, XL_BY_VL, false);
    const size_t passing = c->count - c->failing;
    const bool by_vl = c->found == 1 && strncmp(c->terms[0], "at VL ", 6) == 0,
               has_scalar = by_vl && !least(&vl);
    if (has_scalar)
        memmove(vl.at, vl.at + 1, --vl.count * sizeof vl.at[0]);
    xl_append(text, size, "; passes ");
    if (by_vl && add_vl(&vl, &c->values[XL_BY_VL], text, size))
        xl_append(text, size, has_scalar ? " or without vectors " : " ");
    xl_append(text, size, "on %zu row%s", passing, xl_s(passing));
}

/* Exchanges failing and passing rows. */
static void reverse(struct comparison *c)
{
    for (size_t i = 0; i < c->count; i++)
        c->facts[i].fails ^= true;
    find_values(c);
}

/* What all passing rows have and no failing one, if it is one property. */
static void put_reverse(struct comparison *c, char *text, size_t size)
{
    reverse(c);
    try_with(c, XL_PROPERTIES, 1);
    if (c->found) {
        xl_append(text, size, "fails on %zu of %zu rows; passes ", c->count - c->failing, c->count);
        put_terms(c, text, size);
    }
    reverse(c);
}

static void compare(struct comparison *c, char *text, size_t size)
{
    find_common(c);
    if (!c->found) {
        put_reverse(c, text, size);
        if (!*text)
            put_names(c, text, size);
    } else if (c->failing == 1) {
        put_names(c, text, size);
        xl_append(text, size, ", ");
        put_terms(c, text, size);
    } else {
        xl_append(text, size, "fails ");
        put_terms(c, text, size);
        put_passing(c, text, size);
    }
}

void xl_common_rows(const struct xl_common_row *rows, size_t count, char *text, size_t size)
{
    struct comparison c = {.facts = xl_alloc(count, sizeof *c.facts), .count = count};
    text[0] = '\0';
    for (size_t i = 0; i < count; i++)
        set_facts(&c.facts[i], &rows[i]);
    find_values(&c);
    if (c.failing == count && count)
        snprintf(text, size, "fails on %s%zu row%s", count == 1 ? "" : "all ", count, xl_s(count));
    else if (c.failing)
        compare(&c, text, size);
    free(c.facts);
}

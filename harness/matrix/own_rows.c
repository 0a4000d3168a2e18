/* Reads `rows` of crosslane.yml: CPUs and builds of a user's own, and which rows of the matrix run.
 * SPDX-License-Identifier: MIT
 */
#include "matrix/own_rows.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "matrix/compilers.h"
#include "matrix/fixed_bits.h"

enum {
    XL_MOST_CPUS = 100,
    XL_MOST_FILTERS = 1000, /* each is compared with each row */
    XL_MOST_VALUES = 8      /* of an axis; more than there are compilers or levels */
};

static const char *const sections[] = {"include", "exclude", "only"};
static const char *const cpu_keys[] = {"arch",    "name",     "qemu_cpu", "isa",  "vl",    "lacks",
                                       "kernels", "compiler", "opt",      "tier", "runner"};

/* Keys of a filter. */
enum part { ARCH, NAME, QEMU_CPU, ISA, VL, COMPILER, OPT, PARTS };

static const char *const parts[PARTS] = {"arch", "name",     "qemu_cpu", "isa",
                                         "vl",   "compiler", "opt"};

#define XL_COUNT_OF(A) (sizeof(A) / sizeof((A)[0]))

struct rows {
    struct xl_row *at;
    size_t count, room;
};

struct reading {
    struct xl_row_list *list; /* once filtered, stays as it is until all is read */
    struct rows dropped, own; /* by `only` or `exclude`; of `include` */
    struct xl_error *err;
};

static struct xl_row *find_row(struct xl_row *rows, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(rows[i].name, name) == 0)
            return &rows[i];
    return NULL;
}

static bool is_scalar(const struct xl_node *node)
{
    return xl_node_is_single(node) && node->type != XL_NODE_NULL;
}

/* A single item counts as a list of one. */
static size_t item_count(const struct xl_node *items)
{
    return items->type == XL_NODE_SEQUENCE ? items->count : 1;
}

static const struct xl_node *item_at(const struct xl_node *items, size_t i)
{
    return items->type == XL_NODE_SEQUENCE ? items->items[i] : items;
}

/* ---- Filters: `only` and `exclude` ---- */

static const char *part_of(const struct xl_row *row, enum part part, char buffer[XL_NUMBER_TEXT])
{
    switch (part) {
    case ARCH:
        return row->arch->name;
    case NAME:
        return row->cpu;
    case QEMU_CPU:
        return row->qemu_cpu;
    case ISA:
        return row->isa->name;
    case VL:
        snprintf(buffer, XL_NUMBER_TEXT, "%u", row->vl_bits);
        return buffer;
    case COMPILER:
        return row->compiler;
    default:
        return row->opt;
    }
}

static enum part part_find(const char *key)
{
    int part = 0;
    while (part < PARTS && strcmp(parts[part], key) != 0)
        part++;
    return (enum part)part;
}

/* As GitHub compares: letters of either case are equal. */
static bool pair_matches(const struct xl_pair *pair, const struct xl_row *row)
{
    char of_row[XL_NUMBER_TEXT], of_node[XL_NUMBER_TEXT];
    return strcasecmp(part_of(row, part_find(pair->key->text), of_row),
                      xl_node_text(pair->value, of_node)) == 0;
}

static bool filter_matches(const struct xl_node *filter, const struct xl_row *row)
{
    char buffer[XL_NUMBER_TEXT];
    if (filter->type != XL_NODE_MAPPING)
        return fnmatch(xl_node_text(filter, buffer), row->name, 0) == 0;
    for (size_t i = 0; i < filter->count; i++)
        if (!pair_matches(&filter->pairs[i], row))
            return false;
    return true;
}

static int check_filter(const struct reading *r, const char *key, const struct xl_node *filter)
{
    if (filter->type != XL_NODE_MAPPING && !is_scalar(filter))
        return xl_node_error(r->err, filter,
                             "'%s' has patterns of rows, or mappings such as {isa: sve, opt: O0}",
                             key);
    if (filter->type != XL_NODE_MAPPING)
        return 0;
    if (!filter->count)
        return xl_node_error(r->err, filter, "an item of '%s' must not be empty: all rows are '*'",
                             key);
    for (size_t i = 0; i < filter->count; i++) {
        const struct xl_pair *pair = &filter->pairs[i];
        if (xl_node_one_of(pair->key, "key", pair->key->text, parts, PARTS, r->err) < 0)
            return -1;
        if (!is_scalar(pair->value))
            return xl_node_error(r->err, pair->value, "'%s' must be a single value",
                                 pair->key->text);
    }
    return 0;
}

/* Says which value no row has, with similar ones. */
static int no_row_has(const struct reading *r, const struct xl_node *filter)
{
    const struct xl_row_list *list = r->list;
    const char **values = xl_alloc(list->count, sizeof *values);
    char(*numbers)[XL_NUMBER_TEXT] = xl_alloc(list->count, sizeof *numbers);
    int status = 0;
    for (size_t i = 0; i < filter->count && !status; i++) {
        const struct xl_pair *pair = &filter->pairs[i];
        bool hit = false;
        char buffer[XL_NUMBER_TEXT];
        for (size_t k = 0; k < list->count; k++) {
            hit |= pair_matches(pair, &list->rows[k]);
            values[k] = part_of(&list->rows[k], part_find(pair->key->text), numbers[k]);
        }
        if (!hit)
            status = xl_node_one_of(pair->value, pair->key->text, xl_node_text(pair->value, buffer),
                                    values, list->count, r->err);
    }
    free(values);
    free(numbers);
    return status ? status : xl_node_error(r->err, filter, "no row has all of this");
}

/* Marks the rows that a list of filters matches. A filter without a match is an error. */
static int mark_rows(const struct reading *r, const char *key, const struct xl_node *filters,
                     bool *marks)
{
    if (item_count(filters) > XL_MOST_FILTERS)
        return xl_node_error(r->err, filters, "more than %d items", XL_MOST_FILTERS);
    for (size_t i = 0; i < item_count(filters); i++) {
        const struct xl_node *filter = item_at(filters, i);
        char buffer[XL_NUMBER_TEXT];
        bool hit = false;
        if (check_filter(r, key, filter))
            return -1;
        for (size_t k = 0; k < r->list->count; k++) {
            const bool is_hit = filter_matches(filter, &r->list->rows[k]);
            marks[k] |= is_hit;
            hit |= is_hit;
        }
        if (!hit)
            return filter->type == XL_NODE_MAPPING
                       ? no_row_has(r, filter)
                       : xl_no_row_matches(filter, xl_node_text(filter, buffer), r->list, r->err);
    }
    return 0;
}

/* Drops the rows with `true`. */
static void drop_rows(struct reading *r, const bool *is_dropped)
{
    struct xl_row_list *list = r->list;
    size_t left = 0;
    for (size_t i = 0; i < list->count; i++)
        if (is_dropped[i])
            xl_push(&r->dropped, list->rows[i]);
        else
            list->rows[left++] = list->rows[i];
    list->count = left;
    xl_tiers_fill_pr(list);
}

/* Drops rows by `only` and `exclude`, which may be NULL. */
static int filter_rows(struct reading *r, const struct xl_node *only, const struct xl_node *exclude)
{
    bool *dropped = xl_alloc(r->list->count, sizeof *dropped);
    bool *picked = xl_alloc(r->list->count, sizeof *picked);
    int status = 0;
    if (only && item_count(only) == 0)
        status = xl_node_error(r->err, only,
                               "'only' is empty: to run rows of 'include' alone, write exclude: "
                               "'*'");
    if (!status && only)
        status = mark_rows(r, "only", only, picked);
    if (!status && exclude)
        status = mark_rows(r, "exclude", exclude, dropped);
    for (size_t i = 0; i < r->list->count; i++)
        dropped[i] |= only && !picked[i];
    if (!status)
        drop_rows(r, dropped);
    free(dropped);
    free(picked);
    return status;
}

/* ---- CPUs: `include` ---- */

/* One item of `include`. */
struct cpu {
    const struct xl_node *item;
    const struct xl_arch *arch;
    const char *name;
    char buffer[64];
    const struct xl_row *like; /* a row of the matrix's CPU with this name, or NULL */
    bool is_left;              /* some row of that CPU is */
};

/* Values of `compiler` or `opt`: given, or made from rows and builds that there are. */
struct values {
    const struct xl_node *at[XL_MOST_VALUES];
    struct xl_node made[XL_MOST_VALUES];
    size_t count;
    bool is_given;
};

/* The CPU's name, or what it is called without one. Returns 0, or -1 with err. */
static int read_name(const struct reading *r, struct cpu *cpu)
{
    const struct xl_node *name = xl_node_get(cpu->item, "name"),
                         *isa = xl_node_get(cpu->item, "isa"), *vl = xl_node_get(cpu->item, "vl");
    if (name && !is_scalar(name))
        return xl_node_error(r->err, name, "'name' must be a single value");
    if (name)
        cpu->name = xl_node_text(name, cpu->buffer);
    else if (isa && isa->type == XL_NODE_STRING && vl && vl->type == XL_NODE_NUMBER &&
             vl->number > 0 && vl->number <= 65536)
        snprintf(cpu->buffer, sizeof cpu->buffer, "%.40s%u", isa->text, (unsigned)vl->number);
    else if (isa && isa->type == XL_NODE_STRING)
        snprintf(cpu->buffer, sizeof cpu->buffer, "%.40s", isa->text);
    else
        return xl_node_error(r->err, cpu->item,
                             "a CPU needs 'name': one of the matrix, which it changes, or a new "
                             "one, with qemu_cpu, isa and vl");
    if (!name)
        cpu->name = cpu->buffer;
    return 0;
}

static bool is_of(const struct xl_row *row, const struct cpu *cpu)
{
    return row->arch == cpu->arch && strcmp(row->cpu, cpu->name) == 0;
}

static void find_like(const struct reading *r, struct cpu *cpu)
{
    for (size_t i = 0; i < r->list->count && !cpu->like; i++)
        if (is_of(&r->list->rows[i], cpu))
            cpu->like = &r->list->rows[i];
    cpu->is_left = cpu->like != NULL;
    for (size_t i = 0; i < r->dropped.count && !cpu->like; i++)
        if (is_of(&r->dropped.at[i], cpu))
            cpu->like = &r->dropped.at[i];
}

/* A new CPU needs all fields. If some are missing, the name may be wrong. */
static int check_new(const struct reading *r, const struct cpu *cpu)
{
    static const char *const needed[] = {"qemu_cpu", "isa", "vl"};
    const bool has_runner = xl_node_get(cpu->item, "runner") != NULL; /* which may be no QEMU */
    char similar[200];
    const struct xl_node *name = xl_node_get(cpu->item, "name");
    size_t missing = has_runner, count = 0;
    while (missing < XL_COUNT_OF(needed) && xl_node_get(cpu->item, needed[missing]))
        missing++;
    if (missing == XL_COUNT_OF(needed))
        return 0;
    const char **names = xl_alloc(r->list->count + r->dropped.count, sizeof *names);
    for (size_t i = 0; i < r->list->count; i++)
        if (r->list->rows[i].arch == cpu->arch)
            names[count++] = r->list->rows[i].cpu;
    for (size_t i = 0; i < r->dropped.count; i++)
        if (r->dropped.at[i].arch == cpu->arch)
            names[count++] = r->dropped.at[i].cpu;
    xl_similar_names(cpu->name, names, count, similar, sizeof similar);
    free(names);
    return xl_node_error(r->err, name ? name : cpu->item,
                         "%s has no CPU '%s', and a new one needs '%s'%s%s", cpu->arch->name,
                         cpu->name, needed[missing], *similar ? "; similar: " : "", similar);
}

/* A row of a matrix: the item as its `cpu`, a compiler and a level. */
struct combination {
    struct xl_cell cells[3];
    struct xl_matrix_row row;
};

static void combine(struct combination *c, const struct xl_node *item,
                    const struct xl_node *compiler, const struct xl_node *opt)
{
    static const struct xl_node keys[] = {{.type = XL_NODE_STRING, .count = 3, .text = "cpu"},
                                          {.type = XL_NODE_STRING, .count = 8, .text = "compiler"},
                                          {.type = XL_NODE_STRING, .count = 3, .text = "opt"}};
    *c = (struct combination){.cells = {{&keys[0], item}, {&keys[1], compiler}, {&keys[2], opt}}};
    c->row = (struct xl_matrix_row){.cells = c->cells, .count = compiler && opt ? 3 : 1};
}

static int read_cpu(const struct reading *r, const struct xl_node *item, struct cpu *cpu)
{
    struct combination c;
    *cpu = (struct cpu){.item = item};
    if (item->type != XL_NODE_MAPPING)
        return xl_node_error(r->err, item,
                             "an item of 'include' is a CPU: {arch: riscv64, name: mine, qemu_cpu: "
                             "..., isa: rvv, vl: 256}");
    if (xl_node_check_keys(item, "key", cpu_keys, XL_COUNT_OF(cpu_keys), r->err))
        return -1;
    combine(&c, item, NULL, NULL);
    if (xl_field_arch(&c.row, &cpu->arch, r->err) || read_name(r, cpu))
        return -1;
    find_like(r, cpu);
    return cpu->like ? 0 : check_new(r, cpu);
}

static void add_made(struct values *v, const struct xl_node *item, const char *text)
{
    for (size_t i = 0; i < v->count; i++)
        if (strcmp(v->at[i]->text, text) == 0)
            return;
    if (v->count == XL_MOST_VALUES)
        return;
    v->made[v->count] = (struct xl_node){.type = XL_NODE_STRING,
                                         .file = item->file,
                                         .line = item->line,
                                         .column = item->column,
                                         .count = strlen(text),
                                         .text = text};
    v->at[v->count] = &v->made[v->count];
    v->count++;
}

/* Whether a new CPU gets rows of the build without naming it: newer compilers are asked for. */
static bool is_default(const struct xl_build_spec *build)
{
    return !xl_compiler_has_tree(build->compiler) && !xl_level_is_lto(build->opt);
}

/* Without a value: those of the CPU's rows that are left. If there are none: those of all builds of
 * the architecture, but of newer compilers. */
static void make_values(const struct reading *r, const struct cpu *cpu, bool is_opt,
                        struct values *v)
{
    const struct xl_row_list *list = r->list;
    for (size_t i = 0; i < r->list->count; i++)
        if (is_of(&list->rows[i], cpu))
            add_made(v, cpu->item, is_opt ? list->rows[i].opt : list->rows[i].compiler);
    for (size_t i = 0; i < r->list->build_count && !cpu->is_left; i++)
        if (list->builds[i].arch == cpu->arch && is_default(&list->builds[i]))
            add_made(v, cpu->item, is_opt ? list->builds[i].opt : list->builds[i].compiler);
}

static int read_values(const struct reading *r, const struct cpu *cpu, const char *key,
                       struct values *v)
{
    const struct xl_node *node = xl_node_get(cpu->item, key);
    *v = (struct values){.is_given = node != NULL};
    if (!node)
        make_values(r, cpu, strcmp(key, "opt") == 0, v);
    if (!v->count && !node)
        return xl_node_error(r->err, cpu->item,
                             "the matrix has no build of %s: add '%s' to this item",
                             cpu->arch->name, key);
    if (node && (item_count(node) == 0 || item_count(node) > XL_MOST_VALUES))
        return xl_node_error(r->err, node, "'%s' has 1 to %d values", key, XL_MOST_VALUES);
    for (size_t i = 0; node && i < item_count(node); i++)
        v->at[v->count++] = item_at(node, i);
    return 0;
}

/* Whether a made combination is one that there is. */
static bool is_made(const struct reading *r, const struct cpu *cpu, const char *compiler,
                    const char *opt)
{
    const struct xl_row_list *list = r->list;
    for (size_t i = 0; i < r->list->count; i++)
        if (is_of(&list->rows[i], cpu) && strcmp(list->rows[i].compiler, compiler) == 0 &&
            strcmp(list->rows[i].opt, opt) == 0)
            return true;
    for (size_t i = 0; i < r->list->build_count && !cpu->is_left; i++)
        if (list->builds[i].arch == cpu->arch && is_default(&list->builds[i]) &&
            strcmp(list->builds[i].compiler, compiler) == 0 &&
            strcmp(list->builds[i].opt, opt) == 0)
            return true;
    return false;
}

static int add_row(struct reading *r, struct xl_row *row, int tier)
{
    const struct xl_row *same = find_row(r->list->rows, r->list->count, row->name),
                        *twice = find_row(r->own.at, r->own.count, row->name);
    row->tier = tier >= 0 ? (enum xl_tier)tier : same ? same->tier : XL_TIER_PR;
    row->is_own = true;
    if (twice)
        xl_error_set(r->err,
                     "%s: error: two rows are named %s; the other is at %s. Give one another "
                     "'name'",
                     row->where, row->name, twice->where);
    xl_push(&r->own, *row);
    return twice ? -1 : 0;
}

/* Reads the row of one compiler and level. */
static int read_row(struct reading *r, const struct cpu *cpu, const struct xl_node *compiler,
                    const struct xl_node *opt, int tier)
{
    struct combination c;
    struct xl_row row = {0};
    combine(&c, cpu->item, compiler, opt);
    int status = xl_row_read(&c.row, cpu->like, &r->list->texts, &row, r->err);
    return status ? -1 : add_row(r, &row, tier);
}

static int read_tier(const struct reading *r, const struct cpu *cpu, int *tier)
{
    const struct xl_node *node = xl_node_get(cpu->item, "tier");
    const char *names[XL_TIERS];
    char buffer[XL_NUMBER_TEXT];
    for (int i = 0; i < XL_TIERS; i++)
        names[i] = xl_tier_name((enum xl_tier)i);
    *tier = -1;
    if (!node)
        return 0;
    if (!is_scalar(node))
        return xl_node_error(r->err, node,
                             "'tier' must be a single value: the smallest tier with "
                             "these rows");
    *tier = xl_node_one_of(node, "tier", xl_node_text(node, buffer), names, XL_TIERS, r->err);
    return *tier < 0 ? -1 : 0;
}

static int read_item(struct reading *r, const struct xl_node *item)
{
    struct cpu cpu;
    struct values compilers, opts;
    int tier;
    if (read_cpu(r, item, &cpu) || read_tier(r, &cpu, &tier) ||
        read_values(r, &cpu, "compiler", &compilers) || read_values(r, &cpu, "opt", &opts))
        return -1;
    for (size_t c = 0; c < compilers.count; c++)
        for (size_t o = 0; o < opts.count; o++) {
            if (!compilers.is_given && !opts.is_given &&
                !is_made(r, &cpu, compilers.at[c]->text, opts.at[o]->text))
                continue;
            if (read_row(r, &cpu, compilers.at[c], opts.at[o], tier))
                return -1;
        }
    return 0;
}

static int read_include(struct reading *r, const struct xl_node *include)
{
    if (item_count(include) > XL_MOST_CPUS)
        return xl_node_error(r->err, include, "more than %d items", XL_MOST_CPUS);
    for (size_t i = 0; i < item_count(include); i++)
        if (read_item(r, item_at(include, i)))
            return -1;
    return 0;
}

/* ---- The list ---- */

/* A machine that lacks the ISA of a native row, a row's runner, or a mirror with the newer QEMU,
 * skips the row. */
static void add_skip(struct xl_row_list *list, const struct xl_row *row)
{
    list->skips = xl_resize(list->skips, list->skip_count + 1, sizeof *list->skips);
    list->skips[list->skip_count++] =
        (struct xl_skip){.row = row->name,
                         .reason = row->runner   ? " is not there"
                                   : row->native ? "this machine's CPU has no"
                                                 : "no QEMU of sysroots/",
                         .depends_on_machine = true,
                         .where = row->where};
}

/* Removes builds that no row needs any more. */
static void drop_builds(struct xl_row_list *list)
{
    size_t left = 0;
    for (size_t i = 0; i < list->build_count; i++) {
        size_t row = 0;
        while (row < list->count && list->rows[row].build != list->builds[i].name)
            row++;
        if (row < list->count)
            list->builds[left++] = list->builds[i];
    }
    list->build_count = left;
}

/* Puts own rows in the place of the matrix's rows with their names, or behind all rows. */
static void change_list(struct reading *r)
{
    struct xl_row_list *list = r->list;
    const size_t before = list->count;
    list->rows = xl_resize(list->rows, before + r->own.count, sizeof *list->rows);
    for (size_t i = 0; i < r->own.count; i++) {
        struct xl_row *same = find_row(list->rows, before, r->own.at[i].name);
        struct xl_row *to = same ? same : &list->rows[list->count++];
        *to = r->own.at[i];
        xl_row_add_build(list, to);
        if (to->native || to->is_next)
            add_skip(list, to);
    }
    drop_builds(list);
}

static int read_rows(struct reading *r, const struct xl_node *rows)
{
    const bool is_mapping = rows->type == XL_NODE_MAPPING;
    const struct xl_node *include = is_mapping ? xl_node_get(rows, "include") : NULL;
    if (rows->type == XL_NODE_NULL || (is_mapping && !rows->count))
        return xl_node_error(r->err, rows,
                             "'rows' has 'include', 'exclude' or 'only', or a list of patterns");
    if (is_mapping &&
        xl_node_check_keys(rows, "key of 'rows'", sections, XL_COUNT_OF(sections), r->err))
        return -1;
    if (filter_rows(r, is_mapping ? xl_node_get(rows, "only") : rows,
                    is_mapping ? xl_node_get(rows, "exclude") : NULL) ||
        (include && read_include(r, include)))
        return -1;
    if (!r->list->count && !r->own.count)
        return xl_node_error(r->err, rows,
                             "no row is left: 'exclude' and 'only' drop all, and "
                             "'include' has none");
    change_list(r);
    return 0;
}

int xl_own_rows_parse(const char *name, const char *text, size_t size, struct xl_row_list *list,
                      struct xl_error *err)
{
    struct xl_yaml *doc = NULL;
    struct reading r = {.list = list, .err = err};
    if (xl_yaml_parse(name, text, size, &doc, err))
        return -1;
    const struct xl_node *rows = xl_node_get(xl_yaml_root(doc), "rows");
    int status = rows ? read_rows(&r, rows) : 0;
    if (!status)
        status = xl_fixed_bits_read(xl_yaml_root(doc), list, err);
    free(r.own.at);
    free(r.dropped.at);
    xl_yaml_free(doc);
    return status;
}

int xl_own_rows_read(const char *file, struct xl_row_list *list, struct xl_error *err)
{
    size_t size;
    if (access(file, F_OK))
        return 0;
    char *text = xl_file_read(file, &size, err);
    if (!text)
        return -1;
    const int status = xl_own_rows_parse(xl_display_path(file), text, size, list, err);
    free(text);
    return status;
}

/* Assigns rows to tiers: rows that cover what the tier must cover, and pinned rows.
 * SPDX-License-Identifier: MIT
 */
#include "matrix/rows.h"

#include <fnmatch.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"

enum { XL_MAX_PINS = 1000 }; /* of a tier; each pin is compared with each row */

static const char *const tiers[XL_TIERS] = {"pr", "trunk", "full"};

const char *xl_tier_name(enum xl_tier tier)
{
    return tiers[tier];
}

int xl_tier_find(const char *name)
{
    for (int i = 0; i < XL_TIERS; i++)
        if (strcmp(tiers[i], name) == 0)
            return i;
    return -1;
}

struct xl_pairwise_goal xl_tier_goal(const struct xl_row_list *list, enum xl_tier tier)
{
    struct xl_pairwise_goal goal;
    memcpy(goal.pairs, list->cover, sizeof goal.pairs);
    /* Each level needs a build of its own, and no bug is known that only -O0 shows. */
    for (int axis = 0; axis < XL_AXES; axis++)
        goal.pairs[axis][axis] = axis != XL_AXIS_OPT || tier != XL_TIER_PR;
    if (tier != XL_TIER_PR)
        goal.pairs[XL_AXIS_ISA][XL_AXIS_COMPILER] = true;
    return goal;
}

static const char *scalar_text(const struct xl_node *node, const char *what,
                               char buffer[XL_NUMBER_TEXT], struct xl_error *err)
{
    if (node->type != XL_NODE_MAPPING && node->type != XL_NODE_SEQUENCE)
        return xl_node_text(node, buffer);
    xl_node_error(err, node, "%s must be a single name", what);
    return NULL;
}

static int read_cover(const struct xl_node *cover, struct xl_row_list *list, struct xl_error *err)
{
    const char *names[XL_AXES];
    for (int i = 0; i < XL_AXES; i++)
        names[i] = xl_axis_name((enum xl_axis)i);
    if (cover->type != XL_NODE_SEQUENCE)
        return xl_node_error(err, cover, "'cover' must be a list of pairs of axes");
    for (size_t i = 0; i < cover->count; i++) {
        const struct xl_node *pair = cover->items[i];
        int axes[2];
        if (pair->type != XL_NODE_SEQUENCE || pair->count != 2)
            return xl_node_error(err, pair, "a pair of axes must be a list of two");
        for (int k = 0; k < 2; k++) {
            char buffer[XL_NUMBER_TEXT];
            const char *text = scalar_text(pair->items[k], "an axis", buffer, err);
            if (!text ||
                (axes[k] = xl_node_one_of(pair->items[k], "axis", text, names, XL_AXES, err)) < 0)
                return -1;
        }
        if (axes[0] == axes[1])
            return xl_node_error(err, pair, "the two axes of a pair must differ");
        list->cover[axes[0] < axes[1] ? axes[0] : axes[1]][axes[0] < axes[1] ? axes[1] : axes[0]] =
            true;
    }
    return 0;
}

int xl_no_row_matches(const struct xl_node *node, const char *pattern,
                      const struct xl_row_list *list, struct xl_error *err)
{
    char similar[256];
    const char **names = xl_alloc(list->count, sizeof *names);
    for (size_t i = 0; i < list->count; i++)
        names[i] = list->rows[i].name;
    xl_similar_names(pattern, names, list->count, similar, sizeof similar);
    free(names);
    return xl_node_error(err, node, "no row matches '%s'%s%s", pattern,
                         *similar ? "; similar: " : "", similar);
}

/* A pin is for its tier and all larger ones. A row can be pinned twice. */
static int pin_rows(const struct xl_node *node, enum xl_tier tier, struct xl_row_list *list,
                    struct xl_error *err)
{
    char buffer[XL_NUMBER_TEXT];
    const char *pattern = scalar_text(node, "a row", buffer, err);
    bool hit = false;
    if (!pattern)
        return -1;
    for (size_t i = 0; i < list->count; i++) {
        struct xl_row *row = &list->rows[i];
        if (fnmatch(pattern, row->name, 0) != 0)
            continue;
        hit = true;
        if (!row->pinned || tier < row->tier)
            row->tier = tier;
        row->pinned = true;
    }
    return hit ? 0 : xl_no_row_matches(node, pattern, list, err);
}

static int read_pins(const struct xl_node *pin, struct xl_row_list *list, struct xl_error *err)
{
    if (pin->type != XL_NODE_MAPPING)
        return xl_node_error(err, pin, "'pin' must be a mapping of tiers to lists of rows");
    for (size_t i = 0; i < pin->count; i++) {
        const struct xl_node *key = pin->pairs[i].key, *rows = pin->pairs[i].value;
        /* Every row is in full. */
        int tier = xl_node_one_of(key, "tier", key->text, tiers, XL_TIER_FULL, err);
        if (tier < 0)
            return -1;
        if (rows->type != XL_NODE_SEQUENCE)
            return xl_node_error(err, rows, "the rows of a tier must be a list");
        if (rows->count > XL_MAX_PINS)
            return xl_node_error(err, rows, "more than %d pins", XL_MAX_PINS);
        for (size_t k = 0; k < rows->count; k++)
            if (pin_rows(rows->items[k], (enum xl_tier)tier, list, err))
                return -1;
    }
    return 0;
}

static void compute_tier(struct xl_row_list *list, enum xl_tier tier)
{
    const struct xl_pairwise_goal goal = xl_tier_goal(list, tier);
    bool *chosen = xl_alloc(list->count, sizeof *chosen);
    for (size_t i = 0; i < list->count; i++)
        chosen[i] = list->rows[i].tier <= tier;
    list->lower_bounds[tier] = xl_pairwise_select(list, &goal, chosen);
    for (size_t i = 0; i < list->count; i++)
        if (chosen[i] && list->rows[i].tier > tier) {
            list->rows[i].tier = tier;
            list->rows[i].pinned = false; /* its pin is for a larger tier */
        }
    free(chosen);
}

int xl_tiers_set(const struct xl_node *cover, const struct xl_node *pin, struct xl_row_list *list,
                 struct xl_error *err)
{
    for (size_t i = 0; i < list->count; i++)
        list->rows[i].tier = XL_TIER_FULL;
    if ((cover && read_cover(cover, list, err)) || (pin && read_pins(pin, list, err)))
        return -1;
    xl_tiers_fill(list);
    return 0;
}

void xl_tiers_fill(struct xl_row_list *list)
{
    xl_axes_number(list);
    list->lower_bounds[XL_TIER_FULL] = list->count;
    compute_tier(list, XL_TIER_PR);
    compute_tier(list, XL_TIER_TRUNK);
}

/* Selects a small set of rows that covers values of axes and pairs of values.
 *
 * Each value and each pair of values is an element. A row is the set of its elements. Set cover is
 * NP-hard, so rows are selected greedily; for a few hundred rows the result is mostly the smallest
 * set. A lower bound says how far it can be from that. */

enum { XL_MAX_QUADRATIC = 4096 }; /* rows; above, no better set and no bound are searched */

static const char *const axis_names[XL_AXES] = {"arch",     "isa", "vl",
                                                "compiler", "opt", "cpu_class"};

const char *xl_axis_name(enum xl_axis axis)
{
    return axis_names[axis];
}

int xl_axis_find(const char *name)
{
    for (int i = 0; i < XL_AXES; i++)
        if (strcmp(axis_names[i], name) == 0)
            return i;
    return -1;
}

/* Numbers behind the model's name are lengths and versions, not a class. */
static void cpu_class(const char *cpu, char *text, size_t size)
{
    size_t used = strcspn(cpu, ",");
    used = used < size - 1 ? used : size - 1;
    memcpy(text, cpu, used);
    cpu += used;
    while (*cpu && used + 1 < size) {
        size_t digits = strspn(cpu, "0123456789");
        text[used++] = digits ? 'N' : *cpu;
        cpu += digits ? digits : 1;
    }
    text[used] = '\0';
}

const char *xl_axis_text(const struct xl_row *row, enum xl_axis axis, char *buffer, size_t size)
{
    switch (axis) {
    case XL_AXIS_ARCH:
        return row->arch->name;
    case XL_AXIS_ISA:
        return row->isa->name;
    case XL_AXIS_COMPILER:
        return row->compiler;
    case XL_AXIS_OPT:
        return row->opt;
    case XL_AXIS_VL:
        snprintf(buffer, size, "%u", row->vl_bits);
        return buffer;
    default:
        cpu_class(row->qemu_cpu, buffer, size);
        return buffer;
    }
}

/* A row's value. Sorting groups equal texts, in the order of their rows. */
struct value {
    char *text;
    size_t row;
};

static int by_text(const void *a, const void *b)
{
    const struct value *x = a, *y = b;
    int order = strcmp(x->text, y->text);
    return order ? order : (x->row > y->row) - (x->row < y->row);
}

/* Gives each value the index of its first row, then numbers the values in that order. */
static void number_axis(struct xl_row_list *list, enum xl_axis axis, struct value *values)
{
    char buffer[512];
    unsigned next = 0;
    for (size_t i = 0; i < list->count; i++) {
        values[i].row = i;
        values[i].text = xl_copy_text(xl_axis_text(&list->rows[i], axis, buffer, sizeof buffer));
    }
    qsort(values, list->count, sizeof *values, by_text);
    for (size_t i = 0, first = 0; i < list->count; i++) {
        if (strcmp(values[i].text, values[first].text) != 0)
            first = i;
        list->rows[values[i].row].axis_values[axis] = (unsigned)values[first].row;
    }
    for (size_t i = 0; i < list->count; i++) {
        unsigned *value = &list->rows[i].axis_values[axis];
        *value = *value == i ? next++ : list->rows[*value].axis_values[axis];
    }
    list->axis_counts[axis] = next;
    for (size_t i = 0; i < list->count; i++)
        free(values[i].text);
}

void xl_axes_number(struct xl_row_list *list)
{
    struct value *values = xl_alloc(list->count, sizeof *values);
    for (int axis = 0; axis < XL_AXES; axis++)
        number_axis(list, (enum xl_axis)axis, values);
    free(values);
}

/* The state of a search. */
struct search {
    const struct xl_row_list *list;
    size_t per_row;     /* elements of each row */
    uint32_t *elements; /* of row i at i * per_row; dense */
    size_t element_count;
    bool *chosen;     /* rows */
    bool *required;   /* rows that were chosen at the start */
    size_t *order;    /* of rows, the preferred first */
    uint32_t *covers; /* how many chosen rows have an element */
    bool *blocked;    /* rows that have one of the independent elements */
};

struct pair {
    uint64_t key;
    size_t row;
};

static int by_key(const void *a, const void *b)
{
    const struct pair *x = a, *y = b;
    return x->key != y->key ? (x->key > y->key) - (x->key < y->key)
                            : (x->row > y->row) - (x->row < y->row);
}

static uint64_t pair_key(const struct xl_row *row, int a, int b)
{
    return ((uint64_t)row->axis_values[a] << 32) | row->axis_values[b];
}

/* Numbers the pairs of values of two axes as the k-th element of each row; a and b may be the same
 * axis. */
static void add_elements(struct search *s, int a, int b, size_t k, struct pair *pairs)
{
    size_t count = s->list->count;
    for (size_t i = 0; i < count; i++)
        pairs[i] = (struct pair){pair_key(&s->list->rows[i], a, b), i};
    qsort(pairs, count, sizeof *pairs, by_key);
    for (size_t i = 0; i < count; i++) {
        s->element_count += i == 0 || pairs[i].key != pairs[i - 1].key;
        s->elements[pairs[i].row * s->per_row + k] = (uint32_t)(s->element_count - 1);
    }
}

static void number_elements(struct search *s, const struct xl_pairwise_goal *goal,
                            struct pair *pairs)
{
    size_t k = 0;
    for (int a = 0; a < XL_AXES; a++)
        for (int b = a; b < XL_AXES; b++)
            if (goal->pairs[a][b])
                add_elements(s, a, b, k++, pairs);
}

static void order_rows(struct search *s)
{
    size_t used = 0;
    for (unsigned level = 0; level < s->list->axis_counts[XL_AXIS_OPT]; level++)
        for (size_t i = 0; i < s->list->count; i++)
            if (s->list->rows[i].axis_values[XL_AXIS_OPT] == level)
                s->order[used++] = i;
}

static void prepare(struct search *s, const struct xl_row_list *list,
                    const struct xl_pairwise_goal *goal)
{
    size_t count = list->count + 1;
    *s = (struct search){.list = list};
    for (int a = 0; a < XL_AXES; a++)
        for (int b = a; b < XL_AXES; b++)
            s->per_row += goal->pairs[a][b];
    struct pair *pairs = xl_alloc(count, sizeof *pairs);
    s->elements = xl_alloc(count, s->per_row * sizeof *s->elements);
    s->order = xl_alloc(count, sizeof *s->order);
    s->covers = xl_alloc(count * s->per_row, sizeof *s->covers);
    s->blocked = xl_alloc(count, sizeof *s->blocked);
    s->required = xl_alloc(count, sizeof *s->required);
    number_elements(s, goal, pairs);
    order_rows(s);
    free(pairs);
}

static void release(struct search *s)
{
    free(s->elements);
    free(s->required);
    free(s->order);
    free(s->covers);
    free(s->blocked);
}

/* Counts a row's elements that `covers` chosen rows have. Adds `change` to each element's count. */
static size_t visit(struct search *s, size_t row, uint32_t covers, int change)
{
    size_t hits = 0;
    for (size_t k = 0; k < s->per_row; k++) {
        uint32_t *c = &s->covers[s->elements[row * s->per_row + k]];
        hits += *c == covers;
        *c = (uint32_t)((int)*c + change);
    }
    return hits;
}

static void add(struct search *s, size_t row)
{
    s->chosen[row] = true;
    visit(s, row, 0, 1);
}

/* The gain of a row only falls as others are chosen, so one pass for each possible gain is greedy.
 */
static void choose(struct search *s)
{
    for (size_t gain = s->per_row; gain > 0; gain--) {
        for (size_t i = 0; i < s->list->count; i++) {
            size_t row = s->order[i];
            if (!s->chosen[row] && visit(s, row, 0, 0) == gain)
                add(s, row);
        }
    }
}

/* Removes rows whose every element another chosen row has, the least preferred first. Returns how
 * many, and puts the first two into `removed`. */
static size_t thin(struct search *s, size_t spared, size_t removed[2])
{
    size_t count = 0;
    for (size_t i = s->list->count; i-- > 0;) {
        size_t row = s->order[i];
        if (!s->chosen[row] || s->required[row] || row == spared || visit(s, row, 1, 0) > 0)
            continue;
        s->chosen[row] = false;
        visit(s, row, 0, -1);
        if (count < 2)
            removed[count] = row;
        count++;
    }
    return count;
}

/* A row that makes two others superfluous is the better one. */
static void improve(struct search *s)
{
    size_t removed[2], count = s->list->count;
    for (size_t tried = 0, i = 0; tried < count; tried++, i = (i + 1) % count) {
        size_t row = s->order[i];
        if (s->chosen[row])
            continue;
        add(s, row);
        switch (thin(s, row, removed)) {
        case 0:
            s->chosen[row] = false;
            visit(s, row, 0, -1);
            break;
        case 1: /* no better: as it was */
            s->chosen[row] = false;
            visit(s, row, 0, -1);
            add(s, removed[0]);
            break;
        default:
            tried = 0;
        }
    }
}

/* Whether no row with this element, the k-th of its rows, is blocked. If so, blocks them all. */
static bool is_independent(struct search *s, uint32_t element, size_t k)
{
    for (size_t r = 0; r < s->list->count; r++)
        if (s->blocked[r] && s->elements[r * s->per_row + k] == element)
            return false;
    for (size_t r = 0; r < s->list->count; r++)
        s->blocked[r] |= s->elements[r * s->per_row + k] == element;
    return true;
}

/* If no row has two of some elements, each of them needs a row. Elements of few rows are tried
 * first.
 */
static size_t lower_bound(struct search *s)
{
    enum { TRIED = UINT32_MAX };
    size_t found = 0, rows = s->list->count;
    memset(s->covers, 0, s->element_count * sizeof *s->covers);
    memset(s->blocked, 0, rows);
    for (size_t i = 0; i < rows; i++)
        visit(s, i, 0, 1);
    for (uint32_t rarity = 1; rarity / 2 <= rows; rarity = rarity < 16 ? rarity + 1 : rarity * 2) {
        for (size_t i = 0; i < rows; i++) {
            for (size_t k = 0; k < s->per_row; k++) {
                uint32_t element = s->elements[i * s->per_row + k];
                if (s->covers[element] > rarity)
                    continue;
                s->covers[element] = TRIED;
                found += is_independent(s, element, k);
            }
        }
    }
    return found;
}

size_t xl_pairwise_select(const struct xl_row_list *list, const struct xl_pairwise_goal *goal,
                          bool *chosen)
{
    struct search s;
    size_t bound = 0, removed[2];
    prepare(&s, list, goal);
    s.chosen = chosen;
    memcpy(s.required, chosen, list->count);
    for (size_t i = 0; i < list->count; i++)
        if (chosen[i])
            visit(&s, i, 0, 1);
    choose(&s);
    thin(&s, SIZE_MAX, removed);
    if (list->count <= XL_MAX_QUADRATIC) {
        improve(&s);
        bound = lower_bound(&s);
    }
    release(&s);
    return bound;
}

size_t xl_pairwise_pairs(const struct xl_row_list *list, enum xl_axis a, enum xl_axis b,
                         const bool *chosen)
{
    struct pair *pairs = xl_alloc(list->count, sizeof *pairs);
    size_t used = 0, different = 0;
    for (size_t i = 0; i < list->count; i++)
        if (!chosen || chosen[i])
            pairs[used++] = (struct pair){pair_key(&list->rows[i], (int)a, (int)b), i};
    if (used)
        qsort(pairs, used, sizeof *pairs, by_key);
    for (size_t i = 0; i < used; i++)
        different += i == 0 || pairs[i].key != pairs[i - 1].key;
    free(pairs);
    return different;
}

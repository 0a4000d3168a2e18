/* The rows and kernels that a change can affect.
 * SPDX-License-Identifier: MIT
 */
#include "plan/affected.h"

#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "plan/search.h"

static size_t rows_affected(const struct xl_affected *a)
{
    size_t rows = 0;
    for (size_t i = 0; i < a->list->count; i++)
        rows += xl_affected_count(a, i) > 0;
    return rows;
}

/* Each file by itself, so that its reader sees what it alone affects. */
static int place_files(struct xl_search *s)
{
    struct xl_affected *a = s->out;
    size_t cells = a->list->count * a->kernel_count;
    bool *all = calloc(cells + 1, sizeof *all);
    if (!all)
        return -1;
    for (size_t i = 0; i < a->changes.count; i++) {
        s->file = &a->files[i];
        s->file->file = a->changes.files[i];
        xl_place(s);
        if (!xl_place_matters(s->file->file))
            continue;
        s->file->rows = rows_affected(a);
        for (size_t c = 0; c < cells; c++)
            all[c] |= a->cells[c];
        memset(a->cells, 0, cells * sizeof *a->cells);
    }
    memcpy(a->cells, all, cells * sizeof *all);
    free(all);
    return 0;
}

static int read_and_place(struct xl_affected *out)
{
    struct xl_search s;
    int status = xl_search_begin(&s, out);
    out->files = calloc(out->changes.count + 1, sizeof *out->files);
    if (!status && out->files)
        status = place_files(&s);
    xl_search_end(&s);
    return out->files ? status : -1;
}

int xl_affected_find(const char *base, const struct xl_row_list *list, const char *const *kernels,
                     size_t kernel_count, struct xl_affected *out, struct xl_error *err)
{
    *out = (struct xl_affected){.list = list, .kernels = kernels, .kernel_count = kernel_count};
    out->cells = calloc(list->count * kernel_count + 1, sizeof *out->cells);
    if (out->cells && !base)
        return 0;
    if (out->cells && (xl_changes_base(base, out->commit, err) ||
                       xl_changes_since(out->commit, NULL, &out->changes, err)))
        return -1;
    if (out->cells && !read_and_place(out))
        return 0;
    xl_error_set(err, "out of memory");
    return -1;
}

int xl_affected_label(struct xl_affected *affected, const char *label, struct xl_error *err)
{
    static const char prefix[] = "ciflow/";
    const char *names[XL_MAX_ARCHES + XL_TIERS];
    struct xl_search s = {.out = affected};
    char nearest[200];
    size_t count = 0;
    if (strncmp(label, prefix, sizeof prefix - 1) != 0)
        return 0;
    label += sizeof prefix - 1;
    int tier = xl_tier_find(label);
    for (size_t i = 0; tier >= 0 && i < affected->list->count; i++)
        for (size_t k = 0;
             affected->list->rows[i].tier <= (enum xl_tier)tier && k < affected->kernel_count; k++)
            xl_mark(&s, i, k);
    if (tier >= 0)
        return 0;
    if (xl_arch_find(label)) {
        xl_mark_rows(&s, label, NULL);
        return 0;
    }
    for (size_t i = 0; i < xl_arch_count; i++)
        names[count++] = xl_arches[i].name;
    for (int i = 0; i < XL_TIERS; i++)
        names[count++] = xl_tier_name((enum xl_tier)i);
    xl_nearest(label, names, count, nearest, sizeof nearest);
    xl_error_set(err, "unknown label '%s%s'; the nearest after %s: %s", prefix, label, prefix,
                 nearest);
    return -1;
}

size_t xl_affected_count(const struct xl_affected *affected, size_t row)
{
    size_t count = 0;
    for (size_t k = 0; k < affected->kernel_count; k++)
        count += xl_affected_has(affected, row, k);
    return count;
}

bool xl_affected_has(const struct xl_affected *affected, size_t row, size_t kernel)
{
    return affected->cells[row * affected->kernel_count + kernel];
}

void xl_affected_free(struct xl_affected *affected)
{
    free(affected->cells);
    free(affected->files);
    xl_changes_free(&affected->changes);
    *affected = (struct xl_affected){0};
}

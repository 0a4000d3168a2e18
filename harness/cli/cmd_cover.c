/* crosslane matrix cover: what the rows of the pr tier cover, and what covering all pairs would
 * take.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "docs/groups.h"
#include "matrix/tiers.h"

static size_t rows_of(const struct xl_row_list *list, enum xl_tier tier, bool *chosen)
{
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++)
        count += chosen[i] = list->rows[i].tier <= tier;
    return count;
}

static void print_tiers(const struct xl_row_list *list)
{
    for (int tier = 0; tier < XL_TIERS; tier++) {
        const struct xl_tier_size size = xl_tier_size(list, (enum xl_tier)tier);
        printf("%-5s  %zu of %zu rows, %zu builds", xl_tier_name((enum xl_tier)tier), size.rows,
               list->count, size.builds);
        if (tier != XL_TIER_FULL)
            printf("; %zu pinned; no set of fewer than %zu covers as much", size.pinned,
                   list->least[tier]);
        putchar('\n');
    }
}

/* Each value with the pr rows that have it; a value that an earlier row has was printed. */
static void print_axis(const struct xl_row_list *list, enum xl_axis axis)
{
    for (unsigned value = 0; value < list->axis_counts[axis]; value++) {
        char buffer[512];
        bool named = false;
        for (size_t i = 0; i < list->count; i++) {
            const struct xl_row *row = &list->rows[i];
            if (row->axis_values[axis] != value || row->tier != XL_TIER_PR)
                continue;
            if (!named)
                printf("%s %s\n", xl_axis_name(axis),
                       xl_axis_text(row, axis, buffer, sizeof buffer));
            named = true;
            printf("  %s%s\n", row->name, row->pinned ? " (pinned)" : "");
        }
    }
}

static int print_pairs(const struct xl_row_list *list, bool *chosen, struct xl_error *err)
{
    struct xl_cover_goal all = {.pairs = {{0}}};
    size_t have = 0, exist = 0, least, pr = rows_of(list, XL_TIER_PR, chosen), wanted = 0;
    printf("\npairs of values that pr covers, of those that rows have:\n");
    for (int a = 0; a < XL_AXES; a++) {
        for (int b = a + 1; b < XL_AXES; b++) {
            size_t covered = xl_cover_pairs(list, (enum xl_axis)a, (enum xl_axis)b, chosen);
            size_t there = xl_cover_pairs(list, (enum xl_axis)a, (enum xl_axis)b, NULL);
            all.pairs[a][b] = true;
            have += covered;
            exist += there;
            printf("  %-8s x %-9s  %3zu of %3zu%s\n", xl_axis_name((enum xl_axis)a),
                   xl_axis_name((enum xl_axis)b), covered, there,
                   list->cover[a][b] ? "  (under `cover`)" : "");
        }
    }
    if (xl_cover_choose(list, &all, chosen, &least, err))
        return -1;
    for (size_t i = 0; i < list->count; i++)
        wanted += chosen[i];
    printf(
        "all pairs: %zu of %zu; all of them would take %zu rows, %zu more than pr (no fewer than "
        "%zu do)%s\n",
        have, exist, wanted, wanted - pr, least, wanted > pr ? ":" : "");
    for (size_t i = 0; i < list->count; i++)
        if (chosen[i] && list->rows[i].tier != XL_TIER_PR)
            printf("  %s\n", list->rows[i].name);
    return 0;
}

int xl_cli_cover(void)
{
    struct xl_row_list list;
    struct xl_error err;
    if (xl_cli_matrix_read(&list))
        return XL_EXIT_USAGE;
    bool *chosen = calloc(list.count + 1, sizeof *chosen);
    int status = XL_EXIT_OK;
    xl_error_set(&err, "out of memory");
    if (chosen) {
        print_tiers(&list);
        printf("\nwhat covers what in pr:\n");
        for (int axis = 0; axis < XL_AXES; axis++)
            print_axis(&list, (enum xl_axis)axis);
    }
    if (!chosen || print_pairs(&list, chosen, &err)) {
        fprintf(stderr, "crosslane: error: %s\n", err.text);
        status = XL_EXIT_ENVIRONMENT;
    }
    free(chosen);
    xl_row_list_free(&list);
    return status;
}

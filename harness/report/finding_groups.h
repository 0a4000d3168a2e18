/* Groups findings of many rows: one group for each bug. The console, Markdown and HTML use them.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPORT_FINDING_GROUPS_H
#define XL_HARNESS_REPORT_FINDING_GROUPS_H

#include <json-c/json.h>
#include <stddef.h>

/* A kernel's findings; NULL: none, or a known bug explains them. */
struct json_object *xl_findings_of(struct json_object *kernel);

/* One bug. */
struct xl_finding_group {
    /* The first finding, with its row and kernel. The rows of xl_finding_groups hold them. */
    struct json_object *row, *kernel, *finding;
    struct json_object *rows; /* the names of all its rows */
    size_t number;            /* in the order of finding */
    /* By xl_common_rows: on which rows of the run its kernel fails. NULL: it ran on this row only.
     */
    char *fails;
};

struct xl_finding_groups {
    struct xl_finding_group *at;
    size_t count, room;
    /* By findings, in the order of rows, kernels and xl_findings_of: `number` of the group. */
    struct {
        size_t *at;
        size_t count, room;
    } numbers;
};

/* rows: with findings, as results have them, perhaps of another machine; values of a wrong type are
 * ignored. all: the rows of the run, with kernels that passed; packed or not. Findings of one
 * kernel and one check are one bug if their messages differ only in numbers, and in names of the
 * row's ISA, its instructions and registers. Returns a group for
 * each bug, the one with most rows first. */
struct xl_finding_groups xl_finding_groups(struct json_object *rows, struct json_object *all);

void xl_finding_groups_free(struct xl_finding_groups *groups);

#endif

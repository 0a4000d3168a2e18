/* The text of findings: each bug once, the most frequent first; and its words, which all reports
 * use.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPORT_FINDING_TEXT_H
#define XL_HARNESS_REPORT_FINDING_TEXT_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { XL_SHOWN_FINDINGS = 20 }; /* printed whole; the rest are counted */

enum xl_finding_style {
    XL_EACH_BUG,     /* each bug once, whole */
    XL_EACH_FINDING, /* every finding of every row */
    XL_GCC_STYLE     /* each bug once, as "FILE:LINE: error: ..." */
};

/* Prints the findings of rows, which are as results have them, with kernels that passed. sources:
 * likewise, or NULL. json: the file with all findings, or NULL. */
void xl_findings_print(struct json_object *rows, struct json_object *sources, uint64_t seed,
                       enum xl_finding_style style, const char *json);

/* Writes the lines of one finding, all but its message, place and command. The console and JUnit
 * use it. source: of the kernel, as results have it; NULL: bits are not shown as numbers too.
 * is_short: without most of a long QEMU_CPU. */
void xl_finding_put(FILE *to, struct json_object *row, struct json_object *kernel,
                    struct json_object *source, struct json_object *finding, uint64_t seed,
                    bool is_short);

/* The message with the cause first, if it is recognized: "r[3] is not saturated (wrong value)". The
 * caller frees it. */
char *xl_finding_title(struct json_object *finding);

/* The title, and what was wrong: "r[3] is not saturated (wrong value): got 0xfc (252), expected
 * 0xff (255)". source: as below. The caller frees it. */
char *xl_finding_sentence(struct json_object *source, struct json_object *finding);

/* "a[3]=0xfe by=0xfe" with the numbers that these bits are: "a[3]=0xfe (254) by=0xfe (254)". The
 * caller frees it. */
char *xl_inputs_in_words(struct json_object *source, const char *inputs);

/* Prints a heading such as FINDING, in colour on a terminal. */
void xl_print_heading(const char *word);

#endif

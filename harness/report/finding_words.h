/* A finding in words: its title, and bits beside the numbers that they are.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPORT_FINDING_WORDS_H
#define XL_HARNESS_REPORT_FINDING_WORDS_H

#include <json-c/json.h>
#include <stdio.h>

/* The message with the cause first, if it is recognized: "r[3] is not saturated (wrong value)". The
 * caller frees it. */
char *xl_finding_title(struct json_object *finding);

/* The title, and what was wrong: "r[3] is not saturated (wrong value): got 0xfc (252), expected
 * 0xff (255)". source: as below. The caller frees it. */
char *xl_finding_sentence(struct json_object *source, struct json_object *finding);

/* "0xfc (252)". source: of the kernel, as results have it; NULL, or without the argument: bits
 * alone. The caller frees it. */
char *xl_bits_in_words(struct json_object *source, const char *arg, const char *bits);

/* The same for all bits of "a[3]=0xfe by=0xfe". */
char *xl_inputs_in_words(struct json_object *source, const char *inputs);

enum { XL_ERROR_TEXT = 64 };

/* The error of a finding's element: "0.5, bound 0.25" or "3 ULP"; "": it has none, or must be
 * exact. */
void xl_finding_error(struct json_object *finding, char *text, size_t size);

#endif

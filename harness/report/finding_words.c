/* A finding in words: its title, and bits beside the numbers that they are.
 * SPDX-License-Identifier: MIT
 */
#include "report/finding_words.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "oracle/types.h"
#include "results/results_json.h"

/* Causes that do not begin with "got", which names the element (execute/wrong_values.c). */
static const struct {
    const char *differs, *title;
} causes[] = {
    {"expected is a limit of the type: got is not saturated", "is not saturated"},
    {"got is a limit of the type: it is saturated", "is saturated"},
};

/* After the cause: how many elements have it. */
static size_t cause_length(const char *differs)
{
    const char *count = strstr(differs, ", in all ");
    return count ? (size_t)(count - differs) : strlen(differs);
}

/* What the element is; "": the cause is about others too. The caller frees it. */
static char *predicate_of(const char *differs, size_t length)
{
    for (size_t i = 0; i < sizeof causes / sizeof causes[0]; i++)
        if (strlen(causes[i].differs) == length && strncmp(differs, causes[i].differs, length) == 0)
            return xl_copy_text(causes[i].title);
    if (strncmp(differs, "got ", 4) != 0)
        return xl_copy_text("");
    char *own = xl_format("%.*s", (int)length - 4, differs + 4);
    char *value = xl_replaced(own, "is expected ", "is the expected value "),
         *all = xl_replaced(value, "; got ", "; it ");
    free(own);
    free(value);
    return all;
}

char *xl_finding_title(struct json_object *finding)
{
    static const char wrong[] = "wrong value in ";
    const char *message = xl_key_text(finding, XL_KEY_finding_message),
               *differs = xl_key_text(finding, XL_KEY_finding_differs);
    char *element = xl_format("%s[%zu]", xl_key_text(finding, XL_KEY_finding_arg),
                              xl_key_number(finding, XL_KEY_finding_element));
    const size_t begin = sizeof wrong - 1 + strlen(element), length = cause_length(differs);
    char *title = NULL;
    if (length && strncmp(message, wrong, sizeof wrong - 1) == 0 &&
        strncmp(message + sizeof wrong - 1, element, strlen(element)) == 0) {
        char *predicate = predicate_of(differs, length);
        title = xl_format("%s%s%.*s (wrong value%s)", element, *predicate ? " " : ": ",
                          (int)(*predicate ? strlen(predicate) : length),
                          *predicate ? predicate : differs, message + begin);
        free(predicate);
    }
    free(element);
    return title ? title : xl_copy_text(message);
}

/* The type of an argument in the source's "a:u8 by:u8"; XL_TYPES: unknown. name: of this length. */
static enum xl_type type_of(struct json_object *source, const char *name, size_t length)
{
    for (const char *at = xl_key_text(source, XL_KEY_source_args); *at;
         at += strcspn(at, " "), at += *at == ' ') {
        if (strncmp(at, name, length) != 0 || at[length] != ':')
            continue;
        for (int type = 0; type < XL_TYPES; type++) {
            const char *known = xl_type_name((enum xl_type)type), *end = at + length + 1;
            if (strncmp(end, known, strlen(known)) == 0 && strchr(" ", end[strlen(known)]))
                return (enum xl_type)type;
        }
    }
    return XL_TYPES;
}

/* Adds the number that these bits are, unless they show it: up to 9, an integer looks the same. */
static void add_number(struct xl_text *to, enum xl_type type, const char *bits)
{
    char number[40], *end = NULL;
    const uint64_t value = strtoull(bits, &end, 16);
    if (type == XL_TYPES || end == bits || (value <= 9 && !xl_type_is_float(type)))
        return;
    xl_print_number(type, value, number, sizeof number);
    xl_text_add(to, " (%s)", number);
}

char *xl_bits_in_words(struct json_object *source, const char *arg, const char *bits)
{
    struct xl_text text = {NULL};
    xl_text_add(&text, "%s", bits);
    add_number(&text, type_of(source, arg, strlen(arg)), bits);
    return text.at;
}

/* Ranges, as "a[0..3]=0x1 0x2", have bits alone. */
char *xl_inputs_in_words(struct json_object *source, const char *inputs)
{
    struct xl_text text = {NULL};
    xl_text_add(&text, "%s", "");
    while (*inputs) {
        const size_t word = strcspn(inputs, " "), name = strcspn(inputs, "[=, ");
        const char *equals = memchr(inputs, '=', word), *comma = memchr(inputs, ',', word);
        const size_t length = comma ? (size_t)(comma - inputs) : word;
        const bool is_one =
            equals && strncmp(equals, "=0x", 3) == 0 && strncmp(inputs + word, " 0x", 3) != 0;
        xl_text_add(&text, "%.*s", (int)length, inputs);
        if (is_one)
            add_number(&text, type_of(source, inputs, name), equals + 1);
        inputs += length;
        const size_t between = *inputs == ',' ? 1 + (inputs[1] == ' ') : *inputs == ' ';
        xl_text_add(&text, "%.*s", (int)between, inputs);
        inputs += between;
    }
    return text.at;
}

void xl_finding_error(struct json_object *finding, char *text, size_t size)
{
    const double ulp = xl_key_measure(finding, XL_KEY_finding_ulp);
    text[0] = '\0';
    if (xl_key_has(finding, XL_KEY_finding_bound))
        snprintf(text, size, "%.3g, bound %.3g", xl_key_measure(finding, XL_KEY_finding_error),
                 xl_key_measure(finding, XL_KEY_finding_bound));
    else if (ulp != 0)
        snprintf(text, size, "%.6g ULP", ulp);
}

char *xl_finding_sentence(struct json_object *source, struct json_object *finding)
{
    char error[XL_ERROR_TEXT], *title = xl_finding_title(finding);
    const char *message = xl_key_text(finding, XL_KEY_finding_message),
               *differs = xl_key_text(finding, XL_KEY_finding_differs),
               *arg = xl_key_text(finding, XL_KEY_finding_arg);
    struct xl_text text = {NULL};
    xl_text_add(&text, "%s", title);
    if (*xl_key_text(finding, XL_KEY_finding_got)) {
        char *got = xl_bits_in_words(source, arg, xl_key_text(finding, XL_KEY_finding_got)),
             *expected =
                 xl_bits_in_words(source, arg, xl_key_text(finding, XL_KEY_finding_expected));
        xl_text_add(&text, ": got %s, expected %s", got, expected);
        free(got);
        free(expected);
    }
    xl_finding_error(finding, error, sizeof error);
    if (*error)
        xl_text_add(&text, ", error %s", error);
    if (*differs && strcmp(title, message) == 0) /* else the title says it */
        xl_text_add(&text, "; %s", differs);
    free(title);
    return text.at;
}

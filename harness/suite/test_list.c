/* The list of tests, and the one that a result is of.
 * SPDX-License-Identifier: MIT
 */
#include "suite/test_list.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/unicode.h"

enum { XL_LABEL = 512 /* of a test's name, in bytes */ };

/* The name as the runner has it: reports escape it. But it is one line, as lists of tests need. */
static char *label_of(const char *text)
{
    char label[XL_LABEL] = "", *clean = xl_utf8_clean(text);
    xl_append(label, sizeof label, "%s", clean);
    for (char *at = label; (at = strchr(at, '\n'));)
        *at = ' ';
    free(clean);
    return xl_copy_text(label);
}

static char *one_line(const char *text)
{
    struct xl_error line;
    char *clean = xl_utf8_clean(text);
    xl_error_set(&line, "%s", clean);
    free(clean);
    return xl_copy_text(line.text);
}

static const char *last_bytes(const char *text, size_t size)
{
    const char *at = size > XL_TEST_OUTPUT ? text + size - XL_TEST_OUTPUT : text;
    while (at > text && ((unsigned char)*at & 0xC0) == 0x80)
        at++;
    return at;
}

/* The end of an output. */
static char *output_end(const char *bytes, size_t size)
{
    const char *from = last_bytes(bytes, size);
    size = (size_t)(bytes + size - from);
    char *text = xl_alloc(size + 1, 1);
    for (size_t i = 0; i < size; i++)
        text[i] = from[i] ? from[i] : ' ';
    char *clean = xl_utf8_clean(text), *end = xl_copy_text(last_bytes(clean, strlen(clean)));
    free(clean);
    free(text);
    return end;
}

static bool is_emulator(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    return strncmp(name, "qemu-", 5) == 0 || strcmp(name, "crosslane-start") == 0 ||
           strcmp(name, "emulator.sh") == 0;
}

/* The place of the program among the words of a command. The options are those of QEMU's
 * linux-user/main.c that take a value. */
static size_t program_at(struct json_object *command)
{
    static const char *const with_value[] = {"L", "cpu", "E",    "U",      "0",    "s",
                                             "B", "R",   "d",    "D",      "g",    "dfilter",
                                             "r", "p",   "seed", "plugin", "accel"};
    const size_t count = xl_json_length(command);
    size_t at = 0;
    if (!count || !is_emulator(xl_json_item_text(command, 0)))
        return 0;
    at = count > 1 && is_emulator(xl_json_item_text(command, 1))
             ? 2
             : 1; /* toolchains/emulator.sh QEMU */
    for (; at < count && xl_json_item_text(command, at)[0] == '-'; at++) {
        const char *option = xl_json_item_text(command, at);
        option += strncmp(option, "--", 2) == 0 ? 2 : 1;
        for (size_t i = 0; i < sizeof with_value / sizeof with_value[0]; i++)
            if (strcmp(option, with_value[i]) == 0) {
                at++;
                break;
            }
    }
    return at;
}

static void set_command(struct xl_test *t, struct json_object *command)
{
    for (size_t i = program_at(command); i < xl_json_length(command); i++)
        xl_words_add(&t->command, xl_json_item_text(command, i));
}

struct xl_test *xl_tests_add(struct xl_tests *tests, const char *label, struct json_object *command)
{
    struct xl_test t = {.outcome = XL_NOT_RUN,
                        .label = label_of(label),
                        .reason = xl_copy_text(""),
                        .output = xl_copy_text("")};
    size_t same = 1;
    for (size_t i = 0; i < tests->count; i++)
        same += strcmp(tests->at[i].label, t.label) == 0;
    t.name = same == 1 ? xl_copy_text(t.label) : xl_format("%s (%zu)", t.label, same);
    for (size_t i = 0; i < tests->count; i++)
        if (strcmp(tests->at[i].name, t.name) == 0) {
            free(t.name);
            t.name = xl_format("%s (%zu)", t.label, ++same);
            i = (size_t)-1;
        }
    set_command(&t, command);
    xl_push(tests, t);
    return &tests->at[tests->count - 1];
}

/* Whether the started command has the test's words. A wrapper may stand before them, and options
 * after them. */
static bool has_command(const struct xl_test *t, struct json_object *command)
{
    const size_t count = xl_json_length(command);
    for (size_t from = 0; from + t->command.count <= count; from++) {
        size_t same = 0;
        while (same < t->command.count &&
               strcmp(t->command.at[same], xl_json_item_text(command, from + same)) == 0)
            same++;
        if (same == t->command.count)
            return true;
    }
    return false;
}

static void set(struct xl_test *t, const struct xl_test_result *r)
{
    free(t->reason);
    free(t->output);
    t->outcome = r->outcome;
    t->reason = one_line(r->reason);
    t->output = output_end(r->output ? r->output : "", r->output ? r->output_size : 0);
    t->seconds = isfinite(r->seconds) && r->seconds > 0 ? r->seconds : 0;
}

void xl_tests_set(struct xl_tests *tests, const struct xl_test_result *r)
{
    struct xl_test *found = NULL;
    char *label = label_of(r->label);
    for (size_t i = 0; i < tests->count; i++) {
        struct xl_test *t = &tests->at[i];
        if (t->has_result || strcmp(t->label, label) != 0)
            continue;
        if (!r->command || has_command(t, r->command)) {
            found = t;
            break;
        }
        found = found ? found : t;
    }
    if (!found)
        found = xl_tests_add(tests, label, r->command);
    set(found, r);
    found->has_result = true;
    free(label);
}

static char *copy_or_null(const char *text)
{
    return text ? xl_copy_text(text) : NULL;
}

static struct xl_words copy_words(const struct xl_words *from)
{
    struct xl_words copy = {0};
    for (size_t i = 0; i < from->count; i++)
        xl_words_add(&copy, from->at[i]);
    return copy;
}

struct xl_tests xl_tests_copy(const struct xl_tests *tests)
{
    struct xl_tests copy = {0};
    for (size_t i = 0; i < tests->count; i++) {
        struct xl_test test = tests->at[i];
        test.name = xl_copy_text(test.name);
        test.selector = copy_or_null(test.selector);
        test.command = copy_words(&test.command);
        test.environment = copy_words(&test.environment);
        test.directory = copy_or_null(test.directory);
        test.reason = xl_copy_text(test.reason);
        test.output = xl_copy_text(test.output);
        test.label = xl_copy_text(test.label);
        xl_push(&copy, test);
    }
    return copy;
}

void xl_tests_free(struct xl_tests *tests)
{
    for (size_t i = 0; i < tests->count; i++) {
        struct xl_test *t = &tests->at[i];
        xl_words_free(&t->command);
        xl_words_free(&t->environment);
        free(t->directory);
        free(t->name);
        free(t->selector);
        free(t->label);
        free(t->reason);
        free(t->output);
    }
    free(tests->at);
    *tests = (struct xl_tests){0};
}

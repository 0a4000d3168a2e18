/* Reads testlog.json of Meson: an object of JSON in each line.
 * SPDX-License-Identifier: MIT
 *
 * Its form: mtest.py, JsonLogfileBuilder, of Meson 1.0.1.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/json.h"
#include "base/memory.h"
#include "suite/runner_output.h"

/* The largest log that is read. Meson keeps all outputs in it. */
enum { MOST_BYTES = 1 << 28 };

/* The outcome of a word of Meson's TestResult. Returns whether it is one. */
static bool find_outcome(const char *word, enum xl_outcome *outcome)
{
    static const struct {
        const char *word;
        enum xl_outcome outcome;
    } words[] = {{"OK", XL_PASS},      {"EXPECTEDFAIL", XL_PASS},   {"SKIP", XL_SKIP},
                 {"IGNORED", XL_SKIP}, {"FAIL", XL_FAIL},           {"ERROR", XL_FAIL},
                 {"TIMEOUT", XL_FAIL}, {"UNEXPECTEDPASS", XL_FAIL}, {"INTERRUPT", XL_NOT_RUN}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(words[i].word, word) == 0) {
            *outcome = words[i].outcome;
            return true;
        }
    return false;
}

/* As Meson says it in its console; the word of the result where the status says nothing. */
static char *reason_of(const char *word, int status)
{
    const int signal = status < 0 ? -status : status > 128 ? status - 128 : 0;
    const char *name = signal ? sigabbrev_np(signal) : NULL;
    if (!status || strcmp(word, "TIMEOUT") == 0 || strcmp(word, "INTERRUPT") == 0)
        return xl_copy_text(word);
    if (status < 0)
        return xl_format("killed by signal %d SIG%s", signal, name ? name : "invalid");
    if (signal)
        return xl_format("exit status %d or signal %d SIG%s", status, signal,
                         name ? name : "invalid");
    return xl_format("exit status %d", status);
}

static bool read_test(struct json_object *test, struct xl_tests *tests)
{
    enum xl_outcome outcome = XL_NOT_RUN;
    const char *word = xl_json_text(test, "result");
    struct json_object *status = xl_json_get(test, "returncode", json_type_int);
    struct xl_text output = {0};
    static const char *const streams[] = {"stdout", "stderr"};
    if (!find_outcome(word, &outcome))
        return false;
    for (int i = 0; i < 2; i++) {
        struct json_object *text = xl_json_get(test, streams[i], json_type_string);
        if (text)
            xl_text_add_bytes(&output, json_object_get_string(text),
                              (size_t)json_object_get_string_len(text));
    }
    char *reason = outcome == XL_PASS ? xl_copy_text("")
                                      : reason_of(word, status ? json_object_get_int(status) : 0);
    xl_tests_set(tests, &(struct xl_test_result){.label = xl_json_text(test, "name"),
                                                 .command = xl_json_array(test, "command"),
                                                 .outcome = outcome,
                                                 .reason = reason,
                                                 .output = output.at,
                                                 .output_size = output.used,
                                                 .seconds = xl_json_double(test, "duration")});
    free(reason);
    free(output.at);
    return true;
}

bool xl_read_meson_log(FILE *f, struct xl_tests *tests)
{
    struct stat s;
    char *line = NULL;
    size_t room = 0;
    bool is_log = false;
    if (fileno(f) >= 0 && (fstat(fileno(f), &s) != 0 || s.st_size > MOST_BYTES))
        return false;
    while (getline(&line, &room, f) > 0) {
        struct json_object *test = json_tokener_parse(line);
        is_log |= read_test(test, tests);
        json_object_put(test);
    }
    free(line);
    return is_log;
}

/* Lists a project's tests, and reads how they ended.
 * SPDX-License-Identifier: MIT
 */
#include "suite/runner_output.h"

#include <expat.h>
#include <fcntl.h>
#include <fts.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"

/* ---- Lists of tests ---- */

static bool is_disabled(struct json_object *test)
{
    struct json_object *properties = xl_json_array(test, "properties");
    return xl_json_is_true(xl_json_find(properties, "name", "DISABLED"), "value");
}

/* What CTest sets for the test: ENVIRONMENT, and what ENVIRONMENT_MODIFICATION sets whole. */
static void read_properties(struct json_object *properties, struct xl_test *t)
{
    struct json_object *set = NULL,
                       *directory = xl_json_find(properties, "name", "WORKING_DIRECTORY");
    static const char *const names[] = {"ENVIRONMENT", "ENVIRONMENT_MODIFICATION"};
    for (size_t k = 0; k < 2; k++) {
        set = xl_json_array(xl_json_find(properties, "name", names[k]), "value");
        for (size_t i = 0; i < xl_json_length(set); i++) {
            const char *word = xl_json_item_text(set, i), *value = strchr(word, '=');
            if (k && value && strncmp(value, "=set:", 5) == 0) {
                char *assignment = xl_format("%.*s=%s", (int)(value - word), word, value + 5);
                xl_words_add(&t->environment, assignment);
                free(assignment);
            } else if (!k) {
                xl_words_add(&t->environment, word);
            }
        }
    }
    if (*xl_json_text(directory, "value"))
        t->directory = xl_copy_text(xl_json_text(directory, "value"));
}

static void list_ctest(struct json_object *list, struct xl_tests *tests)
{
    for (size_t i = 0; i < xl_json_length(list); i++) {
        struct json_object *test = json_object_array_get_idx(list, i);
        struct xl_test *t =
            xl_tests_add(tests, xl_json_text(test, "name"), xl_json_array(test, "command"));
        read_properties(xl_json_array(test, "properties"), t);
        if (is_disabled(test)) {
            t->outcome = XL_SKIP;
            free(t->reason);
            t->reason = xl_copy_text("Disabled");
        }
    }
}

/* Whether the tests are of several suites. Then names begin with theirs. */
static bool has_suites(struct json_object *list)
{
    const char *first = NULL;
    for (size_t i = 0; i < xl_json_length(list); i++) {
        struct json_object *suites = xl_json_array(json_object_array_get_idx(list, i), "suite");
        for (size_t k = 0; k < xl_json_length(suites); k++) {
            first = first ? first : xl_json_item_text(suites, k);
            if (strcmp(first, xl_json_item_text(suites, k)) != 0)
                return true;
        }
    }
    return false;
}

/* PROJECT:SUITE+SUITE / NAME, as Meson prints it (mtest.py, get_pretty_suite). */
static char *meson_label(struct json_object *test)
{
    struct json_object *suites = xl_json_array(test, "suite");
    struct xl_text label = {0};
    for (size_t i = 0; i < xl_json_length(suites); i++) {
        const char *suite = xl_json_item_text(suites, i), *colon = strchr(suite, ':');
        if (i == 0)
            xl_text_add(&label, "%.*s", colon ? (int)(colon - suite) : -1, suite);
        if (i > 0 || colon)
            xl_text_add(&label, "%c%s", i ? '+' : ':', colon ? colon + 1 : "");
    }
    xl_text_add(&label, "%s%s", label.at ? " / " : "", xl_json_text(test, "name"));
    return label.at;
}

/* PROJECT:NAME (mtest.py, tests_from_args). */
static char *meson_selector(struct json_object *test)
{
    struct json_object *suites = xl_json_array(test, "suite");
    const char *suite = xl_json_length(suites) ? xl_json_item_text(suites, 0) : "";
    return xl_format("%.*s:%s", (int)strcspn(suite, ":"), suite, xl_json_text(test, "name"));
}

static void add_environment(struct json_object *environment, struct xl_test *t)
{
    json_object_object_foreach(environment, name, value)
    {
        char *assignment = xl_format("%s=%s", name, json_object_get_string(value));
        xl_words_add(&t->environment, assignment);
        free(assignment);
    }
}

static void list_meson(struct json_object *list, struct xl_tests *tests)
{
    const bool with_suites = has_suites(list);
    for (size_t i = 0; i < xl_json_length(list); i++) {
        struct json_object *test = json_object_array_get_idx(list, i);
        char *label = with_suites ? meson_label(test) : xl_copy_text(xl_json_text(test, "name"));
        struct xl_test *t = xl_tests_add(tests, label, xl_json_array(test, "cmd"));
        struct json_object *environment = xl_json_get(test, "env", json_type_object);
        t->selector = meson_selector(test);
        if (*xl_json_text(test, "workdir"))
            t->directory = xl_copy_text(xl_json_text(test, "workdir"));
        if (environment)
            add_environment(environment, t);
        free(label);
    }
}

int xl_tests_list(enum xl_runner runner, const char *text, size_t size, struct xl_tests *tests,
                  struct xl_error *err)
{
    if (runner != XL_CTEST && runner != XL_MESON)
        return 0;
    struct json_tokener *tokener = json_tokener_new();
    struct json_object *whole =
        tokener && size < INT_MAX ? json_tokener_parse_ex(tokener, text, (int)size) : NULL;
    struct json_object *list = runner == XL_CTEST ? xl_json_array(whole, "tests") : whole;
    const bool is_list = json_object_is_type(list, json_type_array);
    if (is_list && runner == XL_CTEST)
        list_ctest(list, tests);
    else if (is_list)
        list_meson(list, tests);
    json_object_put(whole);
    if (tokener)
        json_tokener_free(tokener);
    return is_list ? 0
                   : xl_fail(err, "%s: not a list of tests; the file is cut or of another version",
                             runner == XL_CTEST ? "ctest --show-only=json-v1" : "intro-tests.json");
}

/* ---- CTest: the JUnit file of cmCTestTestHandler::WriteJUnitXML (CMake 3.25), and the console
 * ---- */

struct junit {
    XML_Parser parser;
    struct xl_tests *tests;
    bool is_junit, is_in_test, is_in_output;
    char *name, *status, *message;
    double seconds;
    struct xl_text output;
};

static const char *attribute(const XML_Char **attributes, const char *name)
{
    for (; attributes[0]; attributes += 2)
        if (strcmp(attributes[0], name) == 0)
            return attributes[1];
    return "";
}

static void forget_test(struct junit *j)
{
    free(j->name);
    free(j->status);
    free(j->message);
    j->name = j->status = j->message = NULL;
    j->output.used = 0;
    j->is_in_test = j->is_in_output = false;
}

static void XMLCALL begin_element(void *data, const XML_Char *name, const XML_Char **attributes)
{
    struct junit *j = data;
    if (strcmp(name, "testsuite") == 0) {
        j->is_junit = true;
    } else if (strcmp(name, "testcase") == 0) {
        forget_test(j);
        j->is_in_test = true;
        j->name = xl_copy_text(attribute(attributes, "name"));
        j->status = xl_copy_text(attribute(attributes, "status"));
        j->seconds = strtod(attribute(attributes, "time"), NULL);
    } else if (j->is_in_test && (strcmp(name, "failure") == 0 || strcmp(name, "skipped") == 0)) {
        free(j->message);
        j->message = xl_copy_text(attribute(attributes, "message"));
    } else if (strcmp(name, "system-out") == 0) {
        j->is_in_output = j->is_in_test;
    }
}

static void XMLCALL add_text(void *data, const XML_Char *text, int size)
{
    struct junit *j = data;
    enum { MOST = 16 * XL_TEST_OUTPUT };
    if (!j->is_in_output)
        return;
    xl_text_add_bytes(&j->output, text, (size_t)size);
    if (j->output.used > MOST) {
        memmove(j->output.at, j->output.at + j->output.used - XL_TEST_OUTPUT, XL_TEST_OUTPUT);
        j->output.used = XL_TEST_OUTPUT;
    }
}

/* "notrun" is both a test that skipped itself and one that could not be started. */
static enum xl_outcome outcome_of(const struct junit *j)
{
    if (strcmp(j->status, "run") == 0)
        return XL_PASS;
    if (strcmp(j->status, "disabled") == 0)
        return XL_SKIP;
    if (strcmp(j->status, "notrun") == 0)
        return j->message && strncmp(j->message, "SKIP_", 5) == 0 ? XL_SKIP : XL_NOT_RUN;
    return XL_FAIL;
}

static void XMLCALL end_element(void *data, const XML_Char *name)
{
    struct junit *j = data;
    if (strcmp(name, "system-out") == 0)
        j->is_in_output = false;
    if (strcmp(name, "testcase") != 0 || !j->is_in_test)
        return;
    struct xl_test_result r = {.label = j->name,
                               .outcome = outcome_of(j),
                               .reason = j->message ? j->message : "",
                               .output = j->output.at,
                               .output_size = j->output.used,
                               .seconds = j->seconds};
    /* The output of a test without a program is CTest's own message. */
    if (j->output.used && (r.outcome == XL_NOT_RUN || strcmp(j->status, "disabled") == 0))
        r.reason = j->output.at;
    if (r.outcome == XL_PASS)
        r.reason = "";
    xl_tests_set(j->tests, &r);
    forget_test(j);
}

/* Entities are declared in it; JUnit has none. */
static void XMLCALL refuse(void *data, const XML_Char *name, const XML_Char *system_id,
                           const XML_Char *public_id, int has_internal_subset)
{
    (void)name, (void)system_id, (void)public_id, (void)has_internal_subset;
    XML_StopParser(((struct junit *)data)->parser, XML_FALSE);
}

bool xl_read_junit(FILE *f, struct xl_tests *tests)
{
    enum { CHUNK = 1 << 16 };
    struct junit j = {.parser = xl_checked_memory(XML_ParserCreate(NULL)), .tests = tests};
    bool is_end = false;
    XML_SetUserData(j.parser, &j);
    XML_SetElementHandler(j.parser, begin_element, end_element);
    XML_SetCharacterDataHandler(j.parser, add_text);
    XML_SetStartDoctypeDeclHandler(j.parser, refuse);
    while (!is_end) {
        void *chunk = xl_checked_memory(XML_GetBuffer(j.parser, CHUNK));
        const size_t size = fread(chunk, 1, CHUNK, f);
        is_end = size < CHUNK;
        if (XML_ParseBuffer(j.parser, (int)size, is_end) != XML_STATUS_OK)
            break;
    }
    forget_test(&j);
    free(j.output.at);
    XML_ParserFree(j.parser);
    return j.is_junit;
}

/* "	  3 - NAME (SEGFAULT)" of the list at the end. It has tests of one name in their order. */
static void read_failure(const char *line, struct xl_tests *tests)
{
    const char *name = *line == '\t' ? strstr(line, " - ") : NULL;
    for (size_t i = 0; name && i < tests->count; i++) {
        struct xl_test *t = &tests->at[i];
        const size_t length = strlen(t->label);
        const char *status = name + 3 + length;
        if (t->outcome != XL_FAIL || t->reason[0] || strncmp(name + 3, t->label, length) != 0 ||
            strncmp(status, " (", 2) != 0)
            continue;
        free(t->reason);
        t->reason = xl_format("%.*s", (int)strcspn(status + 2, ")"), status + 2);
        return;
    }
}

void xl_read_ctest_failures(const char *console, struct xl_tests *tests)
{
    char *text = xl_copy_text(console), *rest = text;
    for (char *line; (line = strsep(&rest, "\n"));)
        read_failure(line, tests);
    free(text);
}

/* ---- Meson: testlog.json of JsonLogfileBuilder (mtest.py, Meson 1.0.1), an object in each line
 * ---- */

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
static char *meson_reason(const char *word, int status)
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
    char *reason = outcome == XL_PASS
                       ? xl_copy_text("")
                       : meson_reason(word, status ? json_object_get_int(status) : 0);
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

/* ---- Automake: .trs and .log files, by its manual ("Custom Test Drivers"), and the console ----
 */

/* Opens a file that was written since then. NULL: there is none. */
static FILE *open_since(const char *path, time_t since)
{
    struct stat s;
    FILE *f = xl_file_open_untrusted(path);
    if (f && (fstat(fileno(f), &s) || s.st_mtime < since)) {
        fclose(f);
        f = NULL;
    }
    return f;
}

/* The last one of those that a file has is the test's. */
static const struct {
    const char *word;
    enum xl_outcome outcome;
} results[] = {{"", XL_NOT_RUN},   {"SKIP", XL_SKIP}, {"XFAIL", XL_PASS}, {"PASS", XL_PASS},
               {"XPASS", XL_FAIL}, {"FAIL", XL_FAIL}, {"ERROR", XL_FAIL}};

enum { RESULTS = sizeof results / sizeof results[0], UNKNOWN = RESULTS - 1 };

/* The number of the result in a line that begins with the key; 0: there is none. An unknown result
 * is an error. */
static size_t result_in(const char *line, const char *key)
{
    if (strncmp(line, key, strlen(key)) != 0)
        return 0;
    const char *word = line + strlen(key);
    word += strspn(word, " \t");
    const size_t length = strcspn(word, " \t\r\n");
    for (size_t k = 1; k < RESULTS; k++)
        if (strlen(results[k].word) == length && strncmp(results[k].word, word, length) == 0)
            return k;
    return UNKNOWN;
}

/* The last line of a log that begins with the result, as drivers write it: "FAIL x.sh (exit
 * status: 3)", "FAIL: x.tap 2 - two". Else the result. */
static char *automake_reason(const char *result, const char *log, size_t size)
{
    const size_t length = strlen(result);
    for (size_t end = size; end > 0;) {
        const char *line = memrchr(log, '\n', end - 1);
        line = line ? line + 1 : log;
        const size_t line_size = (size_t)(log + end - line) - (log[end - 1] == '\n');
        if (line_size > length && strncmp(line, result, length) == 0 &&
            (line[length] == ' ' || line[length] == ':'))
            return xl_format("%.*s", (int)line_size, line);
        end = (size_t)(line - log);
    }
    return xl_copy_text(result);
}

void xl_read_trs(const char *label, FILE *trs, const char *log, size_t log_size,
                 struct xl_tests *tests)
{
    char *line = NULL;
    size_t room = 0, worst = 0, global = 0;
    while (getline(&line, &room, trs) >= 0) {
        const size_t result = result_in(line, ":test-result:");
        worst = result > worst ? result : worst;
        global = global ? global : result_in(line, ":global-test-result:");
    }
    free(line);
    if (results[global].outcome == XL_FAIL && results[worst].outcome != XL_FAIL)
        worst = global;
    const enum xl_outcome outcome = results[worst].outcome;
    char *reason = outcome == XL_PASS ? xl_copy_text("")
                   : !worst           ? xl_copy_text("its .trs file has no result")
                                      : automake_reason(results[worst].word, log, log_size);
    xl_tests_set(tests, &(struct xl_test_result){.label = label,
                                                 .outcome = outcome,
                                                 .reason = reason,
                                                 .output = log,
                                                 .output_size = log_size});
    free(reason);
}

/* The end of a file; "" if there is none. */
static char *file_end(const char *path, size_t *size)
{
    enum { MOST = 16 * XL_TEST_OUTPUT };
    char *text = xl_alloc(MOST + 1, 1);
    struct stat s;
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    const off_t from = file >= 0 && fstat(file, &s) == 0 && s.st_size > MOST ? s.st_size - MOST : 0;
    const ssize_t got = file >= 0 ? pread(file, text, MOST, from) : 0;
    if (file >= 0)
        close(file);
    *size = got > 0 ? (size_t)got : 0;
    return text;
}

static int compare_names(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

static bool read_file(const char *build, const char *path, time_t since, struct xl_tests *tests)
{
    size_t size;
    const int stem = (int)(strlen(path) - strlen(".trs"));
    FILE *trs = open_since(path, since);
    if (!trs)
        return false;
    char *log = xl_format("%.*s.log", stem, path), *end = file_end(log, &size);
    const char *from = path + strlen(build);
    from += strspn(from, "/");
    char *label = xl_format("%.*s", (int)(path + stem - from), from);
    xl_read_trs(label, trs, end, size, tests);
    fclose(trs);
    free(label);
    free(end);
    free(log);
    return true;
}

static bool read_trs_files(const char *build, time_t since, struct xl_tests *tests)
{
    char *const roots[] = {(char *)build, NULL};
    FTS *tree = fts_open(roots, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR, compare_names);
    bool is_any = false;
    for (FTSENT *e; tree && (e = fts_read(tree));) {
        const size_t length = e->fts_namelen;
        if (e->fts_info == FTS_F && length > 4 && strcmp(e->fts_name + length - 4, ".trs") == 0)
            is_any |= read_file(build, e->fts_path, since, tests);
    }
    if (tree)
        fts_close(tree);
    return is_any;
}

/* Whether a .trs file is of the test that the console names: by its path from the directory in
 * which make runs, perhaps with an extension. */
static bool has_trs(const struct xl_words *files, const char *name, size_t length)
{
    const char *dot = memrchr(name, '.', length);
    for (size_t i = 0; i < files->count; i++) {
        const char *label = files->at[i];
        const size_t ends[] = {length, dot ? (size_t)(dot - name) : length};
        for (int k = 0; k < 2; k++) {
            const size_t size = strlen(label);
            if (size >= ends[k] && strncmp(label + size - ends[k], name, ends[k]) == 0 &&
                (size == ends[k] || label[size - ends[k] - 1] == '/'))
                return true;
        }
    }
    return false;
}

/* FAIL: NAME */
static bool read_serial(char *line, const struct xl_words *files, struct xl_tests *tests)
{
    line[strcspn(line, "\r")] = '\0';
    for (size_t i = 1; i < RESULTS; i++) {
        const size_t length = strlen(results[i].word);
        if (strncmp(line, results[i].word, length) != 0 || strncmp(line + length, ": ", 2) != 0)
            continue;
        const char *name = line + length + 2;
        while (strncmp(name, "../", 3) == 0)
            name += 3;
        const enum xl_outcome outcome = results[i].outcome;
        if (*name && !has_trs(files, name, strcspn(name, " ")))
            xl_tests_set(tests, &(struct xl_test_result){.label = name,
                                                         .outcome = outcome,
                                                         .reason = outcome == XL_PASS ? "" : line});
        return *name;
    }
    return false;
}

bool xl_read_serial_tests(const char *console, struct xl_tests *tests)
{
    char *text = xl_copy_text(console), *rest = text;
    struct xl_words files = {0};
    bool is_any = false;
    for (size_t i = 0; i < tests->count; i++)
        if (tests->at[i].has_result)
            xl_words_add(&files, tests->at[i].label);
    for (char *line; (line = strsep(&rest, "\n"));)
        is_any |= read_serial(line, &files, tests);
    xl_words_free(&files);
    free(text);
    return is_any;
}

/* ---- All of it ---- */

/* CTest and JUnit have no word for an exit status. */
static void complete_reasons(struct xl_tests *tests)
{
    for (size_t i = 0; i < tests->count; i++)
        if (tests->at[i].outcome == XL_FAIL && !tests->at[i].reason[0]) {
            free(tests->at[i].reason);
            tests->at[i].reason = xl_copy_text("Failed");
        }
}

/* testlog.json beside testlog.junit.xml. */
static char *meson_log(const char *build, const char *junit)
{
    static const char suffix[] = ".junit.xml";
    const size_t size = junit ? strlen(junit) : 0, end = size - strlen(suffix);
    return size > strlen(suffix) && strcmp(junit + end, suffix) == 0
               ? xl_format("%.*s.json", (int)end, junit)
               : xl_join_path(build, "meson-logs/testlog.json");
}

int xl_tests_read(enum xl_runner runner, const char *build, const char *junit, time_t since,
                  const char *console, struct xl_tests *tests, struct xl_error *err)
{
    if (runner == XL_COMMANDS)
        return 0;
    bool is_read = false;
    char *path = runner == XL_MESON            ? meson_log(build, junit)
                 : runner == XL_CTEST && junit ? xl_copy_text(junit)
                                               : xl_copy_text(build);
    if (runner == XL_AUTOMAKE) {
        is_read = read_trs_files(build, since, tests);
    } else {
        FILE *f = open_since(path, since);
        if (f) {
            is_read = runner == XL_CTEST ? xl_read_junit(f, tests) : xl_read_meson_log(f, tests);
            fclose(f);
        }
    }
    if (console && runner == XL_AUTOMAKE)
        is_read |= xl_read_serial_tests(console, tests);
    else if (console && runner == XL_CTEST)
        xl_read_ctest_failures(console, tests);
    complete_reasons(tests);
    if (!is_read)
        xl_error_set(err, "%s: no results of tests: the runner did not start, or no test ended",
                     path);
    free(path);
    return is_read ? 0 : -1;
}

/* Lists a project's tests, and reads how they ended.
 * SPDX-License-Identifier: MIT
 */
#include "suite/tests.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "suite/runner_output.h"

static bool is_disabled(struct json_object *test)
{
    struct json_object *properties = xl_json_array(test, "properties");
    return xl_json_is_true(xl_json_find(properties, "name", "DISABLED"), "value");
}

static const char *word_at(struct json_object *array, size_t i)
{
    struct json_object *word = json_object_array_get_idx(array, i);
    return json_object_is_type(word, json_type_string) ? json_object_get_string(word) : "";
}

/* What CTest sets for the test: ENVIRONMENT, and what ENVIRONMENT_MODIFICATION sets whole. */
static void read_properties(struct json_object *properties, struct xl_test *t)
{
    struct json_object *set = NULL, *folder = xl_json_find(properties, "name", "WORKING_DIRECTORY");
    static const char *const names[] = {"ENVIRONMENT", "ENVIRONMENT_MODIFICATION"};
    for (size_t k = 0; k < 2; k++) {
        set = xl_json_array(xl_json_find(properties, "name", names[k]), "value");
        for (size_t i = 0; i < xl_json_length(set); i++) {
            const char *word = word_at(set, i), *value = strchr(word, '=');
            if (k && value && strncmp(value, "=set:", 5) == 0) {
                char *assignment = xl_format("%.*s=%s", (int)(value - word), word, value + 5);
                xl_words_add(&t->environment, assignment);
                free(assignment);
            } else if (!k) {
                xl_words_add(&t->environment, word);
            }
        }
    }
    if (*xl_json_text(folder, "value"))
        t->folder = xl_copy_text(xl_json_text(folder, "value"));
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
            first = first ? first : word_at(suites, k);
            if (strcmp(first, word_at(suites, k)) != 0)
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
        const char *suite = word_at(suites, i), *colon = strchr(suite, ':');
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
    const char *suite = xl_json_length(suites) ? word_at(suites, 0) : "";
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
            t->folder = xl_copy_text(xl_json_text(test, "workdir"));
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

FILE *xl_open_since(const char *path, time_t since)
{
    struct stat s;
    FILE *f = xl_file_open_untrusted(path);
    if (f && (fstat(fileno(f), &s) || s.st_mtime < since)) {
        fclose(f);
        f = NULL;
    }
    return f;
}

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
        is_read = xl_read_trs_files(build, since, tests);
    } else {
        FILE *f = xl_open_since(path, since);
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

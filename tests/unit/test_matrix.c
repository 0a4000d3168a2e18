/* What `crosslane matrix expand` promises: GitHub's matrix rules, one by one.
 * SPDX-License-Identifier: MIT
 *
 * A case is a matrix and what must come of it: the rows as JSON, or the message. Sources: MATRIX.md
 * and the behaviour of MatrixBuilder and YamlObjectReader in github.com/actions/runner.
 */
#include "matrix_example.h"

static void order_is_definition_order(void **state)
{
    (void)state;
    static const struct example examples[] = {
        {"os: [b, a]", "[{\"os\":\"b\"},{\"os\":\"a\"}]"},
        {"z: [1, 2]\na: [x, y]\n", "[{\"z\":1,\"a\":\"x\"},{\"z\":1,\"a\":\"y\"},"
                                   "{\"z\":2,\"a\":\"x\"},{\"z\":2,\"a\":\"y\"}]"},
        {"a: [1]\nb: [2]\nc: [3, 4]\n", "[{\"a\":1,\"b\":2,\"c\":3},{\"a\":1,\"b\":2,\"c\":4}]"},
        {"a: [1, 1]", "[{\"a\":1},{\"a\":1}]"},
        {"a:\n- x\n- [y, z]\n- {k: v}\n",
         "[{\"a\":\"x\"},{\"a\":[\"y\",\"z\"]},{\"a\":{\"k\":\"v\"}}]"},
    };
    RUN(examples);
}

static void include_and_exclude_stand_anywhere(void **state)
{
    (void)state;
    static const struct example examples[] = {
        {"include: [{a: 1, c: 9}]\nexclude: [{b: 2}]\na: [1]\nb: [2, 3]\n",
         "[{\"a\":1,\"b\":3,\"c\":9}]"},
        {"a: [1]\ninclude: [{c: 9}]\nb: [2]\n", "[{\"a\":1,\"b\":2,\"c\":9}]"},
        {"Include: [1]\n", "[{\"Include\":1}]"},
        {"Exclude: [1]\na: [2]\n", "[{\"Exclude\":1,\"a\":2}]"},
        {"os: [a]\nOS: [b]\n", "2:1: 'OS' is already defined"},
        {"include: [{a: 1}]\nInclude: [b]\n", "2:1: 'Include' is already defined"},
        {"Os: [a, b]\nexclude: [{oS: A}]\n", "[{\"Os\":\"b\"}]"},
        {"Os: [a]\ninclude: [{oS: A, x: 1}]\n", "[{\"Os\":\"a\",\"x\":1}]"},
        {"\xC3\xA9t\xC3\xA9: [a]\n\xC3\x89T\xC3\x89: [b]\n",
         "2:1: '\xC3\x89T\xC3\x89' is already defined"},
    };
    RUN(examples);
}

static void exclude_filters(void **state)
{
    (void)state;
    static const struct example examples[] = {
        {"a: [1, 2]\nb: [3, 4]\nexclude: [{a: 1, b: 3}]\n",
         "[{\"a\":1,\"b\":4},{\"a\":2,\"b\":3},{\"a\":2,\"b\":4}]"},
        {"a: [1, 2]\nb: [3, 4]\nexclude: [{a: 1}, {b: 4}]\n", "[{\"a\":2,\"b\":3}]"},
        {"a: [1, 2]\nexclude: []\n", "[{\"a\":1},{\"a\":2}]"},
        {"a: [1, 2]\nexclude: [{a: 7}]\n", "[{\"a\":1},{\"a\":2}]"},
        {"a: [1]\nexclude: [{a: 1}]\n", "[]"},
        {"a: [1]\nexclude: [{a: 1}]\ninclude: [{a: 1}]\n", "[{\"a\":1}]"},
        {"a: [1]\nexclude: [{b: 1}]\n",
         "2:12: Matrix exclude key 'b' does not match any key within the matrix"},
        {"a: [1]\ninclude: [{b: 1}]\nexclude: [{b: 1}]\n",
         "3:12: Matrix exclude key 'b' does not match any key within the matrix"},
        {"a: [1]\nexclude:\n  - {}\n", "3:5: Matrix exclude filter must not be empty"},
        {"a: [1]\nexclude: 5\n", "2:10: Unexpected value '5'"},
        {"a: [1]\nexclude:\n", "2:9: Unexpected value ''"},
        {"a: [1]\nexclude: {a: 1}\n", "2:10: A mapping was not expected"},
        {"a: [1]\nexclude: [x]\n", "2:11: Unexpected value 'x'"},
        {"a: [1]\nexclude: [[a]]\n", "2:11: A sequence was not expected"},
        {"a: [1]\nexclude: [{'': 1}]\n", "2:12: Unexpected value ''"},
    };
    RUN(examples);
}

/* Whether an exclude of `filter` removes the row of `value`. */
static void compare(const char *value, const char *filter, bool equal)
{
    char yaml[512];
    snprintf(yaml, sizeof(yaml), "a: [%s]\nexclude: [{a: %s}]\n", value, filter);
    char *got = expand(yaml, strlen(yaml), NULL, &github);
    if ((strcmp(got, "[]") == 0) != equal)
        fail_msg("%s and %s: wanted %s, got %s", value, filter, equal ? "equal" : "different", got);
    free(got);
}

static void comparison_is_loose(void **state)
{
    (void)state;
    static const char *const equal[][2] = {
        {"Linux", "lINUX"},
        {"\xC3\x84", "\xC3\xA4"},
        {"3.1", "'3.10'"},
        {"'3.10'", "3.1"},
        {"16", "'0x10'"},
        {"8", "'0o10'"},
        {"10", "' 10 '"},
        {"10", "\"\\xA010\""},
        {"1000", "'1e3'"},
        {"-1", "'0xFFFFFFFF'"},
        {"null", "''"},
        {"null", "0"},
        {"null", "false"},
        {"''", "null"},
        {"0", "null"},
        {"false", "null"},
        {"'0'", "~"},
        {"true", "'1'"},
        {"true", "1"},
        {"'1.0'", "true"},
        {"false", "''"},
        {"'true'", "'TRUE'"},
        {".inf", "'Infinity'"},
        {".inf", "'infinity'"},
        {"-.inf", "'-Infinity'"},
        {"0", "-0"},
        {"null", "~"},
        {"{k: 1, l: 2}", "{k: 1}"},
        {"{K: x}", "{k: X}"},
        {"[1, 2]", "[1]"},
        {"{k: 1}", "{}"},
        {"[1]", "[]"},
        {"x", "{}"},
        {"x", "{k: null}"},
        {"{k: 1}", "{l: null}"},
        {"{k: {m: 1, n: 2}}", "{k: {m: '1'}}"},
        {"[1]", "[1, null]"},
        {"[5, 6]", "{'1': 6}"},
        {"{'0': 7}", "[7]"},
        {"x", "[]"},
        {"\xE1\xBE\x80", "\xE1\xBE\x88"},
    };
    static const char *const different[][2] = {
        {"true", "'true'"},   {"'3.10'", "'3.1'"},
        {"1", "'0X1'"},       {"1", "'1_0'"},
        {".nan", ".nan"},     {".nan", "'NaN'"},
        {"{k: 1}", "null"},   {"[]", "''"},
        {"{k: 1}", "{k: 2}"}, {"[1, 2]", "[2]"},
        {"[1]", "[1, 2]"},    {"a", "[a, b]"},
        {"a", "b"},           {"4294967296", "'0x100000000'"},
        {"1", "'1e'"},        {"0", "' x'"},
        {"\xC4\xB1", "I"},    {"1", "'+-1'"},
        {"null", "'null'"},
    };
    for (size_t i = 0; i < sizeof(equal) / sizeof(equal[0]); i++)
        compare(equal[i][0], equal[i][1], true);
    for (size_t i = 0; i < sizeof(different) / sizeof(different[0]); i++)
        compare(different[i][0], different[i][1], false);
}

static void include_adds_to_rows(void **state)
{
    (void)state;
    static const struct example examples[] = {
        {"a: [1, 2]\ninclude: [{x: 9}]\n", "[{\"a\":1,\"x\":9},{\"a\":2,\"x\":9}]"},
        {"a: [1, 2]\ninclude: [{a: 2, x: 9}]\n", "[{\"a\":1},{\"a\":2,\"x\":9}]"},
        {"a: [1, 2]\ninclude: [{a: '2', x: 9}]\n", "[{\"a\":1},{\"a\":2,\"x\":9}]"},
        {"a: [1]\ninclude: [{x: 1, y: 2}, {x: 3}]\n", "[{\"a\":1,\"x\":3,\"y\":2}]"},
        {"a: [1]\ninclude: [{x: {p: 1, q: 2}}, {x: {p: 3}}]\n", "[{\"a\":1,\"x\":{\"p\":3}}]"},
        {"a: [1]\ninclude: [{Xy: 1}, {xY: 2}]\n", "[{\"a\":1,\"Xy\":2}]"},
        {"a: [1]\ninclude: [{x: 1}, {x: 2, a: 1}, {a: 2, x: 3}]\n",
         "[{\"a\":1,\"x\":2},{\"a\":2,\"x\":3}]"},
        /* An added key never filters: the second item has no axis key, so it goes to every row. */
        {"a: [1, 2]\ninclude: [{a: 1, x: p}, {x: q, y: 1}]\n",
         "[{\"a\":1,\"x\":\"q\",\"y\":1},{\"a\":2,\"x\":\"q\",\"y\":1}]"},
        {"a: [1, 2]\nexclude: [{a: 1}]\ninclude: [{a: 1, x: 9}]\n",
         "[{\"a\":2},{\"a\":1,\"x\":9}]"},
        {"cpu: [{arch: a, vl: 1}, {arch: b, vl: 2}]\ninclude: [{cpu: {arch: B}, x: 1}]\n",
         "[{\"cpu\":{\"arch\":\"a\",\"vl\":1}},{\"cpu\":{\"arch\":\"b\",\"vl\":2},\"x\":1}]"},
        {"a: [1]\ninclude: []\n", "[{\"a\":1}]"},
        {"a: [1]\ninclude: [{a: 1}]\n", "[{\"a\":1}]"},
    };
    RUN(examples);
}

static void include_appends_rows(void **state)
{
    (void)state;
    static const struct example examples[] = {
        {"a: [1]\nb: [2]\ninclude: [{x: 0, b: 3, y: 0, a: 1}]\n",
         "[{\"a\":1,\"b\":2},{\"b\":3,\"a\":1,\"x\":0,\"y\":0}]"},
        {"a: [1]\nb: [2]\ninclude: [{a: 9}]\n", "[{\"a\":1,\"b\":2},{\"a\":9}]"},
        {"a: [1]\ninclude: [{a: 2}, {a: 2}]\n", "[{\"a\":1},{\"a\":2},{\"a\":2}]"},
        {"a: [1]\ninclude: [{a: 2}, {a: 2, x: 1}]\n", "[{\"a\":1},{\"a\":2},{\"a\":2,\"x\":1}]"},
        {"a: [1]\ninclude: [{A: 2}]\n", "[{\"a\":1},{\"A\":2}]"},
        {"include: [{a: 1}, {b: 2}]\n", "[{\"a\":1},{\"b\":2}]"},
        {"include: [{a: 1}]\nexclude: []\n", "[{\"a\":1}]"},
        {"include: [{a: 1}]\nexclude: [{a: 1}]\n",
         "2:12: Matrix exclude key 'a' does not match any key within the matrix"},
        /* GitHub's own example. */
        {"fruit: [apple, pear]\nanimal: [cat, dog]\ninclude:\n  - color: green\n"
         "  - color: pink\n    animal: cat\n  - fruit: apple\n    shape: circle\n"
         "  - fruit: banana\n  - fruit: banana\n    animal: cat\n",
         "[{\"fruit\":\"apple\",\"animal\":\"cat\",\"color\":\"pink\",\"shape\":\"circle\"},"
         "{\"fruit\":\"apple\",\"animal\":\"dog\",\"color\":\"green\",\"shape\":\"circle\"},"
         "{\"fruit\":\"pear\",\"animal\":\"cat\",\"color\":\"pink\"},"
         "{\"fruit\":\"pear\",\"animal\":\"dog\",\"color\":\"green\"},"
         "{\"fruit\":\"banana\"},{\"fruit\":\"banana\",\"animal\":\"cat\"}]"},
    };
    RUN(examples);
}

static void bad_shapes(void **state)
{
    (void)state;
    static const struct example examples[] = {
        {"os: []\n", "1:5: Matrix vector 'os' does not contain any values"},
        {"os: []\ninclude: [{a: 1}]\n", "1:5: Matrix vector 'os' does not contain any values"},
        {"{}\n", "1:1: Matrix must define at least one vector"},
        {"include: []\n", "1:1: Matrix must define at least one vector"},
        {"exclude: [{a: 1}]\n", "1:1: Matrix must define at least one vector"},
        {"a: [1]\ninclude: [{}]\n", "2:11: Matrix include mapping does not contain any values"},
        {"include: [{}]\n", "1:11: Matrix include mapping does not contain any values"},
        {"os: 12\n", "1:5: Unexpected value '12'"},
        {"os: 3.10\n", "1:5: Unexpected value '3.1'"},
        {"os: TRUE\n", "1:5: Unexpected value 'true'"},
        {"os:\n", "1:4: Unexpected value ''"},
        {"os: {a: 1}\n", "1:5: A mapping was not expected"},
        {"include: {a: 1}\n", "1:10: A mapping was not expected"},
        {"include: [[a]]\n", "1:11: A sequence was not expected"},
        {"include: [a]\n", "1:11: Unexpected value 'a'"},
        {"include: [~]\n", "1:11: Unexpected value ''"},
        {"include: a\n", "1:10: Unexpected value 'a'"},
        {"- a\n", "1:1: A sequence was not expected"},
        {"a\n", "1:1: Unexpected value 'a'"},
        {"'': [1]\n", "1:1: Unexpected value ''"},
        {"? [a]\n: [1]\n", "1:3: A sequence was not expected"},
        {"<<: {a: [1]}\n", "1:5: A mapping was not expected"},
    };
    RUN(examples);
}

/* Where an expression decides which rows there are, it is refused; as a value it stays as written.
 */
static void expressions(void **state)
{
    (void)state;
    static const struct example examples[] = {
        {"os: ${{ fromJSON(x) }}\n",
         "1:5: '${{ fromJSON(x) }}' is an expression, which only GitHub can evaluate"},
        {"${{ fromJSON(x) }}\n",
         "1:1: '${{ fromJSON(x) }}' is an expression, which only GitHub can evaluate"},
        {"os: [a]\n${{ x }}: [b]\n",
         "2:1: '${{ x }}' is an expression, which only GitHub can evaluate"},
        {"os: [a]\ninclude: ${{ x }}\n",
         "2:10: '${{ x }}' is an expression, which only GitHub can evaluate"},
        {"os: [a]\ninclude:\n- ${{ x }}\n",
         "3:3: '${{ x }}' is an expression, which only GitHub can evaluate"},
        {"os: [a]\ninclude:\n- ${{ x }}: 1\n",
         "3:3: '${{ x }}' is an expression, which only GitHub can evaluate"},
        {"os: [a]\ninclude:\n- {os: '${{ x }}', y: 1}\n",
         "3:8: '${{ x }}' is an expression, which only GitHub can evaluate"},
        {"os: [a]\nexclude:\n- {os: [{k: '${{ x }}'}]}\n",
         "3:13: '${{ x }}' is an expression, which only GitHub can evaluate"},
        {"os: [a, 'b-${{ x }}']\ninclude:\n- {os: a, y: '${{ z }}'}\n",
         "[{\"os\":\"a\",\"y\":\"${{ z }}\"},{\"os\":\"b-${{ x }}\"}]"},
    };
    RUN(examples);
}

/* A matrix of one axis with n values, and further text. */
static char *wide(size_t n, const char *more)
{
    char *yaml = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&yaml, &size);
    assert_non_null(stream);
    fputs("a: [", stream);
    for (size_t i = 0; i < n; i++)
        fprintf(stream, "%zu,", i);
    fprintf(stream, "]\n%s", more);
    fclose(stream);
    return yaml;
}

static size_t count_rows(const char *yaml, const struct xl_expand_options *opt)
{
    struct xl_matrix_file file;
    struct xl_error err;
    size_t count = SIZE_MAX;
    if (xl_matrix_load_text("m.yml", yaml, strlen(yaml), NULL, opt, &file, &err) == 0)
        count = file.rows.count;
    else
        assert_non_null(
            strstr(err.text, "m.yml:1:1: error: Strategy expansion exceeded 256 results"));
    xl_matrix_file_free(&file);
    return count;
}

static void row_limit(void **state)
{
    (void)state;
    static const struct {
        size_t n;
        const char *more;
        const struct xl_expand_options *opt;
        size_t rows;
    } cases[] = {
        {256, "", &github, 256},
        {257, "", &github, SIZE_MAX},
        {257, "", NULL, 257},
        {257, "exclude: [{a: 0}]\n", &github, 256},
        {256, "include: [{a: x}]\n", &github, SIZE_MAX},
        {256, "include: [{a: 0, x: 1}]\n", &github, 256},
        {300, "exclude: [{a: 0}]\ninclude: [{a: x}]\n", NULL, 300},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char *yaml = wide(cases[i].n, cases[i].more);
        assert_int_equal(count_rows(yaml, cases[i].opt), cases[i].rows);
        free(yaml);
    }
}

static const char workflow[] = "on: push\n"
                               "jobs:\n"
                               "  build:\n"
                               "    strategy:\n"
                               "      fail-fast: false\n"
                               "      max-parallel: 2\n"
                               "      matrix:\n"
                               "        a: [1, 2]\n"
                               "  lint:\n"
                               "    runs-on: x\n"
                               "  odd:\n"
                               "    strategy: {max-parallel: 2}\n";

static void workflow_jobs(void **state)
{
    (void)state;
    check(workflow, "build", &github, "[{\"a\":1},{\"a\":2}]");
    check(workflow, "none", &github,
          "3:3: no job 'none' in this workflow; it has: build, lint, odd");
    check(workflow, "lint", &github, "10:5: job 'lint' has no strategy and so no matrix");
    check(workflow, "odd", &github, "12:15: job 'odd' has no matrix");
    check(
        workflow, NULL, &github,
        "3:3: A mapping was not expected: this is a workflow, so name one of its jobs with --job");
    check("a: [1]", "x", &github, "1:1: no 'jobs' in here: this is no workflow");
    check("jobs: []", "x", &github, "1:7: A sequence was not expected");
    check("jobs: {x: {strategy: '${{ y }}'}}", "x", &github,
          "1:22: '${{ y }}' is an expression, which only GitHub can evaluate");
    check("jobs: {x: {strategy: {matrix: '${{ y }}'}}}", "x", &github,
          "1:31: '${{ y }}' is an expression, which only GitHub can evaluate");
    check("jobs: {x: {strategy: {matrix: }}}", "x", &github, "1:31: Unexpected value ''");
    check("jobs: {x: 5}", "x", &github, "1:11: Unexpected value '5'");
}

static void strategy_keys(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"fail-fast: yes", "1:34: Unexpected value 'yes'"},
        {"fail-fast: 'true'", "1:34: Unexpected value 'true'"},
        {"fail-fast: []", "1:34: A sequence was not expected"},
        {"max-parallel: '2'", "1:37: Unexpected value '2'"},
        {"max-parallel: {}", "1:37: A mapping was not expected"},
        {"max-parallel: x", "1:37: Unexpected value 'x'"},
        {"Fail-Fast: true", "1:23: Unexpected value 'Fail-Fast'"},
        {"fail-fast: '${{ x }}'", "[{\"a\":1}]"},
        {"fail-fast: ~", "1:34: Unexpected value ''"},
        {"fail-fast: 1", "1:34: Unexpected value '1'"},
        {"max-parallel: true", "1:37: Unexpected value 'true'"},
        {"max-parallel: 1.5", "[{\"a\":1}]"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char yaml[256];
        snprintf(yaml, sizeof(yaml), "jobs: {b: {strategy: {%s, matrix: {a: [1]}}}}\n",
                 cases[i][0]);
        check(yaml, "b", &github, cases[i][1]);
    }
}

static void strategy_values(void **state)
{
    (void)state;
    struct xl_matrix_file file;
    struct xl_error err;
    assert_int_equal(
        xl_matrix_load_text("w.yml", workflow, strlen(workflow), "build", &github, &file, &err), 0);
    assert_false(file.strategy.fail_fast);
    assert_true(file.strategy.max_parallel == 2);
    const struct xl_cell *cell = &file.rows.rows[1].cells[0];
    assert_int_equal(cell->key->line, 8);
    assert_int_equal(cell->key->column, 9);
    assert_int_equal(cell->value->column, 16);
    assert_string_equal(cell->value->file, "w.yml");
    assert_ptr_equal(xl_matrix_row_get(&file.rows.rows[1], "A"), cell->value);
    assert_null(xl_matrix_row_get(&file.rows.rows[1], "b"));
    xl_matrix_file_free(&file);
}

static void job_names(void **state)
{
    (void)state;
    static const struct {
        const char *yaml;
        size_t row;
        const char *name;
    } cases[] = {
        {"os: [linux]\nv: [3.10]", 0, "build (linux, 3.1)"},
        {"os: [linux]\ninclude: [{x: 1}]", 0, "build (linux)"},
        {"os: [null, '']", 1, "build"},
        {"os: [~]\nv: [true]", 0, "build (true)"},
        {"cpu: [{arch: a, opts: [1, ~, {z: 1e21}]}]", 0, "build (a, 1, 1E+21)"},
        {"os: [x]\ninclude: [{e: 1, os: y}]", 1, "build (y, 1)"},
        {"include: [{a: p, b: q}]", 0, "build (p, q)"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct xl_matrix_file file;
        struct xl_error err;
        assert_int_equal(
            xl_matrix_load_text("m", cases[i].yaml, strlen(cases[i].yaml), NULL, NULL, &file, &err),
            0);
        char *name = xl_job_name("build", &file.rows.rows[cases[i].row]);
        assert_string_equal(name, cases[i].name);
        free(name);
        xl_matrix_file_free(&file);
    }
}

static char *name_of_length(size_t length)
{
    char yaml[300];
    memset(yaml, 'x', sizeof(yaml));
    memcpy(yaml, "a: [", 4);
    strcpy(yaml + 4 + length - strlen("j ()"), "]");
    struct xl_matrix_file file;
    struct xl_error err;
    assert_int_equal(xl_matrix_load_text("m", yaml, strlen(yaml), NULL, NULL, &file, &err), 0);
    char *name = xl_job_name("j", &file.rows.rows[0]);
    xl_matrix_file_free(&file);
    return name;
}

static void long_job_names_are_cut(void **state)
{
    (void)state;
    for (size_t length = 95; length < 110; length++) {
        char *name = name_of_length(length);
        assert_int_equal(strlen(name), length <= 100 ? length : 100);
        assert_string_equal(name + strlen(name) - 3, length <= 100 ? "xx)" : "...");
        free(name);
    }
}

/* The warnings of a matrix, each on a line, without "m.yml:" and "warning: ". */
static void check_warnings(const char *yaml, const char *wanted)
{
    struct xl_matrix_file file;
    struct xl_error err;
    char got[2048] = "";
    assert_int_equal(xl_matrix_load_text("m.yml", yaml, strlen(yaml), NULL, &github, &file, &err),
                     0);
    for (size_t i = 0; i < file.rows.warning_count; i++) {
        const char *text = file.rows.warnings[i].text;
        const char *word = strstr(text, "warning: ");
        assert_non_null(word);
        strncat(got, text + strlen("m.yml:"), (size_t)(word - text) - strlen("m.yml:"));
        strcat(strcat(got, word + strlen("warning: ")), "\n");
    }
    if (strcmp(got, wanted) != 0)
        fail_msg("\n%s\nwarns  %s\nwanted %s", yaml, got, wanted);
    xl_matrix_file_free(&file);
}

static void warnings(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"a: [1, 2]\nexclude: [{a: 1}]\ninclude: [{a: 2, x: 1}]", ""},
        {"a: [1]\nexclude: [{a: 2}]", "2:11: this exclude matches no combination of the matrix\n"},
        {"a: [1]\nexclude: [{a: 1}, {a: 1}]", ""},
        {"os: [x]\ninclude: [{oss: y}]",
         "2:12: include key 'oss' is one edit away from the axis 'os', but no axis: it filters "
         "nothing\n"},
        {"compiler: [gcc]\ninclude: [{compilr: gcc}]",
         "2:12: include key 'compilr' is one edit away from the axis 'compiler', but no axis: it "
         "filters nothing\n"},
        {"compiler: [gcc]\ninclude: [{Complier: gcc}]",
         "2:12: include key 'Complier' is one edit away from the axis 'compiler', but no axis: it "
         "filters nothing\n"},
        {"compiler: [gcc]\ninclude: [{compile: gcc}, {tools: 1}]",
         "2:12: include key 'compile' is one edit away from the axis 'compiler', but no axis: it "
         "filters nothing\n"},
        {"a: [x]\ninclude: [{b: y}]", ""},
        {"os: [linux]\ninclude: [{os: lnux, x: 1}]",
         "2:16: include value 'lnux' is one edit away from 'linux' of the axis 'os': it makes a "
         "row "
         "of its own\n"},
        {"os: [linux]\ninclude: [{os: LINUX, x: 1}]", ""},
        {"os: [linux]\ninclude: [{os: macos}]", ""},
        {"so: [linux]\ninclude: [{os: linux}]",
         "2:12: include key 'os' is one edit away from the axis 'so', but no axis: it filters "
         "nothing\n"},
        {"v: [14, 16]\ninclude: [{v: 17}]",
         "2:15: include value '17' is one edit away from '16' of the axis 'v': it makes a row of "
         "its own\n"},
        {"v: [14, 16]\ninclude: [{v: 16, x: 1}, {v: '14', y: 1}, {v: 20}]", ""},
        {"v: [1, 2]\ninclude: [{v: 3}, {v: null}]", ""},
        {"os: [ubuntu-22.04]\ninclude: [{os: ubuntu-24.04}]",
         "2:16: include value 'ubuntu-24.04' is one edit away from 'ubuntu-22.04' of the axis "
         "'os': it makes a row of its own\n"},
        {"l: [z13, z14]\nc: [gcc]\ninclude: [{l: z15, c: gc}]",
         "3:15: include value 'z15' is one edit away from 'z14' of the axis 'l': it makes a row "
         "of its own\n"
         "3:23: include value 'gc' is one edit away from 'gcc' of the axis 'c': it makes a row of "
         "its own\n"},
        {"d: [caf\xC3\xA9, th\xC3\xA9]\ninclude: [{d: cafe}, {d: t\xC3\xA9h}, {d: t\xC3\xA8h}]",
         "2:15: include value 'cafe' is one edit away from 'caf\xC3\xA9' of the axis 'd': it makes "
         "a row of its own\n"
         "2:26: include value 't\xC3\xA9h' is one edit away from 'th\xC3\xA9' of the axis 'd': it "
         "makes a row of its own\n"},
        {"c: [{arch: aarch64, vl: 1}]\ninclude: [{c: {arch: aarch6, vl: 1}}]",
         "2:22: include value 'aarch6' is one edit away from 'aarch64' of the axis 'c': it makes a "
         "row of its own\n"},
        {"v: [3.10]", "1:5: 3.10 is read as the number 3.1: quote it to keep its digits\n"},
        {"v: ['3.10', 3.9, 10, 1e3, 0x10]", ""},
        {"v: [1.0, 007]", "1:5: 1.0 is read as the number 1: quote it to keep its digits\n"
                          "1:10: 007 is read as the number 7: quote it to keep its digits\n"},
        {"v: [12345678901234567]",
         "1:5: 12345678901234567 is read as the number 1.23456789012346E+16: quote it to keep its "
         "digits\n"},
        {"v: &v [3.10]\nw: *v",
         "1:8: 3.10 is read as the number 3.1: quote it to keep its digits\n"},
        {"a: [1]\ninclude: [{a: 1, v: 3.10}]",
         "2:21: 3.10 is read as the number 3.1: quote it to keep its digits\n"},
        {"a: [x, y, x]", "1:11: row 3 is the same as row 1\n"},
        {"a: [x, X, '1', 1]", ""},
        {"a: [1, 2, 1]\nb: [1, 2]",
         "1:11: row 5 is the same as row 1\n1:11: row 6 is the same as row 2\n"},
        {"a: [0.1234567890123451, 0.1234567890123452, 0.1234567890123451]",
         "1:5: 0.1234567890123451 is read as the number 0.123456789012345: quote it to keep its "
         "digits\n"
         "1:25: 0.1234567890123452 is read as the number 0.123456789012345: quote it to keep its "
         "digits\n"
         "1:45: 0.1234567890123451 is read as the number 0.123456789012345: quote it to keep its "
         "digits\n"
         "1:45: row 3 is the same as row 1\n"},
        {"include: [{a: 1, b: 2}, {b: 2, a: 1}]", "1:25: row 2 is the same as row 1\n"},
        {"a: [{k: [1]}, {k: [1]}]", "1:15: row 2 is the same as row 1\n"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        check_warnings(cases[i][0], cases[i][1]);
}

static void strict_makes_errors(void **state)
{
    (void)state;
    static const struct xl_expand_options strict = {.max_rows = 256, .strict = true};
    static const char yaml[] = "a: [3.10, 4.0]\nexclude: [{a: 9}]";
    struct xl_matrix_file file;
    struct xl_error err;
    assert_int_equal(xl_matrix_load_text("m", yaml, strlen(yaml), NULL, &strict, &file, &err), -1);
    assert_string_equal(
        err.text, "m:1:5: error: 3.10 is read as the number 3.1: quote it to keep its digits");
    assert_int_equal(file.rows.count, 0);
    assert_int_equal(file.rows.warning_count, 2);
    assert_string_equal(file.rows.warnings[1].text,
                        "m:2:11: error: this exclude matches no combination of the matrix");
    xl_matrix_file_free(&file);
    check("a: [x]", NULL, &strict, "[{\"a\":\"x\"}]");
}

static void hostile_products(void **state)
{
    (void)state;
    char yaml[8192] = "";
    for (char axis = 'a'; axis <= 'z'; axis++)
        snprintf(yaml + strlen(yaml), sizeof(yaml) - strlen(yaml),
                 "%c: [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20]\n", axis);
    check(yaml, NULL, &github, "1:1: Strategy expansion exceeded 256 results");
    check(yaml, NULL, NULL, "1:1: Strategy expansion exceeded 65536 results");
    strcat(yaml, "exclude: [{a: []}]\n"); /* all of 20^26 */
    check(yaml, NULL, &github, "1:1: the matrix is too large to expand");
}

static void values_are_shared_not_copied(void **state)
{
    (void)state;
    char yaml[8192] = "big: [&s \"";
    for (int i = 0; i < 4000; i++)
        strcat(yaml + strlen(yaml), "x");
    strcat(yaml,
           "\"]\nl: [&l [*s,*s,*s,*s,*s,*s,*s,*s,*s,*s]]\nm: [&m [*l,*l,*l,*l,*l,*l,*l,*l,*l]]\n"
           "n: [&n [*m,*m,*m,*m,*m,*m,*m,*m,*m]]\no: [&o [*n,*n,*n,*n,*n,*n,*n,*n,*n]]\n"
           "p: [&p [*o,*o,*o,*o,*o,*o,*o,*o,*o]]\n");
    check(yaml, NULL, &github, "1:1: the matrix is too large to expand");
}

/* The shape of SLEEF's mid-2024 workflow, all that is not the matrix shortened. */
static const char sleef[] =
    "\nname: \"Build & Test\"\n\non:\n  # allow direct trigger\n  workflow_dispatch:\n  push:\n"
    "  pull_request:\n\npermissions:\n  contents: read\n\nenv:\n  COMMON_CMAKE_FLAGS: |\n"
    "    -DSLEEF_SHOW_CONFIG=1\n    -DBUILD_QUAD=ON\n\njobs:\n"
    "  build-native:\n    runs-on: ubuntu-latest\n    steps:\n"
    "      - uses: actions/checkout@v4.1.1\n        with:\n          persist-credentials: false\n"
    "      - name: Build native\n        run: |\n          set -x\n"
    "          EXTRA_CMAKE_FLAGS=\" \\\n            -DENFORCE_SSE2=ON\"\n"
    "          cmake -S . -B _build-native -GNinja \\\n            ${COMMON_CMAKE_FLAGS}\n"
    "        if: always()\n\n"
    "  build-cross:\n    runs-on: ubuntu-latest\n    needs: [build-native]\n"
    "    strategy:\n      fail-fast: false\n      matrix:\n"
    "        arch: [aarch64, armhf, ppc64el, s390x, riscv64]\n        compiler: [gcc, llvm]\n"
    "        exclude:\n          # Only GCC trunk supports the RVV intrinsics\n"
    "          - arch: riscv64\n            compiler: gcc\n\n"
    "    steps:\n      - name: Build ${{ matrix.arch }}\n"
    "        run: |\n          if [[ ${{ matrix.arch }} = \"aarch64\" ]]; then\n"
    "            EXTRA_CMAKE_FLAGS=\"-DENFORCE_SVE=ON\"\n          fi\n"
    "          cmake -S . -B _build-${{ matrix.arch }}-${{ matrix.compiler }}\n\n"
    "  test-cross:\n    runs-on: ubuntu-latest\n    needs: [build-cross]\n"
    "    strategy:\n      fail-fast: false\n      matrix:\n"
    "        cpu:\n"
    "          # AArch64\n"
    "          - arch: aarch64\n            qemu_cpu: \"max,sve=off\"\n"
    "          - arch: aarch64\n            qemu_cpu: \"max,sve=on,sve128=on\"\n"
    "          - arch: aarch64\n            qemu_cpu: \"max,sve=on,sve256=on\"\n"
    "          - arch: aarch64\n            qemu_cpu: \"max,sve=on,sve512=on\"\n"
    "          # Aarch32\n"
    "          - arch: armhf\n            binfmt: arm\n            qemu_cpu: \"max\"\n"
    "          # PPC64\n"
    "          - arch: ppc64el\n            binfmt: ppc64le\n            qemu_cpu: \"power10\"\n"
    "          # IBM Z\n"
    "          - arch: s390x\n"
    "            #TODO: figure out qemu_cpu variable to make tests pass on QEMU\n"
    "            qemu_cpu: \"\"\n"
    "          # RISC-V\n"
    "          - {arch: riscv64, qemu_cpu: \"rv64,zba=true,zbb=true,zbs=true,v=false\"}\n"
    "          - {arch: riscv64, qemu_cpu: \"rv64,zba=true,zbb=true,zbs=true,v=true,"
    "vlen=128,elen=64,vext_spec=v1.0\"}\n"
    "          - {arch: riscv64, qemu_cpu: \"rv64,zba=true,zbb=true,zbs=true,v=true,"
    "vlen=256,elen=64,vext_spec=v1.0\"}\n"
    "          - {arch: riscv64, qemu_cpu: \"rv64,zba=true,zbb=true,zbs=true,v=true,"
    "vlen=512,elen=64,vext_spec=v1.0\"}\n"
    "        compiler: [gcc, llvm]\n"
    "        exclude:\n          - cpu: {arch: riscv64}\n            compiler: gcc\n\n"
    "    steps:\n      - uses: docker/setup-qemu-action@v3.0.0\n        with:\n"
    "          platforms: ${{ matrix.cpu.binfmt || matrix.cpu.arch }}\n"
    "      - name: Test ${{ matrix.cpu.arch }}\n        env:\n"
    "          CTEST_OUTPUT_ON_FAILURE: \"TRUE\"\n"
    "          QEMU_CPU: ${{ matrix.cpu.qemu_cpu }}\n"
    "        run: |\n          ctest -j$(nproc)\n"
    "      - name: Upload test-${{ matrix.cpu.arch }}-${{ strategy.job-index }} artifacts\n"
    "        uses: actions/upload-artifact@v3\n        if: always()\n";

static void sleef_workflow(void **state)
{
    (void)state;
    static const struct {
        const char *job;
        size_t rows;
        const char *last_arch, *last_compiler;
    } jobs[] = {{"build-cross", 9, "riscv64", "llvm"}, {"test-cross", 18, "riscv64", "llvm"}};
    for (size_t i = 0; i < 2; i++) {
        struct xl_matrix_file file;
        struct xl_error err;
        assert_int_equal(xl_matrix_load_text("sleef.yml", sleef, strlen(sleef), jobs[i].job,
                                             &github, &file, &err),
                         0);
        assert_int_equal(file.rows.count, jobs[i].rows);
        assert_int_equal(file.rows.warning_count, 0);
        const struct xl_matrix_row *last = &file.rows.rows[file.rows.count - 1];
        const struct xl_node *arch = xl_matrix_row_get(last, "arch");
        if (arch == NULL)
            arch = xl_node_get(xl_matrix_row_get(last, "cpu"), "arch");
        assert_string_equal(arch->text, jobs[i].last_arch);
        assert_string_equal(xl_matrix_row_get(last, "compiler")->text, jobs[i].last_compiler);
        xl_matrix_file_free(&file);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_is_definition_order),
        cmocka_unit_test(include_and_exclude_stand_anywhere),
        cmocka_unit_test(exclude_filters),
        cmocka_unit_test(comparison_is_loose),
        cmocka_unit_test(include_adds_to_rows),
        cmocka_unit_test(include_appends_rows),
        cmocka_unit_test(bad_shapes),
        cmocka_unit_test(expressions),
        cmocka_unit_test(row_limit),
        cmocka_unit_test(workflow_jobs),
        cmocka_unit_test(strategy_keys),
        cmocka_unit_test(strategy_values),
        cmocka_unit_test(job_names),
        cmocka_unit_test(long_job_names_are_cut),
        cmocka_unit_test(warnings),
        cmocka_unit_test(strict_makes_errors),
        cmocka_unit_test(hostile_products),
        cmocka_unit_test(values_are_shared_not_copied),
        cmocka_unit_test(sleef_workflow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* What `crosslane matrix expand` promises: GitHub's matrix rules, one by one.
 * SPDX-License-Identifier: MIT
 *
 * A case is a matrix and what must come of it: the rows as JSON, or the message. Sources: MATRIX.md
 * and the behaviour of MatrixBuilder and YamlObjectReader in github.com/actions/runner.
 */
#include "matrix_example.h"

XL_TEST(order_is_definition_order)
{
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

XL_TEST(include_and_exclude_stand_anywhere)
{
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

XL_TEST(exclude_filters)
{
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
    char *got = expand(yaml, strlen(yaml), NULL, github);
    if ((strcmp(got, "[]") == 0) != equal)
        fail_msg("%s and %s: wanted %s, got %s", value, filter, equal ? "equal" : "different", got);
    free(got);
}

XL_TEST(comparison_is_loose)
{
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

XL_TEST(include_adds_to_rows)
{
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

XL_TEST(include_appends_rows)
{
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

XL_TEST(bad_shapes)
{
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
XL_TEST(expressions)
{
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

static size_t count_rows(const char *yaml, size_t max_rows)
{
    struct xl_matrix_file file;
    struct xl_error err;
    size_t count = SIZE_MAX;
    if (xl_matrix_load_text("m.yml", yaml, strlen(yaml), NULL, max_rows, &file, &err) == 0)
        count = file.rows.count;
    else
        assert_non_null(
            strstr(err.text, "m.yml:1:1: error: Strategy expansion exceeded 256 results"));
    xl_matrix_file_free(&file);
    return count;
}

XL_TEST(row_limit)
{
    static const struct {
        size_t n;
        const char *more;
        size_t max_rows;
        size_t rows;
    } cases[] = {
        {256, "", github, 256},
        {257, "", github, SIZE_MAX},
        {257, "", XL_MATRIX_MAX_ROWS, 257},
        {257, "exclude: [{a: 0}]\n", github, 256},
        {256, "include: [{a: x}]\n", github, SIZE_MAX},
        {256, "include: [{a: 0, x: 1}]\n", github, 256},
        {300, "exclude: [{a: 0}]\ninclude: [{a: x}]\n", XL_MATRIX_MAX_ROWS, 300},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char *yaml = wide(cases[i].n, cases[i].more);
        assert_int_equal(count_rows(yaml, cases[i].max_rows), cases[i].rows);
        free(yaml);
    }
}

XL_TEST(hostile_products)
{
    char yaml[8192] = "";
    for (char axis = 'a'; axis <= 'z'; axis++)
        snprintf(yaml + strlen(yaml), sizeof(yaml) - strlen(yaml),
                 "%c: [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20]\n", axis);
    check(yaml, NULL, github, "1:1: Strategy expansion exceeded 256 results");
    check(yaml, NULL, XL_MATRIX_MAX_ROWS, "1:1: Strategy expansion exceeded 65536 results");
    strcat(yaml, "exclude: [{a: []}]\n"); /* all of 20^26 */
    check(yaml, NULL, github, "1:1: the matrix is too large to expand");
}

XL_TEST(values_are_shared_not_copied)
{
    char yaml[8192] = "big: [&s \"";
    for (int i = 0; i < 4000; i++)
        strcat(yaml + strlen(yaml), "x");
    strcat(yaml,
           "\"]\nl: [&l [*s,*s,*s,*s,*s,*s,*s,*s,*s,*s]]\nm: [&m [*l,*l,*l,*l,*l,*l,*l,*l,*l]]\n"
           "n: [&n [*m,*m,*m,*m,*m,*m,*m,*m,*m]]\no: [&o [*n,*n,*n,*n,*n,*n,*n,*n,*n]]\n"
           "p: [&p [*o,*o,*o,*o,*o,*o,*o,*o,*o]]\n");
    check(yaml, NULL, github, "1:1: the matrix is too large to expand");
}

int main(void)
{
    return xl_run_tests("matrix", NULL, NULL);
}

/* What the matrix reader takes for YAML: GitHub's scalars and documents, and hostile input.
 * SPDX-License-Identifier: MIT
 */
#include "matrix_example.h"

XL_TEST(scalars)
{
    static const char *const values[][2] = {
        {"3.10", "3.1"},
        {"010", "10"},
        {"0o10", "8"},
        {"0x10", "16"},
        {"0xFFFFFFFF", "-1"},
        {"0b10", "\"0b10\""},
        {"1_000", "\"1_000\""},
        {"1e3", "1000"},
        {"+1E+3", "1000"},
        {"on", "\"on\""},
        {"off", "\"off\""},
        {"yes", "\"yes\""},
        {"No", "\"No\""},
        {"y", "\"y\""},
        {"n", "\"n\""},
        {"2024-06-01", "\"2024-06-01\""},
        {"12:30", "\"12:30\""},
        {"~", "null"},
        {"null", "null"},
        {"Null", "null"},
        {"nULL", "\"nULL\""},
        {"true", "true"},
        {"TRUE", "true"},
        {"tRUE", "\"tRUE\""},
        {"False", "false"},
        {"'1'", "\"1\""},
        {"\"null\"", "\"null\""},
        {"''", "\"\""},
        {".5", "0.5"},
        {"5.", "5"},
        {"-0", "0"},
        {"+7", "7"},
        {"-7", "-7"},
        {"0X10", "\"0X10\""},
        {"0O10", "\"0O10\""},
        {"0o8", "\"0o8\""},
        {"1.2.3", "\"1.2.3\""},
        {"1e", "\"1e\""},
        {".", "\".\""},
        {"-", "\"-\""},
        {".inf", "\"Infinity\""},
        {"-.INF", "\"-Infinity\""},
        {".nan", "\"NaN\""},
        {".iNf", "\".iNf\""},
        {"0.1", "0.1"},
        {"1e20", "1e20"},
        {"1e-7", "1e-7"},
        {"0.30000000000000004", "0.30000000000000004"},
        {"9007199254740993", "9007199254740992"},
        {"1e400", "\"Infinity\""},
        {"2.50e1", "25"},
        {"123456789.125", "123456789.125"},
        {"!!str 3.10", "\"3.10\""},
        {"!!str", "\"\""},
        {"!!int 010", "10"},
        {"!!int 0x1F", "31"},
        {"!!float 3", "3"},
        {"!!bool true", "true"},
        {"!!null ~", "null"},
        {"!!null", "null"},
        {"!!str 'x'", "\"x\""},
        {"!<tag:yaml.org,2002:int> 5", "5"},
        {"a b", "\"a b\""},
        {"\"\\u00e9\\t\"", "\"\xC3\xA9\\t\""},
        {"a/b", "\"a/b\""},
        {"<<", "\"<<\""},
        {"=", "\"=\""},
        {"!!seq [1]", "[1]"},
        {"!!map {a: 1}", "{\"a\":1}"},
    };
    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
        char yaml[128];
        char wanted[128];
        const bool is_dash = strcmp(values[i][0], "-") == 0; /* no plain scalar within [] */
        snprintf(yaml, sizeof(yaml), "a:\n- %s\n", is_dash ? "'-'" : values[i][0]);
        snprintf(wanted, sizeof(wanted), "[{\"a\":%s}]", values[i][1]);
        check(yaml, NULL, github, wanted);
    }
}

XL_TEST(bad_scalars)
{
    static const struct example examples[] = {
        {"a: [!foo x]", "1:5: Unexpected tag '!foo'"},
        {"a: [!!binary aGk=]", "1:5: Unexpected tag 'tag:yaml.org,2002:binary'"},
        {"a: !!set {x}", "1:4: Unexpected tag 'tag:yaml.org,2002:set'"},
        {"a: [! x]", "1:5: Unexpected tag '!'"},
        {"a: [!!int 3.5]", "1:5: The value '3.5' on line 1 and column 5 is invalid for the type "
                           "'tag:yaml.org,2002:int'"},
        {"a: [!!bool yes]", "1:5: The value 'yes' on line 1 and column 5 is invalid for the type "
                            "'tag:yaml.org,2002:bool'"},
        {"a: [!!float test]",
         "1:5: The value 'test' on line 1 and column 5 is invalid for the type "
         "'tag:yaml.org,2002:float'"},
        {"a: [!!null x]", "1:5: The value 'x' on line 1 and column 5 is invalid for the type "
                          "'tag:yaml.org,2002:null'"},
        {"a: [!!int '5']", "1:5: a quoted scalar cannot have the tag 'tag:yaml.org,2002:int'"},
        {"a: [0x100000000]",
         "1:5: The value '0x100000000' on line 1 and column 5 is invalid for the "
         "type 'tag:yaml.org,2002:int'"},
    };
    RUN(examples);
}

XL_TEST(documents)
{
    static const struct example examples[] = {
        {"\xEF\xBB\xBF"
         "a: [1]",
         "[{\"a\":1}]"},
        {"\xEF\xBB\xBF"
         "a: 1",
         "1:4: Unexpected value '1'"},
        {"a:\r\n- 1\r\n- x\r\n", "[{\"a\":1},{\"a\":\"x\"}]"},
        {"---\na: [1]\n...\n", "[{\"a\":1}]"},
        {"# c\na: [1] # d\n", "[{\"a\":1}]"},
        {"a:\n-\n- x\n", "[{\"a\":null},{\"a\":\"x\"}]"},
        {"a: [1]\n---\na: [2]\n", "2:1: a second document starts here; a file has one"},
        {"", "1:1: no YAML document"},
        {"# nothing\n", "1:1: no YAML document"},
        {"a:\n\t- 1\n", "2:1: found a tab; YAML is indented by spaces"},
        {"a: [1]\na: [2]\n", "2:1: 'a' is already defined"},
        {"a: [{x: 1, X: 2}]\n", "1:12: 'X' is already defined"},
        {"a: &v [1, 2]\nb: *v\nexclude: [{a: 1}]\n", "[{\"a\":2,\"b\":1},{\"a\":2,\"b\":2}]"},
        {"a: [&k x]\n*k : [1]\n", "[{\"a\":\"x\",\"x\":1}]"},
        {"a: [&x 1, &x 2, *x]\n", "[{\"a\":1},{\"a\":2},{\"a\":2}]"},
        {"a: [*b]\n", "1:5: Unknown anchor 'b'"},
        {"a: &a [*a]\n", "1:8: alias 'a' stands inside the node that it names"},
        {"a: [{<<: {x: 1}, y: 2}]\n", "[{\"a\":{\"<<\":{\"x\":1},\"y\":2}}]"},
        {"3.10: [1]\ntrue: [2]\n", "[{\"3.1\":1,\"true\":2}]"},
        {"{\"a\": [\"x\\/y\", 1.50, null],\n\t\"include\": [{\"a\": \"z\"}]}\n",
         "[{\"a\":\"x/y\"},{\"a\":1.5},{\"a\":null},{\"a\":\"z\"}]"},
        {"{\"a\":[\"x\",true,-1.5e3],\"b\":[{\"k\":[]}]}",
         "[{\"a\":\"x\",\"b\":{\"k\":[]}},{\"a\":true,\"b\":{\"k\":[]}},"
         "{\"a\":-1500,\"b\":{\"k\":[]}}]"},
        {"a: [1\n", "2:1: while parsing a flow sequence, did not find expected ',' or ']'"},
        {"a: 'x", "1:6: while scanning a quoted scalar, found unexpected end of stream"},
        {"a:\n- |\n  one\n  two\n- >-\n  one\n  two\n",
         "[{\"a\":\"one\\ntwo\\n\"},{\"a\":\"one two\"}]"},
        {"a: [\"x\\0y\"]", "1:5: a string cannot hold a NUL character"},
        {"%YAML 1.2\n---\na: [1]\n", "[{\"a\":1}]"},
    };
    RUN(examples);
}

/* What stands after a pair keeps its column. */
XL_TEST(json_surrogates)
{
    static const struct example examples[] = {
        {"{\"a\": [\"\\ud83d\\ude00\", \"x\\uD83D\\uDE00\\uDBFF\\uDFFFy\"]}",
         "[{\"a\":\"\xF0\x9F\x98\x80\"},{\"a\":\"x\xF0\x9F\x98\x80\xF4\x8F\xBF\xBFy\"}]"},
        {"{\"\\ud83d\\ude00\":[1]}", "[{\"\xF0\x9F\x98\x80\":1}]"},
        {"{\"a\": [\"\\\\ud83d\\\\ude00\", \"\\\"\"]}",
         "[{\"a\":\"\\\\ud83d\\\\ude00\"},{\"a\":\"\\\"\"}]"},
        {"{\"a\": [\"\\ud83d\\ude00\"], \"b\": 12}", "1:30: Unexpected value '12'"},
        {"{\"a\": [\"\\ud83d\"]}",
         "1:11: while parsing a quoted scalar, found invalid Unicode character escape code"},
        {"{\"a\": [\"\\ude00\\ud83d\"]}",
         "1:11: while parsing a quoted scalar, found invalid Unicode character escape code"},
        {"{\"a\": [\"\\ud83d\\ude00", "1:19: while scanning a quoted scalar, found unexpected end "
                                      "of stream"},
        {"a: ['\\ud83d\\ude00']", "[{\"a\":\"\\\\ud83d\\\\ude00\"}]"},
    };
    RUN(examples);
}

static void expect_error(const char *text, size_t size, const char *wanted)
{
    char *got = expand(text, size, NULL, github);
    assert_string_equal(got, wanted);
    free(got);
}

XL_TEST(hostile_bytes)
{
    expect_error("a: [\0]", 7, "1:5: a NUL byte: not a text file");
    expect_error("a:\n- \xFF\n", 7, "2:3: invalid UTF-8");
    expect_error("a: [\xC0\x80]", 7, "1:5: invalid UTF-8");
    expect_error("a: [\xED\xA0\x80]", 8, "1:5: invalid UTF-8");
    expect_error("a: [\xE2\x82", 6, "1:5: invalid UTF-8");
    expect_error("a: [\x1B]", 6, "1:5: a control character");
    expect_error("\xFF\xFE"
                 "a\0",
                 4, "1:1: invalid UTF-8");
}

XL_TEST(hostile_depth)
{
    char text[2 * 100000];
    memset(text, '[', sizeof(text));
    expect_error(text, sizeof(text), "1:101: nested deeper than 100 levels");
    for (size_t i = 0; i < sizeof(text); i += 2)
        memcpy(text + i, "- ", 2);
    expect_error(text, sizeof(text), "1:201: nested deeper than 100 levels");
    memset(text, '{', sizeof(text));
    expect_error(text, sizeof(text), "1:2: A mapping was not expected");
    /* 98 levels within the two of the row are read; one more is not. */
    memset(text, '[', 100);
    memcpy(text, "a: ", 3);
    memset(text + 100, ']', 97);
    char *rows = expand(text, 197, NULL, github);
    assert_int_equal(rows[0], '[');
    free(rows);
}

XL_TEST(hostile_aliases)
{
    check("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
          "a1: &a1 [*a0, *a0, *a0, *a0, *a0, *a0, *a0, *a0, *a0, *a0]\n"
          "a2: &a2 [*a1, *a1, *a1, *a1, *a1, *a1, *a1, *a1, *a1, *a1]\n"
          "a3: &a3 [*a2, *a2, *a2, *a2, *a2, *a2, *a2, *a2, *a2, *a2]\n"
          "a4: &a4 [*a3, *a3, *a3, *a3, *a3, *a3, *a3, *a3, *a3, *a3]\n"
          "a5: &a5 [*a4, *a4, *a4, *a4, *a4, *a4, *a4, *a4, *a4, *a4]\n",
          NULL, github, "6:45: more than 1000000 nodes once this alias is expanded");
    /* Aliases stack depth too. */
    char yaml[4096] = "a0: &a0 [x]\n";
    for (int i = 1; i < 101; i++)
        snprintf(yaml + strlen(yaml), sizeof(yaml) - strlen(yaml), "a%d: &a%d [*a%d]\n", i, i,
                 i - 1);
    check(yaml, NULL, XL_MATRIX_MAX_ROWS, "100:12: nested deeper than 100 levels");
}

XL_TEST(hostile_sizes)
{
    const size_t size = XL_YAML_MAX_BYTES + 1;
    char *text = malloc(size);
    assert_non_null(text);
    memset(text, 'x', size);
    memcpy(text, "a: [", 4);
    expect_error(text, size, "1:1: larger than 16777216 bytes");
    text[XL_YAML_MAX_BYTES - 1] = ']';
    char *got = expand(text, XL_YAML_MAX_BYTES, NULL, github);
    assert_int_equal(strlen(got), XL_YAML_MAX_BYTES - 5 + strlen("[{\"a\":\"\"}]"));
    free(got);
    for (size_t i = 4; i < XL_YAML_MAX_BYTES - 1; i += 2)
        memcpy(text + i, "1,", 2);
    got = expand(text, XL_YAML_MAX_BYTES, NULL, github);
    assert_string_equal(got, "1:1999999: more than 1000000 nodes");
    free(got);
    free(text);
}

/* A long key costs a few bytes where it is an alias, but as much as any other to compare. */
XL_TEST(hostile_keys)
{
    enum { LENGTH = 4000000, ITEMS = 100000 };
    static const char item[] = "- {*s : 1, *t : 2}\n";
    char *text = malloc(2 * LENGTH + 100 + ITEMS * sizeof(item));
    assert_non_null(text);
    char *to = text;
    to += sprintf(to, "a:\n- &s ");
    to = (char *)memset(to, 'x', LENGTH) + LENGTH;
    to += sprintf(to, "\n- &t ");
    to = (char *)memset(to, 'x', LENGTH) + LENGTH;
    to += sprintf(to, "y\ninclude:\n");
    for (int i = 0; i < ITEMS; i++)
        to += sprintf(to, "%s", item);
    expect_error(text, (size_t)(to - text),
                 "12:12: more than 1000000 nodes once this alias is expanded");
    free(text);
}

/* Each %TAG is compared with all before it. */
XL_TEST(hostile_directives)
{
    char yaml[8192] = "";
    for (int i = 0; i < XL_YAML_MAX_DIRECTIVES; i++)
        snprintf(yaml + strlen(yaml), sizeof(yaml) - strlen(yaml),
                 "%%TAG !t%d! tag:yaml.org,2002:\n", i);
    const size_t directives = strlen(yaml);
    strcat(yaml, "---\na: [!t7!str 1]\n");
    check(yaml, NULL, github, "[{\"a\":\"1\"}]");
    strcpy(yaml + directives, "%TAG !t! tag:yaml.org,2002:\n---\na: [1]\n");
    check(yaml, NULL, github, "101:1: too many directives");
}

XL_TEST(files)
{
    char path[] = "/tmp/xl-matrix-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, "a: [1, 2]\n", 10), 10);
    close(fd);
    struct xl_matrix_file file;
    struct xl_error err;
    assert_int_equal(xl_matrix_load(path, NULL, github, &file, &err), 0);
    assert_int_equal(file.rows.count, 2);
    xl_matrix_file_free(&file);
    unlink(path);
    assert_int_equal(xl_matrix_load("/nonexistent/m.yml", NULL, github, &file, &err), -1);
    assert_string_equal(err.text,
                        "/nonexistent/m.yml: error: cannot read: No such file or directory");
    xl_matrix_file_free(&file);
    assert_int_equal(xl_matrix_load("/tmp", NULL, github, &file, &err), -1);
    assert_string_equal(err.text, "/tmp: error: cannot read: Is a directory");
    xl_matrix_file_free(&file);
    assert_int_equal(xl_matrix_load("/dev/zero", NULL, github, &file, &err), -1);
    assert_string_equal(err.text, "/dev/zero:1:1: error: larger than 16777216 bytes");
    xl_matrix_file_free(&file);
}

XL_TEST(messages_stay_on_one_line)
{
    char yaml[2000] = "a: \"x\\n";
    while (strlen(yaml) < 1500)
        strcat(yaml, "\xE2\x82\xAC");
    strcat(yaml, "\"");
    char *got = expand(yaml, strlen(yaml), NULL, github);
    assert_null(strchr(got, '\n'));
    assert_true(strlen(got) < 512);
    assert_string_equal(got + strlen(got) - 3, "...");
    for (const char *p = got, *end = got + strlen(got); p < end;)
        assert_true(xl_utf8_next(&p, end) > 0);
    free(got);
}

int main(void)
{
    return xl_run_tests("yaml", NULL, NULL);
}

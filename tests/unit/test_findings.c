/* A finding looked up by its id, and made smaller: on made-up results and calls.
 * SPDX-License-Identifier: MIT
 */
#include <unistd.h>

#include "base/json.h"
#include "base/text.h"
#include "execute/context.h"
#include "repro/compile.h"
#include "repro/reproduction.h"
#include "repro/standalone.h"
#include "results/results_json.h"
#include "unit.h"

static const struct xl_kernel mul_add = {.name = "mul_add",
                                         .args = {XL_IN(i32, a, 1), XL_IN_RANGE(f32, b, 2, 3, 100),
                                                  XL_VALUE(i32, s), XL_OUT(i32, r, 1), XL_COUNT}};

static const struct xl_row row = {.name = "one",
                                  .arch = &xl_arches[0],
                                  .isa = &xl_isas[0],
                                  .compiler = "gcc",
                                  .opt = "O2",
                                  .qemu_cpu = "max"};

static struct xl_finding some_finding(void)
{
    return (struct xl_finding){.check = XL_CHECK_value,
                               .has_call = 1,
                               .n = 131,
                               .c = {.n = 131,
                                     .rows = 1,
                                     .depth = 1,
                                     .lanes = 4,
                                     .fill = XL_FILL_ODD,
                                     .placement = XL_PLACEMENT_PAGE_END,
                                     .round = 7,
                                     .offset = 9,
                                     .flags_preset = true,
                                     .poison = 0xa5,
                                     .rounding = XL_UP,
                                     .seed = UINT64_MAX,
                                     .walk = 1},
                               .has_element = 1,
                               .arg = "r",
                               .element = 6,
                               .lane = 2};
}

/* Writes results with this finding. The caller removes the file. */
static void write_results(const struct xl_finding *f, char *file, char id[XL_ID_TEXT])
{
    struct xl_kernel_result k = {
        .kernel = "mul_add", .variant = "scalar", .finding_count = 1, .findings = {*f}};
    struct xl_row_result rows[] = {{.row = &row, .kernels = &k, .kernel_count = 1}};
    const struct xl_results results = {.seed = UINT64_MAX - 1,
                                       .repeated = " --count 3 --kernels 'it'\\''s here'",
                                       .define = "A=1",
                                       .rows = rows,
                                       .row_count = 1};
    struct xl_error err;
    close(mkstemp(file));
    struct json_object *o = xl_results_json(&results, true);
    assert_int_equal(xl_json_write(o, file, false, &err), 0);
    json_object_put(o);
    xl_finding_id("one", &k, f, results.seed, id);
}

XL_TEST(test_found)
{
    static const char *const words[] = {
        "run",     "--row", "one",       "--kernel", "mul_add", "--seed", "18446744073709551614",
        "--count", "3",     "--kernels", "it's here"};
    char file[] = "/tmp/crosslane-repro-XXXXXX", id[XL_ID_TEXT];
    const struct xl_finding f = some_finding();
    struct xl_finding_ref w;
    struct xl_error err;
    write_results(&f, file, id);
    assert_int_equal(xl_finding_ref_find(file, id, &w, &err), 0);
    assert_string_equal(w.row_name, "one");
    assert_string_equal(w.kernel_name, "mul_add");
    assert_string_equal(w.define, "A=1");
    assert_true(w.seed == UINT64_MAX - 1 && w.has_case && w.alike == 1);
    assert_true(w.c.n == f.c.n && w.c.fill == f.c.fill && w.c.placement == f.c.placement);
    struct json_object *is = xl_case_json(&w.c), *was = xl_case_json(&f.c);
    assert_string_equal(json_object_to_json_string(is), json_object_to_json_string(was));
    json_object_put(is);
    json_object_put(was);
    assert_int_equal(w.word_count, sizeof words / sizeof words[0]);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        assert_string_equal(w.words[i], words[i]);
    xl_finding_ref_free(&w);
    assert_int_equal(xl_finding_ref_find(file, "0", &w, &err), -1);
    assert_non_null(strstr(err.text, "no finding '0' in "));
    assert_non_null(strstr(err.text, "./crosslane report "));
    xl_finding_ref_free(&w);
    remove(file);
}

/* What is cut off, foreign, of another version, or made up. */
XL_TEST(test_refused)
{
    static const struct {
        const char *text, *why;
    } cases[] = {
        {"", "it is empty"},
        {"{", "invalid or truncated JSON"},
        {"{\"rows\": [{\"row\": \"r\", \"ker", "invalid or truncated JSON"},
        {"[1]", "no array 'rows'"},
        {"{\"rows\": 3}", "no array 'rows'"},
        {"{\"rows\": []}", "no findings in "},
        {"{\"version\": 2, \"rows\": []}", "results of version 2, but this Crosslane reads 1"},
        {"{\"rows\": [{\"kernels\": [{\"findings\": [{\"id\": \"0\"}]}]}]}",
         "finding 0 is incomplete"},
        {"{\"rows\": [{\"row\": \"r\", \"kernels\": [{\"kernel\": \"k\", \"findings\": [{\"id\": "
         "\"0\", \"check\": \"value\", \"command\": \"rm -rf /\"}]}]}]}",
         "finding 0 is incomplete"}};
    char file[] = "/tmp/crosslane-repro-XXXXXX";
    struct xl_finding_ref w;
    struct xl_error err;
    close(mkstemp(file));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        FILE *f = fopen(file, "w");
        fputs(cases[i].text, f);
        fclose(f);
        assert_int_equal(xl_finding_ref_find(file, "0", &w, &err), -1);
        assert_non_null(strstr(err.text, "error: "));
        assert_non_null(strstr(err.text, cases[i].why));
        xl_finding_ref_free(&w);
    }
    remove(file);
    assert_int_equal(xl_finding_ref_find(file, "0", &w, &err), -1); /* no file */
    assert_non_null(strstr(err.text, "cannot read "));
    assert_int_equal(xl_finding_ref_find("/tmp", "0", &w, &err), -1);
    assert_non_null(strstr(err.text, "it is a directory"));
}

/* The id is of what was called, and not of how it came out. */
XL_TEST(test_id)
{
    struct xl_kernel_result k = {.kernel = "mul_add", .variant = "scalar"};
    struct xl_finding f = some_finding(), other = f;
    char id[XL_ID_TEXT], same[XL_ID_TEXT], changed[XL_ID_TEXT];
    xl_finding_id("one", &k, &f, 1, id);
    snprintf(other.got, sizeof other.got, "0x1");
    xl_finding_id("one", &k, &other, 1, same);
    assert_string_equal(id, same);
    xl_finding_id("one", &k, &f, 2, changed);
    assert_string_not_equal(id, changed);
    xl_finding_id("two", &k, &f, 1, changed);
    assert_string_not_equal(id, changed);
    other.c.offset++;
    xl_finding_id("one", &k, &other, 1, changed);
    assert_string_not_equal(id, changed);
}

/* No call that a file asks for may leave the memory that calls have. */
XL_TEST(test_fits)
{
    struct xl_case c = some_finding().c;
    assert_true(xl_case_fits(&mul_add, &c));
    c.n = SIZE_MAX;
    assert_false(xl_case_fits(&mul_add, &c));
    c = (struct xl_case){.n = 1, .fill = XL_FILL_WALK};
    assert_false(xl_case_fits(&mul_add, &c)); /* it has no function */
    c = (struct xl_case){.n = 1, .placement = XL_PLACEMENT_IN_PLACE};
    assert_false(xl_case_fits(&mul_add, &c));
}

/* A bug of lane 2 of 4: it wants bit 4 of a and any s but zero. */
static bool fails(void *data, const struct xl_case *c)
{
    bool wrong = false;
    (*(unsigned *)data)++;
    for (size_t i = 2; i < c->n; i += 4)
        wrong |= (xl_bits_get(XL_i32, c->explicit_inputs->elements[0], i) & 16) &&
                 xl_bits_get(XL_i32, c->explicit_inputs->elements[2], 0);
    for (size_t i = 0; i < 2 * c->n; i++) {
        const double b =
            xl_bits_value(XL_f32, xl_bits_get(XL_f32, c->explicit_inputs->elements[1], i));
        assert_true(b >= 3 && b <= 100); /* the domain */
    }
    return wrong;
}

XL_TEST(test_shrunk)
{
    enum { N = 131 };
    int32_t a[N], value = -77;
    float b[2 * N];
    unsigned calls = 0;
    for (int i = 0; i < N; i++)
        a[i] = i == 70 ? 0x12345678 : 0x77777767; /* 70 is in lane 2; the others lack the bit */
    for (int i = 0; i < 2 * N; i++)
        b[i] = 3.7f + (float)i / 4;
    struct xl_case c = some_finding().c;
    c.n = N;
    struct xl_shrink s = {.kernel = &mul_add,
                          .fails = fails,
                          .data = &calls,
                          .output = &mul_add.args[3],
                          .element = 70,
                          .max_attempts = 6000};
    const uint8_t *inputs[XL_MAX_ARGS] = {(uint8_t *)a, (uint8_t *)b, (uint8_t *)&value};
    xl_shrink_begin(&s, &c, inputs);
    xl_shrink_run(&s);
    assert_int_equal(s.attempts, calls);
    assert_true(s.c.n == 3 && s.c.placement == XL_PLACEMENT_END && s.c.rounding == XL_TO_NEAREST);
    const int32_t wanted[] = {0, 0, 16};
    assert_memory_equal(s.inputs[0], wanted, sizeof wanted);
    assert_int_equal(xl_bits_get(XL_i32, s.inputs[2], 0), 1);
    xl_shrink_free(&s);
}

/* r = a * b, as of matrices: wrong where a row of a has a 7 at a place k, and row k of b a 3 at a
 * column that is the last lane of a vector of 2. */
static const struct xl_kernel product = {
    .name = "product",
    .args = {XL_IN_OF(i32, a, depth, rows), XL_IN_OF(i32, b, n, depth), XL_OUT_OF(i32, r, n, rows),
             XL_COUNT, XL_ROWS, XL_DEPTH}};

static bool fails_in_product(void *data, const struct xl_case *c)
{
    const int32_t *a = (const void *)c->explicit_inputs->elements[0],
                  *b = (const void *)c->explicit_inputs->elements[1];
    (*(unsigned *)data)++;
    for (size_t i = 0; i < c->rows * c->depth; i++)
        for (size_t j = 1; j < c->n && a[i] == 7; j += 2)
            if (b[i % c->depth * c->n + j] == 3)
                return true;
    return false;
}

XL_TEST(test_rows_shrink)
{
    enum { N = 9, ROWS = 6, DEPTH = 5 };
    int32_t a[ROWS * DEPTH], b[DEPTH * N];
    unsigned calls = 0;
    for (int i = 0; i < ROWS * DEPTH; i++)
        a[i] = i == 4 * DEPTH + 3 ? 7 : 100 + i;
    for (int i = 0; i < DEPTH * N; i++)
        b[i] = i == 3 * N + 5 ? 3 : 1000 + i;
    const struct xl_case c = {.n = N, .rows = ROWS, .depth = DEPTH, .lanes = 2, .gaps = 3};
    struct xl_shrink s = {.kernel = &product,
                          .fails = fails_in_product,
                          .data = &calls,
                          .output = &product.args[2],
                          .element = 4 * N + 5,
                          .max_attempts = 6000};
    const uint8_t *inputs[XL_MAX_ARGS] = {(uint8_t *)a, (uint8_t *)b};
    xl_shrink_begin(&s, &c, inputs);
    xl_shrink_run(&s);
    assert_int_equal(s.attempts, calls);
    assert_true(s.c.rows == 1 && s.c.depth == 1 && s.c.n == 2 && s.c.gaps == 0);
    const int32_t left[] = {7}, right[] = {0, 3};
    assert_memory_equal(s.inputs[0], left, sizeof left);
    assert_memory_equal(s.inputs[1], right, sizeof right);
    xl_shrink_free(&s);
}

/* A vector ends with its row. */
static bool is_not_8(const void *unused, size_t element)
{
    (void)unused;
    return element != 8;
}

XL_TEST(test_lanes_of_rows)
{
    const struct xl_context run = {.vl_bits = 128};
    struct xl_finding f = {.lanes = ""};
    xl_describe_lanes(&run, XL_i32, 8, 20, 5, is_not_8, NULL, &f);
    assert_string_equal(f.lanes, "...x");
    xl_describe_lanes(&run, XL_i32, 9, 20, 5, is_not_8, NULL, &f);
    assert_string_equal(f.lanes, ".");
    xl_describe_lanes(&run, XL_i32, 9, 20, 20, is_not_8, NULL, &f);
    assert_string_equal(f.lanes, "x...");
}

static const char preprocessed[] =
    "# 1 \"k.c\"\n# 1 \"<built-in>\"\n#include \"kernel.h\"\n# 1 \"kernel.h\" 1\n"
    "#include <arm_neon.h>\n# 1 \"/usr/arm_neon.h\" 1 3 4\ntypedef int hidden;\n"
    "#include <stddef.h>\n# 1 \"/usr/stddef.h\" 1 3 4\ntypedef long size;\n"
    "# 9 \"/usr/arm_neon.h\" 2 3 4\n# 3 \"kernel.h\" 2\n"
    "#include <mine.h>\n# 1 \"mine.h\" 1\ntypedef struct tag { int x; } mine;\n"
    "# 4 \"kernel.h\" 2\n"
    "#include <string.h>\n"
    "enum { ONE = 1, TWO };\nenum { OTHER };\ntypedef float used, *unused_pointer;\n"
    "static inline __attribute__((always_inline)) int helper(mine m) { return m.x + TWO; }\n"
    "static int unused(int a) { return a; }\n"
    "static const char table[] = {'}', \"a{\"[1]};\n"
    "struct unwanted { int b; } variable = { 1 };\n"
    "# 1 \"k.c\" 2\n"
    "void k__isa(const int *a)\n{\n    mine m = {table[0]};\n    helper(m);\n}\n"
    "# 9 \"k.c\" 3 4\nint after(void);\n";

/* Headers of the system are named and left out, others are taken in; of all code, what is used. */
XL_TEST(test_pruned)
{
    static const char *const kept[] = {"#include <arm_neon.h>\n",
                                       "#include <string.h>\n",
                                       "typedef struct tag { int x; } mine;",
                                       "enum { ONE = 1, TWO };",
                                       "int helper(mine m)",
                                       "static const char table[] = {'}', \"a{\"[1]};",
                                       "    helper(m);\n}\n"};
    static const char *const left_out[] = {"hidden", "stddef.h", "mine.h",  "kernel.h", "OTHER",
                                           "unused", "variable", "# 1 \"k", "after"};
    char *text = xl_prune(preprocessed, "k__isa", false);
    assert_non_null(text);
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
        if (!strstr(text, kept[i]))
            fail_msg("%s is not in\n%s", kept[i], text);
    for (size_t i = 0; i < sizeof left_out / sizeof left_out[0]; i++)
        if (strstr(text, left_out[i]))
            fail_msg("%s is in\n%s", left_out[i], text);
    free(text);
    text = xl_prune(preprocessed, "k__isa", true);
    assert_non_null(strstr(text, "OTHER"));
    assert_non_null(strstr(text, "after")); /* of the file, whatever its marker says */
    assert_null(strstr(text, "hidden"));
    free(text);
}

/* f: fails; p: passes; -: neither. In the order gcc, llvm (each O0 to O3), scalar, other QEMU. */
static void check_blame(const char *outcomes, const char *expected)
{
    struct xl_blame b = {.count = 0};
    char text[400];
    /* gcc at O2 is the row's own, and comes first. */
    const size_t order[] = {2, 0, 1, 3, 4, 5, 6, 7, 8, 9};
    for (size_t i = 0; i < strlen(outcomes); i++) {
        const size_t at = order[i];
        b.attempts[b.count++] =
            (struct xl_blame_attempt){.compiler = at < 4 || at > 7 ? "gcc" : "llvm",
                                      .emulator = "qemu",
                                      .version = "1",
                                      .is_scalar = at == 8,
                                      .is_other_emulator = at == 9,
                                      .outcome = outcomes[at] == 'f'   ? XL_STANDALONE_FAILS
                                                 : outcomes[at] == 'p' ? XL_STANDALONE_PASSES
                                                                       : XL_STANDALONE_NOT_RUN};
    }
    xl_blame_summary(&b, text, sizeof text);
    if (strncmp(text, expected, strlen(expected)) != 0)
        fail_msg("%s: %s, and not %s", outcomes, text, expected);
}

XL_TEST(test_blame)
{
    check_blame("fffffffff", "the kernel, or its reference");
    check_blame("ffffppppf", "gcc, or undefined behaviour"); /* the code is scalar too */
    check_blame("ffffffffp", "the kernel, or the emulator");
    check_blame("ffffffffpf", "the kernel: fails with every compiler");
    check_blame("ffffffffpp", "the emulator: ");
    check_blame("ppffppppp", "gcc at some levels, or undefined behaviour");
    check_blame("ffffppppp", "gcc, or undefined behaviour");
    check_blame("ppffppffp", "probably undefined behaviour");
    check_blame("ffp-ffffp", "undecided: passes standalone");
    check_blame("ff-fffffp", "undecided: passes standalone");
}

/* Without gdb in PATH, the message says how to install it. */
XL_TEST(test_no_debugger_on_path)
{
    struct xl_debugger d;
    struct xl_error err;
    char *path = strdup(getenv("PATH"));
    setenv("CROSSLANE_TOOLS", "host", 1);
    setenv("PATH", "/nonexistent", 1);
    assert_int_equal(xl_debugger_find(true, &d, &err), -1);
    assert_non_null(strstr(err.text, "PATH has no gdb-multiarch: apt-get install -y"));
    xl_debugger_free(&d);
    setenv("PATH", path, 1);
    unsetenv("CROSSLANE_TOOLS");
    free(path);
}

/* As a shell reads it, and as this program does. */
static void check_word(const char *word, const char *written)
{
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    assert_non_null(f);
    xl_put_word(f, word);
    fclose(f);
    assert_string_equal(text, written);
    char *rest = text, *read = xl_take_word(&rest);
    assert_non_null(read);
    assert_string_equal(read, word);
    free(text);
}

XL_TEST(test_words_of_a_shell)
{
    check_word("-I/usr/include", "-I/usr/include");
    check_word("-I/it's here", "'-I/it'\\''s here'");
    check_word("$(rm)", "'$(rm)'");
    check_word("a\"b\\c", "'a\"b\\c'");
    check_word("a\nb", "'a\nb'");
    check_word("", "''");
}

/* What somebody else compiles a reproducer with: every word of it, however many and long they are,
 * and such that their shell takes them for the same words. */
XL_TEST(test_a_command_of_many_words)
{
    enum { WORDS = 400, LONG = 4000 };
    char word[LONG + 1], path[64];
    struct xl_compile_options r = {.is_vectorised = true, .is_linked = true, .is_dynamic = true};
    const struct xl_toolchain d = {
        .name = "gcc", .compiler = "/usr/bin/gcc", .flags = "", .link = ""};
    memset(word, 'x', LONG);
    word[LONG] = '\0';
    xl_words_add(&r.options, "-mabi='quoted'");
    for (int i = 0; i < WORDS; i++) {
        snprintf(path, sizeof path, "-I/it's %d", i);
        xl_words_add(&r.library, path);
    }
    xl_words_add(&r.library, word);
    char *command = xl_compile_command(&r, &d, "O2", "a b.c"), *rest = command;
    assert_string_equal(xl_take_word(&rest), "gcc");
    assert_string_equal(xl_take_word(&rest), "-mabi='quoted'");
    assert_string_equal(xl_take_word(&rest), "-O2");
    assert_string_equal(xl_take_word(&rest), "-w");
    assert_string_equal(xl_take_word(&rest), "-pthread");
    assert_string_equal(xl_take_word(&rest), "a b.c");
    for (size_t i = 0; i < r.library.count; i++)
        assert_string_equal(xl_take_word(&rest), r.library.at[i]);
    assert_string_equal(xl_take_word(&rest), "-lm");
    assert_null(xl_take_word(&rest));
    free(command);
    xl_compile_options_free(&r);
}

int main(void)
{
    return xl_run_tests("findings", NULL, NULL);
}

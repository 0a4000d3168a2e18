/* Instructions per element: computed from two calls, compared with baselines and between vector
 * lengths.
 * SPDX-License-Identifier: MIT
 */
#include "results/work.h"
#include "unit.h"

static const struct xl_isa *isa_of(const char *arch, const char *isa)
{
    const struct xl_isa *found = xl_isa_find(arch, isa);
    assert_non_null(found);
    return found;
}

/* A call of n elements that costs `fixed`, and for each element `all` thousandths, of which half
 * are vector instructions. */
static struct xl_work work_of(uint64_t n, uint64_t fixed, uint64_t all)
{
    const uint64_t first = n * all / 1000, second = 2 * first;
    return (struct xl_work){.n = n,
                            .vector = first / 2,
                            .other = fixed + first - first / 2,
                            .more_n = 2 * n,
                            .more_vector = second / 2,
                            .more_other = fixed + second - second / 2};
}

static void test_the_cost_of_an_element(void **state)
{
    struct xl_work w = work_of(64, 10, 1500);
    assert_true(xl_work_per_element(&w) == 1.5);
    assert_true(xl_work_vector_per_element(&w) == 0.75);
    assert_true(xl_work_fixed(&w) == 10);
    assert_true(xl_work_is_linear(&w));
    w.more_other += 1000; /* as of a cost that grows faster than n */
    assert_false(xl_work_is_linear(&w));
    w = (struct xl_work){.n = 4, .vector = 2, .other = 6, .more_n = 4};
    assert_true(xl_work_per_element(&w) == 2); /* the whole call */
    assert_false(xl_work_is_linear(&w));
    w = (struct xl_work){.n = 0};
    assert_true(xl_work_per_element(&w) == 0);
}

static struct xl_row row_of(const char *name, const char *opt)
{
    struct xl_row row = {.arch = xl_arch_find("aarch64"), .isa = isa_of("aarch64", "sve")};
    row.name = (char *)name;
    row.compiler = "gcc";
    row.opt = opt;
    return row;
}

/* Whether a kernel that costs `all` fails a baseline of 1.5. */
static bool fails(const char *opt, const char *version, unsigned vl_bits, uint64_t all)
{
    struct xl_work_entry entry = {isa_of("aarch64", "sve"), "add_f32", "gcc", 256, 1.5, 0.75};
    const struct xl_work_baselines b = {.at = &entry, .count = 1, .compilers = {"GNU 14.2.0", ""}};
    const struct xl_row row = row_of("aarch64-sve256-gcc-O2", opt);
    struct xl_row_result result = {.row = &row, .vl_bits = vl_bits};
    static struct xl_kernel_result k;
    memset(&k, 0, sizeof k);
    k.kernel = "add_f32";
    k.variant = "sve";
    k.work = work_of(1000, 10, all);
    snprintf(result.compiler_version, sizeof result.compiler_version, "%s", version);
    xl_work_check(&b, &result, &k);
    assert_true(k.failed_checks[XL_CHECK_work] == (k.outcome == XL_FAIL));
    return k.outcome == XL_FAIL;
}

static void test_a_baseline(void **state)
{
    assert_false(fails("O2", "GNU 14.2.0", 256, 1000));
    assert_false(fails("O2", "GNU 14.2.0", 256, 1500));
    assert_false(fails("O2", "GNU 14.2.0", 256, 1530));
    assert_true(fails("O2", "GNU 14.2.0", 256, 1532));
    assert_false(fails("O2", "GNU 14.3.0", 256, 1532));
    assert_false(fails("O2", "GNU 14.2.0", 128, 1532));
    assert_false(fails("O3", "GNU 14.2.0", 256, 1532));
}

static void write_file(const char *directory, const char *name, const char *text)
{
    char path[80];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *to = fopen(path, "w");
    assert_non_null(to);
    fputs(text, to);
    fclose(to);
}

/* Reads a file of this name. Returns the number of entries, or 0 if it is refused. */
static size_t read_named(const char *name, const char *text, struct xl_work_baselines *b)
{
    char directory[] = "/tmp/crosslane-work-XXXXXX", command[80];
    struct xl_error err = {.text = ""};
    assert_non_null(mkdtemp(directory));
    write_file(directory, "compilers.txt", "llvm Clang 19.1.7\n");
    write_file(directory, name, text);
    const int status = xl_work_read(directory, b, &err);
    snprintf(command, sizeof command, "rm -r %s", directory);
    assert_int_equal(system(command), 0); /* NOLINT(cert-env33-c): the test's own directory */
    assert_true(!status || (strstr(err.text, name) && strstr(err.text, ": error: ")));
    return b->count;
}

static size_t read_file(const char *text, struct xl_work_baselines *b)
{
    return read_named("aarch64.txt", text, b);
}

static void test_a_file(void **state)
{
    static const char *const wrong[] = {
        "add_f32 1.000/0.500\n",
        "kernel 128-gcc\nadd_f32 1.000/0.500\n",
        "kernel avx2-128-gcc\nadd_f32 1.000/0.500\n",
        "kernel sve-128-gcc\nadd_f32\n",
        "kernel sve-128-gcc\nadd_f32 1.000/0.500 -\n",
        "kernel sve-128-gcc\nadd_f32 0.500/1.000\n",
    };
    struct xl_work_baselines b;
    assert_int_equal(read_file("# a comment\nkernel neon-128-gcc sve-128-gcc sve-256-llvm\n"
                               "abs_f32 - 2.000/0.750 1.000/0.375\nadd_f32 4.500/0.250 - -\n",
                               &b),
                     3);
    assert_true(b.at[0].isa == isa_of("aarch64", "sve") && b.at[0].vl_bits == 128);
    assert_string_equal(b.at[1].compiler, "llvm");
    assert_true(b.at[1].vl_bits == 256 && b.at[1].all == 1 && b.at[1].vector == 0.375);
    assert_string_equal(b.at[2].kernel, "add_f32");
    assert_true(b.at[2].isa == isa_of("aarch64", "neon"));
    assert_string_equal(b.compilers[0], "");
    assert_string_equal(b.compilers[1], "Clang 19.1.7");
    xl_work_free(&b);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_int_equal(read_file(wrong[i], &b), 0);
    assert_int_equal(read_named("sve.txt", "kernel sve-128-gcc\nadd_f32 1.000/0.500\n", &b), 0);
}

/* Whether a kernel fails on the second of two rows. */
static bool fails_longer(unsigned vl_bits, uint64_t all, unsigned longer_vl_bits, uint64_t longer)
{
    const struct xl_row rows[] = {row_of("a", "O2"), row_of("b", "O2")};
    static struct xl_kernel_result kernels[2];
    memset(kernels, 0, sizeof kernels);
    kernels[0].kernel = kernels[1].kernel = "add_f32";
    kernels[0].variant = kernels[1].variant = "sve";
    kernels[0].work = work_of(1000, 10, all);
    kernels[1].work = work_of(1000, 10, longer);
    struct xl_row_result results[] = {
        {.row = &rows[0], .vl_bits = vl_bits, .kernels = &kernels[0], .kernel_count = 1},
        {.row = &rows[1], .vl_bits = longer_vl_bits, .kernels = &kernels[1], .kernel_count = 1}};
    struct xl_results all_rows = {.rows = results, .row_count = 2};
    const size_t found = xl_work_check_lengths(&all_rows);
    assert_true(results[0].outcome == XL_PASS);
    assert_true(found == (results[1].outcome == XL_FAIL));
    assert_true(kernels[1].failed_checks[XL_CHECK_lengths] == (found == 1));
    return found == 1;
}

static void test_longer_vectors(void **state)
{
    assert_false(fails_longer(128, 1500, 256, 750));
    assert_false(fails_longer(128, 1500, 256, 1500));
    assert_false(fails_longer(128, 1500, 256, 1530));
    assert_true(fails_longer(128, 1500, 256, 1540));
    assert_true(fails_longer(128, 1500, 512, 6000));
    assert_false(fails_longer(256, 1500, 256, 3000));
    assert_false(fails_longer(512, 1500, 256, 3000)); /* the first row has the longer vectors */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_cost_of_an_element), cmocka_unit_test(test_a_baseline),
        cmocka_unit_test(test_a_file), cmocka_unit_test(test_longer_vectors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

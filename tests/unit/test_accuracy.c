/* Worst errors: kept in files, found again, and held against what a run measures.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <unistd.h>

#include "execute/context.h"
#include "report/accuracy_plot.h"
#include "results/baselines.h"
#include "unit.h"

static const struct xl_kernel exp_f32 = {.name = "exp_f32",
                                         .function = "exp",
                                         .elementwise = 1,
                                         .contract = {XL_ULP, .ulp = 2},
                                         .args = {{XL_ARG_IN, XL_f32, "a", 1, 0, 0, 0},
                                                  {XL_ARG_OUT, XL_f32, "r", 1, 0, 0, 0},
                                                  {XL_ARG_COUNT, XL_u64, "n", 0, 1, 0, 0}}};

static const struct xl_isa avx2 = {.name = "avx2"}, neon = {.name = "neon"};

/* Three builds of one ISA, and one of another. */
static struct xl_row rows[] = {
    {.name = "x-gcc-O2", .build = "x86_64-gcc-O2", .isa = &avx2, .qemu_cpu = "max"},
    {.name = "x-gcc-O0", .build = "x86_64-gcc-O0", .isa = &avx2, .qemu_cpu = "max"},
    {.name = "x-llvm-O2", .build = "x86_64-llvm-O2", .isa = &avx2, .qemu_cpu = "max"},
    {.name = "a-gcc-O2", .build = "aarch64-gcc-O2", .isa = &neon, .qemu_cpu = "max"},
};
static const struct xl_row_list list = {.rows = rows, .count = 4};

static char directory[64];

static int make_directory(void **state)
{
    snprintf(directory, sizeof directory, "/tmp/test_accuracy.XXXXXX");
    return mkdtemp(directory) ? 0 : -1;
}

static int remove_directory(void **state)
{
    char *file = xl_baseline_file(directory, exp_f32.name);
    remove(file);
    free(file);
    return rmdir(directory);
}

static void write_baseline(const char *text)
{
    char *file = xl_baseline_file(directory, exp_f32.name);
    FILE *out = fopen(file, "w");
    free(file);
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
}

static struct xl_baseline read_baseline(void)
{
    struct xl_baseline b;
    struct xl_error err;
    assert_int_equal(xl_baseline_read(directory, &exp_f32, &b, &err), 0);
    return b;
}

XL_TEST(test_who_has_a_baseline)
{
    struct xl_kernel k = exp_f32;
    assert_true(xl_baseline_is_for(&k));
    k.elementwise = 0;
    assert_false(xl_baseline_is_for(&k));
    k = exp_f32;
    k.contract.kind = XL_EXACT;
    assert_false(xl_baseline_is_for(&k));
    k = exp_f32;
    k.args[0].per_n = 2;
    assert_false(xl_baseline_is_for(&k));
}

XL_TEST(test_own_line_before_the_common_one)
{
    write_baseline("# words\navx2 * 0.793 0x3eb1f687\navx2 x86_64-llvm-O2 0.900 0x3f800000\n");
    struct xl_baseline b = read_baseline();
    assert_int_equal(b.count, 2);
    assert_true(xl_baseline_find(&b, "avx2", "x86_64-gcc-O2")->ulp == 0.793);
    assert_true(xl_baseline_find(&b, "avx2", "x86_64-llvm-O2")->ulp == 0.9);
    assert_int_equal(xl_baseline_find(&b, "avx2", "x86_64-llvm-O2")->inputs[0], 0x3f800000);
    assert_null(xl_baseline_find(&b, "neon", "aarch64-gcc-O2"));
    xl_baseline_free(&b);
}

XL_TEST(test_wrong_files_are_located)
{
    static const char *const wrong[] = {"avx2 *\n", "avx2 * x 0x0\n", "avx2 * 0.5\n",
                                        "avx2 * 0.5 0x0 0x0\n", "avx2 * -1 0x0\n"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct xl_baseline b;
        struct xl_error err;
        char text[128];
        snprintf(text, sizeof text, "# words\n%s", wrong[i]);
        write_baseline(text);
        assert_int_equal(xl_baseline_read(directory, &exp_f32, &b, &err), -1);
        assert_non_null(strstr(err.text, "exp_f32.txt:2: error: not "));
    }
}

/* Builds that agree share a line; one that was not measured keeps its own line, and nothing else
 * is its own. */
XL_TEST(test_update)
{
    struct xl_error err;
    struct xl_baseline measured = {0};
    const struct xl_worst_inputs found[] = {{"avx2", "x86_64-gcc-O2", 0.75, {1}},
                                            {"avx2", "x86_64-gcc-O2", 0.7, {2}},
                                            {"avx2", "x86_64-gcc-O0", 0.75, {1}},
                                            {"neon", "aarch64-gcc-O2", 0.50004, {3}}};
    write_baseline("avx2 * 0.9 0x00000004\navx2 x86_64-llvm-O2 0.793 0x3eb1f687\n");
    for (size_t i = 0; i < 4; i++)
        xl_baseline_add(&measured, &found[i]);
    char *text = xl_baseline_update(directory, &exp_f32, &list, &measured, &err);
    assert_string_equal(
        text, "# exp_f32: the worst errors seen, in ULP. Written by ./crosslane accuracy --update\n"
              "avx2 * 0.750 0x00000001\n"
              "avx2 x86_64-llvm-O2 0.793 0x3eb1f687\n"
              "neon * 0.500 0x00000003\n");
    /* It is what it says it is. */
    write_baseline(text);
    free(text);
    xl_baseline_free(&measured);
    measured = (struct xl_baseline){0};
    text = xl_baseline_update(directory, &exp_f32, &list, &measured, &err);
    assert_non_null(strstr(text, "avx2 * 0.750 0x00000001\navx2 x86_64-llvm-O2 0.793"));
    assert_non_null(strstr(text, "neon * 0.500"));
    free(text);
}

/* What a run with this seed has measured, against 0.793 at 0x3eb1f687. */
static struct xl_row_result hold(uint64_t seed, double known, double worst,
                                 struct xl_kernel_result *k)
{
    struct xl_accuracy a;
    struct xl_row_result row = {.row = &rows[0]};
    write_baseline("avx2 * 0.793 0x3eb1f687\nneon * 0.9 0x3f800000\nneon b 0.9 0x3eb1f687\n");
    struct xl_baseline b = read_baseline();
    xl_accuracy_begin(&a, &exp_f32, &b, &rows[0]);
    assert_int_equal(a.baseline.count, 2); /* the row's own first, none twice */
    assert_int_equal(a.baseline.inputs[0][0], 0x3eb1f687);
    assert_int_equal(a.baseline.inputs[1][0], 0x3f800000);
    *k = (struct xl_kernel_result){.kernel = "exp_f32",
                                   .variant = "avx2",
                                   .baseline_ulp = known,
                                   .max_ulp = worst,
                                   .has_worst = 1,
                                   .worst_inputs = {0x40000000}};
    xl_accuracy_end(&a, seed, 1, &row, k);
    xl_baseline_free(&b);
    return row;
}

XL_TEST(test_same_as_before)
{
    struct xl_kernel_result k;
    struct xl_row_result row = hold(1, 0.7934, 0.7934, &k);
    assert_int_equal(k.outcome, XL_PASS);
    assert_null(row.notes);
}

XL_TEST(test_worse_at_the_known_input)
{
    struct xl_kernel_result k;
    for (uint64_t seed = 1; seed <= 2; seed++) {
        hold(seed, 0.8, 0.8, &k);
        assert_int_equal(k.outcome, XL_FAIL);
        assert_int_equal(k.findings[0].check, XL_CHECK_accuracy);
        assert_non_null(strstr(k.reason, "at 0x3eb1f687: 0.800 ULP, baseline"));
    }
}

/* The same inputs as those that the baseline was made from, or others. */
XL_TEST(test_worse_elsewhere)
{
    struct xl_kernel_result k;
    hold(1, 0.7, 0.95, &k);
    assert_int_equal(k.outcome, XL_FAIL);
    assert_non_null(strstr(k.reason, "at 0x40000000: 0.950 ULP, baseline"));
    struct xl_row_result row = hold(2, 0.793, 0.95, &k);
    assert_int_equal(k.outcome, XL_PASS);
    assert_non_null(strstr(row.notes, "new worst input, 0.950 ULP at 0x40000000"));
    free(row.notes);
}

XL_TEST(test_better)
{
    struct xl_kernel_result k;
    for (uint64_t seed = 1; seed <= 2; seed++) {
        struct xl_row_result row = hold(seed, 0.5, 0.6, &k);
        assert_int_equal(k.outcome, XL_PASS);
        assert_non_null(strstr(row.notes, "better than its baseline in tests/accuracy, 0.500 ULP"));
        assert_true(k.better_than > 0.7925 && k.better_than < 0.7935);
        free(row.notes);
    }
    hold(1, 0.793, 0.793, &k);
    assert_true(k.better_than == 0);
}

/* What is better at one input and worse at another is not better. */
XL_TEST(test_better_here_and_worse_there)
{
    struct xl_kernel_result k;
    struct xl_row_result row = hold(2, 0.5, 0.95, &k);
    assert_int_equal(k.outcome, XL_PASS);
    assert_true(k.better_than == 0);
    assert_non_null(strstr(row.notes, "new worst input"));
    free(row.notes);
}

/* A line for each row on which every input was tried. An update replaces that of its row. */
XL_TEST(test_walks)
{
    const struct xl_kernel *kernel = &exp_f32;
    struct xl_baseline measured = {0};
    struct xl_error err;
    write_baseline(
        "avx2 * 0.9 0x00000004\n# every input: a 4294967296 0.900 0x00000004 2026-01-01 A\n"
        "# every input: b 4294967296 0.900 0x00000004 2026-01-01 B, C\n");
    xl_baseline_add_walk(&measured, "a 4294967296 0.800 0x00000005 2026-02-02 D");
    char *text = xl_baseline_update(directory, kernel, &list, &measured, &err);
    assert_non_null(text);
    write_baseline(text);
    free(text);
    struct xl_baseline b = read_baseline();
    assert_int_equal(b.count, 1);
    assert_string_equal(b.walks, "b 4294967296 0.900 0x00000004 2026-01-01 B, C\n"
                                 "a 4294967296 0.800 0x00000005 2026-02-02 D\n");
    xl_baseline_free(&measured);
    xl_baseline_free(&b);
}

XL_TEST(test_plot)
{
    static struct xl_error_plot plot = {.type = XL_f32};
    size_t size, bins = 0;
    xl_plot_add(&plot, 0xff7fffff, 0.25);
    xl_plot_add(&plot, 0x00000000, 0.5);
    xl_plot_add(&plot, 0x00000001, 0.125);
    xl_plot_add(&plot, 0x7f800000, 1.5);
    xl_plot_add(&plot, 0x7fc00000, 9); /* a NaN has no place */
    assert_true(plot.worst[0] == 0.25 && plot.worst[XL_PLOT_BINS - 1] == 1.5);
    assert_true(plot.worst[XL_PLOT_BINS / 2] == 0.5 && plot.errors[XL_PLOT_BINS / 2] == 2);
    char *text = xl_accuracy_plot(&exp_f32, "x-gcc-O2", &plot, &size);
    for (const char *p = text; (p = strstr(p, "<rect ")); p++)
        bins++;
    assert_int_equal(bins, 3);
    assert_non_null(strstr(text, "exp_f32 on x-gcc-O2: worst error 1.500 ULP, contract 2"));
    free(text);
}

/* Of each part of the first operand's axis the worst, whatever stands before it. */
XL_TEST(test_errors_are_kept_over_the_axis)
{
    static const struct xl_kernel add = {.name = "add_f32",
                                         .elementwise = 1,
                                         .contract = {XL_ULP, .ulp = 1},
                                         .args = {XL_OUT(f32, r, 1), XL_IN(f32, a, 1), XL_COUNT}},
                                  whole = {.elementwise = 1,
                                           .contract = {XL_ULP, .ulp = 1},
                                           .args = {XL_IN(i32, a, 1), XL_OUT(f32, r, 1)}};
    static struct xl_kernel_result result, none;
    static struct xl_prepared_call p;
    uint32_t a[] = {0, 0, 0x7f7fffff, 0x7fc00000, 0xff800000};
    const double ulps[] = {0.25, 0.5, INFINITY, 9, 0};
    struct xl_context run = {.kernel = &add};
    assert_int_equal(xl_axis_operand(&add), 1);
    assert_int_equal(xl_axis_operand(&whole), XL_MAX_ARGS);
    p.buffers[0].data = p.buffers[1].data = (uint8_t *)a;
    for (size_t i = 0; i < sizeof a / sizeof a[0]; i++)
        xl_keep_error(&run, &p, i, ulps[i], &result);
    assert_true(result.has_axis);
    for (size_t i = 0; i < XL_AXIS; i++)
        assert_true(result.axis[i] == (i == XL_AXIS / 2   ? 0.5F
                                       : i == XL_AXIS - 1 ? INFINITY
                                       : i == 0           ? 0
                                                          : -1));
    run.kernel = &whole;
    xl_keep_error(&run, &p, 0, 1, &none);
    assert_false(none.has_axis);
}

int main(void)
{
    return xl_run_tests("accuracy", make_directory, remove_directory);
}

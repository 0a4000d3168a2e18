/* Coverage: what counts, how rows and lines are summed, what is printed.
 * SPDX-License-Identifier: MIT
 */
#include <fcntl.h>
#include <libelf.h>
#include <unistd.h>

#include "report/coverage_report.h"
#include "unit.h"

/* Two variants of three and two instructions, and padding. */
static struct xl_instruction instructions[] = {
    {0x10, "xvaddsp", "0, 0, 1", XL_FAMILY_vsx, 0}, {0x14, "addi", "3, 3, 1", XL_FAMILY_none, 0},
    {0x18, "blr", "", XL_FAMILY_none, 0},           {0x1c, "nop", "", XL_FAMILY_pad, 0},
    {0x20, "xvmulsp", "0, 0, 1", XL_FAMILY_vsx, 1}, {0x24, "blr", "", XL_FAMILY_none, 1}};
static bool has[] = {true, false, false, true};
static struct xl_image_variant images[] = {
    {.symbol = "add__vsx", .kernel_length = 3, .isa = "vsx", .entry = 0x10},
    {.symbol = "mul__vsx", .kernel_length = 3, .isa = "vsx", .entry = 0x20}};

static struct xl_coverage_build build_of(uint64_t *counts, unsigned *rows)
{
    return (struct xl_coverage_build){.name = "ppc64el-gcc-O2",
                                      .arch = xl_arch_find("ppc64el"),
                                      .image = {.variants = images, .variant_count = 2},
                                      .disassembly = {.instructions = instructions, .count = 6},
                                      .reachable = {2, has},
                                      .counts = counts,
                                      .rows = rows};
}

static void assert_prints(const char *text, const char *words)
{
    if (!strstr(text, words))
        fail_msg("\"%s\" is not in:\n%s", words, text);
}

XL_TEST(test_padding_does_not_count)
{
    uint64_t counts[6] = {7, 0, 7, 0, 0, 0};
    unsigned rows[2] = {2, 0};
    struct xl_coverage_build b = build_of(counts, rows);
    struct xl_coverage_sum sum = xl_coverage_sum(&b, 0), none = xl_coverage_sum(&b, 1);
    assert_int_equal(sum.executed, 2);
    assert_int_equal(sum.total, 3);
    assert_int_equal(sum.vector_executed, 1);
    assert_int_equal(sum.vector_total, 1);
    assert_int_equal(none.total, 0); /* no row called it */
    assert_true(xl_coverage_tenths(&sum) > 66.59 && xl_coverage_tenths(&sum) < 66.61);
    xl_coverage_add(&none, &sum);
    assert_int_equal(none.executed, 2);
}

/* Only the traced run knows of it. */
XL_TEST(test_what_a_pointer_led_to_counts)
{
    uint64_t counts[6] = {7, 7, 7, 0, 3, 3};
    unsigned rows[2] = {1, 1};
    bool taken[4] = {false, true, false, false};
    struct xl_coverage_build b = build_of(counts, rows);
    b.indirect = taken;
    struct xl_coverage_sum sum = xl_coverage_sum(&b, 0);
    assert_int_equal(sum.total, 5);
    assert_int_equal(sum.vector_total, 2);
    assert_int_equal(xl_coverage_sum(&b, 1).total, 2);
    assert_false(xl_coverage_has(&b, 1, 0));
}

static char *printed(const struct xl_coverage_build *b)
{
    struct xl_coverage coverage = {.builds = (struct xl_coverage_build *)b, .build_count = 1};
    char *text = NULL;
    size_t size, count;
    FILE *f = open_memstream(&text, &size);
    struct xl_coverage_variant *variants = xl_coverage_variants(&coverage, &count);
    xl_coverage_print(variants, count, f);
    assert_int_equal(xl_coverage_print_unknown(variants, count, f),
                     xl_coverage_is_unknown(b, 0) + xl_coverage_is_unknown(b, 1));
    fclose(f);
    free(variants);
    return text;
}

/* Nothing was reached of nothing: that is no 100 %. */
XL_TEST(test_nothing_is_not_all)
{
    uint64_t counts[6] = {0, 0, 0, 0, 3, 3};
    unsigned rows[2] = {0, 1};
    bool none[4] = {false}, may_lack_vectors[2] = {false, true};
    struct xl_coverage_build b = build_of(counts, rows);
    assert_false(xl_coverage_is_unknown(&b, 0)); /* no row called it */
    assert_false(xl_coverage_is_unknown(&b, 1));
    b.reachable.has = none;
    const struct xl_coverage_sum sum = xl_coverage_sum(&b, 1);
    assert_true(xl_coverage_percent(&sum) < 0.1);
    char *text = printed(&b);
    assert_prints(text, "mul__vsx of ppc64el-gcc-O2: nothing says what was reached: its code is");
    assert_prints(text, "there is no vector instruction to reach\n");
    assert_null(strstr(text, "every vector instruction"));
    assert_null(strstr(text, "0 of 0\n"));
    free(text);
    b.reachable.has = has;
    enum xl_family was = instructions[4].family;
    instructions[4].family = XL_FAMILY_none;
    text = printed(&b);
    assert_prints(text, "mul__vsx of ppc64el-gcc-O2: nothing says whether its vector instructions");
    free(text);
    b.may_lack_vectors = may_lack_vectors;
    assert_false(xl_coverage_is_unknown(&b, 1)); /* bit operations alone, say */
    instructions[4].family = was;
}

XL_TEST(test_all_but_one_is_not_100)
{
    struct xl_coverage_sum sum = {.executed = 99999, .total = 100000};
    assert_true(xl_coverage_tenths(&sum) < 100);
    sum.executed++;
    assert_true(xl_coverage_tenths(&sum) >= 100);
}

XL_TEST(test_the_table_names_what_is_not_reached)
{
    uint64_t counts[6] = {7, 1, 7, 0, 0, 3};
    unsigned rows[2] = {2, 1};
    struct xl_coverage_build b = build_of(counts, rows);
    struct xl_coverage coverage = {.builds = &b, .build_count = 1};
    char *text = NULL;
    size_t size, count;
    FILE *f = open_memstream(&text, &size);
    struct xl_coverage_variant *variants = xl_coverage_variants(&coverage, &count);
    assert_int_equal(count, 2);
    xl_coverage_print(variants, count, f);
    assert_int_equal(xl_coverage_print_below(variants, count, 100, f), 1);
    assert_int_equal(xl_coverage_print_below(variants, count, 50, f), 0);
    xl_coverage_annotate(&variants[1], f);
    fclose(f);
    assert_prints(text, "add     ppc64el-gcc-O2    vsx         2         3      3    100.0\n");
    assert_prints(text, "mul__vsx of ppc64el-gcc-O2\n          20  xvmulsp    0, 0, 1");
    assert_prints(text, "vsx (ppc64el): variants 2, instructions 4 of 5, 80.0 %, vector 1 of 2\n");
    assert_prints(text,
                  "mul__vsx of ppc64el-gcc-O2: 1 of 2 instructions, 50.0 %, is below 100 %\n");
    assert_prints(text, "       #####        20  xvmulsp    0, 0, 1\n");
    assert_prints(text, "           3        24  blr        \n");
    free(variants);
    free(text);
}

/* Within a variant the largest count is the line's; variants are added. */
XL_TEST(test_lcov_is_in_order)
{
    struct xl_lcov *lcov = xl_lcov_new();
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    assert_int_equal(xl_lcov_line(lcov, "/k/b.c", 9, 5), 0);
    assert_int_equal(xl_lcov_line(lcov, "/k/b.c", 9, 2), 0);
    assert_int_equal(xl_lcov_line(lcov, "/k/b.c", 200, 0), 0);
    xl_lcov_function(lcov, "/k/b.c", 9, "b__sve", 5);
    xl_lcov_end_variant(lcov);
    assert_int_equal(xl_lcov_line(lcov, "/k/b.c", 9, 3), 0);
    assert_int_equal(xl_lcov_line(lcov, "/a/neon.h", 1, 0), 0);
    xl_lcov_function(lcov, "/k/b.c", 9, "b__neon", 0);
    xl_lcov_function(lcov, "/k/b.c", 9, "b__sve", 1);
    xl_lcov_end_variant(lcov);
    assert_int_equal(xl_lcov_line(lcov, "/k/b.c", UINT32_MAX, 0), -1);
    xl_lcov_print(lcov, f);
    fclose(f);
    assert_string_equal(text, "TN:crosslane\nSF:/a/neon.h\nFNF:0\nFNH:0\nDA:1,0\nLF:1\nLH:0\n"
                              "end_of_record\n"
                              "TN:crosslane\nSF:/k/b.c\nFN:9,b__neon\nFN:9,b__sve\n"
                              "FNDA:0,b__neon\nFNDA:6,b__sve\nFNF:2\nFNH:1\n"
                              "DA:9,8\nDA:200,0\nLF:2\nLH:1\nend_of_record\n");
    xl_lcov_free(lcov);
    free(text);
}

static volatile int sink;
static unsigned inner_line, outer_line;

static inline __attribute__((always_inline)) void *here(void)
{
    char *next;
    inner_line = __LINE__ + 1;
    __asm__ volatile("lea 0(%%rip), %0" : "=r"(next));
    return next - 1; /* in that instruction */
}

static __attribute__((noinline)) void *outer(void)
{
    outer_line = __LINE__ + 1;
    void *pc = here();
    sink = 1;
    return pc;
}

extern const char __executable_start[];

/* This program's own debug information. */
XL_TEST(test_inlined_calls_have_their_lines)
{
#ifndef __x86_64__
    skip();
#else
    struct xl_frame frames[XL_MAX_FRAMES];
    struct xl_error err;
    elf_version(EV_CURRENT);
    int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    Elf *elf = elf_begin(fd, ELF_C_READ, NULL);
    struct xl_source *source = xl_source_read(elf, &err);
    assert_non_null(source);
    uint64_t address = (uint64_t)((const char *)outer() - __executable_start);
    size_t depth = xl_source_frames(source, address, frames);
    assert_int_equal(depth, 2);
    assert_non_null(strstr(frames[0].file, "test_coverage.c"));
    assert_int_equal(frames[0].line, inner_line);
    assert_int_equal(frames[1].line, outer_line);
    assert_int_equal(xl_source_frames(source, UINT64_MAX, frames), 0);
    assert_int_equal(xl_source_frames(NULL, address, frames), 0);
    xl_source_free(source);
    elf_end(elf);
    close(fd);
#endif
}

XL_TEST(test_no_debug_information_is_said)
{
    struct xl_error err;
    assert_null(xl_source_read(NULL, &err));
    assert_prints(err.text, "no line numbers");
}

int main(void)
{
    return xl_run_tests("coverage", NULL, NULL);
}

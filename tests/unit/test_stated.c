/* What findings of mutants must state: a text that is missing, and one that must not be there.
 * Which mutants a commit runs.
 * SPDX-License-Identifier: MIT
 */
#include <json-c/json.h>

#include "mutants/draw.h"
#include "mutants/stated.h"
#include "unit.h"

static const char results[] =
    "{\"rows\":[{\"row\":\"a\",\"kernels\":[{\"kernel\":\"k\",\"variant\":\"sse4\",\"outcome\":"
    "\"fail\",\"findings\":[{\"check\":\"value\",\"message\":\"wrong value in r[3]\",\"arg\":\"r\","
    "\"element\":3,\"lane\":3,\"got\":\"0x1\",\"expected\":\"0x2\",\"lanes\":\"...x\"},{\"check\":"
    "\"value\",\"message\":\"wrong value in r[5]\",\"alone\":\"wrong with equal lanes\"}]},"
    "{\"kernel\":\"fine\",\"outcome\":\"pass\",\"findings\":[]}]}]}";

static void assert_wrong(const char *kernel, const char *wrong, const struct xl_stated *line)
{
    struct json_object *all = json_tokener_parse(results);
    assert_non_null(all);
    const char *got = xl_stated_wrong(line, all, "a", kernel);
    if (wrong)
        assert_string_equal(got, wrong);
    else
        assert_null(got);
    json_object_put(all);
}

XL_TEST(test_texts)
{
    assert_wrong("k", NULL,
                 &(struct xl_stated){"k", "sse4", {"wrong value in r[3]", "lanes      ...x"}});
    assert_wrong("k", NULL, &(struct xl_stated){"k", "sse4", {"got        0x1", "!input "}});
    assert_wrong("k", "got        0x2",
                 &(struct xl_stated){"k", "sse4", {"expected   0x2", "got        0x2"}});
}

/* The first finding is what is read; no other may state what is wrong. */
XL_TEST(test_which_findings)
{
    assert_wrong("k", "wrong value in r[5]",
                 &(struct xl_stated){"k", "sse4", {"wrong value in r[5]"}});
    assert_wrong("k", "!equal lanes", &(struct xl_stated){"k", "sse4", {"!equal lanes"}});
    assert_wrong("k", "!r[3]", &(struct xl_stated){"k", "sse4", {"!r[3]"}});
    assert_wrong("fine", "value", &(struct xl_stated){"fine", "sse4", {"value"}});
    assert_wrong("none", "!value", &(struct xl_stated){"none", "sse4", {"!value"}});
}

/* Each line has a text that must be there. */
XL_TEST(test_table)
{
    assert_true(xl_stated_count >= 30);
    for (size_t i = 0; i < xl_stated_count; i++) {
        assert_non_null(xl_stated[i].texts[0]);
        assert_true(xl_stated[i].texts[0][0] != '!');
    }
}

enum { XL_ROWS = 6, XL_MUTANTS = 150 };

/* Mutant m, but for 0, which has one row, is on all rows. */
static size_t draw_cells(struct xl_draw_cell cells[XL_ROWS * XL_MUTANTS], const char *seed)
{
    static const char *const rows[XL_ROWS] = {"aarch64-sve256-gcc-O2", "aarch64-nosve-gcc-O2",
                                              "s390x-z15-gcc-O2",      "riscv64-v128_ones-llvm-O2",
                                              "armhf-max-llvm-O2",     "armhf-max-gcc-O2"};
    static char names[XL_MUTANTS][8];
    size_t count = 0;
    for (size_t m = 0; m < XL_MUTANTS; m++) {
        snprintf(names[m], sizeof names[m], "m%zu", m);
        for (size_t r = 0; r < (m ? XL_ROWS : 1); r++)
            cells[count++] = (struct xl_draw_cell){.mutant = names[m], .row = rows[r]};
    }
    xl_draw_runs(cells, count, seed);
    return count;
}

XL_TEST(test_draw)
{
    static struct xl_draw_cell cells[XL_ROWS * XL_MUTANTS], again[XL_ROWS * XL_MUTANTS];
    const size_t count = draw_cells(cells, "a");
    size_t drawn[XL_MUTANTS] = {0};
    for (size_t i = 0; i < count; i++)
        drawn[atoi(cells[i].mutant + 1)] += cells[i].run >= 0;
    for (size_t m = 0; m < XL_MUTANTS; m++)
        assert_int_equal(drawn[m], m ? XL_DRAW_MOST : 1);
    draw_cells(again, "a");
    assert_memory_equal(cells, again, sizeof cells);
    bool differs = false;
    for (char seed[] = "b"; seed[0] < 'f'; seed[0]++) {
        draw_cells(again, seed);
        differs |= memcmp(cells, again, sizeof cells) != 0;
    }
    assert_true(differs);
}

/* Large rows share a run, so their builds and rows use all cores. The rest of a build is one. */
XL_TEST(test_draw_runs)
{
    static struct xl_draw_cell cells[XL_ROWS * XL_MUTANTS];
    for (char seed[] = "a"; seed[0] <= 'z'; seed[0]++) {
        const size_t count = draw_cells(cells, seed);
        for (size_t i = 0; i < count; i++)
            assert_true(cells[i].run <= 0 || strcmp(cells[i].mutant, "m0") == 0);
    }
    struct xl_draw_cell few[] = {{"a", "aarch64-sve256-gcc-O2", 0},
                                 {"b", "aarch64-nosve-gcc-O2", 0},
                                 {"c", "aarch64-nosve-llvm-O2", 0},
                                 {"d", "armhf-max-gcc-O2", 0}};
    assert_int_equal(xl_draw_runs(few, 4, "a"), 4);
    assert_int_equal(few[0].run, few[1].run);
    assert_int_not_equal(few[0].run, few[2].run);
    assert_int_not_equal(few[0].run, few[3].run);
    struct xl_draw_cell more[] = {{"a", "aarch64-sve256-gcc-O2", 0},
                                  {"b", "ppc64el-power8-gcc-O2", 0},
                                  {"c", "loong64-la464-llvm-O2", 0},
                                  {"d", "armhf-max-gcc-O2", 0}};
    size_t drawn = 0;
    assert_int_equal(xl_draw_runs(more, 4, "a"), XL_DRAW_RUNS);
    for (size_t i = 0; i < 4; i++)
        drawn += more[i].run > 0;
    assert_int_equal(drawn, XL_DRAW_RUNS - 1);
}

int main(void)
{
    return xl_run_tests("stated", NULL, NULL);
}

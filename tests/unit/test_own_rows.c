/* `rows` of crosslane.yml: which rows a project has, and what is said of wrong ones.
 * SPDX-License-Identifier: MIT
 */
#include "base/text.h"
#include "matrix/own_rows.h"
#include "unit.h"

/* Two CPUs of riscv64 by two compilers at two levels, and one of aarch64. */
static const char matrix[] =
    "build: {arch: [riscv64, aarch64], compiler: [gcc, llvm], opt: [O2, O0], include: [{arch: "
    "riscv64, compiler: gcc16, opt: O2}, {arch: riscv64, compiler: llvm, opt: O2_lto}]}\n"
    "test:\n"
    "  cpu:\n"
    "    - {arch: riscv64, name: v128, qemu_cpu: 'rv64,vlen=128', isa: rvv, vl: 128, lacks: "
    "[rva23]}\n"
    "    - {arch: riscv64, name: nov, qemu_cpu: 'rv64,v=false', isa: scalar, vl: 0}\n"
    "    - {arch: aarch64, name: sve256, qemu_cpu: 'max,sve256=on', isa: sve, vl: 256}\n"
    "  compiler: [gcc, llvm]\n"
    "  opt: [O2, O0]\n"
    "tiers: {pr: [riscv64-v128-gcc-O2, riscv64-nov-llvm-O2], trunk: [riscv64-v128-gcc-O0]}\n";

#define X60 "arch: riscv64, name: x60, qemu_cpu: 'rv64,vlen=256', isa: rvv, vl: 256"

static int apply(const char *yaml, struct xl_row_list *list, struct xl_error *err)
{
    if (xl_row_list_parse("m", matrix, strlen(matrix), list, err))
        fail_msg("%s", err->text);
    return xl_own_rows_parse("crosslane.yml", yaml, strlen(yaml), list, err);
}

/* "NAME:TIER=CPU" of rows, and the number of builds. */
static char *shown(const struct xl_row_list *list)
{
    struct xl_text text = {0};
    for (size_t i = 0; i < list->count; i++) {
        const struct xl_row *row = &list->rows[i];
        xl_text_add(&text, "%s:%s%s%s ", row->name, xl_tier_name(row->tier), row->is_own ? "=" : "",
                    row->is_own ? row->qemu_cpu : "");
        assert_ptr_equal(row->build, xl_build_find(list, row->build)->name);
    }
    xl_text_add(&text, "%zu", list->build_count);
    return text.at;
}

XL_TEST(rows)
{
    static const char *const cases[][2] = {
        /* Picked: one pattern, some, by the values of a row; GitHub ignores case. */
        {"rows: '*-sve256-gcc-*'\n", "aarch64-sve256-gcc-O2:pr aarch64-sve256-gcc-O0:pr 2"},
        {"rows: [riscv64-nov-gcc-*, {arch: AARCH64, opt: O0, vl: '256'}]\n",
         "riscv64-nov-gcc-O2:pr riscv64-nov-gcc-O0:pr aarch64-sve256-gcc-O0:pr "
         "aarch64-sve256-llvm-O0:pr 4"},
        /* Picked and dropped: if no row of pr is left, those of the next tier are in it. */
        {"rows: {only: {name: v128}, exclude: ['*-O2', {compiler: llvm}]}\n",
         "riscv64-v128-gcc-O0:pr 1"},
        /* A CPU of one's own, in all builds of its architecture; neither filter is about it. */
        {"rows: {exclude: '*', include: [{" X60 "}]}\n",
         "riscv64-x60-gcc-O2:pr=rv64,vlen=256 riscv64-x60-gcc-O0:pr=rv64,vlen=256 "
         "riscv64-x60-llvm-O2:pr=rv64,vlen=256 riscv64-x60-llvm-O0:pr=rv64,vlen=256 4"},
        /* Newer compilers and link-time optimisation have to be named. */
        {"rows: {exclude: '*', include: {" X60 ", compiler: [gcc16, llvm22], opt: O2_lto}}\n",
         "riscv64-x60-gcc16-O2_lto:pr=rv64,vlen=256 riscv64-x60-llvm22-O2_lto:pr=rv64,vlen=256 2"},
        /* In some, also in builds that the matrix lacks; in another tier; without a name. */
        {"rows: {only: '*-sve256-gcc-O2', include: {arch: riscv64, qemu_cpu: a, isa: rvv, vl: 64, "
         "compiler: llvm, opt: [O1, Os], tier: full}}\n",
         "aarch64-sve256-gcc-O2:pr riscv64-rvv64-llvm-O1:full=a riscv64-rvv64-llvm-Os:full=a 3"},
        /* A CPU of the matrix is changed where it is left, and its rows keep their tiers. */
        {"rows: {only: riscv64-v128-*, exclude: '*-llvm-O0', include: [{arch: riscv64, name: v128, "
         "qemu_cpu: b}]}\n",
         "riscv64-v128-gcc-O2:pr=b riscv64-v128-gcc-O0:trunk=b riscv64-v128-llvm-O2:full=b 3"},
        /* Some of its rows, and one that it lacks; the items are in the order of the file. */
        {"rows: {only: riscv64-v128-*-O2, include: [{arch: riscv64, name: v128, qemu_cpu: b, "
         "compiler: gcc}, {arch: riscv64, name: v128, opt: O3, compiler: gcc}]}\n",
         "riscv64-v128-gcc-O2:pr=b riscv64-v128-llvm-O2:full "
         "riscv64-v128-gcc-O3:pr=rv64,vlen=128 3"},
        /* One that was dropped is there again, like a new one. */
        {"rows: {exclude: '*', include: {arch: riscv64, name: v128, opt: O0}}\n",
         "riscv64-v128-gcc-O0:pr=rv64,vlen=128 riscv64-v128-llvm-O0:pr=rv64,vlen=128 2"},
        {"include: headers\n", NULL},
        {"{}\n", NULL},
        {"5\n", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct xl_row_list list;
        struct xl_error err;
        if (apply(cases[i][0], &list, &err))
            fail_msg("case %zu: %s", i, err.text);
        char *text = shown(&list);
        if (cases[i][1])
            assert_string_equal(text, cases[i][1]);
        else
            assert_int_equal(list.count, 12);
        free(text);
        xl_row_list_free(&list);
    }
}

/* The fields of a row that an item does not have are the matrix's. */
XL_TEST(fields)
{
    struct xl_row_list list;
    struct xl_error err;
    const char yaml[] = "rows:\n"
                        "  exclude: '*'\n"
                        "  include:\n"
                        "    - {arch: riscv64, name: v128, qemu_cpu: a, compiler: gcc, opt: O2}\n"
                        "    - {arch: riscv64, name: v128, vl: 64, lacks: [], kernels: ['mix_*'],\n"
                        "       compiler: gcc, opt: O0}\n"
                        "    - {arch: x86_64, name: mine, qemu_cpu: native, isa: avx2, vl: 256,\n"
                        "       compiler: gcc, opt: O2}\n";
    static const char *const kernels[] = {"mix_a", "b"};
    assert_int_equal(apply(yaml, &list, &err), 0);
    const struct xl_row *row = list.rows;
    assert_int_equal(row[0].vl_bits, 128);
    assert_string_equal(row[0].isa->name, "rvv");
    assert_string_equal(row[0].absent_isas[0]->name, "rva23");
    assert_string_equal(row[0].where, "crosslane.yml:4:45");
    assert_int_equal(row[1].vl_bits, 64);
    assert_null(row[1].absent_isas[0]);
    assert_string_equal(row[1].qemu_cpu, "rv64,vlen=128");
    assert_string_equal(row[1].where, "crosslane.yml:5:7");
    assert_true(xl_row_has_kernel(&row[1], "mix_b"));
    assert_false(xl_row_has_kernel(&row[1], "b"));
    assert_int_equal(xl_row_check_kernels(&row[1], kernels, 1, &err), 0);
    assert_int_equal(xl_row_check_kernels(&row[1], kernels + 1, 1, &err), -1);
    assert_non_null(strstr(err.text, "crosslane.yml:5:7: error: row riscv64-v128-gcc-O0: no kernel "
                                     "matches 'mix_*'"));
    /* A machine without the ISA may skip a native row. */
    assert_true(row[2].native);
    assert_int_equal(list.skip_count, 1);
    assert_string_equal(list.skips[0].row, "x86_64-mine-gcc-O2");
    assert_true(list.skips[0].depends_on_machine);
    xl_row_list_free(&list);
}

/* Each message has the line and column, and what would be right. */
XL_TEST(wrong_rows)
{
    static const char *const cases[][2] = {
        {"rows: {includ: []}\n", ":1:8: error: unknown key of 'rows' 'includ'; similar: include"},
        {"rows: {}\n", ":1:7: error: 'rows' has 'include', 'exclude' or 'only'"},
        {"rows:\n", ":1:6: error: 'rows' has 'include', 'exclude' or 'only'"},
        {"rows: riscv64-v182-*\n", ":1:7: error: no row matches 'riscv64-v182-*'; similar: "
                                   "riscv64-v128-gcc-O2"},
        {"rows: {exclude: [aarch64-*, ppc64el-*]}\n", ":1:29: error: no row matches 'ppc64el-*'"},
        {"rows: {exclude: {isa: svee}}\n", ":1:23: error: unknown isa 'svee'; similar: sve"},
        {"rows: {exclude: {vl: 127}}\n", ":1:22: error: unknown vl '127'; similar: 128"},
        {"rows: {exclude: {isa: sve, arch: riscv64}}\n", ":1:17: error: no row has all of this"},
        {"rows: {exclude: {iso: sve}}\n", ":1:18: error: unknown key 'iso'; similar: isa"},
        {"rows: {exclude: {isa: [sve]}}\n", ":1:23: error: 'isa' must be a single value"},
        {"rows: {exclude: {}}\n", ":1:17: error: an item of 'exclude' must not be empty"},
        {"rows: {exclude: [[a]]}\n", ":1:18: error: 'exclude' has patterns of rows, or mappings"},
        {"rows: {only: []}\n", ":1:14: error: 'only' is empty"},
        {"rows: {exclude: '*'}\n", ":1:7: error: no row is left"},
        {"rows: {include: 5}\n", ":1:17: error: an item of 'include' is a CPU: {arch"},
        {"rows: {include: [{name: v128}]}\n", ":1:18: error: missing 'arch'"},
        {"rows: {include: [{arch: riscv46, name: x}]}\n",
         ":1:25: error: unknown arch 'riscv46'; similar: riscv64"},
        {"rows: {include: [{arch: [riscv64], name: x}]}\n",
         ":1:25: error: 'arch' must be a single"},
        {"rows: {include: [{arch: riscv64, qemu_cpu: x}]}\n", ":1:18: error: a CPU needs 'name'"},
        {"rows: {include: [{arch: riscv64, name: v182, qemu_cpu: x}]}\n",
         ":1:40: error: riscv64 has no CPU 'v182', and a new one needs 'isa'; similar: v128"},
        {"rows: {include: [{arch: riscv64, name: x, qemu_cpu: x, isa: rv, vl: 1}]}\n",
         ":1:61: error: unknown ISA of riscv64 'rv'; similar: rvv"},
        {"rows: {include: [{arch: riscv64, name: x, qemu_cpu: x, isa: rvv, vl: [1]}]}\n",
         ":1:70: error: the row needs 'vl'"},
        {"rows: {include: [{arch: riscv64, name: x, qemu_cpu: [x], isa: rvv, vl: 1}]}\n",
         ":1:53: error: 'qemu_cpu' must be a single value"},
        {"rows: {include: [{arch: riscv64, name: x, qemu_cpu: '', isa: rvv, vl: 1}]}\n",
         ":1:53: error: 'qemu_cpu' is empty"},
        {"rows: {include: [{arch: riscv64, name: x, qemu_cpu: \"a\\tb\", isa: rvv, vl: 1}]}\n",
         ":1:53: error: 'qemu_cpu' has a control character"},
        {"rows: {include: [{" X60 ", qemu_cp: a}]}\n",
         ":1:91: error: unknown key 'qemu_cp'; similar: qemu_cpu"},
        {"rows: {include: [{" X60 ", compiler: clang}]}\n",
         ":1:101: error: unknown compiler 'clang'; known: gcc, llvm"},
        {"rows: {include: [{" X60 ", opt: [O2, O4]}]}\n",
         ":1:101: error: unknown opt 'O4'; similar: O0, O1, O2"},
        {"rows: {include: [{" X60 ", opt: []}]}\n", ":1:96: error: 'opt' has 1 to 8 values"},
        {"rows: {include: [{" X60 ", opt: [[O2]]}]}\n", ":1:97: error: 'opt' must be a single"},
        {"rows: {include: [{" X60 ", tier: nightly}]}\n",
         ":1:97: error: unknown tier 'nightly'; known: pr, trunk, full"},
        {"rows: {include: [{" X60 ", tier: [pr]}]}\n", ":1:97: error: 'tier' must be a single"},
        {"rows: {include: [{" X60 ", opt: [O2, O2]}]}\n",
         ": error: two rows are named riscv64-x60-gcc-O2; the other is at crosslane.yml:1:55"},
        {"rows: {include: [{" X60 "},\n  {" X60 "}]}\n",
         ":2:40: error: two rows are named riscv64-x60-gcc-O2; the other is at crosslane.yml:1:55"},
        {"rows: {include: [{arch: ppc64el, name: x, qemu_cpu: x, isa: vsx, vl: 128}]}\n",
         ":1:18: error: the matrix has no build of ppc64el: add 'compiler' to this item"},
        {"rows: {include: [{arch: riscv64, name: "
         "a2345678901234567890123456789012345678901, qemu_cpu: x, isa: rvv, vl: 1}]}\n",
         ":1:40: error: a name has at most 40 characters"},
        {"rows: [a\n", "error: "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct xl_row_list list;
        struct xl_error err = {""};
        const int status = apply(cases[i][0], &list, &err);
        if (status == 0 || strncmp(err.text, "crosslane.yml:", 14) != 0 ||
            !strstr(err.text, cases[i][1]))
            fail_msg("case %zu: %d \"%s\", wanted \"%s\"", i, status, err.text, cases[i][1]);
        xl_row_list_free(&list);
    }
}

/* Options that compile for one vector length, and for which rows. */
XL_TEST(fixed_vector_lengths)
{
    static const struct {
        const char *yaml, *row;
        unsigned kernels, suite;
    } cases[] = {
        {"options: {sve: -msve-vector-bits=256}\n", "aarch64-sve256-gcc-O2", 256, 0},
        {"options: {sve: -msve-vector-bits=256}\n", "riscv64-v128-gcc-O2", 0, 0},
        {"options: {gcc sve: [-g, -msve-vector-bits=256]}\n", "aarch64-sve256-llvm-O2", 0, 0},
        {"options: [-msve-vector-bits=128, -msve-vector-bits=256]\n", "aarch64-sve256-gcc-O0", 256,
         0},
        {"options: [-msve-vector-bits=256, -msve-vector-bits=scalable]\n", "aarch64-sve256-gcc-O2",
         0, 0},
        {"options: {llvm: -msve-vector-bits=128+}\n", "aarch64-sve256-llvm-O2", 0, 0},
        {"options: {rvv: [-march=rv64gcv_zvl128b_zvl64b, -mrvv-vector-bits=zvl]}\n",
         "riscv64-v128-gcc-O2", 128, 0},
        {"options: {rvv: -mrvv-vector-bits=zvl}\n", "riscv64-v128-gcc-O2", 128, 0},
        {"options: {rvv: -march=rv64gcv_zvl256b}\n", "riscv64-v128-gcc-O2", 0, 0},
        /* A dispatcher may choose a file where it is right. */
        {"options: {a.c sve: -msve-vector-bits=256}\n", "aarch64-sve256-gcc-O2", 0, 0},
        {"build: make\narguments: {aarch64: CFLAGS=-O2 -msve-vector-bits=256 -g}\n",
         "aarch64-sve256-gcc-O2", 256, 0},
        {"suite: {arguments: {sve: ['-DCMAKE_C_FLAGS=-O2 -msve-vector-bits=256']}}\n",
         "aarch64-sve256-gcc-O2", 0, 256},
        {"options:\nsuite: x\n", "aarch64-sve256-gcc-O2", 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct xl_row_list list;
        struct xl_error err;
        if (apply(cases[i].yaml, &list, &err))
            fail_msg("%s", err.text);
        const struct xl_row *row = xl_row_find(&list, cases[i].row);
        assert_non_null(row);
        assert_int_equal(row->kernels_bits, cases[i].kernels);
        assert_int_equal(row->suite_bits, cases[i].suite);
        xl_row_list_free(&list);
    }
}

XL_TEST(vector_lengths_that_no_row_has)
{
    static const char *const cases[][2] = {
        {"options: {sve: -msve-vector-bits=512}\n",
         "crosslane.yml:1:16: error: '-msve-vector-bits=512': no row of sve has vectors of 512 "
         "bits, "
         "but of 256: add"},
        {"options: {rvv: [-march=rv64gcv_zvl512b, -mrvv-vector-bits=zvl]}\nrows: {include: [{" X60
         "}]}\n",
         "crosslane.yml:1:41: error: '-mrvv-vector-bits=zvl': no row of rvv has vectors of 512 "
         "bits, "
         "but of 128, 256: add"},
        {"suite: {arguments: ['-DF=-msve-vector-bits=1000']}\n",
         "crosslane.yml:1:21: error: '-msve-vector-bits=1000': no row of sve has vectors of 1000"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct xl_row_list list;
        struct xl_error err;
        assert_int_equal(apply(cases[i][0], &list, &err), -1);
        if (!strstr(err.text, cases[i][1]))
            fail_msg("'%s' is not in '%s'", cases[i][1], err.text);
        xl_row_list_free(&list);
    }
}

int main(void)
{
    return xl_run_tests("own_rows", NULL, NULL);
}

/* matrix.yml: what it must say, and what is said of a wrong one.
 * SPDX-License-Identifier: MIT
 */
#include <unistd.h>

#include "base/file.h"
#include "matrix/compilers.h"
#include "matrix/rows.h"
#include "oracle/module.h"
#include "run/select.h"
#include "unit.h"

#define CPU(FIELDS) "test:\n  cpu:\n    - {" FIELDS "}\n  compiler: [gcc]\n  opt: [O2]\n"
#define GOOD "arch: aarch64, name: sve256, qemu_cpu: 'max,sve256=on', isa: sve, vl: 256"

static int read_text(const char *text, struct xl_row_list *list, struct xl_error *err)
{
    char file[] = "/tmp/crosslane-test-XXXXXX";
    int fd = mkstemp(file);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    close(fd);
    int status = xl_row_list_read(file, list, err);
    remove(file);
    return status;
}

XL_TEST(test_a_row)
{
    struct xl_row_list list;
    struct xl_error err;
    assert_int_equal(read_text(CPU(GOOD ", lacks: [sve2]"), &list, &err), 0);
    assert_int_equal(list.count, 1);
    assert_string_equal(list.rows[0].name, "aarch64-sve256-gcc-O2");
    assert_string_equal(list.rows[0].build, "aarch64-gcc-O2");
    assert_string_equal(list.rows[0].isa->name, "sve");
    assert_string_equal(list.rows[0].absent_isas[0]->name, "sve2");
    assert_int_equal(list.rows[0].vl_bits, 256);
    xl_row_list_free(&list);
}

XL_TEST(test_exclude_removes_by_part_of_an_object)
{
    struct xl_row_list list;
    struct xl_error err;
    assert_int_equal(read_text("test:\n  cpu:\n    - {" GOOD
                               "}\n  compiler: [gcc, llvm]\n  opt: [O2]\n"
                               "  exclude:\n    - {cpu: {arch: aarch64}, compiler: gcc}\n",
                               &list, &err),
                     0);
    assert_int_equal(list.count, 1);
    assert_string_equal(list.rows[0].compiler, "llvm");
    xl_row_list_free(&list);
}

/* A build names the version of its compiler, and link-time optimisation as a level. */
XL_TEST(test_compilers)
{
    struct xl_row_list list;
    struct xl_error err;
    assert_int_equal(read_text("test:\n  cpu:\n    - {" GOOD
                               "}\n  compiler: [llvm, gcc16, llvm22]\n"
                               "  opt: [O2, O2_lto]\n",
                               &list, &err),
                     0);
    assert_int_equal(list.count, 6);
    assert_non_null(xl_row_find(&list, "aarch64-sve256-gcc16-O2"));
    assert_string_equal(xl_row_find(&list, "aarch64-sve256-llvm22-O2_lto")->build,
                        "aarch64-llvm22-O2_lto");
    xl_row_list_free(&list);
    assert_int_equal(xl_compiler_count, 4);
    for (size_t i = 0; i < xl_compiler_count; i++) {
        const struct xl_compiler *c = &xl_compilers[i];
        assert_ptr_equal(xl_compiler_find(xl_compiler_names[i]), c);
        assert_int_equal(c->has_tree, strcmp(c->name, c->family) != 0);
        assert_true(xl_compiler_is_meant(c->family, c->name));
        assert_true(xl_compiler_is_meant(c->name, c->name));
        for (size_t a = 0; a < xl_arch_count; a++) {
            char *file =
                xl_join_path(XL_ROOT, "toolchains/%s-%s.cmake", xl_arches[a].name, c->name);
            if (access(file, R_OK) != 0)
                fail_msg("there is no %s", file);
            free(file);
        }
    }
    assert_false(xl_compiler_is_meant("gcc16", "gcc"));
    assert_false(xl_compiler_is_meant("gcc", "llvm22"));
    assert_true(xl_compiler_is_gcc("gcc16") && !xl_compiler_is_gcc("llvm22"));
    assert_false(xl_compiler_is_gcc("tcc"));
    char options[XL_LEVEL_OPTIONS];
    assert_string_equal(xl_level_options("Os", options), "-Os");
    assert_string_equal(xl_level_options("O2_lto", options), "-O2 -flto");
}

/* Each message has the file, a line, a column, and what would be right. */
XL_TEST(test_wrong_rows)
{
    static const struct {
        const char *text, *position, *message;
    } table[] = {
        {CPU("arch: aarch46, name: a, qemu_cpu: max, isa: sve, vl: 128"),
         ":3:14: error:", "similar: aarch64"},
        {CPU("arch: aarch64, name: a, qemu_cpu: max, isa: vsx, vl: 128"),
         ":3:52: error:", "ISA of aarch64"},
        {CPU("arch: aarch64, name: a, qemu_cpu: max, isa: sve, vl: x"),
         ":3:61: error:", "vector length"},
        {CPU("arch: aarch64, name: a, qemu_cpu: max, isa: svee, vl: 128"),
         ":3:52: error:", "(row aarch64-a-gcc-O2)"},
        {CPU(GOOD ", kernels: []"), "error:", "list of 1 to"},
        {CPU(GOOD) "tiers: {pr: [aarch64-sve265-*]}\n",
         ":6:14: error:", "similar: aarch64-sve256-gcc-O2"},
        {CPU(GOOD) "tiers: {pr: [[a]]}\n", ":6:14: error:", "single name"},
        {CPU(GOOD) "tiers: {prr: []}\n", ":6:9: error:", "similar: pr"},
        {CPU(GOOD) "tiers: {pr: aarch64}\n", ":6:13: error:", "must be a list"},
        {CPU(GOOD) "tiers: [a]\n", ":6:8: error:", "mapping"},
        {CPU(GOOD) "pin: {pr: []}\n", ":6:1: error:", "unknown key 'pin'"},
        {CPU(GOOD) "build: {arch: [aarch64], compiler: [llvm], opt: [O2]}\n",
         ":3:", "row aarch64-sve256-gcc-O2 needs build aarch64-gcc-O2"},
        {CPU(GOOD) "build: {arch: [aarch64], compiler: [gcc], opt: [O2], isa: [sve]}\n",
         ":6:54: error:", "unknown key 'isa'"},
        {CPU(GOOD) "build:\n  arch: [aarch64]\n  compiler: [gcc]\n  opt: [O2]\n"
                   "  include: [{arch: aarch64, compiler: gcc, opt: O2, x: 1}]\n",
         ":10:53: error:", "unknown key 'x'"},
        {CPU(GOOD) "build:\n  include: [{arch: aarch64, compiler: gcc, opt: O2},\n"
                   "    {arch: aarch64, compiler: gcc, opt: O2}]\n",
         ":8:6: error:", "two builds"},
        {CPU("arch: aarch64, name: a, qemu_cp: max, isa: sve, vl: 128"),
         ":3:32: error:", "similar: qemu_cpu"},
        {CPU("arch: aarch64, name: a/b, qemu_cpu: max, isa: sve, vl: 128"), ":3:29: error:", "a/b"},
        {CPU("arch: aarch64, name: a, isa: sve, vl: 128"), "error:", "missing 'qemu_cpu'"},
        {CPU("arch: aarch64, name: [a], qemu_cpu: max, isa: sve, vl: 128"),
         "error:", "single value"},
        {"test:\n  cpu: [{" GOOD "}]\n  compiler: [gcc15]\n  opt: [O2]\n",
         ":3:14: error:", "unknown compiler 'gcc15'"},
        {"test:\n  cpu: [{" GOOD "}]\n  compiler: [gcc]\n  opt: [O3_lto]\n",
         ":4:9: error:", "unknown opt 'O3_lto'"},
        {"test:\n  cpu: [{arch: x86_64, name: a, qemu_cpu: max, isa: avx2, vl: 256}]\n"
         "  compiler: [gcc16]\n  opt: [O2_lto]\n",
         ":4:9: error:", "x86_64 by gcc16 has no 'O2_lto'"},
        {"tests:\n  cpu: []\n", "error:", "missing matrix 'test'"},
        {"test: 3\n", "error:", ""},
        {"", "error:", ""},
        {"test:\n\tcpu: []\n", ":2:", ""},
        {"test:\n  cpu:\n    - {" GOOD "}\n    - {" GOOD "}\n  compiler: [gcc]\n  opt: [O2]\n",
         "error:", "two rows"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct xl_row_list list;
        struct xl_error err = {.text = ""};
        int status = read_text(table[i].text, &list, &err);
        if (status == 0 || !strstr(err.text, table[i].position) ||
            !strstr(err.text, table[i].message))
            fail_msg("case %zu: %d \"%s\", wanted \"%s\" and \"%s\"", i, status, err.text,
                     table[i].position, table[i].message);
    }
}

/* Without a name, a CPU is called by its ISA and vector length. */
XL_TEST(test_a_row_named_by_its_values)
{
    struct xl_row_list list;
    struct xl_error err;
    assert_int_equal(read_text(CPU("arch: aarch64, qemu_cpu: max, isa: sve, vl: 640"), &list, &err),
                     0);
    assert_string_equal(list.rows[0].name, "aarch64-sve640-gcc-O2");
    xl_row_list_free(&list);
}

/* At -O0 rows are brief, but not in pr, where such a row may be the only one of its ISA. */
XL_TEST(test_brief_rows)
{
    const struct {
        const char *opt;
        enum xl_tier tier;
        bool is_brief;
    } table[] = {
        {"O0", XL_TIER_FULL, true},  {"O0", XL_TIER_TRUNK, true}, {"O0", XL_TIER_PR, false},
        {"O2", XL_TIER_FULL, false}, {"O3", XL_TIER_FULL, false},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        const struct xl_row row = {.opt = table[i].opt, .tier = table[i].tier};
        assert_int_equal(xl_row_is_shortened(&row), table[i].is_brief);
    }
}

XL_TEST(test_kernels_of_a_row)
{
    static const char *const there[] = {"add_f32", "dot_f32"};
    struct xl_row_list list;
    struct xl_error err;
    assert_int_equal(read_text(CPU(GOOD ", kernels: [add_*, dot]"), &list, &err), 0);
    assert_true(xl_row_has_kernel(&list.rows[0], "add_f32"));
    assert_false(xl_row_has_kernel(&list.rows[0], "dot_f32"));
    assert_int_equal(xl_row_list_check_kernels(&list, there, 2, &err), -1);
    assert_non_null(strstr(err.text, ":3:"));
    assert_non_null(strstr(err.text, "row aarch64-sve256-gcc-O2: no kernel matches 'dot'; "
                                     "similar: dot_f32"));
    xl_row_list_free(&list);
}

/* The axes of the matrix. Fields of an object are axes, too. */
enum axis { ARCH, ISA, VL, COMPILER, OPT, CPU_CLASS, AXES };

/* A row's value. Numbers behind the model's name are lengths and versions, not a class. */
static void put_value(const struct xl_row *row, enum axis axis, char out[512])
{
    const char *const texts[AXES] = {row->arch->name, row->isa->name, NULL,
                                     row->compiler,   row->opt,       row->qemu_cpu};
    if (axis == VL) {
        snprintf(out, 512, "%u", row->vl_bits);
        return;
    }
    snprintf(out, 512, "%s", texts[axis]);
    for (char *c = out + strcspn(out, ","); axis == CPU_CLASS && *c; c++)
        if (*c >= '0' && *c <= '9') {
            memmove(c + 1, c + strspn(c, "0123456789"), strlen(c + strspn(c, "0123456789")) + 1);
            *c = 'N';
        }
}

static bool are_equal(const struct xl_row *a, const struct xl_row *b, enum axis axis)
{
    char text[2][512];
    put_value(a, axis, text[0]);
    put_value(b, axis, text[1]);
    return strcmp(text[0], text[1]) == 0;
}

/* Newer compilers, the newer QEMU, link-time optimisation, and Bochs, which is slow, are in full
 * only. */
static bool is_of_full(const struct xl_row *row)
{
    return row->is_next || xl_compiler_has_tree(row->compiler) || xl_level_is_lto(row->opt) ||
           xl_row_is_bochs(row);
}

/* The pairs of values of two axes that rows have, the tier has, too; a == b: the values. */
static void check_covered(const struct xl_row_list *list, enum xl_tier tier, enum axis a,
                          enum axis b)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct xl_row *row = &list->rows[i];
        bool has = is_of_full(row);
        if (has && row->tier != XL_TIER_FULL)
            fail_msg("%s is not in full alone", row->name);
        for (size_t k = 0; k < list->count && !has; k++)
            has = list->rows[k].tier <= tier && are_equal(row, &list->rows[k], a) &&
                  are_equal(row, &list->rows[k], b);
        if (!has)
            fail_msg("tier %s has no row like %s: add it to 'tiers' of matrix/matrix.yml",
                     xl_tier_name(tier), row->name);
    }
}

/* The tiers have what docs/reference/matrix.md says. */
XL_TEST(test_own_matrix)
{
    struct xl_row_list list;
    struct xl_error err;
    if (xl_row_list_read(XL_ROOT "/matrix/matrix.yml", &list, &err))
        fail_msg("%s", err.text);
    for (enum axis axis = ARCH; axis < AXES; axis++)
        check_covered(&list, axis == OPT ? XL_TIER_TRUNK : XL_TIER_PR, axis, axis);
    check_covered(&list, XL_TIER_PR, ARCH, COMPILER);
    check_covered(&list, XL_TIER_TRUNK, ISA, COMPILER);
    for (size_t a = 0; a < xl_arch_count; a++) {
        bool has_gcc = false, has_llvm = false;
        for (size_t i = 0; i < list.count; i++)
            if (list.rows[i].arch == &xl_arches[a] && list.rows[i].tier == XL_TIER_PR) {
                has_gcc |= strcmp(list.rows[i].compiler, "gcc") == 0;
                has_llvm |= strcmp(list.rows[i].compiler, "llvm") == 0;
            }
        assert_true(has_gcc && has_llvm);
    }
    xl_row_list_free(&list);
}

/* Every architecture has a row with vectors, each compiler occurs, and no row is of an ISA that
 * another of its architecture goes beyond under the same QEMU. */
XL_TEST(test_quick_rows)
{
    struct xl_row_list list;
    struct xl_error err;
    bool has_gcc = false, has_llvm = false;
    if (xl_row_list_read(XL_ROOT "/matrix/matrix.yml", &list, &err))
        fail_msg("%s", err.text);
    for (size_t a = 0; a < xl_arch_count; a++) {
        const struct xl_row *row = xl_quick_row(&list, &xl_arches[a]);
        assert_non_null(row);
        assert_ptr_equal(row->arch, &xl_arches[a]);
        assert_string_not_equal(row->isa->name, "scalar");
        assert_string_not_equal(row->qemu_cpu, "native");
        assert_string_equal(row->opt, "O2");
        has_gcc |= strcmp(row->compiler, "gcc") == 0;
        has_llvm |= strcmp(row->compiler, "llvm") == 0;
        for (size_t i = 0; i < list.count; i++)
            if (list.rows[i].arch == row->arch && !list.rows[i].native && !list.rows[i].is_next)
                assert_true(list.rows[i].isa <= row->isa);
    }
    assert_true(has_gcc && has_llvm);
    xl_row_list_free(&list);
}

XL_TEST(test_quick_row_of_another_matrix)
{
    struct xl_row_list list;
    struct xl_error err;
    assert_int_equal(read_text(CPU(GOOD), &list, &err), 0);
    assert_string_equal(xl_quick_row(&list, xl_arch_find("aarch64"))->name,
                        "aarch64-sve256-gcc-O2");
    assert_null(xl_quick_row(&list, xl_arch_find("s390x")));
    xl_row_list_free(&list);
}

XL_TEST(test_quick_kernels_are_there)
{
    struct xl_kernels kernels;
    struct xl_error err;
    if (xl_kernels_load(xl_kernel_module(), XL_LOAD_LIMIT_MS, &kernels, &err))
        fail_msg("%s", err.text);
    for (size_t i = 0; i < XL_QUICK_KERNELS; i++) {
        bool is_there = false;
        for (size_t k = 0; k < kernels.count; k++)
            is_there |= strcmp(kernels.kernels[k]->name, xl_quick_kernels[i]) == 0;
        if (!is_there)
            fail_msg("there is no kernel %s", xl_quick_kernels[i]);
    }
    xl_kernels_unload(&kernels);
}

/* A row is in the smallest tier that lists it. Without a row in pr, those of the next tier are. */
XL_TEST(test_tiers)
{
    static const struct {
        const char *tiers;
        enum xl_tier wanted[2];
    } table[] = {
        {"{pr: ['*-b-*']}", {XL_TIER_FULL, XL_TIER_PR}},
        {"{trunk: ['*'], pr: ['*-b-*']}", {XL_TIER_TRUNK, XL_TIER_PR}},
        {"{trunk: ['*-b-*']}", {XL_TIER_FULL, XL_TIER_PR}},
        {"{}", {XL_TIER_PR, XL_TIER_PR}},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct xl_row_list list;
        struct xl_error err;
        char text[1000];
        snprintf(text, sizeof text,
                 "test:\n  cpu:\n    - {" GOOD "}\n    - {arch: aarch64, name: b, "
                 "qemu_cpu: 'max,sve256=on', isa: sve, vl: 256}\n"
                 "  compiler: [gcc]\n  opt: [O2]\ntiers: %s\n",
                 table[i].tiers);
        assert_int_equal(read_text(text, &list, &err), 0);
        assert_int_equal(list.count, 2);
        for (size_t k = 0; k < 2; k++)
            assert_int_equal(list.rows[k].tier, table[i].wanted[k]);
        xl_row_list_free(&list);
    }
}

XL_TEST(test_no_file)
{
    struct xl_row_list list;
    struct xl_error err;
    assert_int_equal(xl_row_list_read("/nonexistent.yml", &list, &err), -1);
    assert_non_null(strstr(err.text, "/nonexistent.yml"));
}

XL_TEST(test_paths_are_as_the_reader_has_them)
{
    char here[4096], path[5000];
    assert_non_null(getcwd(here, sizeof here));
    snprintf(path, sizeof path, "%s/matrix/matrix.yml", here);
    assert_string_equal(xl_display_path(path), "matrix/matrix.yml");
    snprintf(path, sizeof path, "%s-other/m.yml", here);
    assert_string_equal(xl_display_path(path), path);
    assert_string_equal(xl_display_path("m.yml"), "m.yml");
}

XL_TEST(test_skips_that_make_no_sense)
{
    static const char rows[] = "test:\n  cpu: [{arch: aarch64, name: a, qemu_cpu: max, isa: sve, "
                               "vl: 256}]\n  compiler: [gcc]\n  opt: [O2]\nskips:\n  - ";
    static const struct {
        const char *skip, *message;
    } table[] = {
        {"{row: 'a*', reason: x, machine: yes}", "m:6:37: error: 'machine' must be true or false"},
        {"{row: 'a*', machine: true}", "a skip needs 'reason'"},
        {"{row: 'b*', reason: x}", "no row matches 'b*'"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct xl_row_list list;
        struct xl_error err;
        char text[1000];
        snprintf(text, sizeof text, "%s%s\n", rows, table[i].skip);
        assert_int_equal(xl_row_list_parse("m", text, strlen(text), &list, &err), -1);
        if (!strstr(err.text, table[i].message))
            fail_msg("\"%s\" does not say \"%s\"", err.text, table[i].message);
    }
}

int main(void)
{
    return xl_run_tests("rows", NULL, NULL);
}

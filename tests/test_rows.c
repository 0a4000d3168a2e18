/* matrix.yml: what it must say, and what is said of a wrong one.
 * SPDX-License-Identifier: MIT
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "matrix/rows.h"

#define CPU(FIELDS) "test:\n  cpu:\n    - {" FIELDS "}\n  compiler: [gcc]\n  opt: [O2]\n"
#define GOOD "arch: aarch64, name: sve256, qemu_cpu: 'max,sve256=on', isa: sve, vl: 256, tier: pr"

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

static void test_a_row(void **state)
{
    (void)state;
    struct xl_row_list list;
    struct xl_error err;
    assert_int_equal(read_text(CPU(GOOD ", lacks: [sve2]"), &list, &err), 0);
    assert_int_equal(list.count, 1);
    assert_string_equal(list.rows[0].name, "aarch64-sve256-gcc-O2");
    assert_string_equal(list.rows[0].build, "aarch64-gcc-O2");
    assert_string_equal(list.rows[0].isa->name, "sve");
    assert_string_equal(list.rows[0].lacks[0]->name, "sve2");
    assert_int_equal(list.rows[0].vl_bits, 256);
    xl_row_list_free(&list);
}

static void test_exclude_removes_by_part_of_an_object(void **state)
{
    (void)state;
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

/* Each message has the file, a line, a column, and what would be right. */
static void test_wrong_rows(void **state)
{
    (void)state;
    static const struct {
        const char *text, *position, *message;
    } table[] = {
        {CPU("arch: aarch46, name: a, qemu_cpu: max, isa: sve, vl: 128, tier: pr"),
         ":3:14: error:", "nearest: aarch64"},
        {CPU("arch: aarch64, name: a, qemu_cpu: max, isa: vsx, vl: 128, tier: pr"),
         ":3:52: error:", "ISA of aarch64"},
        {CPU("arch: aarch64, name: a, qemu_cpu: max, isa: sve, vl: x, tier: pr"),
         ":3:61: error:", "vector length"},
        {CPU("arch: aarch64, name: a, qemu_cpu: max, isa: sve, vl: 128, tier: prr"),
         ":3:72: error:", "nearest: pr"},
        {CPU("arch: aarch64, name: a, qemu_cp: max, isa: sve, vl: 128, tier: pr"),
         ":3:32: error:", "nearest: qemu_cpu"},
        {CPU("arch: aarch64, name: a/b, qemu_cpu: max, isa: sve, vl: 128, tier: pr"),
         ":3:29: error:", "a/b"},
        {CPU("arch: aarch64, name: a, isa: sve, vl: 128, tier: pr"), "error:", "no 'qemu_cpu'"},
        {CPU("arch: aarch64, name: [a], qemu_cpu: max, isa: sve, vl: 128, tier: pr"),
         "error:", "single value"},
        {"tests:\n  cpu: []\n", "error:", "no matrix 'test'"},
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

static void test_own_matrix(void **state)
{
    (void)state;
    struct xl_row_list list;
    struct xl_error err;
    if (xl_row_list_read(XL_ROOT "/matrix/matrix.yml", &list, &err))
        fail_msg("%s", err.text);
    /* The pr tier has every arch with each compiler. */
    for (size_t a = 0; a < xl_arch_count; a++) {
        int gcc = 0, llvm = 0;
        for (size_t i = 0; i < list.count; i++) {
            if (list.rows[i].arch != &xl_arches[a] || list.rows[i].tier != XL_TIER_PR)
                continue;
            gcc += strcmp(list.rows[i].compiler, "gcc") == 0;
            llvm += strcmp(list.rows[i].compiler, "llvm") == 0;
        }
        assert_true(gcc > 0 && llvm > 0);
    }
    xl_row_list_free(&list);
}

static void test_no_file(void **state)
{
    (void)state;
    struct xl_row_list list;
    struct xl_error err;
    assert_int_equal(xl_row_list_read("/nonexistent.yml", &list, &err), -1);
    assert_non_null(strstr(err.text, "/nonexistent.yml"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_row),
        cmocka_unit_test(test_exclude_removes_by_part_of_an_object),
        cmocka_unit_test(test_wrong_rows),
        cmocka_unit_test(test_own_matrix),
        cmocka_unit_test(test_no_file),
    };
    return cmocka_run_group_tests_name("rows", tests, NULL, NULL);
}

/* Which functions a disassembly has; a script plays llvm-objdump.
 * SPDX-License-Identifier: MIT
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/memory.h"
#include "suite/vector_code.h"

#define TABLE                                                                                      \
    "SYMBOL TABLE:\n"                                                                              \
    "0000000000001010 l       .text\t0000000000000000 blend.w4\n"                                  \
    "0000000000001020 l       .text\t0000000000000000 ..@12.skip\n"                                \
    "0000000000001024 l       .text\t0000000000000000 .AVG_W8\n"                                   \
    "0000000000001000 l    d  .text\t0000000000000000 .text\n"                                     \
    "0000000000001000 l     F .text\t0000000000000000 .hidden blend\n"                             \
    "0000000000001030 l     F .text\t0000000000000000 blend.cold\n"                                \
    "0000000000001034 l       .text\t0000000000000000 blend.w8\n"                                  \
    "0000000000001040 l       .text\t0000000000000000 other.w4\n"                                  \
    "\nDisassembly of section .text:\n\n"

#define CODE(NAME, ADDRESS)                                                                        \
    "000000000000" ADDRESS " <" NAME ">:\n"                                                        \
    "    " ADDRESS ":      \tvpaddd\t%ymm0, %ymm1, %ymm2\n"

static void shell(const char *command, const char *path)
{
    char *text = xl_format("%s %s", command, path);
    assert_int_equal(system(text), 0); // NOLINT(cert-env33-c): a path of mkdtemp's
    free(text);
}

/* Reads what the script prints. */
static void read_code(const char *text, struct xl_vector_code *code)
{
    char folder[] = "/tmp/crosslane-code-XXXXXX";
    struct xl_error err;
    assert_non_null(mkdtemp(folder));
    char *bin = xl_join_path(folder, "usr/lib/llvm-19/bin"),
         *script = xl_join_path(bin, "llvm-objdump"),
         *content = xl_format("#!/bin/sh\ncat <<'END'\n%sEND\n", text);
    shell("mkdir -p", bin);
    assert_int_equal(xl_file_update(script, content, strlen(content), &err), 0);
    assert_int_equal(chmod(script, 0700), 0);
    const struct xl_row row = {.arch = xl_arch_find("x86_64"),
                               .isa = xl_isa_find("x86_64", "avx2")};
    assert_int_equal(xl_vector_code_read("/program", folder, &row, code, &err), 0);
    shell("rm -r", folder);
    free(bin);
    free(script);
    free(content);
}

static void test_labels(void **state)
{
    (void)state;
    struct xl_vector_code code;
    read_code(TABLE CODE("blend", "1000") CODE("blend.w4", "1010") CODE("..@12.skip", "1020")
                  CODE(".AVG_W8", "1024") CODE("blend.cold", "1030") CODE("blend.w8", "1034")
                      CODE("other.w4", "1040") CODE(".text", "1050"),
              &code);
    assert_int_equal(code.count, 4);
    assert_string_equal(code.at[0].name, "blend");
    assert_int_equal(code.at[0].vectors, 4);
    assert_int_equal(code.at[0].last, 0x1024);
    assert_string_equal(code.at[1].name, "blend.cold");
    assert_int_equal(code.at[1].vectors, 2);
    assert_string_equal(code.at[2].name, "other.w4");
    assert_string_equal(code.at[3].name, "0x1050");
    xl_vector_code_free(&code);
}

static void test_copies(void **state)
{
    (void)state;
    static const char *const names[] = {"put", "copy", "put (2)", "put (3)"};
    struct xl_vector_code code;
    read_code(CODE("put", "1000") CODE("copy", "1010") CODE("put", "1020") CODE("put", "1030"),
              &code);
    xl_vector_code_name_copies(&code);
    assert_int_equal(code.count, 4);
    for (size_t i = 0; i < 4; i++)
        assert_string_equal(code.at[i].name, names[i]);
    xl_vector_code_free(&code);
}

static void test_stripped(void **state)
{
    (void)state;
    struct xl_vector_code code;
    read_code("SYMBOL TABLE:\n\n" CODE(".text", "1000") CODE(".init", "1040"), &code);
    assert_int_equal(code.count, 2);
    assert_string_equal(code.at[0].name, "0x1000");
    assert_true(code.is_stripped);
    xl_vector_code_free(&code);
}

/* The tree's c++filt is this machine's, or a script that prints nothing. */
static void test_demangle(void **state)
{
    (void)state;
    char folder[] = "/tmp/crosslane-filter-XXXXXX";
    struct xl_error err;
    struct xl_vector_code code;
    read_code(CODE("_ZN4simd3dotEPKfi", "1000") CODE("copy", "1010")
                  CODE("_ZN4simd3sumIfEET_PKS1_", "1020") CODE("_Z_is_none", "1030"),
              &code);
    assert_non_null(mkdtemp(folder));
    char *bin = xl_join_path(folder, "usr/bin");
    shell("mkdir -p", bin);
    shell("ln -s \"$(command -v c++filt)\"", bin);
    assert_int_equal(xl_vector_code_demangle(&code, folder, &err), 0);
    assert_string_equal(code.at[0].name, "simd::dot");
    assert_string_equal(code.at[1].name, "copy");
    assert_string_equal(code.at[2].name, "simd::sum<float>");
    assert_string_equal(code.at[3].name, "_Z_is_none");
    char *filter = xl_join_path(bin, "c++filt");
    shell("ln -sf /bin/true", filter);
    free(filter);
    free(code.at[0].name);
    code.at[0].name = xl_copy_text("_Z1fv");
    assert_int_equal(xl_vector_code_demangle(&code, folder, &err), -1);
    assert_non_null(strstr(err.text, "/usr/bin/c++filt cannot read C++ symbols"));
    xl_vector_code_free(&code);
    shell("rm -r", folder);
    free(bin);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_labels), cmocka_unit_test(test_copies),
                                       cmocka_unit_test(test_stripped),
                                       cmocka_unit_test(test_demangle)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

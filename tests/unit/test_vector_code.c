/* Which functions a disassembly has, and the listing of an agent; a script plays llvm-objdump.
 * SPDX-License-Identifier: MIT
 */
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "build/disassemble.h"
#include "suite/vector_code.h"
#include "unit.h"

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

static void write_file(const char *directory, const char *name, const char *text)
{
    struct xl_error err;
    char *file = xl_join_path(directory, "%s", name);
    assert_int_equal(xl_file_update(file, text, strlen(text), &err), 0);
    free(file);
}

/* Makes the directory a tree of tools whose llvm-objdump is this script. */
static void write_objdump(const char *directory, const char *script)
{
    char *bin = xl_join_path(directory, "usr/lib/llvm-19/bin"),
         *file = xl_join_path(bin, "llvm-objdump");
    shell("mkdir -p", bin);
    write_file(bin, "llvm-objdump", script);
    assert_int_equal(chmod(file, 0700), 0);
    free(bin);
    free(file);
}

/* Reads what the script prints. */
static void read_code(const char *text, struct xl_vector_code *code)
{
    char directory[] = "/tmp/crosslane-code-XXXXXX";
    struct xl_error err;
    assert_non_null(mkdtemp(directory));
    char *script = xl_format("#!/bin/sh\ncat <<'END'\n%sEND\n", text);
    write_objdump(directory, script);
    const struct xl_row row = {.arch = xl_arch_find("x86_64"),
                               .isa = xl_isa_find("x86_64", "avx2")};
    assert_int_equal(xl_vector_code_read("/program", directory, &row, code, &err), 0);
    shell("rm -r", directory);
    free(script);
}

XL_TEST(test_labels)
{
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

XL_TEST(test_copies)
{
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

XL_TEST(test_stripped)
{
    struct xl_vector_code code;
    read_code("SYMBOL TABLE:\n\nDisassembly of section .text:\n\n" CODE(".text", "1000")
                  CODE(".init", "1040"),
              &code);
    assert_int_equal(code.count, 2);
    assert_string_equal(code.at[0].name, "0x1000");
    assert_true(code.is_stripped);
    xl_vector_code_free(&code);
}

/* The tree's c++filt is this machine's, or a script that prints nothing. */
XL_TEST(test_demangle)
{
    char directory[] = "/tmp/crosslane-filter-XXXXXX";
    struct xl_error err;
    struct xl_vector_code code;
    read_code(CODE("_ZN4simd3dotEPKfi", "1000") CODE("copy", "1010")
                  CODE("_ZN4simd3sumIfEET_PKS1_", "1020") CODE("_Z_is_none", "1030")
                      CODE("_ZN9my_vector3dot17h0123456789abcdefE", "1040")
                          CODE("_RNvC9my_vector3sum", "1050")
                              CODE("_ZN57_$LT$my_vector..Lanes$u20$as$u20$core..iter..Iterator$GT$"
                                   "4next17h0123456789abcdefE",
                                   "1060"),
              &code);
    assert_non_null(mkdtemp(directory));
    char *bin = xl_join_path(directory, "usr/bin");
    shell("mkdir -p", bin);
    shell("ln -s \"$(command -v c++filt)\"", bin);
    assert_int_equal(xl_vector_code_demangle(&code, directory, &err), 0);
    assert_string_equal(code.at[0].name, "simd::dot");
    assert_string_equal(code.at[1].name, "copy");
    assert_string_equal(code.at[2].name, "simd::sum<float>");
    assert_string_equal(code.at[3].name, "_Z_is_none");
    assert_string_equal(code.at[4].name, "my_vector::dot");
    assert_string_equal(code.at[5].name, "my_vector::sum");
    assert_string_equal(code.at[6].name, "<my_vector::Lanes as core::iter::Iterator>::next");
    char *filter = xl_join_path(bin, "c++filt");
    shell("ln -sf /bin/true", filter);
    free(filter);
    free(code.at[0].name);
    code.at[0].name = xl_copy_text("_Z1fv");
    assert_int_equal(xl_vector_code_demangle(&code, directory, &err), -1);
    assert_non_null(strstr(err.text, "/usr/bin/c++filt cannot read symbols of C++ or Rust"));
    xl_vector_code_free(&code);
    shell("rm -r", directory);
    free(bin);
}

/* The listing of an agent has what is between the toolchain's parts of its code. If
 * llvm-objdump fails, there is none. */
XL_TEST(test_listing_of_an_agent)
{
    static const char map[] =
        " .text          0x0000000000001000       0x10 /usr/lib/crt1.o\n"
        " .text.k        0x0000000000001010       0x20 CMakeFiles/k.o\n"
        " .text.long_name_of_a_section\n"
        "                0x0000000000001030        0x8 lib.a(x.o)\n"
        " .text          0x0000000000001038        0x0 none.o\n"
        " .rodata.of.no.code\n"
        "                0x0000000000001038        0x8 none.o\n"
        " .text          0x0000000000001040       0x20 /lib/libc.a(a.o)\n"
        "            1060             1060       20     1 SYSROOT/a b/libc.a(b.o):(.text.b)\n"
        "            1060             1060       20     1         name\n"
        "            2000             2000       20     1 none.o:(.data)\n"
        " .text          0x0000000000001080       0x20 linker stubs\n"
        " .text          0x0000000000003000\n",
                      script[] = "#!/bin/sh\necho \"$@\"\n",
                      wanted[] =
                          "crosslane-disassembly 4 vsx --mcpu=pwr10\n"
                          "1000 toolchain crt1.o\n1010 CMakeFiles/k.o\n1030 lib.a(x.o)\n"
                          "1040 toolchain libc.a(a.o)\n1060 toolchain libc.a(b.o)\n"
                          "1080 linker stubs\n.code\n"
                          "--no-show-raw-insn --mcpu=pwr10 -d -t -j .text --start-address=0x1010 "
                          "--stop-address=0x1040 AGENT\n"
                          "--no-show-raw-insn --mcpu=pwr10 -d -t -j .text --start-address=0x1080 "
                          "AGENT\n";
    char directory[] = "/tmp/crosslane-listing-XXXXXX", agent[80];
    struct xl_error err = {""};
    size_t size;
    assert_non_null(mkdtemp(directory));
    snprintf(agent, sizeof agent, "%s/agent-vsx", directory);
    const struct xl_arch *arch = xl_arch_find("ppc64el");
    char *made_from = xl_format("SYSROOT %s rules\n", directory),
         *file = xl_join_path(directory, "disassembly-vsx"),
         *expected = xl_replaced(wanted, "AGENT", agent);
    write_objdump(directory, script);
    write_file(directory, "agent-vsx", "");
    write_file(directory, "agent-vsx.map", map);
    write_file(directory, "made-from", made_from);
    assert_int_equal(xl_build_disassemble(directory, "vsx", arch, &err), 0);
    char *text = xl_file_read(file, &size, &err);
    assert_string_equal(text, expected);
    write_objdump(directory, "#!/bin/sh\nexit 1\n");
    assert_int_equal(xl_build_disassemble(directory, "vsx", arch, &err),
                     0); /* there is nothing to do */
    assert_int_equal(unlink(file), 0);
    assert_int_equal(xl_build_disassemble(directory, "vsx", arch, &err), -1);
    assert_non_null(strstr(err.text, "cannot disassemble"));
    assert_int_equal(access(file, F_OK), -1);
    shell("rm -r", directory);
    free(made_from);
    free(file);
    free(expected);
    free(text);
}

int main(void)
{
    return xl_run_tests("vector_code", NULL, NULL);
}

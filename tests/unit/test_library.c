/* crosslane.yml: what comes of it, and what is said of a wrong one.
 * SPDX-License-Identifier: MIT
 */
#include "build/library.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/root.h"
#include "matrix/isas.h"

static char folder[] = "/tmp/crosslane-library-XXXXXX";

static void write_file(const char *name, const char *text)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "we");
    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
}

/* What is written of this text, with the folder's own path as DIR; NULL with err. */
static const char *written(const char *yaml, struct xl_error *err)
{
    static char text[4096];
    char path[200], line[1024];
    write_file(XL_LIBRARY_FILE, yaml);
    snprintf(path, sizeof path, "%s/written", folder);
    if (xl_library_write(folder, path, err))
        return NULL;
    text[0] = '\0';
    FILE *f = fopen(path, "re");
    assert_non_null(f);
    while (fgets(line, sizeof line, f)) {
        char *at = strstr(line, folder);
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%.*s%s%s", at ? (int)(at - line) : 0, line,
                 at ? "DIR" : "", at ? at + strlen(folder) : line);
    }
    assert_int_equal(fclose(f), 0);
    return text;
}

static void items(void **state)
{
    (void)state;
    struct xl_error err;
    static const char *const cases[][2] = {
        {"{}\n", ""},
        {"include: headers\n", "xl_library(include [==[all]==] [==[DIR/headers]==])\n"},
        {"define: [A, B=2]\n",
         "xl_library(define [==[all]==] [==[A]==])\nxl_library(define [==[all]==] [==[B=2]==])\n"},
        {"options: {gcc aarch64: [-O3], rvv: -g}\n",
         "xl_library(options [==[gcc aarch64]==] [==[-O3]==])\n"
         "xl_library(options [==[rvv]==] [==[-g]==])\n"},
        {"sources: {host: [a.c]}\nbaseline: a.c\n",
         "xl_library(sources [==[host]==] [==[DIR/a.c]==])\n"
         "xl_library(baseline [==[all]==] [==[DIR/a.c]==])\n"},
        {"exclude: ['bench/*.c', 'x?']\n",
         "xl_library(exclude [==[all]==] [==[^bench/.*\\.c$]==])\n"
         "xl_library(exclude [==[all]==] [==[^x.$]==])\n"},
        {"options: {a.c: -ffast-math, 'gcc ./a.c avx2': -O3, headers/: -g}\n",
         "xl_library(options [==[all]==] [==[-ffast-math]==] [==[DIR/a.c]==])\n"
         "xl_library(options [==[gcc avx2]==] [==[-O3]==] [==[DIR/./a.c]==])\n"
         "xl_library(options [==[all]==] [==[-g]==] [==[DIR/headers/]==])\n"},
        {"build: make\ndir: headers\narchives: lib/it.a\nheaders: [., generated]\n",
         "xl_library(build [==[all]==] [==[make]==])\n"
         "xl_library(dir [==[all]==] [==[DIR/headers]==])\n"
         "xl_library(archives [==[all]==] [==[lib/it.a]==])\n"
         "xl_library(headers [==[all]==] [==[.]==])\n"
         "xl_library(headers [==[all]==] [==[generated]==])\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *text = written(cases[i][0], &err);
        if (!text)
            fail_msg("%s", err.text);
        assert_string_equal(text, cases[i][1]);
    }
}

static void wrong_files(void **state)
{
    (void)state;
    struct xl_error err;
    static const char *const cases[][2] = {
        {"includ: headers\n",
         "crosslane.yml:1:1: error: unknown key 'includ'; the nearest: include"},
        {"a: [\n", "crosslane.yml:2:1: error: "},
        {"- include\n", "crosslane.yml:1:1: error: this must be a mapping"},
        {"include:\n  - headers\n  - nowhere\n",
         "crosslane.yml:3:5: error: no folder 'nowhere', seen from the folder of this file"},
        {"include: /usr/include\n",
         "crosslane.yml:1:10: error: /usr/include has this machine's headers"},
        {"include: a.c\n", "crosslane.yml:1:10: error: no folder 'a.c': it is a file"},
        {"sources: b.c\n", "crosslane.yml:1:10: error: no file 'b.c'"},
        {"archives: {s390: [a.c]}\n", "crosslane.yml:1:12: error: unknown compiler, architecture "
                                      "or ISA 's390'; the nearest: s390x"},
        {"options: {b.c: -g}\n",
         "crosslane.yml:1:11: error: no file 'b.c', seen from the folder of this file"},
        {"options: {headers: -g}\n",
         "crosslane.yml:1:11: error: unknown compiler, architecture or ISA 'headers'"},
        {"options: {./headers: -g}\n",
         "crosslane.yml:1:11: error: no file './headers': it is a folder"},
        {"options: {a.c/: -g}\n", "crosslane.yml:1:11: error: no folder 'a.c/'"},
        {"options: {a.c avx: -g}\n",
         "crosslane.yml:1:11: error: unknown compiler, architecture or ISA 'avx'; the nearest: "
         "avx2"},
        {"options: {a.c headers/: -g}\n",
         "crosslane.yml:1:11: error: 'headers/' is a second file: each has a line of its own"},
        {"define: {a.c: A}\n",
         "crosslane.yml:1:10: error: 'define' is for all files: options alone can be for 'a.c'"},
        {"define: {'': A}\n", "crosslane.yml:1:10: error: for whom?"},
        {"define: {avx2: {gcc: A}}\n", "crosslane.yml:1:16: error: 'define' has a list here"},
        {"define: [[A]]\n", "crosslane.yml:1:10: error: 'define' has single words or paths"},
        {"define: 'A;B'\n", "crosslane.yml:1:9: error: 'A;B' has a semicolon"},
        {"exclude: {gcc: '*'}\n", "crosslane.yml:1:10: error: 'exclude' is the same for all"},
        {"build: cmak\ndir: headers\narchives: a\n",
         "crosslane.yml:1:8: error: unknown kind of build 'cmak'; the nearest: cmake"},
        {"build: cmake\narchives: a\n", "crosslane.yml:1:8: error: 'build' needs 'dir'"},
        {"build: cmake\ndir: headers\n", "crosslane.yml:1:8: error: 'build' needs 'archives'"},
        {"dir: headers\n", "crosslane.yml:1:6: error: 'dir' is of a library with 'build'"},
        {"headers: .\n", "crosslane.yml:1:10: error: 'headers' is of a library with 'build'"},
        {"build: make\ndir: headers\narchives: a\nheaders: [include, ../include]\n",
         "crosslane.yml:4:20: error: '../include' is not below the folder in which the library is "
         "built"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_null(written(cases[i][0], &err));
        if (!strstr(err.text, cases[i][1]))
            fail_msg("'%s' is not in '%s'", cases[i][1], err.text);
    }
}

/* What a command prints, up to the first line's end. */
static void first_line(const char *command, char *line, size_t size)
{
    FILE *said = popen(command, "re");
    assert_non_null(said);
    line[0] = '\0';
    if (fgets(line, (int)size, said))
        line[strcspn(line, "\n")] = '\0';
    assert_int_equal(pclose(said), 0);
}

/* By the names of others: uname's machines, and the families of Meson's table. */
static void machines(void **state)
{
    (void)state;
    static const char *const names[][4] = {{"aarch64", "aarch64", "aarch64", "little"},
                                           {"armhf", "armv7l", "arm", "little"},
                                           {"loong64", "loongarch64", "loongarch64", "little"},
                                           {"ppc64el", "ppc64le", "ppc64", "little"},
                                           {"riscv64", "riscv64", "riscv64", "little"},
                                           {"s390x", "s390x", "s390x", "big"},
                                           {"x86_64", "x86_64", "x86_64", "little"}};
    char script[4096], command[5000], line[400], wanted[100];
    xl_root_path("toolchains/driver.sh", script, sizeof script);
    for (size_t i = 0; i < xl_arch_count; i++) {
        size_t k = 0;
        while (k < sizeof names / sizeof names[0] && strcmp(names[k][0], xl_arches[i].name) != 0)
            k++;
        assert_true(k < sizeof names / sizeof names[0]);
        snprintf(command, sizeof command, "'%s' %s llvm /s /t | sed -n 6,8p | tr '\\n' ' '", script,
                 xl_arches[i].name);
        snprintf(wanted, sizeof wanted, "%s %s %s ", names[k][1], names[k][2], names[k][3]);
        first_line(command, line, sizeof line);
        assert_string_equal(line, wanted);
    }
}

/* Builds are configured anew when it is younger than they are. */
static void same_is_left(void **state)
{
    (void)state;
    struct xl_error err;
    struct stat was, is;
    char path[200];
    snprintf(path, sizeof path, "%s/written", folder);
    assert_non_null(written("define: A\n", &err));
    assert_int_equal(stat(path, &was), 0);
    assert_non_null(written("define: [A] # the same\n", &err));
    assert_int_equal(stat(path, &is), 0);
    assert_true(was.st_ino == is.st_ino);
    assert_non_null(written("define: B\n", &err));
    assert_int_equal(stat(path, &is), 0);
    assert_false(was.st_ino == is.st_ino);
}

static int make_folder(void **state)
{
    char path[200];
    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/headers", folder);
    assert_int_equal(mkdir(path, 0700), 0);
    write_file("a.c", "");
    return 0;
}

static int remove_folder(void **state)
{
    static const char *const names[] = {"headers", "a.c", "written", XL_LIBRARY_FILE, ""};
    char path[200];
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        remove(path);
    }
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(items), cmocka_unit_test(wrong_files),
                                       cmocka_unit_test(machines), cmocka_unit_test(same_is_left)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}

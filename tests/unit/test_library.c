/* crosslane.yml: what comes of it, and what is said of a wrong one; builds that fail, and what they
 * know machines by.
 * SPDX-License-Identifier: MIT
 */
#include "build/library.h"
#include "unit.h"

#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "build/build.h"

static char directory[] = "/tmp/crosslane-library-XXXXXX";

static void write_file(const char *name, const char *text)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *f = fopen(path, "we");
    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
}

/* What is written of this text, with the directory's own path as DIR; NULL with err. */
static const char *written(const char *yaml, struct xl_error *err)
{
    static char text[4096];
    char path[200], line[1024];
    write_file(XL_LIBRARY_FILE, yaml);
    snprintf(path, sizeof path, "%s/written", directory);
    if (xl_library_write(directory, path, err))
        return NULL;
    text[0] = '\0';
    FILE *f = fopen(path, "re");
    assert_non_null(f);
    while (fgets(line, sizeof line, f)) {
        char *at = strstr(line, directory);
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%.*s%s%s", at ? (int)(at - line) : 0, line,
                 at ? "DIR" : "", at ? at + strlen(directory) : line);
    }
    assert_int_equal(fclose(f), 0);
    return text;
}

XL_TEST(items)
{
    struct xl_error err;
    static const char *const cases[][2] = {
        {"{}\n", ""},
        {"source: {sysroot: libc6-dev}\narchives: {aarch64: '@SYSROOT@/usr/lib/a.a'}\n",
         "xl_library(source [==[all]==] [==[libc6-dev]==])\n"
         "xl_library(archives [==[aarch64]==] [==[@SYSROOT@/usr/lib/a.a]==])\n"},
        {"include: headers\n", "xl_library(include [==[all]==] [==[DIR/headers]==])\n"},
        {"packages: {all: zlib1g-dev, s390x: [libg++2.8-dev]}\narchives: -lz\n",
         "xl_library(packages [==[all]==] [==[zlib1g-dev]==])\n"
         "xl_library(packages [==[s390x]==] [==[libg++2.8-dev]==])\n"
         "xl_library(archives [==[all]==] [==[-lz]==])\n"},
        {"define: [A, B=2]\n",
         "xl_library(define [==[all]==] [==[A]==])\nxl_library(define [==[all]==] [==[B=2]==])\n"},
        {"options: {gcc aarch64: [-O3], rvv: -g}\n",
         "xl_library(options [==[gcc aarch64]==] [==[-O3]==])\n"
         "xl_library(options [==[rvv]==] [==[-g]==])\n"},
        {"sources: {host: [a.c]}\nbaseline: a.c\n",
         "xl_library(sources [==[host]==] [==[DIR/a.c]==])\n"
         "xl_library(baseline [==[all]==] [==[DIR/a.c]==])\n"},
        {"abi: [x18, unwinding]\n", "xl_library(abi [==[all]==] [==[x18]==])\n"
                                    "xl_library(abi [==[all]==] [==[unwinding]==])\n"},
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

XL_TEST(packages_of_sysroots)
{
    static const char *const cases[][2] = {
        {"aarch64", "zlib1g-dev"}, {"s390x", "zlib1g-dev libgmp-dev"}, {"s390", "zlib1g-dev"}};
    struct xl_error err;
    char path[200];
    snprintf(path, sizeof path, "%s/written", directory);
    assert_non_null(written("define: x\npackages: {all: zlib1g-dev, s390x: libgmp-dev}\n", &err));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *packages = xl_library_packages(path, cases[i][0]);
        assert_string_equal(packages, cases[i][1]);
        free(packages);
    }
    char *none = xl_library_packages("/nowhere", "s390x");
    assert_string_equal(none, "");
    free(none);
}

XL_TEST(wrong_files)
{
    struct xl_error err;
    static const char *const cases[][2] = {
        {"packages: [zlib1g-dev, 'a b']\n",
         "crosslane.yml:1:24: error: 'a b' is no name of a Debian package"},
        {"packages: Zlib\n", "crosslane.yml:1:11: error: 'Zlib' is no name of a Debian package"},
        {"packages: {sve: zlib1g-dev}\n",
         "crosslane.yml:1:12: error: 'packages' are for one architecture, or for 'all': 'sve' is"},
        {"packages: {aarch64 gcc: zlib1g-dev}\n", "crosslane.yml:1:12: error: 'packages' are for"},
        {"objects: -lz\n", "crosslane.yml:1:10: error: no file '-lz'"},
        {"build: make\ndir: headers\narchives: lib/libit.so\n",
         "crosslane.yml:3:11: error: 'lib/libit.so' is a shared library, and agents are static: "
         "let"},
        {"includ: headers\n", "crosslane.yml:1:1: error: unknown key 'includ'; similar: include"},
        {"include: '@SOURCE@/lib'\n", "crosslane.yml:1:10: error: '@SOURCE@' needs 'source'"},
        {"source: x\n", "crosslane.yml:1:9: error: 'source' needs 'package'"},
        {"source: {sysroot: [a]}\n",
         "crosslane.yml:1:9: error: 'sysroot' is the name of a package"},
        {"include: '@SYSROOT@/usr/include'\n",
         "crosslane.yml:1:10: error: no directory '@SYSROOT@"},
        {"a: [\n", "crosslane.yml:2:1: error: "},
        {"- include\n", "crosslane.yml:1:1: error: this must be a mapping"},
        {"include:\n  - headers\n  - nowhere\n",
         "crosslane.yml:3:5: error: no directory 'nowhere', seen from the directory of this file"},
        {"include: /usr/include\n",
         "crosslane.yml:1:10: error: /usr/include has this machine's headers"},
        {"include: a.c\n", "crosslane.yml:1:10: error: no directory 'a.c': it is a file"},
        {"sources: b.c\n", "crosslane.yml:1:10: error: no file 'b.c'"},
        {"archives: {s390: [a.c]}\n", "crosslane.yml:1:12: error: unknown compiler, architecture "
                                      "or ISA 's390'; similar: s390x"},
        {"options: {b.c: -g}\n",
         "crosslane.yml:1:11: error: no file 'b.c', seen from the directory of this file"},
        {"options: {headers: -g}\n",
         "crosslane.yml:1:11: error: unknown compiler, architecture or ISA 'headers'"},
        {"options: {./headers: -g}\n",
         "crosslane.yml:1:11: error: no file './headers': it is a directory"},
        {"options: {a.c/: -g}\n", "crosslane.yml:1:11: error: no directory 'a.c/'"},
        {"options: {a.c avx: -g}\n",
         "crosslane.yml:1:11: error: unknown compiler, architecture or ISA 'avx'; similar: "
         "avx2"},
        {"options: {a.c headers/: -g}\n",
         "crosslane.yml:1:11: error: 'headers/' is a second file: each has a line of its own"},
        {"define: {a.c: A}\n",
         "crosslane.yml:1:10: error: 'define' is for all files: options alone can be for 'a.c'"},
        {"define: {'': A}\n", "crosslane.yml:1:10: error: missing selector"},
        {"define: {avx2: {gcc: A}}\n", "crosslane.yml:1:16: error: 'define' has a list here"},
        {"define: [[A]]\n", "crosslane.yml:1:10: error: 'define' has single words or paths"},
        {"define: 'A;B'\n", "crosslane.yml:1:9: error: 'A;B' has a semicolon"},
        {"abi: unwindin\n",
         "crosslane.yml:1:6: error: unknown rule 'unwindin'; similar: unwinding"},
        {"abi: [x18, ms_abi]\n",
         "crosslane.yml:1:12: error: 'ms_abi' is for records: kernels are called by it"},
        {"abi: {gcc: x18}\n", "crosslane.yml:1:6: error: 'abi' is the same for all"},
        {"exclude: {gcc: '*'}\n", "crosslane.yml:1:10: error: 'exclude' is the same for all"},
        {"build: cmak\ndir: headers\narchives: a\n",
         "crosslane.yml:1:8: error: unknown kind of build 'cmak'; similar: cmake"},
        {"build: cmake\narchives: a\n", "crosslane.yml:1:8: error: 'build' needs 'dir'"},
        {"build: cmake\ndir: headers\n", "crosslane.yml:1:8: error: 'build' needs 'archives'"},
        {"dir: headers\n", "crosslane.yml:1:6: error: 'dir' needs 'build'"},
        {"headers: .\n", "crosslane.yml:1:10: error: 'headers' needs 'build'"},
        {"build: make\ndir: headers\narchives: a\nheaders: [include, ../include]\n",
         "crosslane.yml:4:20: error: '../include' is not below the directory in which the library "
         "is "
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

/* Lines that real builds have printed, and which of them says why they failed. */
XL_TEST(causes)
{
    static const char *const cases[][2] = {
        {"The Meson build system\n"
         "Compiler for C supports arguments -Werror=vla: YES \n"
         "Checking for function \"strerror_r\" : YES \n"
         "Message: error checks are on\n"
         "Program nasm found: NO\n"
         "\n"
         "src/meson.build:57:4: ERROR: Program 'nasm' not found or not executable\n"
         "\n"
         "A full log can be found at /b/meson-logs/meson-log.txt\n",
         "src/meson.build:57:4: ERROR: Program 'nasm' not found or not executable"},
        {"checking for strerror... yes\n"
         "checking whether the C compiler works... no\n"
         "configure: error: in `/b':\n"
         "configure: error: C compiler cannot create executables\n"
         "See `config.log' for more details\n",
         "configure: error: C compiler cannot create executables"},
        {"-- Performing Test HAVE_WERROR - Success\n"
         "-- Looking for strerror - found\n"
         "CMake Error at cmake/detect.cmake:31 (message):\n"
         "  Neither error.h nor errno.h is there\n"
         "\n"
         "Call Stack (most recent call first):\n"
         "  CMakeLists.txt:12 (include)\n"
         "-- Configuring incomplete, errors occurred!\n",
         "CMake Error at cmake/detect.cmake:31 (message): Neither error.h nor errno.h is there"},
        {"CMake Error at /usr/share/cmake-3.25/Modules/CMakeTestCCompiler.cmake:70 (message):\n"
         "  The C compiler\n"
         "    is not able to compile a simple test program.\n"
         "    /b/testCCompiler.c:1:2: error: #error \"no\"\n",
         "/b/testCCompiler.c:1:2: error: #error \"no\""},
        {"[1/9] cc -Werror=vla -DERROR=1 -c error.c -o error.o\n"
         "FAILED: mix.o \n"
         "cc -Werror=vla -c ../mix.c -o mix.o\n"
         "../mix.c: In function 'mix':\n"
         "../mix.c:7:2: warning: #warning \"error: slow\" [-Wcpp]\n"
         "../mix.c:12:5: error: ISO C90 forbids variable length array 'a' [-Werror=vla]\n"
         "cc1: some warnings being treated as errors\n"
         "ninja: build stopped: subcommand failed.\n",
         "../mix.c:12:5: error: ISO C90 forbids variable length array 'a' [-Werror=vla]"},
        {"<stdin>:1:10: fatal error: cpuid.h: No such file or directory\n"
         "compilation terminated.\n"
         "gcc -c -o a.o a.S\n"
         "a.S: Assembler messages:\n"
         "a.S:4: Error: no such instruction: `vaddps %zmm0'\n"
         "make: *** [Makefile:3: a.o] Error 1\n",
         "a.S:4: Error: no such instruction: `vaddps %zmm0'"},
        {"nasm -f elf64 -o a.o a.asm\n"
         "a.asm:3: error: parser: instruction expected\n"
         "make: *** [Makefile:3: a.o] Error 1\n",
         "a.asm:3: error: parser: instruction expected"},
        {"0 errors in 3 files\n"
         "/usr/bin/ld: main.o: in function `main':\n"
         "main.c:(.text+0x5): undefined reference to `mix_errors'\n"
         "collect2: error: ld returned 1 exit status\n"
         "make[1]: *** [Makefile:9: all] Error 1\n",
         "main.c:(.text+0x5): undefined reference to `mix_errors'"},
        {"ld.lld: error: undefined symbol: mix\n"
         ">>> referenced by main.c\n"
         "clang: error: linker command failed with exit code 1 (use -v to see invocation)\n",
         "ld.lld: error: undefined symbol: mix"},
        {"CMake Error at mars.cmake:2 (message):\n  no compiler for mars:\n\n    install "
         "gcc-mars\nCall Stack (most recent call first):\n  CMakeLists.txt:2 (project)\n\n\n"
         "CMake Error: CMake was unable to find a build program corresponding to \"Ninja\".\n",
         "CMake Error at mars.cmake:2 (message): no compiler for mars: install gcc-mars"},
        {"CMake Error at /usr/share/cmake-3.25/Modules/CMakeTestCCompiler.cmake:70 (message):\n"
         "  The C compiler\n"
         "  is not able to compile a simple test program.\n"
         "    cc1: error: unknown value 'armv99-a' for '-march'\n"
         "    cc1: note: valid arguments are: armv8-a\n",
         "cc1: error: unknown value 'armv99-a' for '-march'"},
        {"CMake Error at CMakeLists.txt:3 (add_subdirectory):\n  The source directory\n\n    "
         "/p/mix\n\n"
         "  does not contain a CMakeLists.txt file.\n\n\n-- Configuring incomplete, errors "
         "occurred!\n",
         "CMake Error at CMakeLists.txt:3 (add_subdirectory): The source directory /p/mix does not "
         "contain a CMakeLists.txt file."},
        {"--   Package 'libpng', required by 'virtual:world', not found\n"
         "CMake Error at FindPkgConfig.cmake:607 (message):\n  A required package was not found\n"
         "Call Stack (most recent call first):\n  CMakeLists.txt:18 (pkg_check_modules)\n",
         "CMake Error at FindPkgConfig.cmake:607 (message): A required package was not found: "
         "libpng"},
        {"cat: VERSION: No such file or directory\n"
         "/bin/sh: 1: yasm: not found\n"
         "make: *** [Makefile:3: a.o] Error 127\n",
         "/bin/sh: 1: yasm: not found"},
        {"make[1]: Entering directory '/b'\n"
         "make[1]: *** No rule to make target 'b.c', needed by 'b.o'.  Stop.\n"
         "make: *** [Makefile:3: all] Error 2\n",
         "make[1]: *** No rule to make target 'b.c', needed by 'b.o'.  Stop."},
        {"Makefile:2: *** ARCH is not set.  Stop.\n", "Makefile:2: *** ARCH is not set.  Stop."},
        {"ninja: error: unknown target 'mix'\n", "ninja: error: unknown target 'mix'"},
        {"/x/ld: skipping incompatible /usr/lib/libz.a when searching for -lz\n"
         "/x/s390x-linux-gnu-ld: attempted static link of dynamic object `/s/libz.so'\n"
         "collect2: error: ld returned 1 exit status\n"
         "ninja: build stopped: subcommand failed.\n",
         "/x/s390x-linux-gnu-ld: attempted static link of dynamic object `/s/libz.so'"},
        {"gcc: error: unrecognized command-line option '-mno-such'\n"
         "make: *** [Makefile:3: a.o] Error 1\n",
         "gcc: error: unrecognized command-line option '-mno-such'"},
        {"./generate\nmake: *** [Makefile:3: table.h] Segmentation fault\n",
         "make: *** [Makefile:3: table.h] Segmentation fault"},
        {"[1/2] made\nFAILED: table.h \n./generate\nninja: build stopped: subcommand failed.\n",
         "FAILED: table.h "},
        {"building\nsomething went wrong\n\n", "something went wrong"},
    };
    char script[4096], command[5000], line[400];
    xl_repository_path("harness/build/build-library.sh", script, sizeof script);
    snprintf(command, sizeof command, "'%s' --cause %s/written", script, directory);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        write_file("written", cases[i][0]);
        first_line(command, line, sizeof line);
        assert_string_equal(line, cases[i][1]);
    }
}

XL_TEST(error_lines)
{
    static const char *const errors[] = {
        "mix.c:3:10: fatal error: mix.h: No such file or directory",
        "/tmp/ccX1.s:30: Error: unrecognized opcode `vle32.v v8,(a0)'",
        "cc1: error: bad value 'power99' for '-mcpu='",
        "mix.c:(.text+0x5): undefined reference to `mix'",
        "ld.lld: error: undefined symbol: mix",
    };
    static const char *const others[] = {
        "mix.c:3:2: warning: #warning \"error: slow\" [-Wcpp]",
        "    3 |     fprintf(stderr, \"error: %d\", wrong);",
        "      |     error: x",
        "mix.c:9:1: note: see 'error: ' above",
        "cc1: some warnings being treated as errors",
    };
    for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++)
        assert_true(xl_is_error_line(errors[i]));
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_false(xl_is_error_line(others[i]));
}

/* The first error of a whole output: CMake names the place of one, and the error below. Those that
 * follow come of it. */
XL_TEST(first_errors)
{
    static const char *const outputs[][2] = {
        {"-- hello\nCMake Error at mars.cmake:2 (message):\n  no compiler for mars\nCall Stack "
         "(most "
         "recent call first):\n  CMakeLists.txt:2 (project)\n\n\nCMake Error: CMake was unable to "
         "find a build program corresponding to \"Ninja\".\n",
         "CMake Error at mars.cmake:2 (message): no compiler for mars"},
        {"CMake Error at a.cmake:1 (include):\n  include could not find requested file:\n\n    "
         "nowhere.cmake\n\n\nCMake Error: CMAKE_C_COMPILER not set, after EnableLanguage\n",
         "CMake Error at a.cmake:1 (include): include could not find requested file: "
         "nowhere.cmake"},
        {"CMake Error: The source directory \"/x\" does not exist.\n",
         "CMake Error: The source directory \"/x\" does not exist."},
        {"[1/2] made\n  mix.c:3:10: error: no\nmix.c:4:1: error: more\n", "mix.c:3:10: error: no"},
        {"CMake Error at a.cmake:1 (message):\n", "CMake Error at a.cmake:1 (message):"},
    };
    char text[200];
    for (size_t i = 0; i < sizeof outputs / sizeof outputs[0]; i++) {
        char *all = xl_copy_text(outputs[i][0]);
        assert_true(xl_find_error_line(all, text, sizeof text));
        assert_string_equal(text, outputs[i][1]);
        free(all);
    }
    char quiet[] = "-- hello\nmade\n\n";
    assert_false(xl_find_error_line(quiet, text, sizeof text));
}

/* By the names of others: uname's machines, and the families of Meson's table. */
XL_TEST(machines)
{
    static const char *const names[][2] = {
        {"aarch64", "aarch64 aarch64 little "},
        {"armhf", "armv7l arm little "},
        {"loong64", "loongarch64 loongarch64 little "},
        {"ppc64el", "ppc64le ppc64 little "},
        {"riscv64", "riscv64 riscv64 little "},
        {"s390x", "s390x s390x big "},
        {"x86_64", "x86_64 x86_64 little "},
    };
    char script[4096], command[5000], line[400];
    xl_repository_path("toolchains/driver.sh", script, sizeof script);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(command, sizeof command, "'%s' %s llvm /s /t | sed -n 6,8p | tr '\\n' ' '", script,
                 names[i][0]);
        first_line(command, line, sizeof line);
        assert_string_equal(line, names[i][1]);
    }
}

/* Builds are configured anew when it is younger than they are. */
XL_TEST(same_is_left)
{
    struct xl_error err;
    struct stat was, is;
    char path[200];
    snprintf(path, sizeof path, "%s/written", directory);
    assert_non_null(written("define: A\n", &err));
    assert_int_equal(stat(path, &was), 0);
    assert_non_null(written("define: [A] # the same\n", &err));
    assert_int_equal(stat(path, &is), 0);
    assert_true(was.st_ino == is.st_ino);
    assert_non_null(written("define: B\n", &err));
    assert_int_equal(stat(path, &is), 0);
    assert_false(was.st_ino == is.st_ino);
}

static int make_directory(void **state)
{
    char path[200];
    assert_non_null(mkdtemp(directory));
    snprintf(path, sizeof path, "%s/headers", directory);
    assert_int_equal(mkdir(path, 0700), 0);
    write_file("a.c", "");
    return 0;
}

static int remove_directory(void **state)
{
    static const char *const names[] = {"headers", "a.c", "written", XL_LIBRARY_FILE, ""};
    char path[200];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", directory, names[i]);
        remove(path);
    }
    return 0;
}

int main(void)
{
    return xl_run_tests("library", make_directory, remove_directory);
}

#!/bin/sh
# `crosslane init`: the kernels that it writes compile, are never green before they are filled in, and pass once they are; prototypes that no
# record can have, and places that are taken, are refused, and nothing is written; a project's test suite is described.
# SPDX-License-Identifier: MIT
# Usage: init.sh CROSSLANE
set -u
crosslane=$1
. "$(dirname "$0")/checking.sh"
project="$work/ein Projekt für init"
row=x86_64-nehalem-gcc-O2
mkdir -p "$project/include/mix" "$project/src"
cd "$project" || exit 2
git init -q .

cat >include/mix/types.h <<'END'
#include <stdint.h>
typedef int16_t pixel;
enum order { UP, DOWN };
typedef enum order order;
struct point {
    int x;
};
END
cat >include/mix/mix.h <<'END'
#include <stdbool.h>
#include <stddef.h>
#include "mix/types.h"
void old_style();
void add(const float *a, const float *b, float *r, size_t n);
float dot(const float *, const float *, int);
size_t count_zeros(const uint8_t *a, size_t n);
void negate(pixel *x, size_t n);
void axpy(int n, float a, const float *restrict x, float *restrict y);
void copy_rows(uint8_t *dst, ptrdiff_t dst_stride, const uint8_t *src, ptrdiff_t src_stride, int w, int h);
void scale16(const float in[16], float out[static 16], float by);
bool any(const bool *flags, size_t n);
void xor_bytes(const void *a, const void *b, void *r, size_t len);
END
cat >include/mix/other.h <<'END'
#include <stddef.h>
#include "types.h"
void value(struct point p, float *r, size_t n);
void points(const struct point *p, float *r, size_t n);
void ordered(order e, int *a, int n);
END
cat >src/mix.c <<'END'
#include "../include/mix/types.h"
#include <stdbool.h>
#include <stddef.h>
/* A comment: void add(const float *a) { } */
void add(const float *a, const float *b, float *r, size_t n) { for (size_t i = 0; i < n; i++) r[i] = a[i] + b[i]; }
float dot(const float *a, const float *b, int n) { double s = 0; for (int i = 0; i < n; i++) s += (double)a[i] * b[i]; return (float)s; }
size_t count_zeros(const uint8_t *a, size_t n) { size_t c = 0; for (size_t i = 0; i < n; i++) c += a[i] == 0; return c; }
void negate(pixel *x, size_t n) { for (size_t i = 0; i < n; i++) x[i] = (pixel)(0u - (unsigned)x[i]); }
void axpy(int n, float a, const float *restrict x, float *restrict y) { for (int i = 0; i < n; i++) y[i] = a * x[i] + y[i]; }
void copy_rows(uint8_t *dst, ptrdiff_t dst_stride, const uint8_t *src, ptrdiff_t src_stride, int w, int h)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            dst[y * dst_stride + x] = src[y * src_stride + x];
}
void scale16(const float in[16], float out[static 16], float by) { for (int i = 0; i < 16; i++) out[i] = in[i] * by; }
bool any(const bool *flags, size_t n) { bool is = false; for (size_t i = 0; i < n; i++) is |= flags[i]; return is; }
void xor_bytes(const void *a, const void *b, void *r, size_t len)
{
    for (size_t i = 0; i < len; i++)
        ((uint8_t *)r)[i] = ((const uint8_t *)a)[i] ^ ((const uint8_t *)b)[i];
}
END

says() { grep -q -F -e "$1" "$work/out" "$work/err"; }
left_nothing() { [ "$(find . ! -path './.git/*' | sort)" = "$there" ]; }

### Kernels

set --
for prototype in 'void add(const float *a, const float *b, float *r, size_t n);' 'extern float dot(const float *, const float *, int)' \
    'size_t count_zeros(const uint8_t *a, size_t n)' 'void negate(pixel *x, size_t n)' \
    'void axpy(int n, float a, const float *restrict x,
               float *restrict y) // y += a x' \
    'void copy_rows(uint8_t *dst, ptrdiff_t dst_stride, const uint8_t *src, ptrdiff_t src_stride, int w, int h)' \
    'void scale16(const float in[16], float out[static 16], float by)' 'bool any(const bool *flags, size_t n)' \
    'void xor_bytes(const void *a, const void *b, void *r, size_t len)'; do
    set -- "$@" --from "$prototype"
done
check "nine kernels are written" exits 0 "$crosslane" init "$@"
check "the source was found" says 'src/mix.c:7 defines it'
check "so was the header" says 'include/mix/mix.h:5 declares it'
for entry in 'XL_IN(f32, a, 1) ' 'XL_RETURNS(f32) ' 'XL_RETURNS_SIZE ' 'XL_INOUT(i16, x, 1) ' 'XL_VALUE(f32, a) ' 'XL_STRIDE_IN_ELEMENTS(dst) ' \
    'XL_IN_FIXED(f32, in, 16) ' 'XL_IN_RANGE(u8, flags, 1, 0, 1) ' 'XL_OUT(u8, r, 1) '; do
    check "the guess $entry" says "  $entry"
done
check "its directory is included" grep -q -x "include: \['../../include'\]" tests/simd/crosslane.yml
check "the source is linked" grep -q -x "sources: \['../../src/mix.c'\]" tests/simd/crosslane.yml
check "scalar code is said to fail" says 'tests/simd/add.c: .only, the ISAs with vector code (none was seen'
check "the workflow has ten lines" test "$(wc -l <.github/workflows/crosslane.yml)" = 10
check "its action is pinned" grep -q -E 'uses: actions/checkout@[0-9a-f]{40} # v' .github/workflows/crosslane.yml
check "and runs the directory" grep -q -F "with: {kernels: 'tests/simd'}" .github/workflows/crosslane.yml

run() { "$crosslane" run --kernels tests/simd --row $row --no-evidence "$@"; }
check "what is not filled in is not green" exits 2 run
line=$(grep -n '^#error' tests/simd/add.c | cut -d : -f 1)
check "the line to write is named" says "add.c:$line:2: error: #error \"add: write its reference here, in scalar C: set r[i] from a[i], b[i]\""
cp -r tests/simd "$work/kept"
sed -i '/^#error/d' tests/simd/*.c
check "nor is what is only emptied" exits 1 run
check "each of the kernels fails" test "$(grep -c '^FINDING' "$work/out")" = 9

# fill KERNEL STATEMENT: in the place of #error.
fill() { sed "s|^#error.*|$2|" "$work/kept/$1.c" >"tests/simd/$1.c"; }
fill add 'r[i] = a[i] + b[i];'
fill dot 'result->value += (double)a[i] * b[i]; result->bound = 1e-6 * fabs(result->value) + 1e-44;'
fill count_zeros '*result = (i ? *result : 0) + (a[i] == 0);'
fill negate 'x[i] = (pixel)(0u - (unsigned)x[i]);'
fill axpy 'y[i] = a * x[i] + y[i];'
fill copy_rows 'dst[y * dst_stride + i] = src[y * src_stride + i];'
fill scale16 'for (int i = 0; i < 16; i++) out[i] = in[i] * by;'
fill any 'if (i == 0) *result = 0; *result \|= flags[i];'
fill xor_bytes '((uint8_t *)r)[i] = ((const uint8_t *)a)[i] ^ ((const uint8_t *)b)[i];'
sed -i 's/^    for (int i = 0; i < n; i++) {/    result->value = result->bound = 0;\n&/; s/^#include "kernel.h"/#include <math.h>\n&/' tests/simd/dot.c
sed -i 's/^    for (size_t i = 0; i < n; i++) {/    *result = 0;\n&/' tests/simd/any.c tests/simd/count_zeros.c
check "once filled in, all pass" exits 0 run
check "all of them" says '9 of 9 kernels checked on 1 of 1 rows'

### Again, and elsewhere

check "a kernel that is there is not overwritten" exits 2 "$crosslane" init --from 'void add(const float *a, const float *b, float *r, size_t n)'
check "its file is named" says 'tests/simd/add.c exists'
check "nothing is overwritten" cmp -s tests/simd/crosslane.yml "$work/kept/crosslane.yml"
echo '# mine' >>.github/workflows/crosslane.yml
cp .github/workflows/crosslane.yml "$work/workflow"
echo 'void late(const int8_t *a, int8_t *r, size_t n) { for (size_t i = 0; i < n; i++) r[i] = a[i]; }' >src/late.c
check "another kernel beside them" exits 0 "$crosslane" init --from 'void late(const int8_t *a, int8_t *r, size_t n)'
check "crosslane.yml is kept, and what it needs is said" says "sources: ['../../src/late.c']"
check "the workflow is kept" cmp -s .github/workflows/crosslane.yml "$work/workflow"
echo 'project(mix)' >CMakeLists.txt
check "in a directory that is named" exits 0 "$crosslane" init a/./b//c --from 'void late(const int8_t *, int8_t *, size_t)' --source src/late.c
check "it is made" test -s a/b/c/late.c
check "without a header the file declares the function" grep -q -x 'void late(const int8_t \*, int8_t \*, size_t);' a/b/c/late.c
check "for CMake's project" says 'crosslane_add_kernels("a/b/c")'
check "there is such a function" grep -q '^function(crosslane_add_kernels dir)' "$root/cmake/CrosslaneKernels.cmake"
cat >src/simd.c <<'END'
#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#endif
void simd(const int *a, int *r, int n) { for (int i = 0; i < n; i++) r[i] = a[i]; }
END
check "vector code" exits 0 "$crosslane" init other --from 'void simd(const int *a, int *r, int n)'
mkdir "$work/gitlab"
cp -r src include "$work/gitlab"
cd "$work/gitlab" || exit 2
echo 'int hidden(const int *a, int n) { return n + !a; }' >src/shown.c
echo 'static int hidden(const int *a, int n) { return n + !a; }' >src/hidden.c
touch .gitlab-ci.yml
check "a project without git, on GitLab" exits 0 "$crosslane" init --from 'int hidden(const int *a, int n)'
check "gets no workflow for GitHub" test ! -e .github
check "and is told where GitLab's is" says 'for GitLab, see'
check "a static function of that name does not count" says 'src/shown.c:1 defines it'
cd "$project" || exit 2
check "gives .only" grep -q -F '.only = "sse2 neon neon32")' other/simd.c

mv .github "$work"
check "the action takes no blank" exits 0 "$crosslane" init 'a blank' --from 'void simd(const int *a, int *r, int n)'
check "so it says" says 'no workflow: the action takes no directory with a blank: a blank'
check "and writes none" test ! -e .github
rm -r 'a blank'
mv "$work/.github" .
cat >include/inlined.h <<'END'
#ifdef __ARM_NEON
#include <arm_neon.h>
#endif
static inline int inlined(const int *a, int n) { return n ? *a : 0; }
END
check "a function in a header needs no source" exits 0 "$crosslane" init inlined --from 'static inline int inlined(const int *a, int n)' \
    --from 'void simd(const int *a, int *r, int n)'
check "its .only is its own" grep -q -F '.only = "neon neon32")' inlined/inlined.c
check "and the other's is its own" grep -q -F '.only = "sse2 neon neon32")' inlined/simd.c
check "its place is said" says 'include/inlined.h:4 defines it'
check "it is included" grep -q -F '#include "inlined.h"' inlined/inlined.c
sed -i '/#ifdef/d; /#endif/d' include/inlined.h
rm -r inlined
check "one that does not compile here" exits 2 "$crosslane" init inlined --from 'int inlined(const int *a, int n)'
check "is named" says "include/inlined.h, which defines 'inlined', does not compile here: arm_neon.h: No such file"
sed -i 's/ {.*/;/; s/static inline//' include/inlined.h
check "if it only declares" exits 0 "$crosslane" init inlined --from 'int inlined(const int *a, int n)'
check "the file declares the function itself, and why" says 'include/inlined.h is not included: arm_neon.h: No such file'
rm -r inlined

### C++

mkdir include/vec
cat >include/vec/scale.hpp <<'END'
#pragma once
#include <cstddef>
#ifdef __SSE4_2__
#include <smmintrin.h>
#endif
namespace vec
{
template <typename T> void scale(const T *a, T *r, std::size_t n)
{
    for (std::size_t i = 0; i < n; i++)
        r[i] = 2 * a[i];
}
std::size_t zeros(const float *a, std::size_t n);
}
END
cat >src/zeros.cc <<'END'
#include "../include/vec/scale.hpp"
std::size_t vec::zeros(const float *a, std::size_t n)
{
    std::size_t count = 0;
    for (std::size_t i = 0; i < n; i++)
        count += a[i] == 0;
    return count;
}
END
echo 'void plain(const int *a, int *r, int n) { for (int i = 0; i < n; i++) r[i] = a[i]; }' >src/plain.cpp
check "C++ functions" exits 0 "$crosslane" init cxx --from 'void vec::scale<float>(const float *a, float *r, std::size_t n)' \
    --from 'std::size_t vec::zeros(const float *a, std::size_t n)' --from 'void plain(const int *a, int *r, int n)'
check "the template's header was found" says 'include/vec/scale.hpp:8 defines it'
check "a kernel is called as its function, with words" grep -q -x 'XL_VECTOR(void, vec_scale_float)(const float \*a, float \*r, size_t n)' cxx/vec_scale_float.cc
check "it calls the instance" grep -q -x '    vec::scale<float>(a, r, n);' cxx/vec_scale_float.cc
check "a function of a namespace" grep -q -x '    return vec::zeros(a, n);' cxx/vec_zeros.cc
check "its source is linked" grep -q "'../src/zeros.cc'" cxx/crosslane.yml
check "what a C++ source defines is C++, whatever the prototype" grep -q -x 'void plain(const int \*a, int \*r, int n);' cxx/plain.cc
check "its fields are in the order that C++ wants" grep -q -x '          .only = "sse4")' cxx/vec_scale_float.cc
sed -i '/^#error/d' cxx/*.cc
sed -i 's/^    for (size_t i = 0; i < n; i++) {/&\n        r[i] = 2 * a[i];/' cxx/vec_scale_float.cc
sed -i 's/^    for (int i = 0; i < n; i++) {/&\n        r[i] = a[i];/' cxx/plain.cc
sed -i 's/^    for (size_t i = 0; i < n; i++) {/    *result = 0;\n&\n        *result += a[i] == 0;/' cxx/vec_zeros.cc
check "once filled in, they pass by g++ and clang++" exits 0 "$crosslane" run --kernels cxx --row $row --row x86_64-nehalem-llvm-O2 --no-evidence
check "all of them" says '6 of 6 kernels checked on 2 of 2 rows'
rm -r cxx include/vec src/zeros.cc src/plain.cpp

### Refused: nothing is written

rm -rf tests .github a other inlined CMakeLists.txt
there=$(find . ! -path './.git/*' | sort)
# refuses WORDS PROTOTYPE [OPTION...]
refuses() {
    words=$1
    from=$2
    shift 2
    check "refused: $words" exits 2 "$crosslane" init --from "$from" "$@"
    check "it says: $words" says "$words"
    check "and how to go on: $words" says '  help: '
    check "and writes nothing: $words" left_nothing
}
refuses "this is a macro" '#define ADD(a, b) ((a) + (b))'
refuses "'ADD' has no return type" 'ADD(a, b)'
refuses "parameter 'a' is a C++ reference" 'void f(const float &a, float *r, size_t n)'
refuses "a template is no function: name an instance" 'template <class T> void f(T *a, size_t n)'
refuses "no header that declares 'f' was found" 'void n::f<float>(float *a, size_t n)'
refuses "variable or field 'f' declared void" 'void f(std::vector a)'
refuses "'f' takes variable arguments" 'void f(const char *format, ...)'
refuses "parameter 'rows' points to a pointer" 'void f(float **rows, size_t n)'
refuses "parameter 'g' is a function pointer" 'void f(float (*g)(float), float *r, size_t n)'
refuses "parameter 'p' is a structure by value" 'void value(struct point p, float *r, size_t n)' --header include/mix/other.h
refuses "parameter 'p' points to a structure" 'void points(const struct point *p, float *r, size_t n)' --header include/mix/other.h
refuses "parameter 1 ('p') has incomplete type" 'void f(struct other p, float *r, size_t n)'
refuses "an empty prototype" ''
refuses "an empty prototype" ' ; '
refuses "a prototype has at most 4000 bytes" "$(head -c 10000 /dev/zero | tr '\0' x)"
refuses "a prototype has no" "$(printf 'void f(\001\377float *a)')"
refuses "two functions named 'late'" 'void late(const int8_t *a, int8_t *r, size_t n)' --from 'void late(const int8_t *a, int8_t *r, size_t n)'
refuses "more than one declaration" 'void f(int *a, int n); void g(int *a, int n)'
refuses "this is a definition" 'void f(int *a, int n) { a[0] = n; }'
refuses "unterminated comment" 'void f(int *a, int n) /* here'
refuses "unknown type name 'sample'" 'void f(sample *a, int n)'
refuses "parameter 'a': no parameter says how many elements" 'void f(float *a)'
refuses "both 'n' and 'len' may be the count" 'void f(float *a, int n, int len)'
refuses "parameter 'incx' looks like a step" 'float nrm2(int n, const float *x, int incx)'
refuses "parameter 'stride' is a stride" 'void f(float *a, int n, int stride)'
refuses "parameter 'a' points to 'long int'" 'void f(long *a, int n)'
refuses "parameter 'a' points to 'long double'" 'void f(long double *a, int n)'
refuses "parameter 'c' is char" 'void f(char c, int *a, int n)'
refuses "parameter 'm' points to an array" 'void f(float m[4][4], int n)'
refuses "parameter 'e' is an enum" 'void ordered(order e, int *a, int n)' --header include/mix/other.h
refuses "parameter 2 is 'complex double'" 'void f(int *a, double _Complex, int n)'
refuses "the result is a pointer" 'float *f(float *a, int n)'
refuses "'f' has no pointer parameter" 'int f(int a, int n)'
refuses "all its pointers are const" 'void f(const int *a, int n)'
refuses "more than 16 parameters" "void f(int *a, int n$(seq -f ', int x%.0f' -s '' 1 16))"
refuses "begins with xl_" 'void xl_add(int *a, int n)'
refuses "at most" "void $(head -c 80 /dev/zero | tr '\0' f)(int *a, int n)"
refuses "conflicting types for 'add'" 'void add(const double *a, const double *b, double *r, size_t n)' --header include/mix/mix.h
refuses "cannot read none.c" 'void late(const int8_t *a, int8_t *r, size_t n)' --source none.c
refuses "cannot read none.h" 'void late(const int8_t *a, int8_t *r, size_t n)' --header none.h
cp src/late.c src/later.c
there=$(find . ! -path './.git/*' | sort)
refuses "'late' is defined in 2 files: src/late.c:1, src/later.c:1" 'void late(const int8_t *a, int8_t *r, size_t n)'
rm src/later.c
there=$(find . ! -path './.git/*' | sort)

check "DIR is a file" exits 2 "$crosslane" init src/mix.c --from 'void late(const int8_t *a, int8_t *r, size_t n)'
check "so it says" says 'src/mix.c is not a directory'
check "DIR leads out of what is not there" exits 2 "$crosslane" init none/../other --from 'void late(const int8_t *a, int8_t *r, size_t n)'
check "CMake's characters" exits 2 "$crosslane" init 'a;b' --from 'void late(const int8_t *a, int8_t *r, size_t n)'
check "so it says" says "CMake does not accept ';'"
check "two directories" exits 2 "$crosslane" init one two
check "an empty one" exits 2 "$crosslane" init ''
check "--source alone" exits 2 "$crosslane" init --source src/late.c
check "so it says" says 'missing --from PROTOTYPE'
check "nothing is left of all that" left_nothing
touch .github
check "a workflow that cannot be written" exits 3 "$crosslane" init new/kernels --from 'void late(const int8_t *a, int8_t *r, size_t n)'
check "so it says" says 'cannot make .github/workflows: Not a directory'
rm .github
check "what was written before it is gone, with its directories" left_nothing
if [ "$(id -u)" = 0 ]; then unwritable() { setpriv --reuid 65534 --clear-groups "$@"; }; else unwritable() { "$@"; }; fi
chmod -R go+rX "$work"
chmod a-w .
mkdir -m 777 "$work/tmp"
check "no write access" exits 3 unwritable env TMPDIR="$work/tmp" "$crosslane" init kernels --from 'void late(const int8_t *a, int8_t *r, size_t n)' \
    --source src/late.c
check "so it says" says 'Permission denied'
check "and what to do" says 'help: make the directory writable'
chmod u+w .

### A test suite

mkdir -p cmake/cmake cmake/src/arch/power cmake/src/arm meson make/tests auto own bare
cat >cmake/CMakeLists.txt <<'END'
project(mix)
option(MIX_BUILD_TESTS "tests" OFF)
  OPTION( MIX_FUZZ_TESTS "fuzzers" OFF)
option(MIX_DOCS "docs" OFF)
option(MIX_LATEST "the latest" OFF)
option(ATEN_NO_TEST "(no tests)" OFF)
option(A_SKIP_TESTS # of all
       "skips" OFF)
option(X_FAST_TESTS "only some" OFF)
option(MIX_DISABLE_TESTING "as releases do" ON)
option(MIX_UNIT_TESTS "on already" ON)
END
printf 'set(MIX_SELF_TEST\n    OFF CACHE BOOL "self-test")\n' >cmake/cmake/options.cmake
cat >cmake/src/arm/add_neon.c <<'END'
#include <arm_neon.h>
static uint8x8_t load_neon(const uint8_t *a) { return vld1_u8(a); }
void add_neon(uint8_t *a) { vst1_u8(a, load_neon(a)); }
void sub_neon(uint8_t *a) { vst1_u8(a, load_neon(a)); }
END
printf 'function copy_sve\n    ptrue p0.s\n' >cmake/src/copy.S
printf '/* _mm256_add_ps */ // arm_sve.h\nconst char *name = "_mm512_";\nint by_vsx = __VSX__;\n' >cmake/src/arch/power/detect.c
printf 'void sum(void)\n{\n    asm("vsetvli t0, a0, e8");\n}\n' >cmake/src/sum.c
printf "option('build_tests', type : 'boolean',\n  value : false)\noption('docs')\noption('more_tests',\n  type : 'feature')\n" >meson/meson_options.txt
printf "option('no_tests', type: 'boolean', value: true)\noption('quick_tests', type: 'boolean', value: false)\n" >>meson/meson_options.txt
echo "project('mix')" >meson/meson.build
printf 'test:\ncheck:\n' >make/Makefile
printf 'AS_HELP_STRING([--enable-tests], [builds tests])\nAS_HELP_STRING([--enable-thorough-tests], [])\n' >auto/configure.ac
printf '#!/bin/sh\n' >own/configure
check "cmake" exits 0 "$crosslane" init cmake
check "its tests are switched on, and never off" grep -q -x \
    '  arguments: \[-DMIX_BUILD_TESTS=ON, -DMIX_DISABLE_TESTING=OFF, -DMIX_SELF_TEST=ON, -DBUILD_TESTING=ON\]' cmake/crosslane.yml
check "what chooses among tests stays, and is said" says 'not set, because they choose among tests: MIX_FUZZ_TESTS, X_FAST_TESTS'
check "the ISAs of intrinsics" grep -q -x "    neon: '\*' # 1 file, src/arm/add_neon.c" cmake/crosslane.yml
check "of both architectures that have them" grep -q -x "    neon32: '\*' # 1 file, src/arm/add_neon.c" cmake/crosslane.yml
check "of assembly" grep -q -x "    sve: '\*' # 1 file, src/copy.S" cmake/crosslane.yml
check "of assembly in C" grep -q -x "    rvv: '\*' # 1 file, src/sum.c" cmake/crosslane.yml
check "an ISA that is only named is a comment" grep -q -x "    # vsx: '\*' # only named, in src/arch/power/detect.c" cmake/crosslane.yml
check "comments and strings are no code" sh -c "! grep -q avx cmake/crosslane.yml"
check "no tests for ctest" grep -q -x '  # test: {check: ctest} # name the commands that test: no CMakeLists.txt has enable_testing()' cmake/crosslane.yml
check "so it says" says 'no CMakeLists.txt has enable_testing(): name the commands that test under `test`'
check "functions that must execute, of which two can be called" grep -q -x "    neon: '\*_neon\*' # 2 functions" cmake/crosslane.yml
check "one function is too few" sh -c "! grep -q '_sve' cmake/crosslane.yml"
check "they are shown" says 'rows of the ISAs that the sources have vector code for: neon, neon32, sve, rvv'
check "the rows are those" sh -c "'$crosslane' suite cmake --list --tier full | cut -d - -f 1 | sort -u | tr '\n' ' ' | grep -q -x 'aarch64 armhf riscv64 '"
check "meson" exits 0 "$crosslane" init meson
check "its tests are switched on" grep -q -x '  arguments: \[-Dbuild_tests=true, -Dmore_tests=enabled, -Dno_tests=false\]' meson/crosslane.yml
check "no code, so all rows" says 'all rows: no vector code was found'
check "but first one without vectors" says ' --row riscv64-nov-gcc-O2'
echo 'sources: [a.c]' >make/crosslane.yml
check "make, beside kernels" exits 0 "$crosslane" init make
check "what was there is kept" sh -c "tr '\n' '|' <make/crosslane.yml | grep -q -F 'sources: [a.c]||suite:|  build: make|  test: {check: make check}|  # rows:'"
check "a second time" exits 2 "$crosslane" init make
check "so it says" says "has 'suite' already"
rm make/crosslane.yml
echo 'all:' >make/Makefile
echo 'tests :' >make/tests/GNUmakefile
check "a Makefile of tests alone" exits 0 "$crosslane" init make
check "its target" grep -q -x '  test: {tests: make -C tests tests}' make/crosslane.yml
check "configure.ac" exits 0 "$crosslane" init auto
check "its tests are switched on" grep -q -x '  arguments: \[--enable-tests\]' auto/crosslane.yml
check "a configure of its own" exits 0 "$crosslane" init own
check "what is unknown is said" grep -q 'test: {check: make check} # name the commands that test' own/crosslane.yml
check "so it says" says 'no Makefile has a target check, test or tests: name the commands that test under `test`'
rm own/crosslane.yml
mkdir -p own/build/make
echo 'test:' >own/build/make/Makefile.in
check "a Makefile that it makes of parts" exits 0 "$crosslane" init own
check "their target" grep -q -x '  test: {test: make test}' own/crosslane.yml
mkdir cmake/tests
echo 'enable_testing()' >cmake/tests/CMakeLists.txt
rm cmake/crosslane.yml
check "tests for ctest" exits 0 "$crosslane" init cmake
check "they are taken" says 'tests by ctest'
check "no build system" exits 2 "$crosslane" init bare
check "so it says" says 'bare has no CMakeLists.txt'
check "no directory" exits 2 "$crosslane" init none
check "so it says" says "no directory 'none'"
conclude

#!/bin/sh
# Somebody else's project has its kernels tested by its own ctest or `meson test`, at a path with a blank and an umlaut. Nothing of ours is in it.
# SPDX-License-Identifier: MIT
# Usage: consumer.sh CROSSLANE
set -u
crosslane=$1
. "$(dirname "$0")/checking.sh"
here="$work/für uns"
project="$here/project"
prefix="$here/prefix"
mkdir "$here"
cp -Rp "$root/tests/consumer" "$project"
cd "$here" || exit

counts() { [ "$(grep -c -E -e "$2" "$work/out")" = "$1" ]; }
# told WORDS: somewhere in what CMake said, which wraps lines.
told() { tr -s ' \n' ' ' <"$work/out" | grep -q -F -e "$1"; }
# configure NAME BY OPTION...: the project, in the directory NAME.
configure() {
    name=$1
    by=$2
    shift 2
    cmake --no-warn-unused-cli -S "$project" -B "$name" -DCONSUMER_BY="$by" -DCONSUMER_FROM="$root" -DFETCHCONTENT_SOURCE_DIR_CROSSLANE="$root" \
        -DCMAKE_PREFIX_PATH="$prefix" "$@" >"$work/out" 2>&1
}
# tests NAME OPTION...: ctest.
tests() {
    name=$1
    shift
    ctest --test-dir "$name" "$@" >"$work/out" 2>&1
}
names() { sed -n 's/^ *Test *#[0-9]*: //p' "$work/out" | LC_ALL=C sort; }
same() { printf '%s' "${1:+$1
}" >"$work/wanted" && diff "$work/wanted" "$work/said" >"$work/difference.out"; }

### Installed

check "the CMake package is installed" sh -c "cmake --install '$(dirname "$crosslane")' --prefix '$prefix' --component cmake >'$work/out' 2>&1"
ls "$prefix/lib/cmake/Crosslane" >"$work/said"
check "its files" same "CrosslaneConfig.cmake
CrosslaneConfigVersion.cmake
CrosslaneKernels.cmake"
check "without the tool, it says so" sh -c "! cmake -S '$project' -B broken -DCONSUMER_BY=package -DCMAKE_PREFIX_PATH='$prefix' >'$work/out' 2>&1"
check "and what to do" told 'Crosslane is incomplete: there is no'
[ -e "$prefix/lib/crosslane/crosslane" ] || ln -s "$root" "$prefix/lib/crosslane"

### Three ways in, and what they leave

CFLAGS=-Wextra
export CFLAGS
check "the project alone is configured" configure no no
rows='features/aarch64-cortex_a53-llvm-O2
features/aarch64-nosve-llvm-O2
features/build/aarch64-llvm-O2
kernels/aarch64-cortex_a53-llvm-O2
kernels/aarch64-sve128-llvm-O2
kernels/aarch64-sve256-llvm-O2
kernels/build/aarch64-llvm-O2
own'
targets() { cmake --build "$1" --target help | LC_ALL=C sort; }
cmakes='^(FETCHCONTENT_.*|CMAKE_PROJECT_VERSION.*|CONSUMER_.*|__cmake_.*|crosslane_POPULATED|Crosslane_(CONFIG|CONSIDERED_.*|FOUND|VERSION.*))$'    # not ours
variables() { sed -n 's/^\([A-Za-z_][A-Za-z_0-9]*\):[A-Z]*=.*/\1/p' "$1/CMakeCache.txt" | grep -v -E -e "$cmakes" | LC_ALL=C sort; }
project_variables='crosslane_BINARY_DIR
crosslane_IS_TOP_LEVEL
crosslane_SOURCE_DIR'    # of CMake's project() and FetchContent
for by in package fetch subdirectory; do
    check "$by: it is configured" configure $by $by
    check "$by: nothing is said" lacks '[Ww]arning'
    tests $by -N
    names >"$work/said"
    check "$by: a test for each row and build, and the project's own" same "$rows"
    targets $by >"$work/said"
    check "$by: no target" same "$(targets no)"
    variables no >"$work/without"
    variables $by | LC_ALL=C comm -13 "$work/without" - >"$work/said"
    if [ $by = package ]; then own=Crosslane_DIR; else own=$project_variables; fi
    check "$by: variables of the cache" same "$own"
    grep -v -E -e "$cmakes" $by/variables | LC_ALL=C sort -u >"$work/said"
    check "$by: variables of the directory" same "$own"
    cat $by/seen >"$work/said"
    check "$by: no language, the environment as it was" same "languages 'NONE' CFLAGS '-Wextra'"
    check "$by: it is installed" sh -c "cmake --install $by --prefix $by-installed >'$work/out' 2>&1"
    find $by-installed -type f >"$work/said"
    check "$by: nothing of Crosslane" same "$by-installed/include/add.h"
    tests $by -N -R '^kernels/aarch64-sve128'
    names >"$work/said"
    check "$by: a row brings its build" same 'kernels/aarch64-sve128-llvm-O2
kernels/build/aarch64-llvm-O2'
done

### Rows

check "all rows, three at once" tests package -j 3
check "a row passes" prints 'kernels/aarch64-sve256-llvm-O2 \.+ +Passed'
check "a row that is skipped does not pass" prints 'features/aarch64-cortex_a53-llvm-O2 \.+\*\*\*Skipped'
check "the others pass" counts 7 ' Passed '
for by in fetch subdirectory; do
    check "$by: a row passes" tests $by -R '^kernels/aarch64-sve128'
    check "$by: after its build" counts 2 ' Passed '
done
tests package -N -L isa/sve/
names >"$work/said"
check "by ISA" same 'kernels/aarch64-sve128-llvm-O2
kernels/aarch64-sve256-llvm-O2
kernels/build/aarch64-llvm-O2'
tests package -N -L '^crosslane$'
check "all tests have a label" counts 7 '^ *Test +#'

# Rows of one build take no lock that excludes another's: they run while somebody else has it. The build's test waits.
lock=$(builds_of "$project/kernels" aarch64-llvm-O2).lock
check "there is a lock" test -e "$lock"
exec 8<"$lock"
flock -s 8
check "rows do not wait for each other" sh -c "timeout $(limit 3000) ctest --test-dir package -FA . -R '^kernels/aarch64' -j 3 --output-on-failure >'$work/out' 2>&1"
check "their build waits" sh -c "! timeout 5 '$crosslane' run --kernels '$project/kernels' --build-only --row aarch64-sve128-llvm-O2 >'$work/out' 2>&1"
exec 8<&-

### Findings, and lists that are up to date

sed 's/^sources.*/&\ndefine: CONSUMER_BUG/' "$root/tests/consumer/kernels/crosslane.yml" >"$project/kernels/crosslane.yml"
check "a wrong kernel fails" sh -c "! ctest --test-dir package -j 3 -R ^kernels/ --output-on-failure >'$work/out' 2>&1"
check "on the row that has it" prints 'kernels/aarch64-cortex_a53-llvm-O2 \.+\*\*\*Failed'
check "and on no other" counts 3 ' Passed '
check "with its finding" prints '^FINDING add_i16 on aarch64-cortex_a53-llvm-O2: .*wrong value'

cp "$root/tests/consumer/kernels/crosslane.yml" "$project/kernels/"
rm "$project/kernels/sum_i32.c"
tests package -N
check "rows without kernels go, without CMake" lacks 'kernels/aarch64-sve'
check "others stay" prints 'kernels/aarch64-cortex_a53-llvm-O2'
cp "$root/tests/consumer/kernels/sum_i32.c" "$project/kernels/"
tests package -N
check "and come again" counts 2 'kernels/aarch64-sve'

echo 'sauces: add.c' >>"$project/kernels/crosslane.yml"
check "rows that cannot be listed fail" sh -c "! ctest --test-dir package --output-on-failure >'$work/out' 2>&1"
check "in a test" prints 'kernels/rows \.+\*\*\*Failed'
check "that says why" prints "crosslane.yml:[0-9]+:[0-9]+: error: .*sauces"
check "CMake says so too" sh -c "! cmake package >'$work/out' 2>&1"
check "and why" told 'cannot list the rows of'
cp "$root/tests/consumer/kernels/crosslane.yml" "$project/kernels/"

printf '#ifdef __aarch64__\n#error of the library\n#endif\n' >"$project/source/broken.c"
echo 'baseline: ../source/broken.c' >>"$project/kernels/crosslane.yml"
check "a library that does not build fails" sh -c "! ctest --test-dir package -R '^kernels/aarch64-sve128' --output-on-failure >'$work/out' 2>&1"
check "in its build's test" prints 'kernels/build/aarch64-llvm-O2 \.+\*\*\*Failed'
check "with the compiler's message" prints 'of the library'
check "and its rows are not run" prints 'kernels/aarch64-sve128-llvm-O2 \.+\*\*\*Not Run'
cp "$root/tests/consumer/kernels/crosslane.yml" "$project/kernels/"

### Wrong words, other versions

refused() {
    check "$1" sh -c "! cmake package -DCONSUMER_MORE='$2' >'$work/out' 2>&1"
    check "$1: the message" told "$3"
}
refused "an unknown argument" 'ROW;a' "crosslane_add_kernels: unknown argument 'ROW;a'"
refused "a missing value" NAME 'crosslane_add_kernels: no value after NAME'
refused "a name that is there" 'NAME;features' "two directories are named 'features'"
refused "an unknown tier" 'TIER;nightly' "nightly"
refused "an unknown row" 'ROWS;aarch64-sve3' "no row matches 'aarch64-sve3'"
sed -i.bak 's/add_kernels(kernels /add_kernels(nowhere NAME none /' "$project/CMakeLists.txt"
refused "an unknown directory" '' 'no such directory: '
mv "$project/CMakeLists.txt.bak" "$project/CMakeLists.txt"

# project NAME LINE...: a project of these lines is configured.
project() {
    mkdir -p "$1"
    printf '%s\n' 'cmake_minimum_required(VERSION 3.22)' 'project(other LANGUAGES NONE)' >"$1/CMakeLists.txt"
    name=$1
    shift
    printf '%s\n' "$@" >>"$name/CMakeLists.txt"
    cmake -S "$name" -B "$name/build" -DCMAKE_PREFIX_PATH="$prefix" >"$work/out" 2>&1
}
project old 'set(CMAKE_VERSION 3.18.4)' 'find_package(Crosslane REQUIRED)'
check "an older CMake" told 'Crosslane needs CMake 3.22 or newer, and this is CMake 3.18.4'
project newer 'find_package(Crosslane 99 REQUIRED)'
check "a version that is not installed" told 'CrosslaneConfig.cmake, version: '
check "a checkout is a package, too" project checkout "find_package(Crosslane REQUIRED PATHS \"$root/cmake\" NO_DEFAULT_PATH)" 'crosslane_add_kernels(../project/kernels ROWS s390x-z13-gcc-O2)'
mkdir -p second/lib/crosslane
cp -Rp "$prefix/lib/cmake" second/lib/
printf '#!/bin/sh\necho crosslane 98.0.0\n' >second/lib/crosslane/crosslane
chmod +x second/lib/crosslane/crosslane
project twice 'find_package(Crosslane REQUIRED)' "include(\"$here/second/lib/cmake/Crosslane/CrosslaneKernels.cmake\")"
check "twice in a project" told 'Crosslane is in this project twice: '
project mixed "find_package(Crosslane REQUIRED PATHS \"$here/second\" NO_DEFAULT_PATH)"
check "one version over another" told 'Two versions of Crosslane are installed: '
project cross 'set(CMAKE_CROSSCOMPILING TRUE)' 'enable_testing()' 'find_package(Crosslane REQUIRED)' 'crosslane_add_kernels(../project/kernels)'
tests cross/build -N
check "a cross build has no tests" prints '^Total Tests: 0'
project mac 'set(CMAKE_HOST_SYSTEM_NAME Darwin)' 'find_package(Crosslane REQUIRED)' 'crosslane_add_kernels(../project/kernels)'
check "another system" told 'Crosslane needs Linux, and this is Darwin'

### Meson

if command -v meson >/dev/null; then
    mkdir "$project/subprojects"
    ln -s "$root" "$project/subprojects/crosslane"
    check "Meson: it is configured" sh -c "meson setup meson '$project' >'$work/out' 2>&1"
    meson_tests() { meson test -C meson "$@" >"$work/out" 2>&1; }
    check "Meson: all rows" meson_tests
    check "Meson: rows, their build, their list, the project's own" prints '^Ok: +6 '
    check "Meson: no other test" counts 0 '^(Fail|Skipped): +[1-9]'
    meson_tests --list --suite isa/sve/
    check "Meson: by ISA" counts 1 'aarch64-.*-O2$'
    meson introspect meson --targets >"$work/out"
    check "Meson: no target" prints '^\[\]$'
    sed -i 's/^sources.*/&\ndefine: CONSUMER_BUG/' "$project/kernels/crosslane.yml"
    check "Meson: a wrong kernel fails" sh -c "! meson test -C meson >'$work/out' 2>&1"
    check "Meson: on the rows that have it" counts 2 'aarch64-(nosve|cortex_a53)-llvm-O2 +FAIL '
    cp "$root/tests/consumer/kernels/crosslane.yml" "$project/kernels/"
    rm "$project/kernels/sum_i32.c"
    touch -d '1 hour ago' "$project/kernels/crosslane.yml"
    check "Meson: rows that an edit has changed" sh -c "! meson test -C meson rows >'$work/out' 2>&1"
    check "Meson: a test fails" prints 'rows +FAIL'
    check "Meson: it says what to do" grep -q 'help: meson setup --reconfigure' meson/meson-logs/testlog.txt
    check "Meson: a row that is skipped" sh -c "meson setup skipped '$project' -Ddirectory=more/features >'$work/out' 2>&1 && meson test -C skipped >'$work/out' 2>&1"
    check "Meson: it does not pass" prints 'aarch64-cortex_a53-llvm-O2 +SKIP '
    mkdir -p bare/subprojects
    ln -s "$root" bare/subprojects/crosslane
    printf "project('bare')\nsubproject('crosslane')\nfind_program('crosslane')\n" >bare/meson.build
    check "Meson: without kernels" sh -c "meson setup bare/build bare >'$work/out' 2>&1 && meson introspect bare/build --tests >'$work/out'"
    check "Meson: no test" prints '^\[\]$'
else
    skip "Meson" "no meson here (apt-get install -y meson)"
fi
conclude

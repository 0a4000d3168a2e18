#!/bin/sh
# A toolchain file used alone, as somebody's own project would; and ctest in a cross build's folder says where the rows are.
# SPDX-License-Identifier: MIT
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "FAIL: $1" >&2
    exit 1
}

mkdir "$work/own"
cat >"$work/own/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.22)
project(own C CXX)
enable_testing()
add_executable(own own.c)
add_test(NAME own COMMAND own)
add_executable(own-cxx own.cpp)
add_test(NAME own-cxx COMMAND own-cxx)
END
printf '#include <string>\nint main(int count, char **) { return std::to_string(count) == "1" && sizeof(void *) == 8 ? 0 : 1; }\n' >"$work/own/own.cpp"
echo 'int main(void) { return sizeof(void *) == 8 ? 0 : 1; }' >"$work/own/own.c"
cmake -G Ninja -S "$work/own" -B "$work/build" --toolchain "$root/toolchains/aarch64-gcc.cmake" >"$work/out" 2>&1 || fail "$(cat "$work/out")"
cmake --build "$work/build" >"$work/out" 2>&1 || fail "$(cat "$work/out")"
ctest --test-dir "$work/build" >"$work/out" 2>&1 || fail "a program built by the toolchain file alone: $(cat "$work/out")"

# Projects compare names of processors with uname's, and read the compiler's target, whatever the compiler. The build tools are the target's.
mkdir "$work/names"
cat >"$work/names/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.22)
project(names C)
message("names: ${CMAKE_SYSTEM_PROCESSOR} ${CMAKE_C_COMPILER_TARGET} ${CMAKE_CXX_COMPILER_TARGET} ${CMAKE_ASM_COMPILER_TARGET}")
foreach(tool LINKER NM OBJCOPY OBJDUMP READELF STRIP)
    message("tool: ${CMAKE_${tool}}")
endforeach()
END
# names TOOLCHAIN PROCESSOR TRIPLE
names() {
    cmake -G Ninja -S "$work/names" -B "$work/names-$1" --toolchain "$root/toolchains/$1.cmake" >"$work/out" 2>&1 || fail "$(cat "$work/out")"
    grep -q -x -e "names: $2 $3 $3 $3" "$work/out" || fail "names of $1: $(cat "$work/out")"
    [ "$(grep -c "^tool: $("$root/sysroots/mk-tools" --path)/" "$work/out")" = 6 ] || fail "tools of $1: $(cat "$work/out")"
}
names ppc64el-gcc ppc64le powerpc64le-linux-gnu
names armhf-llvm armv7l arm-linux-gnueabihf

cmake -G Ninja -S "$root" -B "$work/cross" --toolchain "$root/toolchains/aarch64-gcc.cmake" >"$work/out" 2>&1 || fail "$(cat "$work/out")"
ctest --test-dir "$work/cross" >"$work/out" 2>&1 || fail "ctest in a cross build's folder fails: $(cat "$work/out")"
grep -q -e 'ctest --test-dir build/host -L arch/aarch64/' "$work/out" || fail "it does not say where the rows are: $(cat "$work/out")"
echo "4 passed, 0 failed"

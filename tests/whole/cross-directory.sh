#!/bin/sh
# A toolchain file used alone, as somebody's own project would; and ctest in a cross build's directory says where the rows are.
# SPDX-License-Identifier: MIT
set -u
. "$(dirname "$0")/checking.sh"

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
must "a toolchain file alone" exits 0 cmake -G Ninja -S "$work/own" -B "$work/build" --toolchain "$root/toolchains/aarch64-gcc.cmake"
must "programs built by it" exits 0 cmake --build "$work/build"
check "they run" exits 0 ctest --test-dir "$work/build"

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
    check "$1" exits 0 cmake -G Ninja -S "$work/names" -B "$work/names-$1" --toolchain "$root/toolchains/$1.cmake"
    check "names of $1" grep -q -x -e "names: $2 $3 $3 $3" "$work/err"
    check "tools of $1" is "$(grep -c "^tool: $("$root/sysroots/mk-tools" --path)/" "$work/err")" 6
}
names ppc64el-gcc ppc64le powerpc64le-linux-gnu
names armhf-llvm armv7l arm-linux-gnueabihf

must "a cross build's directory" exits 0 cmake -G Ninja -S "$root" -B "$work/cross" --toolchain "$root/toolchains/aarch64-gcc.cmake"
check "ctest there" exits 0 ctest --test-dir "$work/cross"
check "it says where the rows are" grep -q -e 'ctest --test-dir build/host -L arch/aarch64/' "$work/out" "$work/err"
conclude

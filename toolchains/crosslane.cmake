# The rules that every toolchain file shares. Sets up CMake for XL_ARCH and XL_COMPILER (gcc or llvm).
# SPDX-License-Identifier: MIT
#
# CROSSLANE_TOOLS=host takes compilers and emulators from PATH instead of the tools tree.

get_filename_component(XL_ROOT "${CMAKE_CURRENT_LIST_DIR}/.." ABSOLUTE)

file(STRINGS "${XL_ROOT}/arch/${XL_ARCH}/arch.def" line REGEX "^XL_ARCH\\(${XL_ARCH},")
string(REGEX REPLACE "^XL_ARCH\\((.*)\\)$" "\\1" line "${line}")
string(REGEX REPLACE "\"" "" line "${line}")
string(REGEX REPLACE ", *" ";" XL_ARCH_FIELDS "${line}")
list(GET XL_ARCH_FIELDS 2 XL_TRIPLE)
list(GET XL_ARCH_FIELDS 3 XL_QEMU)

# Makes the tree where it is missing, so that a toolchain file works on its own.
function(xl_tree result)
    execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE path OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed)
    if(failed)
        message(FATAL_ERROR "${ARGN} failed; its message is above")
    endif()
    set(${result} "${path}" PARENT_SCOPE)
endfunction()

xl_tree(XL_SYSROOT "${XL_ROOT}/sysroots/mk-sysroot" ${XL_ARCH})
if("$ENV{CROSSLANE_TOOLS}" STREQUAL "host")
    find_program(XL_GCC NAMES ${XL_TRIPLE}-gcc-14 ${XL_TRIPLE}-gcc-13 ${XL_TRIPLE}-gcc-12 ${XL_TRIPLE}-gcc)
    find_program(XL_CLANG NAMES clang-19 clang-18 clang-17 clang-16 clang)
    find_program(XL_EMULATOR NAMES qemu-${XL_QEMU}-static qemu-${XL_QEMU})
else()
    xl_tree(XL_TOOLS "${XL_ROOT}/sysroots/mk-tools")
    set(XL_GCC "${XL_TOOLS}/usr/bin/${XL_TRIPLE}-gcc-14")
    set(XL_CLANG "${XL_TOOLS}/usr/bin/clang-19")
    set(XL_EMULATOR "${XL_TOOLS}/usr/bin/qemu-${XL_QEMU}")
    set(XL_LINKER_FOLDER "-B${XL_TOOLS}/usr/lib/llvm-19/bin")
endif()

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR ${XL_ARCH})
set(CMAKE_SYSROOT "${XL_SYSROOT}")
if(XL_COMPILER STREQUAL "gcc")
    set(compiler "${XL_GCC}")
    if(XL_TOOLS AND XL_ARCH STREQUAL "x86_64")
        # The tree's native gcc would take the host's as from PATH; it tells its linker of no sysroot, and Debian's native
        # ld knows none, so that the absolute paths in libm.a, which is a linker script here, would lead out of it.
        set(CMAKE_C_FLAGS_INIT "-B${XL_TOOLS}/usr/bin")
        set(CMAKE_ASM_FLAGS_INIT "${CMAKE_C_FLAGS_INIT}")
        set(CMAKE_EXE_LINKER_FLAGS_INIT "-fuse-ld=lld ${XL_LINKER_FOLDER} -Wl,--sysroot=${XL_SYSROOT}")
        set(CMAKE_SHARED_LINKER_FLAGS_INIT "${CMAKE_EXE_LINKER_FLAGS_INIT}")
    endif()
else()
    set(compiler "${XL_CLANG}")
    set(CMAKE_C_COMPILER_TARGET ${XL_TRIPLE})
    set(CMAKE_ASM_COMPILER_TARGET ${XL_TRIPLE})
    # lld for every target: the GNU linker of another arch is not beside clang.
    set(CMAKE_EXE_LINKER_FLAGS_INIT "-fuse-ld=lld ${XL_LINKER_FOLDER}")
    set(CMAKE_SHARED_LINKER_FLAGS_INIT "-fuse-ld=lld ${XL_LINKER_FOLDER}")
endif()
if(NOT EXISTS "${compiler}")
    message(FATAL_ERROR "no ${XL_COMPILER} for ${XL_ARCH} (${compiler}). Unset CROSSLANE_TOOLS to use the "
                        "tools tree, or install the cross compiler of ${XL_TRIPLE}.")
endif()
set(CMAKE_C_COMPILER "${compiler}")
set(CMAKE_ASM_COMPILER "${compiler}")
set(CMAKE_CROSSCOMPILING_EMULATOR "${XL_EMULATOR};-L;${XL_SYSROOT}")
set(CMAKE_FIND_ROOT_PATH "${XL_SYSROOT}")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

# The rules that every toolchain file shares. Sets up CMake for XL_ARCH and XL_COMPILER (a line of compilers.def).
# SPDX-License-Identifier: MIT
#
# CROSSLANE_TOOLS=host takes compilers and emulators from PATH instead of the tools tree.

get_filename_component(XL_ROOT "${CMAKE_CURRENT_LIST_DIR}/.." ABSOLUTE)

# Makes the tree where it is missing, so that a toolchain file works on its own.
function(xl_tree result)
    execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE path OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed)
    if(failed)
        message(FATAL_ERROR "${ARGN} failed; its message is above")
    endif()
    set(${result} "${path}" PARENT_SCOPE)
endfunction()

file(STRINGS "${CMAKE_CURRENT_LIST_DIR}/compilers.def" line REGEX "^XL_COMPILER\\(${XL_COMPILER},")
if(NOT line MATCHES "^[^,]*, *([a-z]+), *[0-9]+, *([a-z]+)\\)$")
    message(FATAL_ERROR "toolchains/compilers.def has no compiler '${XL_COMPILER}'")
endif()
set(XL_COMPILER_FAMILY ${CMAKE_MATCH_1})
set(suite ${CMAKE_MATCH_2})

xl_tree(XL_SYSROOT "${XL_ROOT}/sysroots/mk-sysroot" ${XL_ARCH})
if("$ENV{CROSSLANE_TOOLS}" STREQUAL "host")
    set(XL_TOOLS host)
else()
    xl_tree(XL_TOOLS "${XL_ROOT}/sysroots/mk-tools")
    if(NOT suite STREQUAL tools)
        xl_tree(ignored "${XL_ROOT}/sysroots/mk-compiler" ${XL_COMPILER} ${XL_ARCH})
    endif()
endif()
execute_process(COMMAND "${XL_ROOT}/toolchains/driver.sh" ${XL_ARCH} ${XL_COMPILER} "${XL_SYSROOT}" "${XL_TOOLS}"
                OUTPUT_VARIABLE driver RESULT_VARIABLE failed)
if(failed)
    message(FATAL_ERROR "toolchains/driver.sh failed; its message is above")
endif()
string(REPLACE "\n" ";" driver "${driver}")
foreach(variable compiler flags link_flags XL_EMULATOR XL_TRIPLE XL_MACHINE XL_CPU_FAMILY XL_BYTE_ORDER binutils linker XL_ASSEMBLER XL_NASM)
    list(POP_FRONT driver ${variable})
endforeach()

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR ${XL_MACHINE})    # projects compare it with what `uname -m` prints
set(CMAKE_SYSROOT "${XL_SYSROOT}")
set(CMAKE_C_FLAGS_INIT "${flags}")
set(CMAKE_ASM_FLAGS_INIT "${flags}")
set(CMAKE_EXE_LINKER_FLAGS_INIT "${link_flags}")
set(CMAKE_SHARED_LINKER_FLAGS_INIT "${link_flags}")
if(NOT EXISTS "${compiler}")
    message(FATAL_ERROR "no ${XL_COMPILER} for ${XL_ARCH} (${compiler}). Unset CROSSLANE_TOOLS to use the "
                        "tools tree, or install that cross compiler.")
endif()
set(CMAKE_C_COMPILER "${compiler}")
set(CMAKE_ASM_COMPILER "${compiler}")
# Projects read it, whatever the compiler. To clang CMake passes it, which changes nothing; to gcc, which has no such option, it does not.
foreach(language C CXX ASM)
    set(CMAKE_${language}_COMPILER_TARGET ${XL_TRIPLE})
endforeach()
# Makes what C++ needs when it is called first, so that who has none has none.
set(CMAKE_CXX_COMPILER "${XL_ROOT}/toolchains/cxx.sh" ${XL_ARCH} ${XL_COMPILER})
if(NOT XL_TOOLS STREQUAL "host")    # no prefix of the compiler's name says where they are
    set(CMAKE_AR "${XL_TOOLS}/usr/lib/llvm-19/bin/llvm-ar" CACHE FILEPATH "archiver")
    set(CMAKE_RANLIB "${XL_TOOLS}/usr/lib/llvm-19/bin/llvm-ranlib" CACHE FILEPATH "archive indexer")
    set(CMAKE_LINKER "${linker}" CACHE FILEPATH "linker")
    foreach(tool NM OBJCOPY OBJDUMP READELF STRIP)
        string(TOLOWER ${tool} name)
        set(CMAKE_${tool} "${binutils}${name}" CACHE FILEPATH "one of the binary utilities")
    endforeach()
endif()
if(XL_NASM)
    set(CMAKE_ASM_NASM_COMPILER "${XL_NASM}")
endif()
if(NOT DEFINED CMAKE_CROSSCOMPILING_EMULATOR)
    set(CMAKE_CROSSCOMPILING_EMULATOR "${XL_ROOT}/toolchains/emulator.sh;${XL_EMULATOR};-L;${XL_SYSROOT}")
endif()
set(CMAKE_FIND_ROOT_PATH "${XL_SYSROOT}")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
# For pkg_check_modules: the .pc files of the sysroot, where all their paths are, and nobody else's.
set(ENV{PKG_CONFIG_LIBDIR} "${XL_SYSROOT}/usr/lib/${XL_TRIPLE}/pkgconfig:${XL_SYSROOT}/usr/share/pkgconfig")
set(ENV{PKG_CONFIG_SYSROOT_DIR} "${XL_SYSROOT}")
unset(ENV{PKG_CONFIG_PATH})

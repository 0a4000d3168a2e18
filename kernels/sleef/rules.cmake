# Makes SLEEF's kernels out of each sysroot's libsleef; in the place of kernels.cmake's rules, which find files.
# SPDX-License-Identifier: MIT
#
# CROSSLANE_SLEEF_GENERATE, in the environment when the directory is configured first: the host's sleef-generate.

set(XL_SLEEF_GENERATE "$ENV{CROSSLANE_SLEEF_GENERATE}" CACHE FILEPATH "the host's sleef-generate")
set(XL_SLEEF "${CMAKE_BINARY_DIR}/sleef")
set(XL_SLEEF_HEADERS "${PROJECT_SOURCE_DIR}/arch" "${PROJECT_SOURCE_DIR}/kernels" "${PROJECT_SOURCE_DIR}/kernels/sleef" "${XL_SLEEF}")

# xl_sleef_generate(MODE ARCH=LIBRARY...): writes what is compiled, again when the generator is another.
function(xl_sleef_generate mode)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${XL_SLEEF_GENERATE}")
    file(REMOVE_RECURSE "${XL_SLEEF}/new")
    file(MAKE_DIRECTORY "${XL_SLEEF}/new")
    execute_process(COMMAND "${XL_SLEEF_GENERATE}" ${mode} "${XL_SLEEF}/new" ${ARGN} RESULT_VARIABLE failed
                    OUTPUT_QUIET ERROR_VARIABLE said)
    if(failed)
        message(FATAL_ERROR "${said}")
    endif()
    # What is as it was is not compiled again.
    file(GLOB files RELATIVE "${XL_SLEEF}/new" "${XL_SLEEF}/new/*")
    foreach(file IN LISTS files)
        configure_file("${XL_SLEEF}/new/${file}" "${XL_SLEEF}/${file}" COPYONLY)
    endforeach()
endfunction()

function(xl_sleef_library result sysroot triple)
    set(${result} "${sysroot}/usr/lib/${triple}/libsleef.so.3" PARENT_SCOPE)
endfunction()

if(XL_ARCH)
    xl_sleef_library(library "${CMAKE_SYSROOT}" "${XL_TRIPLE}")
    if(EXISTS "${library}")
        xl_sleef_generate(target "${XL_ARCH}=${library}")
        file(WRITE "${XL_SLEEF}/library" "${library}\n") # for build/disassemble.c
    endif()
    file(WRITE "${XL_SLEEF}/none.c" "/* Of an ISA that SLEEF has no code for. */\n")
endif()

# The vector code of one ISA of ours, which may be several of SLEEF's, and the library itself.
function(xl_kernel_objects target isa header)
    file(STRINGS "${PROJECT_SOURCE_DIR}/kernels/sleef/isas.def" lines REGEX "^XL_SLEEF_ISA\\(${XL_ARCH}, [a-z0-9]+, ${isa},")
    set(files)
    foreach(line IN LISTS lines)
        string(REGEX REPLACE "^XL_SLEEF_ISA\\([a-z0-9_]+, ([a-z0-9]+),.*" "\\1" name "${line}")
        list(APPEND files "${XL_SLEEF}/sleef-${name}.c")
    endforeach()
    if(EXISTS "${library}")
        list(APPEND files "${XL_SLEEF}/library.S")
        set_source_files_properties("${XL_SLEEF}/library.S" PROPERTIES OBJECT_DEPENDS "${XL_SLEEF}/library.bin")
    elseif(NOT files)
        set(files "${XL_SLEEF}/none.c")
    endif()
    add_library(${target} OBJECT ${files})
    target_include_directories(${target} PRIVATE ${XL_SLEEF_HEADERS})
    target_compile_definitions(${target} PRIVATE XL_ISA=${isa} XL_ISA_IS_${isa}=1 "XL_ISA_HEADER=\"${header}\"")
    # What is tested is in the library: the loops around it are at one level, whatever the row's, as a user of it compiles them.
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:C>:-std=gnu11;-Wall;-Wextra;${ARGN};-O2>")
endfunction()

# The records, from the libraries of every architecture, and the references, which call x86-64's.
function(xl_kernel_module target)
    file(GLOB arch_files "${PROJECT_SOURCE_DIR}/arch/*/arch.def")
    set(arguments)
    foreach(file IN LISTS arch_files)
        file(STRINGS "${file}" line REGEX "^XL_ARCH\\(")
        string(REGEX MATCH "^XL_ARCH\\(([a-z0-9_]+), [a-z0-9]+, \"([^\"]*)\"" ignored "${line}")
        set(arch ${CMAKE_MATCH_1})
        set(triple ${CMAKE_MATCH_2})
        execute_process(COMMAND "${PROJECT_SOURCE_DIR}/sysroots/mk-sysroot" ${arch} OUTPUT_VARIABLE sysroot
                        OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed)
        xl_sleef_library(library "${sysroot}" "${triple}")
        if(failed)
            message(FATAL_ERROR "no sysroot of ${arch}; the message is above")
        elseif(EXISTS "${library}") # not what XL_LACKS has
            list(APPEND arguments "${arch}=${library}")
        endif()
        if(arch STREQUAL "x86_64")
            # A copy, beside the module: the sysroot's C library must not be found with it.
            file(READ_SYMLINK "${library}" real)
            configure_file("${sysroot}/usr/lib/${triple}/${real}" "${CMAKE_BINARY_DIR}/libsleef.so.3" COPYONLY)
        endif()
    endforeach()
    xl_sleef_generate(host ${arguments})
    # All that is compiled of the kernels is in ${target}-objects: harness/build/fingerprint.h.
    add_library(${target}-objects OBJECT "${XL_SLEEF}/sleef.c")
    set_target_properties(${target}-objects PROPERTIES POSITION_INDEPENDENT_CODE ON)
    add_library(${target} MODULE "${PROJECT_SOURCE_DIR}/harness/build/module_entry.c" $<TARGET_OBJECTS:${target}-objects>)
    foreach(part IN ITEMS ${target} ${target}-objects)
        target_include_directories(${part} PRIVATE ${XL_SLEEF_HEADERS})
        target_compile_definitions(${part} PRIVATE XL_KERNEL_HOST "XL_FAMILY=\"sleef\"" XL_ISA=scalar _GNU_SOURCE ${XL_DEFINE}
                                                   "XL_ISA_HEADER=\"scalar/scalar.h\"")
        target_compile_options(${part} PRIVATE -std=gnu11 -Wall -Wextra -O2 -ffp-contract=off)
    endforeach()
    target_link_libraries(${target} PRIVATE "${CMAKE_BINARY_DIR}/libsleef.so.3" m)
    set_target_properties(${target} PROPERTIES PREFIX "" OUTPUT_NAME kernels BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH "${CMAKE_CURRENT_BINARY_DIR}")    # $ORIGIN is not of the file: harness/oracle/module.h
endfunction()

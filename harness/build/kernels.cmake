# Finds the kernels of XL_KERNELS, and compiles them: once for the host, or once for each ISA of a target.
# SPDX-License-Identifier: MIT

include(harness/build/library.cmake)

# A kernel is in a file in C or C++ that says XL_KERNEL( at the start of a line. New files are found by the next build, and so is a
# record in a file that had none. Assembly beside a file of kernels, of its name, is a part of it.
file(STRINGS "${PROJECT_SOURCE_DIR}/harness/protocol.h" XL_NAME_MAX REGEX "^ *XL_NAME_MAX = [0-9]+,")
string(REGEX REPLACE "^ *XL_NAME_MAX = ([0-9]+),.*" "\\1" XL_NAME_MAX "${XL_NAME_MAX}")
math(EXPR XL_NAME_MOST "${XL_NAME_MAX} - 1")    # without the zero

# xl_line_of(TEXT FILE RESULT): the number of the first line that has the text.
function(xl_line_of text file result)
    file(READ "${file}" before)
    string(FIND "${before}" "${text}" at)
    string(SUBSTRING "${before}" 0 ${at} before)
    string(REGEX MATCHALL "\n" newlines "${before}")
    list(LENGTH newlines line)
    math(EXPR line "${line} + 1")
    set(${result} ${line} PARENT_SCOPE)
endfunction()

# A file of one kernel has its name. One of several has a name that no other kernel's file has.
file(GLOB_RECURSE candidates CONFIGURE_DEPENDS "${XL_KERNELS}/*.c" "${XL_KERNELS}/*.cc" "${XL_KERNELS}/*.cpp" "${XL_KERNELS}/*.cxx")
set(XL_KERNEL_FILES)
set(XL_ASSEMBLY_FILES)
set(names)
set(stems)
set(compiled)
set(kernel_names "")    # a line for each kernel: its name, and its file's
xl_library_of(excluded exclude)
foreach(file IN LISTS candidates)
    file(RELATIVE_PATH path "${XL_KERNELS}" "${file}")
    set(is_excluded OFF)
    foreach(pattern IN LISTS excluded)
        if(path MATCHES "${pattern}")
            set(is_excluded ON)
        endif()
    endforeach()
    if(is_excluded)
        continue()
    endif()
    file(READ "${file}" text)
    string(REGEX MATCHALL "\n[ \t]*XL_KERNEL[ \t]*\\([ \t\n]*[A-Za-z0-9_]*" records "\n${text}")
    list(LENGTH records count)
    if(NOT count EQUAL 1)    # a record more or less makes another list
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
    endif()
    list(TRANSFORM records REPLACE "\n[^(]*\\([ \t\n]*" "" OUTPUT_VARIABLE own)
    get_filename_component(stem "${file}" NAME_WE)
    if(count)
        string(REGEX REPLACE "[.][^.]*$" ".S" beside "${file}")
        list(APPEND compiled "${file}" "${beside}")
    endif()
    set(is_selected ${count})
    if(XL_ONLY)    # of the quick selection
        set(others ${own})
        list(REMOVE_ITEM others ${XL_ONLY})
        if("${others}" STREQUAL "${own}")
            set(is_selected 0)
        endif()
    endif()
    if(NOT is_selected)
        continue()
    endif()
    if(count EQUAL 1 AND NOT own STREQUAL stem)
        # CMake breaks no line that begins with a blank.
        message(FATAL_ERROR " ${file}: error: a kernel has its file's name: XL_KERNEL(${stem}, ...)")
    endif()
    foreach(name record IN ZIP_LISTS own records)
        string(LENGTH "${name}" length)
        if(length GREATER XL_NAME_MOST)
            string(REPLACE "\n" "" record "${record}")
            xl_line_of("${record}" "${file}" line)
            message(FATAL_ERROR " ${file}:${line}: error: a kernel's name has at most ${XL_NAME_MOST} characters, and ${name} has ${length}")
        endif()
        if(name IN_LIST names)
            message(FATAL_ERROR " error: two kernels are named ${name} below ${XL_KERNELS}")
        endif()
        list(APPEND names "${name}")
        string(APPEND kernel_names "${name} ${stem}\n")
    endforeach()
    if(stem IN_LIST stems)
        message(FATAL_ERROR " error: two files of kernels are named ${stem}.c below ${XL_KERNELS}")
    endif()
    list(APPEND stems "${stem}")
    list(APPEND XL_KERNEL_FILES "${file}")
    get_filename_component(folder "${file}" DIRECTORY)
    file(GLOB assembly CONFIGURE_DEPENDS "${folder}/${stem}.S")
    list(APPEND XL_ASSEMBLY_FILES ${assembly})
endforeach()
xl_library_check_files(${compiled})
# By which the tool sees a record that the preprocessor has taken away, and finds the file that a kernel is in.
file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/kernel-names" CONTENT "${kernel_names}" @ONLY)

# Evidence is of what the author wrote.
function(xl_without_vectorisers target)
    if(XL_ARCH)
        target_compile_options(${target} PRIVATE
            $<$<COMPILE_LANG_AND_ID:C,GNU>:-fno-tree-vectorize> $<$<COMPILE_LANG_AND_ID:C,Clang>:-fno-vectorize;-fno-slp-vectorize>
            $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fno-tree-vectorize> $<$<COMPILE_LANG_AND_ID:CXX,Clang>:-fno-vectorize;-fno-slp-vectorize>)
    endif()
endfunction()

# Lines and inlined calls are for `crosslane coverage`. Of kernels from elsewhere, what functions take is wanted too, for that may not be
# what their records say. The code is the same.
set(XL_DEBUG -g1)
if(XL_ARCH AND NOT XL_KERNELS MATCHES "^${PROJECT_SOURCE_DIR}/kernels(/|$)")
    set(XL_DEBUG -g $<$<C_COMPILER_ID:GNU>:-fno-var-tracking>)
endif()

# C++ is for who has it. The host's own compiler builds the references.
get_property(files_of_all GLOBAL PROPERTY XL_LIBRARY_sources)
get_property(files_at_baseline GLOBAL PROPERTY XL_LIBRARY_baseline)
get_property(files_of_isas GLOBAL PROPERTY XL_LIBRARY_implementations)
set(XL_HAS_CXX OFF)
foreach(file IN LISTS XL_KERNEL_FILES files_of_all files_at_baseline files_of_isas)
    if(file MATCHES "[.](cc|cpp|cxx)$")
        set(XL_HAS_CXX ON)
    endif()
endforeach()
if(XL_HAS_CXX)
    if(NOT XL_ARCH)
        find_program(XL_HOST_CXX NAMES c++ g++ clang++)
        if(NOT XL_HOST_CXX)
            message(FATAL_ERROR " error: there is no C++ compiler here for the references of ${XL_KERNELS}: apt-get install -y --no-install-recommends g++")
        endif()
    endif()
    enable_language(CXX)
    file(WRITE "${CMAKE_BINARY_DIR}/has-cxx" "")
else()
    file(REMOVE "${CMAKE_BINARY_DIR}/has-cxx")
endif()

# xl_kernel_only(KERNEL ISA...): what its record says, as the host has read it.
function(xl_kernel_only kernel)
    set_property(GLOBAL PROPERTY "XL_ONLY_${kernel}" "${ARGN}")
endfunction()
if(XL_ARCH AND EXISTS "${XL_LIBRARY}.only")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${XL_LIBRARY}.only")
    include("${XL_LIBRARY}.only")
endif()

# xl_kernel_files_for(RESULT ISA): without those whose kernel is for others only. Of a file with several it is not asked.
function(xl_kernel_files_for result isa)
    set(files)
    foreach(file IN LISTS XL_KERNEL_FILES)
        get_filename_component(name "${file}" NAME_WE)
        get_property(only GLOBAL PROPERTY "XL_ONLY_${name}")
        if(only AND NOT isa IN_LIST only)
            file(STRINGS "${file}" kernels REGEX "^[ \t]*XL_KERNEL[ \t]*\\(")
            list(LENGTH kernels count)
            if(count EQUAL 1)
                continue()
            endif()
        endif()
        list(APPEND files "${file}")
    endforeach()
    if(NOT files)
        set(files "${PROJECT_SOURCE_DIR}/harness/build/none.c")
    endif()
    set(${result} "${files}" PARENT_SCOPE)
endfunction()

# xl_kernel_objects(TARGET ISA HEADER [FLAG...]): an object library of all kernels, compiled for one ISA.
function(xl_kernel_objects target isa header)
    xl_kernel_files_for(files ${isa})
    add_library(${target} OBJECT ${files})
    target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/arch" "${PROJECT_SOURCE_DIR}/kernels"
                                                 "${XL_KERNELS}")
    # What tests break the ABI with.
    if(XL_ARCH)
        set(breach "${XL_ARCH}/breach.h")
    else()
        set(breach "scalar/breach.h")
    endif()
    target_compile_definitions(${target} PRIVATE "XL_BREACH_HEADER=\"${breach}\"" XL_ISA=${isa} XL_ISA_IS_${isa}=1 "XL_ISA_HEADER=\"${header}\"" ${XL_DEFINE})
    # An undeclared function is an error on every host, as gcc 14 has it.
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:C>:-std=gnu11;-Werror=implicit-function-declaration> $<$<COMPILE_LANGUAGE:CXX>:-std=gnu++17;-Wno-missing-field-initializers> -Wall -Wextra -ffp-contract=off ${XL_DEBUG} ${ARGN})
    # compile-kernel.sh takes this away from a kernel with .autovectorized.
    xl_without_vectorisers(${target})
    xl_library_flags(${target} ${isa})
    xl_library_file_flags(${target} ${isa} "${files}")
    # Intrinsics headers are most of what a kernel's compilation costs: read once for each ISA. But gcc 14 forgets RVV's when it
    # reads a precompiled header, and ends in an internal error at the first.
    if(NOT (header MATCHES "^riscv64/" AND CMAKE_C_COMPILER_ID STREQUAL "GNU"))
        target_precompile_headers(${target} PRIVATE "${PROJECT_SOURCE_DIR}/kernels/kernel.h")
    endif()
    foreach(language C CXX)
        set_target_properties(${target} PROPERTIES ${language}_COMPILER_LAUNCHER
            "${PROJECT_SOURCE_DIR}/harness/build/compile-kernel.sh;${PROJECT_SOURCE_DIR}/harness/build/broken.c")
    endforeach()
    set_source_files_properties(${XL_KERNEL_FILES} PROPERTIES
        OBJECT_DEPENDS "${PROJECT_SOURCE_DIR}/harness/build/compile-kernel.sh;${PROJECT_SOURCE_DIR}/harness/build/broken.c")
endfunction()

# The host's module of records and references. A kernel's family is its folder.
function(xl_kernel_module target)
    foreach(file IN LISTS XL_KERNEL_FILES)
        get_filename_component(folder "${file}" DIRECTORY)
        get_filename_component(family "${folder}" NAME)
        string(MAKE_C_IDENTIFIER "${family}" family)
        set_source_files_properties("${file}" PROPERTIES COMPILE_DEFINITIONS "XL_FAMILY=${family}")
    endforeach()
    add_library(${target} MODULE "${PROJECT_SOURCE_DIR}/harness/build/module.c")
    if(XL_KERNEL_FILES)    # a folder without any is an empty module: the tool says so
        # What FENV_ACCESS would promise: references are called in each rounding mode, and their exceptions are compared.
        xl_kernel_objects(${target}-objects scalar scalar/scalar.h -O2 -frounding-math -ftrapping-math)
        target_compile_definitions(${target}-objects PRIVATE XL_KERNEL_HOST)
        # XL_FAMILY differs from file to file, and there are no intrinsics to read.
        set_target_properties(${target}-objects PROPERTIES POSITION_INDEPENDENT_CODE ON DISABLE_PRECOMPILE_HEADERS ON)
        target_sources(${target} PRIVATE $<TARGET_OBJECTS:${target}-objects>)
    endif()
    target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/arch" "${PROJECT_SOURCE_DIR}/kernels")
    target_compile_definitions(${target} PRIVATE XL_KERNEL_HOST XL_ISA=scalar "XL_ISA_HEADER=\"scalar/scalar.h\"")
    # The assembly is for the targets alone.
    set(XL_ASSEMBLY_FILES)
    set(XL_LIBRARY_PIC ON)
    xl_library_begin(-O2 -frounding-math -ftrapping-math)
    xl_library_link(${target} scalar -O2 -frounding-math -ftrapping-math)
    target_link_libraries(${target} PRIVATE m)
    set_target_properties(${target} PROPERTIES PREFIX "" OUTPUT_NAME kernels)
endfunction()

# SLEEF's kernels are generated, by rules of their own. crosslane.yml is for all others.
file(GLOB rules CONFIGURE_DEPENDS "${XL_KERNELS}/rules.cmake")
if(XL_KERNELS STREQUAL "${PROJECT_SOURCE_DIR}/kernels/sleef")
    include("${rules}")
elseif(rules)
    message(FATAL_ERROR " ${rules}: error: it is not read any more: crosslane.yml says what kernels are linked with: docs/your-library.md")
endif()

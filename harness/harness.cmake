# The host tool, and the module of Crosslane's kernels.
# SPDX-License-Identifier: MIT

find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
pkg_check_modules(YAML REQUIRED IMPORTED_TARGET yaml-0.1)
pkg_check_modules(JSON REQUIRED IMPORTED_TARGET json-c)
pkg_check_modules(ELF REQUIRED IMPORTED_TARGET libdw libelf)
pkg_check_modules(MPFR REQUIRED IMPORTED_TARGET mpfr>=4.2)
pkg_check_modules(XXHASH REQUIRED IMPORTED_TARGET libxxhash)
pkg_check_modules(EXPAT REQUIRED IMPORTED_TARGET expat)
pkg_check_modules(CURL REQUIRED IMPORTED_TARGET libcurl zlib)

# A packed tool (harness/cli/ci.sh) has its libraries in lib/. DT_RPATH, unlike DT_RUNPATH, is also used for the libraries that these libraries
# need.
set(CMAKE_BUILD_RPATH "\$ORIGIN/lib")
add_link_options("LINKER:--disable-new-dtags")

option(XL_SANITIZE "build with AddressSanitizer and UndefinedBehaviorSanitizer" OFF)

option(XL_FUZZ "build the fuzzers of tests/tests.cmake; needs clang" OFF)

# A build with sanitizers takes the module of the one without: references are what they are for.
set(XL_HOST_MODULE "" CACHE FILEPATH "module of kernels to use in place of one that is built")
if(XL_HOST_MODULE)
    add_library(kernels MODULE IMPORTED)
    set_target_properties(kernels PROPERTIES IMPORTED_LOCATION "${XL_HOST_MODULE}")
else()
    xl_kernel_module(kernels)
endif()

# An architecture is a directory of arch/ with an arch.def. arch/arches.def includes the files of all.
set(directories "#define XL_ISA_ARCH \"scalar\"\n#include \"scalar/isas.def\"\n#undef XL_ISA_ARCH\n")
foreach(file IN LISTS arch_files)
    get_filename_component(directory "${file}" DIRECTORY)
    get_filename_component(name "${directory}" NAME)
    string(APPEND directories "#define XL_ISA_ARCH \"${name}\"\n#include \"${name}/arch.def\"\n#include \"${name}/isas.def\"\n#include \"${name}/features.def\"\n"
                          "#undef XL_ISA_ARCH\n")
endforeach()
file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/arch/directories.def" CONTENT "${directories}" @ONLY)

# The page of `report --html`, as numbers for a C array.
set(page "${PROJECT_SOURCE_DIR}/harness/report/report.html")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${page}")
file(READ "${page}" bytes HEX)
string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/made/report/report_html.inc" CONTENT "${bytes}\n" @ONLY)

# Everything but main, so that tests link it too.
file(GLOB XL_HARNESS_SOURCES CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/harness/*.c" "${PROJECT_SOURCE_DIR}/harness/*/*.c"
                                               "${PROJECT_SOURCE_DIR}/arch/*/classify.c")
list(FILTER XL_HARNESS_SOURCES EXCLUDE REGEX "harness/(cli/main|suite/start|build/(broken|module_entry)|repro/standalone_program|agent/[a-z_]*)\\.c$")
# The host and its reference process share these files with the agent.
list(APPEND XL_HARNESS_SOURCES "${PROJECT_SOURCE_DIR}/harness/agent/leftovers.c" "${PROJECT_SOURCE_DIR}/harness/agent/single_step.c")
# Native rows need the features of this machine's CPU; the agent asks by the same code.
list(APPEND XL_HARNESS_SOURCES "${PROJECT_SOURCE_DIR}/arch/${XL_HOST_ARCH}/features.c")
# The version's one place is project().
set_source_files_properties("${PROJECT_SOURCE_DIR}/harness/results/results.c" PROPERTIES COMPILE_DEFINITIONS "XL_VERSION=\"${PROJECT_VERSION}\"")
set_source_files_properties("${PROJECT_SOURCE_DIR}/harness/build/build.c" PROPERTIES COMPILE_DEFINITIONS "XL_HOST_ARCH=\"${XL_HOST_ARCH}\"")
set_source_files_properties("${PROJECT_SOURCE_DIR}/harness/matrix/isas.c" PROPERTIES COMPILE_DEFINITIONS
                            "XL_HOST_ARCH=\"${XL_HOST_ARCH}\";XL_HOST_ISAS=\"${XL_HOST_ARCH}/isas.def\"")
# What is not called for each result or instruction. With -O2, its 119 files take 30 s of processor time, not 19 s.
set(cold ${XL_HARNESS_SOURCES})
list(FILTER cold INCLUDE REGEX "/harness/(ci|cli|matrix|remote|report|repro|suite)/[^/]*$")
set_source_files_properties(${cold} PROPERTIES COMPILE_OPTIONS -Og)
add_library(harness STATIC ${XL_HARNESS_SOURCES})
target_include_directories(harness PUBLIC harness arch kernels "${CMAKE_BINARY_DIR}/arch" "${CMAKE_BINARY_DIR}/made")
target_compile_definitions(harness PUBLIC _GNU_SOURCE "XL_ROOT=\"${PROJECT_SOURCE_DIR}\""
                                          "XL_KERNEL_MODULE=\"$<TARGET_FILE:kernels>\"")
# Errors: an entry of a .def without a case in a switch; a string in place of an enum of a .def; an undeclared function, which gcc before 14
# only warns about.
target_compile_options(harness PUBLIC -Wall -Wextra -Wshadow -Wstrict-prototypes -Werror=switch -Werror=int-conversion
                                      -Werror=implicit-function-declaration -g -O2)
# The tool is the same in every checkout, but for the paths that base/file.c has.
target_compile_options(harness PUBLIC "-ffile-prefix-map=${PROJECT_SOURCE_DIR}=.")
set_target_properties(harness PROPERTIES C_EXTENSIONS OFF)
target_link_libraries(harness PUBLIC PkgConfig::YAML PkgConfig::JSON PkgConfig::ELF PkgConfig::MPFR PkgConfig::XXHASH PkgConfig::EXPAT PkgConfig::CURL Threads::Threads ${CMAKE_DL_LIBS} m)
if(XL_SANITIZE)
    # -O2 takes twice the time to compile.
    target_compile_options(harness PUBLIC -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -O1)
    target_link_options(harness PUBLIC -fsanitize=address,undefined)
endif()

if(XL_FUZZ)
    target_compile_options(harness PUBLIC -fsanitize=fuzzer-no-link)
endif()

# Cross builds of SLEEF's kernels run this program.
add_library(sleef STATIC kernels/sleef/library.c kernels/sleef/symbols.c)
target_include_directories(sleef PUBLIC kernels/sleef)
target_link_libraries(sleef PUBLIC PkgConfig::ELF)
add_executable(sleef-generate kernels/sleef/generate.c)
target_link_libraries(sleef-generate PRIVATE sleef)
foreach(target sleef sleef-generate)
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wshadow -g -O2)
    target_compile_definitions(${target} PRIVATE _GNU_SOURCE)
endforeach()

add_executable(crosslane harness/cli/main.c)
target_link_libraries(crosslane PRIVATE harness)
add_dependencies(crosslane kernels sleef-generate crosslane-start)

# Linux starts it for foreign programs, also where they see another root directory, so it needs no libraries.
add_executable(crosslane-start harness/suite/start.c)
target_compile_definitions(crosslane-start PRIVATE _GNU_SOURCE)
target_include_directories(crosslane-start PRIVATE harness)
target_compile_options(crosslane-start PRIVATE -Wall -Wextra -Wshadow -g -O2)
target_link_options(crosslane-start PRIVATE -static)

# Gives a project's own ctest a test for each row of a directory of kernels, and one for each build that they share.
# SPDX-License-Identifier: MIT
#
#   crosslane_add_kernels(DIR [NAME name] [TIER pr|trunk|full] [ROWS glob...] [ARGS arg...])
#
# The tests are NAME/ROW and NAME/build/BUILD (NAME: that of DIR). ROWS selects rows of any tier, or of TIER. ARGS are further options of
# `crosslane run`. A row's test is skipped if Crosslane skips the row. Rows need their build's test, which ctest adds and runs first: they
# do not build, so they do not wait for each other. ctest asks for the rows whenever it starts: an edit of DIR leaves no stale list.
# A cross build adds no tests.

cmake_policy(PUSH)
cmake_policy(VERSION 3.22)    # of the functions below, whatever the project's is

# _crosslane_program(RESULT): Crosslane, beside this directory in a checkout, or beside lib/cmake/ if installed.
function(_crosslane_program result)
    get_filename_component(program "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../crosslane" ABSOLUTE)
    if(NOT EXISTS "${program}" OR IS_DIRECTORY "${program}")
        get_filename_component(program "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../../crosslane/crosslane" ABSOLUTE)
    endif()
    set(${result} "${program}" PARENT_SCOPE)
endfunction()

# _crosslane_add_tests(NAME DIR SELECTION ARGS): what ctest calls when it starts.
function(_crosslane_add_tests name dir selection args)
    _crosslane_program(program)
    set(run "${program}" run --kernels "${dir}")
    execute_process(COMMAND ${run} ${selection} ${args} --list OUTPUT_VARIABLE rows ERROR_QUIET RESULT_VARIABLE failed
                    OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(failed OR rows STREQUAL "")    # a test that says why
        add_test("${name}/rows" ${run} ${selection} ${args} --list)
        set_tests_properties("${name}/rows" PROPERTIES LABELS crosslane TIMEOUT 0)
        return()
    endif()
    set(builds)
    string(REPLACE "\n" ";" rows "${rows}")
    foreach(columns IN LISTS rows)
        string(REPLACE "\t" ";" labels "${columns}")
        list(POP_FRONT labels row build)
        add_test("${name}/${row}" ${run} ${args} --row "${row}" --no-build --jobs 1 --skip-status 77)
        set_tests_properties("${name}/${row}" PROPERTIES LABELS "crosslane;${labels}" SKIP_RETURN_CODE 77 TIMEOUT 0
                             FIXTURES_REQUIRED "${name}/build/${build}")
        list(APPEND builds "${build}")
        list(APPEND rows_of_${build} --row "${row}")
    endforeach()
    list(REMOVE_DUPLICATES builds)
    foreach(build IN LISTS builds)
        add_test("${name}/build/${build}" ${run} ${args} ${rows_of_${build}} --build-only)
        set_tests_properties("${name}/build/${build}" PROPERTIES LABELS crosslane TIMEOUT 0 FIXTURES_SETUP "${name}/build/${build}")
    endforeach()
endfunction()

# _crosslane_check_once(): a second Crosslane in one project would run rows by the first one's functions.
function(_crosslane_check_once)
    _crosslane_program(program)
    get_filename_component(own "${program}" REALPATH)
    get_property(other GLOBAL PROPERTY CROSSLANE_PROGRAM)
    if(other AND NOT other STREQUAL own)
        message(FATAL_ERROR " Crosslane is in this project twice: ${other} and ${own}\n"
                            " help: remove one, or set Crosslane_DIR to the other one's lib/cmake/Crosslane")
    elseif(NOT EXISTS "${own}")
        message(FATAL_ERROR " Crosslane is incomplete: there is no ${program}\n help: install it again")
    endif()
    set_property(GLOBAL PROPERTY CROSSLANE_PROGRAM "${own}")
endfunction()

# _crosslane_check_version(VERSION): whether the program is of the same version as these functions.
function(_crosslane_check_version version)
    _crosslane_program(program)
    execute_process(COMMAND "${program}" --version OUTPUT_VARIABLE is)
    if(NOT is MATCHES "^crosslane ([0-9.]+)" OR NOT CMAKE_MATCH_1 VERSION_EQUAL version)
        message(FATAL_ERROR " Two versions of Crosslane are installed: ${CMAKE_CURRENT_FUNCTION_LIST_DIR} is of ${version}, ${program} of ${CMAKE_MATCH_1}\n"
                            " help: remove both, and install one")
    endif()
endfunction()

function(crosslane_add_kernels dir)
    cmake_parse_arguments(PARSE_ARGV 1 kernels "" "NAME;TIER" "ROWS;ARGS")
    if(DEFINED kernels_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR " crosslane_add_kernels: unknown argument '${kernels_UNPARSED_ARGUMENTS}'\n help: there are NAME, TIER, ROWS and ARGS")
    elseif(DEFINED kernels_KEYWORDS_MISSING_VALUES)
        message(FATAL_ERROR " crosslane_add_kernels: no value after ${kernels_KEYWORDS_MISSING_VALUES}")
    endif()
    if(CMAKE_CROSSCOMPILING)
        return()
    elseif(NOT CMAKE_HOST_SYSTEM_NAME STREQUAL "Linux")
        message(WARNING " crosslane_add_kernels: no tests: Crosslane needs Linux, and this is ${CMAKE_HOST_SYSTEM_NAME}")
        return()
    endif()
    get_filename_component(dir "${dir}" ABSOLUTE)
    if(NOT IS_DIRECTORY "${dir}")
        message(FATAL_ERROR " crosslane_add_kernels: no such directory: ${dir}")
    endif()
    if(NOT DEFINED kernels_NAME)
        get_filename_component(kernels_NAME "${dir}" NAME)
    endif()
    get_property(names GLOBAL PROPERTY CROSSLANE_NAMES)
    if(kernels_NAME IN_LIST names)
        message(FATAL_ERROR " crosslane_add_kernels: two directories are named '${kernels_NAME}'\n help: give this one a NAME")
    endif()
    set_property(GLOBAL APPEND PROPERTY CROSSLANE_NAMES "${kernels_NAME}")
    set(selection)
    if(DEFINED kernels_TIER)
        list(APPEND selection --tier "${kernels_TIER}")
    endif()
    foreach(row IN LISTS kernels_ROWS)
        list(APPEND selection --row "${row}")
    endforeach()
    # Errors are reported here, and what Crosslane has to build for itself is built.
    _crosslane_program(program)
    execute_process(COMMAND "${program}" run --kernels "${dir}" ${selection} ${kernels_ARGS} --list OUTPUT_VARIABLE rows RESULT_VARIABLE failed)
    if(failed)
        message(FATAL_ERROR " crosslane_add_kernels: cannot list the rows of ${dir}: Crosslane's message is above")
    endif()
    string(MAKE_C_IDENTIFIER "${kernels_NAME}" file)
    set(file "${CMAKE_CURRENT_BINARY_DIR}/crosslane_${file}.cmake")
    file(WRITE "${file}" "include([==[${CMAKE_CURRENT_FUNCTION_LIST_FILE}]==])\n"
         "_crosslane_add_tests([==[${kernels_NAME}]==] [==[${dir}]==] [==[${selection}]==] [==[${kernels_ARGS}]==])\n")
    set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${file}")
endfunction()

cmake_policy(POP)
if(CMAKE_GENERATOR)    # not in ctest, where a test fails if the program is missing
    _crosslane_check_once()
endif()

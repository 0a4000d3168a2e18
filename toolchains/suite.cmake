# Gives a project's own ctest a test for each row, which runs `crosslane suite` on it.
# SPDX-License-Identifier: MIT
#
#   include(CROSSLANE/toolchains/suite.cmake)
#   crosslane_add_suite([ROWS GLOB...] [TIER pr|trunk|full] [DIR DIR])
#
# DIR has crosslane.yml with `suite:` (default: the current source directory). ROWS selects rows, of the tier (default pr) if TIER is given or
# there are no ROWS. The tests are named crosslane/ROW and have the labels crosslane and arch/ARCH/. Rows of one build wait for
# each other while it is built. A cross build adds no tests.

function(crosslane_add_suite)
    cmake_parse_arguments(PARSE_ARGV 0 suite "" "DIR;TIER" "ROWS")
    if(suite_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "crosslane_add_suite: unknown argument '${suite_UNPARSED_ARGUMENTS}': there are ROWS, TIER and DIR")
    endif()
    if(CMAKE_CROSSCOMPILING)
        return()
    endif()
    set(crosslane "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../crosslane")
    if(NOT suite_DIR)
        set(suite_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
    endif()
    set(options)
    if(suite_TIER)
        set(options --tier "${suite_TIER}")
    endif()
    foreach(row IN LISTS suite_ROWS)
        list(APPEND options --row "${row}")
    endforeach()
    execute_process(COMMAND "${crosslane}" suite "${suite_DIR}" ${options} --list OUTPUT_VARIABLE rows ERROR_VARIABLE said RESULT_VARIABLE failed
                    OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(failed)
        message(FATAL_ERROR "crosslane_add_suite: ${said}")
    endif()
    string(REPLACE "\n" ";" rows "${rows}")
    foreach(row IN LISTS rows)
        string(REGEX MATCH "^[^-]*" arch "${row}")
        add_test(NAME "crosslane/${row}" COMMAND "${crosslane}" suite "${suite_DIR}" --row "${row}")
        set_tests_properties("crosslane/${row}" PROPERTIES LABELS "crosslane;arch/${arch}/" TIMEOUT 0)
    endforeach()
endfunction()

# The vocabulary's unit tests: one program an ISA and one for each line of options.txt, run by ctest under the emulator. Not part of
# `all`. SPDX-License-Identifier: MIT

# add_vocabulary_test(NAME ISA HEADER FLAG...)
function(add_vocabulary_test name isa header)
    get_filename_component(folder "arch/${header}" DIRECTORY)
    file(STRINGS "${folder}/isas.def" flushes REGEX "^XL_ISA\\(${isa},.*, flushes,")
    add_executable(vec-${name} EXCLUDE_FROM_ALL tests/vec/test_vec.c tests/vec/test_generic.c tests/vec/test_scalar.c
                                                 tests/vec/test_dot.c tests/vec/test_blocks.c tests/vec/test_blocks_crypto.c)
    target_include_directories(vec-${name} PRIVATE arch)
    target_compile_definitions(vec-${name} PRIVATE XL_ISA=${isa} "XL_ISA_HEADER=\"${header}\"")
    if(flushes)
        target_compile_definitions(vec-${name} PRIVATE XL_TEST_FLUSHES)
    endif()
    target_compile_options(vec-${name} PRIVATE -std=gnu11 -${XL_OPT} -Wall -Wextra -Wno-unused-function
                                               -ffp-contract=off ${ARGN})
    target_link_libraries(vec-${name} PRIVATE probes cmocka m)
endfunction()

file(STRINGS tests/vec/options.txt lines REGEX "^[^#]")
foreach(isa flags header IN ZIP_LISTS XL_ISAS XL_ISA_FLAGS XL_ISA_HEADERS)
    separate_arguments(flags)
    add_vocabulary_test(${isa} ${isa} ${header} ${flags})
    foreach(line IN LISTS lines)
        separate_arguments(words UNIX_COMMAND "${line}")
        list(POP_FRONT words name of cpu)
        if(of STREQUAL isa)
            add_vocabulary_test(${name} ${isa} ${header} ${flags} ${words})
        endif()
    endforeach()
endforeach()

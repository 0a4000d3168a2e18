# The vocabulary's unit tests: one program an ISA, run by ctest under the emulator. Not part of `all`.
# SPDX-License-Identifier: MIT

foreach(isa flags header IN ZIP_LISTS XL_ISAS XL_ISA_FLAGS XL_ISA_HEADERS)
    separate_arguments(flags)
    get_filename_component(folder "arch/${header}" DIRECTORY)
    file(STRINGS "${folder}/isas.def" flushes REGEX "^XL_ISA\\(${isa},.*, flushes,")
    add_executable(vec-${isa} EXCLUDE_FROM_ALL tests/vec/test_vec.c tests/vec/test_generic.c tests/vec/test_scalar.c
                                                tests/vec/test_dot.c tests/vec/test_blocks.c tests/vec/test_blocks_crypto.c)
    target_include_directories(vec-${isa} PRIVATE arch)
    target_compile_definitions(vec-${isa} PRIVATE XL_ISA=${isa} "XL_ISA_HEADER=\"${header}\"")
    if(flushes)
        target_compile_definitions(vec-${isa} PRIVATE XL_TEST_FLUSHES)
    endif()
    target_compile_options(vec-${isa} PRIVATE -std=gnu11 -${XL_OPT} -Wall -Wextra -Wno-unused-function
                                              -ffp-contract=off ${flags})
    target_link_libraries(vec-${isa} PRIVATE probes cmocka m)
endforeach()

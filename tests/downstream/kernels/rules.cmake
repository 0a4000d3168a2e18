# The downstream project's own library, which the agents are linked with: what CMake reads of a folder of kernels.
# SPDX-License-Identifier: MIT
if(XL_ARCH)
    add_library(downstream STATIC "${CMAKE_CURRENT_LIST_DIR}/../source/mix.c" "${CMAKE_CURRENT_LIST_DIR}/../source/dispatch.c")
    target_compile_options(downstream PRIVATE -O2 -fno-tree-vectorize $<$<STREQUAL:${XL_ARCH},s390x>:-march=z13>)
    link_libraries(downstream)
endif()

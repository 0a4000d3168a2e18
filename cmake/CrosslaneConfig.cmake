# find_package(Crosslane): crosslane_add_kernels, in PREFIX/lib/cmake/Crosslane or in a checkout's cmake/.
# SPDX-License-Identifier: MIT
if(CMAKE_VERSION VERSION_LESS 3.22)
    set(${CMAKE_FIND_PACKAGE_NAME}_FOUND FALSE)
    set(${CMAKE_FIND_PACKAGE_NAME}_NOT_FOUND_MESSAGE "Crosslane needs CMake 3.22 or newer, and this is CMake ${CMAKE_VERSION}")
    return()
endif()
include("${CMAKE_CURRENT_LIST_DIR}/CrosslaneKernels.cmake")

# An installation over another one may have left files of both.
if(${CMAKE_FIND_PACKAGE_NAME}_VERSION)
    _crosslane_check_version("${${CMAKE_FIND_PACKAGE_NAME}_VERSION}")
endif()

# SPDX-License-Identifier: MIT
set(XL_ARCH x86_64)
set(XL_COMPILER llvm22)
include("${CMAKE_CURRENT_LIST_DIR}/crosslane.cmake")

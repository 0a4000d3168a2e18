# SPDX-License-Identifier: MIT
set(XL_ARCH s390x)
set(XL_COMPILER llvm22)
include("${CMAKE_CURRENT_LIST_DIR}/crosslane.cmake")

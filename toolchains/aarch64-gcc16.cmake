# SPDX-License-Identifier: MIT
set(XL_ARCH aarch64)
set(XL_COMPILER gcc16)
include("${CMAKE_CURRENT_LIST_DIR}/crosslane.cmake")

# Installs the CMake package: PREFIX/lib/cmake/Crosslane. The tool is PREFIX/lib/crosslane, whatever libraries' directory a system has.
# SPDX-License-Identifier: MIT
include(CMakePackageConfigHelpers)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/CrosslaneConfigVersion.cmake" COMPATIBILITY SameMajorVersion ARCH_INDEPENDENT)
install(FILES "${PROJECT_SOURCE_DIR}/cmake/CrosslaneConfig.cmake" "${PROJECT_SOURCE_DIR}/cmake/CrosslaneKernels.cmake"
              "${PROJECT_BINARY_DIR}/CrosslaneConfigVersion.cmake"
        DESTINATION lib/cmake/Crosslane COMPONENT cmake)

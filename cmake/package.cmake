# What `cmake --install` and CPack put where. SPDX-License-Identifier: MIT
#
#   PREFIX/lib/crosslane        a checkout without the tool's sources and tests, with the built host tool in build/host
#   PREFIX/bin/crosslane        a link to its entry
#   PREFIX/share/doc/crosslane  documents and examples
#   PREFIX/share                the manual page; completions of bash, fish and zsh
#
# An installed copy writes nothing there: its builds and results are in the user's cache (./crosslane).

set(home lib/crosslane)
install(PROGRAMS crosslane DESTINATION ${home})
install(FILES CMakeLists.txt meson.build meson_options.txt DESTINATION ${home}) # Meson's: for a subproject that is a link to it
install(DIRECTORY arch kernels matrix sysroots toolchains DESTINATION ${home} USE_SOURCE_PERMISSIONS)
# Of the harness: the agent, which is compiled for each row, and what scripts do.
install(DIRECTORY harness/agent DESTINATION ${home}/harness)
install(FILES harness/protocol.h harness/frames.h harness/ring.h DESTINATION ${home}/harness)
install(FILES harness/base/cleared.def DESTINATION ${home}/harness/base)
install(FILES harness/cli/commands.def DESTINATION ${home}/harness/cli)
install(FILES harness/build/broken.c harness/build/module_entry.c DESTINATION ${home}/harness/build)
install(FILES harness/repro/lanes.py harness/repro/standalone_program.c DESTINATION ${home}/harness/repro)
file(GLOB scripts CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}" harness/*/*.sh harness/build/*.cmake)
list(FILTER scripts EXCLUDE REGEX "^harness/cli/(action|bench|ci|release)\\.sh$") # of a checkout
foreach(file IN LISTS scripts)
    get_filename_component(directory "${file}" DIRECTORY)
    install(PROGRAMS ${file} DESTINATION ${home}/${directory})
endforeach()
install(DIRECTORY tests/accuracy tests/vec tests/work DESTINATION ${home}/tests USE_SOURCE_PERMISSIONS)
install(FILES docs/crosslane.1 DESTINATION share/man/man1)
list(TRANSFORM CMAKE_CROSSCOMPILING_EMULATOR REPLACE "^(.+)$" "\"\\1\"" OUTPUT_VARIABLE emulator)
list(JOIN emulator " " emulator)
# A shell looks for completions where its package does; the command `completions` prints them too. Both fill in the same file.
foreach(place bash:bash-completion/completions/crosslane fish:fish/vendor_completions.d/crosslane.fish zsh:zsh/vendor-completions/_crosslane)
    string(REGEX MATCH "^([a-z]+):(.*)/(.*)$" place "${place}")
    set(shell ${CMAKE_MATCH_1})
    install(CODE "execute_process(COMMAND ${emulator} \"$<TARGET_FILE:crosslane>\" list completions OUTPUT_VARIABLE rows COMMAND_ERROR_IS_FATAL ANY)
file(READ \"${PROJECT_SOURCE_DIR}/harness/cli/completions.${shell}.in\" text)
string(REPLACE \"#rows#\\n\" \"\${rows}\" text \"\${text}\")
file(WRITE \"${CMAKE_BINARY_DIR}/made/completions.${shell}\" \"\${text}\")")
    install(FILES "${CMAKE_BINARY_DIR}/made/completions.${shell}" DESTINATION share/${CMAKE_MATCH_2} RENAME ${CMAKE_MATCH_3})
    install(FILES harness/cli/completions.${shell}.in DESTINATION ${home}/harness/cli)
endforeach()
file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/made/installed" CONTENT "${PROJECT_VERSION}\n") # its place tells ./crosslane what it is
install(FILES "${CMAKE_BINARY_DIR}/made/installed" DESTINATION ${home})
install(TARGETS crosslane crosslane-start sleef-generate RUNTIME DESTINATION ${home}/build/host)
install(TARGETS kernels LIBRARY DESTINATION ${home}/build/host)
install(CODE "file(MAKE_DIRECTORY \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/bin\")
file(CREATE_LINK ../lib/crosslane/crosslane \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/bin/crosslane\" SYMBOLIC)")
install(FILES README.md CHANGELOG.md DESTINATION share/doc/crosslane)
install(FILES LICENSE DESTINATION share/doc/crosslane RENAME copyright)
install(DIRECTORY docs/ DESTINATION share/doc/crosslane FILES_MATCHING PATTERN generate EXCLUDE PATTERN "*.md" PATTERN "*.svg" PATTERN "*.json")
install(DIRECTORY examples/demo DESTINATION share/doc/crosslane/examples)

# The .deb. dpkg-shlibdeps finds the libraries, or, of another architecture, foreign-package.cmake does; ./crosslane knows the programs.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME crosslane)
set(CPACK_PACKAGE_VENDOR "Crosslane")
set(CPACK_PACKAGE_CONTACT "the Crosslane authors <noreply@invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "tests SIMD kernels on CPUs you do not own")
set(CPACK_PACKAGE_DESCRIPTION "Cross-compiles SIMD kernels for seven architectures, runs them under QEMU, compares every lane with a scalar
reference, and verifies that vector instructions executed.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES OFF) # a module's debug information is read
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
if(CMAKE_CROSSCOMPILING)
    file(STRINGS "${PROJECT_SOURCE_DIR}/arch/${XL_HOST_ARCH}/arch.def" line REGEX "^XL_ARCH\\(")
    string(REGEX REPLACE "^[^,]*, *([a-z0-9]*),.*" "\\1" CPACK_DEBIAN_PACKAGE_ARCHITECTURE "${line}")
    set(CPACK_PROJECT_CONFIG_FILE "${CMAKE_CURRENT_LIST_DIR}/foreign-package.cmake")
    set(CPACK_XL_SYSROOT "${CMAKE_SYSROOT}")
    set(CPACK_XL_READELF "${CMAKE_READELF}")
    set(CPACK_XL_PROGRAMS "${CMAKE_BINARY_DIR}/crosslane;${CMAKE_BINARY_DIR}/sleef-generate;${CMAKE_BINARY_DIR}/kernels.so")
else()
    set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
endif()
execute_process(COMMAND "${PROJECT_SOURCE_DIR}/crosslane" packages --run OUTPUT_VARIABLE packages OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "\n" ", " CPACK_DEBIAN_PACKAGE_DEPENDS "${packages}")
include(CPack)

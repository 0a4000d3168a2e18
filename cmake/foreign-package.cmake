# What a .deb of another architecture depends on: dpkg-shlibdeps knows this machine's packages only. CPack reads it.
# SPDX-License-Identifier: MIT
#
# Debian names a library's package after its SONAME (Policy, 8.1), or adds t64 since time_t has 64 bits. The sysroot's manifest has the version,
# which is the oldest that is sure to do.

file(STRINGS "${CPACK_XL_SYSROOT}/manifest" manifest)
execute_process(COMMAND "${CPACK_XL_READELF}" -d ${CPACK_XL_PROGRAMS} OUTPUT_VARIABLE dynamic COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE "[][]" "" dynamic "${dynamic}") # in a list, they would hold items together
string(REGEX MATCHALL "NEEDED[^\n]*" needed "${dynamic}")
list(REMOVE_DUPLICATES needed)
foreach(library IN LISTS needed)
    string(REGEX REPLACE ".* " "" library "${library}")
    if(library MATCHES "^(lib(c|m|dl|pthread)|ld-linux.*)[.]so")
        set(name libc6)
    elseif(library STREQUAL "libz.so.1")
        set(name zlib1g)
    else()
        string(REGEX REPLACE "([0-9])[.]so[.]" "\\1-" name "${library}")
        string(REGEX REPLACE "[.]so[.]" "" name "${name}")
        string(TOLOWER "${name}" name)
    endif()
    set(version "${manifest}")
    list(FILTER version INCLUDE REGEX "^${name}(t64)? ")
    if(NOT version)
        message(FATAL_ERROR "no package of ${CPACK_XL_SYSROOT} has the name of ${library}")
    endif()
    string(REGEX REPLACE "^([^ ]*) (.*)$" "\\1 (>= \\2)" version "${version}")
    string(REGEX REPLACE "-[^-)]*[)]$" ")" version "${version}") # without Debian's revision
    list(APPEND depends "${version}")
endforeach()
list(REMOVE_DUPLICATES depends)
list(JOIN depends ", " depends)
string(APPEND CPACK_DEBIAN_PACKAGE_DEPENDS ", ${depends}")

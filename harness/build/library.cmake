# The library that a folder of kernels tests, as its crosslane.yml has it: harness/build/library.c writes XL_LIBRARY, which calls
# xl_library for each item. docs/your-library.md has the keys.
# SPDX-License-Identifier: MIT

set(XL_LIBRARY "" CACHE FILEPATH "what is known of the library, written by the host tool")

# Items are kept as SELECTOR|ITEM, a list for each key.
function(xl_library key selector item)
    set_property(GLOBAL APPEND PROPERTY "XL_LIBRARY_${key}" "${selector}|${item}")
endfunction()

if(XL_LIBRARY)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${XL_LIBRARY}")
    include("${XL_LIBRARY}")
elseif(EXISTS "${XL_KERNELS}/crosslane.yml")
    message(FATAL_ERROR " ${XL_KERNELS}/crosslane.yml: error: it is read by ./crosslane run --kernels: a build that is configured by hand has no library")
endif()

# xl_library_of(RESULT KEY [ISA]): the items that every word of their selector is for. The host takes those for all only where they are
# needed to read the library's headers.
function(xl_library_of result key)
    if(XL_ARCH)
        set(here all "${XL_ARCH}" "${XL_COMPILER}" ${ARGN})
    elseif(key MATCHES "^(include|define|exclude)$")
        set(here all host)
    else()
        set(here host)
    endif()
    get_property(entries GLOBAL PROPERTY "XL_LIBRARY_${key}")
    set(items)
    foreach(entry IN LISTS entries)
        string(REGEX MATCH "^([^|]*)[|](.*)$" ignored "${entry}")
        set(item "${CMAKE_MATCH_2}")
        string(REGEX MATCHALL "[^ ]+" words "${CMAKE_MATCH_1}")
        list(REMOVE_ITEM words ${here})
        if(NOT words)
            list(APPEND items "${item}")
        endif()
    endforeach()
    set(${result} "${items}" PARENT_SCOPE)
endfunction()

# xl_library_flags(TARGET [ISA]): include folders, definitions and options, the last ones of the command.
function(xl_library_flags target)
    foreach(key include define options)
        xl_library_of(${key} ${key} ${ARGN})
    endforeach()
    target_include_directories(${target} PRIVATE ${include})
    target_compile_definitions(${target} PRIVATE ${define})
    # Words that are the same may mean something at each place, as in `-Xclang X -Xclang Y`.
    foreach(option IN LISTS options)
        target_compile_options(${target} PRIVATE "SHELL:${option}")
    endforeach()
endfunction()

# xl_library_objects(TARGET ISA FILES [FLAG...]): an object library of the files; ISA "" is the baseline.
function(xl_library_objects target isa files)
    add_library(${target} OBJECT ${files})
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:C>:-std=gnu11> $<$<COMPILE_LANGUAGE:CXX>:-std=gnu++17> -ffp-contract=off ${XL_DEBUG} ${ARGN})
    if(isa)
        target_compile_definitions(${target} PRIVATE XL_ISA=${isa} XL_ISA_IS_${isa}=1)
    endif()
    xl_without_vectorisers(${target})
    xl_library_flags(${target} ${isa})
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE "${XL_LIBRARY_PIC}")
endfunction()

# The library's own build, which sees by itself whether anything has changed, and what it makes.
function(xl_library_build)
    xl_library_of(builder build)
    if(NOT builder)
        return()
    endif()
    foreach(key dir arguments targets archives)
        xl_library_of(${key} ${key})
    endforeach()
    set(folder "${CMAKE_BINARY_DIR}/library")
    get_filename_component(dir "${dir}" REALPATH)
    list(TRANSFORM archives PREPEND "${folder}/made/" REGEX "^[^/]" OUTPUT_VARIABLE made)
    # A line each, for what may have blanks in it.
    string(REPLACE ";" "\n" arguments "${arguments}")
    string(REPLACE ";" "\n" targets "${targets}")
    string(REPLACE ";" "\n" archives "${archives}")
    file(CONFIGURE OUTPUT "${folder}/arguments" CONTENT "${arguments}\n" @ONLY)
    file(CONFIGURE OUTPUT "${folder}/targets" CONTENT "${targets}\n" @ONLY)
    file(CONFIGURE OUTPUT "${folder}/archives" CONTENT "${archives}\n" @ONLY)
    string(REPLACE ";" " " emulator "${CMAKE_CROSSCOMPILING_EMULATOR}")
    string(REGEX REPLACE "_ENDIAN$" "" order "${CMAKE_C_BYTE_ORDER}")
    string(TOLOWER "${order}" order)
    add_custom_target(library-build BYPRODUCTS ${made} VERBATIM
        COMMAND "${CMAKE_COMMAND}" -E env
            "CC=${CMAKE_C_COMPILER} --sysroot=${CMAKE_SYSROOT} ${CMAKE_C_FLAGS}" "CXX=${PROJECT_SOURCE_DIR}/toolchains/cxx.sh ${XL_ARCH} ${XL_COMPILER}"
            "AR=${CMAKE_AR}" "RANLIB=${CMAKE_RANLIB}" "LDFLAGS=${CMAKE_EXE_LINKER_FLAGS}" "TRIPLE=${XL_TRIPLE}"
            "ORDER=${order}" "EMULATOR=${emulator}"
            "${PROJECT_SOURCE_DIR}/harness/build/build-library.sh" ${builder} "${dir}" "${folder}" "${XL_ARCH}" "${XL_COMPILER}")
endfunction()

# xl_library_link(TARGET ISA [FLAG...]): all that an agent, or the host's module, has of the library.
function(xl_library_link target isa)
    xl_library_of(sources sources ${isa})
    list(APPEND sources ${XL_ASSEMBLY_FILES})
    if(sources)
        xl_library_objects(library-${isa} ${isa} "${sources}" ${ARGN})
        target_link_libraries(${target} PRIVATE library-${isa})
    endif()
    if(TARGET library-baseline)
        target_link_libraries(${target} PRIVATE library-baseline)
    endif()
    get_property(implementations GLOBAL PROPERTY XL_LIBRARY_FOR_ISAS)
    target_link_libraries(${target} PRIVATE ${implementations})
    xl_library_of(objects objects ${isa})
    xl_library_of(archives archives ${isa})
    if(TARGET library-build)
        list(TRANSFORM archives PREPEND "${CMAKE_BINARY_DIR}/library/made/" REGEX "^[^/]")
        add_dependencies(${target} library-build)
    endif()
    if(XL_ARCH AND XL_HAS_CXX)    # by its path, so that the results that are kept are of this one
        execute_process(COMMAND "${PROJECT_SOURCE_DIR}/sysroots/mk-cxx" --path ${XL_ARCH} OUTPUT_VARIABLE cxx OUTPUT_STRIP_TRAILING_WHITESPACE)
        list(APPEND archives "${cxx}/cxx/library/libstdc++.a")
        set_target_properties(${target} PROPERTIES LINKER_LANGUAGE C)
    elseif(XL_HAS_CXX)
        set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
    endif()
    if(objects OR archives)    # archives may want each other
        target_link_libraries(${target} PRIVATE ${objects} -Wl,--start-group ${archives} -Wl,--end-group)
    endif()
endfunction()

# xl_library_implementations(ISA [FLAG...]): files for one ISA that every agent has, so that a dispatcher can choose.
function(xl_library_implementations isa)
    xl_library_of(files implementations ${isa})
    if(files)
        xl_library_objects(library-for-${isa} ${isa} "${files}" ${ARGN})
        set_property(GLOBAL APPEND PROPERTY XL_LIBRARY_FOR_ISAS library-for-${isa})
    endif()
endfunction()

# xl_library_begin([FLAG...]): what all agents of a build share.
function(xl_library_begin)
    xl_library_of(baseline baseline)
    if(baseline)
        xl_library_objects(library-baseline "" "${baseline}" ${ARGN})
    endif()
    if(XL_ARCH)
        xl_library_build()
    endif()
endfunction()

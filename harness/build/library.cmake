#The library that a directory of kernels tests,                                                    \
    from its crosslane.yml : harness / build / library.c writes XL_LIBRARY,                        \
    which calls xl_library for
#each item.docs / your - library.md describes the keys.
#SPDX - License - Identifier : MIT

set(XL_LIBRARY "" CACHE FILEPATH "what is known of the library, written by the host tool")

#Each key is a list of SELECTOR | ITEM.Options for one file or one directory are a separate key,   \
    a list of FILE | OPTION.
function(xl_library key selector item)
    if(ARGC GREATER 3)
        get_filename_component(file "${ARGV3}" REALPATH)
        set(key "${key}_of_files")
        set(item "${file}|${item}")
    endif()
    set_property(GLOBAL APPEND PROPERTY "XL_LIBRARY_${key}" "${selector}|${item}")
endfunction()

if(XL_LIBRARY)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${XL_LIBRARY}")
    include("${XL_LIBRARY}")
elseif(EXISTS "${XL_KERNELS}/crosslane.yml")
    message(FATAL_ERROR " ${XL_KERNELS}/crosslane.yml: error: it is read by ./crosslane run --kernels: a build that is configured by hand has no library")
endif()

#xl_library_of(RESULT KEY[ISA]) : the items whose selector matches with all its words.The host     \
    takes items for all only if the library's
#headers need them, or if ISA is "all".
function(xl_library_of result key)
    if(XL_ARCH)
        set(here all "${XL_ARCH}" "${XL_COMPILER}" ${ARGN})
    elseif(key MATCHES "^(include|define|exclude|headers|build|dir|arguments)$" OR "all" IN_LIST ARGN)
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
    set(${
    result} "${items}" PARENT_SCOPE)
endfunction()

#xl_library_flags(TARGET[ISA]) : include directories, definitions and options,                     \
    at the end of the command.
function(xl_library_flags target)
    foreach(key include headers define options)
        xl_library_of(${key} ${key} ${ARGN})
    endforeach()
    if(headers)    # cross-build.sh makes them before it asks Ninja what is older than they are
        list(TRANSFORM headers PREPEND "${CMAKE_BINARY_DIR}/library/made/")
        add_dependencies(${target} library-build)
    endif()
    target_include_directories(${target} PRIVATE ${include} ${headers})
    target_compile_definitions(${target} PRIVATE ${define})
#Equal words are kept, because each may matter : `- Xclang X - Xclang Y`.
    foreach(option IN LISTS options)
        target_compile_options(${target} PRIVATE "SHELL:${option}")
    endforeach()
endfunction()

#xl_is_of(RESULT FILE OF) : whether FILE is OF or below the directory OF.
function(xl_is_of result file of)
    get_filename_component(real "${file}" REALPATH)
    string(FIND "${real}" "${of}/" at)
    set(is_of OFF)
    if(real STREQUAL of OR at EQUAL 0)
        set(is_of ON)
    endif()
    set(${result} ${is_of} PARENT_SCOPE)
endfunction()

#xl_library_file_flags(                                                                            \
    TARGET ISA FILES) : options for single files.A file is in the targets of several ISAs,         \
    but has one property.
function(xl_library_file_flags target isa files)
    xl_library_of(entries options_of_files ${isa})
    foreach(entry IN LISTS entries)
        string(REGEX MATCH "^([^|]*)[|](.*)$" ignored "${entry}")
        set(of "${CMAKE_MATCH_1}")
        separate_arguments(options UNIX_COMMAND "${CMAKE_MATCH_2}")
        foreach(file IN LISTS files)
            xl_is_of(is_of "${file}" "${of}")
            if(is_of)
                set_property(SOURCE "${file}" APPEND PROPERTY COMPILE_OPTIONS "$<$<STREQUAL:$<TARGET_PROPERTY:NAME>,${target}>:${options}>")
                set_property(SOURCE "${file}" PROPERTY SKIP_PRECOMPILE_HEADERS ON)
            endif()
        endforeach()
    endforeach()
endfunction()

#Refuses options for a file that is not compiled.
function(xl_library_check_files)
    get_property(entries GLOBAL PROPERTY XL_LIBRARY_options_of_files)
    set(files ${ARGN})
    foreach(key sources baseline implementations)
        get_property(items GLOBAL PROPERTY "XL_LIBRARY_${key}")
        list(TRANSFORM items REPLACE "^[^|]*[|]" "")
        list(APPEND files ${items})
    endforeach()
    foreach(entry IN LISTS entries)
        string(REGEX REPLACE "^[^|]*[|]([^|]*)[|].*$" "\\1" of "${entry}")
        set(is_any OFF)
        foreach(file IN LISTS files)
            xl_is_of(is_of "${file}" "${of}")
            if(is_of)
                set(is_any ON)
            endif()
        endforeach()
        if(NOT is_any)
            message(FATAL_ERROR " ${XL_KERNELS}/crosslane.yml: error: options for ${of}: no kernel is in it, and it is none of the sources")
        endif()
    endforeach()
endfunction()

#xl_library_objects(                                                                               \
    TARGET ISA FILES[FLAG...]) : an object library of the files.ISA "" is the baseline.
function(xl_library_objects target isa files)
    add_library(${target} OBJECT ${files})
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:C>:-std=gnu11> $<$<COMPILE_LANGUAGE:CXX>:-std=gnu++17> -ffp-contract=off ${XL_DEBUG} ${ARGN})
    if(isa)
        target_compile_definitions(${target} PRIVATE XL_ISA=${isa} XL_ISA_IS_${isa}=1)
    endif()
    xl_without_vectorisers(${target})
    xl_library_flags(${target} ${isa})
    xl_library_file_flags(${
    target} "${isa}" "${files}")
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE "${XL_LIBRARY_PIC}")
    if(XL_ARCH AND "${files}" MATCHES "[.][sS](;|$)")
        set_property(TARGET ${target} PROPERTY RULE_LAUNCH_COMPILE "\"${PROJECT_SOURCE_DIR}/harness/build/compile-assembly.sh\"")
    endif()
endfunction()

#The library's own build, which checks itself what has changed, and its outputs. The host has one if kernels include generated headers.
function(xl_library_build)
    xl_library_of(headers headers ${XL_ISAS})
    xl_library_of(builder build)
    if(NOT builder OR NOT (XL_ARCH OR headers))
        return()
    endif()
    foreach(key dir arguments targets)
        xl_library_of(${key} ${key})
    endforeach()
    if(NOT targets)    # of the host's own
        xl_library_of(targets targets all)
    endif()
    xl_library_of(archives archives ${XL_ISAS})    # of each agent
    set(folder "${CMAKE_BINARY_DIR}/library")
    get_filename_component(dir "${dir}" REALPATH)
    list(TRANSFORM archives PREPEND "${folder}/made/" REGEX "^[^/]" OUTPUT_VARIABLE made)
#One item per line, because items may contain blanks.
    foreach(key arguments targets archives headers)
        string(REPLACE ";" "\n" lines "${${key}}")
        file(CONFIGURE OUTPUT "${folder}/${key}" CONTENT "${lines}\n" @ONLY)
    endforeach()
    set(tools)
    foreach(tool AR RANLIB NM OBJCOPY OBJDUMP READELF STRIP)
        if(CMAKE_${tool})
            list(APPEND tools "${tool}=${CMAKE_${tool}}")
        endif()
    endforeach()
    if(XL_ARCH)
        string(REPLACE ";" " " emulator "${CMAKE_CROSSCOMPILING_EMULATOR}")
        list(APPEND tools
            "CC=${CMAKE_C_COMPILER} --sysroot=${CMAKE_SYSROOT} ${CMAKE_C_FLAGS}" "CXX=${PROJECT_SOURCE_DIR}/toolchains/cxx.sh ${XL_ARCH} ${XL_COMPILER}"
            "LD=${CMAKE_LINKER}" "LDFLAGS=${CMAKE_EXE_LINKER_FLAGS}" "XL_AS=${XL_ASSEMBLER}" "XL_NASM=${XL_NASM}" "XL_TRIPLE=${XL_TRIPLE}"
            "XL_MACHINE=${XL_MACHINE}" "XL_FAMILY=${XL_CPU_FAMILY}" "XL_ORDER=${XL_BYTE_ORDER}" "XL_EMULATOR=${emulator}")
        set(whose "${XL_ARCH}" "${XL_COMPILER}")
    else()
        list(APPEND tools "CC=${CMAKE_C_COMPILER}" CXX=c++)
        set(whose host)
    endif()
    add_custom_target(library-build BYPRODUCTS ${made} VERBATIM
        COMMAND "${CMAKE_COMMAND}" -E env ${
    tools}
            "${PROJECT_SOURCE_DIR}/harness/build/build-library.sh" ${
    builder} "${dir}" "${folder}" ${whose})
endfunction()

#xl_library_link(TARGET ISA[FLAG...]) : links an agent, or the host's module, with the library.
function(xl_library_link target isa)
    xl_library_of(sources sources ${isa})
    list(APPEND sources ${XL_ASSEMBLY_FILES})
    if(sources)
        xl_library_objects(library-${isa} ${
    isa} "${sources}" ${ARGN})
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

#xl_library_implementations(ISA[FLAG...]) : files for one ISA.Every agent has them,                \
    so that a dispatcher can choose.
function(xl_library_implementations isa)
    xl_library_of(files implementations ${isa})
    if(files)
        xl_library_objects(library-for-${isa} ${
    isa} "${files}" ${ARGN})
        set_property(GLOBAL APPEND PROPERTY XL_LIBRARY_FOR_ISAS library-for-${isa})
    endif()
endfunction()

#xl_library_begin([FLAG...]) : the parts of the library that all agents of a build share.
function(xl_library_begin)
    xl_library_of(baseline baseline)
    if(baseline)
        xl_library_objects(library-baseline "" "${baseline}" ${ARGN})
    endif()
    xl_library_build()
endfunction()

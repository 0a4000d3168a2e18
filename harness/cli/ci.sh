# The steps of a CI run, which do the same on a laptop. Sourced by ./crosslane, whose functions it uses.
# SPDX-License-Identifier: MIT
#
# What one step hands to the next is in build/ci/: CI systems carry it from job to job as artifacts.

ci_directory=$root/build/ci

ci_usage() {
    cat <<'END'
Usage: ./crosslane ci STEP
Run one step of a workflow. Its input is in the environment. In the order of the workflow:

build-native   build the host tool and its tests; pack build/ci/host.tar.gz
test-native    run the unit tests, and tests that need compilers and emulators; a part of the nightly ones
                 CROSSLANE_TESTS        only tests whose names match this regular expression
                 CROSSLANE_NIGHT        if set, all nightly tests
fresh          run tests/fresh.sh; needs root or sudo
                 CROSSLANE_SUITE        bookworm, trixie or noble
                 CROSSLANE_USER         newcomer or root
                 CROSSLANE_WHOLE        if set, run both of the README's commands in full
plan           write the selected rows as jobs: build/ci/plan.json
                 CROSSLANE_TIER         pr (default), trunk or full
                 CROSSLANE_BASE         a commit: only what the change since can affect
                 CROSSLANE_LABELS       a JSON array, or names with commas between them
                 CROSSLANE_CPU          ARCH-CPU: only its rows, of all tiers
                 CROSSLANE_CPU_BUILD    COMPILER-LEVEL: only its rows, of all tiers
                 CROSSLANE_DIR          kernels in this directory, and its git repository
keys           print cache keys and paths of the tools, all sysroots, and what C++ needs
trees          make the tools and sysroots
                 CROSSLANE_ARCHES       architectures (default all)
                 CROSSLANE_CXX          if set, also what C++ needs
                 CROSSLANE_REFRESH      this month, as 2026-11: make older trees again; if that fails,
                                        warn and take the old ones (output renewed=false)
test-cross     make builds and run rows; write build/ci/results-JOB.json
                 CROSSLANE_ROWS         rows, with blanks between them
                 CROSSLANE_KERNELS      (default *)
                 CROSSLANE_SEED         (default 1)
                 CROSSLANE_JOB          name of the job (default rows)
                 CROSSLANE_DIR          kernels in this directory
                 CROSSLANE_VOCABULARY   if set, also test the vocabulary of the builds
                 CROSSLANE_TIME_LIMIT   seconds; rows that are not reached are results too
report         merge results; write build/ci/report.json, .html, .xml (JUnit), .sarif, .md
                 CROSSLANE_NIGHTS       fail if an ISA was not tested in so many reports in a row, or if
                                        a baseline of tests/accuracy can be lower
                 GITHUB_STEP_SUMMARY    file for the Markdown (default report.md)
fuzz           fuzz every reader of foreign bytes, from build/ci/corpus; failing inputs are in build/ci/fuzz;
               installs clang
                 CROSSLANE_FUZZ_SECONDS for each (default 600)
                 CROSSLANE_FUZZERS      only these
suite          run the tests of a project of examples/suites; write build/ci/suite-PROJECT.json, .html, .md
                 CROSSLANE_PROJECT      a directory of examples/suites (default: another each day, all in turn)
outside        run libraries of examples/outside; write build/ci/outside-LIBRARY.json, .html, libraries.md
                 CROSSLANE_LIBRARIES    directories of examples/outside (default all)
                 CROSSLANE_TIER         pr (default), trunk or full
release        check that tag, project(), CHANGELOG.md and manual page agree; write build/ci/release: archive, .deb,
               SHA256SUMS, notes
                 CROSSLANE_TAG          the tag, such as v1.0.0
release-draft  draft a release on GitHub with these files, if simd.yml has passed for the commit
                 CROSSLANE_TAG, GH_TOKEN
release-major  move the tag v1 to the newest release of version 1
                 CROSSLANE_TAG
verdict        exit 1 unless each job ended as expected
                 CROSSLANE_RESULT_JOB   result of each job
                 CROSSLANE_ANY          whether the plan has rows (default true)
                 CROSSLANE_LABEL        a label that starts no rows, if one started the run
                 CROSSLANE_FRESH        whether the plan wants fresh (default true)
                 CROSSLANE_NIGHT        if set, the run is nightly
action-keys    print cache keys and paths for action.yml
action         run kernels or a suite as action.yml says: CROSSLANE_ACTION_KERNELS, _SUITE, _TIER, _ROWS,
               _FAIL_ON, _ARGS; reports and annotations are in RUNNER_TEMP/crosslane
END
}

ci_die() {
    echo "crosslane: error: $1" >&2
    exit "${2:-2}"
}

# ci_want VARIABLE WHAT: a step cannot guess its input.
ci_want() {
    eval "[ -n \"\${$1:-}\" ]" || ci_die "ci $ci_step: missing $1: $2"
}

# ci_plain VARIABLE: names and nothing else, so that no value can be an option or leave its directory.
ci_plain() {
    eval "ci_value=\$$1"
    case $ci_value in
    -* | .* | *[!A-Za-z0-9_.-]*) ci_die "ci $ci_step: $1: invalid name '$ci_value'" ;;
    esac
}

# ci_output NAME VALUE: for the steps that come after it. The value may have several lines.
ci_output() {
    echo "$1=$2"
    [ -z "${GITHUB_OUTPUT:-}" ] || printf '%s<<END_OF_VALUE\n%s\nEND_OF_VALUE\n' "$1" "$2" >>"$GITHUB_OUTPUT"
}

# The host tool of build-native, where this job did not build one.
ci_unpack_host() {
    if [ ! -x "$host/crosslane" ]; then
        [ -e "$ci_directory/host.tar.gz" ] ||
            ci_die "ci $ci_step: missing build/ci/host.tar.gz
  help: ./crosslane ci build-native"
        tar -xzf "$ci_directory/host.tar.gz" -C "$root/build" || exit 3
    fi
    # The loader's words name the library that it lacks, or the version of glibc.
    said=$("$host/crosslane" list isas 2>&1 >/dev/null) ||
        ci_die "ci $ci_step: the host tool does not start here: $said
  help: a pack has all libraries except glibc's: it runs on the distribution that built it, and on newer ones" 3
}

# The shared libraries that the host tool and its tests need, all the way down; glibc's own are everywhere.
ci_libraries() {
    find "$host" -maxdepth 1 -type f -perm -u+x -exec ldd {} + |
        sed -n 's/^[[:space:]]*\([^ ]*\) => \(.*\) (.*$/\1 \2/p; s/^[[:space:]]*\([^ ]*\) => not found$/\1 not/p' | sort -u |
        while read -r name path; do
            case $name in
            libc.so* | libm.so* | libmvec.so* | libpthread.so* | libdl.so* | librt.so* | libresolv.so*) ;;
            *)
                [ "$path" != not ] || ci_die "ci $ci_step: the host tool needs $name, which is missing" 3
                echo "$path"
                ;;
            esac
        done
}

# Programs, what ctest reads, and the programs' libraries; no object files.
ci_pack_host() {
    pack=$(mktemp -d)
    name=$(basename "$host")
    mkdir -p "$pack/$name/lib"
    ci_libraries >"$pack/libraries" || exit 3
    xargs -d '\n' -a "$pack/libraries" cp -L -t "$pack/$name/lib" || exit 3
    # By files: tar fails for a directory in which another program makes a file meanwhile.
    (cd "$(dirname "$host")" && find "$name" ! -type d ! -path '*/CMakeFiles/*.o' ! -path '*/CMakeFiles/*.d' ! -name '*.a' ! -name '.ninja_*' ! -path "$name/Testing/*") >"$pack/files"
    tar -I 'gzip -1' -cf "$ci_directory/host.tar.gz" -C "$(dirname "$host")" -T "$pack/files" -C "$pack" "$name/lib"
    rm -rf "$pack"
}

# ci_project_of DAY: the project of examples/suites of this day, counted from 1970.
ci_project_of() {
    set -- "$1" "$root"/examples/suites/*/
    shift $((1 + $1 % ($# - 1)))
    basename "$1"
}

ci_suite() {
    CROSSLANE_PROJECT=${CROSSLANE_PROJECT:-$(ci_project_of $(($(date +%s) / 86400)))}
    ci_plain CROSSLANE_PROJECT
    echo "crosslane: the project is $CROSSLANE_PROJECT"
    dir=$root/examples/suites/$CROSSLANE_PROJECT
    [ -e "$dir/crosslane.yml" ] ||
        ci_die "ci suite: unknown project '$CROSSLANE_PROJECT'
  help: there are: $(ls "$root/examples/suites" | paste -s -d ' ' -)"
    install_missing
    install_for_suite suite "$dir"
    build_host crosslane
    mkdir -p "$ci_directory"
    out=$ci_directory/suite-$CROSSLANE_PROJECT
    status=0
    "$host/crosslane" suite "$dir" --json "$out.json" --html "$out.html" --markdown "$out.md" || status=$?
    [ -z "${GITHUB_STEP_SUMMARY:-}" ] || [ ! -e "$out.md" ] || cat "$out.md" >>"$GITHUB_STEP_SUMMARY"
    return $status
}

# The tool, and the programs of the tests. Of the unit tests that CROSSLANE_TESTS names, those.
ci_build_native() {
    install_missing
    is_whole=
    build_tests
    set --
    for name in $([ -z "${CROSSLANE_TESTS:-}" ] || test_names -L '^sanitized$' -R "$CROSSLANE_TESTS"); do
        [ ! -e "$root/tests/unit/test_$name.c" ] || set -- "$@" "test_$name"
    done
    [ $# = 0 ] || build_host "$@"
    ci_pack_host
    ls -l "$ci_directory/host.tar.gz"
}

ci_test_native() {
    install_missing
    is_whole=${CROSSLANE_NIGHT:-${CROSSLANE_NIGHTS:-}}
    is_drawing=--drawn
    install_for_tests
    ci_unpack_host
    status=0
    if [ -n "${CROSSLANE_TESTS:-}" ]; then
        drawn=
        run_ctest -j "$(nproc)" -L '^(unit|lint|cross)$' -LE '^vocabulary$' -R "$CROSSLANE_TESTS" || status=$?
        closing_line
    else
        run_tests -L '^(unit|lint|cross)$' -LE '^vocabulary$' || status=$?
    fi
    # What each test took, with its processor time, and as ctest has it.
    cp "$CROSSLANE_INPUTS/costs" "$ci_directory/costs.txt" 2>/dev/null || : >"$ci_directory/costs.txt"
    cp "$host/Testing/Temporary/CTestCostData.txt" "$ci_directory/costs-ctest.txt" 2>/dev/null || :
    exit "$status"
}

# Where CROSSLANE_TESTS asks for other tests, this one is left out, as ctest would.
ci_fresh() {
    ci_want CROSSLANE_SUITE "a release: bookworm, trixie or noble"
    ci_want CROSSLANE_USER "who runs it: newcomer or root"
    ci_plain CROSSLANE_SUITE
    ci_plain CROSSLANE_USER
    if ! echo fresh | grep -q -E -e "${CROSSLANE_TESTS:-.}"; then
        echo "skipped: CROSSLANE_TESTS is '$CROSSLANE_TESTS', which does not match fresh"
        exit 0
    fi
    install_missing
    sudo=
    [ "$(id -u)" = 0 ] || sudo=sudo
    exec $sudo "$root/tests/fresh.sh" ${CROSSLANE_WHOLE:+--all} --as "$CROSSLANE_USER" "$CROSSLANE_SUITE"
}

ci_plan() {
    # Git says what changed, and GitLab's image has none.
    [ -z "${CROSSLANE_BASE:-}" ] || command -v git >/dev/null || install_missing
    ci_unpack_host
    # What the last run on the main branch measured and recorded.
    for record in "$ci_directory"/known/*.dependencies; do
        [ -e "$record" ] || continue
        agent=$(basename "$record" .dependencies)
        directory=$root/build/${agent%-*}
        mkdir -p "$directory"
        [ -e "$directory/dependencies-${agent##*-}" ] || cp "$record" "$directory/dependencies-${agent##*-}"
    done
    set -- --tier "${CROSSLANE_TIER:-pr}" --json "$ci_directory/plan.json"
    [ -z "${CROSSLANE_BASE:-}" ] || set -- "$@" --base "$CROSSLANE_BASE"
    [ -z "${CROSSLANE_LABELS:-}" ] || set -- "$@" --labels "$CROSSLANE_LABELS"
    [ -z "${CROSSLANE_DIR:-}" ] || set -- "$@" --kernels "$CROSSLANE_DIR"
    CROSSLANE_CPU=${CROSSLANE_CPU:-every-cpu}
    CROSSLANE_CPU_BUILD=${CROSSLANE_CPU_BUILD:-every-build}
    if [ "$CROSSLANE_CPU-$CROSSLANE_CPU_BUILD" != every-cpu-every-build ]; then
        ci_plain CROSSLANE_CPU
        ci_plain CROSSLANE_CPU_BUILD
        set -- "$@" --tier full --row "$(echo "$CROSSLANE_CPU-$CROSSLANE_CPU_BUILD" | sed 's/every-cpu\|every-build/*/g')"
    fi
    for tier in full trunk pr; do    # the smaller tier's run is mostly the newer one
        [ ! -e "$ci_directory/known/costs-$tier.json" ] || set -- "$@" --costs "$ci_directory/known/costs-$tier.json"
    done
    [ -z "${GITHUB_OUTPUT:-}" ] || set -- "$@" --github "$GITHUB_OUTPUT"
    if [ -n "${GITLAB_CI:-}" ]; then
        # GitLab's caches of trees have the same keys as GitHub's.
        ci_keys >"$ci_directory/keys"
        CROSSLANE_TOOLS_KEY=$(sed -n 's/^tools=//p' "$ci_directory/keys")
        CROSSLANE_SYSROOTS_KEY=$(sed -n 's/^sysroots=//p' "$ci_directory/keys")
        CROSSLANE_CXX_KEY=$(sed -n 's/^cxx=//p' "$ci_directory/keys")
        export CROSSLANE_TOOLS_KEY CROSSLANE_SYSROOTS_KEY CROSSLANE_CXX_KEY
        set -- "$@" --gitlab "$ci_directory/pipeline.yml"
    fi
    exec "$host/crosslane" plan "$@"
}

# All architectures: a directory of arch/ each.
ci_arches() {
    sed -n 's/^XL_ARCH(\([^,]*\),.*/\1/p' "$root"/arch/*/arch.def
}

# ci_paths SCRIPT: of its trees of all architectures.
ci_paths() {
    for arch in $(ci_arches); do "$root/sysroots/$1" --path "$arch" || exit; done
}

# ci_key NAME PATHS: a name that has what all their names have.
ci_key() {
    echo "$1-$(echo "$2" | sed 's/.*-//' | sha256sum | cut -c 1-12)"
}

ci_keys() {
    tools=$("$root/sysroots/mk-tools" --path) || exit
    sysroots=$(ci_paths mk-sysroot) || exit
    cxx=$(ci_paths mk-cxx) || exit
    ci_output tools "$(basename "$tools")"
    ci_output tools-path "$tools"
    ci_output sysroots "$(ci_key sysroots "$sysroots")"
    ci_output sysroots-path "$sysroots"
    ci_output cxx "$(ci_key cxx "$cxx")"
    ci_output cxx-path "$cxx"
    ci_output month "$(date -u +%Y-%m)"
}

# ci_tree_paths ARCH...: of the trees that mk-trees makes.
ci_tree_paths() {
    [ "${CROSSLANE_TOOLS:-}" = host ] || "$root/sysroots/mk-tools" --path || exit
    for arch; do
        "$root/sysroots/mk-sysroot" --path "$arch" || exit
        [ -z "${CROSSLANE_CXX:-}" ] || "$root/sysroots/mk-cxx" --path "$arch" || exit
    done
}

# is_tree PATH: whole.
is_tree() {
    [ -e "$1/manifest" ]
}

# ci_refresh ARCH...: makes the trees again that are older than this month. One stays where no new one can be made: the mirror is down.
# Who uses the cache meanwhile finds no tree: only for machines with one job.
ci_refresh() {
    paths=$(ci_tree_paths "$@") || exit
    echo "$paths" | while IFS= read -r path; do
        if is_tree "$path" && [ "$(date -u -r "$path/manifest" +%Y-%m)" != "$CROSSLANE_REFRESH" ]; then
            rm -rf "$path.last"
            mv "$path" "$path.last" || exit 3
        fi
    done || return
    status=0
    "$root/sysroots/mk-trees" "$@" || status=$?
    kept=$(echo "$paths" | while IFS= read -r path; do
        if ! is_tree "$path" && is_tree "$path.last"; then
            rm -rf "$path"
            mv "$path.last" "$path"
            echo "$path"
        fi
        rm -rf "$path.last"
    done)
    if [ -z "$kept" ]; then
        [ $status = 0 ] || return $status
        ci_output renewed true
        return
    fi
    names=$(echo "$kept" | sed 's/.*\///' | paste -s -d ' ' -)
    warning="crosslane: warning: trees could not be made again; taking those of an earlier month: $names"
    echo "$warning" >&2
    [ -z "${GITHUB_STEP_SUMMARY:-}" ] || echo "$warning" >>"$GITHUB_STEP_SUMMARY"
    # Old trees beside new ones: they are tried together.
    echo "$paths" | while IFS= read -r path; do rm -f "$path"/proved-by-*; done
    "$root/sysroots/mk-trees" "$@" || return
    ci_output renewed false
}

ci_trees() {
    install_missing
    if [ -n "${CROSSLANE_REFRESH:-}" ]; then
        ci_plain CROSSLANE_REFRESH
        ci_refresh ${CROSSLANE_ARCHES:-$(ci_arches)}
    else
        "$root/sysroots/mk-trees" ${CROSSLANE_ARCHES:-$(ci_arches)}
    fi
}

# The builds of CROSSLANE_ROWS.
ci_builds() {
    "$host/crosslane" list rows | while read -r row arch isa compiler opt rest; do
        for word in $CROSSLANE_ROWS; do
            case $row in $word) echo "$arch-$compiler-$opt" ;; esac
        done
    done | sort -u
}

ci_test_cross() {
    ci_want CROSSLANE_ROWS "rows, with blanks between them"
    CROSSLANE_JOB=${CROSSLANE_JOB:-rows}
    ci_plain CROSSLANE_JOB
    ci_unpack_host
    install_missing
    set -f    # patterns are the tool's
    set -- --tier full --seed "${CROSSLANE_SEED:-1}" --json "$ci_directory/results-$CROSSLANE_JOB.json"
    for word in $CROSSLANE_ROWS; do set -- "$@" --row "$word"; done
    for word in ${CROSSLANE_KERNELS:-*}; do set -- "$@" --kernel "$word"; done
    [ -z "${CROSSLANE_DIR:-}" ] || set -- "$@" --kernels "$CROSSLANE_DIR"
    [ "${CROSSLANE_TIME_LIMIT:-0}" = 0 ] || set -- "$@" --time-limit "$CROSSLANE_TIME_LIMIT"
    status=0
    "$host/crosslane" run "$@" || status=$?
    [ -z "${CROSSLANE_DIR:-}" ] || exit $status
    builds=$(ci_builds)
    set +f
    # What each build was made from, for the next plans.
    for build in $builds; do
        for record in "$root/build/$build"/dependencies-*; do
            [ ! -e "$record" ] || cp "$record" "$ci_directory/$build-${record##*/dependencies-}.dependencies"
        done
    done
    [ -z "${CROSSLANE_VOCABULARY:-}" ] ||
        ctest --test-dir "$host" -j "$(nproc)" --output-on-failure --no-tests=error \
            -R "^vocabulary-($(echo $builds | tr ' ' '|'))\$" || status=1
    exit $status
}

ci_report() {
    ci_unpack_host
    mkdir -p "$ci_directory/known"
    set -- --plan "$ci_directory/plan.json" --json "$ci_directory/report.json" --summary "${GITHUB_STEP_SUMMARY:-$ci_directory/report.md}"
    # Of the jobs of this plan: a run that is repeated may still have results of jobs that were planned before.
    jobs=$(sed -n 's/^ *"name": *"\(.*\)",*$/\1/p' "$ci_directory/plan.json")
    for results in "$ci_directory"/results-*.json; do
        [ -e "$results" ] || continue
        job=$(basename "$results" .json)
        if echo "$jobs" | grep -q -x -F -e "${job#results-}"; then
            set -- "$@" "$results"
        else
            echo "crosslane: $job.json is left out: no job of this plan" >&2
        fi
    done
    [ -z "${CROSSLANE_NIGHTS:-}" ] || set -- --tight --untested "$ci_directory/known/unrun.json" --nights "$CROSSLANE_NIGHTS" "$@"
    status=0
    "$host/crosslane" merge "$@" || status=$?
    # For people and CI systems. What the rows say decides, not these.
    [ ! -e "$ci_directory/report.json" ] || "$host/crosslane" report --html "$ci_directory/report.html" --junit "$ci_directory/report.xml" \
        --sarif "$ci_directory/report.sarif" "$ci_directory/report.json" || status=$((status ? status : $?))
    # For the next plan, with what earlier runs left there.
    tier=$(sed -n 's/^ *"tier": *"\([a-z]*\)".*/\1/p' "$ci_directory/plan.json")
    [ ! -e "$ci_directory/report.json" ] || cp "$ci_directory/report.json" "$ci_directory/known/costs-$tier.json"
    for record in "$ci_directory"/*.dependencies; do
        [ ! -e "$record" ] || cp "$record" "$ci_directory/known"
    done
    exit "$status"
}

# Where the sanitizers and libFuzzer are packages of their own, they are of clang's version.
ci_install_for_fuzz() {
    install_unless clang "clang:builds the fuzzers"
    echo 'int LLVMFuzzerTestOneInput(const unsigned char *data, unsigned long size) { return !data && size; }' |
        clang -x c -fsanitize=fuzzer,address -o /dev/null - 2>/dev/null && return
    packages="libclang-rt-$(clang -dumpversion | cut -d . -f 1)-dev:builds the fuzzers
g++:links libFuzzer"
    install_missing
}

# ci_fuzz_one NAME: from the corpus that was kept and the one of this repository. Quiet unless something is found.
ci_fuzz_one() {
    kept=$ci_directory/corpus/$1
    mkdir -p "$kept"
    status=0
    "$root/build/fuzz/fuzz_$1" -max_total_time="$CROSSLANE_FUZZ_SECONDS" -timeout=20 -rss_limit_mb=2048 -print_final_stats=1 \
        -artifact_prefix="$ci_directory/fuzz/$1-" "$kept" "$root/tests/corpus/$1" >"$ci_directory/fuzz/$1.log" 2>&1 || status=$?
    if [ "$status" != 0 ]; then
        grep -a -E '^(==[0-9]+==ERROR|SUMMARY|artifact_prefix| +#[0-9] )|runtime error' "$ci_directory/fuzz/$1.log" | sed "s/^/  /" >&2
        echo "fuzz_$1: exit status $status: build/ci/fuzz/$1.log; again: build/fuzz/fuzz_$1 FILE" >&2
    else
        echo "fuzz_$1: $(sed -n 's/^stat::number_of_executed_units: *//p' "$ci_directory/fuzz/$1.log") inputs, $(ls "$kept" | wc -l) kept"
    fi
    return "$status"
}

ci_fuzz() {
    CROSSLANE_FUZZ_SECONDS=${CROSSLANE_FUZZ_SECONDS:-600}
    case $CROSSLANE_FUZZ_SECONDS in
    '' | 0* | *[!0-9]*) ci_die "ci $ci_step: CROSSLANE_FUZZ_SECONDS is no number of seconds: '$CROSSLANE_FUZZ_SECONDS'" ;;
    esac
    all=$(cd "$root/tests/fuzz" && echo fuzz_*.c | sed 's/fuzz_\([a-z]*\)\.c/\1/g')
    names=${CROSSLANE_FUZZERS:-$all}
    for name in $names; do
        echo "$all" | tr ' ' '\n' | grep -q -x -F -e "$name" || ci_die "ci $ci_step: there is no fuzzer '$name': there are $all"
    done
    install_missing
    ci_install_for_fuzz
    directory=$root/build/fuzz
    log=$root/build/fuzz.log
    [ -e "$directory/build.ninja" ] ||
        cmake -G Ninja -S "$root" -B "$directory" -DCMAKE_C_COMPILER=clang -DXL_SANITIZE=ON -DXL_FUZZ=ON >"$log" 2>&1 || { tail -n 20 "$log" >&2; exit 3; }
    # shellcheck disable=SC2046 # words
    cmake --build "$directory" --target $(printf 'fuzz_%s ' $names) >"$log" 2>&1 || { grep -v '^\[' "$log" | tail -n 40 >&2; exit 3; }
    rm -rf "$ci_directory/fuzz"
    mkdir -p "$ci_directory/fuzz"
    status=0
    running=
    for name in $names; do
        if [ "$(echo $running | wc -w)" -ge "$(nproc)" ]; then
            wait "${running%% *}" || status=1
            running=${running#* }
        fi
        ci_fuzz_one "$name" &
        running="$running${running:+ }$!"
    done
    for pid in $running; do wait "$pid" || status=1; done
    exit $status
}

# Libraries of examples/outside. Runs every library, whatever the others' results are. A finding that matrix/known-library-bugs.yml does not explain fails the step.
ci_outside() {
    libraries=${CROSSLANE_LIBRARIES:-$(ls "$root/examples/outside")}
    for library in $libraries; do
        CROSSLANE_LIBRARY=$library
        ci_plain CROSSLANE_LIBRARY
        [ -e "$root/examples/outside/$library/crosslane.yml" ] ||
            ci_die "ci outside: unknown library '$library'
  help: there are: $(ls "$root/examples/outside" | paste -s -d ' ' -)"
    done
    install_missing
    install_unless python3 "$for_pages"
    for library in $libraries; do install_for_kernels run --kernels "$root/examples/outside/$library"; done
    build_host crosslane
    status=0
    rm -f "$ci_directory"/outside-*.json
    for library in $libraries; do
        out=$ci_directory/outside-$library
        ended=0
        "$host/crosslane" run --kernels "$root/examples/outside/$library" --tier "${CROSSLANE_TIER:-pr}" --json "$out.json" --html "$out.html" || ended=$?
        [ "$ended" -le "$status" ] || status=$ended
    done
    cp "$root/docs/results/libraries.md" "$ci_directory/libraries.md"
    ended=0
    "$root/docs/generate/libraries.py" "$host/crosslane" "$ci_directory/libraries.md" "$ci_directory"/outside-*.json || ended=$?
    [ "$ended" -le "$status" ] || status=$ended
    [ -z "${GITHUB_STEP_SUMMARY:-}" ] || cat "$ci_directory/libraries.md" >>"$GITHUB_STEP_SUMMARY"
    return "$status"
}

# ci_expected JOB: success, but for jobs that had nothing to do.
ci_expected() {
    case ${CROSSLANE_LABEL:+label}:${CROSSLANE_ANY:-}:${CROSSLANE_FRESH:-}:${CROSSLANE_NIGHT:+night}:$1 in
    label:* | :false:*:TEST_CROSS | :false:*:REPORT | :*:false:*:FRESH | :*::FUZZ) echo skipped ;;
    *) echo success ;;
    esac
}

# Runs where nothing else did: no host tool, no package.
ci_verdict() {
    jobs=$(env | sed -n 's/^CROSSLANE_RESULT_\([A-Z_]*\)=.*/\1/p' | sort)
    [ -n "$jobs" ] || ci_die "ci $ci_step: missing CROSSLANE_RESULT_JOB: results of no job cannot be green"
    verdict=0
    for job in $jobs; do
        eval "result=\$CROSSLANE_RESULT_$job"
        expected=$(ci_expected "$job")
        job=$(echo "$job" | tr A-Z_ a-z-)
        if [ "$result" = "$expected" ]; then
            echo "$job: $result"
        else
            echo "$job: ${result:-no result}, expected $expected"
            verdict=1
        fi
    done
    exit $verdict
}

ci_main() {
    ci_step=${1:-help}
    [ $# -le 1 ] || ci_die "ci $1: unexpected argument '$2': the input is in the environment"
    mkdir -p "$ci_directory" || exit 3
    case $ci_step in
    build-native) ci_build_native ;;
    test-native) ci_test_native ;;
    fresh) ci_fresh ;;
    suite) ci_suite ;;
    outside) ci_outside ;;
    plan) ci_plan ;;
    keys) ci_keys ;;
    trees) ci_trees ;;
    test-cross) ci_test_cross ;;
    report) ci_report ;;
    fuzz) ci_fuzz ;;
    release | release-draft | release-major) . "$root/harness/cli/release.sh" && "ci_$(echo "$ci_step" | tr - _)" ;;
    verdict) ci_verdict ;;
    action | action-keys)
        . "$root/harness/cli/action.sh"
        "ci_$(echo "$ci_step" | tr - _)"
        ;;
    help | --help | -h) ci_usage | fit ;;
    *) ci_die "ci: unknown step '$ci_step'
  help: ./crosslane ci help" ;;
    esac
}

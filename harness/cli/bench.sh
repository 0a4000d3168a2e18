# Benchmarks: what costs how much, as ratios of one run. Sourced by ./crosslane, whose functions it uses.
# SPDX-License-Identifier: MIT
#
# A ratio is of the processor time of two commands, each the median of some rounds in which both take turns: other work on
# the machine moves it little. Nothing fails for being slow; docs/results/performance.md says what was seen.

bench_row=aarch64-sve256-gcc-O2
bench_rounds=3
bench_work=

bench_usage() {
    usage_of bench
    cat <<'END'

bench prints ratios of processor time: evidence, cached results, an edit, a precompiled header, exact references.
  --row ROW    row to run (default aarch64-sve256-gcc-O2)
  --rounds N   rounds; each figure is their median (default 3)
END
}

bench_die() {
    echo "crosslane: error: $1" >&2
    exit "${2:-2}"
}

bench_begin() {
    bench_work=$(mktemp -d)
    trap 'rm -rf "$bench_work"' EXIT
    trap 'exit 130' INT TERM
}

# bench_seconds COMMAND...: appends the processor time of a command and its children to the file bench_to.
bench_seconds() {
    (
        "$@" >"$bench_work/said" 2>&1 || exit
        times
    ) >"$bench_work/times" || { tail -n 5 "$bench_work/said" >&2; bench_die "'$*' fails" 1; }
    # Two lines, the shell's own and its children's: 0m1.5s 0m0.2s.
    sed -n 2p "$bench_work/times" | tr 'ms' '  ' | awk '{ print $1 * 60 + $2 + $3 * 60 + $4 }' >>"$bench_work/$bench_to"
}

bench_median() { sort -g "$bench_work/$1" | awk '{ v[NR] = $1 } END { print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 }'; }

# bench_ratio WORDS MEASURED AGAINST
bench_ratio() {
    awk -v words="$1" -v a="$(bench_median "$2")" -v b="$(bench_median "$3")" \
        'BEGIN { printf "%-70s %6.2f   %.2f s against %.2f s\n", words, a / b, a, b }'
}

bench_rows() {
    set -- run --no-cache --jobs 1 --row "$bench_row"
    "$host/crosslane" "$@" >"$bench_work/said" || { tail -n 5 "$bench_work/said" >&2; bench_die "$bench_row does not pass" 1; }
    kept=$("$host/crosslane" list rows | awk -F '\t' -v row="$bench_row" '$1 == row { print $2 "-" $4 "-" $5 }')
    kept=$root/build/$kept/evidence
    round=0
    while [ $((round += 1)) -le "$bench_rounds" ]; do
        bench_to=none bench_seconds "$host/crosslane" "$@" --no-build --no-evidence
        rm -rf "$kept"
        bench_to=first bench_seconds "$host/crosslane" "$@" --no-build
        bench_to=kept bench_seconds "$host/crosslane" "$@" --no-build
        bench_to=checked bench_seconds "$host/crosslane" "$@"
        bench_to=served bench_seconds "$host/crosslane" run --jobs 1 --row "$bench_row"
    done
    bench_ratio "evidence measured, against none" first none
    bench_ratio "evidence kept from an earlier run, against none" kept none
    bench_ratio "looking whether the build is up to date, against not" checked kept
    bench_ratio "a row that was run already, against running it" served checked
}

# A copy of some kernels, one of which is edited in each round, so that it alone is compiled and run.
bench_edit() {
    mkdir "$bench_work/kernels"
    cp "$root"/kernels/arith/*.[ch] "$root"/kernels/*.h "$bench_work/kernels/"
    set -- run --jobs 1 --row "$bench_row" --kernels "$bench_work/kernels"
    bench_to=unedited bench_seconds "$host/crosslane" "$@"
    round=0
    while [ $((round += 1)) -le "$bench_rounds" ]; do
        # Another line number is other code: the object has its lines.
        sed -i '1i /* edited */' "$bench_work/kernels/add_f32.c"
        bench_to=edited bench_seconds "$host/crosslane" "$@"
    done
    bench_ratio "one kernel of kernels/arith edited, against building and running all" edited unedited
    grep -l -s -F "XL_KERNELS:PATH=$bench_work/kernels" "$root"/build/*+*/CMakeCache.txt | xargs -r -n 1 dirname | xargs -r rm -rf
}

bench_header() {
    directory=$bench_work/build
    "$root/harness/build/cross-build.sh" "$directory" "$root/kernels/arith" x86_64 gcc O2 probes >"$bench_work/said" 2>&1 ||
        { tail -n 5 "$bench_work/said" >&2; bench_die "kernels/arith does not build" 1; }
    for header in OFF ON; do
        cmake -DCMAKE_DISABLE_PRECOMPILE_HEADERS=$header "$directory" >/dev/null || bench_die "cmake fails" 1
        bench_to=header-$header bench_seconds cmake --build "$directory" --target kernels-avx2
        cmake --build "$directory" --target clean >/dev/null
    done
    bench_ratio "compiling kernels/arith for avx2 with a precompiled header" header-OFF header-ON
}

# bench_count OPTION...: a line for each kernel and row: KERNEL ROW INSTRUCTIONS, per element. Rows that cannot run a peer say so on stderr.
bench_count() {
    "$host/bench_instructions" --instructions $bench_rows_chosen "$@" 2>>"$bench_work/counted" |
        awk 'NR > 1 { gsub(/\*/, "", $6); print $2, $1, $6 }'
}

# Kernels beside what a library would use instead: SLEEF, glibc's libmvec, code by hand. docs/results/peers.md.
bench_peers() {
    . "$root/harness/base/cache.sh"
    build_host crosslane rows test-programs
    bench_begin
    functions="exp_f32 log_f32 sin_f32 tanh_f32 pow_f32 exp_f64 log_f64 sin_f64 pow_f64"
    relaxed="exp_relaxed_f32 log_relaxed_f32 sin_relaxed_f32 exp_relaxed_f64 log_relaxed_f64 sin_relaxed_f64"
    by_hand="dot_f32 sum_f64 find_byte utf8_valid"
    # One row of each ISA: gcc, -O2, the longer vectors of SVE and RVV.
    "$host/crosslane" list rows | awk -F '\t' '$4 == "gcc" && $5 == "O2" && $7 > 0 && $6 != "native" {
        if (!($3 in row) || $7 == 256) row[$3] = $1 } END { for (isa in row) print row[isa], isa }' | sort >"$bench_work/rows"
    bench_rows_chosen=$(awk '{ print "--row", $1 }' "$bench_work/rows")
    set --
    for kernel in $functions $relaxed $by_hand; do set -- "$@" --kernel "$kernel"; done
    bench_count "$@" >"$bench_work/ours"
    set --
    for kernel in $functions; do
        set -- "$@" --kernel "sleef_${kernel%_*}_u*_${kernel##*_}"
    done
    bench_count "$@" >"$bench_work/sleef"
    bench_count --kernels "$root/tests/bench/peers" >"$bench_work/hand"
    bench_rows_chosen=$(awk '$2 ~ /^(neon|sve|sse4|avx2|avx512)$/ { print "--row", $1 }' "$bench_work/rows")
    set --
    for kernel in $functions; do set -- "$@" --kernel "$kernel"; done
    bench_count --kernels "$root/examples/outside/libmvec" "$@" >"$bench_work/mvec"

    cat <<'END'
<!-- Generated by `./crosslane bench --peers --docs`; do not edit. -->
<!-- SPDX-License-Identifier: MIT -->

# Peers

What a kernel of Crosslane costs beside what a library would use instead. `./crosslane bench --peers` measures it in one run.

## Instructions per element

Executed instructions under QEMU at -O2 (gcc), in the steady state: ours, then the peer's. Errors in ULP: ours at most 1.3 (`tanh_f32` 1.5),
`u10` 1, `u35` 3.5, libmvec 4.

Ours give the same bits on each ISA. That is what costs on sse2 and sse4, which have no FMA. The kernels named `relaxed` do not promise it: they
round products by themselves there, and are the same as the others elsewhere. SLEEF and libmvec do as they do.
END
    bench_peer_table "SLEEF, u10" "$bench_work/sleef" "$functions $relaxed" u10
    bench_peer_table "SLEEF, u35" "$bench_work/sleef" "$functions $relaxed" u35
    bench_peer_table "glibc's libmvec" "$bench_work/mvec" "$functions $relaxed"
    bench_peer_table "By hand" "$bench_work/hand" "$by_hand" hand
    grep -q -w avx2 /proc/cpuinfo || return 0
    find "$root/build/x86_64-gcc-O2/CMakeFiles/kernels-avx2.dir" -name '*.o' >"$bench_work/objects"
    cc -O2 -mavx2 -o "$bench_work/native_peers" "$root/tests/bench/native_peers.c" "@$bench_work/objects" -ldl -lm >"$bench_work/said" 2>&1 ||
        { tail -n 5 "$bench_work/said" >&2; bench_die "the kernels cannot be linked" 1; }
    printf '\n## Time per element\n\nOn the CPU that ran the benchmark (AVX2, in the first-level cache), in ns. The fastest of 400 turns.\n\n'
    printf '| kernel | ours | SLEEF u10 | SLEEF u35 | libmvec |\n|---|--:|--:|--:|--:|\n'
    # Sysroots with more packages have the same SLEEF.
    set -- "$cache"/sysroot-x86_64-*/usr/lib/x86_64-linux-gnu/libsleef.so.3
    "$bench_work/native_peers" "$1" >"$bench_work/times" || bench_die "the kernels cannot be timed" 1
    awk '{ printf "| `%s` | %s | %s | %s | %s |\n", $1, $2, $3, $4, $5 }' "$bench_work/times"
}

# bench_peer_table TITLE FILE KERNELS [KIND]: a column for each ISA that has the peer.
bench_peer_table() {
    printf '\n### %s\n\n' "$1"
    awk -v kernels="$3" -v kind="${4:-}" '
        FILENAME ~ /rows$/ { isa[$1] = $2; order[++columns] = $1; next }
        FILENAME ~ /ours$/ { ours[$1, $2] = $3; next }
        { peer[$1, $2] = $3; has[$2] = 1 }
        function name(k) {
            if (kind == "hand") return "hand_" k
            sub(/_relaxed/, "", k)
            if (kind == "") return k
            match(k, /_f[0-9]+$/)
            return "sleef_" substr(k, 1, RSTART - 1) "_" kind substr(k, RSTART)
        }
        END {
            printf "| kernel |"; rule = "|---|"
            for (c = 1; c <= columns; c++) if (has[order[c]]) { printf " %s |", isa[order[c]]; rule = rule "---|" }
            printf "\n%s\n", rule
            count = split(kernels, list, " ")
            for (k = 1; k <= count; k++) {
                line = ""; found = 0
                for (c = 1; c <= columns; c++) {
                    if (!has[order[c]]) continue
                    a = ours[list[k], order[c]]; b = peer[name(list[k]), order[c]]
                    if (b != "") found = 1
                    line = line (a != "" && b != "" ? sprintf(" %.2f, %.2f |", a, b) : " |")
                    # Where the ISA has FMA, a relaxed kernel is the other once more.
                    if (a != "" && b > 0) { of = list[k] ~ /_relaxed/; sum[of] += log(a / b); pairs[of]++ }
                }
                if (found) printf "| `%s` |%s\n", list[k], line
            }
            if (pairs[0]) printf "\nOurs / peer, geometric mean of %d: %.2f", pairs[0], exp(sum[0] / pairs[0])
            if (pairs[1]) printf "; of %d of relaxed kernels: %.2f", pairs[1], exp(sum[1] / pairs[1])
            if (pairs[0]) print "."
        }' "$bench_work/rows" "$bench_work/ours" "$2"
}

bench_main() {
    if [ "${1:-}" = rate ]; then
        shift
        build_host crosslane rows test-programs
        exec "$host/bench_rate" "$@"
    fi
    if [ "${1:-}" = --peers ]; then
        case ${2:-} in
        '') bench_peers ;;
        --docs) bench_peers >"$root/docs/results/peers.new" && mv "$root/docs/results/peers.new" "$root/docs/results/peers.md" ;;
        *) bench_die "bench --peers: unexpected argument '$2'" ;;
        esac
        return
    fi
    if [ "${1:-}" = --vocabulary ]; then
        shift
        exec "$root/tests/bench/vocabulary-cost.sh" "$@"
    fi
    for word; do
        [ "$word" != --instructions ] || { build_host crosslane rows test-programs; exec "$host/bench_instructions" "$@"; }
    done
    while [ $# -gt 0 ]; do
        case $1 in
        --help) bench_usage; exit ;;
        --row) bench_row=${2:?crosslane: error: option '--row' needs a value}; shift 2 ;;
        --rounds) bench_rounds=${2:?crosslane: error: option '--rounds' needs a value}; shift 2 ;;
        *) bench_die "bench: unexpected argument '$1'
  help: ./crosslane bench --help" ;;
        esac
    done
    case $bench_rounds in *[!0-9]* | 0 | ????*) bench_die "--rounds: '$bench_rounds' is not a number from 1 to 999" ;; esac
    build_host crosslane rows test-programs
    "$host/crosslane" list rows | cut -f 1 | grep -q -x -F -e "$bench_row" ||
        bench_die "unknown row '$bench_row'
  help: ./crosslane list rows"
    bench_begin
    bench_rows
    bench_edit
    bench_header
    "$host/bench_judge"
}

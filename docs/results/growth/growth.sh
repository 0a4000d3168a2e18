#!/bin/sh
# Measures docs/results/growth.md: what 1, 10 and 100 times the rows, kernels, elements and tests cost in processor time and memory.
# SPDX-License-Identifier: MIT
# Usage: growth.sh [ROUNDS]    writes the page's table and its picture, after `./crosslane test` or `ci build-native` has built the tool
#
# All rows are of this machine's CPU, so that 2,500 rows take seconds; all kernels are copies of one.
set -u
rounds=${1:-1}
here=$(CDPATH= cd "$(dirname "$0")" && pwd)
root=$(CDPATH= cd "$here/../../.." && pwd)
crosslane=$root/build/host/crosslane
export LC_ALL=C
work=$(mktemp -d)
trap 'grep -l -s -F "XL_KERNELS:PATH=$work" "$root"/build/*+*/CMakeCache.txt | xargs -r -n 1 dirname | sed "p; s/\$/.lock/" | xargs -r rm -rf; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
# Results of the copies must not push others out of the cache.
results=$work/cache
. "$root/harness/base/environment.sh"
. "$root/harness/base/cache.sh"
mkdir "$results"
cc -O2 -o "$work/measure" "$here/measure.c" || exit 1
for tree in "$cache"/*; do
    [ "${tree##*/}" = results ] || ln -s "$tree" "$results/"
done
export CROSSLANE_CACHE="$results"

# cpus COUNT INDENT: so many items of a list.
cpus() {
    awk -v count="$1" -v indent="$2" 'BEGIN { for (i = 1; i <= count; i++)
        printf "%" indent "s- {arch: x86_64, name: cpu%d, qemu_cpu: native, isa: sse2, vl: 128}\n", "", i }'
}

# rows COUNT: crosslane.yml with so many rows, at most 100.
rows() {
    printf 'rows:\n  exclude: "*"\n  include:\n'
    cpus "$1" 4 | sed 's/}$/, compiler: gcc, opt: O2}/'
}

# matrix COUNT: a matrix with so many rows.
matrix() {
    printf 'build:\n  arch: [x86_64]\n  compiler: [gcc]\n  opt: [O2]\ntest:\n  cpu:\n'
    cpus "$1" 4
    printf '  compiler: [gcc]\n  opt: [O2]\n'
}

# directory NAME KERNELS ROWS: kernels that add 1, and rows.
directory() {
    mkdir "$work/$1"
    rows "$3" >"$work/$1/crosslane.yml"
    i=0
    while [ $((i += 1)) -le "$2" ]; do
        sed "s/add_f32/add_$i/g" "$root/kernels/arith/add_f32.c" >"$work/$1/add_$i.c"
    done
}

# cost WHAT SCALE COMMAND...: prints its line, of the round with the least processor time. The first run makes builds, and is not measured.
cost() {
    what=$1
    scale=$2
    shift 2
    "$@" >"$work/said" 2>&1
    round=0
    while [ $((round += 1)) -le "$rounds" ]; do
        "$work/measure" "$work/measured" "$@" >"$work/said" 2>&1 || {
            tail -n 5 "$work/said" >&2
            echo "growth: '$what' fails at $scale" >&2
            exit 1
        }
        cat "$work/measured"
    done | sort -g | head -n 1 | sed "s/^/$what $scale /"
}

# rows_at SCALE: the same kernel on 25 rows times the scale; plan has 1 row times the scale.
rows_at() {
    directory "rows$1" 1 "$1"
    matrix $((25 * $1)) >"$work/matrix$1.yml"
    set -- "$1" --kernels "$work/one" --matrix "$work/matrix$1.yml"
    "$crosslane" run "$2" "$3" "$4" "$5" --tier full --json "$work/rows$1.json" >"$work/said" 2>&1 || { tail -n 5 "$work/said" >&2; exit 1; }
    cost run-rows "$1" "$crosslane" run "$2" "$3" "$4" "$5" --tier full
    cost plan "$1" "$crosslane" plan --tier full --kernels "$work/rows$1"
    cost report "$1" "$crosslane" report "$work/rows$1.json" --html "$work/html" --junit "$work/junit"
    split "$1"
    cost merge "$1" "$crosslane" merge --json "$work/merged" "$work"/part*.json
}

# split SCALE: the results of each 25 rows, as jobs leave them.
split() {
    rm -f "$work"/part*.json
    i=0
    while [ $((i += 1)) -le "$1" ]; do
        sed "s/x86_64-cpu/x86_64-job${i}_/g" "$work/rows1.json" >"$work/part$i.json"
    done
}

# kernels_at SCALE: 3 kernels times the scale on one row.
kernels_at() {
    directory "kernels$1" $((3 * $1)) 1
    cost run-kernels "$1" "$crosslane" run --kernels "$work/kernels$1"
}

# elements_at SCALE: one kernel on one row, with 10 rounds of inputs times the scale; run each time.
elements_at() {
    cost elements "$1" "$crosslane" run --no-cache --count $((10 * $1)) --kernels "$work/rows1" --tier full
}

# tests_at SCALE: a suite of 2 tests times the scale on one row.
tests_at() {
    mkdir "$work/suite$1"
    cat >"$work/suite$1/passes.c" <<'END'
#include <emmintrin.h>

int main(void)
{
    volatile int one = 1;
    __m128i two = _mm_add_epi32(_mm_set1_epi32(one), _mm_set1_epi32(one));
    return _mm_cvtsi128_si32(two) != 2;
}
END
    printf 'all: passes\n' >"$work/suite$1/Makefile"
    {
        rows 1
        printf 'suite:\n  build: make\n  test:\n'
        awk -v count=$((2 * $1)) 'BEGIN { for (i = 1; i <= count; i++) printf "    test%d: ./passes\n", i }'
    } >"$work/suite$1/crosslane.yml"
    cost tests "$1" "$crosslane" suite "$work/suite$1" --no-cache --no-control
}

directory one 1 1
rm "$work/one/crosslane.yml"    # its rows are those of --matrix
for scale in 1 10 100; do
    rows_at $scale
    elements_at $scale
    kernels_at $scale
    tests_at $scale
done >"$work/costs" || exit
awk -f "$here/plot.awk" "$work/costs" >"$root/docs/growth.svg"

# What one unit more costs is between 10x and 100x, so that what a command always does is left out.
{
    sed '/^| work/,$d' "$here/../growth.md"
    printf '| work | 1x | 10x | 100x | 10x to 100x | memory: 1x | 10x | 100x |\n|---|--:|--:|--:|--:|--:|--:|--:|\n'
    awk '{ if (!($1 in has)) name[++names] = $1; has[$1] = 1; s[$1, $2] = $3; m[$1, $2] = $4 }
        END { for (i = 1; i <= names; i++) { n = name[i]
            printf "| %s | %.2f s | %.2f s | %.2f s | %.1f times | %.0f MiB | %.0f MiB | %.0f MiB |\n", n,
                s[n, 1], s[n, 10], s[n, 100], s[n, 100] / s[n, 10], m[n, 1], m[n, 10], m[n, 100] } }' "$work/costs"
} >"$work/page" && cp "$work/page" "$here/../growth.md"

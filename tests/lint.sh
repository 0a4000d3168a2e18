#!/bin/sh
# clang-format and clang-tidy of the tools tree, and cppcheck for the agent. Usage: lint.sh [--fix] [--in DIRECTORY] [--drawn | FILE...]
# SPDX-License-Identifier: MIT
#
# --fix lays out what clang-format minds. DIRECTORY is another work tree of the same shape, FILE what alone is looked at. --drawn: what has
# changed since a day before the commit, and a seventh of the other files, drawn by its hash.
# What was clean is not looked at again before it, something that it includes, the settings or the tool has changed: the cache
# directory has a stamp for it, which serves every clone; another DIRECTORY has its own in build/lint. What this branch changed comes first.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
directory=$root
fix=
drawn=

die() {
    echo "lint.sh: error: $1" >&2
    exit 2
}

while [ $# -gt 0 ]; do
    case $1 in
    --fix) fix=1 ;;
    --drawn) drawn=1 ;;
    --in) [ $# -gt 1 ] || die "--in wants a directory"; directory=$2; shift ;;
    -*) die "unknown option $1; it has --fix, --in and --drawn" ;;
    *) break ;;
    esac
    shift
done
[ "$directory" = "$root" ] && again=tests/lint.sh || again="tests/lint.sh --in $directory"
cd "$directory"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

# The same versions everywhere: others lay code out otherwise and know other checks.
if [ "${CROSSLANE_TOOLS:-}" = host ]; then
    for tool in clang-format clang-tidy cppcheck; do
        command -v $tool >/dev/null && continue
        [ -z "${CI:-}" ] || { echo "FAIL: CROSSLANE_TOOLS=host, and PATH has no $tool"; exit 1; }
        echo "skipped: CROSSLANE_TOOLS=host, and PATH has no $tool"
        exit 77
    done
    clang_format=clang-format
    clang_tidy=clang-tidy
    cppcheck=cppcheck
    echo "CROSSLANE_TOOLS=host: $(clang-format --version), $(cppcheck --version), not those of the tools tree"
else
    tools=$("$root/sysroots/mk-tools")
    clang_format=$tools/usr/bin/clang-format-19
    clang_tidy=$tools/usr/bin/clang-tidy-19
    cppcheck=$tools/usr/bin/cppcheck
fi

# What there is, what of it changed first: since the last commit, then since the branch left main.
git ls-files -co --exclude-standard '*.c' '*.h' | sort -u >"$work/there"
{
    git diff --name-only HEAD
    git ls-files -o --exclude-standard
    for main in main origin/main; do
        ! base=$(git merge-base HEAD $main 2>/dev/null) || git diff --name-only "$base"
    done
} >"$work/changed"
grep -x -F -f "$work/there" "$work/changed" | cat - "$work/there" | awk '!seen[$0]++' |
    while read -r file; do [ ! -e "$file" ] || echo "$file"; done >"$work/files"
# seventh FILES: a seventh of these lines, by the commit's hash.
seventh() {
    seed=$(git rev-parse HEAD 2>/dev/null || echo none)
    while read -r file; do echo "$(printf '%s %s' "$seed" "$file" | cksum | cut -d ' ' -f 1) $file"; done <"$1" | awk '$1 % 7 == 0 { print $2 }'
}

if [ -n "$drawn" ]; then
    base=$(git rev-list -1 --before="$(($(git log -1 --format=%ct) - 86400))" HEAD 2>/dev/null || :)
    [ -z "$base" ] || git diff --name-only "$base" HEAD >>"$work/changed"
    seventh "$work/files" | cat - "$work/changed" | sort -u >"$work/wanted"
    grep -x -F -f "$work/wanted" "$work/files" >"$work/some" || :
    echo "$(wc -l <"$work/some") of $(wc -l <"$work/files") files: changed, or drawn"
    mv "$work/some" "$work/files"
elif [ $# -gt 0 ]; then
    for file; do
        file=${file#"$PWD/"}
        grep -x -F -e "${file#./}" "$work/files" >>"$work/wanted" || die "$file is no C of this work tree"
    done
    mv "$work/wanted" "$work/files"
fi

# What each looks at. The headers of the vocabulary are macros over ten types, which clang-format only makes longer; what is
# compiled for another machine is not in build/host, where clang-tidy finds how to read a file. libmvec.c is generated.
grep -v -E '^arch/.*/.*\.h$|^arch/(vec|vec_perm[a-z_]*|generic[a-z_]*|each_[a-z]*|neon_[a-z_]*|thirds|template|bitcast|compress8|compress16|strips|blocks[a-z_]*|dot|first_fault|former|partial256)\.h$|^tests/vec/|^examples/outside/libmvec/libmvec\.c$' "$work/files" >"$work/format" || :
grep -E '^arch/[^/]*/(pc|breach)\.h$' "$work/files" >>"$work/format" || :
grep -E '^harness/agent/.*\.c$' "$work/files" >"$work/cppcheck" || :
# Some are compiled with what they are told.
grep -E '^(harness|sysroots)/.*\.c$' "$work/files" | grep -v '^harness/\(agent/.*\|build/broken\|build/module_entry\|repro/standalone_program\)\.c$' >"$work/tidy" || :

stamps=$PWD/build/lint
[ "$directory" != "$root" ] || stamps=${CROSSLANE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/crosslane}/lint
mkdir -p "$stamps"
find "$stamps" -type f -mtime +30 -delete

# sum TOOL FILE: names the version of a tool and its settings.
sum() {
    { "$1" --version && cat "$2"; } | sha256sum | cut -c 1-16
}

# names FILE: its lines in one.
names() {
    awk '!seen[$0]++' "$1" | paste -s -d ' '
}

# minds TOOL FILES WHAT: a tool's findings were printed; says whose they are and what to do.
minds() {
    echo "FAIL: $1: $(names "$2")"
    echo "  $3"
    return 1
}

look_format() {
    seen=$stamps/format-$(sum "$clang_format" .clang-format)
    mkdir -p "$seen"
    tr '\n' '\0' <"$work/format" | xargs -0 -r sha256sum | while read -r hash file; do
        [ -e "$seen/$hash" ] || echo "$hash $file"
    done >"$work/unseen"
    status=0
    cut -d ' ' -f 2- "$work/unseen" | tr '\n' '\0' |
        xargs -0 -r -n 32 -P "$(nproc)" "$clang_format" --dry-run -Werror >"$work/said" 2>&1 || status=$?
    sed -n 's/^\(.*\):[0-9]*:[0-9]*: error: .*/\1/p' "$work/said" | awk '!seen[$0]++' >"$work/bad"
    # Above 123 it was killed or not found; a status without a finding is about the settings. Then nothing counts as seen.
    if [ "$status" -gt 123 ] || { [ "$status" != 0 ] && [ ! -s "$work/bad" ]; }; then
        cat "$work/said"
        echo "FAIL: clang-format could not look at everything"
        return 1
    fi
    while read -r hash file; do
        grep -q -x -F -e "$file" "$work/bad" || : >"$seen/$hash"
    done <"$work/unseen"
    [ -s "$work/bad" ] || return 0
    if [ -n "$fix" ]; then
        sed 's/^/laid out: /' "$work/bad"
        tr '\n' '\0' <"$work/bad" | xargs -0 "$clang_format" -i
        return
    fi
    awk -F : '/ error: / && !n[$1]++ { file[++count] = $1; line[count] = $2 }
        END { for (i = 1; i <= count; i++) printf "%s:%s: the first of %d places\n", file[i], line[i], n[file[i]] }' "$work/said"
    minds clang-format "$work/bad" "to lay out: $again --fix"
}

# From CMake's list, in which each key has a line: how each file is compiled, as a line of shell that begins with its name.
compile_commands() {
    awk -F '": "' '
        { value = $2; sub(/",?$/, "", value); gsub(/\\"/, "\"", value); gsub(/\\\\/, "\\", value) }
        /^ *"directory"/ { directory = value }
        /^ *"command"/ { command = value; sub(/ -o [^ ]* -c /, " ", command) }
        /^ *"file"/ { print value "\tcd \"" directory "\" && " command }' build/host/compile_commands.json
}

look_tidy() {
    [ -e build/host/compile_commands.json ] || {
        echo "FAIL: clang-tidy: there is no build/host/compile_commands.json: \`./crosslane list rows\` makes it"
        return 1
    }
    compile_commands >"$work/commands"
    : >"$work/bad"
    seen=$stamps/tidy-$(sum "$clang_tidy" .clang-tidy)
    mkdir -p "$seen"
    # The stamp is of how the file is compiled and of everything that the preprocessor reads.
    tr '\n' '\0' <"$work/tidy" | XL_TIDY=$clang_tidy XL_WORK=$work XL_SEEN=$seen xargs -0 -r -n 1 -P "$(nproc)" sh -c '
        out=$XL_WORK/$(echo "$1" | tr / ,)
        command=$(awk -F "\t" -v file="$PWD/$1" "\$1 == file { print \$2; exit }" "$XL_WORK/commands")
        stamp=
        if [ -n "$command" ] && sh -c "$command -M -MF \"$out.d\" -MT made" 2>/dev/null; then
            stamp=$XL_SEEN/$({ echo "$command" && sed "s/^made://; s/ \\\\\$//" "$out.d" | xargs sha256sum; } |
                sed "s#$PWD/##g" | sha256sum | cut -c 1-32)
            [ ! -e "$stamp" ] || exit 0
        fi
        if "$XL_TIDY" -p build/host --quiet "$1" >"$out.out" 2>"$out.err"; then
            [ -z "$stamp" ] || : >"$stamp"
        else
            [ -s "$out.out" ] || mv "$out.err" "$out.out"
            flock "$XL_WORK" cat "$out.out"
            echo "$1" >>"$XL_WORK/bad"
        fi' sh
    [ ! -s "$work/bad" ] || minds clang-tidy "$work/bad" "once mended: $again $(names "$work/bad")"
}

# The few files that clang-tidy cannot read.
look_cppcheck() {
    [ -s "$work/cppcheck" ] || return 0
    set -- -q --std=c11 --enable=warning,performance,portability --inline-suppr --suppress=missingIncludeSystem \
        -Iharness -Ikernels -Iarch -Ibuild/host/arch
    # A third more time for all branches. 2.10 and older, which CROSSLANE_TOOLS=host may find, follow them unasked.
    ! "$cppcheck" --check-level=exhaustive --version >/dev/null 2>&1 || set -- "$@" --check-level=exhaustive
    ! "$cppcheck" "$@" -j "$(nproc)" --error-exitcode=1 --file-list="$work/cppcheck" 2>"$work/said" || return 0
    cat "$work/said"
    sed -n 's/^\([^: ]*\):[0-9]*:[0-9]*: [a-z]*: .*\[[a-zA-Z]*\]$/\1/p' "$work/said" >"$work/bad"
    minds cppcheck "$work/bad" "once mended: $again $(names "$work/bad")"
}

passed=0
failed=0
for tool in format tidy cppcheck; do
    if look_$tool; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]

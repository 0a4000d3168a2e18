#!/bin/sh
# `crosslane affected` says of files of harness/ that no row depends on them: then nothing that decides a result includes or names them.
# Then `affected` and `plan` in the repository of a library.
# SPDX-License-Identifier: MIT
# Usage: affected-classes.sh CROSSLANE
set -eu
crosslane=$(realpath "$1")
. "$(dirname "$0")/checking.sh"
export LC_ALL=C GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
export GIT_AUTHOR_NAME=test GIT_AUTHOR_EMAIL=test@localhost GIT_COMMITTER_NAME=test GIT_COMMITTER_EMAIL=test@localhost
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE

command -v git >/dev/null && git -C "$root" rev-parse --verify --quiet HEAD >/dev/null ||
    { echo "skipped: no git repository to ask what changed (apt-get install -y git)"; exit 77; }

# same WHAT GOT WANTED
same() { check "$1" is "$2" "$3"; }

commit() { git add -A && git commit -q --allow-empty -m edit; }

# A copy of the work tree, with a tool of its own.
tree=$work/tree
mkdir -p "$tree/build/host"
git -C "$root" ls-files -co --exclude-standard >"$work/files"
(cd "$root" && while read -r file; do [ ! -e "$file" ] || echo "$file"; done <"$work/files" | tar -cf - -T -) | tar -xf - -C "$tree"
for file in crosslane kernels.so kernel-names; do cp "$(dirname "$crosslane")/$file" "$tree/build/host"; done
tool=$tree/build/host/crosslane
cd "$tree"
git init -q . && commit
rows=$("$tool" list rows | wc -l)

# answer FILE: "FILE ROWS" of each file that differs from HEAD.
answer() {
    "$tool" affected --base HEAD "${2:---}" ${3:+"$3"} 2>&1 >/dev/null | sed -n 's/^\([^ ]*\): \([0-9]*\) rows: .*/\1 \2/p' >"$1"
}

# Files on which results may depend. Those of run and of all components that it uses; of the command line what run's has.
deciding() {
    {
        echo cli/cmd_run.c
        echo cli/main.c
        ls -d harness/run/*.[ch] | sed 's/^harness\///'
    } >"$work/todo"
    : >"$work/found"
    while [ -s "$work/todo" ]; do
        sort -u "$work/todo" "$work/found" >"$work/all"
        comm -23 "$work/all" "$work/found" >"$work/new"
        cp "$work/all" "$work/found"
        # What a file includes, and the source of each header. What cmd_run.c prints with decides nothing.
        while read -r file; do
            [ -e "harness/$file" ] || continue
            found=$(sed -n 's/^#include "\([a-z]*\/[a-z_]*\)\.[hc]".*/\1/p' "harness/$file")
            for module in $found; do
                case $file:$module in cli/*:cli/*) ;; cli/*) continue ;; esac
                ls -d "harness/$module".[ch] 2>/dev/null | sed 's/^harness\///'
            done
        done <"$work/new" >"$work/todo"
        sort -u "$work/todo" >"$work/sorted"
        comm -23 "$work/sorted" "$work/found" >"$work/todo"
    done
    cat "$work/found"
}

# wrong: what decides results although no row is said to depend on it.
wrong() {
    deciding | sed 's/^/harness\//' >"$work/deciding"
    grep -x -F -f "$work/none" "$work/deciding" || :
    # Scripts and texts, by their names.
    for directory in agent base binary build execute matrix oracle repro results run; do
        grep -r -n -o -E '(harness/)?(report|ci|suite|cli)/[a-z_-]+\.(sh|c|h|html|def)\b' "harness/$directory" || :
    done | grep -v -E ':(harness/)?(cli/cli|cli/ci)\.' >"$work/names" || :
    sed 's/^\([^:]*\):[0-9]*:\(harness\/\)\{0,1\}\(.*\)/\1 harness\/\3/' "$work/names" | while read -r from name; do
        ! grep -q -x -F -e "$name" "$work/none" || grep -q "^ \*\|/\*\|#.*$name" "$from" || echo "$from names $name"
    done
}

git ls-files harness >"$work/own"
while read -r file; do printf '\n' >>"$file"; done <"$work/own"
"$tool" affected --base HEAD >/dev/null 2>"$work/said"
sed -n 's/^\([^ ]*\): 0 rows: .*/\1/p' "$work/said" >"$work/none"
git checkout -q .
same "files of harness/ in the answer" "$(grep -c '^harness/[^ ]*: [0-9]* rows: ' "$work/said")" "$(wc -l <"$work/own")"
for part in report ci suite cli; do
    grep -q "^harness/$part/" "$work/none" || fail "no file of harness/$part is said to affect no row"
done
for part in agent base binary build execute matrix oracle repro results run; do
    same "files of harness/$part without rows" "$(grep "^harness/$part/" "$work/none")" ""
done
same "deciding files without rows" "$(wrong)" ""
[ "$(wc -l <"$work/deciding")" -gt 100 ] || fail "only $(wc -l <"$work/deciding") files decide results"
# It says so if one does.
for edit in run/row.c:report/console.h oracle/shape.c:ci/plan.h cli/options.c:cli/facts.h build/build.c:suite/suite.h; do
    sed -i "1a #include \"${edit#*:}\"" "harness/${edit%:*}"
    header=harness/${edit#*:}
    wrong | grep -q -x -F -e "$header" && passed=$((passed + 1)) || fail "harness/${edit%:*} includes $header, and nobody minds"
    git checkout -q .
done

# Other files that can change no result, and those that can.
for file in README.md docs/index.md .editorconfig matrix/github.yml.in matrix/gitlab-cross.yml tests/unit/test_plan.c .github/workflows/simd.yml; do
    echo >>"$file"
done
answer "$work/answer"
same "documents and the like" "$(grep -v ' 0$' "$work/answer")" ""
"$tool" plan --base HEAD >"$work/plan"
same "the plan of documents" "$(head -n 1 "$work/plan" | cut -d ' ' -f 1-6)" "plan: 0 of $rows rows in"
git checkout -q . && git clean -q -f
for file in crosslane CMakeLists.txt tests/vec/vec.cmake harness/build/cross-build.sh sysroots/suite harness/cli/ci.sh new-file; do
    echo >>"$file"
    answer "$work/answer"
    same "$file" "$(cat "$work/answer")" "$file $rows"
    rm -f new-file
    git checkout -q .
done
# Tests that are declared change nothing else; other lines may.
echo 'add_test(NAME other COMMAND true)' >>tests/tests.cmake
answer "$work/answer"
same "a declared test" "$(cat "$work/answer")" "tests/tests.cmake 0"
echo 'string(APPEND CMAKE_C_FLAGS " -DX")' >>tests/tests.cmake
answer "$work/answer"
same "a flag in tests.cmake" "$(cat "$work/answer")" "tests/tests.cmake $rows"
git checkout -q .

# Where nothing is installed: fresh runs if what it tries has changed, and by night.
fresh() {
    rm -f "$work/outputs"
    "$tool" plan --github "$work/outputs" "$@" >/dev/null
    sed -n 's/^fresh=//p' "$work/outputs"
}
same "fresh without a change" "$(fresh --base HEAD)" false
same "fresh by night" "$(fresh --tier full)" true
same "fresh of a CPU" "$(fresh --tier full --row 's390x-z15-*')" false
for file in crosslane sysroots/suite tests/fresh.sh CMakeLists.txt; do
    echo >>"$file"
    same "fresh after an edit of $file" "$(fresh --base HEAD)" true
    git checkout -q .
done
echo >>harness/run/run.c
same "fresh after an edit of run.c" "$(fresh --base HEAD)" false
git checkout -q .

# The vocabulary's tests run where they may have other results.
vocabulary() {
    "$tool" plan --json "$work/plan.json" "$@" >/dev/null
    sed -n 's/^ *"vocabulary": *"\(.*\)"$/\1/p' "$work/plan.json" | sort -u
}
same "the vocabulary without a base" "$(vocabulary)" true
for file in arch/s390x/vx.h tests/vec/test_vec.c toolchains/s390x-gcc.cmake; do
    echo >>$file
    same "the vocabulary after an edit of $file" "$(vocabulary --base HEAD)" true
    git checkout -q .
done
for file in harness/run/run.c kernels/arith/add_f32.c; do
    echo >>$file
    same "the vocabulary after an edit of $file" "$(vocabulary --base HEAD)" ""
    git checkout -q .
done

# A library with its kernels below a directory of its own repository.
library="$work/a library"
mkdir -p "$library/tests/simd" "$library/src"
cd "$library"
cp "$root/examples/demo/sum_i32.c" tests/simd/sum_i32.c
sed 's/sum_i32/xl_other/g' tests/simd/sum_i32.c >tests/simd/xl_other.c
echo 'int library;' >src/library.c
echo library >README.md
git init -q . && commit
simd=tests/simd

# library WHAT FILE KERNELS ROWS: what `affected` and `plan` say after an edit of the file.
library() {
    [ ! -e "$2" ] || cp "$2" "$work/kept"
    echo "${5:-}" >>"$2"
    "$tool" affected --kernels $simd --base HEAD >"$work/answer" 2>"$work/said"
    same "$1: kernels" "$(cut -f 2 "$work/answer" | sort -u)" "$3"
    "$tool" plan --kernels $simd --base HEAD >"$work/plan"
    same "$1: planned rows" "$(sed -n 's/^plan: \([0-9]*\) of .*/\1/p' "$work/plan")" "$4"
    git checkout -q . && git clean -q -f
}
pr=$("$tool" plan --kernels $simd | sed -n 's/^plan: \([0-9]*\) of .*/\1/p')
[ "$pr" -lt "$rows" ] || fail "the tier has all rows"
library "a kernel" $simd/sum_i32.c sum_i32 "$rows"
library "the library" src/library.c "all 2 kernels" "$pr"
library "crosslane.yml" $simd/crosslane.yml "all 2 kernels" "$pr" "define: [X=1]"
library "a document" README.md "" 0
library "a new header" $simd/new.h "all 2 kernels" "$pr"
echo '#include "../tests/simd/sum_i32.c"' >src/includes.c
commit
library "a kernel that another file includes" $simd/sum_i32.c "all 2 kernels" "$pr"
# Rows of its own: the plan has these and no others.
printf "rows:\n  only: [s390x-z15-*]\n  include:\n    - {arch: riscv64, name: x60, qemu_cpu: 'rv64,v=true,vlen=256', isa: rvv, vl: 256, opt: Os}\n" >$simd/crosslane.yml
commit
"$tool" plan --kernels $simd --tier full | sed -n 's/^  //p' | sort >"$work/planned"
"$tool" list rows --kernels $simd | cut -f 1 | sort >"$work/own"
same "the library's own rows" "$(cat "$work/planned")" "$(cat "$work/own")"
grep -q '^riscv64-x60-gcc-Os$' "$work/planned" || fail "no row of the library's own in its plan"
echo >>src/library.c
"$tool" affected --kernels $simd --base HEAD 2>/dev/null | cut -f 1 | sort >"$work/planned"
same "the library's own rows that a change can affect" "$(cat "$work/planned")" "$(cat "$work/own")"
git checkout -q .
mkdir "$work/outside"
cp $simd/sum_i32.c "$work/outside"
status=0
"$tool" affected --kernels "$work/outside" --base HEAD >"$work/answer" 2>&1 || status=$?
same "a library without git" "$status $(grep -c "in no git repository" "$work/answer")" "2 1"
conclude

#!/bin/sh
# Proves `crosslane affected`: in a copy of the tree, edits one random file after the other, builds, and looks whether
# every object that came out different belongs to rows and kernels of the answer. Then edits with a known answer.
# SPDX-License-Identifier: MIT
# Usage: affected.sh CROSSLANE     XL_EDITS: how many random edits; XL_SEED: which; XL_VERBOSE=1: a line for each
# Exit status: 0; 1 an answer is wrong; 77 there is no git to ask.
set -u
crosslane=$(realpath "$1")
. "$(dirname "$0")/checking.sh"
edits=${XL_EDITS:-20}
seed=${XL_SEED:-1}
scratch=$root/build/affected-proof
builds="aarch64-llvm-O2 riscv64-llvm-O2 x86_64-gcc-O2" # gcc takes ten times as long for RVV
tab=$(printf '\t')
export LC_ALL=C GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
export GIT_AUTHOR_NAME=test GIT_AUTHOR_EMAIL=test@localhost GIT_COMMITTER_NAME=test GIT_COMMITTER_EMAIL=test@localhost
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE

die() {
    fail "$*"
    conclude
    exit 1
}

### The scratch tree

# A copy of the work tree, with headers that some kernels include and others do not.
make_scratch() {
    mkdir -p "$root/build"
    exec 8>"$scratch.lock"
    flock 8    # two runs at once prove in turn
    rm -rf "$scratch"
    mkdir -p "$scratch/build/host"
    git -C "$root" ls-files -co --exclude-standard >"$work/files"
    (cd "$root" && while read -r file; do [ ! -e "$file" ] || echo "$file"; done <"$work/files" |
        tar -cf - -T -) | tar -xf - -C "$scratch" || die "cannot copy the tree"
    cp "$crosslane" "$scratch/build/host/crosslane" || die "cannot copy $crosslane"
    tool=$scratch/build/host/crosslane
    cd "$scratch" || exit 1
    # Enough of them: each edit of a common header compiles all again.
    kernel_files | awk 'NR % 20 != 1' | xargs rm -f
    kernel_files | sed -n 1,5p >"$work/first"
    { read -r file1; read -r file2; read -r file3; read -r file4; read -r file5; } <"$work/first"
    [ -n "$file5" ] || die "fewer than five kernels"
    write_header kernels/xl_some.h some
    write_header kernels/xl_isa.h isa
    write_header arch/xl_host.h host
    write_header arch/riscv64/xl_rvv.h rvv
    echo 'static const char xl_table[] __attribute__((used)) = "";' >kernels/xl_table.c
    include_in "$file1" xl_some.h
    include_in "$file5" xl_some.h "!defined XL_ISA_IS_scalar"
    include_in "$file2" xl_isa.h "defined XL_ISA_IS_sve || defined XL_ISA_IS_avx2"
    include_in "$file3" xl_table.c "defined XL_ISA_IS_neon || defined XL_ISA_IS_sse4"
    include_in "$file3" xl_host.h "defined XL_KERNEL_HOST"
    include_in "$file3" riscv64/xl_rvv.h "defined XL_ISA_IS_rvv"
    # Objects are compared: each kernel has one of its own.
    replace harness/build/kernels.cmake sed 's/^set(XL_UNIT [0-9]* /set(XL_UNIT 1 /'
    git init -q . && commit
}

# What is tracked and what will be, in an order that does not depend on the machine.
kernel_files() { find kernels -name '*.c' -exec grep -l '^XL_KERNEL(' {} + | sort; }

kernel_of() { basename "$1" .c; }

commit() { git add -A && git commit -q --allow-empty -m edit || die "git cannot commit"; }

# write_header FILE NAME: each object that includes it gets a symbol.
write_header() {
    printf '#ifndef XL_%s_H\n#define XL_%s_H\nstatic const char xl_%s[] __attribute__((used)) = "";\n#endif\n' \
        "$2" "$2" "$2" >"$1"
}

# replace FILE PROGRAM...: what the program makes of the file; its mode stays.
replace() {
    replaced=$1
    shift
    "$@" "$replaced" >"$work/new" && cat "$work/new" >"$replaced" || die "cannot edit $replaced"
}

# include_in FILE HEADER [CONDITION]
include_in() {
    line="#include \"$2\""
    [ -z "${3:-}" ] || line="#if $3\\n$line\\n#endif"
    replace "$1" awk -v line="$line" '{ print } /^#include "/ && !n++ { print line }'
}

# Cross builds as `crosslane run` makes them; the host's module as ./crosslane does.
build_host() {
    [ -e build/host/build.ninja ] || cmake -G Ninja -S . -B build/host || return
    harness/build/cross-build.sh --retry build/host
    cmake --build build/host --target kernels && harness/build/dependencies.sh build/host
}

isas_of() { sed -n 's/^XL_ISA(\([a-z0-9]*\),.*/\1/p' arch/scalar/isas.def "arch/$1/isas.def"; }

# What agents are linked of: objects are compared, and linking and disassembling fifty times over takes longer than compiling.
objects_of() { isas_of "$1" | sed 's/.*/kernels-& vl-&/' | paste -s -d ' ' - | sed 's/$/ probes agent/'; }

build_cross() {
    pids=
    for build in $builds; do
        IFS=- read -r arch compiler opt <<EOF
$build
EOF
        harness/build/cross-build.sh "build/$build" kernels "$arch" "$compiler" "$opt" "$(objects_of "$arch")" >"$work/$build.log" 2>&1 &
        pids="$pids $!"
    done
    status=0
    for pid in $pids; do wait "$pid" || status=1; done
    [ $status = 0 ] || { tail -n 15 "$work"/*-*.log >&2; die "the scratch tree does not build: $what"; }
}

build_all() {
    build_host >"$work/host.log" 2>&1 || { tail -n 15 "$work/host.log" >&2; die "the module does not build: $what"; }
    build_cross
}

# Records of a clean HEAD.
make_records() {
    rm -f build/*/dependencies*
    harness/build/dependencies.sh "$scratch/build/host" || die "no record of the host's"
    for build in $builds; do
        for isa in $(isas_of "${build%%-*}"); do
            harness/build/dependencies.sh "$scratch/build/$build" "$isa" || die "no record of $build"
        done
    done
}

# hide BUILD..., unhide: records are away for a while.
hide() { for build; do mkdir "build/$build/hidden" && mv "build/$build"/dependencies* "build/$build/hidden"; done; }
unhide() {
    for build in host $builds; do
        [ ! -e "build/$build/hidden" ] || { mv "build/$build/hidden"/* "build/$build" && rmdir "build/$build/hidden"; }
    done
}

hashes() {
    find build/host/CMakeFiles/kernels*.dir build/*/CMakeFiles/kernels-*.dir build/*/CMakeFiles/vl-*.dir \
        build/*/CMakeFiles/probes.dir build/*/CMakeFiles/agent.dir -name '*.c.o' -exec sha256sum {} + | sort -u
}

### Answers

# answer FILE OPTION...
answer() {
    answered=$1
    shift
    "$tool" affected "$@" >"$answered" 2>"$work/said" || { cat "$work/said" >&2; die "affected $* fails"; }
}

# One line for each row and kernel of what affected printed: "row<TAB>kernel"; with the kernel "*" for all.
pairs() {
    awk -F "$tab" -v OFS="$tab" '
        $2 ~ /^all / { print $1, "*"; next }
        { n = split($2, kernel, " "); for (i = 1; i <= n; i++) print $1, kernel[i] }' "$1"
}

# missing NEEDED ANSWER POSSIBLE: the pairs that are needed and possible, and not in the answer.
missing() {
    pairs "$2" >"$work/answer.pairs"
    pairs "$3" >"$work/possible.pairs"
    awk -F "$tab" '
        FILENAME == ARGV[1] { possible[$1, $2]; row[$1]; next }
        FILENAME == ARGV[2] { answer[$1, $2]; next }
        !($1 in row) || ($1, "*") in answer { next }
        $2 == "*" { print; next }
        !(($1, $2) in answer) && (($1, "*") in possible || ($1, $2) in possible)' \
        "$work/possible.pairs" "$work/answer.pairs" "$1"
}

# needed CHANGED: the pairs that objects belong to. An agent is the host tool's partner in all that a build runs, a host
# object the judge of its kernel on every row.
needed() {
    "$tool" list kernels | cut -f 1 >"$work/kernels"
    "$tool" list rows >"$work/rows"
    awk -F "$tab" -v OFS="$tab" '
        FILENAME == ARGV[1] { kernel[$1]; next }
        FILENAME == ARGV[2] { row[++rows] = $1; isa[rows] = $3; build[rows] = $2 "-" $4 "-" $5; next }
        {
            n = split($1, part, "/")
            target = part[4]
            name = "*"
            if (target ~ /^kernels-/) { name = part[n]; sub(/\.c\.o$/, "", name); if (!(name in kernel)) next }
            of = ""
            if (part[2] != "host" && target ~ /^(kernels|vl)-/) {
                of = target
                gsub(/^[a-z]*-|\.dir$/, "", of)
            }
            for (i = 1; i <= rows; i++)
                if ((part[2] == "host" || part[2] == build[i]) && (of == "" || of == isa[i])) print row[i], name
        }' "$work/kernels" "$work/rows" "$1" | sort -u
}

### Random edits

# below N: sets random to a number below N; the same ones for a seed on every machine.
state=$seed
below() {
    state=$(((state * 1103515245 + 12345) % 2147483648))
    random=$((state / 65536 % $1))
}

# pick: sets line to a random line of standard input.
pick() {
    cat >"$work/lines"
    below "$(($(wc -l <"$work/lines")))"
    line=$(sed -n "$((random + 1))p" "$work/lines")
}

# Flags that every compiler here takes; the first keeps the others in the object, so that each edit changes it.
flags() { echo "-frecord-gcc-switches -DXL_EDIT_$edit"; }

# Template files are included several times: a definition would be a second one.
symbol() { echo "__asm__(\".pushsection .note.edit; .long $edit; .popsection\");"; }

edit_kernel() {
    below 10
    case $random in
    0) printf '#error edit %s\n' "$edit" >>"$1"; what="$1 breaks" ;;
    1 | 2 | 3)
        find kernels arch/xl_*.h arch/riscv64/xl_*.h -name 'xl_*.h' | sort >"$work/headers"
        pick <"$work/headers"
        header=${line#kernels/}
        header=${header#arch/}
        printf '%s\n' "" "" "defined XL_ISA_IS_sve" "defined XL_ISA_IS_rvv" "defined XL_KERNEL_HOST" >"$work/conditions"
        pick <"$work/conditions"
        case $header in riscv64/*) line="defined XL_ISA_IS_rvv" ;; esac
        include_in "$1" "$header" "$line"
        what="$1 includes $header${line:+ if $line}"
        ;;
    *) symbol >>"$1" ;;
    esac
}

# edit_file FILE: changes what is made of it, if anything is.
edit_file() {
    what=$1
    case $1 in
    kernels/*.c) if grep -q '^XL_KERNEL(' "$1"; then edit_kernel "$1"; else symbol >>"$1"; fi ;;
    *.c) symbol >>"$1" ;;
    *.h)    # assembly includes some
        replace "$1" awk -v symbol="#ifndef __ASSEMBLER__\n$(symbol)\n#endif" '{ line[NR] = $0 } /^#endif/ { last = NR }
            END { for (i = 1; i <= NR; i++) { if (i == last) print symbol; print line[i] } if (!last) print symbol }'
        ;;
    arch/*/isas.def)
        grep -n '^XL_ISA(' "$1" | cut -d : -f 1 >"$work/candidates"
        pick <"$work/candidates"
        replace "$1" sed "${line}s/^\\(XL_ISA([a-z0-9]*, \"[^\"]*\\)\"/\\1 $(flags)\"/"
        ;;
    *.def) echo "/* edit $edit */" >>"$1" ;;
    toolchains/*) echo "string(APPEND CMAKE_C_FLAGS_INIT \" $(flags)\")" >>"$1" ;;
    *.cmake | CMakeLists.txt)
        below 2
        case $random in
        0) echo "add_compile_options($(flags))" >>"$1" ;;
        *) echo "string(APPEND CMAKE_C_FLAGS \" $(flags)\")" >>"$1" ;;
        esac
        ;;
    matrix/matrix.yml)
        grep -n "qemu_cpu: '" "$1" | cut -d : -f 1 >"$work/candidates"
        pick <"$work/candidates"
        replace "$1" sed "${line}s/\\(qemu_cpu: '[^']*\\)'/\\1,edit=$edit'/"
        ;;
    harness/build/compile-kernel.sh)
        replace "$1" sed "s/^if \"\\\$@\"/& $(flags)/"
        ;;
    *.json) echo >>"$1" ;;
    *) echo "# edit $edit" >>"$1" ;;
    esac
}

# One random edit of one file, more often than not of what is compiled; sets what.
edit_randomly() {
    kernel_files >"$work/kernel-files"
    broken=$(xargs grep -l '^#error' <"$work/kernel-files" | head -n 1)
    below 100
    if [ -n "$broken" ] && [ "$random" -lt 40 ]; then
        replace "$broken" sed '/^#error/d'
        what="$broken is mended"
    elif [ "$random" -lt 5 ] && [ "$(($(wc -l <"$work/kernel-files")))" -gt 8 ]; then
        pick <"$work/kernel-files"
        rm "$line"
        what="$line is removed"
    elif [ "$random" -lt 10 ]; then
        pick <"$work/kernel-files"
        what="$(dirname "$line")/xl_new_$edit.c"
        sed "s/\\b$(kernel_of "$line")\\b/xl_new_$edit/g" "$line" >"$what"
        what="$what is new"
    elif [ "$random" -lt 15 ]; then
        printf '%s\n' kernels kernels/arith arch arch/riscv64 >"$work/directories"
        pick <"$work/directories"
        what=$line/xl_new_$edit.h
        write_header "$what" "new_$edit"
        what="$what is new"
    else
        below 10
        if [ "$random" -lt 6 ]; then
            git ls-files arch kernels >"$work/files"
        else
            git ls-files | grep -v '^sysroots/' >"$work/files"    # which would make other trees
        fi
        pick <"$work/files"
        edit_file "$line"
    fi
}

# look NAME ANSWER: every needed pair is in it.
look() {
    missing "$work/needed" "$2" "$work/possible" >"$work/missing"
    [ -s "$work/missing" ] || return 0
    ok=0
    echo "edit $edit (seed $seed): $what: $1: not in the answer:" >&2
    head -n 5 "$work/missing" >&2
    head -n 3 "$work/changed" >&2
}

# percent FILE: of all pairs, in hundredths.
percent() {
    pairs "$work/possible" >"$work/possible.pairs"
    pairs "$1" | awk -F "$tab" -v kernels="$(wc -l <"$work/kernels")" -v file="$work/possible.pairs" '
        function weight(k) { return k == "*" ? kernels : 1 }
        BEGIN { FS = "\t"; while ((getline line <file) > 0) { split(line, f, "\t"); total += weight(f[2]) } }
        { found += weight($2) } END { printf "%d\n", found * 10000 / total }'
}

# Asks as a plan would, with the records of the base and the module of the base, then of the edit; as somebody with no
# cross build would; and with no record at all. Then builds, and compares.
try_edit() {
    ok=1
    edit_randomly
    answer "$work/before" --base HEAD
    build_host >"$work/host.log" 2>&1 || { tail -n 15 "$work/host.log" >&2; die "the module does not build: $what"; }
    answer "$work/with" --base HEAD
    hide $builds
    answer "$work/host-only" --base HEAD
    hide host
    answer "$work/without" --base HEAD
    unhide
    answer "$work/possible" --base HEAD --label ciflow/full
    find build -name '*.broken' | sed 's/\.c\.o\.broken$//; s/.*\///' | sort -u >"$work/broken"
    build_cross
    hashes >"$work/hashes.new"
    comm -3 "$work/hashes" "$work/hashes.new" | awk '{ print $NF }' | sort -u >"$work/changed"
    needed "$work/changed" >"$work/needed"
    for name in before with host-only without; do look "$name records" "$work/$name"; done
    # Records can only take away. Not from kernels that did not compile: what they are made from is not known.
    for name in with host-only; do
        pairs "$work/$name" | awk -F "$tab" 'FILENAME == ARGV[1] { broken[$1]; next } !($2 in broken)' \
            "$work/broken" - >"$work/small"
        missing "$work/small" "$work/without" "$work/possible" >"$work/missing"
        [ -s "$work/missing" ] || continue
        ok=0
        echo "edit $edit (seed $seed): $what: in the answer $name records, but not without any:" >&2
        head -n 5 "$work/missing" >&2
    done
    check "edit $edit (seed $seed): $what" [ $ok = 1 ]
    count=$(wc -l <"$work/changed")
    objects=$((objects + count))
    [ "$count" = 0 ] || effective=$((effective + 1))
    sum_with=$((sum_with + $(percent "$work/with")))
    sum_without=$((sum_without + $(percent "$work/without")))
    [ -z "${XL_VERBOSE:-}" ] || echo "edit $edit: $what: $count objects changed," \
        "$(percent "$work/with") of 10000 pairs in the answer, $(percent "$work/without") without records"
    mv "$work/hashes.new" "$work/hashes"
    commit
    make_records
}

### Edits with a known answer

# keep FILE..., and restore, which also takes commits since back: the files' times too, so that nothing is built again.
keep() {
    base=$(git rev-parse HEAD)
    rm -rf "$work/kept"
    mkdir "$work/kept"
    cp -p --parents "$@" "$work/kept"
}

restore() {
    git reset -q "$base"
    git clean -q -f -d
    cp -Rp "$work/kept/." .
}

# exactly NAME OPTION...: the answer is the lines of $work/expected.
exactly() {
    what_of=$1
    shift
    answer "$work/answer" --base HEAD "$@"
    sort -o "$work/answer" "$work/answer"
    sort -o "$work/expected" "$work/expected"
    diff "$work/expected" "$work/answer" >"$work/difference.out"
    check "$what_of: the answer (>) is what it should be (<)" [ ! -s "$work/difference.out" ]
    rm "$work/difference.out"
}

# rows CONDITION [KERNEL]: the answer that has the rows which the awk condition takes, with all their kernels or this one, if it is theirs.
rows() {
    awk -F "$tab" -v OFS="$tab" -v kernel="${2:-}" 'FILENAME == ARGV[1] { line[$1] = $0; next }
        { row = $1; arch = $2; isa = $3; compiler = $4; opt = $5; build = arch "-" compiler "-" opt; cpu = $6 }
        !(row in line) { next }
        '"$1"' { if (kernel == "") print line[row]; else if (line[row] ~ /\tall / || line[row] ~ ("[ \t]" kernel "( |$)")) print row OFS kernel }' \
        "$work/possible" "$work/rows"
}

# contains NAME CONDITION KERNEL: the answer has the kernel on these rows.
contains() {
    answer "$work/answer" --base HEAD
    rows "$2" "$3" >"$work/needed"
    missing "$work/needed" "$work/answer" "$work/possible" >"$work/missing"
    check "$1: not in the answer: $(head -n 3 "$work/missing")" [ -s "$work/needed" -a ! -s "$work/missing" ]
}

# expect STATUS WORDS OPTION...
expect() {
    status=$1
    words=$2
    shift 2
    check "affected $*" answers "$status" err "$words" "$tool" affected "$@"
}

known_answers() {
    answer "$work/possible" --base HEAD --label ciflow/full
    "$tool" list rows >"$work/rows"
    "$tool" list kernels | cut -f 1 >"$work/kernels"
    kernel1=$(kernel_of "$file1")
    edit=0

    : >"$work/expected"
    exactly "no change"
    for file in README.md docs/new.md examples/demo/sum_i32.c tests/whole/cli.sh; do
        [ -e $file ] && keep $file || keep README.md
        echo edit >>$file
        : >"$work/expected"
        exactly "$file"
        restore
    done
    for file in "$file4" "$file5"; do
        keep "$file"
        symbol >>"$file"
        rows 1 "$(kernel_of "$file")" >"$work/expected"
        exactly "$file"
        hide $builds host
        exactly "$file, no record"
        unhide
        rows 'arch != "riscv64"' "$(kernel_of "$file")" >"$work/expected"
        rows 'arch == "riscv64"' >>"$work/expected"
        exactly "$file, and a label" --label ciflow/riscv64 --label other
        rows 1 >"$work/expected"
        exactly "$file, and all tiers" --label ciflow/full
        restore
    done
    keep arch/aarch64/sve.h
    edit_file arch/aarch64/sve.h
    rows 'arch == "aarch64" && (build != "aarch64-llvm-O2" || isa ~ /^sve/)' >"$work/expected"
    exactly "arch/aarch64/sve.h, one build with a record"
    hide $builds host
    rows 'arch == "aarch64"' >"$work/expected"
    exactly "arch/aarch64/sve.h, no record"
    unhide
    restore
    keep toolchains/riscv64-gcc.cmake
    edit_file toolchains/riscv64-gcc.cmake
    rows 'arch == "riscv64" && compiler == "gcc"' >"$work/expected"
    exactly toolchains/riscv64-gcc.cmake
    restore
    keep matrix/matrix.yml
    echo "# edit" >>matrix/matrix.yml
    : >"$work/expected"
    exactly "a comment in matrix.yml"
    sed -i "s/qemu_cpu: 'a64fx'/qemu_cpu: 'a64fx,edit=on'/" matrix/matrix.yml
    rows 'cpu == "a64fx"' >"$work/expected"
    exactly "a CPU string in matrix.yml"
    [ -s "$work/expected" ] || fail "no row has the CPU string a64fx any more: name another in this test"
    restore
    rows 1 >"$work/expected"
    for file in unknown harness/results/results.c harness/new.c sysroots/suite kernels/contract.h kernels/new.h crosslane \
        arch/scalar/isas.def tests/vec/vec.cmake tests/vec/test_vec.c; do
        [ -e $file ] && keep $file || keep README.md
        echo "# edit" >>$file
        exactly $file
        restore
    done
}

# The host tool's own sources: everything. Only what it has of one architecture is the architecture's; and what prints, plans or runs suites
# is no row's (affected-classes.sh shows that).
host_sources() {
    directory=$(dirname "$crosslane")
    [ -e "$directory/.ninja_deps" ] || { fail "$directory has no .ninja_deps: is it no build of Ninja's?"; return; }
    ninja -C "$directory" -t deps | awk -v root="$root/" '/^[^ ]/ { own = /^CMakeFiles\/(harness|crosslane)\.dir\// }
        own && /^ / && index($1, root) == 1 { print substr($1, length(root) + 1) }' | sort -u | grep -v '^build/' |
        while read -r file; do [ ! -e "$file" ] || echo "$file"; done >"$work/sources"
    grep -q '^harness/cli/main.c$' "$work/sources" || fail "no dependencies of the host tool in $directory"
    keep $(cat "$work/sources")
    while read -r file; do echo "/* edit */" >>"$file"; done <"$work/sources"
    answer "$work/answer" --base HEAD
    restore
    cp "$work/said" "$work/placed"
    while read -r file; do
        case $file in
        harness/cli/cmd_run.c | harness/cli/main.c | harness/cli/cli.[ch] | harness/cli/commands.def | harness/cli/*options.[ch]) condition=1 ;;
        harness/report/* | harness/ci/* | harness/suite/* | harness/cli/*) condition=0 ;;
        arch/scalar/isas.def) condition=1 ;;
        arch/*/isas.def | arch/*/arch.def | arch/*/classify.c | arch/*/features.c | arch/*/features.def) condition="arch == \"$(basename "$(dirname "$file")")\"" ;;
        *) condition=1 ;;
        esac
        check "$file: the host tool is made from it" grep -q "^$file: $(rows "$condition" | wc -l) rows: " "$work/placed"
    done <"$work/sources"
}

# Records that are older than the base: what they do not know can be affected.
old_records() {
    edit=0
    kernel4=$(kernel_of "$file4")

    keep "$file4" kernels/xl_some.h
    include_in "$file4" xl_some.h
    commit
    edit_file kernels/xl_some.h
    contains "a kernel includes one more header since the records" 1 "$kernel4"
    contains "a kernel that included it before" 1 "$kernel1"
    restore

    keep kernels/xl_isa.h kernels/xl_some.h
    include='#include "xl_some.h"'
    replace kernels/xl_isa.h sed "2a$include"
    commit
    edit_file kernels/xl_some.h
    contains "a header includes one more header since the records" 'build == "aarch64-llvm-O2" && isa == "sve"' \
        "$(kernel_of "$file2")"
    restore

    # Included under no condition of the host: its record does not know.
    keep kernels/xl_some.h
    sed "s/\\b$kernel1\\b/xl_later/g" "$file1" >kernels/xl_later.c
    replace kernels/xl_later.c sed '/xl_some.h/d'
    include_in kernels/xl_later.c xl_some.h "defined XL_ISA_IS_neon || defined XL_ISA_IS_rvv"
    commit
    build_host >"$work/host.log" 2>&1 || die "the module does not build"
    edit_file kernels/xl_some.h
    answer "$work/possible" --base HEAD --label ciflow/full
    contains "a kernel that is newer than the records" 'isa == "neon" || isa == "rvv"' xl_later
    hide $builds
    contains "a kernel with no record but the host's" 'isa == "neon" || isa == "rvv"' xl_later
    unhide
    restore
    build_host >"$work/host.log" 2>&1 || die "the module does not build"
    make_records
    answer "$work/possible" --base HEAD --label ciflow/full

    keep "$file4" kernels/xl_some.h
    include_in "$file4" xl_some.h "defined XL_ISA_IS_neon"
    commit
    build_host >"$work/host.log" 2>&1 || die "the module does not build"
    touch arch/aarch64/features.c    # so that the build has something to tell
    harness/build/cross-build.sh build/aarch64-llvm-O2 kernels aarch64 llvm O2 probes >"$work/log" 2>&1 ||
        die "the probes do not build"
    edit_file kernels/xl_some.h
    contains "a build of less than all" 'build == "aarch64-llvm-O2" && isa == "neon"' "$kernel4"
    restore
    touch "$file4"
    build_host >"$work/host.log" 2>&1 || die "the module does not build"
    make_records

    keep harness/agent/agent.cmake kernels/xl_some.h
    replace harness/agent/agent.cmake sed '1i add_compile_options(-include "${PROJECT_SOURCE_DIR}/kernels/xl_some.h")'
    commit
    edit_file kernels/xl_some.h
    contains "flags include one more header since the records" 'build == "aarch64-llvm-O2"' "$kernel4"
    restore
}

command -v git >/dev/null && git -C "$root" rev-parse --verify --quiet HEAD >/dev/null ||
    { echo "skipped: no git repository to ask what changed"; exit 77; }
what="the tree as it is"
objects=0
effective=0
sum_with=0
sum_without=0
make_scratch
build_all
make_records

expect 2 "unknown commit 'nonsense'" --base nonsense
expect 2 "not a revision: '-x'" --base=-x
expect 2 "missing --base REV" --label ciflow/full
expect 2 "similar after ciflow/: riscv64" --base HEAD --label ciflow/risc64
known_answers
host_sources
old_records

hashes >"$work/hashes"
edit=1
while [ "$edit" -le "$edits" ]; do
    try_edit
    edit=$((edit + 1))
done
if [ "$edits" -gt 0 ]; then
    mean() { awk -v sum="$1" -v edits="$edits" 'BEGIN { printf "%.1f %%", sum / edits / 100 }'; }
    [ "$failed" = 0 ] && where=", all in the answer" || where=
    echo "$edits edits (seed $seed), $effective of which changed $objects objects$where; the answers had" \
        "$(mean "$sum_with") of all rows and kernels on average, $(mean "$sum_without") without records"
fi
conclude

#!/bin/sh
# Builds a library with its own build system, for one cross build. Quick if no file of the library has changed.
# SPDX-License-Identifier: MIT
# Usage: build-library.sh BUILDER DIR DIRECTORY ARCH COMPILER     BUILDER: cmake, make, meson or autotools; of projects, also cargo or go
#        build-library.sh BUILDER DIR DIRECTORY host              for this machine, by its own tools
#        build-library.sh --cross-file                         prints a Meson cross file
#        build-library.sh --cause LOG                          prints the line of a log that names why a build failed
#
# DIRECTORY/arguments, targets, archives and headers: items of crosslane.yml, one per line. The build is in DIRECTORY/made, and DIR stays unchanged.
# DIRECTORY/made-of: the library's files with their hashes. If it changes, the library is built again.
# DIRECTORY/made-by: how the library was built. If it changes, DIRECTORY/made is removed first.
# DIRECTORY/failed: the build failed, and cross-build.sh has not started again since.
# Environment: LDFLAGS; the variables of $tools below that exist; XL_AS, the assembler; XL_NASM, for x86; XL_TRIPLE, the GNU triple;
# XL_MACHINE and XL_FAMILY, from arch.def's XL_MACHINE; XL_ORDER, big or little; XL_EMULATOR, which runs built programs; XL_LEVEL: the project's
# tests are built too, at this level of optimisation, with assertions. Projects with a Makefile have levels of their own, and Go has none.
# XL_RUST and XL_RUST_LIBRARY: the trees of mk-rust; XL_GO: Go's directory in the tree of mk-go. XL_ONLY_CHECK: exit status 0 if the build is current; nothing is built.
set -u
root=$(CDPATH= cd "$(dirname "$0")/../.." && pwd)
builder=$1
dir=${2:-}
directory=${3:-}
arch=${4:-}
compiler=${5:-}
made=$directory/made
own="XL_AS XL_NASM XL_TRIPLE XL_MACHINE XL_FAMILY XL_ORDER XL_EMULATOR XL_LEVEL XL_RUST XL_RUST_LIBRARY XL_GO"
level=${XL_LEVEL:-}
number=${level#O}
number=${number%_lto}
is_lto=
case $level in *_lto) is_lto=1 ;; esac
optimised="-O${number:-2}${is_lto:+ -flto -ffat-lto-objects}"
if [ -n "$level" ]; then what=project; else what=library; fi
tools="CC CXX AR RANLIB LD NM OBJCOPY OBJDUMP READELF STRIP"

# value_of NAME: the value of a variable, or nothing.
value_of() { eval "printf '%s' \"\${$1:-}\""; }

# own_places: where Crosslane itself, its builds or its cache are inside the library's directory, as tests of find. They are no files of
# the library: a copy would have the copies before it, and each run would change it.
own_places() {
    real=$(cd "$dir" && pwd -P) || exit
    for place in "$root" "${CROSSLANE_CACHE:-}" "${CROSSLANE_WORK:-}" "$directory"; do
        [ -n "$place" ] && place=$(cd "$place" 2>/dev/null && pwd -P) || continue
        case $place in "$real"/*) printf ' -o -path ./%s' "$(printf %s "${place#"$real"/}" | sed 's/[][*?\\]/\\&/g; s/ /?/g')" ;; esac
    done
}

list_files() {
    (cd "$dir" && set -f && XL_PLACE=$(pwd -P) && export XL_PLACE && find . \( -name .git $(own_places) \) -prune -o \( -type f -o -xtype f \) -exec sha256sum {} + \
        -o -type l -xtype d -exec sh -c '
            for link; do    # what is in the project is listed there
                case $(readlink -f "$link")/ in "$XL_PLACE"/*) ;; *) find -L "$link/" -type f -print0 2>/dev/null | xargs -0 -r sha256sum ;; esac
            done' sh {} +) | LC_ALL=C sort
}

say_how() {
    echo "$builder $dir"
    for name in $tools $own LDFLAGS; do echo "$name=$(value_of $name)"; done
    cat "$directory/arguments" "$directory/targets" "$0"
}

# make and autotools write beside the sources, so they get a copy. Unchanged files keep their times, which make compares. After a build that
# failed, $copied lists the files of the copy: the next build goes on. After one that was killed, it is missing: objects may be incomplete.
copied=$made/.crosslane-copied
copy_sources() {
    removed=$(sed -n 's/^[0-9a-f]\{64\}  //p' "$copied" 2>/dev/null | while IFS= read -r file; do [ -e "$dir/$file" ] || echo "$file"; done)
    if [ -n "$removed" ] || [ ! -e "$copied" ]; then
        rm -rf "$made"
        mkdir -p "$made" && (cd "$dir" && set -f && find -L . \( -name .git $(own_places) \) -prune -o \( -type d -o -type f \) -print0 |
            tar --no-recursion --dereference --hard-dereference --null -T - -cf -) | tar -xpf - -C "$made" || return
    else
        mv "$copied" "$copied.before"
        LC_ALL=C comm -13 "$copied.before" "$directory/made-of.new" | sed -n 's/^[0-9a-f]\{64\}  //p' | while IFS= read -r file; do
            mkdir -p "$made/$(dirname "$file")" && cp "$dir/$file" "$made/$file"
        done || return
    fi
    cp "$directory/made-of.new" "$copied.building"
}
# end_copy: the build ended by itself.
end_copy() { [ ! -e "$copied.building" ] || mv "$copied.building" "$copied"; }

# with_lines FILE COMMAND...: runs the command with each line of the file as an argument.
with_lines() {
    lines=$1
    shift
    while IFS= read -r line; do
        [ -z "$line" ] || set -- "$@" "$line"
    done <"$lines"
    "$@"
}

build_cmake() {
    if [ -n "$level" ]; then
        # Discovery runs programs: on the CPU of the row that is tested, not on that of the build.
        set -- -DCMAKE_BUILD_TYPE=RelWithDebInfo "-DCMAKE_C_FLAGS_RELWITHDEBINFO=$optimised -g" "-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=$optimised -g" \
            -DCMAKE_GTEST_DISCOVER_TESTS_DISCOVERY_MODE=PRE_TEST -DCMAKE_CATCH_DISCOVER_TESTS_DISCOVERY_MODE=PRE_TEST
    else
        set -- -DCMAKE_BUILD_TYPE=Release
    fi
    set -- -G Ninja -S "$dir" -B "$made" "$@"
    [ "$arch" = host ] || set -- "$@" --toolchain "$root/toolchains/$arch-$compiler.cmake"
    with_lines "$directory/arguments" cmake "$@" &&
        if [ -s "$directory/targets" ] && grep -q . "$directory/targets"; then with_lines "$directory/targets" cmake --build "$made" --target
        else cmake --build "$made"; fi
}

# The variables are on the command line, because a Makefile sets its own. AS is not among them: in Makefiles it may be nasm, an assembler or a
# compiler.
build_make() {
    {
        for name in $tools; do
            [ -z "$(value_of $name)" ] || echo "$name=$(value_of $name)"
        done
        cat "$directory/arguments" "$directory/targets"
    } >"$directory/words"
    copy_sources && with_lines "$directory/words" make ${level:+-j"$(nproc)"} -C "$made"
}

# A clone may lack the script `configure`, which releases have. A script that Autoconf did not write may refuse --host and variables, and its
# LD is the compiler that links programs. CHOST is --host where there is none (zlib, libvpx). A copy whose build failed is configured already.
build_autotools() (
    copy_sources && cd "$made" && { [ -e configure ] || autoreconf -fi; } || exit
    if grep -q 'Generated by GNU Autoconf' configure; then
        set -- ${XL_TRIPLE:+--host="$XL_TRIPLE"} CFLAGS="$optimised${level:+ -g}" ${level:+CXXFLAGS="$optimised -g"}
    else
        unset LD
        export ${CC:+LD="$CC"} CFLAGS="$optimised${level:+ -g}" ${level:+CXXFLAGS="$optimised -g"} ${XL_TRIPLE:+CHOST="$XL_TRIPLE"}
        set --
        [ -z "${XL_TRIPLE:-}" ] || ! grep -q -e '--host' configure || set -- --host="$XL_TRIPLE"
    fi
    grep -E '/(configure[^/]*|[^/]*[.](ac|am|in|m4|mk))$' "$directory/made-of.new" | cmp -s - .crosslane-configured || {
        with_lines "$directory/arguments" ./configure "$@" &&
            { grep -E '/(configure[^/]*|[^/]*[.](ac|am|in|m4|mk))$' "$directory/made-of.new" >.crosslane-configured || :; }
    } && with_lines "$directory/targets" make ${level:+-j"$(nproc)"} &&
        { [ -z "$level" ] || ! grep -q -s 'generated by automake' Makefile.in || make -j"$(nproc)" check TESTS=; }
)

# write_uname: prints a `uname` that answers for the target.
write_uname() {
    printf '#!/bin/sh\ncase "$*" in -m) echo %s ;; *) exec %s "$@" ;; esac\n' "$XL_MACHINE" "$(PATH=/usr/bin:/bin command -v uname)"
}

# words NAME COMMAND: prints a line of a cross file with the words of a command.
words() {
    echo "$1 = [$(for word in $2; do printf "'%s'," "$word"; done)]"
}

# meson.build finds programs by name: they are in the cross file too. Only suites have a pkg-config that looks into the sysroot. Meson
# would run programs of this machine's architecture by themselves.
write_cross_file() {
    echo '[binaries]'
    words c "$CC"
    words cpp "$CXX"
    words exe_wrapper "$XL_EMULATOR"
    [ -z "$level" ] || words pkgconfig pkg-config
    for name in $tools XL_AS XL_NASM; do
        case $name in CC | CXX) continue ;; esac
        [ -z "$(value_of $name)" ] || words "$(echo "${name#XL_}" | tr '[:upper:]' '[:lower:]')" "$(value_of $name)"
    done
    printf '[properties]\nneeds_exe_wrapper = true\n'
    [ -z "$level" ] || printf "sys_root = '%s'\npkg_config_libdir = ['%s']\n" "$PKG_CONFIG_SYSROOT_DIR" \
        "$(echo "$PKG_CONFIG_LIBDIR" | sed "s/:/', '/g")"
    echo '[built-in options]'
    words c_link_args "$LDFLAGS"
    printf '[host_machine]\nsystem = %s\ncpu_family = %s\ncpu = %s\nendian = %s\n' "'linux'" "'$XL_FAMILY'" "'$XL_MACHINE'" "'$XL_ORDER'"
}

if [ "$builder" = --cross-file ]; then
    write_cross_file
    exit
fi

# Ninja finds changed files itself. Without a build type, that of the project stays: `release` has no assertions. From Meson 1.7 on,
# `all` lacks what only tests need.
build_meson() {
    if [ -n "$level" ]; then
        set -- "$made" "$dir" -Dbuildtype=debugoptimized "-Doptimization=$number" ${is_lto:+-Db_lto=true -Dc_args=-ffat-lto-objects -Dcpp_args=-ffat-lto-objects}
    else set -- "$made" "$dir" --buildtype=release --default-library=static; fi
    if [ "$arch" != host ]; then
        write_cross_file >"$directory/cross"
        set -- "$@" --cross-file "$directory/cross"
    fi
    { [ -e "$made/build.ninja" ] || with_lines "$directory/arguments" meson setup "$@"; } || return
    if [ -z "$level" ] || grep -q . "$directory/targets"; then with_lines "$directory/targets" ninja -C "$made"
    else ninja -C "$made" all meson-test-prereq; fi
}

# ctest runs the tests of Rust and Go, each in a process of its own. They are listed once, on a CPU that has all.
# list_tests PROGRAM DIRECTORY OPTION...: sets $list to what the program prints.
list_tests() {
    list=$(program=$1 && cd "$2" && shift 2 && QEMU_CPU=max $XL_EMULATOR "$program" "$@" </dev/null) || { echo "error: $1 does not list its tests"; return 1; }
}

# add_test NAME PROPERTIES COMMAND...: $at is the directory in which it runs.
add_test() {
    label=$1
    properties="WORKING_DIRECTORY [==[$at]==] $2"
    shift 2
    printf 'add_test([==[%s]==]' "$label"
    printf ' [==[%s]==]' "$@"
    printf ')\nset_tests_properties([==[%s]==] PROPERTIES %s)\n' "$label" "$properties"
} >>"$made/CTestTestfile.cmake"

# begin_language: what the user's shell sets for other builds is not for this one.
begin_language() {
    copy_sources && cd "$made" && rm -f CTestTestfile.cmake || return
    for name in $(env | sed -n 's/^\(CARGO[A-Z0-9_]*\|RUST[A-Z0-9_]*\|C\{0,1\}GO[A-Z0-9_]*\)=.*/\1/p'); do unset "$name"; done
}

# Build scripts and macros are programs of this machine, which its own compiler links. Crates are those of the sysroot, or what the project
# has in itself (`cargo vendor`). Cargo.lock names versions that Debian lacks.
build_cargo() (
    begin_language || exit
    target=$(cd "$XL_RUST_LIBRARY/usr/lib/rustlib" && echo *-linux-gnu*)
    crates=$PKG_CONFIG_SYSROOT_DIR/usr/share/cargo/registry
    mkdir -p "$directory/rust/lib/rustlib" "$directory/cargo" || exit
    ln -sfn "$XL_RUST/usr/lib/rustlib/x86_64-unknown-linux-gnu" "$directory/rust/lib/rustlib/x86_64-unknown-linux-gnu"
    ln -sfn "$XL_RUST_LIBRARY/usr/lib/rustlib/$target" "$directory/rust/lib/rustlib/$target"
    printf '#!/bin/sh\nexec "%s" --sysroot "%s" "$@"\n' "$XL_RUST/usr/bin/rustc" "$directory/rust" >"$directory/rustc"
    printf '#!/bin/sh\ncase " $* " in *"/target/%s/"*) exec %s "$@" ;; esac\nexec cc "$@"\n' "$target" "$CC $LDFLAGS" >"$directory/linker"
    chmod +x "$directory/rustc" "$directory/linker"
    : >"$directory/cargo/config.toml"
    if [ -d "$crates" ]; then
        printf '[source.crates-io]\nreplace-with = "debian"\n[source.debian]\ndirectory = "%s"\n' "$crates" >"$directory/cargo/config.toml"
        rm -f Cargo.lock
    fi
    for profile in DEV TEST; do
        export "CARGO_PROFILE_${profile}_DEBUG=2" "CARGO_PROFILE_${profile}_OPT_LEVEL=$number" "CARGO_PROFILE_${profile}_STRIP=none"
    done
    export CARGO_HOME="$directory/cargo" RUSTC="$directory/rustc" CARGO_INCREMENTAL=0 PKG_CONFIG_ALLOW_CROSS=1 TARGET_CC="$CC" TARGET_CXX="$CXX" \
        TARGET_AR="$(value_of AR)" "CARGO_TARGET_$(echo "$target" | tr '[:lower:]-' '[:upper:]_')_LINKER=$directory/linker"
    unset $tools
    with_lines "$directory/targets" with_lines "$directory/arguments" "$XL_RUST/usr/bin/cargo" test --no-run --offline --target "$target" \
        --target-dir target --message-format=json-render-diagnostics >"$directory/programs" || exit
    # Macros are tested on this machine: their programs are not below target/$target.
    sed -n 's|^{"reason":"compiler-artifact".*"manifest_path":"\([^"]*\)/Cargo.toml".*"kind":\["\([^"]*\)".*"name":"\([^"]*\)","src_path".*"profile":{[^}]*"test":true}.*"executable":"[^"]*/\(target/'"$target"'/[^"]*\)".*|\3\t\2\t\1\t\4|p' \
        "$directory/programs" | while IFS='	' read -r name kind at program; do
        inner=${at#"$(pwd -P)"}
        at=$made$inner
        program=$made/$program
        [ "$kind" != bin ] || name=bin/$name
        [ -z "$inner" ] || name=${inner#/}/$name
        list_tests "$program" "$at" --list || exit
        if echo "$list" | tail -n 1 | grep -q -x '[0-9]* tests*, [0-9]* benchmarks*'; then
            echo "$list" | sed -n 's/: test$//p' | while IFS= read -r test; do
                add_test "$name::$test" "ENVIRONMENT [==[CARGO_MANIFEST_DIR=$at]==] SKIP_REGULAR_EXPRESSION [==[ [.][.][.] ignored]==]" \
                    "$program" --exact "$test"
            done
        else add_test "$name" "ENVIRONMENT [==[CARGO_MANIFEST_DIR=$at]==]" "$program"; fi    # it has a main() of its own
    done
)

# Without a directory `vendor`, packages are those of the sysroot: Debian has them in the form of GOPATH.
build_go() (
    begin_language || exit
    module=$(sed -n 's/^module[[:blank:]]*"\{0,1\}\([^"[:blank:]]*\).*/\1/p' go.mod) || exit
    case $arch in
    x86_64) GOARCH=amd64 ;;
    aarch64) GOARCH=arm64 ;;
    armhf) GOARCH=arm ;;
    ppc64el) GOARCH=ppc64le ;;
    *) GOARCH=$arch ;;
    esac
    export GOROOT="$XL_GO" GOARCH GOARM=7 GOCACHE="${directory%/*}/go-cache" GOPATH="$directory/gopath" GOPROXY=off GOENV=off GOTOOLCHAIN=local GOFLAGS= PWD
    while IFS= read -r argument; do
        case $argument in
        [A-Z]*=*) export "$argument" ;;
        *) GOFLAGS="$GOFLAGS $argument" ;;
        esac
    done <"$directory/arguments"
    if grep -q '^require' go.mod && [ ! -d vendor ]; then
        mkdir -p "$GOPATH/src/$(dirname "$module")" && ln -sfn "$made" "$GOPATH/src/$module" && cd "$GOPATH/src/$module" || exit
        export GO111MODULE=off GOPATH="$GOPATH:$PKG_CONFIG_SYSROOT_DIR/usr/share/gocode"
    fi
    { grep . "$directory/targets" || echo ./...; } >"$directory/packages"
    CGO_ENABLED=1 with_lines "$directory/packages" "$XL_GO/bin/go" list -f '{{if .CgoFiles}}{{.ImportPath}}{{end}}' >"$directory/cgo" || exit
    export CGO_ENABLED=0
    if grep -q . "$directory/cgo"; then export CGO_ENABLED=1 CC="$CC $LDFLAGS" CXX="$CXX $LDFLAGS"; fi
    with_lines "$directory/packages" "$XL_GO/bin/go" list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}' >"$directory/programs" || exit
    grep . "$directory/programs" | while IFS= read -r package; do
        inner=${package#"$module"}
        at=$made$inner
        program=$made/go-tests/$(echo "${module##*/}$inner" | tr / %).test
        "$XL_GO/bin/go" test -c -vet=off -o "$program" "$package" && list_tests "$program" "$at" -test.list . || exit
        echo "$list" | grep -E '^(Test|Example|Fuzz)' | while IFS= read -r test; do
            name=${inner#/}
            add_test "$name${name:+/}$test" "SKIP_REGULAR_EXPRESSION [==[--- SKIP: $test ]==]" \
                "$program" -test.run "^$test\$" -test.v -test.timeout 0
        done
    done
)

# Meson makes thin archives, which only name their objects. A changed object does not change them, so they are replaced by whole ones.
fill_archive() {
    [ "$(head -c 7 "$1")" = '!<thin>' ] || return 0
    printf 'CREATE %s\nADDLIB %s\nSAVE\nEND\n' "$1.whole" "$1" | $AR -M && mv "$1.whole" "$1"
}

# cause_of LOG: prints the line of a build log that names the cause of the failure: the first of the most specific ones. Tools such as
# configure print many lines with "error" that are no errors. Like make, they repeat the errors of others before they stop.
cause_of() {
    awk '
        # take(RANK, TEXT): a lower rank is more specific.
        function take(rank, text) {
            sub(/^[ \t|]+/, "", text)
            if (best == "" || rank < best_rank) { best = text; best_rank = rank }
        }
        # Questions and results of configure, CMake and Meson, commands, and counts of 0 errors.
        function is_harmless(line) {
            return line ~ /^(--|checking |Checking |Compiler for |Fetching |Has header |Header |Library |Message: |Program |configure: (checking|WARNING)|creating |config[.]status: )/ ||
                   line ~ /(:|[.][.][.]) *(yes|no|YES|NO)([ (].*)?$/ ||
                   line ~ /(^|[^0-9])0 errors|[Nn]o errors/ ||
                   line ~ /^(\[[0-9]+\/[0-9]+\] )?[^ :]*(cc|[+][+]|gcc|clang|nasm|ar|ld|cxx[.]sh)(-[0-9.]+)? .*-[A-Za-z]/
        }
        { gsub(/\033\[[0-9;]*[mK]/, ""); sub(/\r$/, "") }
        /[^ \t]/ { above = before; before = last; last = $0 }
        # The text of an error of CMake is indented. A sentence may go on after empty lines, with a path between them.
        is_wanted && /^[^ \t]/ { is_wanted = 0 }
        is_wanted && /[^ \t]/ {
            sub(/^[ \t]+/, "")
            is_wanted = $0 ~ /[.]$/ ? 0 : is_wanted - 1
            if ($0 ~ /required package was not found$/ && lacked != "") $0 = $0 ": " lacked
            best = best " " $0
        }
        /^-- +Package .*, required by .*, not found/ { split($0, names, "\047"); lacked = names[2] }
        # rustc and cargo name the place in one of the next lines.
        /^ +--> / && (best == before || best == above) { sub(/^ +/, ""); take(0, best " " $0); next }
        /^error\[E[0-9]+\]: |^[^ :]+[.](go|mod):[0-9]+:([0-9]+:)? / { take(1, $0) }
        /^error: / { take(5, $0); next }
        # configure compiles small programs to find out what exists.
        /^(<stdin>|conftest[.][a-z]+):/ { take(6, $0); next }
        # Errors of compilers, assemblers and Meson.
        /^[ \t|]*[^ :][^:]*:[0-9]+:([0-9]+:)? *(fatal error|internal compiler error|[Ee]rror|ERROR): / { take(1, $0); next }
        # Autoconf names the directory here, and the error in the next line.
        /configure: error: in .*:$/ { next }
        is_harmless($0) { next }
        /(^|[\/-])ld([.][a-z]+)?: / && !/: (warning|note)|skipping incompatible|: in function |:$/ { take(2, $0); next }
        /undefined (reference to|symbol)|multiple definition of|duplicate symbol|ld([.][a-z]+)?: (error|cannot find|fatal)|cannot find -l|relocation truncated/ { take(2, $0); next }
        # What a compiler refuses to CMake, which tries it.
        /^[ \t]+(cc1|cc1plus|[^ :]*(gcc|g[+][+]|clang|clang[+][+])(-[0-9.]+)?): error: / { take(2, $0); next }
        # CMake names the place here, and the error in the next line.
        /^CMake Error/ { if (best == "" || best_rank > 3) { take(3, $0); is_wanted = /:$/ ? 4 : 0 }; next }
        /^[^ ]*(configure|config[.]status): error: |^[^ ]*auto[a-z]*: error: |^ERROR: |^meson[^ ]*: error: |^[^ :]+:[0-9]+: [*][*][*] / { take(3, $0); next }
        # A missing program, file or rule.
        /No rule to make target|missing and no known rule|sh: .*not found$|command not found|Exec format error|cannot execute/ { take(4, $0); next }
        /^[^ ][^:]*: (fatal )?error: |^[Ee]rror: |^[^ ]*make[^ ]*: [*][*][*] [^[]/ { take(5, $0); next }
        /No such file or directory|Permission denied|No space left/ { take(6, $0); next }
        /make[^ ]*: [*][*][*] / { take(7, $0); next }
        /^FAILED: / { take(8, $0); next }
        /(^|[^A-Za-z_.\/=-])([Ee]rror|ERROR)s?([^A-Za-z_.\/=-]|$)/ { take(9, $0) }
        END {
            if (best == "") take(10, last)
            print best
        }' "$1"
}

if [ "$builder" = --cause ]; then
    cause_of "$dir"
    exit
fi

# advise LOG: prints what to do, if a project lacks what it takes from elsewhere.
advise() {
    if grep -q -i -E "n.t resolve host|not resolve host|name resolution|network is unreachable|failed to clone|unable to access 'http|failed to download" "$1"; then
        echo "  help: it downloads what it needs. Name Debian's packages with that under 'packages', and switch the download off under 'arguments'," \
            "in CMake by -DFETCHCONTENT_TRY_FIND_PACKAGE_MODE=ALWAYS, in Meson by --wrap-mode=nodownload"
    elif lacked=$(sed -n 's/.*sh: [0-9]*: \([A-Za-z0-9_.+-]*\): not found$/\1/p' "$1" | head -n 1) && [ -n "$lacked" ]; then
        case $lacked in
        autoreconf) lacked='what makes the script configure: apt-get install -y autoconf automake libtool' ;;
        meson | cmake) lacked="$lacked: apt-get install -y $lacked" ;;
        *) lacked="the program $lacked: install Debian's package that has it" ;;
        esac
        echo "  help: this machine lacks $lacked"
    elif grep -q -E "error: .*[=']native'" "$1"; then
        echo "  help: 'native' is this machine's CPU. Find the option that sets it, and name the row's CPU under 'arguments', as in" \
            "'arguments: {neon: [-DTARGET_ARCH=generic]}'"
    elif grep -q -E 'add_subdirectory given source|does not contain a CMakeLists.txt file' "$1"; then
        echo "  help: git submodule update --init --recursive; or name Debian's package with that under 'packages', and switch the copy off under 'arguments'"
    elif grep -q -E 'Could NOT find|fatal error: [^ ]*: No such file|[Dd]ependency .* not found|[Pp]ackage .* not found|No package .* found|cannot find -l|unable to find library|configure: error: .*(not found|not installed|missing|required|[Nn]eeds?) ' "$1"; then
        echo "  help: if another project has that, name Debian's package with it under 'packages', as in 'packages: [zlib1g-dev]'"
    fi
}

# hint_of LOG: which package of Debian may have a crate of Rust or a package of Go that is missing.
hint_of() {
    {
        sed -n 's/^error: no matching package named `\([^`]*\)` found.*/librust-\1-dev/p' "$1"
        sed -n 's/.*cannot find package "\([^"]*\)" in any of.*/\1/p; s/.*no required module provides package \([^;]*\);.*/\1/p' "$1" | cut -d / -f 1-3 | sed 's/^\([^.]*\)[.][^/]*/golang-\1/; s/$/-dev/'
    } | tr '[:upper:]/_' '[:lower:]--' | sed 's/.*/  help: packages: [&], if Debian has it; or vendor it/; q'
}

# Prints the cause, then the end of the log.
fail() {
    end_copy
    {
        echo "error: the $what in $dir does not build for $arch${compiler:+ by $compiler}: $(cause_of "$directory/log")"
        [ -z "$level" ] || advise "$directory/log"
        hint_of "$directory/log"
        tail -n 15 "$directory/log" | sed 's/^/  /'
    } >"$directory/failed"
    rm -f "$directory/made-of"
    cat "$directory/failed" >&2
    exit 1
}

# lacks NAME PATTERN: reports a file that the library's build does not make, and names files that match the pattern.
lacks() {
    echo "error: the library in $dir makes no $1; it makes $(cd "$made" && find . -name "$2" | sed 's#^./##' | head -n 5 | tr '\n' ' ')" >&2
    exit 1
}

# is_current: whether the build is of these files, by these commands. Changes nothing.
is_current() (
    new=$(mktemp -d) || exit
    trap 'rm -rf "$new"' EXIT
    say_how >"$new/by" && list_files >"$new/of" && [ -s "$new/of" ] && cmp -s "$new/by" "$directory/made-by" && cmp -s "$new/of" "$directory/made-of"
)

if [ -n "${XL_ONLY_CHECK:-}" ]; then
    is_current
    exit
fi
[ ! -e "$directory/failed" ] || { cat "$directory/failed" >&2; exit 1; }
unset MAKEFLAGS MFLAGS MAKELEVEL CONFIG_SITE
say_how >"$directory/made-by.new"
cmp -s "$directory/made-by.new" "$directory/made-by" || rm -rf "$made" "$directory/made-of"
mv "$directory/made-by.new" "$directory/made-by"
list_files >"$directory/made-of.new"
if ! cmp -s "$directory/made-of.new" "$directory/made-of"; then
    # The host is x86. Without the tools tree, nasm may be missing; some libraries do not need it.
    [ "$arch" != host ] || [ "${CROSSLANE_TOOLS:-}" = host ] || ! tree=$("$root/sysroots/mk-tools") || XL_NASM=$tree/usr/bin/nasm
    mkdir -p "$directory/bin"
    case $builder-${XL_MACHINE:-} in
    make-?* | autotools-?*)    # Makefiles and their like ask `uname -m`; what Autoconf wrote compares it with --host
        if [ "$builder" = make ] || { [ -e "$dir/configure" ] && ! grep -q 'Generated by GNU Autoconf' "$dir/configure"; }; then
            write_uname >"$directory/bin/uname" && chmod +x "$directory/bin/uname"
        fi
        PATH=$directory/bin:$PATH ;;
    esac
    if [ -n "${XL_NASM:-}" ]; then    # build files have it from PATH
        ln -sf "$XL_NASM" "$directory/bin/nasm" && PATH=$directory/bin:$PATH
    elif [ -n "${XL_AS:-}" ]; then
        export AS="$XL_AS"
    fi
    "build_$builder" >"$directory/log" 2>&1 </dev/null || fail
    end_copy
    cp "$directory/made-of.new" "$directory/made-of"
fi
while IFS= read -r archive; do
    case $archive in /* | '') continue ;; esac
    [ -e "$made/$archive" ] || lacks "$archive" '*.a'
    fill_archive "$made/$archive" || exit
done <"$directory/archives"
while IFS= read -r headers; do
    [ -z "$headers" ] || [ -d "$made/$headers" ] || lacks "directory $headers" '*.h'
done <"$directory/headers"

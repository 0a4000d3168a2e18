#!/bin/sh
# Has a library built by its own build, for one cross build; quick when no file of it has changed.
# SPDX-License-Identifier: MIT
# Usage: build-library.sh BUILDER DIR FOLDER ARCH COMPILER     BUILDER: cmake, make, meson or autotools
#
# FOLDER/arguments, targets and archives: of crosslane.yml, a line each. FOLDER/made is where it is built, so that DIR stays as it is.
# FOLDER/made-of lists what it was made of, file by file: another one, and it is built again. FOLDER/made-by is how: if that is another
# one, it is built from nothing. FOLDER/failed: it has been tried, and cross-build.sh has not begun anew since.
# In the environment: CC, CXX, AR, RANLIB, LDFLAGS; TRIPLE, the GNU triple; ORDER, the byte order, big or little; EMULATOR, which runs a
# program that is built.
set -u
root=$(CDPATH= cd "$(dirname "$0")/../.." && pwd)
builder=$1
dir=$2
folder=$3
arch=$4
compiler=$5
made=$folder/made

list_files() {
    (cd "$dir" && find . -name .git -prune -o \( -type f -o -xtype f \) -exec sha256sum {} +) | LC_ALL=C sort
}

say_how() {
    echo "$builder $dir $CC $CXX"
    cat "$folder/arguments" "$folder/targets" "$0"
}

# A make that has no folder of its own for what it makes gets a copy. What is not new keeps its time, for make to see.
copy_sources() {
    removed=$(sed -n 's/^[0-9a-f]\{64\}  //p' "$folder/made-of" 2>/dev/null | while IFS= read -r file; do [ -e "$dir/$file" ] || echo "$file"; done)
    if [ -n "$removed" ] || [ ! -e "$folder/made-of" ]; then
        rm -rf "$made"
        mkdir -p "$made" && (cd "$dir" && find . -mindepth 1 -maxdepth 1 ! -name .git -exec cp -RLp {} "$made/" \;)
        return
    fi
    LC_ALL=C comm -13 "$folder/made-of" "$folder/made-of.new" | sed -n 's/^[0-9a-f]\{64\}  //p' | while IFS= read -r file; do
        mkdir -p "$made/$(dirname "$file")" && cp "$dir/$file" "$made/$file"
    done
}

# with_lines FILE COMMAND...: the command, with each line of the file as an argument.
with_lines() {
    lines=$1
    shift
    while IFS= read -r line; do
        [ -z "$line" ] || set -- "$@" "$line"
    done <"$lines"
    "$@"
}

build_cmake() {
    with_lines "$folder/arguments" cmake -G Ninja -S "$dir" -B "$made" --toolchain "$root/toolchains/$arch-$compiler.cmake" -DCMAKE_BUILD_TYPE=Release &&
        if [ -s "$folder/targets" ] && grep -q . "$folder/targets"; then with_lines "$folder/targets" cmake --build "$made" --target
        else cmake --build "$made"; fi
}

build_make() {
    cat "$folder/arguments" "$folder/targets" >"$folder/words"
    copy_sources && with_lines "$folder/words" make -C "$made" CC="$CC" CXX="$CXX" AR="$AR" RANLIB="$RANLIB"
}

# There may be a clone of it, without what its authors ship.
build_autotools() {
    copy_sources && (cd "$made" && { [ -e configure ] || autoreconf -fi; } &&
        with_lines "$folder/arguments" ./configure --host="$TRIPLE" CFLAGS=-O2) && with_lines "$folder/targets" make -C "$made"
}

# words NAME COMMAND: a line of a cross file, with a command's words.
words() {
    echo "$1 = [$(for word in $2; do printf "'%s'," "$word"; done)]"
}

# Meson's names of architectures are the triples' with one exception. Ninja sees by itself what is new.
build_meson() {
    family=${TRIPLE%%-*}
    [ "$family" != powerpc64le ] || family=ppc64
    {
        echo '[binaries]'
        words c "$CC"
        words cpp "$CXX"
        words ar "$AR"
        words exe_wrapper "$EMULATOR"
        echo '[built-in options]'
        words c_link_args "$LDFLAGS"
        printf '[host_machine]\nsystem = %s\ncpu_family = %s\ncpu = %s\nendian = %s\n' "'linux'" "'$family'" "'$arch'" "'$ORDER'"
    } >"$folder/cross"
    { [ -e "$made/build.ninja" ] || with_lines "$folder/arguments" meson setup "$made" "$dir" --cross-file "$folder/cross" \
        --buildtype=release --default-library=static; } && with_lines "$folder/targets" ninja -C "$made"
}

# A thin archive, as Meson makes them, only names its objects: two of them are the same whatever is in these.
fill_archive() {
    [ "$(head -c 7 "$1")" = '!<thin>' ] || return 0
    printf 'CREATE %s\nADDLIB %s\nSAVE\nEND\n' "$1.whole" "$1" | $AR -M && mv "$1.whole" "$1"
}

# The library's own words, the last of them; that one of them first that says most.
fail() {
    said=$(grep -i -E 'error|undefined|No rule|not found' "$folder/log" | head -n 1)
    [ -n "$said" ] || said=$(grep . "$folder/log" | tail -n 1)
    {
        echo "error: the library in $dir does not build for $arch by $compiler: $said"
        tail -n 15 "$folder/log" | sed 's/^/  /'
    } >"$folder/failed"
    rm -f "$folder/made-of"
    cat "$folder/failed" >&2
    exit 1
}

[ ! -e "$folder/failed" ] || { cat "$folder/failed" >&2; exit 1; }
unset MAKEFLAGS MFLAGS MAKELEVEL CONFIG_SITE
say_how >"$folder/made-by.new"
cmp -s "$folder/made-by.new" "$folder/made-by" || rm -rf "$made" "$folder/made-of"
mv "$folder/made-by.new" "$folder/made-by"
list_files >"$folder/made-of.new"
if ! cmp -s "$folder/made-of.new" "$folder/made-of"; then
    export CC CXX AR RANLIB LDFLAGS
    "build_$builder" >"$folder/log" 2>&1 </dev/null || fail
    cp "$folder/made-of.new" "$folder/made-of"
fi
while IFS= read -r archive; do
    case $archive in /* | '') continue ;; esac
    [ -e "$made/$archive" ] || {
        echo "error: the library in $dir makes no $archive; it makes $(cd "$made" && find . -name '*.a' | sed 's#^./##' | head -n 5 | tr '\n' ' ')" >&2
        exit 1
    }
    fill_archive "$made/$archive" || exit
done <"$folder/archives"

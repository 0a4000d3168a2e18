#!/bin/sh
# Has a library built by its own build, for one cross build; quick when no file of it has changed.
# SPDX-License-Identifier: MIT
# Usage: build-library.sh BUILDER DIR FOLDER ARCH COMPILER     BUILDER: cmake or make
#
# FOLDER/arguments, targets and archives: of crosslane.yml, a line each. FOLDER/made is where it is built, so that DIR stays as it is.
# FOLDER/made-of lists what it was made of, file by file: another one, and it is built again. FOLDER/made-by is how: if that is another
# one, it is built from nothing. FOLDER/failed: it has been tried, and cross-build.sh has not begun anew since.
# In the environment: CC, CXX, AR, RANLIB.
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
unset MAKEFLAGS MFLAGS MAKELEVEL
say_how >"$folder/made-by.new"
cmp -s "$folder/made-by.new" "$folder/made-by" || rm -rf "$made" "$folder/made-of"
mv "$folder/made-by.new" "$folder/made-by"
list_files >"$folder/made-of.new"
if ! cmp -s "$folder/made-of.new" "$folder/made-of"; then
    export CC CXX AR RANLIB
    "build_$builder" >"$folder/log" 2>&1 </dev/null || fail
    cp "$folder/made-of.new" "$folder/made-of"
fi
while IFS= read -r archive; do
    case $archive in /* | '') continue ;; esac
    [ -e "$made/$archive" ] || {
        echo "error: the library in $dir makes no $archive; it makes $(cd "$made" && find . -name '*.a' | sed 's#^./##' | head -n 5 | tr '\n' ' ')" >&2
        exit 1
    }
done <"$folder/archives"

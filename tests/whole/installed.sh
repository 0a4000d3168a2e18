#!/bin/sh
# An installed copy: at a place with a blank, found in PATH; what it says, what it refuses, and that it writes nothing beside itself.
# SPDX-License-Identifier: MIT
# Usage: installed.sh BUILD     the build directory of the host tool
set -u
. "$(dirname "$0")/checking.sh"
trees=${CROSSLANE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/crosslane}
prefix="$work/a löwe/usr"
user="$work/an umlaut ü"
mkdir -p "$user" "$work/cache"
# The trees of this machine, and nothing else of its cache.
for tree in "$trees"/tools-* "$trees"/sysroot-*; do [ ! -d "$tree" ] || ln -s "$tree" "$work/cache/"; done
export CROSSLANE_CACHE="$work/cache"
unset CROSSLANE_SELF
cp -R "$root/examples/demo" "$user/kernels"
cmake --install "$1" --prefix "$prefix" >"$work/out" 2>&1
check "cmake --install" [ $? = 0 ]
find "$prefix" -type f -exec sha256sum {} + | sort >"$work/before"
cd "$user" || exit
PATH=$prefix/bin:$PATH

crosslane --version >"$work/out" 2>&1
check "--version" grep -q "^crosslane $(sed -n 's/^project(crosslane VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt")" "$work/out"
for place in bash-completion/completions/crosslane fish/vendor_completions.d/crosslane.fish zsh/vendor-completions/_crosslane; do
    check "completions" exits 0 crosslane completions "$(echo "$place" | sed 's/[-\/].*//')"
    check "those of $place are the same" cmp "$work/out" "$prefix/share/$place"
    check "they have options" grep -q "'run' '--quick'" "$work/out"
done
check "a finding" exits 1 crosslane run --kernels kernels --row riscv64-v256_ones-gcc-O2
check "its command is this program's" grep -q "^  reproduce  crosslane run --row" "$work/out"
check "and so are hints" grep -q '^next: `crosslane repro ID`' "$work/err"
check "repro finds it" exits 1 crosslane repro "$(sed -n 's/^  id  *//p' "$work/out")"
check "it shows again" grep -q 'shows again$' "$work/out"
check "its own kernels" exits 0 crosslane run --kernel add_f32 --row aarch64-nosve-gcc-O2
check "one of one" grep -q '^1 of 1 kernels checked on 1 of 1 rows$' "$work/out"
check "an unchanged run is cached" exits 0 crosslane run --kernels kernels --row riscv64-v256-gcc-O2
check "an unchanged run is cached" exits 0 crosslane run --kernels kernels --row riscv64-v256-gcc-O2
check "it says so" grep -q cached "$work/out"

check "a new kernel" exits 0 crosslane init new --from 'void mine_f32(const float *a, float *r, size_t n)'
check "it is not green" exits 2 crosslane run --kernels new --row aarch64-nosve-gcc-O2

for command in test ci bench affected plan; do
    check "$command needs a checkout" exits 2 crosslane $command --base HEAD
    check "$command says so" grep -q "'$command' needs a checkout" "$work/err"
    check "$command has help" exits 0 crosslane $command --help
done
check "an unknown command" exits 2 crosslane frob
check "no message names ./crosslane" sh -c '! grep -F ./crosslane "$@"' sh "$work/out" "$work/err"
check "help names the program" sh -c 'crosslane help | head -n 1 | grep -q "^Usage: crosslane COMMAND"'

check "a cache that cannot be written" exits 3 env CROSSLANE_CACHE=/proc/none crosslane run --kernels kernels
check "with what to do" grep -q "help: set CROSSLANE_CACHE to a writable directory" "$work/err"

# A second version beside the first: each has builds of its own.
cmake --install "$1" --prefix "$work/other" >"$work/out" 2>&1
echo 99.0.0 >"$work/other/lib/crosslane/installed"
check "another version" exits 1 "$work/other/bin/crosslane" run --kernels kernels --row riscv64-v256_ones-gcc-O2
check "its messages name it as it was started" grep -q "^  reproduce  $work/other/bin/crosslane run" "$work/out"
check "builds of each" [ "$(ls -d "$work"/cache/work-*/riscv64-gcc-O2* | grep -v lock | wc -l)" = 2 ]
check "a prefix that cannot be written" exits 1 cmake --install "$1" --prefix /proc/none

find "$prefix" -type f -exec sha256sum {} + | sort >"$work/after"
check "the copy is as it was installed" cmp "$work/before" "$work/after"
conclude

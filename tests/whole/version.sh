#!/bin/sh
# `crosslane --version`: what is known without a build, and no more; results and reports name the same version and commit.
# SPDX-License-Identifier: MIT
# Usage: version.sh CROSSLANE
set -u
crosslane=$(realpath "$1")
. "$(dirname "$0")/checking.sh"

# see WHAT EXPRESSION: a line of the output is that.
see() { grep -q -x -E -e "$2" "$work/out" || fail "$1: no line '$2'"; }

version=$(sed -n 's/^project(crosslane VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt")

# A copy without .git and without a build, as an installed one, in somebody else's repository.
place="$work/a b"
mkdir -p "$place"
cp -R "$root/crosslane" "$root/CMakeLists.txt" "$root/harness" "$root/sysroots" "$root/arch" "$place"
git -C "$work" init -q && git -C "$work" -c user.name=x -c user.email=x@localhost commit -q --allow-empty -m x
export CROSSLANE_CACHE="$work/cache"
unset CROSSLANE_TOOLS
show() { timeout 60 "$@" >"$work/out" 2>&1 </dev/null || fail "$*: exit $?"; }

show "$place/crosslane" --version
see "not a checkout" "crosslane $version"
see "no toolchain" 'toolchain not made \(Debian [a-z]+\)'
for name in gcc clang qemu; do see "no toolchain" "$name +not known before .*crosslane.* tools, or a run, makes the toolchain"; done
[ ! -e "$place/build/host" ] || fail "--version builds"
rm -rf "$work/cache/checkouts"    # the link for a path with a blank
[ -z "$(find "$work/cache" -type f)" ] || fail "--version makes files in the cache"

# The manifest of the tree says the rest.
tree=$("$root/sysroots/mk-tools" --path)
mkdir -p "$tree"
printf '%s\n' 'clang-19 1:19.1.7-3+b1' 'clang-format-19 1:19.9.9' 'gcc-14 14.2.0-19' 'gcc-14-base 14.9.9' 'qemu-user 1:10.0.2+ds-2' >"$tree/manifest"
show "$place/crosslane" --version
see manifest "toolchain $tree \(Debian [a-z]+\)"
see manifest 'gcc +14\.2\.0-19'
see manifest 'clang +19\.1\.7-3\+b1'
see manifest 'qemu +10\.0\.2\+ds-2'
sed -i '/^qemu/d' "$tree/manifest"
show "$place/crosslane" --version
see "a manifest without QEMU" "qemu +not in $tree/manifest"

# Of PATH.
mkdir "$work/bin"
printf '#!/bin/sh\n[ "$1" != -dumpfullversion ] || echo 13.1.0\n' >"$work/bin/riscv64-linux-gnu-gcc"
printf '#!/bin/sh\n[ "$1" != -dumpfullversion ] || echo 12.9.0\n' >"$work/bin/s390x-linux-gnu-gcc"
printf '#!/bin/sh\necho "qemu-riscv64 version 9.1.3 (Debian 1:9.1.3)"\n' >"$work/bin/qemu-riscv64"
chmod +x "$work/bin"/*
show env CROSSLANE_TOOLS=host PATH="$work/bin:/nowhere:$(dirname "$(command -v sed)"):/bin" "$place/crosslane" --version
see PATH 'toolchain PATH \(CROSSLANE_TOOLS=host\)'
see PATH 'gcc .*13\.1\.0.*'
see PATH 'gcc .*12\.9\.0.*'
see PATH 'qemu .*9\.1\.3.*'

# In results and reports, the same as in --version of this checkout.
"$root/crosslane" --version >"$work/version"
commit=$(sed -n '1s/.* (\(.*\))$/\1/p' "$work/version")
"$crosslane" run --no-build --kernels "$root/examples/demo" --row s390x-z15-gcc-O2 --json "$work/results.json" --sarif "$work/results.sarif" \
    --junit "$work/results.xml" --html "$work/results.html" >"$work/out" 2>&1
[ $? -le 1 ] || fail "a run"
tr -d ' \n' <"$work/results.json" >"$work/out"
grep -q -F "\"tool\":{\"version\":\"$version\",\"commit\":\"$commit\"}" "$work/out" || fail "results do not name crosslane $version ($commit)"
grep -o '"driver":{[^[]*' "$work/results.sarif" >"$work/out"
grep -q -F "\"version\":\"$version\"" "$work/out" || fail "SARIF does not name version $version"
text="$version${commit:+ ($commit)}"
grep -o '<properties>.*' "$work/results.xml" >"$work/out"
grep -q -F "<property name=\"crosslane\" value=\"$text\"/>" "$work/out" || fail "JUnit XML does not name crosslane $text"
grep -o '"tool":"[^"]*"' "$work/results.html" >"$work/out"
see HTML "\"tool\":\"$version( \($commit\))?\""
# Merged results keep it; what older results do not say, no report says.
"$crosslane" merge --json "$work/merged.json" "$work/results.json" >/dev/null 2>&1
tr -d ' \n' <"$work/merged.json" >"$work/out"
grep -q -F "\"tool\":{\"version\":\"$version\"" "$work/out" || fail "merged results lack the tool"
sed '/"tool":{/,/}/d' "$work/results.json" >"$work/old.json"
"$crosslane" report --junit "$work/old.xml" --sarif "$work/old.sarif" "$work/old.json" >/dev/null 2>&1
cat "$work/old.xml" "$work/old.sarif" >"$work/out"
! grep -q -e 'name="crosslane" value' -e "\"version\":\"$version\"" "$work/out" || fail "a report of older results names this version"
[ -s "$work/old.xml" ] || fail "no report of older results"
[ "$failed" != 0 ] || echo "--version, results and reports name crosslane $text"
[ "$failed" = 0 ]

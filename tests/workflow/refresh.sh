#!/bin/sh
# `ci trees` with CROSSLANE_REFRESH: a new month's trees take the place of the old ones; where the mirror is down, whole old ones do, with a
# warning, and are not called renewed. The scripts of sysroots/ are stand-ins.
# SPDX-License-Identifier: MIT
# Usage: refresh.sh
set -eu
. "$(dirname "$0")/../whole/checking.sh"
source_root=$root
root="$work/a root"
cache="$work/a cache"
mkdir -p "$root/sysroots" "$root/arch/one" "$root/arch/two" "$cache"
echo 'XL_ARCH(one, x)' >"$root/arch/one/arch.def"
echo 'XL_ARCH(two, x)' >"$root/arch/two/arch.def"
for kind in tools sysroot cxx; do
    printf '#!/bin/sh\n[ "$1" = --path ] && echo "%s/%s${2:+-$2}-0123"\n' "$cache" $kind >"$root/sysroots/mk-$kind"
done
# Makes what is missing, unless `down` says that the mirror has it not.
cat >"$root/sysroots/mk-trees" <<END
#!/bin/sh
status=0
echo "made for: \$*" >>"$work/made"
for tree in tools \$(for arch; do echo sysroot-\$arch; [ -z "\${CROSSLANE_CXX:-}" ] || echo cxx-\$arch; done); do
    path="$cache/\$tree-0123"
    [ ! -e "\$path/manifest" ] || continue
    if grep -q -s -x -e "\$tree" -e all "$work/down"; then echo "no mirror for \$tree" >&2; status=3; continue; fi
    mkdir -p "\$path" && echo new >"\$path/manifest"
done
exit \$status
END
chmod +x "$root/sysroots"/*

. "$source_root/harness/cli/ci.sh"
root="$work/a root"
ci_directory=$work/ci
ci_step=trees
install_missing() { :; }
unset CROSSLANE_TOOLS CROSSLANE_ARCHES GITHUB_STEP_SUMMARY

# old TREE...: whole ones of the month before, that were tried together. becomes TREE old|new|missing
old() {
    rm -rf "$cache"
    mkdir "$cache"
    for tree; do
        mkdir -p "$cache/$tree-0123"
        echo old >"$cache/$tree-0123/manifest"
        touch -d 2020-02-20 "$cache/$tree-0123/manifest"
        : >"$cache/$tree-0123/proved-by-x"
    done
}
becomes() {
    check "$1" is "$(cat "$cache/$1-0123/manifest" 2>/dev/null || echo missing)" "$2"
    check "$1.last is not left" [ ! -e "$cache/$1-0123.last" ]
}

# expect STATUS RENEWED: of `ci trees`; RENEWED is what the next steps are told, "" if nothing.
expect() {
    : >"$work/outputs"
    status=0
    (CROSSLANE_CACHE=$cache CROSSLANE_REFRESH=$(date -u +%Y-%m) CROSSLANE_CXX=${cxx-} GITHUB_OUTPUT=$work/outputs ci_trees) >"$work/out" 2>&1 || status=$?
    check "exit status" is "$status" "$1"
    check "renewed" is "$(sed -n 2p "$work/outputs")" "$2"
}

: >"$work/down"
old tools sysroot-one sysroot-two
expect 0 true
for tree in tools sysroot-one sysroot-two; do becomes $tree new; done
# The same month again: nothing is made.
echo stays >"$cache/tools-0123/manifest"
expect 0 true
becomes tools stays

echo all >"$work/down"
old tools sysroot-one sysroot-two
expect 0 false
for tree in tools sysroot-one sysroot-two; do becomes $tree old; done
check "a warning" grep -q 'warning: .*earlier month: tools-0123 sysroot-one-0123 sysroot-two-0123' "$work/out"
# The next run tries again.
: >"$work/down"
expect 0 true
becomes tools new

# One of them: the others are new, and are tried with it.
echo sysroot-two >"$work/down"
old tools sysroot-one sysroot-two
expect 0 false
becomes tools new
becomes sysroot-one new
becomes sysroot-two old
check "a pair of trees that was never tried does not count as tried" [ ! -e "$cache/sysroot-two-0123/proved-by-x" ]

# Where there is no old one, or it is not whole, the failure is one.
old tools sysroot-one
expect 3 ''
becomes sysroot-one new
old tools sysroot-one sysroot-two
rm "$cache/sysroot-two-0123/manifest"
expect 3 ''

# What C++ needs counts too.
: >"$work/down"
cxx=1
old tools sysroot-one sysroot-two cxx-one cxx-two
echo cxx-one >"$work/down"
expect 0 false
becomes cxx-one old
becomes cxx-two new
cxx=

# Without a month nothing is made again.
old tools sysroot-one
: >"$work/down"
(CROSSLANE_CACHE=$cache ci_trees) >"$work/out" 2>&1 || fail "trees: exit $?"
becomes tools old
becomes sysroot-two new

# The keys of caches have every tree, also those of C++.
(ci_keys) >"$work/out"
for line in "tools-path=$cache/tools-0123" "sysroots-path=$cache/sysroot-one-0123" "cxx-path=$cache/cxx-one-0123" "$cache/cxx-two-0123"; do
    check "keys: $line" grep -q -x -F -e "$line" "$work/out"
done
keys=$(grep -E '^(sysroots|cxx)=' "$work/out")
printf '#!/bin/sh\necho "%s/cxx-$2-4567"\n' "$cache" >"$root/sysroots/mk-cxx"
(ci_keys) >"$work/out"
check "the key of sysroots stays with C++'s recipe" is "$(grep '^sysroots=' "$work/out")" "$(echo "$keys" | head -n 1)"
check "the key of C++ changes with its recipe" [ "$(grep '^cxx=' "$work/out")" != "$(echo "$keys" | tail -n 1)" ]
conclude

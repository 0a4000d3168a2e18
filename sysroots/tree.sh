# Makes a tree of Debian packages in the cache, once, whole or not at all. Sourced by mk-sysroot, mk-tools and the like.
# SPDX-License-Identifier: MIT
#
# The caller sets:
#   root            this repository
#   tree_name       what the tree is called in messages and in the cache: "sysroot-riscv64", "tools"
#   tree_recipe     files of sysroots/ whose content decides the tree's content
#   tree_arch       Debian architecture
#   tree_suite      Debian suite
#   tree_packages   roots of the closure
#   tree_drop       regular expressions of packages to leave out
#   tree_exclude    tar patterns of files to leave out, one a line
#   tree_mib        space that making it takes
#   tree_folders    folders in the tree where its own dynamic loader looks for libraries
# and may define tree_finish DIR FINAL, which is run on the new tree DIR before it becomes FINAL, tree_prove FINAL, which runs what is
# in it and says what does not work, and tree_prove_again FINAL, for what may come to depend on it later.
#
# A tree is made when it has its manifest, which comes last. One that works at one place only says where: made-for.

tree_die() {
    echo "crosslane: $tree_name: error: $1" >&2
    exit 3
}

. "$root/harness/base/cache.sh"
case $tree_name in
sysroot-*) . "$root/sysroots/packages.sh" ;;
*) [ "$(uname -m)" = x86_64 ] || . "$root/sysroots/elsewhere.sh" ;;
esac

# The key is the recipe, so an edited recipe never meets an old tree.
tree_path() {
    for file in $tree_recipe; do
        [ -r "$root/sysroots/$file" ] && [ -s "$root/sysroots/$file" ] ||
            tree_die "its recipe $root/sysroots/$file is missing, empty or unreadable
  help: git checkout -- sysroots/$file"
    done
    tree_key=$(cd "$root/sysroots" && { echo "$tree_arch $tree_suite $tree_packages $tree_drop $tree_exclude" &&
        cat $tree_recipe; } | sha256sum | cut -c 1-12)
    echo "$cache/$tree_name-$tree_key"
}

# debootstrap's own words first, then what to do about them.
tree_explain() {
    log=$1
    said=$(grep -h -E '^(E|tar|dpkg-deb|xargs): ' "$log/tree/debootstrap/debootstrap.log" "$log/stdout" 2>/dev/null | tail -n 3)
    echo "crosslane: $tree_name: error: debootstrap failed: ${said:-exit $2, nothing said}" >&2
    if grep -q -s -E 'No space left|Disk quota' "$log/tree/debootstrap/debootstrap.log"; then
        echo "  The disk is full: $(df -Ph "$cache" | awk 'END { print $4 }') free under $cache." >&2
        echo "  help: free $tree_mib MiB, or set CROSSLANE_CACHE to a directory on another disk" >&2
        return
    fi
    if head -c 200 -q "$log"/tree/var/lib/apt/lists/*Release 2>/dev/null | grep -q -i -a '<html\|<!doctype'; then
        echo "  The mirror's Release file is a web page: the network answers instead of the mirror." >&2
        echo "  help: log in to the network, or set CROSSLANE_MIRROR to a mirror that it reaches" >&2
        return
    fi
    case ${CROSSLANE_SYSROOT_PACKAGES:+more }$said in
    *signature* | *"signed by"* | *keyring* | *KEYRING*)
        echo "  The archive's signature is not valid." >&2
        echo "  help: update debian-archive-keyring; if CROSSLANE_MIRROR is set, that mirror is not Debian's" >&2 ;;
    *"download "*/Packages*)
        echo "  The mirror's package lists and its InRelease differ." >&2
        echo "  help: retry later, or set CROSSLANE_MIRROR to another Debian mirror" >&2 ;;
    *"download packages:"*)
        echo "  The mirror lacks packages that its lists name." >&2
        echo "  help: retry later, or set CROSSLANE_MIRROR to another Debian mirror" >&2 ;;
    more*"has no package "*)
        echo "  help: correct its name in CROSSLANE_SYSROOT_PACKAGES, or in 'packages' of a suite's crosslane.yml, or take it out" >&2 ;;
    *elease*)
        echo "  The mirror cannot be reached, or lacks suite $tree_suite for $tree_arch." >&2
        echo "  help: check the network, or set CROSSLANE_MIRROR to a Debian mirror that has it" >&2 ;;
    *)
        echo "  help: check the network, or set CROSSLANE_MIRROR to another Debian mirror; nothing incomplete was kept" >&2 ;;
    esac
}

# tree_give_up: 4 if the mirror has Debian's release, and not its backports, of which this tree is; else 3.
tree_give_up() {
    # Without a mirror of the user's, the one that debootstrap takes. Where that is not Debian's, nothing is known.
    dists=${CROSSLANE_MIRROR:-$(PATH=$PATH:/usr/sbin:/sbin && sed -n 's/^DEF_MIRROR="\(.*\)"$/\1/p' "$(command -v debootstrap)")}/dists
    case $tree_suite in
    *-backports)
        if wget -q -O /dev/null "$dists/${tree_suite%-backports}/InRelease" && ! wget -q -O /dev/null "$dists/$tree_suite/InRelease"; then
            exit 4
        fi ;;
    esac
    exit 3
}

# One line a second of what debootstrap does: rewritten in place on a terminal, every tenth in a log.
tree_progress() {
    awk -v name="$tree_name" -v tty="$([ -t 2 ] && echo 1)" '
        { sub(/^I: /, ""); n++ }
        tty { printf "\r\033[K%s: %.60s", name, $0 > "/dev/stderr"; fflush("/dev/stderr"); next }
        /^(Retrieving InRelease|Resolving|Checking|Extracting packages)/ || n % 25 == 0 {
            printf "%s: %s\n", name, $0 > "/dev/stderr"; fflush("/dev/stderr")
        }
        END { if (tty) printf "\r\033[K" > "/dev/stderr" }'
}

# tree_group WORK COMMAND...: runs it in a process group of its own, which timeout makes, and ends with itself. WORK/group is its number
# while it runs; WORK/ok is there if it succeeds. In the background, so that a signal does not wait for it.
tree_group() {
    group_work=$1
    shift
    timeout 0 "$@" 2>"$group_work/stderr" &
    echo $! >"$group_work/group"
    if wait $!; then echo ok >"$group_work/ok"; fi
    rm -f "$group_work/group"
}

# tree_get WORK SUITE: makes WORK/tree with its manifest, in a tree_group. This one extracts packages.
tree_get() {
    # The fakechroot variant is the one that never tests for mknod; nothing here ever enters the tree.
    if [ "$(id -u)" = 0 ]; then as_root=; else as_root=fakeroot; fi
    tree_group "$1" env FAKECHROOT=true XL_PACKAGES="$tree_packages" XL_DROP="$tree_drop" XL_TAR_EXCLUDE="$tree_exclude" \
        XL_CODENAME="$tree_suite" XL_JOBS="$(nproc)" PATH="$PATH:/usr/sbin:/sbin" \
        $as_root debootstrap --foreign --variant=fakechroot --force-check-gpg --arch="$tree_arch" \
        --components=main "$2" "$1/tree" "${CROSSLANE_MIRROR:-}" "$root/sysroots/suite"
    [ ! -e "$1/ok" ] || rm -rf "$1/tree/debootstrap"
}

# tree_bootstrap WORK SUITE: what tree_get makes. Fails with what was said in WORK/stdout.
# It is without the lock, which a daemon of fakeroot could keep for good; tee has that as long as somebody writes.
tree_bootstrap() {
    tree_get "$1" "$2" 9>&- | tee "$1/stdout" | tree_progress &
    wait $!
    cat "$1/stderr" >>"$1/stdout"
    [ -e "$1/ok" ] && [ -s "$1/tree/manifest" ]
}

# tree_other_name WORK: where the mirror has not the package lists that its InRelease names, or not the packages that those name, what
# the InRelease calls the suite besides its codename (trixie is stable, for a time). A mirror, or a cache before it, that is between two
# releases may have the older one whole under that name, signed like the other; sysroots/suite takes it only if its codename is the one
# that was asked for.
tree_other_name() {
    grep -q -E "download (.*/Packages|packages:)" "$1/stdout" || return
    sed -n 's/^Suite: *//p' "$1"/tree/var/lib/apt/lists/*Release 2>/dev/null | sort -u | grep -v -x "$tree_suite"
}

# tree_stands_alone WORK FINAL: each library that a file of WORK/tree needs is in it, or the tree is not made.
tree_stands_alone() {
    cc -std=c11 -D_GNU_SOURCE -O1 -o "$1/check-tree" "$root/sysroots/check-tree.c" "$root/sysroots/needed.c" -lelf 2>"$1/said" ||
        tree_die "the check of its libraries does not build: $(head -n 3 "$1/said")"
    "$1/check-tree" "$1/tree" "$2" $tree_folders >"$1/said" 2>&1 || tree_die "it does not stand alone:
$(head -n 10 "$1/said" | sed 's/^/  /')"
}

# tree_run_in_place DIR FINAL FOLDER...: the programs of DIR, which the caller's tree_programs lists, need the glibc of their own suite. Points
# each at FINAL's loader, and at its libraries in the FOLDERs, which are named as on x86-64, so that they run in place on an older host.
# patchelf 0.18 writes overlapping segments if one call sets interpreter and RPATH (NixOS/patchelf 446). A library's own RUNPATH would keep the
# program's RPATH from its dependencies.
tree_run_in_place() {
    tree_from=$1
    tree_final=$2
    tree_rpath=
    shift 2
    for folder; do
        folder=$(printf %s "$folder" | sed "s/x86_64-linux-gnu/${tree_triple:-x86_64-linux-gnu}/")
        find "$tree_from/$folder" -name '*.so*' -type f -print0 |
            xargs -0 -P "$(nproc)" -n 16 sh -c '
                for library; do
                    [ -z "$(patchelf --print-rpath "$library" 2>/dev/null)" ] || patchelf --remove-rpath "$library" || exit 255
                done' sh || return
        tree_rpath=$tree_rpath${tree_rpath:+:}$tree_final/$folder
    done
    tree_programs "$tree_from" | tr '\n' '\0' |
        XL_RPATH=$tree_rpath XL_FINAL=$tree_final xargs -0 -P "$(nproc)" -n 16 sh -c '
            for program; do
                loader=$(patchelf --print-interpreter "$program" 2>/dev/null) || continue    # static
                patchelf --force-rpath --set-rpath "$XL_RPATH" "$program" && patchelf --set-interpreter "$XL_FINAL/usr$loader" "$program" || exit 255
            done' sh || return
    [ -z "${tree_triple:-}" ] || tree_forget_properties "$tree_from"
}

# tree_drop_work: ends what still writes there.
tree_drop_work() {
    group=$(cat "$work/group" 2>/dev/null) || group=
    [ -z "$group" ] || { kill "$group" && sleep 0.2 && kill -KILL -- "-$group"; } 2>/dev/null || :
    rm -rf "$work"
    [ -e "$final/manifest" ] || rm -rf "$final"
}

# tree_drop_left: trees that others began and were killed before they could clear them away. Whoever holds a tree's lock is making it.
# What else is in the cache, such as the clients of tests, has no manifest and stays.
tree_drop_left() {
    for left in "$cache"/tools-* "$cache"/sysroot-* "$cache"/cxx-* "$cache"/compiler-* "$cache"/debugger-* "$cache"/qemu-next-* "$cache"/bochs-* "$cache"/rust-* "$cache"/go-* "$cache"/source-*; do
        tree=${left%.lock}
        tree=${tree%.tmp.*}
        case $left in
        *.tmp.*) ;;
        *) [ ! -e "$tree/manifest" ] && [ -d "$tree" ] || continue ;;
        esac
        (flock -n 8 && { [ -e "$tree/manifest" ] || rm -rf "$tree"; } && rm -rf "$tree".tmp.*) 2>/dev/null 8>"$tree.lock" || :
    done
}

tree_make() {
    final=$1
    work=$final.tmp.$$
    trap tree_drop_work EXIT
    trap 'trap "" INT TERM HUP; exit 130' INT TERM HUP    # a second one does not end the clearing
    mkdir -p "$work/tree"

    free=$(df -Pk "$cache" | awk 'END { print int($4 / 1024) }')
    [ "$free" -ge "$tree_mib" ] || tree_die "$free MiB free under $cache, needs $tree_mib MiB
  help: free space, or set CROSSLANE_CACHE to a directory on another disk"

    echo "crosslane: making $tree_name ($tree_suite, $tree_arch)" >&2
    begin=$(date +%s)
    if ! tree_bootstrap "$work" "$tree_suite"; then
        other=$(tree_other_name "$work") || { tree_explain "$work" 1; tree_give_up; }
        echo "crosslane: $tree_name: the mirror lacks files that the InRelease of $tree_suite names; trying its other name, $other" >&2
        mv "$work/stdout" "$work/first"
        rm -rf "$work/tree"
        mkdir "$work/tree"
        if ! tree_bootstrap "$work" "$other"; then
            cat "$work/first" >>"$work/stdout"
            tree_explain "$work" 1
            exit 3
        fi
    fi
    if command -v tree_finish >/dev/null; then
        tree_finish "$work/tree" "$final" >"$work/said" 2>&1 || tree_die "its last step failed: $(tail -n 3 "$work/said")"
    fi
    tree_stands_alone "$work" "$final"
    mv "$work/tree/manifest" "$work/manifest"
    rm -rf "$final"    # what a run that was killed left
    mv "$work/tree" "$final"
    if command -v tree_prove >/dev/null && ! tree_prove "$final" >"$work/said" 2>&1; then
        rm -rf "$final"
        tree_die "$(head -n 5 "$work/said")
  help: report this, with the versions of the packages patchelf and debootstrap"
    fi
    mv "$work/manifest" "$final/manifest"
    rm -rf "$work"
    trap - EXIT INT TERM HUP
    echo "crosslane: made $tree_name in $(($(date +%s) - begin)) s: $(wc -l <"$final/manifest") packages," \
        "$(du -sm "$final" | cut -f 1) MiB" >&2
}

# What a cache that was moved, or was saved elsewhere, holds: its programs would look for their libraries there. Not a tree that a link
# leads to where it still stands: it works, and is another cache's.
tree_drop_moved() {
    if [ -e "$1/made-for" ] && [ ! "$(cat "$1/made-for")" -ef "$1" ]; then
        echo "crosslane: $tree_name was made for $(cat "$1/made-for"); making it again" >&2
        rm -f "$1/manifest"
    fi
}

# tree_main [--path]: prints the tree's path; without --path makes the tree first if it is not there.
tree_main() {
    path=$(tree_path)
    [ "${1:-}" = --path ] || { tree_drop_left; tree_drop_moved "$path"; }
    if [ "${1:-}" != --path ] && [ ! -e "$path/manifest" ]; then
        mkdir -p "$cache" 2>/dev/null ||
            tree_die "cannot make the cache directory $cache
  help: set CROSSLANE_CACHE to a writable directory"
        for tool in debootstrap flock patchelf cc; do
            PATH=$PATH:/usr/sbin:/sbin command -v $tool >/dev/null ||
                tree_die "$tool is not installed
  help: ./crosslane doctor"
        done
        (: >>"$path.lock") 2>/dev/null || tree_die "cannot write into the cache directory $cache
  help: set CROSSLANE_CACHE to a writable directory"
        # Another run may be making the same tree: wait for it, then look again.
        exec 9>>"$path.lock"
        flock -n 9 || { echo "crosslane: another run is making $tree_name, waiting" >&2; flock 9; }
        [ -e "$path/manifest" ] || tree_make "$path"
        exec 9>&-
    fi
    if [ "${1:-}" != --path ] && command -v tree_prove_again >/dev/null; then
        said=$(tree_prove_again "$path" 2>&1) || tree_die "$said
  help: to make it again: rm -rf '$path', and the tools tree named above"
    fi
    echo "$path"
}

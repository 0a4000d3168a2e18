#!/bin/sh
# Crosslane where nothing is installed: a minimal tree of a Debian or Ubuntu release, HEAD cloned into it, and the README's
# commands run there as a newcomer would, who has sudo, and as root.
# SPDX-License-Identifier: MIT
# Usage: fresh.sh [--all | --interrupt | --package DEB | --image DEB] [--as USER] [--unsigned] [--with-cache] SUITE [COMMAND...]
#   SUITE        bookworm, trixie or noble; "other" is one that this machine does not run
#   COMMAND      run this in the clone instead, as root, or as the USER of --as
#   --as USER    newcomer, who has sudo, or root; without it both
#   --all        both commands whole, each by each; without it `./crosslane run` on a row by gcc and one by clang, of one kernel
#   --interrupt  `./crosslane run` ended by SIGINT again and again, each time later, and then left to end by itself
#   --package    DEB installed there, without the clone: the README's example, `init` on a prototype, a project of CMake and one of Meson,
#                and what an installed copy leaves alone
#   --image      what Containerfile makes of DEB, in a tree of the release that it begins from; one row there
#   --with-cache compilers and sysroots of this machine, for root
#   --unsigned   take noble's packages unchecked, where there is no keyring of Ubuntu's (Debian 12 has no package of it)
# CROSSLANE_MIRROR and CROSSLANE_UBUNTU_MIRROR name other archives. Needs root, to chroot; elsewhere skipped (77), with the reason.
set -eu
root=$(CDPATH= cd "$(dirname "$0")/.." && pwd)
directory=${CROSSLANE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/crosslane}/fresh
scripts=/usr/share/debootstrap/scripts

die() {
    echo "fresh.sh: error: $1" >&2
    exit 2
}

skip() {
    echo "skipped: $1"
    exit 77
}

read_options() {
    mode=some
    shared=
    check=--force-check-gpg
    users="newcomer root"
    while [ $# -gt 0 ]; do
        case $1 in
        --all | --interrupt) mode=${1#--} ;;
        --package | --image)
            mode=${1#--}
            package=${2:-}
            [ -e "$package" ] || die "$1 wants a file: '$package'"
            shift
            ;;
        --as)
            case ${2:-} in newcomer | root) users=$2 ;; *) die "--as wants newcomer or root" ;; esac
            shift
            ;;
        --unsigned) check=--no-check-gpg ;;
        --with-cache) shared=${directory%/fresh} users=root ;;
        -*) die "unknown option $1; there are --all, --interrupt, --package, --image, --as, --with-cache and --unsigned" ;;
        *) break ;;
        esac
        shift
    done
    suite=${1:-}
    [ "$suite" != other ] || suite=$(other_suite)
    case $suite in
    bookworm | trixie) archive=${CROSSLANE_MIRROR:-} components=main script=$scripts/sid ;;
    # Every Ubuntu's script is this one, and debootstrap may be older than the release.
    noble) archive=${CROSSLANE_UBUNTU_MIRROR:-} components=main,universe script=$scripts/gutsy ;;
    *) die "which suite? bookworm, trixie, noble or other" ;;
    esac
    [ $# -eq 0 ] || shift
    [ $# -eq 0 ] || mode=command
    command=$*
}

# What this machine is not.
other_suite() {
    if grep -q -s '^VERSION_CODENAME=trixie$' /etc/os-release; then echo bookworm; else echo trixie; fi
}

can_chroot() {
    [ -z "${CROSSLANE_FRESH:-}" ] || skip "this is a fresh tree already"
    [ "$(id -u)" = 0 ] || skip "a tree of another release is entered by chroot, and only root may"
    unshare -m -p -f true 2>/dev/null || skip "this machine allows no mounts of one's own (unshare -m -p)"
    command -v debootstrap >/dev/null || [ -x /usr/sbin/debootstrap ] || skip "debootstrap is not installed"
}

# The release's minimal system, once; with what a machine has whose user may use sudo.
make_tar() {
    [ ! -e "$directory/$suite.tar" ] || return 0
    if [ "$suite$check" = noble--force-check-gpg ] && [ ! -e /usr/share/keyrings/ubuntu-archive-keyring.gpg ] &&
        ! apt-get install -y --no-install-recommends ubuntu-keyring >/dev/null 2>&1; then
        skip "no package ubuntu-keyring to check noble's signatures with; --unsigned does not check"
    fi
    echo "fresh.sh: making a minimal $suite"
    work=$(mktemp -d "$directory/tmp.XXXXXX")
    PATH=$PATH:/usr/sbin debootstrap --variant=minbase $check --include=sudo --components=$components "$suite" "$work/tree" "$archive" \
        "$script" >"$work/log" 2>&1 || {
        if grep -q 'Failed getting release' "$work/log"; then skip "the archive of $suite cannot be reached"; fi
        tail -n 5 "$work/log" >&2
        die "debootstrap could not make a minimal $suite"
    }
    tar -C "$work/tree" -cf "$work/tar" .
    mv "$work/tar" "$directory/$suite.tar"
    rm -rf "$work"
}

# fresh_tree: "$tree" anew, with HEAD in the home of newcomer and of root.
fresh_tree() {
    drop_tree
    tree=$(mktemp -d "$directory/tree.XXXXXX")
    tar -C "$tree" -xf "$directory/$suite.tar"
    chmod 755 "$tree"
    cp /etc/resolv.conf "$tree/etc/"
    apt-config dump Acquire::http::Proxy >"$tree/etc/apt/apt.conf.d/99proxy" 2>/dev/null || :
    chroot "$tree" useradd -m -s /bin/sh newcomer
    echo 'newcomer ALL=(ALL) NOPASSWD: ALL' >"$tree/etc/sudoers.d/newcomer"
    git clone -q --depth 1 "file://$root" "$tree/root/crosslane"
    cp -R "$tree/root/crosslane" "$tree/home/newcomer"
    chroot "$tree" chown -R newcomer: /home/newcomer
}

tree=
drop_tree() {
    [ -z "$tree" ] || rm -rf --one-file-system "$tree"
    tree=
}

# enter USER SCRIPT [VARIABLE=VALUE...]: in the clone, with no other variables, and processes and mounts that end with it.
enter() {
    user=$1
    script=$2
    shift 2
    home=$(chroot "$tree" getent passwd "$user" | cut -d : -f 6)
    set -- "$@" $(env | sed -n '/^\(https\{0,1\}_proxy\|no_proxy\|CROSSLANE_MIRROR\)=[^ ]*$/p')
    unshare -m -p -f --kill-child sh -c '
        tree=$1 user=$2 home=$3 script=$4 shared=$5
        shift 5
        mount --bind "$tree" "$tree" && { [ -z "$shared" ] || { mkdir -p "$tree$shared" && mount --bind "$shared" "$tree$shared"; }; } && mount -t proc proc "$tree/proc" && mount --rbind /dev "$tree/dev" || exit
        exec chroot "$tree" runuser -u "$user" -- env -i PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin HOME="$home" \
            CROSSLANE_FRESH="$user" "$@" sh -c "cd && cd crosslane || exit; $script"' \
        sh "$tree" "$user" "$home" "$script" "$shared" "$@" </dev/null &
    child=$!    # in the background, so that a signal that ends this script ends it at once; unshare minds only SIGKILL
    wait $child
}

passed=0
failed=0

# see USER NAME WORDS SCRIPT [VARIABLE=VALUE...]: SCRIPT ends well, and the last line that it prints but for an empty one has WORDS.
see() {
    name="$suite: $2, as $1"
    words=$3
    begin=$(date +%s)
    echo "fresh.sh: $name"
    status=0
    see_user=$1 see_script=$4
    shift 4
    enter "$see_user" "$see_script" "$@" >"$directory/out.$$" 2>"$directory/err.$$" || status=$?
    seconds=$(($(date +%s) - begin))
    if [ "$status" = 0 ] && grep . "$directory/out.$$" | tail -n 2 | grep -q -e "$words"; then
        passed=$((passed + 1))
        grep -h -E '^crosslane: made|tests passed|\(Skipped\)|kernels checked on' "$directory/err.$$" "$directory/out.$$" | sed 's/^/  /'
        echo "fresh.sh: $name: passed in $seconds s"
    else
        failed=$((failed + 1))
        tail -n 40 "$directory/err.$$" | sed 's/^/  /'
        # What a test of ctest's said that failed, and the end.
        awk '/^ *[0-9]+\/[0-9]+ Test +#/ || /^ *Start +[0-9]+:/ { shown = /[*][*][*](Failed|Timeout|Exception)/ } shown' "$directory/out.$$" |
            tail -n 200 | sed 's/^/  /'
        tail -n 80 "$directory/out.$$" | sed 's/^/  /'
        echo "fresh.sh: $name: FAILED, exit $status, after $seconds s"
    fi
    rm -f "$directory/out.$$" "$directory/err.$$"
}

# The trees of the first, at a place that both can use, serve the second too: what differs is who installs packages.
see_some() {
    two_rows='./crosslane run --kernels tests/downstream/kernels --row s390x-z15-gcc-O2 --row s390x-z15-llvm-O2'
    cache=/var/cache/crosslane
    kept=
    for someone in $users; do
        fresh_tree
        if [ -n "$kept" ]; then mv "$kept" "$tree$cache"; else chroot "$tree" install -d -o "$someone" "$cache"; fi
        see "$someone" "two rows" '^\([1-9][0-9]*\) of \1 kernels checked on 2 of 2 rows$' "$two_rows" CROSSLANE_CACHE=$cache
        # A chroot forbids user namespaces: only the emulator that CMake calls can run programs on the row's CPU.
        see "$someone" "a test suite" '^1 of 1 tests ran on 1 of 1 rows$' './crosslane suite tests/suite --row s390x-z15-gcc-O2 --test plain' \
            CROSSLANE_CACHE=$cache
        kept=$directory/kept.$$
        mv "$tree$cache" "$kept"
    done
}

see_all() {
    for someone in $users; do
        fresh_tree
        see "$someone" "./crosslane run" 'kernels checked on' './crosslane run'
        see "$someone" "./crosslane test" . './crosslane test'
    done
}

# Whatever is cut off, and at whatever time, the next run mends. The signal goes to all of its processes, as a terminal's does, and
# is not ignored, as it would be in the background. Each run begins with what the one before has left.
see_interrupted() {
    fresh_tree
    cut=0
    for seconds in 3 7 11 13 17 19 23 29 31 37 41 43; do
        status=0
        enter newcomer "env --default-signal=INT setsid ./crosslane run --quick & run=\$!
            sleep $seconds; kill -s INT -- -\$run; wait \$run" >"$directory/out.$$" 2>&1 || status=$?
        [ "$status" = 0 ] || cut=$((cut + 1))
        echo "fresh.sh: $suite: exit $status after $seconds s: $(grep . "$directory/out.$$" | tail -n 1 | cut -c 1-100)"
    done
    if [ "$cut" -ge 4 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "only $cut runs were cut off"; fi
    see newcomer "./crosslane run --quick, after all that" 'kernels checked on' './crosslane run --quick'
}

# The copy in the prefix stays as it was installed: builds and results are the user's. dpkg -V prints a file that has changed, and a file
# that no package has is one too many.
see_package() {
    fresh_tree
    for someone in $users; do
        home=$(chroot "$tree" getent passwd "$someone" | cut -d : -f 6)
        rm -rf "$tree$home/crosslane"
        mkdir -p "$tree$home/crosslane"
        chroot "$tree" chown "$someone:" "$home/crosslane"
        cp "$package" "$tree/tmp/crosslane.deb"
        rm -rf "$tree/tmp/consumer"
        cp -R "$root/tests/consumer" "$tree/tmp/consumer"
        see "$someone" "the package" '^1 of 1 kernels checked on 1 of 1 rows$' \
            'set -e
            [ -e /usr/bin/crosslane ] || { sudo apt-get -q update && sudo env DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends /tmp/crosslane.deb; }
            mkdir -p "a löwe" && cd "a löwe"
            cp -R /usr/share/doc/crosslane/examples/demo .
            crosslane --version
            ! crosslane run --kernels demo --row riscv64-v256_ones-gcc-O2 >out || exit 1
            grep "^  reproduce  crosslane run --row .riscv64-v256_ones-gcc-O2" out
            crosslane repro "$(sed -n "s/^  id  *//p" out)" | tail -n 1 | grep "shows again$"
            # A first kernel from a prototype: it asks for its reference.
            mkdir -p mine/src && cd mine
            printf "%s\n" "void twice(const float *a, float *r, unsigned long n) { for (unsigned long i = 0; i < n; i++) r[i] = a[i] + a[i]; }" >src/twice.c
            crosslane init --from "void twice(const float *a, float *r, unsigned long n)" | grep "^next: crosslane run --kernels tests/simd"
            ! crosslane run --kernels tests/simd --row aarch64-nosve-gcc-O2 >out 2>&1 || exit 1
            grep "error: .*write its reference here" out
            cd ..
            # The same kernels in the tests of a project of CMake, and of one of Meson.
            cp -R /tmp/consumer .
            cmake -G Ninja -S consumer -B by-cmake -DCONSUMER_BY=package >out
            ctest --test-dir by-cmake -R "^kernels/aarch64-sve128-llvm-O2" | tee out | tail -n 5
            grep "100% tests passed, 0 tests failed out of 2" out
            command -v meson >/dev/null || sudo env DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends meson >/dev/null
            mkdir consumer/subprojects && ln -s /usr/lib/crosslane consumer/subprojects/crosslane
            meson setup by-meson consumer >out && meson test -C by-meson aarch64-nosve-llvm-O2 | tee out | tail -n 12
            grep "^Ok: *1" out
            [ -z "$(dpkg -V crosslane)" ]
            ! find /usr/lib/crosslane ! -type d | xargs dpkg -S 2>&1 >/dev/null | grep . || exit 1
            crosslane run --kernels demo --row riscv64-v256-gcc-O2' CROSSLANE_CACHE=${shared:-/var/tmp/cache-$someone}
    done
}

# The instructions of Containerfile, by a shell in the tree. What is unknown here would be left out of what is tested.
see_image() {
    case $(sed -n 's/^FROM //p' "$root/Containerfile"):$suite in
    debian:13-slim@sha256:*:trixie | debian:12-slim@sha256:*:bookworm) ;;
    *) die "Containerfile begins from another release than $suite: $(grep '^FROM ' "$root/Containerfile")" ;;
    esac
    fresh_tree
    mkdir -p "$directory/image.$$"
    sed -e '/^#/d' -e ':a' -e '/\\$/N; s/\\\n *//; ta' "$root/Containerfile" >"$directory/image.$$/steps"
    variables=
    while read -r instruction words; do
        case $instruction in
        FROM) ;;
        COPY) cp "$package" "$tree${words##* }" ;;
        ENV) variables="$variables $words" ;;
        RUN) see root "Containerfile: $(echo "$words" | cut -c 1-50)" . "$words && echo done" $variables ;;
        WORKDIR) install -d "$tree$words" ;;
        *) die "Containerfile has $instruction, which is not known here" ;;
        esac
    done <"$directory/image.$$/steps"
    rm -rf "$directory/image.$$"
    # Without network, and with a home that is root's.
    install -d "$tree/src/crosslane"
    chroot "$tree" usermod -d /src newcomer
    rm "$tree/etc/sudoers.d/newcomer"
    see newcomer "one row of the image" '^1 of 1 kernels checked on 1 of 1 rows$' \
        'http_proxy=http://127.0.0.1:9 CROSSLANE_MIRROR=http://127.0.0.1:9/ crosslane run --kernels /usr/share/doc/crosslane/examples/demo --row riscv64-v256-gcc-O2' \
        $variables
}

read_options "$@"
can_chroot
mkdir -p "$directory"
make_tar
trap 'drop_tree; rm -rf "$directory/kept.$$" "$directory/out.$$" "$directory/err.$$"' EXIT
child=
trap '[ -z "$child" ] || kill -KILL $child 2>/dev/null; exit 130' INT TERM
case $mode in
some) see_some ;;
all) see_all ;;
interrupt) see_interrupted ;;
package) see_package ;;
image) see_image ;;
command)
    fresh_tree
    enter "${users##* }" "$command"
    exit
    ;;
esac
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]

#!/bin/sh
# The host tool on another architecture: built for it, its unit tests pass under its QEMU, and its package is of that architecture.
# SPDX-License-Identifier: MIT
# Usage: hosts.sh ARCH [ARCH ARCH SEED]    SEED: a hexadecimal number, which chooses one of the three
set -u
case ${4:-} in *[147ad]) shift ;; *[258be]) shift 2 ;; esac
arch=$1
. "$(dirname "$0")/checking.sh"
. "$root/harness/base/environment.sh"
# As the packages that ./crosslane installs, and cmocka.
export CROSSLANE_SYSROOT_PACKAGES="libyaml-dev libjson-c-dev libdw-dev libelf-dev libmpfr-dev libxxhash-dev libexpat1-dev libcurl4-openssl-dev zlib1g-dev libcmocka-dev"
sysroot=$("$root/sysroots/mk-sysroot" "$arch") || exit 3
tools=$("$root/sysroots/mk-tools") || exit 3
line=$(sed -n "s/^XL_ARCH($arch, *//p" "$root/arch/$arch/arch.def" | tr -d ' ')
qemu=$tools/usr/bin/qemu-$(echo "$line" | cut -d , -f 3)

# What qemu-user does not do. Here they must fail, or they belong to the others.
cannot='confined process run single_step'
why="qemu-user has no ptrace, no seccomp and no limit of addresses"
case $arch in s390x) cannot="$cannot digest_index"; why="$why, and here no nanoseconds in fstat" ;; esac

must "it is configured" exits 0 cmake -S "$root" -B "$work/host" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$root/toolchains/$arch-gcc.cmake" -DXL_HOST_TOOL=ON
must "it is built" exits 0 ninja -C "$work/host" unit-tests crosslane
check "it lists ISAs" exits 0 "$qemu" -L "$sysroot" "$work/host/crosslane" list isas

must "its package is made" exits 0 sh -c 'cd "$1" && cpack -G DEB -B "$2"' sh "$work/host" "$work/package"
dpkg-deb -x "$work"/package/*.deb "$work/installed"
check "the package's architecture" is "$(dpkg-deb -f "$work"/package/*.deb Architecture)" "${line%%,*}"
depends=$(dpkg-deb -f "$work"/package/*.deb Depends)
for package in gcc cmake libyaml-0-2 libjson-c5 libdw1 libelf1 libmpfr6 libxxhash0 libexpat1 libcurl4 zlib1g libc6; do
    check "the package depends on $package" eval 'echo "$depends" | tr , "\n" | grep -q -E "^ ?$package(t64)?( |\$)"'
done
check "the package's program" answers 0 out avx2 "$qemu" -L "$sysroot" "$work/installed/usr/lib/crosslane/build/host/crosslane" list isas

run() {
    (cd "$work/host" && timeout 1200 "$qemu" -L "$sysroot" "$@") >"$work/out" 2>"$work/err" </dev/null
}
for program in "$work"/host/test_* "$work"/host/replay_*; do
    [ -f "$program" ] && [ -x "$program" ] || continue
    name=$(basename "$program")
    corpus=
    case $name in
    test_detect) continue ;; # its kernels are for rows
    replay_*) corpus=$root/tests/corpus/${name#replay_} ;;
    esac
    case " $cannot " in
    *" ${name#test_} "*) check "$name fails: $why" eval '! run "$program"' ;;
    *) check "$name" run "$program" ${corpus:+"$corpus"} ;;
    esac
done
conclude

#!/bin/sh
# The host tool on another architecture: built for it, its unit tests pass under its QEMU.
# SPDX-License-Identifier: MIT
# Usage: hosts.sh ARCH
set -u
arch=$1
. "$(dirname "$0")/checking.sh"
. "$root/harness/base/environment.sh"
# As the packages that ./crosslane installs, and cmocka.
export CROSSLANE_SYSROOT_PACKAGES="libyaml-dev libjson-c-dev libdw-dev libelf-dev libmpfr-dev libxxhash-dev libexpat1-dev libcurl4-openssl-dev zlib1g-dev libcmocka-dev"
sysroot=$("$root/sysroots/mk-sysroot" "$arch") || exit 3
tools=$("$root/sysroots/mk-tools") || exit 3
qemu=$tools/usr/bin/qemu-$(sed -n "s/^XL_ARCH($arch,[^,]*,[^,]*, *\([^,]*\),.*/\1/p" "$root/arch/$arch/arch.def")

# What qemu-user does not do. Here they must fail, or they belong to the others.
cannot='confined process run single_step'
why="qemu-user has no ptrace, no seccomp and no limit of addresses"

must "it is configured" exits 0 cmake -S "$root" -B "$work/host" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$root/toolchains/$arch-gcc.cmake" -DXL_HOST_TOOL=ON
must "it is built" exits 0 ninja -C "$work/host" unit-tests crosslane
check "it lists ISAs" exits 0 "$qemu" -L "$sysroot" "$work/host/crosslane" list isas
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

#!/bin/sh
# The host tool on another architecture: built for it, its unit tests pass under its QEMU, and its package is of that architecture. On AArch64
# the package runs rows, emulated and native ones, on a machine that is all under QEMU.
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
[ "$arch" = aarch64 ] || { conclude; exit; }
mkdir -p "$work/shared/kernels"
cp "$root/examples/demo/sum_i32.c" "$work/shared/kernels"
cat >"$work/shared/kernels/crosslane.yml" <<'END'
rows:
  include:
    - {arch: aarch64, name: native_neon, qemu_cpu: native, isa: neon, vl: 128, compiler: [gcc], opt: [O2]}
    - {arch: aarch64, name: native_sve, qemu_cpu: native, isa: sve, vl: 128, compiler: [gcc], opt: [O2]}
END
there() { timeout 1200 "$root/tests/whole/arm64-machine.sh" "$work" "$@"; }
must "its tools tree is made" exits 0 there
check "it lacks nothing there" answers 0 out "none missing" there crosslane --no-install doctor
# An emulator under an emulator. Not that of AArch64: there it executes patched code wrongly (docs/limits.md).
check "an emulated row and a native one pass" answers 0 out "2 of 2 kernels checked on 2 of 2 rows" \
    there crosslane --no-install run --kernels /shared/kernels --row riscv64-v256-gcc-O2 --row aarch64-native_neon-gcc-O2 --json /shared/run.json
check "the native row has no emulator" grep -q "\"qemu\": *\"\"" "$work/shared/run.json"
check "a native row is asked for its vectors" answers 1 out "vector length" \
    there crosslane --no-install run --kernels /shared/kernels --row aarch64-native_sve-gcc-O2
check "x86-64's native row is skipped" answers 0 out "this machine's CPU has no sse2: it is not x86_64" \
    there crosslane --no-install run --kernels /shared/kernels --row x86_64-native_sse2-gcc-O2
conclude

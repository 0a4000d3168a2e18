#!/bin/sh
# Rows of AVX-512 under Bochs: kernels with evidence, the same bits as on a CPU that has it, machines that are killed or do not boot.
# SPDX-License-Identifier: MIT
# Usage: bochs.sh CROSSLANE
set -u
crosslane=$1
. "$(dirname "$0")/checking.sh"
. "$root/harness/base/environment.sh"
. "$root/harness/base/cache.sh"
export TMPDIR="$work/tmp"    # the machines' files are there
mkdir "$TMPDIR"
row=x86_64-skylake_x-gcc-O2
cd "$work" || exit 2
machines() { cat "$TMPDIR"/crosslane-bochs-*/*/alive 2>/dev/null | od -A n -t d4; }

# A seventh of the kernels a day: all of them take five minutes of a core.
case $(date -u +%u) in 1) some='[ab]*' ;; 2) some='c*' ;; 3) some='[d-f]*' ;; 4) some='[g-l]*' ;; 5) some='[m-q]*' ;; 6) some='s*' ;; *) some='[rt-z]*' ;; esac
echo "kernels $some"
check "kernels $some" exits 0 "$crosslane" run --row $row --kernel "$some" --no-cache --json json
check "they pass, or meet a known bug of Bochs" prints '^PASS: [0-9]+ kernels on 1 row(, 1 with known bugs)?$'
json() { tr -d '\n' <json | grep -q -E -e "$1"; }
check "with evidence" json '"evidence": *"traced'
check "a kernel trapped without AVX-512" json '"control": *"trapped with SIGILL in [a-z0-9_]*__avx512'
check "the version of Bochs" json '"qemu": *"bochs 3'
check "the Linux in it, and its CPU" json '"runner": *"bochs 3[^"]*, Linux [^"]*, *[^"]*"'

### Machines

mkdir rows
cp $(find "$root/kernels" -name add_f32.c -o -name find_byte.c -o -name transpose4x4_u32.c) rows
# cpus LINE...: rows of these CPUs, by gcc at -O2.
cpus() {
    printf "rows:\n  exclude: '*'\n  include:\n" >rows/crosslane.yml
    printf '    - {arch: x86_64, isa: avx512, vl: 512, %s, compiler: gcc, opt: O2}\n' "$@" >>rows/crosslane.yml
}
run() { "$crosslane" run --kernels rows --no-cache --json json "$@"; }
own='name: own, runner: bochs, qemu_cpu: corei7_skylake_x'
cpus "$own"
check "a row of one's own" exits 0 run
first=$(machines)
check "again" exits 0 run
check "in the same machine" is "$(machines)" "$first"
run >killed.out 2>&1 &
of=$!
sleep 3
kill -KILL $first
wait $of
check "a machine that is killed in the middle" is $? 0
check "the calls are made again" grep -q '^PASS: 3 kernels on 1 row$' killed.out
cpus "$own" "name: second, runner: bochs, qemu_cpu: corei7_skylake_x"
check "two rows at the same time" exits 0 run
cpus "name: unknown, runner: bochs, qemu_cpu: no_such_cpu" "name: old, runner: bochs, qemu_cpu: corei7_haswell_4770"
check "a CPU that Bochs does not know, and one without AVX-512" exits 1 run
check "the first does not run" prints '^x86_64-unknown-gcc-O2 .* not-run .*runner bochs: said: .*cpu directive malformed.* the machine did not boot'
check "the second lacks it" prints '^x86_64-old-gcc-O2 .* fail .*the CPU of runner bochs lacks avx512'
idle() { ! kill -0 $(machines) 2>/dev/null; }
check "machines end when nobody uses them" wait_for idle

### The same bits as natively

if grep -q avx512vl /proc/cpuinfo; then
    for kernel in add_f32 dot_f32 exp_f32 sort8_i32; do
        check "$kernel: Bochs and this machine" exits 0 "$crosslane" differ --row $row --by emulator --kernel $kernel
        check "$kernel: the same bits" prints 'have the same bits|same bits'
    done
else
    skip "the same bits as natively" "this machine's CPU has no AVX-512"
fi
conclude

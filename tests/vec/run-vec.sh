#!/bin/sh
# Builds the vocabulary's unit tests for one build and runs them, with the ISAs' flags and with those of options.txt.
# SPDX-License-Identifier: MIT
# Usage: run-vec.sh ARCH COMPILER OPT ISA=QEMU_CPU...      QEMU_CPU native: without an emulator
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
arch=$1
compiler=$2
opt=$3
shift 3
directory=$root/build/$arch-$compiler-$opt
# Those of options.txt too, if their ISA is among these.
while read -r name isa cpu options; do
    case " $* " in *" $isa="*) [ -z "$options" ] || set -- "$@" "$name=$cpu" ;; esac
done <<END
$(grep -v '^#' "$root/tests/vec/options.txt")
END
targets=$(for pair; do echo "vec-${pair%%=*}"; done | sort -u | paste -s -d ' ' -)
"$root/harness/build/cross-build.sh" "$directory" "$root/kernels" "$arch" "$compiler" "$opt" "$targets"
sysroot=$("$root/sysroots/mk-sysroot" "$arch")
emulator=$(cat "$directory/emulator")
failed=0
for pair; do
    isa=${pair%%=*}
    cpu=${pair#*=}
    echo "== $isa on $cpu"
    if [ "$cpu" = native ]; then
        # The sysroot's own loader: the host's C library may be older.
        status=0
        "$sysroot/lib64/ld-linux-x86-64.so.2" --library-path "$sysroot/usr/lib/x86_64-linux-gnu" "$directory/vec-$isa" || status=$?
        # 77: the host's CPU does not have the ISA, and said so.
        case $status in 0 | 77) ;; *) failed=1 ;; esac
    else
        "$emulator" -L "$sysroot" -cpu "$cpu" "$directory/vec-$isa" || failed=1
    fi
done >"$directory/vec.log" 2>&1
grep -v -E '^\[ (RUN|      OK)' "$directory/vec.log"
exit $failed

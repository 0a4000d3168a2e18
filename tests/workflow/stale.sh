#!/bin/sh
# `ci test-cross` with an agent that was built from other sources says so, and blames no kernel.
# SPDX-License-Identifier: MIT
# Usage: stale.sh CROSSLANE
set -eu
source_root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0

fail() {
    echo "FAIL: $1" >&2
    sed 's/^/  /' "$work/out" >&2
    exit 1
}

# A root with the sources, and a tool that has the real one's rows and runs nothing.
root=$work/root
folder=$root/build/x86_64-gcc-O2
mkdir -p "$folder" "$work/host"
cp -R "$source_root/arch" "$source_root/harness" "$source_root/kernels" "$root"
. "$root/harness/cli/ci.sh"
host=$work/host
ci_folder=$work/ci
ci_step=test-cross
cat >"$host/crosslane" <<END
#!/bin/sh
case \$1 in
run) echo "it ran" ;;
*) exec "$1" "\$@" ;;
esac
END
chmod +x "$host/crosslane"

# expect STATUS WORDS: of test-cross.
expect() {
    status=0
    (CROSSLANE_BUILD=x86_64-gcc-O2 CROSSLANE_ROWS='x86_64-k8-*' ci_test_cross) >"$work/out" 2>&1 || status=$?
    [ "$status" = "$1" ] || fail "exit $status, and should be $1"
    grep -q -e "$2" "$work/out" || fail "no '$2'"
    passed=$((passed + 1))
}

# built ISA: as cross-build.sh leaves it.
built() {
    touch "$folder/agent-$1" "$folder/emulator"
    "$root/harness/build/sources.sh" x86_64 "$root/kernels" >"$folder/sources-$1"
}

stale='stale build/x86_64-gcc-O2/agent-sse2: the sources differ'
built sse2
expect 0 'it ran'
echo '/* edited */' >>"$root/kernels/arith/add_f32.c"
expect 3 "$stale"
built sse2
expect 0 'it ran'
echo '/* edited */' >>"$root/harness/protocol.h"
expect 3 "$stale"
built sse2
rm "$folder/sources-sse2"
expect 3 "$stale"
# Of another architecture, or of an ISA that none of the rows has.
built sse2
echo '/* edited */' >>"$root/arch/s390x/vx.h"
touch "$folder/agent-avx2"
expect 0 'it ran'
rm "$folder/agent-sse2"
expect 0 'it ran'
echo "$passed passed, 0 failed"

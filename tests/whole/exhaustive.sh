#!/bin/sh
# run --exhaustive: all inputs are tried, a bug at one of them is found, a killed run goes on, and what was tried counts as long as
# nothing changed.
# SPDX-License-Identifier: MIT
# Usage: exhaustive.sh CROSSLANE
set -u
crosslane=$1
. "$(dirname "$0")/checking.sh"
row=s390x-z15-gcc-O2
walks=${CROSSLANE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/crosslane}/walks/$row
# The states of this test have names of their own, and go at the end.
one=one$(basename "$work" | tr -cd 'A-Za-z0-9')
pair=pair$(basename "$work" | tr -cd 'A-Za-z0-9')
trap 'rm -f "$walks/$one"-* "$walks/$pair"-*; clean_up' EXIT
cd "$work" || exit 1
mkdir kernels

# write_one VECTOR [REFERENCE], write_pair VECTOR: kernels of 16-bit arrays, and what their vector code computes of r[i].
write_one() { write_kernel "kernels/$one.c" u16 a "(uint16_t)(${2-a[i] * 3 + 1})" "$(each "(uint16_t)($1)")" '.elementwise = 1'; }
write_pair() { write_kernel "kernels/$pair.c" u16 'a b' '(uint16_t)(a[i] ^ b[i])' "$(each "(uint16_t)($1)")" '.elementwise = 1'; }

# walk OPTION...
walk() {
    "$crosslane" run --kernels kernels --row "$row" --exhaustive --json r.json "$@" >out 2>err
    status=$?
}

# has FILE TEXT, without line ends
has() {
    tr -d '\n' <"$1" | grep -q -e "$2"
}
tried() { # FILE INPUTS OF
    has "$1" "\"exhaustive\": *{ *\"inputs\": *$2, *\"of\": *$3 *}"
}

write_one 'a[i] * 3 + 1'
write_pair 'a[i] ^ b[i]'
walk --kernel "$one"
check "all inputs: exit 0" test "$status" = 0
check "all inputs" tried r.json 65536 65536
check "all inputs: the console says it" has out "$one on $row: 65536 of 65536 inputs right"
state=$(ls "$walks/$one"-*)
cp "$state" whole
walk --kernel "$one"
check "again: nothing is tried twice" cmp -s "$state" whole
check "again: the same" tried r.json 65536 65536

# Damage: parts without a right line are tried again.
sed -i -e '9s/^[0-9]*/9999/' -e '20d' "$state"
truncate -s -4 "$state"
walk --kernel "$one"
check "damage: exit 0" test "$status" = 0
check "damage: it is said" has err "2 damaged lines in $state: their parts are tried again"
check "damage: all inputs" tried r.json 65536 65536
check "damage: three parts again" test "$(grep -c . "$state")" = $(($(grep -c . whole) + 2))
head -c 3000 /dev/urandom >"$state"
walk --kernel "$one"
check "noise: it begins again" has err "$one on $row: its code, its reference or a tool changed, so the walk begins again"
check "noise: all inputs" tried r.json 65536 65536

# The kernel was rebuilt in between.
write_one 'a[i] + a[i] + a[i] + 1 + (a[i] == 0xbeef)'
walk --kernel "$one"
check "another kernel: it begins again" has err "so the walk begins again"
check "one wrong input: exit 1" test "$status" = 1
check "one wrong input: which" has out "input *a\[[0-9]*\]=0xbeef"
command=$(sed -n 's/^ *reproduce *//p' out)
check "one wrong input: a command" has out "reproduce .* --exhaustive --inputs 0xbe[0-9a-f]*-0xbe[0-9a-f]*"
sh -c "$(printf %s "$command" | sed "s|^[^ ]*crosslane|'$crosslane'|")" >out 2>err
check "its command: exit 1" test "$?" = 1
check "its command: the same input" has out "input *a\[[0-9]*\]=0xbeef"

# Shards, and their sum. Another kernel, so that nothing is kept of it.
write_one '(a[i] << 1) + a[i] + 1'
walk --kernel "$one" --shard 1/2
check "a shard: half of the inputs" tried r.json 32768 65536
mv r.json 1.json
check "one shard alone" exits 2 "$crosslane" merge 1.json
check "one shard alone: the other is named" has err "2/2"
walk --kernel "$one" --shard 2/2
mv r.json 2.json
check "two shards" exits 0 "$crosslane" merge --json all.json 1.json 2.json
check "two shards: all inputs" tried all.json 65536 65536
check "a shard twice" exits 2 "$crosslane" merge 1.json 1.json

# A range, and one wrong input of 2^32.
write_pair 'a[i] ^ b[i] ^ (a[i] == 0x1234 && b[i] == 0x8765)'
walk --kernel "$pair" --inputs 0x87650000-0x8765ffff
check "one wrong pair" has out "a\[[0-9]*\]=0x1234 .*b\[[0-9]*\]=0x8765"
walk --kernel "$pair" --inputs 0x87660000-0x8766ffff
check "no wrong pair there" tried r.json 65536 4294967296
check "no state of a range" test ! -e "$(echo "$walks/$pair"-*)"

# What crashes at one input.
write_one 'a[i] * 3 + 1' 'a[i] == 0xbeef ? *(volatile const uint16_t *)8 : a[i] * 3 + 1'
walk --kernel "$one"
check "a reference that crashes: exit 1" test "$status" = 1
check "a reference that crashes" has out "its reference crashed with signal 11"
write_one 'a[i] == 0xbeef ? *(volatile const uint16_t *)8 : a[i] * 3 + 1'
walk --kernel "$one"
check "a kernel that crashes: exit 1" test "$status" = 1
check "a kernel that crashes" has out "crashed with signal 11"

# Killed in the middle.
write_pair 'b[i] ^ a[i]'
"$crosslane" run --kernels kernels --row "$row" --exhaustive --kernel "$pair" >out 2>err &
pid=$!
lines() { cat "$walks/$pair"-* 2>/dev/null | wc -l; }
has_three() { [ "$(lines)" -ge 3 ]; }
while_running "$pid" has_three
kill -9 "$pid"
wait "$pid" 2>/dev/null
killed=$(lines)
check "killed: parts are kept" test "$killed" -ge 3
walk --kernel "$pair" --time-limit 6
check "goes on: exit 1" test "$status" = 1
check "goes on: what to do" has out "the same command goes on"
check "goes on: with more parts" test "$(lines)" -gt "$killed"
check "goes on: each part once" test -z "$(cut -d ' ' -f 1 "$walks/$pair"-* | sort | uniq -d)"

# Nothing can be kept.
write_one 'a[i] * 3 + 1'
rm -f "$walks/$one"-* "$walks/$pair"-*
ln -s /dev/full "$state"
walk --kernel "$one"
check "a full disk: exit 0" test "$status" = 0
check "a full disk: a line" has err "$one on $row: the walk is not kept: cannot write $state: No space left on device"
check "a full disk: all inputs" tried r.json 65536 65536

cat >kernels/sum_i32.c <"$root/examples/demo/sum_i32.c"
walk --kernel sum_i32
check "a kernel that cannot be walked: exit 2" test "$status" = 2
check "a kernel that cannot be walked: why" has err "cannot try all inputs of sum_i32: it is not elementwise"
walk --kernel sum_i32 --kernel "$one" --inputs 0-255
check "another kernel beside it: exit 0" test "$status" = 0
check "another kernel beside it: a line" has err "skipping 1 of 2 kernels whose inputs cannot all be tried, such as sum_i32"
check "--inputs alone" exits 2 "$crosslane" run --inputs 0-1
check "--inputs: no range" exits 2 "$crosslane" run --exhaustive --inputs 5
check "--inputs: backwards" exits 2 "$crosslane" run --exhaustive --inputs 5-4
conclude

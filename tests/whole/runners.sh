#!/bin/sh
# Rows whose agent runs elsewhere: by a command line of the environment, over ssh; what is wrong with a runner, and connections that break.
# SPDX-License-Identifier: MIT
# Usage: runners.sh CROSSLANE
set -u
crosslane=$1
. "$(dirname "$0")/checking.sh"
. "$root/harness/base/environment.sh"
. "$root/harness/base/cache.sh"
cd "$work" || exit 2

end_sshd() {
    [ ! -s "$work/sshd.pid" ] || kill "$(cat "$work/sshd.pid")" 2>/dev/null
    clean_up
}
trap end_sshd EXIT
tools=$("$root/sysroots/mk-tools") || exit 3
emulator=$tools/usr/bin/qemu

mkdir rows
cp "$root/kernels/arith/add_f32.c" "$root/kernels/search/find_byte.c" "$root/kernels/permute/transpose4x4_u32.c" rows 2>/dev/null ||
    cp $(find "$root/kernels" -name add_f32.c -o -name find_byte.c -o -name transpose4x4_u32.c) rows
# cpus LINE...: rows of these CPUs, by gcc at -O2.
cpus() {
    printf "rows:\n  exclude: '*'\n  include:\n" >rows/crosslane.yml
    printf '    - {%s, compiler: gcc, opt: O2}\n' "$@" >>rows/crosslane.yml
}
run() { "$crosslane" run --kernels rows --no-cache --json json "$@"; }
# runner NAME BODY: a script, and the variable that names it.
runner() {
    printf '#!/bin/sh\n%s\n' "$2" >"$1"
    chmod +x "$1"
    export "CROSSLANE_RUNNER_$1=$work/$1"
}
# bits ROW: what its calls gave.
bits() { tr -d ' \n' <json | grep -o -E "\"row\":\"$1\".*" | grep -o -E '"kernel":"[^"]*"|"digest":"[^"]*"|"calls":[0-9]+' | head -n 9; }

### The same results

avx2='isa: avx2, vl: 256'
cpus "arch: x86_64, name: direct, $avx2, qemu_cpu: Haswell-v4" "arch: x86_64, name: emulated, $avx2, runner: emulated" \
    "arch: x86_64, name: here, isa: sse4, vl: 128, runner: here" "arch: s390x, name: big, isa: vx, vl: 128, runner: big" \
    "arch: armhf, name: narrow, isa: neon32, vl: 128, runner: narrow" "arch: aarch64, name: long, isa: sve, vl: 512, runner: long"
export CROSSLANE_RUNNER_emulated="$emulator-x86_64 -cpu Haswell-v4" CROSSLANE_RUNNER_here="env A='1 2'" CROSSLANE_RUNNER_big="$emulator-s390x -cpu max" \
    CROSSLANE_RUNNER_narrow="$emulator-arm -cpu max" CROSSLANE_RUNNER_long="$emulator-aarch64 -cpu max,sve-default-vector-length=64"
check "they run" exits 0 run
check "all of them, each with evidence and a control run" prints '^PASS: .* kernels? on 6 rows$'
check "those that QEMU runs are traced, the others say so" sh -c '[ "$(grep -c "\"evidence\": *\"traced" json)" = 1 ]'
check "the same bits" is "$(bits x86_64-emulated-gcc-O2)" "$(bits x86_64-direct-gcc-O2)"

### What is no runner

cpus "arch: x86_64, name: unset, $avx2, runner: unset" "arch: x86_64, name: none, $avx2, runner: none" \
    "arch: x86_64, name: ends, $avx2, runner: ends" "arch: x86_64, name: noise, $avx2, runner: noise" \
    "arch: x86_64, name: liar, $avx2, runner: liar" "arch: x86_64, name: swallows, $avx2, runner: swallows" \
    "arch: x86_64, name: greets, isa: sse4, vl: 128, runner: greets" "arch: x86_64, name: away, $avx2, runner: away" \
    "arch: x86_64, name: forges, $avx2, runner: forges"
export CROSSLANE_RUNNER_none=/none CROSSLANE_RUNNER_liar="$emulator-x86_64 -cpu Nehalem"
runner ends 'exit 5'
runner noise 'exec yes'
runner swallows 'exec "$@" </dev/null'
runner greets 'echo "Welcome"; echo 123; exec "$@"'
runner away 'echo "the board is switched off" >&2; exit 69'
runner forges 'printf "crosslane-relay 1\nMxxx"; exec yes'
check "some rows do not run, one fails" exits 1 run
check "no command line: a skip by name" prints '^x86_64-unset-gcc-O2 .* skip .*runner unset is not there: set CROSSLANE_RUNNER_unset to its command line$'
check "the runner says that it is away: a skip with its words" prints '^x86_64-away-gcc-O2 .* skip .*runner away is not there: the board is switched off'
check "no program" prints '^x86_64-none-gcc-O2 .* not-run .*runner none: .*/none: not found'
check "one that ends at once" prints '^x86_64-ends-gcc-O2 .* not-run .*ended before it started the agent: exit status 5$'
check "one that writes for ever" prints '^x86_64-noise-gcc-O2 .* not-run .*does not start the agent: it writes other things$'
check "one that lies about its CPU fails" prints '^x86_64-liar-gcc-O2 .* fail .*the CPU of runner liar lacks avx2'
check "one that swallows descriptors" prints '^x86_64-swallows-gcc-O2 .* not-run .*(ended before the agent did|was lost)'
check "one that greets first passes" prints '^x86_64-greets-gcc-O2 .* pass '
check "one that writes no frames" prints '^x86_64-forges-gcc-O2 .* not-run .*frame that is too long'
cpus "arch: x86_64, name: unset, $avx2, runner: unset"
check "only a skip" exits 0 run
check "nothing was checked" prints '^0 of .* kernels checked on 0 of 1 rows$'
for bad in "runner: 'a b'" "runner: ssh" "runner: {ssh: -v}" "runner: {host: x}" "runner: [a]" "runner: here, qemu_cpu: max"; do
    cpus "arch: x86_64, name: bad, $avx2, $bad"
    check "$bad: an error of the file" answers 2 err 'rows/crosslane.yml:4:' run
done

### Connections that break

# The first three agents end in the middle of what they do.
runner cuts "cd '$work'"'; count=$(cat count 2>/dev/null || echo 0); echo $((count + 1)) >count
[ $count -lt 3 ] || exec "$@"
"$@" | dd bs=4096 count=$((20 + 7 * count)) 2>/dev/null; exit 255'
cpus "arch: x86_64, name: cuts, isa: sse4, vl: 128, runner: cuts"
check "three connections break" exits 0 run
check "what was lost is tried again" prints '^x86_64-cuts-gcc-O2 .* pass '
check "they did break" sh -c '[ "$(cat count)" -gt 3 ]'
runner breaks '"$@" | dd bs=4096 count=20 2>/dev/null; exit 255'
cpus "arch: x86_64, name: breaks, isa: sse4, vl: 128, runner: breaks"
check "all of them break" exits 1 run
check "no kernel is accused" lacks '^FINDING'
check "it is said" prints 'runner breaks was lost 4 times in its calls|runner breaks'

# It says nothing more in the middle of a batch, once.
runner hangs "[ -e '$work/hung' ] || { touch '$work/hung'; "'"$@" | { dd bs=1 count=1500 status=none; exec sleep 60; }; }; exec "$@"'
cpus "arch: x86_64, name: hangs, isa: sse4, vl: 128, runner: hangs"
check "one that hangs" exits 0 run
check "is started again" prints '^x86_64-hangs-gcc-O2 .* pass '
if command -v valgrind >/dev/null; then
    export CROSSLANE_RUNNER_valgrind="valgrind --tool=none -q --smc-check=all"
    cpus "arch: x86_64, name: valgrind, isa: sse4, vl: 128, runner: valgrind"
    check "valgrind, of whole numbers" exits 0 run --kernel find_byte --kernel transpose4x4_u32
    check "it rounds by no mode" exits 1 run --kernel add_f32
    check "and that is said" prints '^FINDING add_f32 on x86_64-valgrind-gcc-O2: wrong value in .*, rounding (up|down|to zero)'
else
    skip valgrind "it is not installed (apt-get install -y valgrind)"
fi

### Single steps there

cp -r "$root/tests/downstream/dispatched" chosen
cat >>chosen/crosslane.yml <<END
rows:
  exclude: '*'
  include:
    - {arch: x86_64, name: here, isa: sse4, vl: 128, runner: here, compiler: gcc, opt: O2}
    - {arch: x86_64, name: refused, isa: sse4, vl: 128, runner: refused, compiler: gcc, opt: O2}
    - {arch: x86_64, name: cut, isa: sse4, vl: 128, runner: cut, compiler: gcc, opt: O2}
END
export CROSSLANE_RUNNER_refused="$(dirname "$crosslane")/contained untraced"
# Its first steps are cut off: all of them are 13 KB.
runner cut "case \" \$* \" in *' --steps '*) [ -e '$work/was_cut' ] || {
    touch '$work/was_cut'
    \"\$@\" | { dd bs=1 count=5000 status=none; pkill -KILL -P \$\$; }
    exit 255
} ;; esac
exec \"\$@\""
steps() { "$crosslane" run --kernels chosen --no-cache --json json "$@"; }
check "a dispatcher" exits 0 steps
chosen() { tr -d '\n' <json | sed 's/"row"/\n&/g' | grep "^\"row\": *\"x86_64-$1-" | grep -q -E -e "$2"; }
check "which function it calls is known" chosen here '"dispatched": *"raise_(avx2|sse4)"'
check "its instructions are counted" chosen here '"vector_insns": *[1-9]'
check "where ptrace is refused, that is said" chosen refused 'not traced: unknown which implementation it calls: ptrace: Operation not permitted'
check "a connection that breaks while it is stepped" [ -e was_cut ]
check "is made again" chosen cut '"dispatched": *"raise_(avx2|sse4)"'

### Over ssh

if [ ! -x /usr/sbin/sshd ] || ! command -v ssh >/dev/null; then
    skip ssh "sshd is not installed (apt-get install -y openssh-server)"
    conclude
    exit
fi
port=$((20000 + $$ % 20000))
home=$work/home
mkdir "$home" "$work/there"
ssh-keygen -q -t ed25519 -N '' -f host_key && ssh-keygen -q -t ed25519 -N '' -f user_key
cp user_key.pub authorized
# Agents of another architecture are started by an emulator there: the shell of this host is a script.
cat >shell <<END
#!/bin/sh
export XDG_CACHE_HOME=$work/there
eval "\$(printf '%s' "\$SSH_ORIGINAL_COMMAND" | sed 's,exec env \\(GLIBC[^ ]*\\) [.]/agent,exec env \\1 $emulator-aarch64 -cpu max ./agent,')"
END
chmod +x shell
cat >sshd_config <<END
Port $port
ListenAddress 127.0.0.1
HostKey $work/host_key
AuthorizedKeysFile $work/authorized
PidFile $work/sshd.pid
StrictModes no
UsePAM no
ForceCommand $work/shell
END
cat >client <<END
#!/bin/sh
exec ssh -F none -p $port -i $work/user_key -o IdentitiesOnly=yes -o UserKnownHostsFile=$work/known -o StrictHostKeyChecking=accept-new "\$@"
END
chmod +x client
[ "$(id -u)" != 0 ] || mkdir -p /run/sshd
must "an sshd" /usr/sbin/sshd -f "$work/sshd_config" -E "$work/sshd.log"
export CROSSLANE_SSH="$work/client"
cpus "arch: aarch64, name: board, isa: neon, vl: 128, runner: {ssh: 127.0.0.1}" "arch: aarch64, name: direct, isa: neon, vl: 128, qemu_cpu: max"
check "a row over ssh" exits 0 run
check "it passes" prints '^aarch64-board-gcc-O2 .* pass '
check "the same bits" is "$(bits aarch64-board-gcc-O2)" "$(bits aarch64-direct-gcc-O2)"
check "the agent is there" sh -c 'ls there/crosslane/agent-* | wc -l | grep -x 1'
date -r there/crosslane/agent-* +%s%N >copied
check "again" exits 0 run
check "it was not copied again" is "$(date -r there/crosslane/agent-* +%s%N)" "$(cat copied)"
rm known
ssh-keygen -q -t ed25519 -N '' -f other_key
sed "s/.*/[127.0.0.1]:$port $(cut -d ' ' -f 1,2 other_key.pub | sed 's,/,\\/,g')/" other_key.pub >known
CROSSLANE_SSH="$work/client -o ControlPath=none" check "a host key that changed" exits 1 run --row '*board*'
check "is no skip" prints '^aarch64-board-gcc-O2 .* not-run .*(IDENTIFICATION HAS CHANGED|verification failed)'
kill "$(cat sshd.pid)"
cpus "arch: aarch64, name: board, isa: neon, vl: 128, runner: {ssh: 127.0.0.1}"
rm -rf "${XDG_RUNTIME_DIR:-/tmp}/crosslane-ssh-$(id -u)"
rm known
check "no host answers: a skip" exits 0 run
check "with ssh's words" prints '^aarch64-board-gcc-O2 .* skip .*runner ssh 127.0.0.1 is not there: .*refused'
conclude

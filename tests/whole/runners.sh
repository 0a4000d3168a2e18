#!/bin/sh
# Rows that run elsewhere, by a command line of the environment or over ssh: kernels, commands and suites; what is wrong with a runner, and
# connections that are slow or break.
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
    rm -rf "$cache/suites/$called"*
    clean_up
}
called=runners-${work##*.}    # the suite
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
# bits ROW [JSON]: what its calls gave.
bits() { tr -d ' \n' <"${2-json}" | grep -o -E "\"row\":\"$1\".*" | grep -o -E '"kernel":"[^"]*"|"digest":"[^"]*"|"calls":[0-9]+' | head -n 9; }

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
    "arch: x86_64, name: forges, $avx2, runner: forges" "arch: x86_64, name: logs, $avx2, runner: logs" "arch: x86_64, name: pages, isa: sse4, vl: 128, runner: pages" \
    "arch: x86_64, name: small, isa: sse4, vl: 128, runner: small"
cc -O1 -o larger "$root/tests/pages.c"
export CROSSLANE_RUNNER_pages="$work/larger 65536" CROSSLANE_RUNNER_small="$work/larger 16384"
export CROSSLANE_RUNNER_none=/none CROSSLANE_RUNNER_liar="$emulator-x86_64 -cpu Nehalem"
runner ends 'exit 5'
runner noise 'exec yes'
runner swallows 'exec "$@" </dev/null'
runner greets 'echo "Welcome"; echo 123; exec "$@"'
runner away 'echo "the board is switched off" >&2; exit 69'
runner forges 'printf "crosslane-relay 1\nMxxx"; exec yes'
runner logs 'printf "crosslane-relay 1\nT\000\000\000\001\000\000\000x"; exec sleep 60'
check "some rows do not run, some fail" exits 1 run
check "no command line: a skip by name" prints '^x86_64-unset-gcc-O2 .* skip .*runner unset is not there: set CROSSLANE_RUNNER_unset to its command line$'
check "the runner says that it is away: a skip with its words" prints '^x86_64-away-gcc-O2 .* skip .*runner away is not there: the board is switched off'
check "no program" prints '^x86_64-none-gcc-O2 .* not-run .*runner none: .*/none: not found'
check "one that ends at once" prints '^x86_64-ends-gcc-O2 .* not-run .*ended before it started the agent: exit status 5$'
check "one that writes for ever" prints '^x86_64-noise-gcc-O2 .* not-run .*does not start the agent: it writes other things$'
check "one that lies about its CPU fails" prints '^x86_64-liar-gcc-O2 .* fail .*the CPU of runner liar lacks avx2'
check "one that swallows descriptors" prints '^x86_64-swallows-gcc-O2 .* not-run .*(ended before the agent did|was lost)'
check "one that greets first passes" prints '^x86_64-greets-gcc-O2 .* pass '
check "one with pages of 64 KiB fails" prints '^x86_64-pages-gcc-O2 .* fail .*pages are 65536 bytes, not 4096'
check "one with pages of 16 KiB does not pass" prints '^x86_64-small-gcc-O2 .* (fail|not-run) '
check "one that sends a log of no steps" prints '^x86_64-logs-gcc-O2 .* not-run .*log that nobody asked for'
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
# Agents and programs of another architecture are started by an emulator there: the shell of this host is a script. It breaks the connection
# of a program with the argument `always`, and the first one of a program with the argument `once`.
cat >shell <<END
#!/bin/sh
export XDG_CACHE_HOME=$work/there
case \$SSH_ORIGINAL_COMMAND in
*"'once'"* | *"'always'"*)
    if [ ! -e $work/once ]; then
        case \$SSH_ORIGINAL_COMMAND in *"'once'"*) : >$work/once ;; esac
        (sleep 0.3; kill -9 \$PPID) >/dev/null 2>&1 &
    fi
    ;;
esac
eval "\$(printf '%s' "\$SSH_ORIGINAL_COMMAND" | sed 's,exec env \\(GLIBC[^ ]*\\) [.]/agent,exec env \\1 $emulator-aarch64 -cpu max ./agent,
    s,^"\$@"\$,$emulator-aarch64 -cpu max "\$@",')"
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
SetEnv SHLVL=2
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

### Slow connections, two runs

# Each write is late by 20 to 50 ms.
cat >slowly <<END
#!/bin/bash
exec 3<>/dev/tcp/127.0.0.1/$port
late='while (sysread STDIN, my \$bytes, 65536) {
    select undef, undef, undef, 0.02 + rand 0.03;
    for (my \$i = 0; \$i < length \$bytes;) { \$i += syswrite STDOUT, \$bytes, length(\$bytes) - \$i, \$i or exit }
}'
perl -e "\$late" <&3 &
exec perl -e "\$late" >&3
END
chmod +x slowly
CROSSLANE_SSH="$work/client -o ControlPath=none -o ProxyCommand=$work/slowly" check "a slow connection" exits 0 run --kernel add_f32
check "the row passes" prints '^aarch64-board-gcc-O2 .* pass '
check "the same bits" is "$(bits aarch64-board-gcc-O2 | head -n 3)" "$(bits aarch64-direct-gcc-O2 | head -n 3)"
rm there/crosslane/agent-*
"$crosslane" run --kernels rows --no-cache --row '*board*' --json json-2 >second 2>&1 &
second=$!
check "two runs on one board: the first" exits 0 run --row '*board*'
check "two runs on one board: the second" wait $second
check "both have checked all kernels" sh -c "grep -h -E '^[0-9]+ of [0-9]+ kernels checked on 1 of 1 rows' '$work/out' second | sort | uniq -d | grep ."
check "the same bits" is "$(bits aarch64-board-gcc-O2)" "$(bits aarch64-board-gcc-O2 json-2)"
check "one agent is there" sh -c 'ls there/crosslane/agent-* | wc -l | grep -x 1'

### A host key

rm known
ssh-keygen -q -t ed25519 -N '' -f other_key
sed "s/.*/[127.0.0.1]:$port $(cut -d ' ' -f 1,2 other_key.pub | sed 's,/,\\/,g')/" other_key.pub >known
CROSSLANE_SSH="$work/client -o ControlPath=none" check "a host key that changed" exits 1 run --row '*board*'
check "is no skip" prints '^aarch64-board-gcc-O2 .* not-run .*(IDENTIFICATION HAS CHANGED|verification failed)'
rm known

### Commands and suites

mkdir project
echo data >project/data.txt
cat >project/own.c <<'END'
int own(void)
{
    return 42;
}
END
cat >project/program.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int own(void);

int main(int argc, char **argv)
{
    const char *mode = argv[1], *word = argc > 2 ? argv[2] : "";
    char line[100] = "";
    FILE *f = strcmp(mode, "says") == 0 ? fopen(word, "r") : stdin;
    if (own() != 42 || !f)
        return 98;
    if (strcmp(mode, "exits") == 0)
        return atoi(word);
    if (strcmp(mode, "aborts") == 0)
        abort();
    if (strcmp(mode, "writes") == 0)
        return fputs("written\n", fopen(word, "w")) < 0;
    if (strcmp(mode, "has") == 0)
        return strcmp(getenv("WORD") ? getenv("WORD") : "", word) != 0;
    if (strcmp(mode, "once") == 0 || strcmp(mode, "always") == 0)
        return (int)sleep(2);
    while (fgets(line, sizeof line, f))
        fputs(line, stdout);
    fputs("on standard error\n", stderr);
    return 0;
}
END
cat >project/Makefile <<'END'
all: program
libown.so: own.c
	$(CC) -shared -fPIC -o $@ own.c
program: program.c libown.so
	$(CC) $(LDFLAGS) -o $@ program.c -L. -lown '-Wl,-rpath,$$ORIGIN'
END
cat >project/crosslane.yml <<END
rows:
  exclude: '*'
  include:
    - {arch: aarch64, name: board, isa: neon, vl: 128, runner: {ssh: 127.0.0.1}, compiler: gcc, opt: O2}
    - {arch: aarch64, name: long, isa: sve, vl: 512, runner: long, compiler: gcc, opt: O2}
    - {arch: aarch64, name: unset, isa: neon, vl: 128, runner: unset, compiler: gcc, opt: O2}
    - {arch: aarch64, name: none, isa: neon, vl: 128, runner: none, compiler: gcc, opt: O2}
suite:
  name: $called
  build: make
  env: ["WORD=a 'b"]
  test:
    reads: ./program says data.txt
    absolute: ./program says "\$PWD/data.txt"
    variable: ./program has "a 'b"
    input: test "\$(echo in | ./program copies 2>err)" = in && grep -q -x "on standard error" err
    output: ./program writes out.txt && test "\$(cat out.txt)" = written && ./program says out.txt
    changed: echo new >data.txt && test "\$(./program says data.txt)" = new
    fails: ./program exits 3
    dies: ./program aborts
    once: ./program once
    nothing: 'true'
END
suite() { "$crosslane" suite project "$@"; }
check "tests that fail" exits 1 suite --row '*board*' --row '*long*' --row '*unset*' --row '*none*'
check "no command line: a skip" prints "^$called/aarch64-unset-gcc-O2 .* skip .*runner unset is not there: set CROSSLANE_RUNNER_unset"
check "no program: not run" prints "^$called/aarch64-none-gcc-O2 .* not-run .*runner none: .*/none: not found"
for where in board long; do
    check "$where: two fail" prints "^$called/aarch64-$where-gcc-O2 .* 8 of 10 +- +fail .*  2 tests failed: fails, dies$"
    check "$where: nothing is said to be traced" prints "^note: programs ran by runner .*not traced.*aarch64-$where-gcc-O2"
done
check "an exit status" prints "test fails: exit status 3$"
check "a signal" prints "test dies: exit status 134$"
check "a test that starts no program" prints "^  nothing: it started no program of the row's architecture, on 2 rows"
check "a connection that broke" prints '^note: 1 test ran again, as the connection broke, on 1 row: .*board'
check "what was copied" prints '^note: copied [0-9]+ MiB to 127.0.0.1, on 1 row'
check "both hosts' CPUs are named" prints 'ssh 127.0.0.1, Linux .* aarch64'
wait_for sh -c '! ls -d there/crosslane/programs.* 2>/dev/null'
check "nothing is left there" sh -c '! ls -d there/crosslane/programs.* 2>/dev/null'
rm once
sed -i -e '/^    fails:/d; /^    dies:/d' -e 's/^    once: .*/    always: .\/program always/' project/crosslane.yml
check "a connection that breaks each time" exits 1 suite --row '*board*'
check "is no failure of the test, and the row goes on" prints "^$called/aarch64-board-gcc-O2 .* 7 of 8 .*  1 test did not run: always$"
check "its program is not left there" sh -c "! pgrep -f 'root/.*/program alway[s]'"
sed -i -e '/^    always:/d' project/crosslane.yml
check "tests that pass" exits 0 suite --row '*board*' --row '*long*'
check "on both" prints '^14 of 14 tests ran on 2 of 2 rows$'
check "they are not cached" exits 0 suite --row '*board*' --row '*long*'
check "as nobody knows what is there" lacks ' cached'

build=$(ls -d "$cache/suites/$called"/aarch64-gcc-O2-*/made)
on() {
    row=$1
    shift
    (cd "$build" && WORD="a 'b" "$crosslane" exec --rows "$work/project" --row "aarch64-$row-gcc-O2" -- "$@")
}
for row in board long; do
    check "$row: exec" exits 0 on $row ./program has "a 'b"
    check "$row: both outputs" exits 0 on $row ./program says data.txt
    check "$row: standard output" is "$(cat out)" data
    check "$row: standard error" says '^on standard error$'
    check "$row: an exit status" exits 9 on $row ./program exits 9
    check "$row: a signal" exits 134 on $row ./program aborts
    check "$row: programs of a command" exits 0 on $row sh -c './program exits 3; test $? = 3 && ./program says "$PWD/data.txt" | ./program copies'
done
check "exec: no evidence" answers 2 err 'what runs by runner long is not traced' "$crosslane" exec --rows project --row aarch64-long-gcc-O2 --of program -- "$build/program"
check "exec: no command line" answers 3 err 'set CROSSLANE_RUNNER_unset' on unset ./program exits 0
rm -f once
check "exec: a connection that breaks" answers 70 err 'the connection to 127.0.0.1 was lost' on board ./program once

### No host

kill "$(cat sshd.pid)"
check "exec: no host" answers 3 err 'runner ssh 127.0.0.1 is not there: ' on board ./program exits 0
check "suite: no host is a skip" exits 0 suite --row '*board*' --row '*long*'
check "with ssh's words" prints "^$called/aarch64-board-gcc-O2 .* skip .*runner ssh 127.0.0.1 is not there: .*refused$"
check "which is counted" prints '^1 pass, 0 fail, 1 skip, '
check "without any row, nothing was tested" exits 1 suite --row '*board*'
cpus "arch: aarch64, name: board, isa: neon, vl: 128, runner: {ssh: 127.0.0.1}"
rm -rf "${XDG_RUNTIME_DIR:-/tmp}/crosslane-ssh-$(id -u)"
rm -f known
check "no host answers: a skip" exits 0 run
check "with ssh's words" prints '^aarch64-board-gcc-O2 .* skip .*runner ssh 127.0.0.1 is not there: .*refused'
conclude

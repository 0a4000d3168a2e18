#!/bin/sh
# The runner of rows with `runner: {ssh: HOST}`: copies the agent once, by its content, and runs it there.
# SPDX-License-Identifier: MIT
# Usage: over-ssh.sh HOST AGENT [ARGUMENT...]
# One connection serves all agents of a user.
set -u
. "$(dirname "$0")/../base/ssh.sh"
host=$1 agent=$2
shift 2
sum=$(sha256sum <"$agent") || exit 70
name=agent-${sum%% *}
sockets=${XDG_RUNTIME_DIR:-/tmp}/crosslane-ssh-$(id -u)
mkdir -m 700 "$sockets" 2>/dev/null || [ -O "$sockets" ] || {
    echo "over-ssh.sh: $sockets belongs to another user" >&2
    exit 70
}
remote() { $ssh -o ControlMaster=auto -o ControlPath="${persist:-$sockets/%C}" -o ControlPersist=60 -- "$host" "$1"; }
# Arguments are names of checks and options of the agent: no character of theirs needs quotes.
start="cd \"\${XDG_CACHE_HOME:-\$HOME/.cache}/crosslane\" 2>/dev/null && [ -x $name ] || exit 66
exec env GLIBC_TUNABLES='${GLIBC_TUNABLES:-}' ./$name $*"
copy="umask 077; mkdir -p \"\${XDG_CACHE_HOME:-\$HOME/.cache}/crosslane\" && cd \"\${XDG_CACHE_HOME:-\$HOME/.cache}/crosslane\" &&
    gzip -dc >$name.\$\$ && chmod 700 $name.\$\$ && mv $name.\$\$ $name || { rm -f $name.\$\$; exit 70; }"
# No host answers: that is no error of the row. Other words of ssh are.
say_why() {
    [ $1 = 255 ] || exit $1
    words=$(persist=none remote true 2>&1) || ! is_absent "$words" || exit 69
    exit 255    # the connection was lost
}
remote "$start"
status=$?
[ $status = 66 ] || say_why $status
gzip -1 <"$agent" | remote "$copy" || say_why $?
remote "$start" || say_why $?

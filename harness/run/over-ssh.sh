#!/bin/sh
# The runner of rows with `runner: {ssh: HOST}`: copies the agent once, by its content, and runs it there.
# SPDX-License-Identifier: MIT
# Usage: over-ssh.sh HOST AGENT [ARGUMENT...]
# One connection serves all agents of a user. CROSSLANE_SSH is the command in the place of ssh.
set -u
host=$1 agent=$2
shift 2
sum=$(sha256sum <"$agent") || exit 69
name=agent-${sum%% *}
sockets=${XDG_RUNTIME_DIR:-/tmp}/crosslane-ssh-$(id -u)
mkdir -m 700 "$sockets" 2>/dev/null || [ -O "$sockets" ] || {
    echo "over-ssh.sh: $sockets belongs to another user" >&2
    exit 69
}
# remote COMMAND: no password is asked for, and a connection that is dead is noticed.
remote() {
    ${CROSSLANE_SSH:-ssh} -T -o BatchMode=yes -o ConnectTimeout=15 -o ServerAliveInterval=5 -o ServerAliveCountMax=3 \
        -o ControlMaster=auto -o ControlPath="$sockets/%C" -o ControlPersist=60 -- "$host" "$1"
}
# Arguments are names of checks and options of the agent: no character of theirs needs quotes.
start="cd \"\${XDG_CACHE_HOME:-\$HOME/.cache}/crosslane\" 2>/dev/null && [ -x $name ] || exit 66
exec env GLIBC_TUNABLES='${GLIBC_TUNABLES:-}' ./$name $*"
copy="umask 077; mkdir -p \"\${XDG_CACHE_HOME:-\$HOME/.cache}/crosslane\" && cd \"\${XDG_CACHE_HOME:-\$HOME/.cache}/crosslane\" &&
    gzip -dc >$name.\$\$ && chmod 700 $name.\$\$ && mv $name.\$\$ $name || { rm -f $name.\$\$; exit 69; }"
remote "$start"
status=$?
[ $status = 66 ] || exit $status
gzip -1 <"$agent" | remote "$copy" || exit 69
remote "$start"

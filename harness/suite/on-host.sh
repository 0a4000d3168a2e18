#!/bin/sh
# Programs of a command or of a suite on the host of a row with `runner: {ssh: HOST}`.
# SPDX-License-Identifier: MIT
# Usage: on-host.sh keep DIRECTORY HOST LIBRARIES COPIED...
#        on-host.sh run DIRECTORY HOST PROGRAM [ARGUMENT...]
#
# keep: keeps a connection open. Its socket is DIRECTORY/s, because programs of a suite may be in a network namespace that reaches no host.
# Copies the sysroot's LIBRARIES once, and the directories COPIED into a scratch directory there. Makes DIRECTORY/ready, and says what was
# copied. After SIGTERM it removes the scratch directory. Exit status 69: no host answers.
#
# run: runs the program there, in the copy of the working directory. Files of COPIED that have changed here go there first; those that
# changed there come back. If the connection breaks, it makes the file CROSSLANE_LOST.
set -u
root=$(CDPATH= cd "$(dirname "$0")/../.." && pwd)
. "$root/harness/base/ssh.sh"
how=$1 cwd=$(pwd -P)
cd "$2" || exit 70
host=$3
shift 3

# there COMMAND: by the connection that is open. In a namespace without it, there is none.
there() { $ssh -S s -o ControlMaster=no -o ConnectTimeout=4 ${alone+-o ProxyCommand=false} -- "$host" "$1"; }
# quoted WORD...: for a shell.
quoted() { [ $# = 0 ] || printf '%s\0' "$@" | sed -z "s/'/'\\\\''/g; s/^/ '/; s/\$/'/" | tr -d '\0'; }

fail() {
    echo "$1" >&2
    exit 70
}

### keep

connect() {
    rm -f s
    setsid $ssh -N -M -S s -o ControlPersist=no -- "$host" </dev/null >/dev/null 2>said &
    connection=$!
}

finish() {
    trap '' TERM
    [ -z "${scratch:-}" ] || there "for file in $scratch/*.pid; do kill -9 -\$(cat \$file); done >/dev/null 2>&1
        (mv $scratch $scratch.gone && rm -rf $scratch.gone) >/dev/null 2>&1 </dev/null &" 2>/dev/null
    kill "$connection"
    exit 0
}

copy_libraries() {
    cd "$libraries" && tar -c -f - $(ls | grep -E '\.so(\.[0-9.]*)?$') | gzip -1
}

copy_directories() {
    for copied; do
        set -- "$@" ".$copied"
        shift
    done
    tar -c -f - --exclude=.git --exclude='*.o' -C / "$@" | gzip -1
}

# What makes the paths of these directories those of their copies. In `links` are other paths of theirs, each with the real one.
mapping() {
    literally='s/[][\.*^$(){}?+|,/&]/\\&/g' end='(/|$|[^A-Za-z0-9._-])'
    printf '%s\n' "s,($(printf '%s\n' "$@" | sed "$literally" | paste -s -d '|' -))$end,$scratch/root\\1\\2,g"
    sed "$literally" links | while read -r link && read -r real; do printf '%s\n' "s,$link$end,$scratch/root$real\\1,g"; done
}

keep() {
    libraries=$1
    shift
    : >links
    for copied; do
        real=$(cd "$copied" && pwd -P) || fail "$copied: no such directory"
        [ "$real" = "$copied" ] || printf '%s\n' "$copied" "$real" >>links
        set -- "$@" "$real"
        shift
    done
    trap finish TERM
    connect
    until [ -S s ]; do
        if ! kill -0 "$connection" 2>/dev/null; then
            cat said >&2
            ! is_absent "$(cat said)" || exit 69
            exit 70
        fi
        sleep 0.05
    done
    size=$(du -c -k --apparent-size --exclude=.git --exclude='*.o' "$@" | tail -n 1 | cut -f 1)
    [ "$size" -lt 4194304 ] || fail "$((size / 1024)) MiB are too much to copy: $*"
    name=$(basename "${libraries%/usr/lib/*}")
    # What the login says is among what is read, and what sshd says among the errors.
    said=$(there "umask 077; cache=\${XDG_CACHE_HOME:-\$HOME/.cache}/crosslane; mkdir -p \"\$cache\" && cd \"\$cache\" || exit
        find . -maxdepth 1 -name 'programs.*' -mtime +1 -exec rm -rf {} + ; [ ! -d $name ] || echo 'crosslane: has'
        made=\$(mktemp -d \"\$PWD/programs.XXXXXX\") && echo \"crosslane: \$made\"" 2>refused) || fail "$(cat refused)"
    directory=$(printf '%s\n' "$said" | sed -n 's,^crosslane: /,/,p' | tail -n 1)
    case $directory in
    *[!A-Za-z0-9/._-]*) fail "$host made no directory: $said" ;;
    /*/crosslane/programs.*) scratch=$directory cache=${directory%/*} ;;
    *) fail "$host made no directory: $(cat refused) $said" ;;
    esac
    case $said in *'crosslane: has'*) ;; *)
        copy_libraries | there "umask 077; cd $cache && mkdir $name.\$\$ && gzip -dc | tar -xof - -C $name.\$\$ && mv $name.\$\$ $name ||
            { rm -rf $name.\$\$; [ -d $name ]; }" || fail "the sysroot's libraries were not copied"
        ;;
    esac
    : >begun
    copy_directories "$@" | there "umask 077; mkdir $scratch/root && gzip -dc | tar -xof - -C $scratch/root" || fail "the files were not copied"
    echo "$scratch" >scratch
    echo "$cache/$name" >libraries
    printf '%s\n' "$@" >copied
    mapping "$@" >mapping
    find "$@" \( -name '*.so' -o -name '*.so.*' \) -printf "$scratch/root%h\n" | sort -u | paste -s -d : - >library-path
    echo "copied $((size / 1024)) MiB to $host"
    : >ready
    while :; do
        wait "$connection"
        sleep 1 &
        wait $!
        connect
    done
}

### run

mapped() { printf '%s' "$1" | sed -z -E -f mapping; }

# Words that set the variables of this process's environment, but for those of a session, and those that may be secrets.
environment() {
    env -0 | sed -z -n -E "/^(PATH|HOME|PWD|OLDPWD|SHLVL|_|TERM|COLUMNS|LINES|USER|LOGNAME|SHELL|MAIL|TMPDIR|MAKEFLAGS|LD_PRELOAD)=/d
        /^(CROSSLANE|QEMU|SSH|XDG|DBUS|GITHUB|RUNNER|CI|GITLAB|SLURM)_/d; /^[^=]*(TOKEN|SECRET|PASSW|CREDENTIAL|_KEY)[^=]*=/Id
        s/'/'\\\\''/g; s/^([A-Za-z_][A-Za-z0-9_]*)=(.*)/export \1='\2'\n/p" | sed -z -E -f mapping | tr -d '\0'
}

# Files of the copied directories that have changed here. Logs of runners are not for programs.
changed() {
    tr '\n' '\0' <copied | xargs -0 sh -c 'find "$@" -newer begun -type f ! -path "*/Testing/Temporary/*" ! -path "*/meson-logs/*" ! -name "*.o" \
        -printf ".%p\0"' sh
}

# Whether the program ended before its connection did. It is ended if it did not.
has_ended() {
    tries=20 gone=${CROSSLANE_LOST:-/none/}
    gone=${gone%/*}/gone
    [ ! -e "$gone" ] || tries=1
    while [ $tries -gt 0 ]; do
        ended=$(there "cat $scratch/$id.status 2>/dev/null || kill -9 -\$(cat $scratch/$id.pid) 2>/dev/null; echo") && break
        tries=$((tries - 1))
        sleep 1
    done
    [ $tries -gt 0 ] || [ -z "${CROSSLANE_LOST-}" ] || : >"$gone"    # the next programs do not wait for it so long
    [ "$ended" = 255 ]
}

run() {
    alone=
    program=$1
    shift
    case $program in /*) ;; *) program=$cwd/$program ;; esac
    read -r scratch <scratch && read -r libraries <libraries || fail "there is no connection to $host"
    for path in "$cwd" "$program"; do
        [ "$(mapped "$path")" != "$path" ] || fail "crosslane: error: $path is not below what was copied to $host: $(paste -s -d ' ' copied)"
    done
    id=$$.$(date +%s%N)
    if [ "$(changed | head -c 1)" ]; then
        changed | tar -c -f - -C / --null -T - 2>/dev/null | there "tar -xmof - -C $scratch/root" 2>/dev/null
    fi
    # A dynamic program gets the sysroot's linker and libraries.
    linker=$(head -c 4096 "$program" | grep -a -o '/lib[a-z0-9/_.-]*/ld[a-z0-9_.-]*\.so\.[0-9]' | head -n 1)
    path=$(mapped "${LD_LIBRARY_PATH:-}"):$(cat library-path):$libraries
    [ -z "$linker" ] || set -- "$libraries/${linker##*/}" --library-path "$path" "$program" "$@"
    [ -n "$linker" ] || set -- "$program" "$@"
    command="cd$(quoted "$(mapped "$cwd")") || exit 126
$(environment)
unset LD_LIBRARY_PATH
set --$(quoted "$@" | sed -z -E -f mapping)
echo \$\$ >$scratch/$id.pid; : >$scratch/$id.begun; sleep 0.01
\"\$@\"
status=\$?
echo \$status >$scratch/$id.status; rm $scratch/$id.pid
exit \$status"
    there "$command"
    status=$?
    if [ $status = 255 ] && ! has_ended; then
        [ -z "${CROSSLANE_LOST-}" ] || : >"$CROSSLANE_LOST"
        fail "crosslane: the connection to $host was lost"
    fi
    there "cd $scratch/root && find$(quoted $(sed 's/^/./' copied)) -newer ../$id.begun -type f >../$id.changed
        [ ! -s ../$id.changed ] || tar -c -f - -T ../$id.changed" 2>/dev/null </dev/null | tar -x -f - -C / --no-same-owner 2>/dev/null
    if [ $status -gt 128 ] && [ $status -lt 160 ]; then
        ulimit -c 0
        kill -$((status - 128)) $$
    fi
    exit $status
}

"$how" "$@"

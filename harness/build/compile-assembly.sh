#!/bin/sh
# Launches the compiler for files of a library. If assembly fails, the message is stored beside the object file, and the object file is empty.
# Kernels that need it do not link: harness/build/unlinked.sh finds them.
# SPDX-License-Identifier: MIT
# Usage: compile-assembly.sh COMPILER ARGUMENT...   (the source comes last, after -c)
set -u
object=
previous=
for word; do
    [ "$previous" = -o ] && object=$word
    previous=$word
done
source=$previous
case $source in *.[sS]) ;; *) exec "$@" ;; esac
rm -f "$object.broken"
if "$@" 2>"$object.log"; then
    cat "$object.log" >&2
    rm -f "$object.log"
    exit 0
fi
cat "$object.log" >&2
{ echo "source $source"; cat "$object.log"; } >"$object.broken"
rm -f "$object.log"
count=$#
for word; do
    shift
    count=$((count - 1))
    [ "$count" = 0 ] || set -- "$@" "$word"
done
exec "$@" -x assembler-with-cpp /dev/null

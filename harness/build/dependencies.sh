#!/bin/sh
# Writes the files that each object of the agents, or of the host's module, was made from, as the compiler reported them to Ninja:
# DIRECTORY/dependencies-ISA, or DIRECTORY/dependencies. harness/ci/dependencies.c reads them. Without git it writes nothing, because nobody can ask
# for changes since a commit.
# SPDX-License-Identifier: MIT
# Usage: dependencies.sh DIRECTORY [ISA]...
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
directory=$1
shift
[ -e "$directory/.ninja_deps" ] || exit 0
record_of() { echo "$directory/dependencies${1:+-$1}"; }
[ $# -gt 0 ] || set -- ""
are_older=
for isa; do
    [ -e "$(record_of "$isa")" ] && [ ! "$directory/.ninja_deps" -nt "$(record_of "$isa")" ] || are_older=1
done
[ -n "$are_older" ] || exit 0
# The commit, and files that differ from it.
state=$(git -C "$root" --no-optional-locks -c core.quotePath=false status --porcelain=v2 --branch --no-renames --untracked-files=all 2>/dev/null |
    sed -n -E 's/^# branch.oid ([0-9a-f]+)$/commit \1/p; s/^(1 ([^ ]+ ){7}|u ([^ ]+ ){9}|[?] )/dirty /p')
case $state in "commit "*) ;; *) exit 0 ;; esac
# If an object has the placeholder of a kernel that did not compile, its dependencies are unknown.
objects=$(find "$directory" -name '*.broken'; echo; ninja -C "$directory" -t deps)

# write_record ISA: writes the file of an ISA; "": of the host's module.
write_record() {
    record=$(record_of "$1")
    {
        printf '%s\n' "$state"
        printf '%s\n' "$objects" | awk -v root="$root/" -v directory="$directory/" -v only="$1" '
            # A unit is the object of several kernels. Each depends on what its file includes, not on the other files.
            function read_unit(source,    text) {
                sub(/\.o$/, "", source)
                members = 0
                split("", member)
                split("", is_member)
                while ((getline text < source) > 0)
                    if (sub(/^#include "/, "", text)) {
                        sub(/"$/, "", text)
                        member[++members] = text
                        is_member[text] = 1
                    }
                close(source)
            }
            function add_object(name) { line[++objects] = "object " name; of[objects] = name }
            !in_deps && /\.broken$/ { sub(/\.broken$/, ""); broken[substr($0, length(directory) + 1)] = 1; next }
            { in_deps = 1 }
            /^[^ ].*: #deps / {
                object = $1
                sub(/:$/, "", object)
                isa = only
                kernel = "-"
                precompiled = 0
                is_unit = 0
                if (match(object, /^CMakeFiles\/kernels-[a-z0-9]+\.dir\//)) {
                    isa = substr(object, 20, RLENGTH - 24)
                    is_unit = substr(object, RSTART + RLENGTH) ~ /^xl-units\//
                    if (is_unit) read_unit(directory substr(object, RSTART + RLENGTH))
                    kernel = object
                    sub(/\.(c|cc|cpp|cxx)\.o$/, "", kernel)
                    sub(/.*\//, "", kernel)
                    precompiled = kernel ~ /^cmake_pch\.(h|hxx)\./ # GCC does not say it again for each object made with it
                } else if (match(object, /^CMakeFiles\/vl-[a-z0-9]+\.dir\//)) {
                    isa = substr(object, 15, RLENGTH - 19)
                } else if (object !~ /^CMakeFiles\/(agent|probes)\.dir\//) {
                    object = ""
                }
                if (only != "" && isa != only) object = ""
                first = objects + 1
                if (object != "" && is_unit)
                    for (i = 1; i <= members; i++) {
                        kernel = member[i]
                        sub(/.*\//, "", kernel)
                        sub(/\.c$/, "", kernel)
                        add_object(kernel)
                    }
                else if (object != "" && !precompiled)
                    add_object(kernel)
                is_broken = object in broken
                next
            }
            /^ / && object != "" && !is_broken {
                file = substr($0, 5)
                if (index(file, root) != 1 || index(file, directory) == 1) next
                file = substr(file, length(root) + 1)
                if (!(file in number)) { number[file] = files; print "file " file; files++ }
                if (precompiled) header = header " " (number[file] + 0)
                else for (i = first; i <= objects; i++)
                    if (!is_unit || !(substr($0, 5) in is_member) || substr($0, 5) == member[i - first + 1])
                        line[i] = line[i] " " (number[file] + 0)
            }
            END { for (i = 1; i <= objects; i++) print line[i] (of[i] == "-" ? "" : header) }'
    } >"$record.new"
    mv "$record.new" "$record"
}
for isa; do
    write_record "$isa"
done

#!/bin/sh
# The host tool's build and one row where nothing is to be seen but the packages that `./crosslane packages` names, and what
# those depend on: so that what the machine has by chance, and nobody asked for, is missed on the machine that has it.
# SPDX-License-Identifier: MIT
set -eu
. "$(dirname "$0")/checking.sh"
cache=${CROSSLANE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/crosslane}
scratch=$root/build/only-listed
view=$scratch/view
source=$scratch/source

command -v dpkg-query >/dev/null || { echo "skipped: this machine has no dpkg to ask for its packages"; exit 77; }
if [ "$(id -u)" = 0 ]; then own="unshare -m"; else own="unshare -r -m"; fi
$own true 2>/dev/null || { echo "skipped: this machine allows no mounts of one's own ($own)"; exit 77; }

# closure: the packages of standard input, the essential ones, and all that these depend on, as they are installed here. Of
# alternatives the first that is; of a virtual package all that provide it.
closure() {
    dpkg-query -W -f '${db:Status-Status}|${Package}|${Essential}|${Provides}|${Pre-Depends}, ${Depends}\n' | awk -F '|' '
        function add(name) { if (name in depends && !(name in wanted)) { wanted[name] = 1; queue[++n] = name } return name in depends }
        FILENAME == "-" {
            if ($1 != "installed") next
            rest = $0
            for (i = 0; i < 4; i++) sub(/^[^|]*\|/, "", rest)
            depends[$2] = rest
            if ($3 == "yes") essential[$2] = 1
            count = split($4, virtual, / *, */)
            for (i = 1; i <= count; i++) { sub(/ .*/, "", virtual[i]); provided[virtual[i]] = provided[virtual[i]] " " $2 }
            next
        }
        { listed[$1] = 1 }
        END {
            for (name in essential) add(name)
            for (name in listed) add(name)
            for (q = 1; q <= n; q++) {
                groups = split(depends[queue[q]], group, /,/)
                for (g = 1; g <= groups; g++) {
                    choices = split(group[g], choice, /\|/)
                    for (c = 1; c <= choices; c++) {
                        name = choice[c]
                        gsub(/^ +| *\(.*$| +$/, "", name)
                        sub(/:.*/, "", name)
                        if (add(name)) break
                        some = split(provided[name], provider, " ")
                        for (p = 1; p <= some; p++) add(provider[p])
                        if (some) break
                    }
                }
            }
            for (name in wanted) print name
        }' - "$1"
}

files_of() {
    xargs dpkg-query -L | grep -v -E '^/usr/share/(doc|man|info|locale|lintian)/' | LC_ALL=C sort -u |
        while IFS= read -r file; do if [ -L "$file" ] || [ -f "$file" ]; then printf '%s\n' "$file"; fi; done
}

# Hard links: a second name for each file, in directories that hold no other. In /etc nobody's programs are; it is mounted.
make_view() {
    rm -rf "$view"
    mkdir -p "$view/usr" "$view/etc" "$view/proc" "$view/dev" "$view/tmp" "$view/var/lib/dpkg" "$view$source" "$view$cache"
    for dir in bin sbin lib lib32 lib64 libx32; do
        [ ! -L "/$dir" ] || { mkdir -p "$view/usr/$dir" && ln -s "usr/$dir" "$view/$dir"; }
    done
    "$root/crosslane" packages >"$scratch/listed"
    closure "$scratch/listed" >"$scratch/packages"
    {
        files_of <"$scratch/packages"
        find /usr/bin -lname '/etc/alternatives/*'
    } | grep -v '^/etc/' | tr '\n' '\0' >"$scratch/files"
    xargs -0 cp -l -P --parents -t "$view" <"$scratch/files" 2>/dev/null || xargs -0 cp -P --parents -t "$view" <"$scratch/files"
}

# inside COMMAND: in a copy of the work tree, with the view as the root.
inside() {
    $own sh -c '
        view=$1 source=$2 cache=$3 command=$4
        for dir in /proc /dev; do mount --rbind $dir "$view$dir" || exit 77; done
        for dir in /etc /var/lib/dpkg "$source" "$cache"; do mount --bind "$dir" "$view$dir" || exit 77; done
        exec chroot "$view" env -i PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin HOME=/tmp CROSSLANE_CACHE="$cache" \
            sh -c "cd $source && $command 2>&1"' sh "$view" "$source" "$cache" "$1"
}

# says STATUS WORDS COMMAND: inside.
says() { exits "$1" inside "$3" && grep -q -e "$2" "$work/out"; }

scratch_copy "$source"
"$root/sysroots/mk-trees" s390x
make_view
echo "$(wc -l <"$scratch/listed") packages, $(wc -l <"$scratch/packages") with what they depend on, $(tr -cd '\0' <"$scratch/files" | wc -c) files"

check "a row" says 0 '^\([1-9][0-9]*\) of \1 kernels checked on 2 of 2 rows$' \
    "./crosslane run --no-cache --kernels tests/downstream/kernels --row s390x-z15-gcc-O2 --row s390x-z15-llvm-O2"

# Without a package of the list it does not build: the view hides what it should.
echo libyaml-dev | files_of | sed "s#^#$view#" | tr '\n' '\0' | xargs -0 rm -f
check "a build without libyaml-dev" says 1 'yaml-0.1' "cmake -G Ninja -S . -B build/without"

conclude

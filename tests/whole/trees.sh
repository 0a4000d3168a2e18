#!/bin/sh
# Trees that cannot be made: exit 3, what is wrong, what to do, and nothing half made. No network is used.
# SPDX-License-Identifier: MIT
set -u
. "$(dirname "$0")/checking.sh"
trap 'chmod -R u+w "$work"; clean_up' EXIT

# half_made: what there is in the cache but locks. expect WORDS [VARIABLE=VALUE...]: mk-sysroot says the words, and makes nothing.
half_made() { find "$work/cache" -mindepth 1 -maxdepth 1 ! -name '*.lock' 2>/dev/null; }
refuses() {
    words=$1
    shift
    exits 3 env "$@" "$root/sysroots/mk-sysroot" riscv64 && grep -q -e "$words" "$work/err" && [ ! -s "$work/out" ] && is "$(half_made)" ''
}
expect() { check "$*" refuses "$@"; }

# A mirror that is not there.
expect "cannot be reached" CROSSLANE_CACHE="$work/cache" CROSSLANE_MIRROR="file://$work/none"

# A mirror whose suite is unsigned, and one whose signature is somebody else's.
mkdir -p "$work/mirror/dists/trixie"
printf 'Suite: stable\nCodename: trixie\nComponents: main\nArchitectures: riscv64\n' >"$work/mirror/dists/trixie/Release"
expect "error" CROSSLANE_CACHE="$work/cache" CROSSLANE_MIRROR="file://$work/mirror"
cp "$work/mirror/dists/trixie/Release" "$work/mirror/dists/trixie/Release.gpg"
expect "signature" CROSSLANE_CACHE="$work/cache" CROSSLANE_MIRROR="file://$work/mirror"
# A good one by a key that is nobody's.
base64 -d >"$work/mirror/dists/trixie/Release.gpg" <<'END'
iHUEABYIAB0WIQSzAhGNTnlp65hjgZ5f7/dO9lmaIgUCawYizAAKCRBf7/dO9lmaIrHSAP45IZ6aqzftVkhwgbm1fvMVx6mkgxnSoOff+Xu8WVJg5AD9F8GP
CS95vlbRLnTgmL8xiPwGZEAcRBeIwzqzdVrqGQ8=
END
expect "The archive's signature is not valid" CROSSLANE_CACHE="$work/cache" CROSSLANE_MIRROR="file://$work/mirror"

# A network that answers with a page of its own, whatever is asked for.
server=$(PATH=$PATH:/usr/sbin command -v nginx) || server=
if [ -n "$server" ]; then
    mkdir -p "$work/nginx"
    port=$((20000 + $$ % 20000))
    cat >"$work/nginx/conf" <<END
daemon off; pid nginx.pid; error_log stderr; worker_processes 1;
events {}
http {
    access_log off; client_body_temp_path t; proxy_temp_path t; fastcgi_temp_path t; uwsgi_temp_path t; scgi_temp_path t;
    server { listen 127.0.0.1:$port; default_type text/html; return 200 "<html>Log in to use this network</html>"; }
}
END
    "$server" -p "$work/nginx" -c conf >/dev/null 2>&1 &
    server_pid=$!
    while_running "$server_pid" test -s "$work/nginx/nginx.pid"
    expect "Release file is a web page" -u http_proxy CROSSLANE_CACHE="$work/cache" CROSSLANE_MIRROR="http://127.0.0.1:$port"
    kill "$server_pid"
    wait "$server_pid"
else
    skip "a network that answers for a mirror" "nginx is not installed (apt-get install -y nginx-light)"
fi

# A cache that cannot be made, one whose path compilers would take apart, none at all; no directory for temporary files.
touch "$work/file"
expect "cannot make the cache directory" CROSSLANE_CACHE="$work/file/cache"
expect "the cache directory '$work/a cache' has a blank" CROSSLANE_CACHE="$work/a cache" CROSSLANE_MIRROR="file://$work/none"
expect "neither CROSSLANE_CACHE nor HOME is set" -u CROSSLANE_CACHE -u XDG_CACHE_HOME -u HOME CROSSLANE_MIRROR="file://$work/none"
expect "TMPDIR is '$work/none', which is no directory that this user can write" CROSSLANE_CACHE="$work/cache" TMPDIR="$work/none" CROSSLANE_MIRROR="file://$work/none"

# debootstrap is not there.
mkdir "$work/bin"
for tool in sh env awk cat sed cut tr sha256sum mkdir dirname grep id; do ln -s "$(command -v $tool)" "$work/bin/$tool"; done
expect "is not installed" CROSSLANE_CACHE="$work/cache" PATH="$work/bin"

# From here on debootstrap is a stand-in, which makes a tree of the programs that its case is about.
mkdir "$work/stand-in" "$work/parts"
cat >"$work/stand-in/debootstrap" <<'END'
#!/bin/sh
# debootstrap OPTION... SUITE TREE MIRROR SCRIPT
for word; do
    case $word in */tree) tree=$word ;; esac
done
lib=$tree/usr/lib/x86_64-linux-gnu
mkdir -p "$tree/debootstrap" "$tree/usr/bin" "$tree/usr/libexec" "$tree/usr/lib64" "$tree/usr/lib/llvm-19/bin" "$lib"
cp "$(gcc -print-file-name=libc.so.6)" "$lib/libc.so.6"
cp /lib64/ld-linux-x86-64.so.2 "$tree/usr/lib64"
. "$CASE"
echo "package 1" >"$tree/manifest"
END
# As 0.18 does, whatever version this machine has: both in one call, and the program is broken.
cat >"$work/stand-in/patchelf" <<END
#!/bin/sh
$(command -v patchelf) "\$@" || exit
case "\$*" in
*--set-rpath*--set-interpreter* | *--set-interpreter*--set-rpath*)
    for file; do :; done
    head -c 3000 "\$file" >"\$file.cut"
    cat "\$file.cut" >"\$file"
    rm "\$file.cut"
    ;;
esac
END
chmod +x "$work/stand-in/debootstrap" "$work/stand-in/patchelf"

# make_tools CACHE: mk-tools with the stand-ins, of the case in $work/case.
make_tools() { CASE=$work/case CROSSLANE_CACHE=$work/$1 PATH="$work/stand-in:$PATH" "$root/sysroots/mk-tools"; }
said() { grep -q -e "$1" "$work/err"; }

# stands WORDS, with a script of what goes into $tree and $lib on standard input: mk-tools says WORDS, and keeps nothing.
stands() {
    cat >"$work/case"
    check "a tree about '$1'" stays_half "$1"
}
stays_half() { exits 3 make_tools cache && said "$1" && is "$(half_made)" ''; }
echo 'int main(void) { return 0; }' >"$work/parts/main.c"
echo 'int inner(void); int outer(void) { return inner(); }' >"$work/parts/outer.c"
echo 'int outer(void); int main(void) { return outer(); }' >"$work/parts/uses.c"
export parts="$work/parts"    # not "work", which is a variable of the scripts under test

stands 'usr/bin/program needs libouter.so, which is not in the tree' <<'END'
gcc -shared -fPIC -x c "$parts/main.c" -o "$parts/libouter.so" -Wl,-soname,libouter.so
gcc "$parts/main.c" -o "$tree/usr/bin/program" -Wl,--no-as-needed "$parts/libouter.so"
END

# A library's own RUNPATH is lost with the mend, so that the program's RPATH serves it; what is not there is missing all the same.
stands 'libouter.so needs libinner.so, .* (loaded by /usr/bin/program)' <<'END'
echo 'int inner(void) { return 0; }' | gcc -shared -fPIC -x c - -o "$parts/libinner.so" -Wl,-soname,libinner.so
gcc -shared -fPIC "$parts/outer.c" -o "$lib/libouter.so" -Wl,-soname,libouter.so,--enable-new-dtags,-rpath,/nowhere "$parts/libinner.so"
gcc "$parts/uses.c" -o "$tree/usr/bin/program" "$lib/libouter.so" -Wl,--allow-shlib-undefined
END

stands 'usr/bin/program does not start (status 139)' <<'END'
echo 'int main(void) { return *(volatile int *)8; }' | gcc -x c - -o "$tree/usr/bin/program"
END

stands 'libcut.so: its dynamic section contradicts itself' <<'END'
gcc -shared -fPIC "$parts/main.c" -o "$parts/libcut.so"
head -c 5000 "$parts/libcut.so" >"$lib/libcut.so"
END

# What stands alone is made, and runs in place; a tree that a killed run left is no tree.
cat >"$work/case" <<'END'
echo 'int inner(void) { return 0; }' | gcc -shared -fPIC -x c - -o "$lib/libinner.so" -Wl,-soname,libinner.so
gcc -shared -fPIC "$parts/outer.c" -o "$lib/libouter.so" -Wl,-soname,libouter.so,--enable-new-dtags,-rpath,/nowhere "$lib/libinner.so"
gcc "$parts/uses.c" -o "$tree/usr/bin/program" "$lib/libouter.so" -Wl,--allow-shlib-undefined
printf '#!/nowhere/interpreter\n' >"$tree/usr/bin/script"
chmod +x "$tree/usr/bin/script"
END
export CASE="$work/case"
made=$(CROSSLANE_CACHE=$work/cache "$root/sysroots/mk-tools" --path)
mkdir -p "$made/usr/bin"
touch "$made/usr/bin/left"
is_whole() { "$made/usr/bin/program" && [ -e "$made/manifest" ] && [ ! -e "$made/usr/bin/left" ] && [ ! -e "$made/usr/bin/script" ]; }
stands_alone() { exits 0 make_tools cache && is_whole; }
check "a tree that stands alone is made" stands_alone
# Moved, it is made anew: its programs look for their libraries where they were.
mv "$work/cache" "$work/moved"
make_tools moved >"$work/out" 2>"$work/err"
is_made_again() { said "was made for $made; making it again" && "$(cat "$work/out")/usr/bin/program"; }
check "a tree that was moved" is_made_again
# Linked to from another cache, it works where it stands, and stays.
moved=$(cat "$work/out")
mkdir "$work/linked"
ln -s "$moved" "$work/linked"
make_tools linked >"$work/out" 2>"$work/err"
check "a tree that another cache links to" [ -e "$moved/manifest" -a "$(cat "$work/out")" -ef "$moved" -a ! -s "$work/err" ]
rm -rf "$work/cache" "$work/moved" "$work/linked"

# A mirror that has not the lists that its InRelease names is asked for them by the suite's other name.
# between WORDS OTHER, with what the suite's other name gives on standard input: mk-tools says WORDS.
between() {
    {
        printf 'lists=$tree/var/lib/apt/lists\nmkdir -p "$lists"\nother=%s\n' "$2"
        cat <<'END'
case " $* " in
*" trixie "*)
    printf 'Suite: %s\nCodename: trixie\n' "$other" >"$lists/debootstrap.invalid_dists_trixie_Release"
    echo "E: Couldn't download http://mirror.invalid/dists/trixie/main/binary-amd64/Packages" >&2
    exit 1
    ;;
esac
rm -r "$tree/var"
END
        cat
    } >"$work/case"
    make_tools cache >"$work/out" 2>"$work/err"
    status=$?
    check "a mirror between two releases" said "$1"
    check "$1: exit $status" is "$(find "$work/cache" -name manifest | wc -l)" "$((status == 0))"
    rm -rf "$work/cache"
}
between "trying its other name, stable" stable <<'END'
cp /bin/true "$tree/usr/bin/program"
END
between "package lists and its InRelease differ" stable <<'END'
echo "E: stable is forky and not trixie" >&2
exit 1
END
between "package lists and its InRelease differ" trixie </dev/null

# One that lacks packages that its lists name is asked by the other name too, which may be an older release, whole.
cat >"$work/case" <<'END'
case " $* " in
*" trixie "*)
    mkdir -p "$tree/var/lib/apt/lists"
    printf 'Suite: stable\nCodename: trixie\n' >"$tree/var/lib/apt/lists/debootstrap.invalid_dists_trixie_Release"
    echo "E: Couldn't download packages: libc6" >&2
    exit 1
    ;;
esac
cp /bin/true "$tree/usr/bin/program"
END
make_tools cache >"$work/out" 2>"$work/err"
check "a mirror that lacks packages" [ -e "$(cat "$work/out")/manifest" ]
check "and what is tried" said "lacks files that the InRelease of trixie names; trying its other name, stable"
rm -rf "$work/cache"

# ended SIGNAL: mk-tools gets it while debootstrap works, which shows its process in $work/busy.
ended() {
    cat >"$work/case" <<'END'
head -c 1000000 /dev/zero >"$tree/half"
echo $$ >"$parts/busy.new"
mv "$parts/busy.new" "$parts/busy"
exec sleep 100
END
    rm -f "$work/parts/busy"
    CASE=$work/case CROSSLANE_CACHE=$work/cache PATH="$work/stand-in:$PATH" "$root/sysroots/mk-tools" >"$work/out" 2>"$work/err" &
    maker=$!
    while_running "$maker" test -e "$work/parts/busy"
    busy=$(cat "$work/parts/busy")
    kill -"$1" "$maker"
    wait "$maker"
    status=$?
}
ended TERM
check "SIGTERM while a tree is made" is "$status $(half_made)" "130 "
check "SIGTERM: what was started is ended" eval '! kill -0 "$busy" 2>/dev/null'
# What was killed is cleared away by the next start of any, once nobody writes there any more. What is being made stays, and so does
# what is no tree.
ended KILL
other() { CROSSLANE_CACHE=$work/cache CROSSLANE_MIRROR="file://$work/none" "$root/sysroots/mk-sysroot" riscv64 >"$work/out" 2>"$work/err"; }
mkdir "$work/cache/results" "$work/cache/tools-0123456789ab" "$work/cache/clients-0123456789ab"
touch "$work/cache/tools-0123456789ab.lock" "$work/cache/clients-0123456789ab.lock"
other
while_busy=$(half_made | grep -c '[.]tmp[.]')
kill "$busy"
tools=$(CROSSLANE_CACHE=$work/cache "$root/sysroots/mk-tools" --path)
wait_for flock -n "$tools.lock" true
other
check "SIGKILL while a tree is made" is "$while_busy $(half_made | sort | xargs -n 1 basename | tr '\n' ' ')" "1 clients-0123456789ab results "
rm -rf "$work/cache"

# By another name as well, no other release than the one that was asked for.
mkdir -p "$work/scripts"
: >"$work/scripts/sid"
said=$(
    error() { shift 2; printf "$@"; exit 1; }
    DEBOOTSTRAP_DIR=$work
    . "$root/sysroots/suite"
    SUITE=stable CODENAME=forky XL_CODENAME=trixie
    work_out_debs
)
check "the release after the one that was asked for" is "$said" "stable is forky and not trixie"

# CROSSLANE_SYSROOT_PACKAGES: more packages make another tree.
same() { check "$1" is "$2" "$3"; }
# more PACKAGES [MAKER ARGUMENT...]: the path of this tree.
more() {
    packages=$1
    shift
    [ $# != 0 ] || set -- mk-sysroot --path x86_64
    maker=$1
    shift
    CROSSLANE_SYSROOT_PACKAGES=$packages CROSSLANE_CACHE=$work/cache "$root/sysroots/$maker" "$@" 2>"$work/err"
}
plain=$(more "")
gmp=$(more "libgmp-dev zlib1g-dev")
same "no more packages" "$(env -u CROSSLANE_SYSROOT_PACKAGES CROSSLANE_CACHE="$work/cache" "$root/sysroots/mk-sysroot" --path x86_64)" "$plain"
same "packages that a sysroot has anyway" "$(more " libelf-dev	libc6-dev ")" "$plain"
same "trees of other packages" "$(printf '%s\n' "$plain" "$gmp" "$(more libgmp-dev)" "$(more "libgmp-dev libasan8")" | sort -u | wc -l)" 4
same "the same packages in another order, twice, with those that are there" "$(more "
    zlib1g-dev  libelf-dev libgmp-dev zlib1g-dev ")" "$gmp"
same "the tools with more packages" "$(more libgmp-dev mk-tools --path)" "$(more "" mk-tools --path)"
for wrong in Libgmp-dev a 'libgmp-dev,zlib1g-dev' -dev '*' 'a;b' ../x 'libgmp-dev=1'; do
    got=$(more "zlib1g-dev $wrong" mk-sysroot x86_64; echo $?)
    same "a package '$wrong'" "$got $(grep -c -F -e "error: CROSSLANE_SYSROOT_PACKAGES: '$wrong' is not a name of a package" "$work/err")" "2 1"
done
# What debootstrap is told.
cat >"$work/case" <<'END'
echo "$XL_PACKAGES" >"$parts/packages"
echo "$XL_DROP" | tr ' ' '\n' >"$parts/drop"
END
export PATH="$work/stand-in:$PATH"
made=$(more "libgmp-dev libasan8" mk-sysroot x86_64)
same "a tree with more packages is made" "$(cat "$made/manifest")" "package 1"
same "its roots" "$(tr -s ' ' '\n' <"$work/parts/packages" | grep -c -x -e libgmp-dev -e libasan8 -e libelf-dev)" 3
same "what it leaves out, and not what was asked for" \
    "$(grep -x -e libasan8 -e libcrypt1 -e liblsan0 -e perl -e python3-.* "$work/parts/drop" | sort | tr '\n' ' ')" "liblsan0 perl python3-.* "
same "empty patterns, which would match anything in mawk" "$(grep -c -x '' "$work/parts/drop")" 0
echo 'echo "E: the mirror has no package libgmq-dev for amd64" >&2; exit 1' >"$work/case"
same "a package that there is not" "$(more libgmq-dev mk-sysroot x86_64; echo $?) $(grep -c -e 'E: .* no package libgmq-dev' \
    -e 'help: correct its name in CROSSLANE_SYSROOT_PACKAGES' "$work/err")" "3 2"
# In a sysroot an absolute RUNPATH is one of its own: the emulator looks there first.
for directory in /usr/lib/parts /usr/lib/nowhere; do
    cat >"$work/case" <<END
mkdir "\$tree/usr/lib/parts"
echo 'int inner(void) { return 0; }' | gcc -shared -fPIC -x c - -o "\$tree/usr/lib/parts/libinner.so" -Wl,-soname,libinner.so
gcc -shared -fPIC "\$parts/outer.c" -o "\$tree/usr/lib/parts/libouter.so" -Wl,--enable-new-dtags,-rpath,$directory "\$tree/usr/lib/parts/libinner.so"
END
    rm -rf "$made"
    more "libgmp-dev libasan8" mk-sysroot x86_64 >"$work/out"
    same "a library with the RUNPATH $directory" "$? $(sed -n 's/^ .*\(libouter.so needs libinner.so\),.*RUNPATH \(.*\) is all.*/\1 \2/p' "$work/err")" \
        "$([ "$directory" = /usr/lib/parts ] && echo "0 " || echo "3 libouter.so needs libinner.so $directory")"
done
rm -rf "$work/cache"

# The path is printed without making anything.
path=$(CROSSLANE_CACHE="$work/cache" "$root/sysroots/mk-sysroot" --path riscv64)
same "--path" "${path%-*}" "$work/cache/sysroot-riscv64"

# An edited recipe is another tree's, wherever the checkout is; one that is empty is none.
odd="$work/it's a [b];c\$d"
mkdir -p "$odd/harness"
cp -r "$root/sysroots" "$root/arch" "$root/toolchains" "$odd"
cp -r "$root/harness/base" "$odd/harness"
# paths: of each maker's tree.
paths() {
    for maker in "mk-sysroot --path s390x" "mk-tools --path" "mk-cxx --path s390x" "mk-debugger --path" "mk-qemu-next --path" "mk-rust --path" "mk-go --path" \
        "mk-compiler --path gcc16 s390x"; do
        CROSSLANE_CACHE=$work/cache "$odd/sysroots/"$maker 2>"$work/err"
    done
}
here=$(CROSSLANE_CACHE=$work/cache "$root/sysroots/mk-sysroot" --path s390x)
before=$(paths)
echo '# edited' >>"$odd/sysroots/suite"
after=$(paths)
same "a recipe in an odd place" "$(echo "$before" | head -n 1)" "$here"
same "recipes before and after an edit" "$(printf '%s\n%s\n' "$before" "$after" | sort -u | wc -l)" 16
: >"$odd/sysroots/suite"
check "an empty recipe" answers 3 err "error: its recipe $odd/sysroots/suite is missing, empty or unreadable" env CROSSLANE_CACHE="$work/cache" \
    "$odd/sysroots/mk-tools" --path

conclude

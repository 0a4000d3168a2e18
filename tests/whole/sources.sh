#!/bin/sh
# Upstream sources of Debian packages: fetched once, whole or not at all. The first check needs a Debian mirror, the others no network.
# SPDX-License-Identifier: MIT
set -u
. "$(dirname "$0")/checking.sh"
cd "$work" || exit
export CROSSLANE_CACHE=$work/cache
source_of() { "$root/sysroots/mk-source" "$@"; }
nothing_made() { [ -z "$(find "$work/cache" -mindepth 1 ! -name '*.lock' 2>/dev/null)" ]; }

check "a package of Debian 12" exits 0 source_of libdeflate 1.14-1 bookworm
tree=$(cat out)
check "its tree" [ "$tree" = "$work/cache/source-libdeflate-1.14-1" ]
check "upstream's files, without their top directory and Debian's" [ -f "$tree/libdeflate.h" -a -d "$tree/lib/x86" -a ! -e "$tree/debian" ]
check "its manifest" [ "$(cat "$tree/manifest")" = "libdeflate 1.14-1 89e7df898c37c3427b0f39aadcf733731321a278771d20fc553f92da8d4808ac libdeflate_1.14.orig.tar.gz" ]
check "again, without a mirror" exits 0 env CROSSLANE_MIRROR="file://$work/none" "$root/sysroots/mk-source" libdeflate 1.14-1 bookworm
check "nothing is said then" [ ! -s err ]
rm -rf "$work/cache"
check "a version that the suite has not" exits 3 source_of libdeflate 1.13-1 bookworm
check "which it has" grep -q 'error: E: bookworm has 1.14-1 of libdeflate, not 1.13-1' err
check "a package that the suite has not" exits 3 source_of libdeflat 1.14-1 bookworm
check "said so" grep -q 'error: E: bookworm has no source package libdeflat$' err
check "nothing of it is there" nothing_made

check "--path" exits 0 source_of --path x264 2:0.164.3095+gitbaee400-3 bookworm
check "of a version with an epoch, makes nothing" [ "$(cat out)" = "$work/cache/source-x264-2_0.164.3095+gitbaee400-3" -a ! -e "$(cat out)" ]
# wrong WORDS ARGUMENT...: exit 2 with these words.
wrong() {
    why=$1
    shift
    check "mk-source $*" answers 2 err "$why" source_of "$@"
}
wrong "needs a package, a version and a suite" libdeflate 1.14-1
wrong "'Libdeflate' is not a name of a source package" Libdeflate 1.14-1 bookworm
wrong "'../x' is not a name of a source package" ../x 1.14-1 bookworm
wrong "'1.14/../..' is not a version of a source package" libdeflate 1.14/../.. bookworm
wrong "'v1' is not a version of a source package" libdeflate v1 bookworm
wrong "is not a version of a source package" libdeflate "1.14
1.15" bookworm
wrong "'bookworm main' is not a name of a suite" libdeflate 1.14-1 "bookworm main"

# refused WORDS: with this mirror.
refused() {
    check "mirror: $1" exits 3 env CROSSLANE_MIRROR="file://$work/mirror" "$root/sysroots/mk-source" libdeflate 1.14-1 bookworm
    check "said so" grep -q -e "$1" err
    check "nothing of it is there" nothing_made
}
refused "check the network, or set CROSSLANE_MIRROR to a Debian mirror that has bookworm"
mkdir -p mirror/dists/bookworm/main/source
printf 'Package: libdeflate\nVersion: 1.14-1\n' >mirror/dists/bookworm/main/source/Sources
printf 'Suite: oldstable\nCodename: bookworm\nComponents: main\nSHA256:\n %s 36 main/source/Sources\n' \
    "$(sha256sum <mirror/dists/bookworm/main/source/Sources | cut -d ' ' -f 1)" >mirror/dists/bookworm/Release
refused "The archive's signature is not valid"
# The same where /etc/apt lets apt take what is not signed.
echo 'Acquire::AllowInsecureRepositories "true";' >apt.conf
export APT_CONFIG="$work/apt.conf"
refused "The archive's signature is not valid"
unset APT_CONFIG
# A signature by a key that is nobody's.
base64 -d >mirror/dists/bookworm/Release.gpg <<'KEY'
iHUEABYIAB0WIQSzAhGNTnlp65hjgZ5f7/dO9lmaIgUCawYizAAKCRBf7/dO9lmaIrHSAP45IZ6aqzftVkhwgbm1fvMVx6mkgxnSoOff+Xu8WVJg5AD9F8GP
CS95vlbRLnTgmL8xiPwGZEAcRBeIwzqzdVrqGQ8=
KEY
refused "The archive's signature is not valid"

# From here on apt is a stand-in: the suite has package 1-1, whose file its case makes.
mkdir stand-in parts
cat >stand-in/apt-cache <<'APT'
#!/bin/sh
printf 'Package: package\nVersion: 1-1\n'
APT
cat >stand-in/apt-get <<'APT'
#!/bin/sh
case " $* " in *" source "*) . "$CASE" ;; esac
APT
chmod +x stand-in/apt-cache stand-in/apt-get
export parts="$work/parts" CASE="$work/case" PATH="$work/stand-in:$PATH"
packed() { source_of package 1-1 sid; }
# gives STATUS WORDS, with the case on standard input.
gives() {
    cat >case
    check "a file for which it exits $1" exits "$1" packed
    check "and says '$2'" grep -q -e "$2" err
    [ "$1" = 0 ] || check "nothing of it is there" nothing_made
}
gives 3 'not in gzip format' <<'CASE'
echo "no archive" >package_1.orig.tar.gz
CASE
gives 3 'error: E: package 1-1 has no upstream file .orig.tar' <<'CASE'
touch package_1.tar.xz package_1.orig.tar.gz.asc
CASE
gives 3 "error: E: package_1.orig.tar.gz has a file 'manifest', which is this tree's own" <<'CASE'
mkdir package-1
touch package-1/manifest
tar -czf package_1.orig.tar.gz package-1
CASE
gives 3 "The mirror lacks a file that its lists name" <<'CASE'
echo "E: Failed to fetch mirror/package_1.orig.tar.gz  404  Not Found" >&2
exit 100
CASE
check "and what else helps" grep -q "'dir' instead of 'source'" err
gives 0 "made source-package-1-1" <<'CASE'
mkdir package-1 debootstrap
touch package-1/.hidden
tar -czf package_1.orig.tar.gz package-1 debootstrap
CASE
check "without a top directory nothing is stripped" [ -e "$(cat out)/package-1/.hidden" -a -d "$(cat out)/debootstrap" ]

# Ended while apt works, it leaves nothing, and nobody.
rm -rf cache
cat >case <<'CASE'
echo $$ >"$parts/busy.new"
mv "$parts/busy.new" "$parts/busy"
exec sleep 100
CASE
"$root/sysroots/mk-source" package 1-1 sid >out 2>err &
maker=$!
while_running "$maker" test -e parts/busy
kill "$maker"
wait "$maker"
status=$?
check "SIGTERM" [ "$status" = 130 ]
check "nothing of it is there" nothing_made
check "what it had started is ended" [ -z "$(tr -d '\0' <"/proc/$(cat parts/busy)/cmdline" 2>/dev/null)" ]    # none, or a zombie
conclude

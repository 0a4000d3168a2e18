#!/bin/sh
# Runs a command as on a machine of AArch64, with Debian's packages for arm64 and this machine's cache: each of its programs by QEMU.
# SPDX-License-Identifier: MIT
# Usage: arm64-machine.sh WORK              makes that machine's tools tree in the cache
#        arm64-machine.sh WORK COMMAND...   runs a command there; WORK/package has the .deb that is installed, and WORK/shared is /shared
# It needs no rights, but Linux 6.7 or newer: there each user namespace can have formats of programs of its own.
set -eu
root=$(CDPATH= cd "$(dirname "$0")/../.." && pwd)
work=$1
shift
. "$root/harness/base/environment.sh"
. "$root/harness/base/cache.sh"

if [ "${XL_INSIDE:-}" != yes ]; then
    qemu=$("$root/sysroots/mk-tools")/usr/bin/qemu-aarch64
    # mk-tools makes the tree of the machine that uname names.
    mkdir -p "$work/uname"
    printf '#!/bin/sh\n[ "$*" != -m ] || { echo aarch64; exit; }\nexec %s "$@"\n' "$(command -v uname)" >"$work/uname/uname"
    chmod +x "$work/uname/uname"
    export qemu XL_INSIDE=yes
    exec unshare --user --map-root-user --mount --pid --fork --kill-child "$0" "$work" "$@"
fi
unset XL_INSIDE
mount -t proc proc /proc
mount -t binfmt_misc none /proc/sys/fs/binfmt_misc
# ELF, 64 bits, little endian, a program or a shared object, EM_AARCH64. F: the emulator need not be in the tree.
printf ':aarch64:M::%s:%s:%s:F' '\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00' \
    '\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff' "$qemu" >/proc/sys/fs/binfmt_misc/register
if [ $# = 0 ]; then
    PATH=$work/uname:$PATH "$root/sysroots/mk-tools"
    exit
fi

tree_name=machine-aarch64
tree_recipe=suite
tree_arch=arm64
tree_suite=trixie
tree_packages="bash base-files coreutils dash diffutils dpkg findutils grep gzip mawk sed tar util-linux
    $(dpkg-deb -f "$work"/package/*.deb Depends | sed 's/ *([^)]*)//g; s/,//g')"
tree_drop='systemd.* perl-modules-.*'
tree_exclude='./usr/share/doc/*
./usr/share/man/*
./usr/share/locale/*'
tree_folders='/usr/lib/aarch64-linux-gnu /usr/lib'
tree_mib=1000
. "$root/sysroots/tree.sh"
tree=$(tree_main)

# What the packages' scripts would make.
machine=$work/machine
mkdir -p "$work/upper" "$work/upper-work" "$machine"
mount -t overlay overlay -o "lowerdir=$tree,upperdir=$work/upper,workdir=$work/upper-work" "$machine"
mkdir -p "$machine/proc" "$machine/dev" "$machine/tmp" "$machine/root" "$machine/shared" "$machine/etc" "$machine$cache" "$machine/var/lib/dpkg"
mount --rbind /proc "$machine/proc"
mount --rbind /dev "$machine/dev"
mount --bind "$cache" "$machine$cache"
mount --bind "$work/shared" "$machine/shared"
chmod 1777 "$machine/tmp"
ln -sf mawk "$machine/usr/bin/awk"
ln -sf gcc "$machine/usr/bin/cc"
echo 'root:x:0:0:root:/root:/bin/sh' >"$machine/etc/passwd"
awk '{ printf "Package: %s\nStatus: install ok installed\nMaintainer: none\nArchitecture: arm64\nVersion: %s\nDescription: none\n\n", $1, $2 }' \
    "$tree/manifest" >"$machine/var/lib/dpkg/status"
dpkg-deb -x "$work"/package/*.deb "$machine"
exec chroot "$machine" env -i HOME=/root PATH=/usr/sbin:/usr/bin CROSSLANE_CACHE="$cache" CROSSLANE_WORK=/var/tmp/work "$@"

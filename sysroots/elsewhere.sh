# A recipe of programs is for x86-64. On another machine it is for that machine's Debian. Sourced by tree.sh, after the caller has set the
# variables of a tree. It is in no key, so that trees on x86-64 have theirs.
# SPDX-License-Identifier: MIT

tree_host=$(sed -n "s/^XL_MACHINE(\([^,]*\), *$(uname -m),.*/\1/p" "$root"/arch/*/arch.def)
[ -n "$tree_host" ] || tree_die "arch/ has no machine '$(uname -m)'"
tree_line=$(sed -n "s/^XL_ARCH($tree_host, *//p" "$root/arch/$tree_host/arch.def" | tr -d ' "')
tree_triple=$(echo "$tree_line" | cut -d , -f 2)
case $tree_arch in amd64) tree_arch=${tree_line%%,*} ;; esac
# gcc-14 brings the machine's own; x86-64's is one more.
tree_packages=$(echo "$tree_packages" | sed "s/gcc-14-$tree_triple/gcc-14-x86-64-linux-gnu/")
tree_exclude=$(echo "$tree_exclude" | sed "s/x86_64-linux-gnu/$tree_triple/")

# tree_forget_properties DIR: patchelf (0.14) moves the note of PT_GNU_PROPERTY and leaves that entry behind, so that AArch64's Linux and QEMU refuse
# the program. Makes it PT_NULL, whose value is zero in either byte order.
tree_forget_properties() {
    tree_programs "$1" | while IFS= read -r program; do
        at=$(LC_ALL=C readelf -lW "$program" 2>/dev/null | awk '
            / starting at offset / { at = $NF }
            / 0x[0-9a-f]+ 0x[0-9a-f]+ 0x/ { if ($1 == "GNU_PROPERTY") print at + 56 * n; n++ }')
        [ -z "$at" ] || printf '\0\0\0\0' | dd of="$program" bs=1 seek="$at" conv=notrunc 2>/dev/null || return
    done
}

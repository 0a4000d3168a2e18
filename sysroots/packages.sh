# Adds the packages of CROSSLANE_SYSROOT_PACKAGES to a sysroot's. Sourced by tree.sh, after mk-sysroot has set the variables of a tree.
# SPDX-License-Identifier: MIT
#
# Its value is names of Debian packages, separated by blanks. Names that the sysroot has anyway count for nothing, nor do order and
# repetition: equal sets give one tree, and the empty set gives the tree without this variable, whose key has nothing of this file.

packages_die() {
    echo "crosslane: error: CROSSLANE_SYSROOT_PACKAGES: $1
  help: set it to names of Debian packages, separated by blanks: 'libssl-dev zlib1g-dev'" >&2
    exit 2
}

# packages_more: the packages that the sysroot has not anyway, one a line. Policy, 5.6.1: what a name is.
packages_more() {
    echo "${CROSSLANE_SYSROOT_PACKAGES:-}" | tr -s ' \t\n' '\n' | sed '/^$/d' | sort -u | while IFS= read -r package; do
        case " $tree_packages " in *" $package "*) ;; *) echo "$package" ;; esac
    done
}

# packages_kept PATTERN...: those that leave out no package of $more.
packages_kept() {
    for pattern; do
        echo "$more" | grep -q -x -E -e "$pattern" || echo "$pattern"
    done
}

more=$(packages_more)
wrong=$(echo "$more" | grep -v -x -E '[a-z0-9][a-z0-9+.-]+' | sed '/^$/d; 1q')
[ -z "$wrong" ] || packages_die "'$wrong' is not a name of a package"
if [ -n "$more" ]; then
    tree_recipe="$tree_recipe packages.sh"
    tree_packages="$tree_packages $(echo "$more" | tr '\n' ' ')"
    # Libraries may need libcrypt.so.1 and libquadmath.so.0, which no kernel does.
    more="$more
libcrypt1
libcrypt-dev
libquadmath0"
    # Interpreters and what sets packages up are programs of the target, which nothing runs. Their libraries stay.
    set -f
    tree_drop=$(packages_kept $tree_drop perl perl-base 'perl-modules-.*' 'python3([.][0-9]+)?(-minimal)?' 'python3-.*' debconf \
        debconf-2.0 cdebconf ucf sensible-utils dpkg tar install-info init-system-helpers openssl ca-certificates)
    set +f
    tree_mib=1000
fi

# Clears what harness/base/cleared.def names. Sourced, with $root set, by each script that somebody else's environment can reach.
# SPDX-License-Identifier: MIT
#
# Words of tools are read by scripts here: in English, whatever the user reads.
cleared=$(sed -n 's/^XL_CLEARED("\([A-Z_*]*\)")$/\1/p' "$root/harness/base/cleared.def" | sed 's/\*/[A-Za-z0-9_]*/' | tr '\n' '|')
unset $(env | sed -n 's/^\([A-Za-z_][A-Za-z0-9_]*\)=.*/\1/p' | LC_ALL=C grep -x -E "${cleared%|}" || echo cleared) cleared
export LC_ALL=C

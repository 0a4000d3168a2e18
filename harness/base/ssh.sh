# What scripts that use ssh share. Sourced.
# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034 # of scripts that source it
# The command with its options: CROSSLANE_SSH in the place of ssh. No password is asked for, and a connection that is dead is noticed.
ssh="${CROSSLANE_SSH:-ssh} -T -o BatchMode=yes -o ConnectTimeout=15 -o ServerAliveInterval=5 -o ServerAliveCountMax=3"

# is_absent WORDS: whether ssh says that no host answers. That is no error of the row.
is_absent() {
    case $1 in
    *"refused"* | *"timed out"* | *"resolve hostname"* | *"No route"* | *"nreachable"*) ;;
    *) return 1 ;;
    esac
}

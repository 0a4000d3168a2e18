# `crosslane completions bash|zsh`: prints what that shell is to read. Sourced by ./crosslane.
# SPDX-License-Identifier: MIT

completions_main() {
    case $#:${1:-} in
    1:bash | 1:zsh) cat "$root/harness/cli/completions.$1" ;;
    1:--help) usage_of completions; echo "To have it: eval \"\$(./crosslane completions bash)\", also in the file that the shell reads at its start." ;;
    *) usage_of completions >&2; exit 2 ;;
    esac
}

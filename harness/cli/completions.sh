# `crosslane completions bash|zsh`: prints what that shell is to read. Sourced by ./crosslane.
# SPDX-License-Identifier: MIT

completions_main() {
    case $#:${1:-} in
    1:bash | 1:zsh) cat "$root/harness/cli/completions.$1" ;;
    1:--help) usage_of completions; echo; echo "To use them: eval \"\$(./crosslane completions bash)\", also in the shell's startup file." ;;
    0:) refuse "completions: missing shell" "./crosslane completions bash|zsh" ;;
    *) refuse "completions: unknown shell '$*'" "./crosslane completions bash|zsh" ;;
    esac
}

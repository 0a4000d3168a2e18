#!/usr/bin/env -S python3 -B
# `crosslane accuracy --docs`: docs/results/accuracy.md, the largest errors of all kernels.
# SPDX-License-Identifier: MIT
import sys

from pages import arguments, filled, is_current, lines, listed, update

PAGE = 'docs/results/accuracy.md'


def worst_by_isa(entries):
    """The largest error of each ISA over all builds, the largest first."""
    worst = {}
    for entry in entries:
        if entry['isa'] not in worst or entry['ulp'] > worst[entry['isa']]['ulp']:
            worst[entry['isa']] = entry
    return sorted(worst.values(), key=lambda entry: (-entry['ulp'], entry['isa']))


def isas(worst):
    """ISAs with their errors, "1.985 neon32; 0.793 avx2, neon"."""
    by_error = {}
    for entry in worst:
        by_error.setdefault(entry['ulp'], []).append(entry['isa'])
    return '; '.join(f'{ulp:.3f} {", ".join(names)}' for ulp, names in by_error.items())


def kernel_line(kernel):
    worst = worst_by_isa(kernel['entries'])
    return (f'| {kernel["kernel"]} | {kernel["bound"]:g} | {worst[0]["ulp"]:.3f} '
            f'| `{worst[0]["input"]}` | {isas(worst)} |')


def walk_line(kernel, walk):
    """A walk is "ROW INPUTS ULP INPUT DATE TOOLS"."""
    row, inputs, ulp, at, date, tools = walk.split(None, 5)
    return f'| {kernel} | {row} | {inputs} | {ulp} | `{at}` | {date} | {tools} |'


def page(kernels):
    walks = [walk_line(kernel['kernel'], walk) for kernel in kernels
             for walk in kernel['walks'].splitlines()]
    return filled('accuracy.md.in',
                  kernels=lines(kernel_line(kernel) for kernel in kernels if kernel['entries']),
                  walks=lines(walks))


def main():
    args = arguments()
    text = page(listed(args.program, 'baselines'))
    if args.check:
        sys.exit(not is_current(PAGE, text, './crosslane accuracy --docs'))
    update(PAGE, text)


if __name__ == '__main__':
    main()

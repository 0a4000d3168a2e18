#!/usr/bin/env -S python3 -B
# `crosslane matrix docs`: the generated pages of docs/reference, the manual page and the help.
# SPDX-License-Identifier: MIT
import sys

import commands
import diagram
import matrix
import picture
import vocabulary
from pages import arguments, filled, is_current, lines, listed, read, update

COMMAND = './crosslane matrix docs'
PICTURE = 'docs/reference/matrix.svg'
MOST_NAMED = 6    # mutants that a group of calls alone finds


def found_by_groups():
    """tests/mutants/groups.txt: a group, how many mutants it finds, those that it alone finds."""
    rows = [line.split() for line in read('tests/mutants/groups.txt').splitlines()]
    return {row[0]: (int(row[1]), row[2:]) for row in rows if row[0] != '#'}


def group_line(group, elements, found):
    finds, names = found.get(group['group'], (0, []))
    shown = [f'`{name}`' for name in names[:MOST_NAMED]] + ['...'] * (len(names) > MOST_NAMED)
    alone = f'{len(names)}: {", ".join(shown)}' if names else '-'
    share = 100 * group['elements'] / elements
    return (f'| `{group["group"]}` | {group["text"]} | {group["calls"]} | {share:.1f} % '
            f'| {finds} | {alone} |')


def checks_page(facts):
    found, elements = found_by_groups(), sum(group['elements'] for group in facts['groups'])
    return filled(
        'checks.md.in',
        fills=lines(f'| `{fill["fill"]}` | {fill["text"]} |' for fill in facts['fills']),
        groups=lines(group_line(group, elements, found) for group in facts['groups']),
        checks=lines(f'| `{c["check"]}` | {c["text"]} | `{c["with"]}` |' for c in facts['checks']))


def results_page(facts, page):
    """Between its tables this page is written by hand. A table has the fields of its heading."""
    rows, section = [], ''
    for line in page.splitlines():
        if line.startswith('## '):
            section = line[3:]
        if not line.startswith('| `'):
            rows.append(line)
        if line.startswith('|---'):
            rows += [f'| `{f["name"]}` | {f["type"]} | {f["values"]} | {f["text"]} |'
                     for f in facts['fields'] if f['section'] == section]
    return lines(rows) + '\n'


def main():
    args = arguments()
    facts = listed(args.program, 'facts')
    rows = matrix.Matrix(facts, listed(args.program, 'builds'))
    made = {
        'docs/reference/matrix.md': matrix.page(rows),
        'docs/reference/checks.md': checks_page(facts),
        'docs/reference/results.md': results_page(facts, read('docs/reference/results.md')),
        'docs/reference/vocabulary.md': vocabulary.page(read('arch/vec.h')),
        'docs/reference/command-line.md': commands.page(facts),
        'docs/crosslane.1': commands.manual(facts),
        'docs/help.txt': commands.help_text(facts, args.program),
    }
    dot = diagram.dot(rows)
    if args.check:    # all of them, so that one run says all
        current = [picture.is_current(PICTURE, dot, COMMAND)]
        current += [is_current(name, text, COMMAND) for name, text in made.items()]
        sys.exit(not all(current))
    for name, text in made.items():
        update(name, text)
    picture.write(PICTURE, dot)


if __name__ == '__main__':
    main()

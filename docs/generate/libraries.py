#!/usr/bin/env -S python3 -B
# Tables of libraries, such as those of docs/results/libraries.md, below '## Measured' of PAGE.
# Usage: libraries.py PROGRAM PAGE RESULTS...
# SPDX-License-Identifier: MIT
#
# RESULTS: what `crosslane run --kernels DIR --json RESULTS` wrote, a file for each library.
# PROGRAM: the host tool, build/host/crosslane. Exit status: 1 no entry of matrix/known-*-bugs.yml
# explains some finding, 2 usage.
import sys

from pages import code, die, lines, listed, prose, results_of, unique, write_measured

MOST_NAMED = 3    # kernels or rows of a finding
RESULTS = ('pass', 'fail', 'emu-bug')    # outcomes of a kernel that was checked


class Library:
    def __init__(self, version):
        self.name, _, self.version = version.partition(' ')
        self.rows = self.passed = 0
        self.checked = {}    # by kernel and variant: whether some row checked it
        self.faults = {}    # by what they have in common


class Fault:
    """What fails for one known reason, or one check of a kernel that nothing explains."""

    def __init__(self, row, kernel, check):
        self.row, self.kernel, self.check = row, kernel, check    # the first
        self.kernels, self.rows = [], []


def add_fault(library, row, kernel, check):
    bug, name = kernel.get('known_bug', ''), kernel.get('kernel', '')
    fault = library.faults.setdefault(bug or (check, name), Fault(row, kernel, check))
    fault.kernels = unique(fault.kernels + [name])
    fault.rows = unique(fault.rows + [row['row']])


def add_kernel(library, row, kernel):
    pair = kernel['kernel'], kernel['variant']
    library.checked[pair] = library.checked.get(pair, False) or kernel['outcome'] in RESULTS
    if kernel['outcome'] in ('fail', 'emu-bug'):
        checks = kernel.get('checks', []) if not kernel.get('known_bug') else []
        for check in checks or ['']:
            add_fault(library, row, kernel, check)


def add_row(library, row):
    """A row that fails without a kernel's finding, or was not run, is a fault too."""
    library.rows += 1
    library.passed += row['outcome'] in ('pass', 'emu-bug')
    failed = [kernel for kernel in row['kernels'] if kernel['outcome'] in ('fail', 'emu-bug')]
    for kernel in row['kernels']:
        add_kernel(library, row, kernel)
    if not failed and row['outcome'] in ('fail', 'not-run'):
        add_fault(library, row, {}, '')


def library_line(library):
    isas = unique(variant.split(':')[0] for _, variant in library.checked)
    return (f'| {library.name} | {library.version} '
            f'| {sum(library.checked.values())} of {len(library.checked)} '
            f'| {" ".join(filter(None, isas))} | {library.passed} of {library.rows} '
            f'| {len(library.faults)} |')


def named(words):
    rest = f' and {len(words) - MOST_NAMED} more' if len(words) > MOST_NAMED else ''
    return ', '.join(words[:MOST_NAMED]) + rest


def fault_line(library, fault, bug):
    findings = fault.kernel.get('findings', [])
    finding = next((f for f in findings if f['check'] == fault.check), (findings or [{}])[0])
    message = finding.get('message') or (fault.kernel or fault.row).get('reason', '')
    entry = bug.get('id', '')
    if bug.get('link', '').startswith('https://'):
        entry = f'[{entry}]({bug["link"]})'
    command = code(finding['command']) if finding.get('command') else ''
    cells = [library.name, named(fault.kernels), named(fault.rows), prose(message.split('\n')[0]),
             bug.get('fault', '**not stated**'), entry, command]
    return '| ' + ' | '.join(cells) + ' |'


def tables(libraries, bugs):
    text = f'''
| library | version | kernels x ISAs checked | ISAs | rows passed or explained | findings |
|---|---|--:|---|--:|--:|
{lines(map(library_line, libraries))}
'''
    faults = lines(fault_line(library, fault, bugs.get(fault.kernel.get('known_bug'), {}))
                   for library in libraries for fault in library.faults.values())
    return text + (f'''
| library | kernels | rows | finding | fault | entry | reproduce |
|---|---|---|---|---|---|---|
{faults}
''' if faults else '')


def read_libraries(files):
    libraries = {}
    for name in files:
        rows = results_of(name)['rows']
        # A row whose build failed has no version.
        version = next((row['library'] for row in rows if row.get('library')), None)
        if not version:
            die("no row is of a library that was built: its crosslane.yml has 'source'", 2, name)
        for row in rows:
            add_row(libraries.setdefault(version, Library(version)), row)
    return list(libraries.values())


def main():
    if len(sys.argv) < 4:
        die('usage: libraries.py PROGRAM PAGE RESULTS...', 2)
    program, page, *files = sys.argv[1:]
    libraries = read_libraries(files)
    bugs = {bug['id']: bug for bug in listed(program, 'facts')['bugs']}
    write_measured(page, tables(libraries, bugs))
    unexplained = sum(fault.kernel.get('known_bug') not in bugs
                      for library in libraries for fault in library.faults.values())
    if unexplained:
        die(f'{unexplained} findings without a fault in {page}\n'
            '  help: find out whose fault each is, and add it to matrix/known-library-bugs.yml', 1)


if __name__ == '__main__':
    main()

#!/usr/bin/env -S python3 -B
# The tables of docs/results/sleef.md: errors of SLEEF's functions on each ISA, and their worst
# arguments. Usage: sleef.py RESULTS, which `crosslane run --sleef --json RESULTS` wrote.
# SPDX-License-Identifier: MIT
import math
import re
import sys

from pages import die, lines, read, results_of, update

PAGE = 'docs/results/sleef.md'
WORST = ('The worst result of each function that was not exact everywhere: its argument, as bits, '
         'and the ISAs that gave it.')
BEGIN, END = '<!-- table: begin -->\n', '<!-- table: end -->\n'


class Cell:
    """A function of one lane type on one ISA."""

    def __init__(self):
        self.worst, self.arguments, self.is_wrong = -math.inf, '', False

    def text(self, bound):
        if self.is_wrong and self.worst <= bound:
            return '**wrong**'    # an integer, or the sign of a zero
        return f'**{self.worst:.4g}**' if self.is_wrong else f'{self.worst:.4g}'

    def rank(self):
        """A wrong result is worse than any error in ULP."""
        return self.is_wrong, self.worst


class Table:
    def __init__(self):
        self.columns = []    # an ISA, and the suffix of a second form: "rvv m2"
        self.cells = {}    # by function, then by column
        self.bounds = {}
        self.same = self.same_differ = 0    # finz_ and cinz_ on a row; those that failed


def is_wrong(kernel):
    """Findings of evidence do not count."""
    return any(finding['check'] != 'evidence' for finding in kernel['findings'])


def worst_of(kernel):
    """The largest error, also in findings. Infinity is null in JSON."""
    worst = kernel.get('max_ulp', 0)
    errors = [finding.get('ulp') or 0 for finding in kernel['findings']]
    return max([math.inf if worst is None else worst] + errors)


def bits(value, digits):
    return f'0x{int(value, 16):0{digits}x}'


def arguments_of(kernel, bound, digits):
    """The arguments of the worst result. A NaN instead of a number, or a zero with the wrong sign,
    has no error in ULP: only findings have its arguments, as "a[7]=0x1 b[7]=0x2"."""
    inputs = kernel.get('max_ulp_inputs')
    findings = [finding for finding in kernel['findings'] if finding.get('inputs')]
    has_no_error = findings and is_wrong(kernel) and worst_of(kernel) <= bound
    if inputs is not None and not has_no_error:
        return ' '.join(bits(value, digits) for value in inputs)
    if not findings:
        return ''
    worst = max(findings, key=lambda finding: finding.get('ulp') or 0)
    return ' '.join(re.findall(r'=(0x[0-9a-f]+)', worst['inputs']))


def add_kernel(table, isa, kernel):
    """A name is "sleef_sin_u10_f32_m2": its suffix goes to the column."""
    name = re.fullmatch(r'sleef_(.*?(_f32|_f64))_?(.*)', kernel['kernel'])
    if not name or not kernel.get('checked'):
        return
    function, lane, suffix = name.groups()
    if re.match('finz_|cinz_', function):
        table.same += 1
        table.same_differ += is_wrong(kernel)
        return
    column = f'{isa} {suffix}' if suffix else isa
    if column not in table.columns:
        table.columns.append(column)
    table.bounds[function] = bound = kernel.get('bound', 0)
    cell = table.cells.setdefault(function, {}).setdefault(column, Cell())
    worst, wrong = worst_of(kernel), is_wrong(kernel)
    if worst > cell.worst or (wrong and not cell.is_wrong):
        cell.arguments = arguments_of(kernel, bound, 8 if lane == '_f32' else 16)
    cell.worst = max(cell.worst, worst)
    cell.is_wrong |= wrong


def function_line(table, function):
    cells, bound = table.cells[function], table.bounds[function]
    texts = (f' {cells[column].text(bound)} |' if column in cells else ' |'
             for column in table.columns)
    return f'| {function} | {bound:g} |' + ''.join(texts)


def worst_line(table, function):
    """The worst argument of a function, and all ISAs that are equally bad there."""
    cells = [(column, table.cells[function][column]) for column in table.columns
             if column in table.cells[function]]
    known = [cell for _, cell in cells if cell.arguments]
    if not known:
        return None
    worst = max(known, key=Cell.rank)
    isas = ', '.join(column for column, cell in cells
                     if (cell.arguments, cell.worst) == (worst.arguments, worst.worst))
    return f'| {function} | {worst.text(table.bounds[function])} | `{worst.arguments}` | {isas} |'


def tables(results, name):
    table = Table()
    for row in results['rows']:
        for kernel in row['kernels']:
            add_kernel(table, row['isa'], kernel)
    if not table.cells:
        die('no results of `crosslane run --sleef`', 2, name)
    functions = sorted(table.cells)
    worst = filter(None, (worst_line(table, function) for function in functions))
    said = (f'Seed {results["seed"]}, {len(functions)} functions, {table.same} times a `finz_` or '
            f'`cinz_` function on a row, of which {table.same_differ} differ.')
    return f'''{said}

| function | bound | {' | '.join(table.columns)} |
|---|---|{'---|' * len(table.columns)}
{lines(function_line(table, function) for function in functions)}

{WORST}

| function | worst | argument | ISA |
|---|---|---|---|
{lines(worst)}
'''


def main():
    if len(sys.argv) != 2:
        die('usage: sleef.py RESULTS', 2)
    page = read(PAGE)
    begin, end = page.index(BEGIN) + len(BEGIN), page.index(END)
    update(PAGE, page[:begin] + tables(results_of(sys.argv[1]), sys.argv[1]) + page[end:])


if __name__ == '__main__':
    main()

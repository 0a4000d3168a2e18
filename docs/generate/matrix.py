# The rows of matrix/matrix.yml by CPU and build, and docs/reference/matrix.md.
# SPDX-License-Identifier: MIT
import re

from pages import code, filled, lines, unique

USED_FOR = ['each pull request, and `./crosslane run`', 'what was merged', 'everything']
HAS = ['every value of each axis but the level, every pair of arch × compiler',
       'every level, every pair of ISA × compiler', 'all rows']
CPU_WIDTH = 34    # characters of a CPU string in a line of its cell
CPU_FIELDS = ('arch', 'cpu', 'isa', 'vl_bits', 'qemu_cpu', 'lacks', 'kernels')


class Matrix:
    """Tiers are numbers, the smallest first; None: no tier has it."""

    def __init__(self, facts, builds):
        self.rows, self.builds, self.names = facts['rows'], builds, facts['tiers']
        # Newer compilers have few rows: no columns.
        self.arches, all_compilers = (
            unique(build[key] for build in self.builds) for key in ('arch', 'compiler'))
        self.newer = [name for name in all_compilers if name[-1].isdigit()]
        self.compilers = [name for name in all_compilers if name not in self.newer]
        self.opts = unique(build['opt'] for build in self.builds
                           if build['compiler'] in self.compilers)
        self.least = {}
        for row in self.rows:    # `include` can give rows with one CPU name different fields
            row['key'] = str([row[field] for field in CPU_FIELDS])
            cpu = row['key'], row['compiler']
            for what in (row['build'],), cpu, cpu + (row['opt'],):
                self.least[what] = min(self.least.get(what, row['tier']), row['tier'])

    def cpus(self, arch):
        """The first row of each CPU of an arch."""
        rows = [row for row in self.rows if row['arch'] == arch]
        return [rows[[row['key'] for row in rows].index(key)]
                for key in unique(row['key'] for row in rows)]

    def tier(self, *what):
        """The smallest tier that runs a row of a build; of a CPU and a compiler; of these at a
        level."""
        return self.least.get(what)

    def cpu_tiers(self, cpu, compiler):
        """The tier of each level."""
        return [self.tier(cpu['key'], compiler, opt) for opt in self.opts]

    def build(self, arch, compiler, opt):
        """The name of a build; None: there is none."""
        wanted = arch, compiler, opt
        return next((build['build'] for build in self.builds
                     if (build['arch'], build['compiler'], build['opt']) == wanted), None)

    def size(self, tier):
        """How many rows and builds a tier has."""
        rows = [row for row in self.rows if row['tier'] <= tier]
        return len(rows), len({row['build'] for row in rows})

    def levels(self, tiers, opts=None):
        """Levels by the smallest tier that has them: "pr O2 · full O0 O3"."""
        parts = []
        for tier, name in enumerate(self.names):
            those = [opt for opt, of in zip(opts or self.opts, tiers) if of == tier]
            parts += [' '.join([name] + those)] if those else []
        return ' · '.join(parts) or '–'


def tier_line(matrix, number):
    rows, builds = matrix.size(number)
    return (f'| `{matrix.names[number]}` | {USED_FOR[number]} | {rows} of {len(matrix.rows)} '
            f'| {builds} of {len(matrix.builds)} | {HAS[number]} |')


def build_line(matrix, arch, compiler):
    opts = unique(build['opt'] for build in matrix.builds if build['compiler'] == compiler)
    builds = [matrix.build(arch, compiler, opt) for opt in opts]
    there = ' '.join(opt for opt, build in zip(opts, builds) if build)
    levels = matrix.levels([matrix.tier(build) for build in builds], opts)
    count = sum((row['arch'], row['compiler']) == (arch, compiler) for row in matrix.rows)
    return f'| {arch} | {compiler} | {there} | {levels} | {count} |' if there else None


def cpu_string(cpu):
    """In lines of its own, broken at commas: code is not wrapped on pages."""
    parts = ['']
    for setting in re.findall('[^,]*,|[^,]+', cpu):
        if parts[-1] and len((parts[-1] + setting).rstrip(',')) > CPU_WIDTH:
            parts.append('')
        parts[-1] += setting
    return '<br>'.join(map(code, parts))


def cpu_line(matrix, cpu, has_kernels):
    cells = [cpu['arch'], cpu['cpu'], cpu['isa'], str(cpu['vl_bits'] or '–')]
    cells += [matrix.levels(matrix.cpu_tiers(cpu, compiler)) for compiler in matrix.compilers]
    cells.append(' '.join(cpu['lacks']))
    if has_kernels:
        cells.append(' '.join(map(code, cpu['kernels'])))
    cells.append(cpu_string(cpu['qemu_cpu']))
    return '|' + ''.join(f' {text} |' if text else ' |' for text in cells)


def newer_line(matrix, row):
    name = "-".join(row[key] for key in ("arch", "cpu", "compiler", "opt"))
    return (f'| `{name}` | {row["isa"]} | {row["vl_bits"] or "–"} '
            f'| {matrix.names[row["tier"]]} |')


def page(matrix):
    has_kernels = any(row['kernels'] for row in matrix.rows)
    heads = ['arch', 'CPU', 'ISA', 'VL'] + matrix.compilers + ['lacks']
    heads += ['kernels'] * has_kernels + ['CPU string']
    rule = ''.join('--:|' if head == 'VL' else '---|' for head in heads)
    builds = [build_line(matrix, arch, compiler)
              for arch in matrix.arches for compiler in matrix.compilers + matrix.newer]
    return filled(
        'matrix.md.in',
        tiers=lines(tier_line(matrix, number) for number in range(len(matrix.names))),
        count=str(len(matrix.builds)),
        builds=lines(filter(None, builds)),
        compilers=' and '.join(matrix.compilers),
        newer=lines(newer_line(matrix, row) for row in matrix.rows
                    if row['compiler'] in matrix.newer),
        head=f'| {" | ".join(heads)} |\n|{rule}',
        cpus=lines(cpu_line(matrix, cpu, has_kernels)
                   for arch in matrix.arches for cpu in matrix.cpus(arch)))

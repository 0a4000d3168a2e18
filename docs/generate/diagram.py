# docs/reference/matrix.svg as DOT text: which build feeds which CPU, and which tier runs that.
# SPDX-License-Identifier: MIT
#
# An arch is a table of its CPUs. The builds that feed them are at its sides: a node for each
# compiler, the first to the left, the second to the right, and so on. A cell of the table is a row.
# Names need no escapes: a matrix with characters that are special in DOT or XML is refused.
from picture import light

# Points. DejaVu's letters are the widest in common use: text that is laid out with it fits its cell
# in whatever font a browser has.
FONT = 'DejaVu Sans,Verdana,sans-serif'
CELL, LETTER = 30, 7
GAP = '<td width="4"></td>'
TABLE = ('<table border="1" cellborder="0" cellspacing="2" cellpadding="2" '
         f'color="{light("line")}">\n')
# Of each tier: the colours of a cell, of its text and of an edge, and the width of the edge.
TIERS = [('pr', 'on_pr', 'pr', '2.2'),
         ('trunk', 'on_trunk', 'trunk', '1.6'),
         ('full', 'on_full', 'line', '0.8')]
SAYS = ['{} rows, {} builds', '{} rows with those, {} builds', 'all {} rows, {} builds']
LEGEND = ('Each cell is a row: a CPU with a build of its compiler and level. It says the smallest '
          'tier that runs it. Rows of newer compilers are not drawn.')
BEGIN = f'''digraph matrix {{
graph [rankdir=LR bgcolor=transparent labelloc=t nodesep=0.15 ranksep=0.9 pad=0.1 fontname="{FONT}"]
node [shape=plain fontsize=10 fontname="{FONT}"]
edge [arrowsize=0.5]
'''


def is_left(compiler):
    """Of the compiler's number."""
    return compiler % 2 == 0


def text_cell(align, width, colour, size, text):
    return (f'<td align="{align}" width="{width}">'
            f'<font point-size="{size}" color="{light(colour)}">{text}</font></td>')


def level_cell(text):
    return text_cell('center', CELL, 'soft', 8, text)


def tier_cell(tier, text):
    """A cell in the colour of a tier, with its text in it; without colour if no tier has it."""
    if tier is not None:
        back, ink = TIERS[tier][:2]
        return (f'<td width="{CELL}" bgcolor="{light(back)}">'
                f'<font point-size="8" color="{light(ink)}">{text}</font></td>')
    return level_cell(text) if text else f'<td width="{CELL}"></td>'


def side(matrix, cpu, left):
    """The cells of the compilers of one side of a table's line: of a CPU, or of the head (None)."""
    cells = ''
    for number, compiler in enumerate(matrix.compilers):
        if is_left(number) != left:
            continue
        if cpu is None:
            cells += ''.join(map(level_cell, matrix.opts))
        else:
            cells += ''.join(tier_cell(tier, '' if tier is None else matrix.names[tier])
                             for tier in matrix.cpu_tiers(cpu, compiler))
    return cells


def table_line(matrix, cpu, ends, cells):
    """`cells` are those in the middle."""
    left, right = side(matrix, cpu, True), side(matrix, cpu, False)
    return f'<tr>{ends[0]}{left}{GAP}{"".join(cells)}{GAP}{right}{ends[1]}</tr>\n'


def cpus_node(matrix, a, arch):
    """The ends of a line are ports that edges go to: l3 and r3 for the third CPU."""
    cpu_width = LETTER * max(8, max(len(row['cpu']) for row in matrix.rows))
    isa_width = LETTER * max(len(row['isa']) for row in matrix.rows)
    vl_width = LETTER * 5
    text = f'a{a} [label=<{TABLE}'
    text += table_line(matrix, None, ['<td></td>', '<td></td>'],
                       [text_cell('left', cpu_width, 'text', 10, f'<b>{arch}</b>'),
                        text_cell('left', isa_width, 'soft', 8, 'ISA'),
                        text_cell('right', vl_width, 'soft', 8, 'VL')])
    for number, cpu in enumerate(matrix.cpus(arch), 1):
        ends = [f'<td port="{end}{number}"></td>' for end in 'lr']
        text += table_line(matrix, cpu, ends,
                           [text_cell('left', cpu_width, 'text', 10, cpu['cpu']),
                            text_cell('left', isa_width, 'text', 10, cpu['isa']),
                            text_cell('right', vl_width, 'text', 10, cpu['vl_bits'] or '–')])
    return text + '</table>>]\n'


def builds_node(matrix, name, arch, compiler):
    """A cell for each level, with the tier that first needs it."""
    title = f'<font color="{light("text")}">{arch}-{compiler}</font>'
    text = f'{name} [label=<{TABLE}<tr><td colspan="{len(matrix.opts)}">{title}</td></tr>\n<tr>'
    for opt in matrix.opts:
        build = matrix.build(arch, compiler, opt)
        text += tier_cell(matrix.tier(build), opt if build else '')
    return text + '</tr></table>>]\n'


def edge(a, c, number, tier):
    ends = f'a{a}:r{number}:e -> b{a}_{c}:w [dir=back '
    if is_left(c):
        ends = f'b{a}_{c}:e -> a{a}:l{number}:w ['
    if tier is None:
        return ends + 'style=invis]\n'
    colour, width = TIERS[tier][2:]
    return f'{ends}color="{light(colour)}" penwidth={width}]\n'


def edges(matrix, a, c, arch, compiler):
    """Larger tiers first, so that the smaller ones are drawn over them. The edges to CPUs that the
    compiler does not feed are not drawn, but keep its builds at their side."""
    cpus = [(matrix.tier(cpu['key'], compiler), number)
            for number, cpu in enumerate(matrix.cpus(arch), 1)]
    order = [None] + list(reversed(range(len(matrix.names))))
    return ''.join(edge(a, c, number, tier)
                   for tier in order for of, number in cpus if of == tier)


def legend(matrix):
    text = ('label=<<table border="0">\n'
            f'<tr><td><font point-size="9" color="{light("soft")}">{LEGEND}</font></td></tr>\n'
            '<tr><td><table border="0" cellspacing="3" cellpadding="2" cellborder="0"><tr>')
    for tier, name in enumerate(matrix.names):
        says = SAYS[tier].format(*matrix.size(tier))
        text += tier_cell(tier, name) + text_cell('left', 0, 'text', 9, says) + GAP
    return text + '</tr></table></td></tr></table>>\n'


def dot(matrix):
    """The same for the same rows everywhere."""
    text = BEGIN + legend(matrix)
    arches = [(a, arch) for a, arch in enumerate(matrix.arches) if matrix.cpus(arch)]
    for a, arch in arches:
        text += cpus_node(matrix, a, arch)
        for c, compiler in enumerate(matrix.compilers):
            if any(matrix.build(arch, compiler, opt) for opt in matrix.opts):
                text += builds_node(matrix, f'b{a}_{c}', arch, compiler)
                text += edges(matrix, a, c, arch, compiler)
    # dot would put the arches in any order: edges that are not drawn put each below the last one.
    order = ' -> '.join(f'a{a}' for a, _ in arches)
    return text + '{rank=same edge [style=invis] ' + order + '}\n}\n'

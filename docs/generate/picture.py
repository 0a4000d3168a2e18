# Pictures that Graphviz draws, in colours for light and dark pages.
# SPDX-License-Identifier: MIT
#
# The layout of a picture depends on Graphviz's version and the fonts installed. So an SVG cannot be
# checked by drawing it again. It carries its DOT text, and a hash of the rest of itself.
import subprocess
import sys

from pages import die, read, root, say_stale, update

# For light pages and for dark ones. The style replaces light colours by dark ones, so all light
# colours must differ.
COLOURS = {
    'text': ('#1f2328', '#e6edf3'),
    'soft': ('#59636e', '#9198a1'),    # text of less weight
    'line': ('#c8d1da', '#3d444d'),
    'pr': ('#0a5cc2', '#6cb2ff'),
    'on_pr': ('#fffffe', '#0a1524'),    # text on it
    'trunk': ('#a5d0ff', '#1d4f8c'),
    'on_trunk': ('#0a2a52', '#e0efff'),
    'full': ('#eef1f4', '#20272f'),
    'on_full': ('#6a737d', '#8b949e'),
}
RULES = ''.join(f'[fill="{light}"] {{ fill: {dark} }} [stroke="{light}"] {{ stroke: {dark} }}\n'
                for light, dark in COLOURS.values())
STYLE = f'<style>\n@media (prefers-color-scheme: dark) {{\n{RULES}}}\n</style>\n'
GRAPHVIZ = 'apt-get install -y --no-install-recommends graphviz'


def light(colour):
    return COLOURS[colour][0]


def head(dot):
    return ('<?xml version="1.0" encoding="UTF-8"?>\n<!-- SPDX-License-Identifier: MIT -->\n'
            f'<!-- Generated; do not edit. Drawn by Graphviz from:\n{dot}-->\n')


def last_line(text):
    """The hash is FNV-1a."""
    value = 0xcbf29ce484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001b3 % 2**64
    return f'<!-- hash of all above: {value:016x} -->\n'


def sealed(drawn, dot):
    """The text of a drawing's file."""
    if '--' in dot:    # it would end the comment with the DOT text
        raise ValueError("the DOT text has '--'")
    begin = drawn.find('<svg')
    inside = drawn.find('>', begin) + 1
    if begin < 0 or not inside:
        raise ValueError('dot drew no SVG')
    text = head(dot) + drawn[begin:inside] + '\n' + STYLE + drawn[inside:].lstrip('\n')
    return text + last_line(text)


def state(svg, dot):
    """'current'; 'stale': drawn from another DOT text, or with another style; 'edited' by hand."""
    text = svg[:svg.rfind('\n', 0, -1) + 1]
    if svg != text + last_line(text):
        return 'edited'
    return 'current' if svg.startswith(head(dot)) and STYLE in svg else 'stale'


def state_of(name, dot):
    return state(read(name), dot) if (root / name).exists() else 'stale'


def write(name, dot):
    """Another Graphviz draws the same text otherwise: what is current stays."""
    if state_of(name, dot) == 'current':
        return
    try:
        drawn = subprocess.run(['dot', '-Tsvg'], input=dot.encode(), stdout=subprocess.PIPE,
                               check=True).stdout.decode()
        update(name, sealed(drawn, dot))
    except FileNotFoundError:
        die(f'{name} is drawn by Graphviz, which is not installed: {GRAPHVIZ}', 3)
    except subprocess.CalledProcessError as error:
        die(f'dot ended with status {error.returncode}', 3)
    except ValueError as error:
        die(error, 3)


def is_current(name, dot, command):
    found = state_of(name, dot)
    if found == 'edited':
        print(f'crosslane: error: {name} was edited by hand', file=sys.stderr)
    if found != 'current':
        say_stale(name, command)
    return found == 'current'

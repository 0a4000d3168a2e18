#!/usr/bin/env -S python3 -B
# The scripts of docs/generate: tables and the picture of a small matrix, the vocabulary, options,
# SLEEF's tables; pictures that were edited by hand.
# SPDX-License-Identifier: MIT
import contextlib
import io
import os
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / 'docs/generate'))

import accuracy
import commands
import diagram
import matrix
import pages
import picture
import sleef
import vocabulary


def row(arch, cpu, compiler, opt, tier, **fields):
    """A row that `crosslane list facts` could have."""
    return {'arch': arch, 'cpu': cpu, 'isa': 'sve', 'compiler': compiler, 'opt': opt,
            'build': f'{arch}-{compiler}-{opt}', 'qemu_cpu': 'max,x=a|b', 'vl_bits': 256,
            'lacks': ['sve2'], 'kernels': [], 'tier': tier, **fields}


def small_matrix():
    """llvm has one CPU less; at O0 gcc has a CPU of the same name with another string. s390x under
    llvm has builds and no row."""
    old = {'isa': 'scalar', 'vl_bits': 0, 'qemu_cpu': 'max', 'lacks': [],
           'kernels': ['add_*', 'dot_f32']}
    facts = {
        'tiers': ['pr', 'trunk', 'full'],
        'rows': [row('aarch64', 'sve256', 'gcc', 'O2', 2),
                 row('aarch64', 'sve256', 'llvm', 'O2', 0),
                 row('s390x', 'old', 'gcc', 'O2', 0, **old),
                 row('aarch64', 'sve256', 'gcc', 'O0', 0, qemu_cpu='other', lacks=[])]}
    return matrix.Matrix(facts, [
        {'build': f'{arch}-{compiler}-{opt}', 'arch': arch, 'compiler': compiler, 'opt': opt}
        for arch in ('aarch64', 's390x') for compiler in ('gcc', 'llvm') for opt in ('O2', 'O0')])


class Cells(unittest.TestCase):
    def test_code(self):
        for text, wanted in [('max,sve=on', '`max,sve=on`'), ('a|b', '`a\\|b`'),
                             ('a`b', '`` a`b ``'), ('``', '``` `` ```'),
                             ('a\nb\x1fc', '`a b c`'), ('é', '`é`')]:
            self.assertEqual(pages.code(text), wanted)

    def test_prose(self):
        self.assertEqual(pages.prose('a[1] <b>|x_y _z_ @me'),
                         'a\\[1\\] &#60;b&#62;&#124;x_y \\_z\\_ &#64;me')


class MatrixPage(unittest.TestCase):
    def test_tables(self):
        page = matrix.page(small_matrix())
        for line in ['| `pr` | each pull request, and `./crosslane run` | 3 of 4 | 3 of 8 | every '
                     'value of each axis but the level, every pair of arch × compiler |',
                     '| `full` | everything | 4 of 4 | 4 of 8 | all rows |',
                     '| aarch64 | gcc | O2 O0 | pr O0 · full O2 | 2 |',
                     '| s390x | llvm | O2 O0 | – | 0 |',
                     '| arch | CPU | ISA | VL | gcc | llvm | lacks | kernels | CPU string |',
                     '| aarch64 | sve256 | sve | 256 | full O2 | pr O2 | sve2 | | `max,x=a\\|b` |',
                     '| aarch64 | sve256 | sve | 256 | pr O0 | – | | | `other` |',
                     '| s390x | old | scalar | – | pr O2 | – | | `add_*` `dot_f32` | `max` |']:
            self.assertIn(f'\n{line}\n', page)

    def test_long_cpu_strings_are_broken(self):
        self.assertEqual(matrix.cpu_string('max,' + 'a' * 20 + ',' + 'b' * 20),
                         '`max,' + 'a' * 20 + ',`<br>`' + 'b' * 20 + '`')

    def test_picture(self):
        dot = diagram.dot(small_matrix())
        for words in ['b0_0:e -> a0:l1:w', 'b0_0:e -> a0:l2:w', 'a0:r1:e -> b0_1:w',
                      'a0:r2:e -> b0_1:w [dir=back style=invis]', '>s390x-llvm<',
                      'a1:r1:e -> b1_1:w [dir=back style=invis]']:
            self.assertIn(words, dot)
        self.assertNotIn('--', dot)


class Pictures(unittest.TestCase):
    dot = 'digraph { a -> b }\n'
    drawing = ('<?xml version="1.0"?>\n<!-- Title: m -->\n<svg width="9pt"\n height="9pt">\n'
               '<text fill="#000001">cell</text>\n</svg>\n')

    def test_a_picture_has_what_it_was_drawn_from(self):
        svg = picture.sealed(self.drawing, self.dot)
        self.assertIn(f'from:\n{self.dot}-->\n<svg width="9pt"\n height="9pt">\n<style>', svg)
        self.assertIn('prefers-color-scheme: dark', svg)
        self.assertIn('</style>\n<text', svg)
        self.assertEqual(picture.state(svg, self.dot), 'current')
        self.assertEqual(picture.state(svg, 'digraph { a -> c }\n'), 'stale')
        self.assertEqual(picture.state(svg, 'digraph { a -> b'), 'stale')

    def test_a_picture_edited_by_hand(self):
        svg = picture.sealed(self.drawing, self.dot)
        for at, sign in enumerate(svg):
            edited = svg[:at] + ('%' if sign == '#' else '#') + svg[at + 1:]
            self.assertEqual(picture.state(edited, self.dot), 'edited')
        self.assertEqual(picture.state(svg[:-1], self.dot), 'edited')
        self.assertEqual(picture.state('', self.dot), 'edited')

    def test_what_cannot_be_sealed(self):
        with self.assertRaisesRegex(ValueError, "the DOT text has '--'"):
            picture.sealed(self.drawing, 'graph { a -- b }\n')
        with self.assertRaisesRegex(ValueError, 'dot drew no SVG'):
            picture.sealed('', self.dot)

    def test_without_graphviz(self):
        path, os.environ['PATH'] = os.environ['PATH'], '/nowhere'
        with contextlib.redirect_stderr(io.StringIO()) as said:
            with self.assertRaises(SystemExit) as ended:
                picture.write('docs/none.svg', self.dot)
        os.environ['PATH'] = path
        self.assertEqual(ended.exception.code, 3)
        self.assertIn('apt-get install -y --no-install-recommends graphviz', said.getvalue())

    def test_colours_differ(self):
        light = [of for of, _ in picture.COLOURS.values()]
        self.assertEqual(len(light), len(set(light)))


class Vocabulary(unittest.TestCase):
    def test_tables(self):
        page = vocabulary.page(
            '/* Ours.\n * SPDX\n *\n * - a list\n *   of words\n *\n *     code();\n *\n'
            ' * ## All\n *\n * First words.\n *\n *   int one(void)\n *   int two(a)\n'
            ' *     |a|,\n *     or b.\n *   int three(void)\n *     c\n *\n * ## More\n *\n'
            ' *   void four(void)\n *     d\n */\n *   int five(void)\n')
        self.assertIn('\n\n- a list\n  of words\n\n    code();\n\n## All\n\nFirst words.\n\n'
                      '| operation | result |\n|---|---|\n'
                      '| `int one(void)`<br>`int two(a)` | \\|a\\|, or b. |\n'
                      '| `int three(void)` | c |\n\n## More\n\n'
                      '| operation | result |\n|---|---|\n| `void four(void)` | d |\n', page)
        self.assertNotIn('five', page)

    def test_gaps(self):
        """Each operation says what it does, and a header without any is an error."""
        for header, message in [
                ('/* Ours.\n * SPDX\n * ## All\n *   int one(void)\n *\n *   int two(void)\n'
                 ' *     b\n */\n', 'arch/vec.h:4: error: no line says what this operation does'),
                ('/* Ours.\n * SPDX\n * ## All\n *   int one(void)\n */\n',
                 'arch/vec.h:4: error: no line says what this operation does'),
                ('/* Ours.\n * SPDX\n *\n *   int one(void)\n */\n',
                 "arch/vec.h: error: the first comment has no operation below a '##'")]:
            with contextlib.redirect_stderr(io.StringIO()) as said:
                self.assertRaises(SystemExit, vocabulary.page, header)
            self.assertEqual(said.getvalue(), message + '\n')


class Commands(unittest.TestCase):
    entry = {'name': 'go', 'by': 'tool', 'words': 'ID', 'text': 'go there', 'end': 'Exit: 0\n',
             'options': [{'name': 'to', 'word': 'A|B', 'text': 'where\nto'},
                         {'name': '', 'word': '', 'text': 'More'},
                         {'name': 'by', 'word': '', 'text': ".x 'y' a-b"}],
             'forms': [{'name': 'go', 'by': '', 'words': 'back', 'text': 'return'}]}

    def test_page(self):
        self.assertEqual(commands.page_entry(self.entry), '''
### go

Go there.

```sh
./crosslane go ID [OPTION]...
```

Return.

```sh
./crosslane go back
```

| option | meaning |
|---|---|
| `--to A\\|B` | where to |

More:

| option | meaning |
|---|---|
| `--by` | .x 'y' a-b |

Exit: 0.
''')

    def test_manual(self):
        self.assertEqual(commands.manual_entry(self.entry), '''.SS go
.B crosslane go
ID
.RI [ OPTION ]...
.br
Go there.
.PP
.B crosslane go
back
.br
Return.
.TP
.BI \\-\\-to " " "A|B"
where to
.PP
More:
.TP
.BI \\-\\-by
\\&.x 'y' a\\-b
.PP
Exit: 0.
''')


class Results(unittest.TestCase):
    def test_accuracy(self):
        kernel = {'kernel': 'exp_f32', 'bound': 2.0, 'entries': [
            {'isa': 'avx2', 'ulp': 0.793, 'input': '0x1'},
            {'isa': 'neon', 'ulp': 0.9, 'input': '0x3'},
            {'isa': 'neon', 'ulp': 0.9, 'input': '0x2'},
            {'isa': 'sve', 'ulp': 0.793, 'input': '0x1'}]}
        self.assertEqual(accuracy.kernel_line(kernel),
                         '| exp_f32 | 2 | 0.900 | `0x3` | 0.900 neon; 0.793 avx2, sve |')
        self.assertEqual(accuracy.walk_line('exp_f32', 'b 4294967296 0.900 0x4 2026-01-01 B, C'),
                         '| exp_f32 | b | 4294967296 | 0.900 | `0x4` | 2026-01-01 | B, C |')

    def test_sleef(self):
        """What is wrong is bold, infinity is null in JSON, an ISA that has none has no number."""
        def kernel(name, bound, worst, inputs=None, findings=()):
            return {'kernel': name, 'checked': 9, 'bound': bound, 'max_ulp': worst,
                    'max_ulp_inputs': inputs, 'findings': list(findings)}
        wrong = {'check': 'value'}
        text = sleef.tables({'seed': 1, 'rows': [{'isa': 'rvv', 'kernels': [
            kernel('sleef_sin_u10_f32_m2', 1, 0.5, ['0x1f']),
            kernel('sleef_sin_u10_f32', 1, 0.5, ['0x1f']),
            kernel('sleef_pow_u10_f64', 1, None, ['0x1', '0x2'], [wrong]),
            kernel('sleef_frfrexp_f32', 0, 0, None, [{**wrong, 'inputs': 'a[18]=0x7fc00000'}]),
            kernel('sleef_hypot_u05_f32', 1, 0.7, ['0x1', '0x2'],
                   [{**wrong, 'ulp': 0, 'inputs': 'a[0]=0x00000003 b[0]=0x80000000'}]),
            kernel('sleef_ldexp_f64', 0, 0, None,
                   [{**wrong, 'inputs': 'a[1]=0x4000000000000000 b[1]=0x80000000'}]),
            kernel('sleef_fabs_f32', 0, 0),
            kernel('sleef_finz_sin_u10_f32', 0, 0, None, [wrong])]}]}, 'file')
        for words in ['6 functions, 1 times', '1 differ', '| function | bound | rvv m2 | rvv |',
                      '| sin_u10_f32 | 1 | 0.5 | 0.5 |', '| pow_u10_f64 | 1 | | **inf** |',
                      '| sin_u10_f32 | 0.5 | `0x0000001f` | rvv m2, rvv |\n',
                      '| pow_u10_f64 | **inf** | `0x0000000000000001 0x0000000000000002` | rvv |\n',
                      '| frfrexp_f32 | **wrong** | `0x7fc00000` | rvv |\n',
                      '| hypot_u05_f32 | **wrong** | `0x00000003 0x80000000` | rvv |\n',
                      '| `0x4000000000000000 0x80000000` |']:
            self.assertIn(words, text)
        self.assertNotIn('| fabs_f32 | 0 | `', text)
        with contextlib.redirect_stderr(io.StringIO()) as said:
            self.assertRaises(SystemExit, sleef.tables, {'rows': []}, 'file')
        self.assertEqual(said.getvalue(), 'file: error: no results of `crosslane run --sleef`\n')


if __name__ == '__main__':
    unittest.main()

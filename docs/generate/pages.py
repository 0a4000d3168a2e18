# Generated pages: made of templates, written, or compared with what is there.
# SPDX-License-Identifier: MIT
import argparse
import difflib
import json
import pathlib
import re
import subprocess
import sys

here = pathlib.Path(__file__).resolve().parent
root = here.parents[1]


def die(message, status, where='crosslane'):
    print(f'{where}: error: {message}', file=sys.stderr)
    sys.exit(status)


def arguments():
    """PROGRAM [--check], as `crosslane matrix docs` and `crosslane accuracy --docs` give them."""
    parser = argparse.ArgumentParser()
    parser.add_argument('program', help='the host tool, build/host/crosslane')
    parser.add_argument('--check', action='store_true',
                        help='write nothing; exit 1 if a page is stale')
    return parser.parse_args()


def output_of(*command):
    """What a program prints. Its own message says why it failed."""
    done = subprocess.run(command, stdout=subprocess.PIPE)
    if done.returncode:
        sys.exit(done.returncode)
    return done.stdout.decode()


def listed(program, kind):
    """What `crosslane list KIND --json` prints: builds, or for these scripts facts, baselines."""
    return json.loads(output_of(program, 'list', kind, '--json'))


def results_of(name):
    """The object that `crosslane run --json` wrote."""
    try:
        results = json.loads(pathlib.Path(name).read_text(encoding='utf-8'))
        if isinstance(results, dict) and 'rows' in results:
            return results
    except (OSError, ValueError):
        pass
    return die('no results of `crosslane run --json`', 2, name)


def read(name):
    return (root / name).read_text(encoding='utf-8')


def filled(template, **values):
    """The text of docs/generate/TEMPLATE, with a value in the place of each @name@."""
    text = (here / template).read_text(encoding='utf-8')
    return re.sub(r'@(\w+)@', lambda marker: values[marker[1]], text)


def unique(items):
    return list(dict.fromkeys(items))


def lines(items):
    return '\n'.join(items)


def cell(text):
    """Text within a cell of a table, which ends at a bar, in code too (GFM, 4.10)."""
    return text.replace('|', '\\|').replace('\n', ' ')


def code(text):
    """Code within a cell. As CommonMark has it: more backticks around it than it has in a row."""
    longest = max((len(row) for row in re.findall('`+', text)), default=0)
    fence, blank = '`' * (longest + 1), ' ' if longest else ''
    return fence + blank + cell(re.sub(r'[\x00-\x1f]', ' ', text)) + blank + fence


def prose(text):
    """Text within a cell, with nothing that Markdown or GitHub reads as its own. Within a word an
    underscore is no emphasis."""
    text = re.sub(r'[|`<>&*\\~$#@!]', lambda sign: f'&#{ord(sign[0])};', re.sub(r'\s', ' ', text))
    text = re.sub(r'[\[\]]', r'\\\g<0>', text)
    return re.sub(r'(?<![A-Za-z0-9_])_+|_+(?![A-Za-z0-9_])', lambda run: '\\_' * len(run[0]), text)


def update(name, text):
    """Writes a file, unless it has this text: make and editors mind the time of a file."""
    path = root / name
    try:
        if not path.exists() or path.read_text(encoding='utf-8') != text:
            path.write_text(text, encoding='utf-8')
    except OSError as error:
        die(f'cannot write {path}: {error.strerror}', 3)


def say_stale(name, command):
    print(f'crosslane: error: {name} is stale; regenerate it with: {command}', file=sys.stderr)


def is_current(name, text, command):
    """Otherwise it prints the difference, and what to do."""
    old = read(name) if (root / name).exists() else ''
    if old == text:
        return True
    sys.stdout.writelines(difflib.unified_diff(old.splitlines(True), text.splitlines(True), name,
                                               'generated'))
    say_stale(name, command)
    return False


def write_measured(page, tables):
    """Replaces what is below the heading '## Measured' of a page of docs/results."""
    heading = '\n## Measured\n'
    old, found, _ = pathlib.Path(page).read_text(encoding='utf-8').partition(heading)
    if not found:
        die("no heading '## Measured', below which tables go", 2, page)
    pathlib.Path(page).write_text(old + heading + tables, encoding='utf-8')

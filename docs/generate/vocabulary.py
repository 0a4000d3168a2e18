# docs/reference/vocabulary.md: the operations of the first comment of arch/vec.h, as tables.
# SPDX-License-Identifier: MIT
#
# Lines behind " *": a heading "##" begins groups. Below it three blanks begin an operation, five
# its meaning. All else is prose, which ends a table.
from pages import cell, code, die, filled, lines

HEAD = '| operation | result |\n|---|---|'


def comment_of(header):
    """The numbers and lines of the first comment, without its two lines of name and license."""
    for number, line in enumerate(header.splitlines(), 1):
        if number > 2 and (line[:2] != ' *' or line[2:3] == '/'):
            return
        if number > 2:
            yield number, line[2:]


def operation_line(names, meaning):
    return f'| {"<br>".join(map(code, names))} | {cell(" ".join(meaning))} |'


def page(header):
    rows, names, meaning = [], [], []    # of the operation that is being read
    has_groups = in_table = has_operations = False
    where = 0    # its line

    def end_operation():
        if names and not meaning:
            die('no line says what this operation does', 3, f'arch/vec.h:{where}')
        if names:
            rows.append(operation_line(names, meaning))
        names.clear()
        meaning.clear()

    for number, text in comment_of(header):
        is_indented = has_groups and text.startswith('   ')
        if is_indented and text[3:4] != ' ':
            if meaning:
                end_operation()
            rows += [] if in_table else [HEAD]
            names.append(text[3:])
            in_table, has_operations, where = True, True, number
        elif is_indented and in_table and text.startswith('     '):
            meaning.append(text[5:])
        else:
            end_operation()
            rows.append(text[1:] if text.startswith(' ') else text)
            in_table = False
            has_groups |= text.startswith(' ## ')
    end_operation()
    if not has_operations:
        die("the first comment has no operation below a '##'", 3, 'arch/vec.h')
    return filled('vocabulary.md.in', operations=lines(rows))

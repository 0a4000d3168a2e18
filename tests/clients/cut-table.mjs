// A rule for markdownlint: a paragraph that begins with a pipe is a table's row that a blank line has cut off from its table.
// SPDX-License-Identifier: MIT
function visit(tokens, onError) {
    for (const token of tokens) {
        if (token.type === 'paragraph' && token.text.startsWith('|'))
            onError({ lineNumber: token.startLine, detail: 'no header above this row: is there a blank line in the table?' });
        visit(token.children, onError);
    }
}

export default {
    names: ['cut-table'],
    description: 'Table rows belong to a table',
    tags: ['table'],
    parser: 'micromark',
    function: ({ parsers }, onError) => visit(parsers.micromark.tokens, onError),
};

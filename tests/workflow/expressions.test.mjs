// GitHub's expressions, as the runner here evaluates them.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { holds, read, scopeOf, text, value } from './github.mjs';

// In the tables below `g` stands for github.event.
const contexts = {
    github: {
        event: {
            text: 'text', empty: '', quote: "it's", number: 7, sixteen: 16, zero: 0, fraction: 3.1, whole: 3.0, yes: true,
            no: false, none: null, list: [1, 2], other: [1, 2], labels: [{ name: 'ciflow/full' }, {}, { name: 'b' }],
            object: { a: { b: ['c', { d: null }] }, e: 'f' }, empties: { list: [], object: {}, lists: [[]] },
            escapes: 'quote " backslash \\ newline \n slash / tab \t é',
        },
    },
};

const probe = (env, steps = [{ run: 'true' }]) => read('probe.yml', JSON.parse(JSON.stringify({
    on: 'push', jobs: { probe: { 'runs-on': 'ubuntu-24.04', env, steps } },
}).replace(/\bg\./g, 'github.event.')));

const lines = (...all) => all.join('\n');

// A text with expressions, and what it becomes: a text, or a value of another type.
const values = [
    ['a${{ g.text }}b${{ g.number }}c', 'atextb7c'],
    ['${{ g.text }}-${{ g.none }}-${{ g.number }}', 'text--7'],
    ['a${{ g.none }}b${{ g.none.x.y }}c', 'abc'],
    ['${{ g.missing }}${{ g.missing.x.y }}', ''],
    ['${{ g.yes }} ${{ g.number }} ${{ g.list }} ${{ g.object }}', 'true 7 Array Object'],
    ['${{ g.fraction }} ${{ g.whole }}', '3.1 3'],
    ["${{ toJSON(fromJSON('[3.10, 1e3, 12345678901, -7]')) }}", lines('[', '  3.1,', '  1000,', '  12345678901,', '  -7', ']')],
    ["${{ g.empty || g.none || 'last' }}", 'last'],
    ["${{ g.missing || g.text }} ${{ g.text || 'x' }}", 'text text'],
    ["${{ g.text && g.number && 'last' }}", 'last'],
    ['${{ g.no || g.zero || g.empty || g.none }}', null],
    ["${{ g.none && 'a' || g.text == 'TEXT' && 'b' || 'c' }}", 'b'],
    ["${{ g.empty || g.text == 'TEXT' && 'yes' || 'no' }}", 'yes'],
    ["${{ g.text != 'text' && 'yes' || 'no' }}", 'no'],
    ['${{ !g.none }} ${{ !!g.list }} ${{ !(g.text && g.zero) }}', 'true true true'],
    ['${{ !(g.text && g.missing) }} ${{ !!g.text }}', 'true true'],
    ["${{ g.text == 'tExT' }} ${{ g.text != 'TEXT' }} ${{ GitHub.Event.TEXT }}", 'true false text'],
    ["${{ g.none == '' }} ${{ g.text == '' }} ${{ g.number == '7' }}", 'true false true'],
    ["${{ g.yes == '1' }} ${{ g.yes == 'true' }} ${{ g.no == g.none }}", 'true false true'],
    ["${{ g.sixteen == '0x10' }} ${{ g.sixteen == ' 16 ' }} ${{ g.zero == '' }}", 'true true true'],
    ["${{ g.number == '7x' }} ${{ g.number == 'nan' }} ${{ g.number == '' }}", 'false false false'],
    ["${{ g.list == g.list }} ${{ g.list == g.other }} ${{ g.object == 'Object' }}", 'true false false'],
    ['${{ g.list == g.none }}', false],
    ["${{ 'it''s' }} ${{ 'it''s' == g.quote }}", "it's true"],
    ["${{ startsWith(g.text, 'TE') }} ${{ startsWith(g.none, 'a') }} ${{ startsWith('77', g.number) }}", 'true false true'],
    ["${{ startsWith(g.text, '') }} ${{ startsWith('', g.text) }}", 'true false'],
    ["${{ contains(g.text, 'a') }} ${{ contains(g.text, 'EX') }}", 'false true'],
    ['${{ toJSON(g.labels.*.name) }}', lines('[', '  "ciflow/full",', '  "b"', ']')],
    ['${{ toJSON(g.none.*.name) }} ${{ toJSON(g.text.*.name) }}', '[] []'],
    ['${{ toJSON(g.missing.*.name) }}', '[]'],
    ['${{ toJSON(g.object.*) }}', lines(
        '[', '  {', '    "b": [', '      "c",', '      {', '        "d": null', '      }', '    ]', '  },', '  "f"', ']')],
    ['${{ toJSON(g.object) }}', lines(
        '{', '  "a": {', '    "b": [', '      "c",', '      {', '        "d": null', '      }', '    ]', '  },',
        '  "e": "f"', '}')],
    ['${{ toJSON(g.none) }} ${{ toJSON(g.text) }} ${{ toJSON(g.yes) }}', 'null "text" true'],
    ['${{ toJSON(g.empties) }}', lines('{', '  "list": [],', '  "object": {},', '  "lists": [', '    []', '  ]', '}')],
    ['${{ toJSON(g.escapes) }}', '"quote \\" backslash \\\\ newline \\n slash / tab \\t é"'],
    [`\${{ fromJSON('["c"]') }} \${{ fromJSON('"c"') }} \${{ fromJSON('true') }} \${{ fromJSON('7') }}`, 'Array c true 7'],
    [`\${{ fromJSON('{"a": {"b": "c"}}') }}x`, 'Objectx'],
    [`\${{ fromJSON('{"a": {"b": ["c", null, 1.5]}}') }}`, { a: { b: ['c', null, 1.5] } }],
    ['${{g.text}} ${{   g.text   }}', 'text text'],
    ['${{\n g.text }}', 'text'],
    ['a-${{\n  g.text }}\n-b', 'a-text\n-b'],
];

const refused = [
    ['${{ h.text }}', /Unrecognized named-value: 'h'/],
    ['${{ matches(g.text) }}', /Unrecognized function: 'matches'/],
    ['${{ startsWith(g.text) }}', /Too few parameters/],
    ['${{ success() }}', /Unrecognized function: 'success'/],
    ['${{ g.text', /expression is not closed/],
    ['${{ g.text = 1 }}', /Unexpected symbol: '='/],
    ['${{ (g.text }}', /Unexpected end of expression/],
    ["${{ 'text }}", /expression is not closed/],
    ['${{ }}', /expression was expected/],
    ['${{ g. }}', /Unexpected symbol: 'EOF'/],
    ['${{ fromJSON(g.text) }}', /Error parsing JSON/],
];

// An `if:` has success() added unless it asks for the status itself. It holds after success, after a failure.
const conditions = [
    [undefined, true, false],
    ["g.text == 'text'", true, false],
    ['g.text', true, false],
    ["${{ g.text != 'text' }}", false, false],
    ['${{ !cancelled() }}', true, true],
    ["${{ !cancelled() && g.text == 'x' }}", false, false],
    ['cancelled()', false, false],
    ['${{ always() }}', true, true],
];

describe('the value of', async () => {
    const { jobs: [job] } = await probe(Object.fromEntries(values.map(([words], n) => [`E${n}`, words])));
    const tokens = [...job.fields.env].map(pair => pair.value);
    for (const [n, [words, wanted]] of values.entries())
        test(words.replaceAll('\n', ' '), () => {
            const of = typeof wanted === 'string' ? text : value;
            assert.deepEqual(of(tokens[n], scopeOf(contexts)), wanted);
        });
});

describe('refused:', () => {
    for (const [words, message] of refused)
        test(words, () => assert.rejects(async () => {
            const { jobs: [job] } = await probe({ E: words });
            return text([...job.fields.env][0].value, scopeOf(contexts));
        }, message));
});

describe('if:', () => {
    for (const [condition, ...wanted] of conditions)
        test(`${condition}`, async () => {
            const { jobs: [{ steps: [step] }] } = await probe({}, [{ if: condition, run: 'true' }]);
            assert.deepEqual([false, true].map(failed => holds(step.if, scopeOf(contexts, failed))), wanted);
        });
});

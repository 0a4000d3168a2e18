// A workflow as GitHub's own libraries read it: its tokens, what its expressions give, and which jobs run.
// SPDX-License-Identifier: MIT
import { data, Evaluator, Lexer, Parser } from '@actions/expressions';
import {
    convertWorkflowTemplate, isBasicExpression, isMapping, isSequence, NoOperationTraceWriter, parseWorkflow,
} from '@actions/workflow-parser';
import YAML from 'yaml';

// Throws the parser's errors.
async function parse(name, content) {
    const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
    const template = value && (await convertWorkflowTemplate(context, value));
    const errors = context.errors.getErrors();
    if (errors.length) throw new Error(errors.map(error => `${name}: ${error.message}`).join('\n'));
    return { root: value, template };
}

// The library is made for an editor: in a scalar of several lines it keeps the source's indentation, which a runner folds.
const flat = content => YAML.stringify(YAML.parse(content), { lineWidth: 0, defaultStringType: 'QUOTE_DOUBLE' });

// A mapping's values by key; {} if there is none.
export const fields = mapping => Object.fromEntries([...mapping ?? []].map(({ key, value }) => [`${key}`, value]));

// jobs: [{id, needs, if, fields, steps: [{if, fields}]}] with conditions as expressions and fields as the library's tokens.
// expressions: [{place, expression}]. yaml: the file's plain values.
export async function read(name, content) {
    await parse(name, content);
    const { root, template } = await parse(name, flat(content));
    const tokens = fields(fields(root).jobs);
    const jobs = template.jobs.map(({ id, needs = [], if: condition, steps }) => ({
        id: `${id}`, needs: needs.map(String), if: condition.expression, fields: fields(tokens[id]),
        steps: [...fields(tokens[id]).steps].map((step, n) => ({ if: steps[n].if.expression, fields: fields(step) })),
    }));
    return { jobs, fields: fields(root), events: template.events, expressions: [...walk(root, '')], yaml: YAML.parse(content) };
}

function* walk(token, place) {
    if (isBasicExpression(token)) yield { place, expression: token.expression };
    if (isSequence(token)) for (const [n, item] of [...token].entries()) yield* walk(item, `${place}.${n}`);
    if (isMapping(token)) for (const [key, value] of Object.entries(fields(token))) yield* walk(value, `${place}.${key}`);
}

const status = (name, holds) => ({
    name, description: '', minArgs: 0, maxArgs: 0, call: () => new data.BooleanData(holds),
});

// Contexts and functions as the library wants them. `failed`: an earlier step, or a job that this one needs, did not succeed.
export const stage = (contexts, failed = false) => ({
    names: Object.keys(contexts),
    values: JSON.parse(JSON.stringify(contexts), data.reviver),
    functions: [
        status('success', !failed), status('failure', failed), status('cancelled', false), status('always', true),
    ],
});

export function evaluate(expression, { names, values, functions }) {
    const tree = new Parser(new Lexer(expression).lex().tokens, names, functions).parse();
    return new Evaluator(tree, values, new Map(functions.map(f => [f.name, f]))).evaluate();
}

export const holds = (condition, on) => evaluate(`!!(${condition})`, on).value;

// A scalar with its expressions replaced: as text, and as a value with its own type.
export const text = (token, on) => (isBasicExpression(token) ? evaluate(token.expression, on).coerceString() : `${token}`);

export const value = (token, on) => JSON.parse(JSON.stringify(evaluate(token.expression, on), data.replacer));

// A mapping of scalars with their expressions replaced.
export const texts = (mapping, on) => Object.fromEntries(Object.entries(fields(mapping)).map(([key, token]) => [key, text(token, on)]));

// Whether a job runs after those in `done`, {JOB: {result, outputs}}, and what it sees before its first step. A job that did
// not succeed takes all with it that need it, however far, unless they ask for the status (github.com/actions/runner/issues/491).
export function begin({ jobs }, id, contexts, done) {
    const needs = name => jobs.find(job => job.id === name).needs;
    const good = name => done[name].result === 'success' && needs(name).every(good);
    const own = { ...contexts, needs: Object.fromEntries(needs(id).map(name => [name, done[name]])) };
    const on = stage(own, !needs(id).every(good));
    return { contexts: own, on, runs: holds(jobs.find(job => job.id === id).if, on) };
}

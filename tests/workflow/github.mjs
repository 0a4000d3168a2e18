// A workflow as GitHub's own libraries read it: its tokens, what its expressions give, and which jobs run.
// SPDX-License-Identifier: MIT
import { data, Evaluator, Lexer, Parser } from '@actions/expressions';
import {
    convertWorkflowTemplate, isBasicExpression, isMapping, isSequence, NoOperationTraceWriter, parseWorkflow,
} from '@actions/workflow-parser';

// Throws the parser's errors. It is made for an editor: of a scalar with several lines it keeps the indentation, which a runner
// folds. JSON, which is YAML, has no such scalars.
async function parse(name, yaml) {
    const { context, value } = parseWorkflow({ name, content: JSON.stringify(yaml) }, new NoOperationTraceWriter());
    const template = value && (await convertWorkflowTemplate(context, value));
    const errors = context.errors.getErrors();
    if (errors.length) throw new Error(errors.map(error => error.message).join('\n'));
    return { root: value, template };
}

// A mapping's values by key; {} if there is none.
export const fields = mapping => Object.fromEntries([...mapping ?? []].map(({ key, value }) => [`${key}`, value]));

// In an order in which a job's needs come before it. GitHub promises no more: where there is a choice, the last of the file is
// first, so that a need that is missing shows.
function inOrder(jobs) {
    const done = [], has = name => done.some(job => job.id === name);
    while (done.length < jobs.length) done.push(jobs.findLast(job => !has(job.id) && job.needs.every(has)));
    return done;
}

// jobs: [{id, needs, if, fields, steps: [{if, fields}]}] with conditions as expressions and fields as the library's tokens.
// expressions: [{place, expression}]. yaml: the file's plain values.
export async function read(name, yaml) {
    const { root, template } = await parse(name, yaml);
    const tokens = fields(fields(root).jobs);
    const jobs = template.jobs.map(({ id, needs = [], if: condition, steps }) => ({
        id: `${id}`, needs: needs.map(String), if: condition.expression, fields: fields(tokens[id]),
        steps: [...fields(tokens[id]).steps].map((step, n) => ({ if: steps[n].if.expression, fields: fields(step) })),
    }));
    return { jobs: inOrder(jobs), fields: fields(root), events: template.events, expressions: [...walk(root, '')], yaml };
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
// `cancelled`: somebody, or a newer run of the group, cancelled the run.
export const scopeOf = (contexts, failed = false, cancelled = false) => ({
    names: Object.keys(contexts),
    values: JSON.parse(JSON.stringify(contexts), data.reviver),
    functions: [
        status('success', !failed && !cancelled), status('failure', failed && !cancelled), status('cancelled', cancelled),
        status('always', true),
    ],
});

export function evaluate(expression, { names, values, functions }) {
    const tree = new Parser(new Lexer(expression).lex().tokens, names, functions).parse();
    return new Evaluator(tree, values, new Map(functions.map(f => [f.name, f]))).evaluate();
}

export const holds = (condition, scope) => evaluate(`!!(${condition})`, scope).value;

// A scalar with its expressions replaced: as text, and as a value with its own type.
export const text = (token, scope) => (isBasicExpression(token) ? evaluate(token.expression, scope).coerceString() : `${token}`);

export const value = (token, scope) => JSON.parse(JSON.stringify(evaluate(token.expression, scope), data.replacer));

// A mapping of scalars with their expressions replaced.
export const texts = (mapping, scope) =>
    Object.fromEntries(Object.entries(fields(mapping)).map(([key, token]) => [key, text(token, scope)]));

// Whether a job runs after those in `done`, {JOB: {result, outputs}}, and what it sees before its first step. A job that did
// not succeed takes all with it that need it, however far, unless they ask for the status (github.com/actions/runner/issues/491).
export function begin({ jobs }, id, contexts, done) {
    const needs = name => jobs.find(job => job.id === name).needs;
    const good = name => done[name].result === 'success' && needs(name).every(good);
    const own = { ...contexts, needs: Object.fromEntries(needs(id).map(name => [name, done[name]])) };
    const scope = scopeOf(own, !needs(id).every(good));
    return { contexts: own, scope, runs: holds(jobs.find(job => job.id === id).if, scope) };
}

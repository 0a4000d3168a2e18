// A workflow as GitHub's own libraries read it: its expressions, what they give, and which jobs run.
// SPDX-License-Identifier: MIT
import { data, Evaluator, Lexer, Parser } from '@actions/expressions';
import {
    convertWorkflowTemplate, isBasicExpression, isMapping, isSequence, NoOperationTraceWriter, parseWorkflow,
} from '@actions/workflow-parser';
import YAML from 'yaml';

// Throws what the parser has to say against it.
async function parse(name, content) {
    const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
    const template = value && (await convertWorkflowTemplate(context, value));
    const errors = context.errors.getErrors();
    if (errors.length) throw new Error(errors.map(error => `${name}: ${error.message}`).join('\n'));
    return { root: value, template };
}

// The text around expressions comes from the source, indented and not folded, where a scalar has more lines than one; an
// editor, for which the library is made, wants it so, and a runner does not.
const flat = content => YAML.stringify(YAML.parse(content), { lineWidth: 0, defaultStringType: 'QUOTE_DOUBLE' });

// `jobs` and `events` are the library's, names being texts. `expressions` is [{place, expression, whole}], whole being one that is all of its
// text; `conditions` is [{place, expression}]; places are those of tests/workflow/evaluate.c.
export async function read(name, content) {
    await parse(name, content);
    const { root, template } = await parse(name, flat(content));
    const jobs = template.jobs.map(job => ({ ...job, id: `${job.id}`, needs: (job.needs ?? []).map(String) }));
    return { jobs, events: template.events, expressions: [...walkRoot(root)], conditions: conditions(jobs), yaml: YAML.parse(content) };
}

function* walk(token, place) {
    if (isBasicExpression(token)) yield { place, expression: token.expression, whole: !token.originalExpressions };
    let n = 0;
    if (isSequence(token)) for (const item of token) yield* walk(item, `${place}.${n++}`);
    if (isMapping(token)) for (const { key, value } of token) yield* walk(value, `${place}.${key}`);
}

// All but the conditions, which the library converts.
function* walkRoot(root) {
    for (const { key, value } of root)
        for (const found of walk(value, `${key}`))
            if (!/^jobs\.[^.]+(\.steps\.\d+)?\.if$/.test(found.place)) yield found;
}

// The `if` of every job and step, with the success() that GitHub adds.
function conditions(jobs) {
    return jobs.flatMap(job => [
        { place: `jobs.${job.id}.if`, expression: job.if.expression },
        ...job.steps.map((step, n) => ({
            place: `jobs.${job.id}.steps.${n}.if`, expression: step.if?.expression ?? 'success()',
        })),
    ]);
}

const status = (name, holds) => ({
    name, description: '', minArgs: 0, maxArgs: 0, call: () => new data.BooleanData(holds),
});

// A scene's contexts and functions as the library wants them; made once, for all expressions.
export const stage = (contexts, failed) => ({
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

export const plain = value => JSON.parse(JSON.stringify(value, data.replacer));

function text({ expression, whole }, on) {
    const value = evaluate(expression, on);
    return whole ? { text: value.coerceString(), value: plain(value) } : { text: value.coerceString() };
}

const truth = (expression, on) => evaluate(`!!(${expression})`, on).value;

function orError(what) {
    try {
        return what();
    } catch (error) {
        return { error: error.message };
    }
}

// What tests/workflow/evaluate.c prints for one scene.
export function look(workflow, { contexts, failed }) {
    const found = {}, on = stage(contexts, failed);
    for (const e of workflow.expressions) found[e.place] = orError(() => text(e, on));
    for (const { place, expression } of workflow.conditions)
        found[place] = orError(() => ({ holds: truth(expression, on) }));
    for (const [id, runs] of Object.entries(runJobs(workflow, contexts))) found[`jobs.${id}`] = { runs };
    return found;
}

// {JOB: whether it runs} where no step fails. A job that was skipped takes with it all that stand on it, however far, unless
// they ask for the status themselves (github.com/actions/runner/issues/491).
function runJobs({ jobs }, contexts) {
    const runs = {}, good = {};
    for (const { id, needs, if: condition } of jobs) {
        const results = needs.map(name => [name, runs[name]
            ? { result: 'success', outputs: contexts.needs[name].outputs } : { result: 'skipped' }]);
        good[id] = needs.every(name => runs[name] && good[name]);
        runs[id] = truth(condition.expression, stage({ ...contexts, needs: Object.fromEntries(results) }, !good[id]));
    }
    return runs;
}

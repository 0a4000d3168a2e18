// Holds the evaluator of tests/workflow to GitHub's own: every expression of a workflow, for every event that starts it, and
// which jobs run. Then what the workflow must do at an event, whatever its words.
// SPDX-License-Identifier: MIT
// Usage: node --import ./node.mjs github.mjs EVALUATE WORKFLOW PLAN     PLAN: what `crosslane plan --github PLAN` wrote
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import YAML from 'yaml';
import { events, probe } from './events.mjs';
import { expectations } from './expectations.mjs';
import { evaluate, look, plain, read, stage } from './workflow.mjs';

const [, , program, file, planFile] = process.argv;
const content = readFileSync(file, 'utf8');
const plan = Object.fromEntries(readFileSync(planFile, 'utf8').trim().split('\n')
    .map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));

// {JOB: {result, outputs}}: the plan's outputs are a real plan's, the others named after themselves, or an empty matrix.
function needsOf({ jobs, expressions }, result) {
    const is = (id, key) => expressions.some(e => e.expression.includes(`fromJSON(needs.${id}.outputs.${key})`));
    const outputOf = (id, key) => plan[key] ?? (is(id, key) ? '{"include": []}' : `${id}-${key}`);
    return Object.fromEntries(jobs.map(({ id, outputs = [] }) => [id, {
        result, outputs: Object.fromEntries([...outputs].map(({ key }) => [`${key}`, outputOf(id, `${key}`)])),
    }]));
}

// Every output of a step that an expression names.
function stepsOf(workflow) {
    const steps = {};
    for (const { expression } of [...workflow.expressions, ...workflow.conditions])
        for (const [, id, name] of expression.matchAll(/steps\.([\w-]+)\.outputs\.([\w-]+)/g))
            (steps[id] ??= { outputs: {} }).outputs[name] = `${id}-${name}`;
    return steps;
}

// The first entry of each matrix, in one: jobs that share a name for a value share its meaning.
function matrixOf(workflow, contexts) {
    const matrices = workflow.expressions.filter(({ place }) => /^jobs\.[^.]+\.strategy\.matrix$/.test(place));
    const on = stage(contexts, false);
    return Object.assign({}, ...matrices.map(({ expression }) => plain(evaluate(expression, on)).include?.[0]));
}

// {NAME: {contexts, failed}}: each event after success, with the outputs of steps, and after failure, without.
function scenesOf(workflow) {
    const scenes = {};
    for (const [name, event] of Object.entries(events(workflow.events))) {
        const contexts = { ...event, env: {}, needs: needsOf(workflow, 'success'), steps: stepsOf(workflow) };
        contexts.matrix = matrixOf(workflow, contexts);
        scenes[name] = { failed: false, contexts };
        scenes[`${name}, after a failure`] = {
            failed: true, contexts: { ...contexts, needs: needsOf(workflow, 'failure'), steps: {} },
        };
    }
    return scenes;
}

// What Crosslane's evaluator says of a workflow's text in these scenes.
function ours(text, scenes) {
    writeFileSync('workflow.yml', text);
    writeFileSync('scenes.json', JSON.stringify(scenes));
    return JSON.parse(execFileSync(program, [`${process.cwd()}/workflow.yml`, 'scenes.json'], { maxBuffer: 1 << 28 }));
}

const theirs = (workflow, scenes) =>
    Object.fromEntries(Object.entries(scenes).map(([name, scene]) => [name, look(workflow, scene)]));

// A line or more for each difference: the scene, the place, its expression, both values.
function differences(workflow, left, right) {
    const words = new Map([...workflow.expressions, ...workflow.conditions].map(e => [e.place, e.expression]));
    const lines = [];
    for (const scene of new Set([...Object.keys(left), ...Object.keys(right)]))
        for (const place of new Set([...Object.keys(left[scene] ?? {}), ...Object.keys(right[scene] ?? {})])) {
            const [a, b] = [left[scene]?.[place], right[scene]?.[place]];
            if (isDeepStrictEqual(a, b)) continue;
            lines.push(`${scene}: ${place}: ${words.get(place) ?? 'whether it runs'}\n` +
                `  tests/workflow says ${JSON.stringify(a)}\n  GitHub says         ${JSON.stringify(b)}`);
        }
    return lines;
}

let passed = 0;
const faults = [];

function expect(name, complaints) {
    if (complaints.length === 0) passed++;
    else faults.push(`${name}:\n${complaints.join('\n')}`);
}

// Self-tests: `complaints` are wanted, each with these words.
function expectComplaint(name, words, complaints) {
    const said = complaints.length > 0 && complaints.every(line => line.includes(words));
    expect(`self-test: ${name}`, said ? [] : [`wanted '${words}', got '${complaints}'`]);
}

// Two views of a text: Crosslane's evaluator's and GitHub's.
function compare(text, workflow, scenes) {
    const found = theirs(workflow, scenes);
    return { found, lines: differences(workflow, ours(text, scenes), found) };
}

const workflow = await read(file, content);
const scenes = scenesOf(workflow);
const { found, lines } = compare(content, workflow, scenes);
expect('the same values', lines);
for (const [name, complaints] of Object.entries(expectations(workflow, found))) expect(name, complaints);

// Beyond the expressions that the workflow has today, those that Crosslane's evaluator knows.
const known = readFileSync('expressions.yml', 'utf8');
const knownWorkflow = await read('expressions.yml', known);
const knownScenes = { success: { failed: false, contexts: probe }, failure: { failed: true, contexts: probe } };
for (const scene of Object.values(knownScenes)) scene.contexts = { ...probe, needs: needsOf(knownWorkflow) };
expect('the same values of expressions.yml', compare(known, knownWorkflow, knownScenes).lines);

// What is said of the workflow after a change.
async function changed(change) {
    const doc = YAML.parseDocument(content);
    change(doc);
    const other = await read('changed.yml', String(doc));
    const few = Object.entries(scenesOf(other)).filter(([name]) => !name.startsWith('workflow_dispatch'));
    return { text: String(doc), other, found: theirs(other, Object.fromEntries(few)) };
}

async function expectFault(name, words, change) {
    const { other, found } = await changed(change);
    expectComplaint(name, words, expectations(other, found)[name] ?? []);
}

const one = Object.fromEntries([['push', scenes.push]]);
const asGitHub = theirs(workflow, one);
const { push: { 'concurrency.group': kept, ...rest } } = structuredClone(asGitHub);
expectComplaint('a value that is missing', 'push: concurrency.group: ', differences(workflow, { push: rest }, asGitHub));
expectComplaint('another value', 'tests/workflow says {"text":"other"}',
    differences(workflow, { push: { ...rest, 'concurrency.group': { text: 'other' } } }, asGitHub));
expectComplaint('a scene that is missing', 'push: ', differences(workflow, {}, asGitHub));

const job = workflow.jobs[0].id;
const without = (doc, path) => doc.deleteIn(path);
const { text } = await changed(doc => doc.setIn(['jobs', job, 'if'], "github.event_name == 'schedule'"));
const unlike = differences(workflow, ours(text, one), asGitHub).filter(line => line.includes(`jobs.${job}.if`));
expectComplaint('another workflow', `push: jobs.${job}.if: `, unlike);
const refused = await changed(doc => doc.setIn(['jobs', job, 'env', 'X'], '${{ gihub.ref }}')).catch(error => error);
expectComplaint('a context that is none', 'gihub', [`${refused.message}`]);

const oneGroup = doc => doc.setIn(['concurrency', 'group'], 'simd-${{ github.repository }}');
await expectFault('an unrelated label ends no run', "group 'simd-owner/", oneGroup);
await expectFault('a nightly run and a push do not wait for each other', "group 'simd-owner/", oneGroup);
await expectFault('an unrelated label passes no check', 'is skipped', doc => {
    for (const { id } of workflow.jobs) without(doc, ['jobs', id, 'name']);
    doc.setIn(['jobs', job, 'if'], "github.event.action != 'labeled'");
});
await expectFault('a label that asks for rows starts all jobs', 'is skipped',
    doc => doc.setIn(['jobs', job, 'if'], "github.event.action != 'labeled'"));
await expectFault('a merge queue starts the jobs of a push', 'not started', doc => without(doc, ['on', 'merge_group']));
await expectFault("a fork's pull request needs no secret", 'secrets.X',
    doc => doc.setIn(['jobs', job, 'env'], { X: '${{ secrets.X }}' }));

for (const fault of faults) console.error(`FAIL: ${fault}`);
console.log(`${Object.keys(scenes).length} scenes, ${workflow.expressions.length + workflow.conditions.length} expressions`);
console.log(`${passed} passed, ${faults.length} failed`);
process.exitCode = faults.length ? 1 : 0;

// Runs the jobs of a workflow as GitHub would: in the order of their needs, each in a clean clone. Artifacts and caches are
// directories.
// SPDX-License-Identifier: MIT
//
// It knows what .github/workflows/simd.yml uses. Any other key, action or command is an error of the test, not a step that fails.
// It does less than GitHub for the trees of this machine: a cache of a path outside the clone is a hit if the path is there, and
// nothing is copied.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
    appendFileSync, closeSync, cpSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { begin, fields, holds, scopeOf, text, texts, value } from './github.mjs';

const jobKeys = ['needs', 'if', 'name', 'runs-on', 'timeout-minutes', 'strategy', 'env', 'outputs', 'steps'];
const stepKeys = ['id', 'if', 'uses', 'with', 'run', 'env'];

function onlyKeys(mapping, known, where) {
    for (const key of Object.keys(mapping)) assert(known.includes(key), `${where}: the runner does not know the key '${key}'`);
}

// The files of a directory whose names match a pattern with `*`, in their order.
function glob(pattern) {
    const words = basename(pattern).split('*').map(part => part.replace(/[^\w-]/g, '\\$&'));
    const directory = dirname(pattern), matches = new RegExp(`^${words.join('.*')}$`);
    const names = existsSync(directory) ? readdirSync(directory) : [];
    return names.filter(name => matches.test(name)).sort().map(name => join(directory, name));
}

const copy = (from, to) => cpSync(from, to, { recursive: true });

// Lines NAME=VALUE, or NAME<<MARK, the lines of the value, and MARK.
export function readOutputs(file) {
    const outputs = {}, lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
    while (lines.length) {
        const line = lines.shift(), parts = line.match(/^([^=<]*)(=|<<)(.*)$/) ?? assert.fail(`${file}: no name=value: ${line}`);
        const [, name, sign, rest] = parts;
        const end = sign === '<<' ? lines.indexOf(rest) : 0;
        assert(end >= 0, `${file}: no line ${rest}`);
        outputs[name] = sign === '<<' ? lines.splice(0, end + 1).slice(0, -1).join('\n') : rest;
    }
    return outputs;
}

// Trees of this machine: each line is a path.
const haveTrees = paths => paths.split('\n').filter(Boolean).every(existsSync);

// {ACTION: [the inputs that are known, what it does]}. It returns what went wrong, if anything did.
const actions = {
    'actions/checkout': [['persist-credentials', 'fetch-depth'], (run, { 'fetch-depth': depth }) => {
        // Always at the same path, as on GitHub's machines: the host tool's tests know where they stand.
        rmSync(run.clone, { recursive: true, force: true });
        execFileSync('git', ['clone', '-q', ...depth === '0' ? [] : ['--depth', '1'], `file://${run.directory}/origin`, run.clone]);
    }],
    // GitHub warns of a file that is not there, unless asked otherwise. Here it is an error.
    'actions/upload-artifact': [['name', 'path', 'retention-days', 'overwrite'], (run, input) => {
        const to = `${run.directory}/artifacts/${input.name}`, paths = input.path.split('\n').filter(Boolean);
        const found = paths.flatMap(path => glob(resolve(run.clone, path)));
        if (existsSync(to) && input.overwrite !== 'true') return `there is an artifact ${to} already`;
        rmSync(to, { recursive: true, force: true });
        for (const file of found) copy(file, join(to, basename(file)));
        return found.length ? '' : `no ${paths.join(' or ')} to upload`;
    }],
    'actions/download-artifact': [['name', 'path', 'pattern', 'merge-multiple'], (run, input) => {
        const { name, path, pattern } = input;
        const isKnown = !name !== !pattern && (name || input['merge-multiple'] === 'true');
        assert(isKnown, 'a download has a name, or a pattern and merge-multiple');
        const found = glob(`${run.directory}/artifacts/${name ?? pattern}`);
        for (const artifact of found) copy(artifact, resolve(run.clone, path));
        return found.length || pattern ? '' : `no artifact ${name}`;
    }],
    'actions/cache/restore': [['path', 'key', 'restore-keys', 'lookup-only'], (run, input, outputs) => {
        const { path, key, 'restore-keys': start } = input, caches = `${run.directory}/caches`, isTrees = path?.startsWith('/');
        assert(path && key, 'a cache has a path and a key');
        // The newest with that beginning: ours are named in the order of their making.
        const found = existsSync(`${caches}/${key}`) ? key : start && basename(glob(`${caches}/${start}*`).at(-1) ?? '');
        const hit = isTrees ? haveTrees(path) && key : found;
        if (!hit) return;
        if (!isTrees && input['lookup-only'] !== 'true') copy(`${caches}/${hit}`, resolve(run.clone, path));
        Object.assign(outputs, { 'cache-matched-key': hit, 'cache-hit': `${hit === key}` });
    }],
    // A cache never changes: GitHub warns and keeps the old one.
    'actions/cache/save': [['path', 'key'], (run, { path, key }) => {
        assert(path && key, 'a cache has a path and a key');
        if (path.startsWith('/')) return haveTrees(path) ? '' : `no ${path} to save`;
        const from = resolve(run.clone, path), to = `${run.directory}/caches/${key}`;
        if (!existsSync(from)) return `no ${path} to save`;
        if (!existsSync(to)) copy(from, to);
    }],
};

function act(run, { uses, with: inputs }, scope, outputs) {
    const [, name] = `${uses}`.match(/^(.*)@[0-9a-f]{40}$/) ?? assert.fail(`'${uses}' is not pinned to a commit`);
    const [known, action] = actions[name] ?? assert.fail(`unknown action '${name}'`);
    onlyKeys(fields(inputs), known, `${run.id}: ${name}`);
    return action(run, texts(inputs, scope), outputs);
}

// A step that is a command. What it prints is in the job's log.
function command(run, step, scope, outputs) {
    const words = `${step.run}`, file = `${run.directory}/output`, log = openSync(run.log, 'a');
    assert.match(words, /^\.\/crosslane ci [a-z-]+$/, `${run.id}: a step that is not \`./crosslane ci STEP\``);
    const env = {
        ...process.env, CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_OUTPUT: file,
        GITHUB_STEP_SUMMARY: `${run.directory}/summaries/${run.id}`,
        ...run.env, ...texts(run.fields.env, scope), ...texts(step.env, scope),
    };
    writeFileSync(file, '');
    // `timeout` ends all that the command started, also when this process is killed.
    const { status, signal } = spawnSync('setpriv',
        ['--pdeathsig', 'TERM', 'timeout', `${run.fields['timeout-minutes']}m`, 'sh', '-e', '-c', words],
        { cwd: run.clone, env, stdio: ['ignore', log, log] });
    closeSync(log);
    Object.assign(outputs, readOutputs(file));
    return status === 0 ? '' : `exit ${status ?? signal}`;
}

// What a CI system or a hook has set is not for these jobs.
export function cleanEnvironment() {
    const others = /^(GITLAB_CI|GIT_(DIR|WORK_TREE|INDEX_FILE)|CROSSLANE_(?!CACHE$|MIRROR$|TOOLS$).*)$/;
    for (const name of Object.keys(process.env)) if (others.test(name)) delete process.env[name];
}

export class Runner {
    // `directory` gets clone, artifacts/NAME, caches/KEY, logs/JOB and summaries/JOB, and has origin, the repository to clone.
    // `env`: {JOB: variables that its commands get as well}.
    constructor(workflow, directory, env = {}) {
        Object.assign(this, { workflow, directory, env, jobs: {}, contexts: {} });
        for (const name of ['artifacts', 'caches', 'logs', 'summaries']) {
            rmSync(`${directory}/${name}`, { recursive: true, force: true });
            mkdirSync(`${directory}/${name}`);
        }
    }

    // Forgets the jobs that ran, and runs all.
    all() {
        this.jobs = {};
        for (const { id } of this.workflow.jobs) this.job(id);
    }

    // Runs one job after those that ran. `jobs` has {JOB: {result, outputs}}, as `needs` does: success, failure or skipped.
    job(id) {
        const { fields: job } = this.workflow.jobs.find(job => job.id === id);
        onlyKeys(job, jobKeys, id);
        assert(Number(`${job['timeout-minutes']}`) > 0, `${id}: no timeout-minutes`);
        const { contexts, scope, runs } = begin(this.workflow, id, this.contexts, this.jobs);
        for (const file of [this.logOf(id), `${this.directory}/summaries/${id}`]) rmSync(file, { force: true });
        this.jobs[id] = { result: 'skipped', outputs: {} };
        if (!runs) return;
        const entries = this.matrix(job, scope).map(matrix => this.entry(id, { ...contexts, matrix, steps: {} }));
        this.jobs[id] = { result: entries.some(run => run.failed) ? 'failure' : 'success', outputs: entries.at(-1).outputs };
    }

    logOf(id) {
        return `${this.directory}/logs/${id}`;
    }

    // Runs a job, and fails, with what the job printed, unless this is its result.
    expect(id, wanted) {
        this.job(id);
        this.is(id, wanted);
    }

    is(id, wanted) {
        const { result } = this.jobs[id], log = existsSync(this.logOf(id)) ? readFileSync(this.logOf(id), 'utf8') : '';
        assert.equal(result, wanted, `${id}: ${result}, and should be ${wanted}\n${log}`);
    }

    has(file, words) {
        const said = readFileSync(`${this.directory}/${file}`, 'utf8');
        assert(said.includes(words), `no '${words}' in ${file}:\n${said}`);
    }

    // The entries of a job's matrix, which is a list of them; one without values if it has none.
    matrix({ strategy }, scope) {
        if (!strategy) return [null];
        onlyKeys(fields(strategy), ['fail-fast', 'matrix'], 'strategy');
        const { include, ...others } = value(fields(strategy).matrix, scope);
        assert(include?.length > 0 && Object.keys(others).length === 0, 'a matrix is an include of some entries');
        return include;
    }

    // Runs a job with one entry of its matrix.
    entry(id, contexts) {
        const job = this.workflow.jobs.find(job => job.id === id), begun = performance.now();
        const run = {
            id, fields: job.fields, directory: this.directory, clone: `${this.directory}/clone`, log: this.logOf(id), env: this.env[id],
            failed: false,
        };
        for (const step of job.steps) this.step(run, step, contexts);
        const scope = scopeOf(contexts);
        run.outputs = texts(job.fields.outputs, scope);
        const name = job.fields.name ? text(job.fields.name, scope) : id;
        console.log(`${name}: ${run.failed ? 'failed' : 'ok'}, ${((performance.now() - begun) / 1000).toFixed(1)} s`);
        return run;
    }

    step(run, { if: condition, fields: step }, contexts) {
        const scope = scopeOf(contexts, run.failed), outputs = {};
        onlyKeys(step, stepKeys, `${run.id}: a step`);
        if (!holds(condition, scope)) return;
        if (step.run) appendFileSync(run.log, `$ ${step.run}\n`);
        const wrong = (step.uses ? act : command)(run, step, scope, outputs);
        if (wrong) appendFileSync(run.log, `step failed: ${step.uses ?? step.run}: ${wrong}\n`);
        run.failed ||= Boolean(wrong);
        if (step.id) contexts.steps[`${step.id}`] = { outputs };
    }
}

// action.yml, read by GitHub's own parser and run step by step: with a cache that is cold, warm and broken.
// SPDX-License-Identifier: MIT
// It runs in build/action-test, which stays: log has what the steps printed. Trees are links to this machine's.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { before, test } from 'node:test';
import { NoOperationTraceWriter } from '@actions/workflow-parser';
import { convertActionTemplate, parseAction } from '@actions/workflow-parser/actions/index';
import YAML from 'yaml';
import { fields, holds, scopeOf, text, texts } from './github.mjs';
import { pins } from './rules.mjs';
import { cleanEnvironment, readOutputs } from './runner.mjs';

const root = realpathSync('../..'), directory = `${root}/build/action-test`;
const action = `${directory}/action`, workspace = `${directory}/work`, cache = `${directory}/cache`, caches = `${directory}/caches`;
const trees = process.env.CROSSLANE_CACHE ?? `${process.env.XDG_CACHE_HOME ?? `${process.env.HOME}/.cache`}/crosslane`;
const shell = (script, ...words) => execFileSync('sh', ['-euc', script, 'sh', ...words], { encoding: 'utf8' });

// Without a function of the status, a step runs only after steps that succeeded.
function condition(token) {
    const words = `${token ?? 'success()'}`.replace(/^\$\{\{(.*)\}\}$/s, '$1');
    return /\b(success|failure|cancelled|always)\(/.test(words) ? words : `success() && (${words})`;
}

function parse(yaml) {
    const { context, value } = parseAction({ name: 'action.yml', content: JSON.stringify(yaml) }, new NoOperationTraceWriter());
    const template = value && convertActionTemplate(context, value), errors = context.errors.getErrors();
    assert.deepEqual(errors.map(error => error.message), []);
    const steps = [...fields(fields(value).runs).steps].map(fields).map(step => ({ ...step, if: condition(step.if) }));
    return { template, inputs: fields(fields(value).inputs), outputs: fields(fields(value).outputs), steps };
}

const read = () => parse(YAML.parse(readFileSync(`${root}/action.yml`, 'utf8')));

// What GitHub's actions do with the machine's files.
const actions = {
    'actions/cache/restore': ({ path, key, 'restore-keys': start }) => {
        const names = existsSync(caches) ? readdirSync(caches).sort() : [];
        const hit = names.includes(key) ? key : start && names.findLast(name => name.startsWith(start));
        if (!hit) return {};
        for (const [n, to] of path.split('\n').entries())
            if (existsSync(`${caches}/${hit}/${n}`)) shell('mkdir -p "$(dirname "$2")"; rm -rf "$2"; cp -a "$1" "$2"', `${caches}/${hit}/${n}`, to);
        return { 'cache-hit': `${hit === key}` };
    },
    'actions/cache/save': ({ path, key }) => {
        for (const [n, from] of path.split('\n').entries()) {
            assert(existsSync(from), `no ${from} to save as ${key}`);
            shell('mkdir -p "$1"; rm -rf "$1/$3"; cp -a "$2" "$1/$3"', `${caches}/${key}`, from, `${n}`);
        }
    },
    'actions/upload-artifact': ({ name, path }) => {
        assert(existsSync(path), `no ${path} to upload`);
        cpSync(path, `${directory}/artifacts/${name}`, { recursive: true });
    },
};

function command(step, scope, run) {
    const output = `${directory}/output`, name = step.shell;
    assert(['sh', 'bash'].includes(`${name}`), 'a step names its shell');
    writeFileSync(output, '');
    const env = {
        ...process.env, CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_ACTION_PATH: action, GITHUB_OUTPUT: output, RUNNER_TEMP: `${directory}/temp`,
        GITHUB_STEP_SUMMARY: `${directory}/summary`, CROSSLANE_CACHE: cache, PATH: `${directory}/bin:${process.env.PATH}`, ...run.env, ...texts(step.env, scope),
    };
    const { status, stdout, stderr } = spawnSync(`${name}`, ['-e', '-c', text(step.run, scope)], { cwd: workspace, env, encoding: 'utf8' });
    const said = `$ ${step.run}\n${stdout}${stderr}`;
    run.log += said;
    writeFileSync(`${directory}/log`, said, { flag: 'a' });
    return [status === 0, readOutputs(output)];
}

let self;
// Runs the action as a job's step would. Fails unless its outcome is `wanted`.
function use(wanted, inputs, env = {}, runner = { os: 'Linux', arch: 'X64' }) {
    const run = { env, log: '' }, given = {}, steps = {};
    for (const [name, input] of Object.entries(self.inputs)) given[name] = `${inputs[name] ?? fields(input).default ?? ''}`;
    for (const name of Object.keys(inputs)) assert(name in given, `no input '${name}'`);
    const github = { action_ref: env.REF ?? 'v1', run_id: `${++use.runs}`, run_attempt: '1', action_path: action };
    let failed = false, log = '';
    for (const [n, step] of self.steps.entries()) {
        const scope = scopeOf({ github, inputs: given, runner, steps, env }, failed);
        if (!holds(step.if, scope)) continue;
        let isGood = true, outputs = {};
        if (step.run) [isGood, outputs] = command(step, scope, run);
        else outputs = actions[`${step.uses}`.split('@')[0]](texts(step.with, scope)) ?? {};
        failed ||= !isGood;
        if (step.id) steps[`${step.id}`] = { outputs };
        log = `${log}step ${n}: ${step.uses ?? step.run}: ${isGood}\n`;
    }
    assert.equal(failed ? 'failure' : 'success', wanted, `${log}\n${run.log}`);
    const scope = scopeOf({ github, inputs: given, runner, steps, env }, failed);
    const outputs = Object.fromEntries(Object.entries(self.outputs).map(([name, output]) => [name, text(fields(output).value, scope)]));
    // What the runner would take for commands: not what stands between `stop-commands` and its token.
    const commands = [];
    let token = null;
    for (const line of run.log.split('\n')) {
        if (token === null && line.startsWith('::stop-commands::')) token = line.slice('::stop-commands::'.length);
        else if (token !== null && line === `::${token}::`) token = null;
        else if (token === null && line.startsWith('::')) commands.push(line);
    }
    return { log: run.log, outputs, commands };
}
use.runs = 0;

before(() => {
    cleanEnvironment();
    delete process.env.CROSSLANE_CACHE;
    rmSync(directory, { recursive: true, force: true });
    for (const name of [action, `${workspace}/tests`, `${directory}/temp`, `${directory}/artifacts`]) mkdirSync(name, { recursive: true });
    // The files of the work tree, without git's: GitHub unpacks an archive.
    shell(`cd "$1"; git ls-files -z -c -o --exclude-standard | tar --null -T - -cf - | tar -xf - -C "$2"
        cp -R examples/demo "$3/tests/simd"
        mv "$2/sysroots/mk-trees" "$2/sysroots/mk-trees-of-debian"`, root, action, workspace);
    // Its "network": links to this machine's trees, unless the mirror is down.
    // The month that a test is in.
    mkdirSync(`${directory}/bin`);
    writeFileSync(`${directory}/bin/date`, '#!/bin/sh\n[ "$*" != "-u +%Y-%m" ] || [ -z "$MONTH" ] || { echo "$MONTH"; exit; }\nexec /bin/date "$@"\n',
        { mode: 0o755 });
    writeFileSync(`${directory}/bin/cmake`, `#!/bin/sh\n[ -z "$NO_CMAKE" ] || exit 1\nexec ${shell('command -v cmake').trim()} "$@"\n`, { mode: 0o755 });
    writeFileSync(`${action}/sysroots/mk-trees`, `#!/bin/sh
here=$(dirname "$0")
cache=$CROSSLANE_CACHE
mkdir -p "$cache"
for tree in $("$here/mk-tools" --path) $(for arch; do "$here/mk-sysroot" --path "$arch"; done); do
    [ ! -e "$tree/manifest" ] || continue
    [ -z "$MIRROR_IS_DOWN" ] || { echo "E: the mirror is down" >&2; exit 3; }
    rm -rf "$tree"    # a link in a directory that is there would be made inside it
    ln -s "${trees}/$(basename "$tree")" "$tree"
    echo "made $(basename "$tree")" >&2
done
exec "$here/mk-trees-of-debian" "$@"
`, { mode: 0o755 });
    shell(`"$1/crosslane" tools >/dev/null; "$1/crosslane" sysroot aarch64 armhf loong64 ppc64el riscv64 s390x x86_64 >/dev/null`, root);
    self = read();
});

const good = { kernels: 'tests/simd', rows: 'riscv64-v256-gcc-O2' }, bad = { kernels: 'tests/simd', rows: 'riscv64-v256_ones-gcc-O2' };
const forget = (...names) => { for (const name of names) rmSync(`${directory}/${name}`, { recursive: true, force: true }); };
const newMachine = () => forget('cache', 'action/build', 'temp/crosslane', 'artifacts', 'summary');

test("GitHub's parser takes it, and every action is pinned", () => {
    assert.equal(self.template.runs.using, 'composite');
    for (const { uses, run } of self.steps) assert(run || pins.includes(`${uses}`), `unknown action ${uses}`);
    for (const [name, input] of Object.entries(self.inputs)) assert(fields(input).description, `${name} has no description`);
    assert.throws(() => parse({ name: 'x', description: 'y', runs: { using: 'composite', steps: [{ run: 'true' }] } }));
});

test('a cold cache: everything is made and saved', () => {
    const { log, outputs } = use('success', good);
    assert.match(log, /made tools-/);
    assert.match(log, /^1 of 1 kernels checked on 1 of 1 rows$/m);
    assert.equal(outputs.status, '0');
    assert.match(readFileSync(`${directory}/summary`, 'utf8'), /1 of 1 kernels checked/);
    for (const name of ['crosslane.json', 'crosslane.html', 'crosslane.xml', 'crosslane.sarif'])
        assert(existsSync(`${directory}/artifacts/crosslane/${name}`), name);
    const names = readdirSync(caches).map(name => name.replace(/^crosslane-([a-z]+)-.*/, '$1'));
    assert.deepEqual([...new Set(names)].sort(), ['host', 'results', 'sysroots', 'tools']);
});

test('a warm cache: nothing is made or run again, and a finding is an annotation where its code is', () => {
    newMachine();
    const again = use('success', good);
    assert.doesNotMatch(again.log, /building the host tool|made tools-/);
    assert.match(again.log, /1 cached|from the cache|cached/);
    newMachine();
    const { log, outputs, commands } = use('failure', bad);
    assert.equal(outputs.status, '1');
    assert.deepEqual(commands.length, 1, log);
    assert.match(commands[0], /^::error file=tests\/simd\/sum_i32\.c,line=\d+,title=Crosslane::sum_i32: wrong value in result\[0\]/);
    assert.match(log, /^  reproduce  crosslane run --row/m);
    assert(existsSync(`${directory}/artifacts/crosslane/crosslane.html`));
});

test('fail-on: never and not-run leave a finding green, and say so', () => {
    for (const how of ['never', 'not-run']) {
        newMachine();
        const { outputs, commands } = use('success', { ...bad, 'fail-on': how });
        assert.equal(outputs.status, '1');
        assert.equal(commands.length, 1);
    }
});

test('a mirror that is down at the turn of the month: the trees of the month before, with a warning', () => {
    newMachine();
    shell(`cd "$1"; for tree in *-20[0-9][0-9]-[0-9][0-9]; do mv "$tree" "\${tree%-*-*}-2000-01"; done`, caches);
    const next = { MONTH: '2100-01' };
    const { log, commands } = use('success', good, { ...next, MIRROR_IS_DOWN: '1' });
    assert.match(log, /E: the mirror is down/);
    assert.match(commands.join('\n'), /^::warning title=Crosslane::compilers and sysroots of an earlier month/);
    assert.match(log, /^1 of 1 kernels checked on 1 of 1 rows$/m);
    newMachine();
    use('success', good, next);    // the mirror is back
    assert(readdirSync(caches).some(name => /tools-.*-2100-01$/.test(name)));
});

test('a broken cache: a tree without its manifest is made again, and a host tool that is cut off', () => {
    newMachine();
    shell('cd "$1"; rm crosslane-tools-*/0; for tree in crosslane-tools-*; do mkdir "$tree/0"; done', caches);
    const { log } = use('success', good);
    assert.match(log, /made tools-/);
    assert.match(log, /^1 of 1 kernels checked on 1 of 1 rows$/m);
    // Its build takes minutes: that it begins is enough.
    newMachine();
    shell('cd "$1"; cp crosslane-host-*/0 ../pack; truncate -s 1000 crosslane-host-*/0', caches);
    const cut = use('failure', good, { NO_CMAKE: '1' });
    assert.match(cut.log, /the cached host tool is damaged; building it\n(.*\n)*crosslane: error: the host tool does not build/);
    shell('cd "$1"; mv ../pack crosslane-host-*/0', caches);
});

test('bad input is named', () => {
    newMachine();
    const mac = use('failure', good, {}, { os: 'macOS', arch: 'ARM64' });
    assert.match(mac.log, /^::error::Crosslane needs a Linux runner on x86-64, and this is macOS on ARM64; use: runs-on: ubuntu-24.04$/m);
    for (const [inputs, words] of [
        [{}, "neither 'kernels' nor 'suite' is set"],
        [{ kernels: 'nowhere' }, "no directory 'nowhere'"],
        [{ ...good, 'fail-on': 'sometimes' }, "'sometimes' is none of finding, not-run, never"],
    ]) assert(use('failure', inputs).log.includes(words), words);
    assert.match(use('failure', { kernels: 'tests/simd', rows: 'no-such-row' }).log, /no-such-row/);
    assert(use('success', good, { REF: 'main' }).commands.some(line => /^::warning .*@main' is a branch/.test(line)));
    newMachine();
    forget('caches');
    const down = use('failure', good, { MIRROR_IS_DOWN: '1' });
    assert.match(down.log, /the compilers and sysroots cannot be made, and the cache has none of an earlier month/);
});
